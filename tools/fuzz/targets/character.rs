//! Any bytes as a glTF character: read, posed, profiled. Nothing may panic, hang or ask for more memory than the file justifies.
#![no_main]

use body::{Body, Pose, When, Wrap};
use gltf_file::GltfFile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = GltfFile::from_bytes(bytes, None) else { return };
    let Ok(body) = Body::read(&file, |_| true) else { return };
    let mut pose = Pose::default();
    let _ = body.pose(When::Bind, &mut pose);
    for clip in 0..body.animations().len().min(4) {
        for time in [-1.0, 0.0, 0.3, 1e9, f64::NAN] {
            let _ = body.pose(When::Clip { clip, time, wrap: Wrap::Loop }, &mut pose);
        }
    }
});
