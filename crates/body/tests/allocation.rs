//! Posing again and again allocates nothing. A test binary of its own, because it counts every allocation.

mod counting;

use std::path::Path;

use body::{Body, Pose, When, Wrap};
use counting::{Counting, count};
use geometry::SurfaceMotion;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn poses_and_motions_allocate_nothing() {
    for name in ["characters/RobotExpressive.glb", "characters/CesiumMan.glb", "human/human.glb"] {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(name);
        if !path.exists() {
            println!("SKIPPED: {} is not there", path.display());
            continue;
        }
        let body = Body::open(&path).unwrap();
        let (mut pose, mut motion) = (Pose::default(), SurfaceMotion::default());
        let at = |time| When::Clip { clip: 0, time, wrap: Wrap::Loop };
        body.motion(When::Bind, at(0.0), &mut pose, &mut motion).unwrap();
        let before = count();
        for step in 0..20 {
            body.pose(When::LeadIn { clip: 0, time: 0.0, share: f64::from(step) / 20.0 }, &mut pose).unwrap();
            body.motion(at(f64::from(step) * 0.1), at(f64::from(step) * 0.1 + 0.1), &mut pose, &mut motion).unwrap();
        }
        assert_eq!(count(), before, "{name}");
    }
}
