//! `selvedge inspect CHARACTER --animation`: how a character pinches itself over time.

use super::{CLEAN, Folder, selvedge};
use selvedge_tests::data;
use serde_json::Value;

#[test]
fn a_folding_elbow_pinches_as_measured_by_others() {
    let Some(human) = data::file("human/human.glb") else { return };
    let folder = Folder::new();
    let picture = folder.path("elbow.png");
    let output = selvedge()
        .arg("inspect")
        .arg(&human)
        .args(["--animation", "elbow_fold", "--json", "-", "--png"])
        .arg(&picture)
        .output()
        .expect("the tool runs");
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    // The figures are those of the character's own documentation: 91 pairs at the peak, held from 1.17 s to 2.25 s, 88 of
    // them between the right forearm and upper arm.
    assert_eq!(report["intersecting_pairs"], 91);
    let animation = &report["animation"];
    assert_eq!(animation["worst_parts"][0]["intersecting_pairs"], 88);
    let worst = animation["worst_time"].as_f64().expect("a time");
    assert!((1.1..=2.3).contains(&worst), "{worst}");
    let samples = animation["samples"].as_array().expect("samples");
    assert_eq!(samples.len(), 83, "24 a second over 3.42 s, both ends included");
    assert_eq!(samples[0]["intersecting_pairs"], 0, "it begins clean");
    assert!(std::fs::read(&picture).expect("a picture").starts_with(b"\x89PNG"));
}

#[test]
fn a_moment_can_be_chosen() {
    let Some(man) = data::file("characters/CesiumMan.glb") else { return };
    let run = |time: &str| {
        let output = selvedge().arg("inspect").arg(&man).args(["--time", time, "--fps", "6", "--json", "-"]).output();
        let output = output.expect("the tool runs");
        (serde_json::from_slice::<Value>(&output.stdout).expect("JSON"), output.status.code())
    };
    let (pinched, code) = run("0.53333333333333333");
    assert_eq!(code, Some(1));
    assert_eq!(pinched["animation"]["time"], 16.0 / 30.0);
    assert_eq!(pinched["intersecting_pairs"], 111, "as its documentation says");
}

#[test]
fn what_is_no_character_has_no_animation() {
    let folder = Folder::new();
    let sheet = folder.write("sheet.obj", CLEAN);
    let output = selvedge().arg("inspect").arg(&sheet).args(["--animation", "walk"]).output().expect("the tool runs");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("sheet.obj") && message.contains(".glb or .gltf"), "{message}");
    if let Some(fox) = data::file("characters/Fox.glb") {
        let output = selvedge().arg("inspect").arg(&fox).args(["--animation", "gallop"]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("Fox.glb") && message.contains("gallop") && message.contains("Walk"), "{message}");
    }
}
