//! Small files whose right answer can be worked out by hand.

use body::{Body, When};
use geometry::Point;
use nalgebra::{Rotation3, Vector3};

use crate::shared::{at, bounds, models, open, posed, unwelded};

/// The upper joint of the strip stands at (0, 1, 0) and turns about z; keys every half second, in tenths of sin 45°.
#[test]
fn the_simple_skin_bends_at_its_upper_joint() {
    let Some(body) = open("import/SimpleSkin/SimpleSkin.gltf") else { return };
    assert_eq!(body.skeleton().joints[1].position, Point::new(0.0, 1.0, 0.0));
    assert_eq!(body.skeleton().joints[1].parent, Some(0));
    let rest = unwelded(&body, When::Bind);
    // The key at 1 s is (0, 0, 0.707, 0.707): a quarter turn. The top row has the weight 1, those below 3/4, 1/2, 1/4.
    let bent = unwelded(&body, at(0, 1.0));
    let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_2);
    for (vertex, (before, after)) in rest.iter().zip(&bent).enumerate() {
        let weight = [0.0, 0.25, 0.5, 0.75, 1.0][vertex / 2];
        let turned = Point::from(turn * (before - Point::new(0.0, 1.0, 0.0)) + Vector3::y());
        let expected = before + (turned - before) * weight;
        assert!((after - expected).norm() < 1e-12, "vertex {vertex}: {after} is not {expected}");
    }
}

/// Nine cubes; each clip moves one of them and leaves the others.
#[test]
fn each_interpolation_moves_its_own_cube() {
    let Some(body) = open("import/InterpolationTest.glb") else { return };
    let step = body.animation("Step Translation").unwrap();
    let linear = body.animation("Linear Translation").unwrap();
    let duration = body.animations()[step].duration;
    let moved = |clip: usize, share: f64| {
        let (rest, now) = (unwelded(&body, When::Bind), unwelded(&body, at(clip, share * duration)));
        let shift = rest.iter().zip(&now).map(|(a, b)| (b - a).norm()).fold(0.0, f64::max);
        let count = rest.iter().zip(&now).filter(|(a, b)| (*b - *a).norm() > 1e-9).count();
        (shift, count)
    };
    let cube = body.pieces().find(|piece| piece.triangles == 12).unwrap().vertices;
    for clip in [step, linear] {
        assert!((0..20).map(|i| moved(clip, f64::from(i) / 19.0).1).all(|count| count == 0 || count == cube));
    }
    // STEP has few distinct places, LINEAR has many.
    let places = |clip| {
        let mut shifts: Vec<u64> = (0..40).map(|i| (moved(clip, f64::from(i) / 39.0).0 * 1e6) as u64).collect();
        shifts.sort_unstable();
        shifts.dedup();
        shifts.len()
    };
    assert!(places(step) <= 3 && places(linear) > 10, "{} {}", places(step), places(linear));
}

#[test]
fn numbers_and_names_of_animations() {
    let Some(body) = open("import/InterpolationTest.glb") else { return };
    assert_eq!(body.animation("Step Scale").unwrap(), 0);
    assert_eq!(body.animation("8").unwrap(), 8);
    let error = body.animation("nod").unwrap_err().to_string();
    assert!(error.contains("nod") && error.contains("Linear Rotation"), "{error}");
    assert!(body.pose(at(99, 0.0), &mut body::Pose::default()).is_err());
}

/// Eight targets lift a column each; the clip "Individuals" raises them one after the other.
#[test]
fn morph_targets_move_one_after_the_other() {
    let Some(body) = open("import/MorphStressTest.glb") else { return };
    let clip = body.animation("Individuals").unwrap();
    let duration = body.animations()[clip].duration;
    let mut raised = [false; 8];
    for step in 0..=200 {
        let pose = posed(&body, at(clip, duration * f64::from(step) / 200.0));
        assert_eq!(pose.morph_weights().len(), 8);
        for (seen, weight) in raised.iter_mut().zip(pose.morph_weights()) {
            *seen |= *weight > 0.9;
        }
    }
    assert_eq!(raised, [true; 8]);
}

/// Mirrored copies stand beside each other; every second one has a negative scale.
#[test]
fn negative_scales_mirror_and_do_not_flip_the_world() {
    let Some(body) = open("import/NegativeScaleTest.glb") else { return };
    let [low, high] = bounds(&unwelded(&body, When::Bind));
    assert!(low.iter().chain(&high).all(|x| x.abs() < 100.0));
    assert!(low.iter().zip(&high).all(|(low, high)| low < high));
}

/// 84 skins, each on a skeleton that stands on another's.
#[test]
fn skeletons_on_skeletons() {
    let Some(body) = open("import/RecursiveSkeletons.glb") else { return };
    assert_eq!(body.pieces().len(), 84);
    assert!(body.notes().is_empty(), "{:?}", body.notes());
    let [before, after] =
        [0.0, 0.5].map(|share| bounds(posed(&body, at(0, share * body.animations()[0].duration)).positions()));
    assert_ne!(before, after);
}

#[test]
fn every_demanding_file_loads_and_every_pose_is_finite() {
    let mut loaded = 0;
    for path in models("import").iter().filter(|path| !path.display().to_string().contains("Draco")) {
        let body = Body::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (clip, info) in body.animations().iter().enumerate() {
            for share in [0.0, 0.3, 1.0] {
                let pose = posed(&body, at(clip, share * info.duration));
                assert!(pose.positions().iter().all(|p| p.coords.norm() < 1e4), "{}", path.display());
                assert_eq!(pose.positions().len(), body.assembly().mesh().vertex_count());
            }
        }
        loaded += 1;
    }
    assert!(matches!(loaded, 0 | 23), "{loaded}");
}
