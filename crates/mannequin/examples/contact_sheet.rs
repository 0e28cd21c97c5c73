//! Pictures of the mannequin: at rest from four sides, and every clip at its key moments, with what intersects in red.
//!
//! `cargo run -p selvedge-mannequin --example contact_sheet [FOLDER]`, by default the system's folder for temporary files.

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{Mesh, Point, Vector};
use mannequin::{KEYS_PER_SECOND, Mannequin};
use picture::{BODY, Camera, Image, LineStyle, Scene, Wireframe};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Moments of every clip, in seconds.
const MOMENTS: [(&str, [f64; 4]); 15] = [
    ("elbow", [0.4, 0.6, 0.8, 1.5]),
    ("squat", [0.5, 0.75, 1.0, 1.8]),
    ("arms_to_side", [0.5, 1.3, 2.2, 2.95]),
    ("belly_rub", [0.5, 1.5, 2.5, 3.2]),
    ("clasp", [0.5, 0.8, 1.1, 1.8]),
    ("walk", [0.0, 0.25, 0.5, 0.75]),
    ("demo", [1.2, 3.0, 5.2, 6.6]),
    ("cross", [0.5, 0.8, 1.1, 1.8]),
    ("chin", [0.4, 0.6, 0.8, 1.5]),
    ("sit", [0.5, 0.75, 1.0, 1.8]),
    ("heel", [0.4, 0.6, 0.8, 1.5]),
    ("foot_on_foot", [0.4, 0.6, 0.8, 1.5]),
    ("tuck", [0.5, 0.8, 1.1, 1.8]),
    ("knees", [0.4, 0.6, 0.8, 1.5]),
    ("elbow_to_side", [0.5, 0.8, 1.1, 1.8]),
];
/// From the figure to the eye: front, three-quarter, side, back.
const VIEWS: [[f64; 3]; 4] = [[0.0, 0.05, 1.0], [-0.6, 0.15, 0.8], [-1.0, 0.05, 0.0], [0.4, 0.1, -1.0]];
/// Close-ups: clip, time, joint in the middle, how far around it in metres, from where.
const CLOSE: [(&str, f64, &str, f64, [f64; 3]); 16] = [
    ("elbow", 0.0, "Head", 0.20, [0.0, 0.0, 1.0]),
    ("elbow", 0.0, "Head", 0.20, [-0.6, 0.1, 0.8]),
    ("elbow", 0.0, "LeftHandMiddle1", 0.13, [1.0, 0.8, 0.2]),
    ("elbow", 0.0, "LeftHandMiddle1", 0.13, [-0.6, -0.2, 1.0]),
    ("elbow", 0.0, "LeftToeBase", 0.15, [0.7, 0.5, 0.7]),
    ("elbow", 0.0, "Spine2", 0.30, [0.0, 0.1, -1.0]),
    ("elbow", 0.0, "Hips", 0.30, [0.3, 0.0, 1.0]),
    ("elbow", 0.0, "LeftLeg", 0.30, [0.6, 0.1, 0.8]),
    ("elbow", 1.5, "RightForeArm", 0.22, [-0.8, 0.1, 0.6]),
    ("elbow", 1.5, "RightForeArm", 0.22, [-0.6, 0.2, -0.8]),
    ("squat", 1.8, "LeftLeg", 0.35, [0.9, 0.1, 0.5]),
    ("squat", 1.8, "Hips", 0.40, [0.3, 0.2, -0.9]),
    ("arms_to_side", 1.3, "LeftArm", 0.30, [0.5, 0.2, 0.8]),
    ("arms_to_side", 2.95, "LeftArm", 0.30, [0.2, 0.1, 1.0]),
    ("belly_rub", 2.5, "RightHand", 0.20, [-0.2, 0.2, 1.0]),
    ("clasp", 1.8, "LeftHandMiddle1", 0.20, [0.3, 0.5, 1.0]),
];
/// Pixels of one picture.
const SIZE: [u32; 2] = [480, 640];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let mannequin = Mannequin::new();
    let save = |name: &str, images: &[Image], labels: &[&str]| -> Result<(), Box<dyn std::error::Error>> {
        let png = Image::sheet(images, 4, labels).write_png()?;
        Ok(std::fs::write(folder.join(format!("mannequin_{name}.png")), png)?)
    };
    save("rest", &VIEWS.map(|view| draw(&mannequin, &mannequin.positions, view.into())), &[])?;
    for (clip, moments) in MOMENTS {
        let poses = moments.map(|time| mannequin.posed(clip, time).expect("a clip of this name"));
        let images: Vec<Image> = [VIEWS[1], VIEWS[2]]
            .iter()
            .flat_map(|&view| poses.iter().map(move |pose| (pose, view)))
            .map(|(pose, view)| draw(&mannequin, pose, view.into()))
            .collect();
        let labels: Vec<String> = moments.iter().map(|time| format!("{clip} {time} s")).collect();
        save(clip, &images, &labels.iter().map(String::as_str).collect::<Vec<_>>())?;
        for (time, pose) in moments.iter().zip(&poses) {
            println!("{clip} {time}: {:?}", pairs(&mannequin, pose));
        }
    }
    for (clip, seconds) in mannequin.clips() {
        let (pairs, time) = peak(&mannequin, clip, seconds);
        println!("{clip}: {pairs} pairs at the most, at {time:.2} of {seconds} s");
    }
    let details =
        CLOSE.map(|(clip, time, joint, reach, view)| close_up(&mannequin, clip, time, joint, reach, view.into()));
    save("details", &details, &[])?;
    Ok(())
}

