//! The scenes to measure: those of the fixtures, and those that real characters play.
//!
//! Real characters are not part of the repository. Their scenes are written when they are needed, beside the results, and
//! those whose files are missing are left out, said aloud by [`crate::data`].

use crate::data;
use anyhow::{Context, Result};
use body::Body;
use cloth_io::Overwrite;
use geometry::VertexId;
use make_fixtures::garments;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tailor::{Form, FormJoint};

/// Scenes of the fixtures in which the mannequin pinches its clothes.
pub const FIXTURES: [&str; 6] = ["elbow", "arm-in-torso", "squat", "tortured-shirt", "walk-mannequin", "demo"];
/// Clips of the shared human, with the number of frames each lasts and some to recover in.
pub const HUMAN: [(&str, u32); 7] = [
    ("walk", 96),
    ("squat", 108),
    ("elbow_fold", 102),
    ("arm_to_side", 114),
    ("belly_rub", 138),
    ("sit", 114),
    ("twist_reach", 114),
];
/// The joints that a shirt and trousers for the shared walking man cover.
const CESIUM: [(&str, &str); 2] = [
    ("trousers", "*torso_joint_1,leg_joint_?_1,leg_joint_?_2:0.9"),
    ("shirt", "*torso_joint_2,torso_joint_3,*arm_joint_R,*arm_joint_L__4_,*arm_joint_R__2_:0.5,*arm_joint_L__3_:0.5"),
];
/// How far trousers and shirt are from the skin, as parts of the character's height.
const EASES: [f64; 2] = [0.008, 0.016];
/// The length of edges, as a part of the character's height.
const EDGE: f64 = 0.011;

/// A scene of the fixtures.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/scenes")).join(name).join("scene.toml")
}

/// The names of all scenes.
pub fn names() -> Vec<String> {
    let human = HUMAN.iter().map(|(clip, _)| format!("human-{clip}"));
    FIXTURES.iter().map(|name| (*name).to_owned()).chain(["cesium-walk".to_owned()]).chain(human).collect()
}

/// The file of a scene by its name, or a path as it is. Scenes of real characters are written into a folder first;
/// `None` where their files are missing.
pub fn scene(name: &str, folder: &Path) -> Result<Option<PathBuf>> {
    if let Some(clip) = name.strip_prefix("human-") {
        let frames = HUMAN.iter().find(|(known, _)| *known == clip).with_context(|| format!("{name} is not known"))?.1;
        return human(clip, frames, folder);
    }
    if name == "cesium-walk" {
        return cesium(folder);
    }
    Ok(Some(if FIXTURES.contains(&name) { fixture(name) } else { PathBuf::from(name) }))
}

/// A garment of a scene: its name, its file, its material, and the group it is pinned by.
type Worn<'a> = (&'a str, &'a Path, &'a str, Option<&'a str>);

/// A scene's text, garments from the innermost on.
fn text(body: &Path, animation: &str, wrap: &str, garments: &[Worn], frames: u32) -> String {
    // Names as TOML quotes them: where it differs from Rust, no file here has such a name.
    let body = body.to_string_lossy();
    let mut text = format!("[body]\nfile = {body:?}\nanimation = {animation}\nwrap = {wrap:?}\n");
    for (layer, (name, file, material, pin)) in garments.iter().enumerate() {
        let file = file.to_string_lossy();
        let _ =
            write!(text, "\n[[garment]]\nname = {name:?}\nfile = {file:?}\nmaterial = {material:?}\nlayer = {layer}\n");
        if let Some(group) = pin {
            let _ = writeln!(text, "pin = [{{ group = {group:?}, to = \"body\" }}]");
        }
    }
    let _ = write!(text, "\n[simulation]\nframes = [0, {frames}]\n");
    text
}

fn write(folder: &Path, name: &str, text: &str) -> Result<Option<PathBuf>> {
    let path = folder.join(format!("{name}.toml"));
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Some(path))
}

fn human(clip: &str, frames: u32, folder: &Path) -> Result<Option<PathBuf>> {
    let files = ["human.glb", "tee.obj", "trousers_loose.obj"].map(|name| data::file(&format!("human/{name}")));
    let [Some(body), Some(tee), Some(trousers)] = files.map(|file| file.and_then(|path| path.canonicalize().ok()))
    else {
        return Ok(None);
    };
    let wrap = if clip == "walk" { "loop" } else { "clamp" };
    let worn = [("trousers", trousers.as_path(), "denim", Some("waistband")), ("tee", tee.as_path(), "jersey", None)];
    write(folder, &format!("human-{clip}"), &text(&body, &format!("{clip:?}"), wrap, &worn, frames))
}

fn cesium(folder: &Path) -> Result<Option<PathBuf>> {
    let Some(path) = data::file("characters/CesiumMan.glb").and_then(|path| path.canonicalize().ok()) else {
        return Ok(None);
    };
    let form = form(&Body::open(&path)?);
    let mut files = Vec::new();
    for ((name, cover), ease) in CESIUM.into_iter().zip(EASES) {
        let garment = garments::cut(&form, cover, ease * form.height(), EDGE * form.height())?;
        let file = folder.join(format!("cesium-{name}.obj")).canonicalize().unwrap_or_else(|_| absolute(folder, name));
        cloth_io::write_new(&[garments::piece(name, &garment, &[])], &file, Overwrite::Allow)?;
        files.push(file);
    }
    let worn =
        [("trousers", files[0].as_path(), "denim", Some("waist")), ("shirt", files[1].as_path(), "cotton", None)];
    write(folder, "cesium-walk", &text(&path, "0", "loop", &worn, 96))
}

fn absolute(folder: &Path, name: &str) -> PathBuf {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    folder.join(format!("cesium-{name}.obj"))
}

/// A character as the tailor sees it.
fn form(body: &Body) -> Form {
    let assembly = body.assembly();
    let follows =
        |v: usize| body.influences(VertexId::at(v)).iter().map(|&(j, w)| (j as usize, f64::from(w))).collect();
    let joint = |j: &body::Joint| FormJoint { name: j.name.clone(), parent: j.parent, position: j.position };
    Form {
        positions: assembly.positions().to_vec(),
        triangles: assembly.mesh().faces().iter().map(|face| face.map(|v| v.0)).collect(),
        joints: body.skeleton().joints.iter().map(joint).collect(),
        influences: (0..assembly.positions().len()).map(follows).collect(),
    }
}
