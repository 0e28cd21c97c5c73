//! What moves, and how: against formulas and against the posed body.

use super::{cloth, lines, simulate};
use crate::inspect::{Folder, selvedge};
use geometry::Point;
use selvedge_tests::data;

#[test]
fn free_fall_is_the_sum_of_the_steps() {
    let folder = Folder::new();
    let text = "\
        [[garment]]\n\
        shape = { sheet = { cells = [3, 3] } }\n\
        material = { preset = 'cotton', air_drag = 0.0 }\n\
        [simulation]\nblend = 0.0\ntolerance = 1e-13\nfps = 10\nsteps_per_frame = 5\nframes = [0, 10]\ngravity = [0, -8, 0]\n";
    let run = folder.path("run");
    simulate(&folder.write("fall.toml", text), &run, &[]);
    // Backward Euler: each of n steps of h adds g h to the speed, then the speed to the height.
    let (n, h) = (50.0, 0.02);
    let height = -8.0 * h * h * n * (n + 1.0) / 2.0;
    assert!(cloth(&run, 10).iter().all(|p| (p.y - height).abs() < 1e-9), "{height}");
    let last = lines(&run).pop().expect("lines");
    assert!((last["max_speed"].as_f64().expect("a number") - 8.0).abs() < 1e-9);
    assert!((last["max_stretch"].as_f64().expect("a number") - 1.0).abs() < 1e-9);
}

#[test]
fn pins_follow_their_keys_and_slide_where_they_are_free() {
    let folder = Folder::new();
    let text = "\
        [[garment]]\n\
        shape = { sheet = { cells = [6, 6] } }\n\
        [[garment.pin]]\ngroup = 'corner_0'\n\
        path = [{ time = 0.0, offset = [0, 0, 0] }, { time = 0.25, offset = [0.2, 0.1, 0] }]\n\
        [[garment.pin]]\nvertices = [6]\nfix = 'y'\n\
        [[garment.pin]]\ngroup = 'last_row'\nmove = [0, 0.4, 0]\n\
        [simulation]\nfps = 16\nframes = [0, 8]\n";
    let run = folder.path("run");
    simulate(&folder.write("keys.toml", text), &run, &[]);
    let start = cloth(&run, 0);
    for frame in 0..=8 {
        let (now, time) = (cloth(&run, frame), f64::from(frame) / 16.0);
        let share = (time / 0.25).min(1.0);
        let keyed = start[0] + geometry::Vector::new(0.2, 0.1, 0.0) * share;
        assert!((now[0] - keyed).norm() < 1e-12, "frame {frame}: {} against {keyed}", now[0]);
        assert!((now[48].y - 0.4 * time).abs() < 1e-12 && (now[48].x - start[48].x).abs() < 1e-12, "frame {frame}");
        assert!(now[6].y.abs() < 1e-12, "held in y");
    }
    assert!((cloth(&run, 8)[6] - start[6]).norm() > 1e-3, "free in x and z");
}

#[test]
fn seams_are_closed_inside_and_the_files_order_comes_back() {
    let folder = Folder::new();
    // Two quads that share an edge by position only, and a vertex that no face has.
    let mesh =
        "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 9 9 9\nv 1 0 0\nv 2 0 0\nv 2 0 1\nv 1 0 1\nf 1 2 3 4\nf 6 7 8 9\n";
    folder.write("seam.obj", mesh);
    let text = "[[garment]]\nfile = 'seam.obj'\npin = [{ vertices = [0, 3] }]\n[simulation]\nframes = [0, 12]\n";
    let run = folder.path("run");
    simulate(&folder.write("seam.toml", text), &run, &[]);
    let now = cloth(&run, 12);
    assert_eq!(now.len(), 9);
    assert_eq!((now[1], now[2]), (now[5], now[8]), "the seam holds");
    assert_eq!((now[0], now[3], now[4]), (Point::origin(), Point::new(0.0, 0.0, 1.0), Point::new(9.0, 9.0, 9.0)));
    assert!(now[6].y < -0.1, "the far end falls");
}

#[test]
fn pins_ride_on_the_body() {
    let folder = Folder::new();
    let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");
    let bake = |name: &str, arguments: &[&str]| {
        let file = folder.path(name);
        selvedge().arg("bake").arg(mannequin).args(arguments).arg("-o").arg(&file).assert().code(0);
        cloth_io::read(&file).expect("a mesh").pieces().iter().flat_map(|p| p.positions.clone()).collect::<Vec<Point>>()
    };
    // A cap just above the head, where nothing else of the body comes near.
    let bind = bake("bind.ply", &[]);
    let top = bind.iter().map(|p| p.y).fold(f64::MIN, f64::max) + 0.02;
    let text = format!(
        "[body]\nfile = '{mannequin}'\nanimation = 'squat'\n\
         [[garment]]\nshape = {{ sheet = {{ size = [0.1, 0.1], cells = [2, 2], center = [0, {top}, 0] }} }}\n\
         pin = [{{ group = 'corners', to = 'body' }}]\n\
         [simulation]\nfps = 12\nsteps_per_frame = 2\nlead_in = 0.5\nframes = [0, 24]\n"
    );
    let run = folder.path("run");
    simulate(&folder.write("body.toml", text), &run, &[]);
    let nearest = |body: &[Point], p: &Point| body.iter().map(|q| (q - p).norm()).fold(f64::MAX, f64::min);
    let mut moved: f64 = 0.0;
    for frame in [0, 12, 24] {
        let time = (f64::from(frame) / 12.0).to_string();
        let body = bake(&format!("{frame}.ply"), &["--animation", "squat", "--time", &time]);
        let now = cloth(&run, frame);
        for corner in [0, 2, 6, 8] {
            let corner: usize = corner;
            let start = Point::new(-0.05 + 0.05 * (corner % 3) as f64, top, -0.05 + 0.05 * (corner / 3) as f64);
            let (before, after) = (nearest(&bind, &start), nearest(&body, &now[corner]));
            assert!((after - before).abs() < 0.01, "frame {frame}, corner {corner}: {before} became {after}");
            moved = moved.max((now[corner] - start).norm());
        }
    }
    assert!(moved > 0.2, "the body squats: {moved}");
    assert_eq!(lines(&run).len(), 25, "frames of the lead-in are not written");
}

