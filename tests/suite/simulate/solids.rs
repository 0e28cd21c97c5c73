//! Solids that move, and how cloth rubs on them.

use super::{cloth, fixture, frames, simulate};
use crate::inspect::Folder;
use driver::{Scene, Simulation};

#[test]
fn cloth_sticks_by_one_coefficient_and_slides_by_the_other() {
    let folder = Folder::new();
    // The sheet starts where it rests: landing would stop it for a moment, by the coefficient of sticking.
    // Gravity leans by 20° instead of the floor: cloth sticks up to tan 20° = 0.364.
    let (sine, cosine) = 20f64.to_radians().sin_cos();
    let run = |friction: &str| {
        let text = format!(
            "[[garment]]\nshape = {{ sheet = {{ size = [0.1, 0.1], cells = [4, 4], center = [0, 0.0046, 0] }} }}\n\
             material = {{ air_drag = 0.0 }}\n\
             [[collider]]\nname = 'floor'\nshape = {{ plane = {{}} }}\nfriction = {friction}\n\
             [simulation]\ngravity = [{}, {}, 0]\nframes = [0, 12]\n",
            9.81 * sine,
            -9.81 * cosine
        );
        let run = folder.path(&friction.replace(['{', '}', ' '], ""));
        simulate(&folder.write("incline.toml", text), &run, &["--quiet"]);
        let [start, end] = [0, 12].map(|frame| cloth(&run, frame).iter().map(|p| p.x).sum::<f64>() / 25.0);
        end - start
    };
    for friction in ["0.6", "{ sticking = 0.6, sliding = 0.5 }"] {
        assert!(run(friction).abs() < 1e-3, "{friction}: it sticks");
    }
    for (sticking, sliding) in [(0.1, 0.1), (0.3, 0.1), (0.3, 0.2)] {
        let expected = 9.81 * (sine - sliding * cosine) * 0.5 * 0.5 / 2.0;
        let moved = run(&format!("{{ sticking = {sticking}, sliding = {sliding} }}"));
        println!("{sticking}, {sliding}: {moved} instead of {expected}");
        assert!((moved / expected - 1.0).abs() < 0.05, "{sticking}, {sliding}: {moved} instead of {expected}");
    }
}

#[test]
fn a_collider_plays_its_own_animation_and_is_carried_along_its_path() {
    let folder = Folder::new();
    let mannequin = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/bodies/mannequin.glb");
    let text = format!(
        "[body]\nfile = '{mannequin}'\nanimation = 'squat'\n\
         [[garment]]\nshape = {{ sheet = {{ size = [0.1, 0.1], cells = [2, 2], center = [0, 3, 0] }} }}\n\
         [[collider]]\nname = 'twin'\nshape = {{ mesh = {{ file = '{mannequin}', animation = 'squat' }} }}\n\
         path = [{{ time = 0.0 }}, {{ time = 1.0, offset = [2, 0, 0] }}]\n\
         [simulation]\nlead_in = 0.0\n"
    );
    let scene = Scene::read(&folder.write("twins.toml", text), &[]).expect("a scene");
    let mut simulation = Simulation::new(scene).expect("a simulation");
    for (frame, along) in [(0, 0.0), (12, 1.0), (24, 2.0)] {
        let body = simulation.body_positions(frame).expect("a pose").expect("a body");
        let twin = simulation.collider_outlines(frame).expect("a pose").swap_remove(0);
        assert_eq!(body.len(), twin.positions.len());
        let apart = body.iter().zip(&twin.positions).map(|(p, q)| (q - p - geometry::Vector::x() * along).norm());
        assert!(apart.fold(0.0, f64::max) < 1e-9, "frame {frame}");
    }
}

#[test]
fn what_moves_and_pinches_is_the_same_for_any_number_of_threads_and_after_a_pause() {
    let folder = Folder::new();
    let scene = fixture("rigid-limbs");
    let (whole, paused) = (folder.path("whole"), folder.path("paused"));
    simulate(&scene, &whole, &["--frames", "0..6", "--threads", "1", "--quiet"]);
    simulate(&scene, &paused, &["--frames", "0..3", "--threads", "2", "--quiet"]);
    simulate(&scene, &paused, &["--frames", "0..6", "--threads", "3", "--resume", "--quiet"]);
    assert_eq!(frames(&whole).len(), 7);
    assert!(frames(&whole) == frames(&paused));
}
