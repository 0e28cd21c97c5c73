//! The mannequin is what it says: closed, even, clean at rest, pinched where its clips say so, and the same every time.

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{Mesh, Point};
use gia::{Analyser, Analysis};
use mannequin::{KEYS_PER_SECOND, Mannequin};
use std::sync::LazyLock;

/// Made once for all tests of this file.
static MANNEQUIN: LazyLock<Mannequin> = LazyLock::new(Mannequin::new);
static MESH: LazyLock<Mesh> = LazyLock::new(|| {
    Mesh::new(MANNEQUIN.positions.len(), &MANNEQUIN.triangles).expect("every edge has at most two triangles")
});

/// The file, by its length and a checksum: changes only when the figure does, and then on purpose.
const GOLDEN: (usize, u64) = (1_324_836, 8_146_388_552_826_402_765);

/// What each clip pinches: when, two parts by the beginnings of their joints' names, and at least how many crossings.
const PINCHES: [(&str, f64, [&str; 2], usize); 22] = [
    ("elbow", 1.5, ["RightArm", "RightForeArm"], 40),
    ("squat", 1.8, ["LeftUpLeg", "LeftLeg"], 60),
    ("squat", 1.8, ["RightUpLeg", "RightLeg"], 60),
    ("squat", 1.8, ["LeftUpLeg", "Spine"], 20),
    ("arms_to_side", 1.4, ["LeftArm", "Spine"], 60),
    ("arms_to_side", 1.4, ["RightArm", "Spine"], 60),
    ("belly_rub", 2.5, ["RightHand", "Spine"], 100),
    ("clasp", 1.8, ["LeftHand", "RightHand"], 200),
    ("cross", 1.8, ["LeftForeArm", "RightForeArm"], 20),
    ("cross", 1.8, ["RightForeArm", "Spine"], 20),
    ("chin", 1.4, ["Head", "Neck"], 10),
    ("sit", 1.8, ["LeftUpLeg", "Spine"], 10),
    ("heel", 1.5, ["RightUpLeg", "RightLeg"], 60),
    ("heel", 1.5, ["RightFoot", "Hips"], 4),
    ("foot_on_foot", 1.5, ["LeftFoot", "RightFoot"], 20),
    ("tuck", 1.8, ["RightHand", "LeftArm"], 20),
    ("knees", 1.4, ["LeftUpLeg", "RightUpLeg"], 40),
    ("elbow_fast", 0.8, ["RightArm", "RightForeArm"], 40),
    ("elbow_long", 9.0, ["RightArm", "RightForeArm"], 40),
    ("elbow_turning", 2.0, ["RightArm", "RightForeArm"], 40),
    ("elbow_again", 2.8, ["RightArm", "RightForeArm"], 40),
    ("elbow_to_side", 1.8, ["RightForeArm", "RightArm"], 20),
];

fn analyse(positions: &[Point]) -> Analysis {
    let around = |face: u32| Bounds::around(MESH.faces()[face as usize].iter().map(|v| &positions[v.index()]));
    let tree = BoxTree::build(MESH.faces().len(), around);
    Analyser::default().analyse(&MESH, positions, &tree)
}

fn posed(clip: &str, time: f64) -> Vec<Point> {
    MANNEQUIN.posed(clip, time).expect("a clip of this name")
}

fn farthest(a: &[Point], b: &[Point]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

/// FNV-1a: enough to notice a change.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn the_skin_is_one_closed_manifold_of_genus_zero() {
    assert!(MESH.set_aside().degenerate.is_empty() && MESH.set_aside().duplicate.is_empty());
    assert_eq!(MESH.boundary_edge_count(), 0);
    assert_eq!(MESH.components().1, 1);
    let euler = MESH.vertex_count() as i64 - MESH.edges().len() as i64 + MESH.faces().len() as i64;
    assert_eq!(euler, 2);
    assert!((8_000..=15_000).contains(&MESH.vertex_count()), "{} vertices", MESH.vertex_count());
}