fn analyse(mannequin: &Mannequin, positions: &[Point]) -> (Mesh, gia::Analysis) {
    let mesh = Mesh::new(positions.len(), &mannequin.triangles).expect("the skin is a mesh");
    let tree = BoxTree::build(mesh.faces().len(), |face| {
        Bounds::around(mesh.faces()[face as usize].iter().map(|v| &positions[v.index()]))
    });
    let analysis = gia::Analyser::default().analyse(&mesh, positions, &tree);
    (mesh, analysis)
}

/// The most intersecting pairs at any key of a clip, and when.
fn peak(mannequin: &Mannequin, clip: &str, seconds: f64) -> (usize, f64) {
    let times = (0..=(seconds * KEYS_PER_SECOND) as usize).map(|key| key as f64 / KEYS_PER_SECOND);
    let counted = times.map(|time| {
        let positions = mannequin.posed(clip, time).expect("a clip of this name");
        (analyse(mannequin, &positions).1.pair_count(), time)
    });
    counted.reduce(|a, b| if b.0 > a.0 { b } else { a }).expect("a clip has keys")
}

/// Crossings by the joints of their edge and face.
fn pairs(mannequin: &Mannequin, positions: &[Point]) -> BTreeMap<[String; 2], usize> {
    let (mesh, analysis) = analyse(mannequin, positions);
    let mut found = BTreeMap::new();
    for crossing in analysis.crossings() {
        let (edge, face) = (mesh.edge(crossing.edge).vertices[0], mesh.face(crossing.face)[0]);
        let mut names = [edge, face].map(|v| mannequin.part(v.0).to_owned());
        names.sort();
        *found.entry(names).or_insert(0) += 1;
    }
    found
}

fn draw(mannequin: &Mannequin, positions: &[Point], view: Vector) -> Image {
    take(mannequin, positions, &mannequin.positions, view, Wireframe::Hidden)
}

/// The skin near what a joint is nearest to in the bind pose.
fn close_up(mannequin: &Mannequin, clip: &str, time: f64, joint: &str, reach: f64, view: Vector) -> Image {
    let positions = mannequin.posed(clip, time).expect("a clip of this name");
    let joint = mannequin.joints().iter().find(|j| j.name == joint).expect("a joint of this name");
    let distance = |v: &usize| (mannequin.positions[*v] - joint.position).norm();
    let nearest = (0..positions.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("there is a skin");
    let near = positions.iter().copied().filter(|p| (p - positions[nearest]).norm() < reach);
    take(mannequin, &positions, &near.collect::<Vec<_>>(), view, Wireframe::Faint)
}

fn take(mannequin: &Mannequin, positions: &[Point], framed: &[Point], view: Vector, wireframe: Wireframe) -> Image {
    let (mesh, analysis) = analyse(mannequin, positions);
    let contours: Vec<_> = analysis.paths().iter().map(|path| analysis.polyline(&mesh, positions, path)).collect();
    let camera = Camera::framing(framed, view, f64::from(SIZE[0]) / f64::from(SIZE[1]));
    let body = picture::Mesh::new(positions, &mannequin.triangles).base(BODY).wireframe(wireframe);
    let red = LineStyle::new([0.85, 0.1, 0.1], 2.0);
    Scene::new().mesh(body).lines(contours, red).render(SIZE[0], SIZE[1], &camera).image
}