#[test]
fn a_node_of_the_characters_own_file_is_a_garment_and_no_body() {
    let Some(mage) = data::file("characters/Mage.glb") else { return };
    let folder = Folder::new();
    let mage = mage.canonicalize().expect("a path").display().to_string();
    let text = format!(
        "[body]\nfile = '{mage}'\n[[garment]]\nnode = 'Mage_Cape'\npin = [{{ vertices = [0, 1], to = 'body' }}]\n\
         [simulation]\nlead_in = 0.0\nframes = [0, 2]\n"
    );
    let run = folder.path("run");
    simulate(&folder.write("cape.toml", text), &run, &[]);
    let file = folder.path("cape.ply");
    selvedge().arg("bake").arg(&mage).args(["--node", "Mage_Cape", "-o"]).arg(&file).assert().code(0);
    let bind = cloth_io::read(&file).expect("a mesh").pieces()[0].positions.clone();
    let start = cloth(&run, 0);
    let farthest = start.iter().zip(&bind).map(|(p, q)| (p - q).norm()).fold(0.0, f64::max);
    assert!(
        start.len() == bind.len() && farthest < 1e-6,
        "it starts in the bind pose, in the file's order: {farthest}"
    );
    assert!((cloth(&run, 2)[50] - start[50]).norm() > 1e-4, "it moves");
}

#[test]
fn cloth_that_passes_through_itself_at_the_end_is_told_by_the_exit_code() {
    let folder = Folder::new();
    let sheet = |name: &str, plane: &str| {
        format!("[[garment]]\nname = '{name}'\nshape = {{ sheet = {{ cells = [5, 5], plane = '{plane}' }} }}\n")
    };
    let still = "[simulation]\ngravity = [0, 0, 0]\nframes = [0, 2]\n";
    let scene = folder.write("cross.toml", format!("{}{}{still}", sheet("lies", "xz"), sheet("stands", "xy")));
    let mut command = selvedge();
    command.arg("simulate").arg(&scene).arg("-o").arg(folder.path("run")).args(["--json", "-"]);
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let last = lines(&folder.path("run")).pop().expect("a line");
    assert_eq!((&summary["clean"], &summary["final_crossings"]), (&false.into(), &last["crossings"]));
    assert!(
        last["crossings"].as_u64() > Some(0) && last["paths"]["boundary"] == 1,
        "one path from edge to edge: {last}"
    );
}

#[test]
fn cloth_rests_on_colliders_and_does_not_enter_them() {
    let folder = Folder::new();
    // A sheet over a ball, a box and a mesh, above a floor.
    let text = "\
        [[garment]]\n\
        shape = { sheet = { cells = [24, 24], plane = 'xz', center = [0, 0.5, 0] } }\n\
        material = 'wool'\n\
        [[collider]]\nname = 'ball'\nshape = { sphere = { center = [-0.25, 0.2, 0], radius = 0.2 } }\n\
        [[collider]]\nname = 'crate'\nshape = { box = { center = [0.3, 0.15, 0], size = [0.2, 0.3, 0.3] } }\n\
        [[collider]]\nname = 'floor'\nshape = { plane = { } }\nfriction = 0.6\n\
        [simulation]\nframes = [0, 30]\n";
    let scene = folder.write("solids.toml", text);
    let run = folder.path("run");
    simulate(&scene, &run, &["--threads", "1"]);
    let mut lowest = f64::INFINITY;
    for frame in 0..=30 {
        for p in cloth(&run, frame) {
            let ball = (p - Point::new(-0.25, 0.2, 0.0)).norm() - 0.2;
            let apart = (p - Point::new(0.3, 0.15, 0.0)).abs() - geometry::Vector::new(0.1, 0.15, 0.15);
            let deepest = p.y.min(ball).min(apart.max());
            assert!(deepest > -1e-3, "frame {frame}: {p} is {deepest} m inside");
            lowest = lowest.min(p.y);
        }
    }
    assert!(lowest < 0.02, "it fell down to the floor: {lowest}");
    let last = lines(&run).pop().expect("lines");
    assert!(last["contacts"].as_u64().expect("a number") > 50, "{last}");
    let again = folder.path("again");
    simulate(&scene, &again, &["--threads", "2"]);
    assert!((0..=30).all(|frame| cloth(&run, frame) == cloth(&again, frame)), "other bytes on two threads");
}