#[test]
fn the_skin_is_clean_at_rest_and_stands_on_the_floor() {
    assert!(analyse(&MANNEQUIN.positions).is_clean());
    let heights = || MANNEQUIN.positions.iter().map(|p| p.y);
    assert_eq!(heights().fold(f64::INFINITY, f64::min), 0.0);
    let top = heights().fold(0.0, f64::max);
    assert!((top - 1.70).abs() < 0.005, "{top} m tall");
}

#[test]
fn triangles_are_even_and_normals_point_outwards() {
    let mut smallest: Vec<f64> = Vec::new();
    for triangle in &MANNEQUIN.triangles {
        let corners = triangle.map(|v| MANNEQUIN.positions[v as usize]);
        let angle = |i: usize| {
            let (a, b, c) = (corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]);
            (b - a).angle(&(c - a)).to_degrees()
        };
        smallest.push((0..3).map(angle).fold(180.0, f64::min));
        let face = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
        let normal = triangle.iter().map(|&v| MANNEQUIN.normals[v as usize]).sum::<geometry::Vector>();
        assert!(face.dot(&normal) > 0.0, "triangle {triangle:?} faces inwards");
    }
    smallest.sort_by(f64::total_cmp);
    assert!(smallest[0] > 5.0, "smallest angle {}°", smallest[0]);
    assert!(smallest[smallest.len() / 1000] > 20.0, "one in a thousand below {}°", smallest[smallest.len() / 1000]);
}

#[test]
fn the_skin_is_symmetric_to_the_bit() {
    let bits = |p: &Point| [p.x + 0.0, p.y, p.z].map(f64::to_bits);
    let all: std::collections::HashSet<_> = MANNEQUIN.positions.iter().map(bits).collect();
    assert!(MANNEQUIN.positions.iter().all(|p| all.contains(&bits(&Point::new(-p.x, p.y, p.z)))));
}

#[test]
fn weights_are_symmetric_to_the_bit() {
    let key = |p: &Point, sign: f64| [p.x * sign + 0.0, p.y, p.z].map(f64::to_bits);
    let vertices: std::collections::HashMap<_, usize> =
        MANNEQUIN.positions.iter().enumerate().map(|(v, p)| (key(p, 1.0), v)).collect();
    let swap = |name: &str| match (name.strip_prefix("Left"), name.strip_prefix("Right")) {
        (Some(rest), _) => format!("Right{rest}"),
        (_, Some(rest)) => format!("Left{rest}"),
        _ => name.to_owned(),
    };
    for (v, p) in MANNEQUIN.positions.iter().enumerate().filter(|(_, p)| p.x != 0.0) {
        let twin = vertices[&key(p, -1.0)];
        let named = |v: usize| {
            let influences = MANNEQUIN.influences[v].iter().filter(|(_, weight)| *weight > 0.0);
            influences.map(|(joint, weight)| (MANNEQUIN.joints()[usize::from(*joint)].name.clone(), *weight))
        };
        let swapped = named(twin).map(|(name, weight)| (swap(&name), weight));
        assert!(named(v).eq(swapped), "vertex {v} and its twin {twin}");
    }
}

#[test]
fn weights_sum_to_one_and_name_joints() {
    let joints = MANNEQUIN.joints().len();
    for influences in &MANNEQUIN.influences {
        assert_eq!(influences.iter().map(|(_, weight)| weight).sum::<f32>(), 1.0);
        assert!(influences.iter().all(|&(joint, weight)| usize::from(joint) < joints && weight >= 0.0));
        assert!(influences.is_sorted_by(|a, b| a.1 >= b.1));
    }
}

#[test]
fn arms_do_not_pull_the_trunk() {
    for (p, influences) in MANNEQUIN.positions.iter().zip(&MANNEQUIN.influences) {
        let is_arm = |joint: u16| {
            let name = &MANNEQUIN.joints()[usize::from(joint)].name;
            name.contains("Arm") || name.contains("Hand")
        };
        let pulled: f32 = influences.iter().filter(|(joint, _)| is_arm(*joint)).map(|(_, weight)| weight).sum();
        // Below the armpits, between the lines of the arms.
        assert!(pulled < 0.01 || p.y > 1.22 || p.x.abs() > 0.17, "{p} follows an arm by {pulled}");
    }
}

