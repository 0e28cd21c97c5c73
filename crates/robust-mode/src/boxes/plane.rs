//! The plane in which two boxes first collide (LKC98 §4.1).
//!
//! Each end of each of a box's three intervals moves evenly from where it is at the start to where it is at the end. Two boxes
//! overlap while all three pairs of intervals do. If they begin to overlap at some time of the step, the axis that was last to
//! begin is the one across which they collide, and the plane is where the intervals meet on it (eq. 7).
//!
//! Touching is no overlap: boxes that were stopped at a plane share it, and may stay there.
//!
//! Departure: the paper's planes stand still. Boxes that touch and move along together would be stopped where they were by the smallest
//! collision between them; so here a plane goes on with the slower of the two sides if both move the same way, and with a side
//! that is dictated. Where they come from opposite sides, or one rests, it is the paper's.

use geometry::Point;

/// A box on its way through a step: the lower and the upper end of its interval on each axis, at the start and at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swept {
    /// By axis: lower ends at start and end.
    low: [[f64; 2]; 3],
    /// By axis: upper ends at start and end.
    high: [[f64; 2]; 3],
}

/// Which of two boxes is below their plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// The first.
    First,
    /// The second.
    Second,
}

/// A plane that parts two boxes: where the coordinate along `axis` is `at`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// 0, 1 or 2.
    pub axis: usize,
    /// Where it is at the end of the step, in m.
    pub at: f64,
    /// Who is below it.
    pub below: Below,
    /// Where the lower box ends and the upper one begins along the axis at the start, in m.
    pub start: [f64; 2],
    /// Whether it stays within that, so that where everything starts fits it: see [`super::intervals`].
    pub is_firm: bool,
}

impl Plane {
    /// How far apart along the axis the two boxes start, in m.
    pub fn gap(&self) -> f64 {
        self.start[1] - self.start[0]
    }

    /// Half of what is kept between the two: the clearance, or what they start with.
    pub fn half(&self, clearance: f64) -> f64 {
        0.5 * clearance.min(self.gap()).max(0.0)
    }

    /// The same plane, moved to between where the boxes start, carried along by so much, with room on both sides.
    #[must_use]
    pub fn firm(self, carried: f64, clearance: f64) -> Self {
        let [low, high] = [self.start[0] + self.half(clearance), self.start[1] - self.half(clearance)];
        Self { at: self.at.clamp(low.min(high) + carried, low.max(high) + carried), is_firm: true, ..self }
    }
}

impl Swept {
    /// The box of a triangle whose corners go from one place to another.
    pub fn new(corners: [(Point, Point); 3]) -> Self {
        let bound = |pick: fn(f64, f64) -> f64, axis: usize| {
            let [a, b, c] = corners.map(|(start, end)| [start[axis], end[axis]]);
            [pick(pick(a[0], b[0]), c[0]), pick(pick(a[1], b[1]), c[1])]
        };
        Self {
            low: std::array::from_fn(|axis| bound(f64::min, axis)),
            high: std::array::from_fn(|axis| bound(f64::max, axis)),
        }
    }
}

/// The plane in which two boxes collide; `None` if they do not, or if they overlap from the start. `gives` tells which of them can
/// give way.
pub fn between(first: &Swept, second: &Swept, gives: [bool; 2]) -> Option<Plane> {
    let mut last: Option<(f64, usize, Below)> = None;
    let (mut from, mut to) = (0.0f64, 1.0f64);
    for axis in 0..3 {
        // How far each is below the other's upper end: positive while they overlap.
        let second_reaches = difference(first.high[axis], second.low[axis]);
        let first_reaches = difference(second.high[axis], first.low[axis]);
        for (reach, below) in [(second_reaches, Below::First), (first_reaches, Below::Second)] {
            let [begin, end] = positive(reach)?;
            (from, to) = (from.max(begin), to.min(end));
            if reach[0] <= 0.0 && last.is_none_or(|(time, ..)| begin > time) {
                last = Some((begin, axis, below));
            }
        }
    }
    let (time, axis, below) = last.filter(|_| from < to)?;
    let (lower, upper, gives) = match below {
        Below::First => (first.high[axis], second.low[axis], gives),
        Below::Second => (second.high[axis], first.low[axis], [gives[1], gives[0]]),
    };
    Some(Plane { axis, at: place(lower, upper, time, gives), below, start: [lower[0], upper[0]], is_firm: false })
}

/// Where the plane is at the end, between a lower side and an upper one that meet at a time.
fn place(lower: [f64; 2], upper: [f64; 2], time: f64, gives: [bool; 2]) -> f64 {
    let [down, up] = [lower, upper].map(|side| side[1] - side[0]);
    match gives {
        [false, true] => lower[1],
        [true, false] => upper[1],
        _ if down * up <= 0.0 => lower[0] + time * down,
        _ if down.abs() < up.abs() => lower[1],
        _ => upper[1],
    }
}

/// A plane between two boxes that do not collide but end within `margin` of each other, halfway: so that what is done about others does
/// not make them collide. `None` if they end farther apart, or across no axis are apart at both ends of the step.
pub fn beside(first: &Swept, second: &Swept, margin: f64) -> Option<Plane> {
    let mut best: Option<(f64, Plane)> = None;
    for axis in 0..3 {
        let sides = [(first, second, Below::First), (second, first, Below::Second)];
        for (lower, upper, below) in sides {
            let (low, high) = (lower.high[axis], upper.low[axis]);
            let [gap, apart] = difference(high, low);
            if apart > margin {
                return None;
            }
            if gap >= 0.0 && apart >= 0.0 && best.as_ref().is_none_or(|(most, _)| apart > *most) {
                best = Some((
                    apart,
                    Plane { axis, at: f64::midpoint(low[1], high[1]), below, start: [low[0], high[0]], is_firm: false },
                ));
            }
        }
    }
    best.map(|(_, plane)| plane)
}

fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// When something that changes evenly is above zero, as parts of the step; `None` if never.
fn positive([start, end]: [f64; 2]) -> Option<[f64; 2]> {
    match (start > 0.0, end > 0.0) {
        (true, true) => Some([0.0, 1.0]),
        (true, false) => Some([0.0, start / (start - end)]),
        (false, true) => Some([start / (start - end), 1.0]),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    const BOTH: [bool; 2] = [true; 2];

    fn cube(at: [f64; 3], to: [f64; 3]) -> Swept {
        let low = std::array::from_fn(|i| [at[i], to[i]]);
        Swept { low, high: std::array::from_fn(|i| [at[i] + 1.0, to[i] + 1.0]) }
    }

    #[test]
    fn the_axis_that_is_last_to_overlap_is_the_one() {
        let still = cube([0.0; 3], [0.0; 3]);
        // Both move in from the corner, x first: y decides.
        let plane = between(&still, &cube([1.5, 4.0, 0.5], [-1.5, 0.0, 0.5]), BOTH).expect("a collision");
        assert_eq!(plane, Plane { axis: 1, at: 1.0, below: Below::First, start: [1.0, 4.0], is_firm: false });
        let plane = between(&cube([1.5, 4.0, 0.5], [0.0, 0.0, 0.5]), &still, BOTH).expect("a collision");
        assert_eq!(plane, Plane { axis: 1, at: 1.0, below: Below::Second, start: [1.0, 4.0], is_firm: false });
        // Through and out on the other side.
        assert!(between(&still, &cube([0.0, 5.0, 0.0], [0.0, -5.0, 0.0]), BOTH).is_some());
        // Past it.
        assert!(between(&still, &cube([2.0, 5.0, 0.0], [2.0, -5.0, 0.0]), BOTH).is_none());
        // Touching and gliding along.
        assert!(between(&still, &cube([0.0, 1.0, 0.0], [3.0, 1.0, 0.0]), BOTH).is_none());
        // Touching, then coming in: the plane is where they touch.
        let at = |first: &Swept, second: &Swept, gives| between(first, second, gives).map(|plane| plane.at);
        assert_eq!(at(&still, &cube([0.0, 1.0, 0.0], [0.0, 0.5, 0.0]), BOTH), Some(1.0));
        // Together, and one a little faster: the plane goes along with the slower.
        let fast = cube([0.0; 3], [0.0, 0.5, 0.0]);
        assert_eq!(at(&fast, &cube([0.0, 1.0, 0.0], [0.0, 1.4, 0.0]), BOTH), Some(1.4));
        // What is dictated goes where it goes.
        assert_eq!(at(&fast, &cube([0.0, 1.0, 0.0], [0.0, 0.9, 0.0]), [false, true]), Some(1.5));
        // Overlapping from the start.
        assert!(between(&still, &cube([0.5; 3], [0.0; 3]), BOTH).is_none());
    }

    #[test]
    fn planes_part_boxes_when_they_first_touch() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut collisions = 0;
        for _ in 0..20_000 {
            let mut triangle = || {
                let middle: [f64; 3] = std::array::from_fn(|_| random.random_range(-1.0..1.0));
                let way: [f64; 3] = std::array::from_fn(|_| random.random_range(-1.5..1.5));
                std::array::from_fn(|_| {
                    let start = Point::from(middle.map(|x| x + random.random_range(-0.3..0.3)));
                    let end = Point::from(std::array::from_fn(|i| start[i] + way[i] + random.random_range(-0.1..0.1)));
                    (start, end)
                })
            };
            let (first, second) = (Swept::new(triangle()), Swept::new(triangle()));
            // Sampled: the first time at which all three intervals overlap.
            let at = |ends: [f64; 2], t: f64| ends[0] + t * (ends[1] - ends[0]);
            let overlap = |t: f64| {
                (0..3)
                    .all(|i| at(first.high[i], t) > at(second.low[i], t) && at(second.high[i], t) > at(first.low[i], t))
            };
            let sampled = (0..=500).map(|k| f64::from(k) / 500.0).find(|t| overlap(*t));
            match (between(&first, &second, BOTH), sampled) {
                (Some(plane), Some(time)) => {
                    collisions += 1;
                    assert!(time > 0.0);
                    let (lower, upper) =
                        if plane.below == Below::First { (&first, &second) } else { (&second, &first) };
                    let before = time - 1.0 / 500.0;
                    assert!(at(lower.high[plane.axis], before) <= at(upper.low[plane.axis], before), "apart before");
                    // At the end neither side has to go farther back than to where the two met, or than the other one is.
                    let (low, high) = (lower.high[plane.axis], upper.low[plane.axis]);
                    let met = at(low, time);
                    let near = |x: f64| (plane.at - x).abs() <= (low[1] - low[0]).abs() / 500.0 + 1e-12;
                    assert!(near(met) || near(low[1]) || near(high[1]), "{plane:?}");
                }
                (None, Some(time)) => assert!(time == 0.0, "missed at {time}"),
                // Sampling misses what is shorter than a sample.
                (_, None) => {}
            }
        }
        assert!(collisions > 500, "{collisions}");
    }
}
