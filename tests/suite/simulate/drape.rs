//! `selvedge drape`.

use super::{cloth, fixture};
use crate::inspect::{Folder, selvedge};
use serde_json::Value;

#[test]
fn a_hanging_sheet_is_as_long_as_its_weight_makes_it() {
    let folder = Folder::new();
    let text = "\
        [[garment]]\n\
        shape = { sheet = { cells = [4, 40], plane = 'xy' } }\n\
        material = { preset = 'cotton', density = 1.0, stretch_warp = 200.0, stretch_weft = 200.0 }\n\
        pin = [{ group = 'last_row' }]\n[simulation]\ngravity = [0, -10, 0]\n";
    let (scene, run) = (folder.write("hang.toml", text), folder.path("run"));
    let output =
        selvedge().arg("drape").arg(&scene).arg("-o").arg(&run).args(["--json", "-"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["at_rest"], true);
    // Strain grows linearly from 0 at the lower hem to ρ g L / k above: half of that on average. The pinned row keeps its
    // width, so the middle column is the one to measure.
    let lowest = cloth(&run, 0).iter().map(|p| p.y).fold(f64::MAX, f64::min);
    let length = 0.5 - lowest;
    let expected = 1.0 + 1.0 * 10.0 * 1.0 / 200.0 / 2.0;
    assert!((length - expected).abs() < 0.003, "{length} against {expected}");
}

#[test]
fn a_mesh_comes_back_as_the_same_file_with_moved_vertices() {
    let folder = Folder::new();
    let mesh = "# a napkin\nmtllib napkin.mtl\nv 0 0 0\nv 0.2 0 0\nv 0.2 0 0.2\nv 0 0 0.2\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
                g edge\nusemtl linen\nf 1/1 2/2 3/3 4/4\n";
    folder.write("napkin.obj", mesh);
    let text = "[[garment]]\nfile = 'napkin.obj'\nrest = 'uv'\npin = [{ vertices = [0, 1] }]\n";
    let (scene, out) = (folder.write("napkin.toml", text), folder.path("out.obj"));
    selvedge().arg("drape").arg(&scene).arg("-o").arg(&out).assert().code(0);
    let draped = std::fs::read_to_string(&out).expect("a mesh");
    let others =
        |text: &str| text.lines().filter(|line| !line.starts_with("v ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(others(&draped), others(mesh));
    let piece = &cloth_io::read(&out).expect("a mesh").pieces()[0].clone();
    assert_eq!(piece.positions[1].x, 0.2, "pinned");
    assert!(piece.positions[2].y < -0.15, "hangs: {}", piece.positions[2]);
    selvedge().arg("drape").arg(&scene).arg("-o").arg(&out).assert().code(2);
    selvedge().arg("drape").arg(&scene).arg("-o").arg(folder.path("napkin.obj")).arg("--overwrite").assert().code(2);
    assert_eq!(std::fs::read_to_string(folder.path("napkin.obj")).expect("the input"), mesh, "no input is touched");
}

#[test]
fn the_example_of_the_help_comes_to_rest() {
    let folder = Folder::new();
    let out = folder.path("draped.ply");
    let picture = folder.path("draped.png");
    let mut command = selvedge();
    command.arg("drape").arg(fixture("hanging-cloth")).arg("-o").arg(&out).arg("--png").arg(&picture);
    command.assert().code(0);
    let lowest =
        cloth_io::read(&out).expect("a mesh").pieces()[0].positions.iter().map(|p| p.y).fold(f64::MAX, f64::min);
    assert!(lowest < -0.99, "it hangs straight down: {lowest}");
    assert!(std::fs::read(picture).expect("a picture").starts_with(b"\x89PNG"));
}
