//! Period, deflection and stretch that are known on paper.

use super::*;
use dynamics::drape::{DrapeSettings, drape};
use dynamics::force::gravity::STANDARD;
use std::f64::consts::TAU;

#[test]
fn a_square_on_a_hinge_is_a_pendulum() {
    // One square hanging from its upper edge, let go a little off the vertical. Its mass sits at its corners, half a metre
    // below the hinge, so it swings as a mathematical pendulum of that length, whatever its mass.
    let start = 0.1_f64;
    let shape = Shape::grid(1, 1, Ends::Open, Ends::Open, |u, v| Point::new(u * 0.5, 0.0, v * 0.5))
        .map(|p| Point::new(p.x, -p.z * start.cos(), p.z * start.sin()));
    let stiff = Material { stretch_warp: 1e5, stretch_weft: 1e5, shear: 1e5, ..undamped() };
    let settings = Settings { blend: 0.8, tolerance: 1e-10, ..Settings::default() };
    let mut run = Run::new(&shape, &stiff, pins([0, 1]), settings);
    let (h, mut swings) = (1.0 / 960.0, Swings::default());
    for n in 0..4800 {
        run.step(h);
        swings.note(f64::from(n + 1) * h, run.state.positions[2].z);
    }
    let exact = TAU * (0.5 / STANDARD).sqrt() * (1.0 + start * start / 16.0);
    assert!((swings.period() / exact - 1.0).abs() < 2e-3, "{} s against {exact} s", swings.period());
}

#[test]
fn a_cantilever_bends_as_a_beam() {
    // A strip so stiff that it bends little: its tip sinks by ρ g L⁴ / 8 B (Euler and Bernoulli).
    let (length, rigidity) = (0.2, 2e-2);
    let fabric =
        Material { bend_warp: rigidity, bend_weft: rigidity, stretch_warp: 1e4, stretch_weft: 1e4, ..undamped() };
    let (rows, columns) = (42_u32, 4_u32);
    let strip = Shape::grid(columns, rows, Ends::Open, Ends::Open, |u, v| {
        let edge = length / f64::from(rows - 2);
        Point::new(u * f64::from(columns) * edge, 0.0, (v * f64::from(rows) - 2.0) * edge)
    });
    let cloth = cloth(&strip, &fabric);
    let mut state = State::at_rest(strip.positions.clone());
    // The first rows, up to z = 0, are clamped.
    let clamp = pins((0..3 * (columns + 1)).collect::<Vec<_>>());
    let report = drape(&cloth, &mut state, &World::default(), &clamp, &DrapeSettings::default(), &mut |_| {});
    assert!(report.at_rest, "{report:?}");
    let tip = -state.positions[strip.positions.len() - 3].y;
    let exact = fabric.density * STANDARD * length.powi(4) / (8.0 * rigidity);
    assert!((tip / exact - 1.0).abs() < 0.05, "{tip} m against {exact} m");
}

#[test]
fn what_hangs_at_rest_stays_at_rest_and_its_pins_carry_it() {
    let shape = square(20).map(|p| Point::new(p.x, -p.z, 0.0));
    let run_pins = pins(0..=20);
    let mut run = Run::new(&shape, &Material::preset("wool").expect("a preset"), run_pins, Settings::default());
    let report = drape(&run.cloth, &mut run.state, &run.world, &run.pins, &DrapeSettings::default(), &mut |_| {});
    assert!(report.at_rest, "{report:?}");
    let before = run.state.positions.clone();
    for _ in 0..24 {
        run.step(1.0 / 96.0);
    }
    let moved = run.state.positions.iter().zip(&before).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    assert!(moved < 1e-4, "{moved} m");
    let weight = run.cloth.masses().iter().sum::<f64>() * STANDARD;
    let carried: Vector = run.stepper.reactions().iter().sum();
    assert!((carried - Vector::y() * weight).norm() < 0.01 * weight, "{carried} against {weight}");
}

#[test]
fn wind_holds_a_sheet_where_drag_and_weight_balance() {
    // Blown straight upwards, a lying sheet is carried where the air's pressure c s² is its weight ρ g: at speed s below the
    // wind's.
    let fabric = Material { air_drag: 0.5, ..undamped() };
    let mut run = Run::new(&square(6), &fabric, Constraints::default(), Settings { blend: 0.0, ..Settings::default() });
    run.world.wind = Vector::y() * 4.0;
    for _ in 0..400 {
        run.step(1.0 / 24.0);
    }
    let speed = 4.0 - (fabric.density * STANDARD / 0.5).sqrt();
    let worst = run.state.velocities.iter().map(|v| (v - Vector::y() * speed).norm()).fold(0.0, f64::max);
    assert!(worst < 1e-3 * speed.abs(), "{worst} of {speed}");
}

#[test]
fn a_sheet_on_soft_pins_bounces_at_their_frequency() {
    // Every particle hangs on a spring of its own, as stiff for its mass as all others: the sheet bounces as one mass, with
    // the period 2π √(m/k), about the height where the springs carry it.
    use dynamics::force::spring::Spring;
    let mut run = Run::new(
        &square(4),
        &undamped(),
        Constraints::default(),
        Settings { blend: 0.8, tolerance: 1e-9, ..Settings::default() },
    );
    let per_mass = 100.0;
    let hang = |(i, place): (usize, &Point)| Spring {
        particles: [VertexId::at(i); 4],
        weights: [1.0, 0.0, 0.0, 0.0],
        anchor: place.coords + Vector::y(),
        length: 1.0,
        stiffness: per_mass * run.cloth.masses()[i],
        damping: 0.0,
    };
    run.world.springs = run.state.positions.iter().enumerate().map(hang).collect();
    let (h, mut swings) = (1.0 / 480.0, Swings::default());
    for n in 0..960 {
        run.step(h);
        swings.note(f64::from(n + 1) * h, run.center().y + STANDARD / per_mass);
    }
    let exact = TAU / per_mass.sqrt();
    assert!((swings.period() / exact - 1.0).abs() < 5e-3, "{} s against {exact} s", swings.period());
}

#[test]
fn an_elastic_pulls_two_corners_together_with_equal_force() {
    use dynamics::force::spring::Spring;
    let mut run = Run::new(&square(6), &undamped(), Constraints::default(), Settings::default());
    run.world = World { gravity: Vector::zeros(), ..World::default() };
    run.world.springs = vec![Spring::between(VertexId(0), VertexId(48), 0.5, 20.0, 0.05)];
    let apart = |run: &Run| (run.state.positions[0] - run.state.positions[48]).norm();
    let before = (apart(&run), run.center());
    for _ in 0..48 {
        run.step(1.0 / 96.0);
    }
    assert!(apart(&run) < 0.9 * before.0, "{} m", apart(&run));
    // The solve's tolerance is all that moves the centre.
    assert!((run.center() - before.1).norm() < 1e-4, "{}", run.center());
}
