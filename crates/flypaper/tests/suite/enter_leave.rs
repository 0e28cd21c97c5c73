//! Solids approach, pinch and part: nothing jumps (BWK03 §4.1).

use crate::solids::{Posed, ball};
use contact::When;
use flypaper::{Pinches, Solid, Touch, Weights, holds};
use geometry::{Point, Vector, VertexId};

/// How far the balls' middles are from the ground plane at a time, in metres.
fn height(time: f64) -> f64 {
    0.103 + 0.012 * (std::f64::consts::TAU * time).cos()
}

fn pose(time: f64, step: f64) -> [Posed; 2] {
    let ball = ball(24, 36, 0.1);
    [-1.0, 1.0].map(|side| {
        let at = |time: f64| ball.clone().moved(Vector::new(0.0, side * height(time), 0.0)).positions;
        Posed::new(&ball.triangles, &at(time), &at(time + step))
    })
}

/// A particle with one hard contact at most: it falls, and a surface that it touches takes it along.
fn free(position: &Point, velocity: &Vector, posed: &[Posed; 2], touch: &Touch, step: f64) -> (Point, Vector) {
    let mut velocity = velocity - Vector::y() * 9.81 * step;
    for near in posed.iter().map(|p| (p, p.surface.nearest(position, touch.thickness, When::T0))) {
        if let (posed, Some(near)) = near {
            let surface = posed.surface.displacement(near.face, near.barycentric) / step;
            let approach = (velocity - surface).dot(&near.normal);
            velocity -= near.normal * approach.min(0.0);
        }
    }
    (position + velocity * step, velocity)
}

#[test]
fn nothing_jumps_when_pinching_starts_and_ends() {
    let (step, touch) = (0.005, Touch { thickness: 0.003, fade: 0.0, depth: 0.05, ..Touch::default() });
    let (mut position, mut velocity) = (Point::new(0.0, height(0.0).mul_add(-1.0, 0.102), 0.0), Vector::zeros());
    let fastest = 0.012 * std::f64::consts::TAU;
    let (mut pinched, mut firmly) = (Vec::new(), 0);
    for index in 0..200 {
        let posed = pose(f64::from(index) * step, step);
        let solids = posed.each_ref().map(Posed::solid);
        let pinches = Pinches::find(&solids, &[position], |_| touch);
        let held = holds(&solids, &[position], &pinches, &Weights::equal(), step);
        let (next, speed) = match held.first() {
            Some(hold) => (hold.position_t1, hold.velocity),
            None => free(&position, &velocity, &posed, &touch, step),
        };
        // Never farther in a step than the surfaces; when held, never faster, whatever it did before.
        let limit = (fastest + 9.81 * step) * step;
        assert!((next - position).norm() < limit, "{index}: {}", (next - position).norm());
        assert!((speed - velocity).norm() < 2.0 * fastest + 9.81 * step, "{index}: {velocity} {speed}");
        if !held.is_empty() {
            assert!(speed.norm() <= fastest, "{index}");
            let feet = pinches.of(VertexId(0));
            // Once both touch it; till then the one that does has the larger share.
            if feet.iter().all(|foot| foot.grip == 1.0) {
                assert!(speed.norm() < 0.01 * fastest, "{index}: balls that move alike hold it between them: {speed}");
                firmly += 1;
            }
        }
        pinched.push(!held.is_empty());
        (position, velocity) = (next, speed);
    }
    // One pinch, with a beginning and an end.
    let changes = pinched.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!((changes, pinched[0], pinched[199]), (2, false, false));
    assert!(firmly > 40, "{firmly}");
}

#[test]
fn goals_at_the_start_are_the_particle_itself_for_any_number_of_surfaces() {
    // Three balls pinch at 120°; taking one away changes the number of surfaces, not where the particle is.
    let around = |angle: f64| ball(30, 40, 0.1).moved(0.09 * Vector::new(angle.cos(), 0.0, angle.sin()));
    let posed = [0.0, 120.0f64, 240.0].map(|angle| Posed::still(&around(angle.to_radians())));
    let solids: Vec<Solid> = posed.iter().map(Posed::solid).collect();
    let particle = [Point::new(0.001, 0.002, -0.001)];
    for count in [2, 3] {
        let pinches = Pinches::find(&solids[..count], &particle, |_| Touch::default());
        assert_eq!(pinches.of(VertexId(0)).len(), count);
        let held = holds(&solids[..count], &particle, &pinches, &Weights::equal(), 0.01);
        assert_eq!(held[0].position_t1, particle[0]);
    }
}
