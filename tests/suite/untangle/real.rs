//! Real garments of other projects.

use super::repair;
use crate::inspect::Folder;
use selvedge_tests::data;

/// Suits that come with their cloth inside the skin.
#[test]
fn fitted_suits_come_out_of_the_body() {
    let folder = Folder::new();
    for suit in ["male_casualsuit02", "male_casualsuit04"] {
        let files = [data::file(&format!("human/{suit}.obj")), data::file("human/human.glb")];
        let [Some(cloth), Some(body)] = files else { return };
        let body = body.display().to_string();
        let output = folder.path(&format!("{suit}.obj"));
        let (report, code) = repair(&[cloth], &["--body", &body], &output);
        assert_eq!(code, 0, "{suit}: {report}");
        assert!(report["crossings"]["before"].as_u64() > Some(100), "{suit}: {report}");
    }
}

#[test]
fn a_frame_of_a_thick_cloth_comes_out_clean() {
    let Some(cloth) = data::file("tangles/thick-cloth/t1.ply") else { return };
    let folder = Folder::new();
    let (report, code) = repair(&[cloth], &[], &folder.path("out.ply"));
    assert_eq!(code, 0, "{report}");
}

/// It is tight, but clean: not a byte changes.
#[test]
fn a_clean_knot_is_left_alone() {
    let Some(knot) = data::file("tangles/knotSmall.obj") else { return };
    let folder = Folder::new();
    let output = folder.path("out.obj");
    let (_, code) = repair(std::slice::from_ref(&knot), &[], &output);
    assert_eq!(code, 0);
    assert_eq!(std::fs::read(knot).expect("a file"), std::fs::read(output).expect("a file"));
}