#[test]
fn clips_begin_and_end_in_the_bind_pose_and_the_walk_loops() {
    for (clip, seconds) in MANNEQUIN.clips() {
        let (first, last) = (posed(clip, 0.0), posed(clip, seconds));
        assert!(farthest(&first, &last) < 1e-6, "{clip} does not end as it began");
        assert!(clip == "walk" || farthest(&first, &MANNEQUIN.positions) < 1e-6, "{clip} does not begin at rest");
    }
}

#[test]
fn clips_pinch_what_they_say() {
    for (clip, time, names, least) in PINCHES {
        let positions = posed(clip, time);
        let is = |v: geometry::VertexId, name: &str| MANNEQUIN.part(v.0).starts_with(name);
        let analysis = analyse(&positions);
        assert!(analysis.pair_count() > 20, "{clip} at {time} s has {} pairs", analysis.pair_count());
        let between = analysis.crossings().iter().filter(|crossing| {
            let (edge, face) = (MESH.edge(crossing.edge).vertices[0], MESH.face(crossing.face)[0]);
            is(edge, names[0]) && is(face, names[1]) || is(edge, names[1]) && is(face, names[0])
        });
        let found = between.count();
        assert!(found >= least, "{clip} at {time} s: {found} crossings between {names:?}");
    }
}

#[test]
fn feet_stay_on_the_floor() {
    let foot = |v: &usize| ["Foot", "Toe"].iter().any(|name| MANNEQUIN.part(*v as u32).contains(name));
    let feet: Vec<usize> = (0..MANNEQUIN.positions.len()).filter(foot).collect();
    for (clip, seconds) in MANNEQUIN.clips() {
        let keys = (seconds * KEYS_PER_SECOND) as usize;
        for key in 0..=keys {
            let positions = posed(clip, key as f64 / KEYS_PER_SECOND);
            // Of a foot that swings straight backwards the toes dip by 3 cm: there the other one is asked, which stands.
            let stands = |v: &&usize| clip != "heel" || MANNEQUIN.part(**v as u32).starts_with("Left");
            let lowest = feet.iter().filter(stands).map(|&v| positions[v].y).fold(f64::INFINITY, f64::min);
            // A walk rolls over heel and toes.
            let allowed = if clip == "walk" { 0.015 } else { 0.005 };
            assert!(lowest.abs() < allowed, "{clip}, key {key}: the lowest point of the feet is at {lowest}");
            if clip == "squat" {
                let soles = feet.iter().filter(|&&v| MANNEQUIN.positions[v].y < 0.03);
                let moved = soles.map(|&v| (positions[v] - MANNEQUIN.positions[v]).norm()).fold(0.0, f64::max);
                assert!(moved < 0.005, "squat, key {key}: a sole slides by {moved}");
            }
        }
    }
}

#[test]
fn skin_moves_smoothly_from_key_to_key() {
    for (clip, seconds) in MANNEQUIN.clips() {
        let keys = (seconds * KEYS_PER_SECOND) as usize;
        let mut before = posed(clip, 0.0);
        for key in 1..=keys {
            let positions = posed(clip, key as f64 / KEYS_PER_SECOND);
            let step = farthest(&before, &positions);
            // 4 m/s is a quick hand; one clip is meant to be quicker than any.
            assert!(clip == "elbow_fast" || step * KEYS_PER_SECOND < 4.0, "{clip}, key {key}: {step} m in one key");
            before = positions;
        }
    }
}

#[test]
fn the_file_is_the_same_every_time() {
    let first = MANNEQUIN.glb();
    assert!(first.len() < 3_000_000, "{} bytes", first.len());
    assert!(mannequin::glb() == first, "two generations differ");
    assert_eq!((first.len(), checksum(&first)), GOLDEN, "the figure has changed: if it was meant to, change this");
}
