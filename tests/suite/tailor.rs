//! `selvedge tailor` on real characters: run as a user would, read back as a user would.

use assert_cmd::Command;
use selvedge_tests::data;
use serde_json::Value;

/// Character, garment, cover: every combination must come out clean and even.
const ORDERS: [(&str, &str, &str); 6] = [
    ("human/human.glb", "shirt", "spine01,spine02,spine03,spine04,breast*,clavicle*,shoulder*,upperarm*,lowerarm*:0.5"),
    ("human/human.glb", "trousers", "spine05,pelvis*,upperleg*,lowerleg*:0.9"),
    (
        "characters/CesiumMan.glb",
        "shirt",
        "*torso_joint_2,torso_joint_3,*arm_joint_R,*arm_joint_L__4_,*arm_joint_R__2_:0.5,*arm_joint_L__3_:0.5",
    ),
    ("characters/CesiumMan.glb", "trousers", "*torso_joint_1,leg_joint_?_1,leg_joint_?_2:0.9"),
    ("characters/Mage.glb", "shirt", "spine,chest,upperarm*,lowerarm*:0.5"),
    ("characters/Mage.glb", "trousers", "hips,upperleg*,lowerleg*:0.8"),
];

/// The loops a garment of each kind has.
fn loops_of(kind: &str) -> [&'static str; 4] {
    if kind == "shirt" {
        ["cuff_left", "cuff_right", "hem", "neck"]
    } else {
        ["ankle_left", "ankle_right", "waist", ""]
    }
}

fn tailor() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge-under-test"));
    command.arg("tailor");
    command
}

#[test]
fn characters_get_clean_even_shirts_and_trousers() {
    let folder = tempfile::tempdir().unwrap();
    for (character, kind, cover) in ORDERS {
        let Some(path) = data::file(character) else { continue };
        let garment = folder.path().join("garment.obj");
        let run = tailor()
            .arg(path)
            .args(["--cover", cover, "--json", "-", "--overwrite", "-o"])
            .arg(&garment)
            .assert()
            .success();
        let report: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        let what = format!("{kind} on {character}: {report}");
        assert_eq!(report["clean"], true, "{what}");
        assert!(report["even_edges"].as_f64().unwrap() > 0.9, "{what}");
        assert!(report["least_distance"].as_f64().unwrap() > 0.3 * report["ease"].as_f64().unwrap(), "{what}");
        let mut names: Vec<&str> =
            report["loops"].as_array().unwrap().iter().map(|l| l["name"].as_str().unwrap()).collect();
        names.sort_unstable();
        let expected: Vec<&str> = loops_of(kind).into_iter().filter(|name| !name.is_empty()).collect();
        assert_eq!(names, expected, "{what}");
        let document = cloth_io::read(&garment).unwrap();
        let groups: Vec<&str> = document.pieces()[0].groups.iter().map(|g| g.name.as_str()).collect();
        assert!(expected.iter().all(|name| groups.contains(name)) && groups.contains(&"body"), "{groups:?}");
    }
}

#[test]
fn the_mannequin_gets_a_shirt_trousers_and_a_skirt() {
    let folder = tempfile::tempdir().unwrap();
    let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");
    for (cover, more, loops) in [
        ("Spine*,Neck:0.2,*Shoulder,*Arm*,*ForeArm*:0.5,!*Hand*", &[][..], 4),
        ("Hips,*UpLeg*,*Leg*:0.8", &[], 3),
        ("Hips,Spine:0.5", &["--length", "0.5"], 2),
    ] {
        let garment = folder.path().join("garment.obj");
        let run = tailor()
            .arg(mannequin)
            .args(["--cover", cover, "--json", "-", "--overwrite", "-o"])
            .arg(&garment)
            .args(more)
            .assert()
            .success();
        let report: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        assert_eq!(report["clean"], true, "{cover}: {report}");
        assert!(report["even_edges"].as_f64().unwrap() > 0.9, "{cover}: {report}");
        assert_eq!(report["loops"].as_array().unwrap().len(), loops, "{cover}: {report}");
    }
}

#[test]
fn a_skirt_needs_a_waist_that_goes_around_the_body() {
    let folder = tempfile::tempdir().unwrap();
    let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");
    let garment = folder.path().join("skirt.obj");
    // The hips alone own a patch of this body's surface, not a band of it.
    let run = tailor().arg(mannequin).args(["--cover", "Hips", "--length", "0.5", "-o"]).arg(&garment).assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("does not go around the body") && text.contains("cover a whole band"), "{text}");
    assert!(!garment.exists(), "nothing is written");
}

#[test]
fn a_joint_that_is_not_there_ends_with_two_and_names_those_that_are() {
    let Some(path) = data::file("characters/CesiumMan.glb") else { return };
    let folder = tempfile::tempdir().unwrap();
    let garment = folder.path().join("garment.obj");
    let run = tailor().arg(path).args(["--cover", "Torso_jiont*", "-o"]).arg(&garment).assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(text.contains("nearest: ") && text.contains("torso_joint_3") && text.contains("Torso_jiont*"), "{text}");
    assert!(!garment.exists());
}
