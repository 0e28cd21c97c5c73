//! Files that are broken on purpose: a clear error, or a harmless body; never a panic.

use body::{Body, BodyError, Pose, When};

use crate::shared::{at, file, models};

#[test]
fn hostile_files_are_refused_clearly_or_load_harmlessly() {
    for path in models("hostile") {
        match Body::open(&path) {
            Err(error) => {
                let text = error.to_string();
                println!("{}: {text}", path.file_name().unwrap().display());
                assert!(text.len() > 20 && text.len() < 400, "{text}");
            }
            Ok(body) => {
                println!("{}: loads, {:?}", path.file_name().unwrap().display(), body.notes());
                let mut pose = Pose::default();
                body.pose(When::Bind, &mut pose).unwrap();
                for clip in 0..body.animations().len() {
                    let _ = body.pose(at(clip, 0.5), &mut pose);
                }
                assert!(pose.positions().iter().all(|p| p.iter().all(|x| x.is_finite())));
            }
        }
    }
}

#[test]
fn draco_is_refused_with_the_name_of_a_tool() {
    let Some(path) = file("import/CesiumMan-Draco/CesiumMan.gltf") else { return };
    let Err(BodyError::File(fault)) = Body::open(&path) else { panic!("it must be refused") };
    assert!(fault.what.contains("KHR_draco_mesh_compression") && fault.remedy.contains("gltf-transform"), "{fault}");
}
