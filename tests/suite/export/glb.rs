//! The animated file, read back by the readers of characters and garments.

use super::{export, frame, made, simulate};
use crate::inspect::Folder;
use body::{Body, Pose, When, Wrap};
use geometry::Point;
use gltf_file::GltfFile;
use serde_json::Value;

const MANNEQUIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");

/// A cap over the mannequin's head that rides on it.
fn wear(folder: &Folder, frames: &str, more: &str) {
    folder.write("cap.obj", "v -0.1 1.8 -0.1\nv 0.1 1.8 -0.1\nv 0.1 1.8 0.1\nv -0.1 1.8 0.1\nv 0 1.9 0\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n");
    let text = format!(
        "[body]\nfile = '{MANNEQUIN}'\n{more}\n[[garment]]\nfile = 'cap.obj'\npin = [{{ vertices = [0, 2], to = 'body' }}]\n\
         [simulation]\nframes = {frames}\nlead_in = 0.0\nsteps_per_frame = 1\n"
    );
    simulate(folder, "worn", &text);
}

/// The vertices of a named piece at a time of the only clip, or in the bind pose where there is none.
fn shown(file: &Body, name: &str, time: f64) -> Vec<Point> {
    let mut pose = Pose::default();
    let when = match file.animations().len() {
        0 => When::Bind,
        1 => When::Clip { clip: 0, time, wrap: Wrap::Clamp },
        more => panic!("{more} clips"),
    };
    file.pose(when, &mut pose).expect("a pose");
    let pieces: Vec<usize> =
        file.pieces().enumerate().filter(|(_, piece)| piece.name == name).map(|(index, _)| index).collect();
    assert_eq!(pieces.len(), 1, "{name} is shown once");
    file.piece_positions(pieces[0], &pose).to_vec()
}

