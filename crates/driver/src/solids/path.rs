//! Where a collider is along its keys.
//!
//! A key has an offset and a turn, the latter as axis times angle. Between two keys both change by the same share of the way:
//! evenly, or by a polynomial with no velocity and no acceleration at either end. The numbers of a turn change, not the
//! rotation along its shortest way, so that a wheel may turn round more than once.

use crate::scene::{ColliderSpec, InterpolationSpec};
use geometry::{Point, Vector};
use nalgebra::{Isometry3, UnitQuaternion};

/// A motion by keys.
#[derive(Clone, Debug)]
pub struct Path {
    keys: Vec<Key>,
    interpolation: InterpolationSpec,
}

#[derive(Clone, Copy, Debug)]
struct Key {
    time: f64,
    placement: Placement,
}

/// How far a solid is from where its shape puts it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// In m.
    pub offset: Vector,
    /// Axis times angle, in radians.
    pub turn: Vector,
}

impl Path {
    /// The path of a collider.
    pub fn of(spec: &ColliderSpec) -> Self {
        let keys = spec.path.iter().map(|key| {
            let turn = Vector::from(key.turn).map(f64::to_radians);
            Key { time: key.time, placement: Placement { offset: Vector::from(key.offset), turn } }
        });
        Self { keys: keys.collect(), interpolation: spec.interpolation }
    }

    /// Whether there is no motion at all.
    pub fn is_still(&self) -> bool {
        self.keys.is_empty()
    }

    /// Where it is at a time, in s.
    pub fn at(&self, time: f64) -> Placement {
        let next = self.keys.partition_point(|key| key.time <= time);
        match (next.checked_sub(1).map(|last| self.keys[last]), self.keys.get(next)) {
            (Some(from), Some(to)) => {
                let share = (time - from.time) / (to.time - from.time);
                let share = match self.interpolation {
                    InterpolationSpec::Linear => share,
                    InterpolationSpec::Smooth => share * share * share * (share * (6.0 * share - 15.0) + 10.0),
                };
                from.placement.towards(&to.placement, share)
            }
            (Some(last), None) => last.placement,
            (None, first) => first.map_or_else(Placement::default, |key| key.placement),
        }
    }
}

impl Placement {
    fn towards(&self, to: &Self, share: f64) -> Self {
        let between = |a: Vector, b: Vector| a + (b - a) * share;
        Self { offset: between(self.offset, to.offset), turn: between(self.turn, to.turn) }
    }

    /// The motion of the whole solid around its own origin.
    pub fn around(&self, origin: &Point) -> Isometry3<f64> {
        let turn = UnitQuaternion::from_scaled_axis(self.turn);
        let shift = origin.coords + self.offset - turn * origin.coords;
        Isometry3::from_parts(shift.into(), turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(interpolation: InterpolationSpec) -> Path {
        let key = |time, x: f64, turn: f64| Key {
            time,
            placement: Placement { offset: Vector::x() * x, turn: Vector::y() * turn },
        };
        Path { keys: vec![key(1.0, 0.0, 0.0), key(2.0, 1.0, 8.0), key(4.0, 1.0, 8.0)], interpolation }
    }

    #[test]
    fn keys_are_met_and_held_at_the_ends() {
        for interpolation in [InterpolationSpec::Linear, InterpolationSpec::Smooth] {
            let path = path(interpolation);
            for (time, x) in [(0.0, 0.0), (1.0, 0.0), (1.5, 0.5), (2.0, 1.0), (3.0, 1.0), (9.0, 1.0)] {
                let at = path.at(time);
                assert_eq!((at.offset, at.turn), (Vector::x() * x, Vector::y() * (8.0 * x)), "{time}");
            }
        }
    }

    #[test]
    fn smooth_motion_has_no_kicks() {
        let path = path(InterpolationSpec::Smooth);
        let h = 1e-3;
        let x = |time: f64| path.at(time).offset.x;
        let acceleration = |time: f64| (x(time + h) - 2.0 * x(time) + x(time - h)) / (h * h);
        let times: Vec<f64> = (500..3000).map(|i| f64::from(i) * h).collect();
        let jumps = times.iter().map(|t| (acceleration(t + h) - acceleration(*t)).abs());
        // The third derivative of the polynomial is 60 at most.
        assert!(jumps.fold(0.0, f64::max) < 61.0 * h);
    }

    #[test]
    fn a_turn_is_around_the_origin_that_moves() {
        let origin = Point::new(1.0, 2.0, 3.0);
        let placement = Placement { offset: Vector::y(), turn: Vector::y() * std::f64::consts::FRAC_PI_2 };
        let motion = placement.around(&origin);
        assert!((motion * origin - (origin + Vector::y())).norm() < 1e-15);
        assert!((motion * (origin + Vector::x()) - (origin + Vector::y() - Vector::z())).norm() < 1e-15);
    }
}
