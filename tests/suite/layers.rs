//! The crates are the layers: the graph between them is the one in `crates/README.md`, and no other.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Every package of the workspace and the packages of the workspace it may use. A new crate gets a row here and a place
/// in the picture.
const LAYERS: [(&str, &[&str]); 20] = [
    ("selvedge-geometry", &[]),
    ("selvedge-gltf-file", &[]),
    ("selvedge-gia", &["selvedge-geometry"]),
    ("selvedge-body", &["selvedge-geometry", "selvedge-gia", "selvedge-gltf-file"]),
    ("selvedge-cloth-io", &["selvedge-geometry", "selvedge-gltf-file"]),
    ("selvedge-contact", &["selvedge-geometry"]),
    ("selvedge-flypaper", &["selvedge-contact", "selvedge-geometry", "selvedge-gia"]),
    ("selvedge-dynamics", &["selvedge-geometry"]),
    (
        "selvedge-driver",
        &[
            "selvedge-body",
            "selvedge-cloth-io",
            "selvedge-contact",
            "selvedge-dynamics",
            "selvedge-flypaper",
            "selvedge-geometry",
            "selvedge-gia",
            "selvedge-response",
            "selvedge-robust-mode",
        ],
    ),
    ("selvedge-picture", &["selvedge-geometry"]),
    (
        "selvedge-measure",
        &["selvedge-contact", "selvedge-driver", "selvedge-geometry", "selvedge-gia", "selvedge-picture"],
    ),
    ("selvedge-mannequin", &["selvedge-geometry", "selvedge-gltf-file"]),
    (
        "selvedge",
        &[
            "make-fixtures",
            "selvedge-body",
            "selvedge-cloth-io",
            "selvedge-driver",
            "selvedge-dynamics",
            "selvedge-geometry",
            "selvedge-gia",
            "selvedge-mannequin",
            "selvedge-measure",
            "selvedge-picture",
            "selvedge-tailor",
            "selvedge-untangle",
        ],
    ),
    ("untangle-tool", &["selvedge"]),
    (
        "selvedge-untangle",
        &["selvedge-contact", "selvedge-flypaper", "selvedge-geometry", "selvedge-gia", "selvedge-response"],
    ),
    ("make-fixtures", &["selvedge-cloth-io", "selvedge-geometry", "selvedge-mannequin", "selvedge-tailor"]),
    ("selvedge-response", &["selvedge-contact", "selvedge-dynamics", "selvedge-geometry", "selvedge-gia"]),
    ("selvedge-robust-mode", &["selvedge-contact", "selvedge-geometry", "selvedge-gia"]),
    ("selvedge-tailor", &["selvedge-geometry", "selvedge-gia"]),
    (
        "selvedge-tests",
        &[
            "make-fixtures",
            "selvedge",
            "selvedge-body",
            "selvedge-cloth-io",
            "selvedge-contact",
            "selvedge-driver",
            "selvedge-geometry",
            "selvedge-gia",
            "selvedge-measure",
            "selvedge-tailor",
        ],
    ),
];

#[test]
fn the_graph_of_crates_is_the_one_in_the_picture() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let names: BTreeSet<&str> = packages.iter().filter_map(|p| p["name"].as_str()).collect();
    let found: BTreeMap<&str, BTreeSet<&str>> = packages
        .iter()
        .map(|package| {
            // Development dependencies may reach anywhere; only what is built for users makes a layer.
            let uses = package["dependencies"].as_array().expect("dependencies").iter();
            let ordinary = uses.filter(|d| d["kind"].is_null()).filter_map(|d| d["name"].as_str());
            (package["name"].as_str().expect("a name"), ordinary.filter(|name| names.contains(name)).collect())
        })
        .collect();
    let expected = LAYERS.iter().map(|(name, uses)| (*name, uses.iter().copied().collect())).collect();
    assert_eq!(found, expected, "the graph has changed: is it meant to? Then change crates/README.md and this table");
}