fn farthest(a: &[Point], b: &[Point]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

/// Rounding of a position of a few metres to single precision, and of a sum of two.
const SINGLE: f64 = 1e-6;

#[test]
fn character_and_garment_are_where_the_run_has_them() {
    let original = Body::open(MANNEQUIN.as_ref()).expect("the mannequin");
    // A stretch of a clip; the whole of one and what comes after it; a clip over and over.
    let cases = [("squat", "clamp", [10, 14]), ("elbow", "clamp", [0, 75]), ("walk", "loop", [20, 51])];
    for (clip, wrap, [first, last]) in cases {
        let folder = Folder::new();
        wear(&folder, &format!("[{first}, {last}]"), &format!("animation = '{clip}'\nwrap = '{wrap}'"));
        export(&folder, &["--to", "glb"]);
        let file = Body::open(&folder.path("run.glb")).expect("a character");
        assert_eq!(file.animations()[0].name, clip);
        let length = f64::from(last - first) / 24.0;
        assert!((file.animations()[0].duration - length).abs() < 1e-6, "{clip} ends with the last frame");
        let wrap = if wrap == "loop" { Wrap::Loop } else { Wrap::Clamp };
        let number = original.animation(clip).expect("a clip");
        let mut pose = Pose::default();
        for number_of_frame in first..=last {
            let time = f64::from(number_of_frame - first) / 24.0;
            let cap = shown(&file, "cap", time);
            let off = farthest(&cap, &frame(&folder, number_of_frame)[0]);
            assert!(off < SINGLE, "{clip}, frame {number_of_frame}: the cap is {off} m off");
            let when = When::Clip { clip: number, time: f64::from(number_of_frame) / 24.0, wrap };
            original.pose(when, &mut pose).expect("a pose");
            let off = farthest(&shown(&file, "Body", time), original.piece_positions(0, &pose));
            // Where keys are, half a step of a time in single precision moves the body by as much.
            assert!(off < 2.0 * SINGLE, "{clip}, frame {number_of_frame}: the body is {off} m off");
        }
    }
}

#[test]
fn a_single_frame_is_a_pose_without_animation() {
    let folder = Folder::new();
    wear(&folder, "[30, 30]", "animation = 'squat'");
    export(&folder, &["--to", "glb"]);
    let file = Body::open(&folder.path("run.glb")).expect("a character");
    assert!(file.animations().is_empty());
    let original = Body::open(MANNEQUIN.as_ref()).expect("the mannequin");
    let mut pose = Pose::default();
    let clip = original.animation("squat").expect("a clip");
    original.pose(When::Clip { clip, time: 1.25, wrap: Wrap::Clamp }, &mut pose).expect("a pose");
    assert!(farthest(&shown(&file, "Body", 0.0), original.piece_positions(0, &pose)) < SINGLE);
    assert!(farthest(&shown(&file, "cap", 0.0), &frame(&folder, 30)[0]) < SINGLE);
}

#[test]
fn garments_without_a_body_play_by_themselves() {
    let folder = made();
    export(&folder, &["--to", "glb", "--frames", "4..6"]);
    let file = Body::open(&folder.path("run.glb")).expect("a file");
    for (number, time) in [(4, 0.0), (5, 0.1), (6, 0.2)] {
        for (name, expected) in ["sheet", "patch"].iter().zip(frame(&folder, number)) {
            assert!(farthest(&shown(&file, name, time), &expected) < SINGLE, "{name}, frame {number}");
        }
    }
    let halfway = shown(&file, "sheet", 0.05);
    let (before, after) = (shown(&file, "sheet", 0.0), shown(&file, "sheet", 0.1));
    let mean: Vec<Point> = before.iter().zip(&after).map(|(a, b)| mean_of(a, b)).collect();
    assert!(farthest(&halfway, &mean) < SINGLE, "straight from frame to frame");
}

fn mean_of(a: &Point, b: &Point) -> Point {
    Point::from((a.coords + b.coords) / 2.0)
}

#[test]
fn a_garment_of_the_characters_own_file_shows_once_in_its_own_material() {
    let folder = Folder::new();
    let square = |name: &str, height: f64, material: &str| {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let positions = corners.map(|[x, z]| Point::new(x, height, z)).to_vec();
        let polygons = cloth_io::Polygons::of_triangles(&[[0, 2, 1], [0, 3, 2]]);
        let kind = cloth_io::GroupKind::Material;
        let groups = vec![cloth_io::Group { name: material.to_owned(), kind, polygons: vec![0, 1] }];
        cloth_io::Piece { name: name.to_owned(), positions, polygons, groups, ..cloth_io::Piece::default() }
    };
    let pieces = [square("Ground", 0.0, "skin"), square("Skirt", 1.0, "tweed")];
    folder.write("figure.glb", cloth_io::write_new_glb(&pieces, &[]).expect("a file"));
    let text =
        "[body]\nfile = 'figure.glb'\n[[garment]]\nnode = 'Skirt'\n[simulation]\nframes = [0, 3]\nlead_in = 0.0\n";
    simulate(&folder, "own", text);
    export(&folder, &["--to", "glb"]);
    let file = Body::open(&folder.path("run.glb")).expect("a file");
    assert_eq!(shown(&file, "Ground", 0.1), pieces[0].positions);
    assert!(farthest(&shown(&file, "Skirt", 3.0 / 24.0), &frame(&folder, 3)[0]) < SINGLE);
    let json = GltfFile::open(&folder.path("run.glb")).expect("a file").value().clone();
    assert_eq!(json["materials"].as_array().map(Vec::len), Some(2), "no new one");
    let skirt = json["meshes"].as_array().and_then(|meshes| meshes.last()).expect("a mesh");
    assert_eq!(json["materials"][skirt["primitives"][0]["material"].as_u64().expect("one") as usize]["name"], "tweed");
}

#[test]
fn every_number_is_where_graphics_cards_want_it() {
    let folder = Folder::new();
    wear(&folder, "[2, 6]", "animation = 'squat'");
    export(&folder, &["--to", "glb"]);
    let file = GltfFile::open(&folder.path("run.glb")).expect("a file");
    let json = file.value();
    assert_eq!(json["buffers"].as_array().map(Vec::len), Some(1));
    for accessor in json["accessors"].as_array().expect("accessors") {
        let view = &json["bufferViews"][accessor["bufferView"].as_u64().expect("a view") as usize];
        let offset = view["byteOffset"].as_u64().unwrap_or(0) + accessor["byteOffset"].as_u64().unwrap_or(0);
        assert_eq!(offset % 4, 0);
    }
    let mesh = json["meshes"].as_array().and_then(|meshes| meshes.iter().find(|m| m["name"] == "cap")).expect("a mesh");
    let targets = mesh["primitives"][0]["targets"].as_array().expect("targets");
    assert_eq!((targets.len(), mesh["weights"].as_array().map(Vec::len)), (4, Some(4)));
    for target in targets.iter().chain([&mesh["primitives"][0]["attributes"]]) {
        assert!(target["NORMAL"].is_u64());
        let index = target["POSITION"].as_u64().expect("positions") as usize;
        let stored: Vec<[f64; 3]> = file.accessor(index, "test").and_then(|a| a.vectors()).expect("numbers");
        for (key, pick) in [("min", f64::min as fn(f64, f64) -> f64), ("max", f64::max)] {
            let bound: Vec<f64> = (0..3).map(|i| stored.iter().map(|p| p[i]).reduce(pick).expect("some")).collect();
            assert_eq!(json["accessors"][index][key], Value::from(bound));
        }
    }
    let animations = json["animations"].as_array().expect("animations");
    assert_eq!(animations.len(), 1);
    let channels = animations[0]["channels"].as_array().expect("channels");
    let weights = channels.iter().find(|channel| channel["target"]["path"] == "weights").expect("weights");
    let sampler = &animations[0]["samplers"][weights["sampler"].as_u64().expect("one") as usize];
    let count = |key: &str| json["accessors"][sampler[key].as_u64().expect("one") as usize]["count"].as_u64();
    assert_eq!((count("input"), count("output")), (Some(5), Some(5 * 4)), "a weight for every target at every key");
}
