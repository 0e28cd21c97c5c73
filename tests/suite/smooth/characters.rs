//! glTF files: skins and nodes of a character's own file.

use super::smooth;
use crate::inspect::{Folder, selvedge};
use body::{Body, Pose, When, Wrap};
use cloth_io::{Piece, Polygons, Refined};
use geometry::Point;
use geometry::shapes::Shape;

const MANNEQUIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");

fn posed(body: &Body, time: f64) -> Vec<Point> {
    let mut pose = Pose::default();
    let clip = body.animation("squat").expect("a clip");
    body.pose(When::Clip { clip, time, wrap: Wrap::Clamp }, &mut pose).expect("a pose");
    body.piece_positions(0, &pose).to_vec()
}

#[test]
fn skin_weights_go_along_and_the_finer_character_moves_like_the_coarse_one() {
    let document = cloth_io::read(MANNEQUIN.as_ref()).expect("the mannequin");
    let refined = Refined::of_document(&document, None).expect("a cut");
    let at: Vec<Vec<Point>> = refined.pieces().iter().map(|piece| piece.positions.clone()).collect();
    let folder = Folder::new();
    let file = folder.path("fine.glb");
    std::fs::write(&file, refined.encode(&at, &file).expect("a file")).expect("a file");
    let (coarse, fine) = (Body::open(MANNEQUIN.as_ref()).expect("it"), Body::open(&file).expect("the finer one"));
    assert_eq!(coarse.animations().len(), fine.animations().len());
    for time in [0.0, 0.7, 1.4] {
        let (coarse, fine) = (posed(&coarse, time), posed(&fine, time));
        let mut farthest = 0.0f64;
        for (vertex, [a, b]) in refined.parents()[0].iter().enumerate() {
            let [a, b] = [coarse[*a as usize], coarse[*b as usize]];
            let off = nalgebra::distance(&fine[vertex], &nalgebra::center(&a, &b));
            if a == b {
                assert!(off < 1e-5, "an old vertex moves as before: {off}");
            }
            // Halfway between two that turn differently, blending is not the mean of both; it is near.
            farthest = farthest.max(off / nalgebra::distance(&a, &b).max(0.01));
        }
        assert!(farthest < 0.5, "{farthest} of an edge");
    }
}

#[test]
fn a_garment_that_is_a_node_of_the_characters_file_stays_one() {
    let folder = Folder::new();
    let piece = |name: &str, shape: Shape| Piece {
        name: name.to_owned(),
        positions: shape.positions,
        polygons: Polygons::of_triangles(&shape.triangles),
        ..Piece::default()
    };
    let ball = piece("Ball", Shape::sphere(12, 16, 0.2));
    let cloth = piece("Cloth", Shape::sheet(6, 0.5).moved(geometry::Vector::y() * 0.22));
    cloth_io::write_new(&[ball, cloth], &folder.path("both.glb"), cloth_io::Overwrite::Refuse).expect("a file");
    let scene =
        "[body]\nfile = 'both.glb'\n[[garment]]\nnode = 'Cloth'\n[simulation]\nframes = [0, 4]\nlead_in = 0.0\n";
    let scene = folder.write("scene.toml", scene);
    selvedge().arg("simulate").arg(scene).arg("-o").arg(folder.path("run")).assert().code(0);
    let (report, code) = smooth(&folder, &["run", "-o", "fine"]);
    assert_eq!((code, &report["vertices"]), (0, &serde_json::json!([49, 169])));
    selvedge().current_dir(folder.path("")).args(["export", "fine", "--to", "glb", "-o", "out.glb"]).assert().code(0);
    let out = cloth_io::read(&folder.path("out.glb")).expect("a file");
    let sizes: Vec<usize> = out.pieces().iter().map(|piece| piece.positions.len()).collect();
    assert!(sizes.contains(&169) && !sizes.contains(&49), "the cloth is shown once, finer: {sizes:?}");
}
