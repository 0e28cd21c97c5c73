//! The figure as one function of space: negative inside, positive outside, smooth.
//!
//! 1. Parts are [`loft`]s, joined one after the other by a smooth union: each says over what distance it flows into what is
//!    there already. Some are carved out instead.
//! 2. Three groups are built so and joined last: the trunk with the head, a leg with its foot, an arm with its hand. A leg
//!    so flows into the trunk but not into the other leg, and fingers not into thighs.
//! 3. The figure is the same on both sides of x = 0, and everything is made for the left side, x ≥ 0; near the middle the
//!    other side's parts count too, so that the surface crosses the plane without a crease.
//!
//! The smooth union is the quadratic one: min(a, b) − h²k/4 with h = max(0, 1 − |a − b|/k). It touches nothing farther than
//! k away from the joint.
//!
//! Not here: any measure of a body. Those are in `anatomy`.

mod loft;

use geometry::{Point, Vector};
pub(crate) use loft::{Loft, Section};

/// Step of the central differences that give normals, in metres: a hundredth of the finest detail, far above rounding.
const DIFFERENCE: f64 = 2e-5;

/// Up to this distance from the plane x = 0 the other side's parts can count, in metres: thighs and buttocks reach a
/// centimetre across it and flow over a few.
const MIDDLE: f64 = 0.08;

/// How a part joins what is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Joined {
    /// Added; it flows into the rest over this distance, in metres.
    Added(f64),
    /// Carved out, with a rim rounded over this distance, in metres.
    Carved(f64),
}

/// A shape and how it joins.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub shape: Loft,
    pub joined: Joined,
    /// Whether the other side has it too.
    pub paired: bool,
}

/// Parts in the order in which they are joined.
pub(crate) type Group = Vec<Part>;

/// The whole figure.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub trunk: Group,
    pub leg: Group,
    pub arm: Group,
    /// A round bone around a leg with its foot, and around an arm with its hand.
    pub leg_hull: Loft,
    pub arm_hull: Loft,
    /// Over what distance the legs flow into each other, the legs into the trunk, and the arms into the trunk. Metres.
    pub legs_blend: f64,
    pub hip_blend: f64,
    pub shoulder_blend: f64,
    /// Over what distance the soles are cut flat at the floor, y = 0. Metres.
    pub sole_blend: f64,
}

/// The values of the groups at a point, for telling whose skin it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values {
    pub trunk: f64,
    pub leg: f64,
    pub arm: f64,
}

impl Figure {
    /// The groups by themselves, at a point of the left side.
    pub(crate) fn values(&self, p: &Point) -> Values {
        Values { trunk: value(&self.trunk, p), leg: self.legs(p), arm: value(&self.arm, p) }
    }

    /// Both legs, cut flat at the floor.
    fn legs(&self, p: &Point) -> f64 {
        let mut legs = value(&self.leg, p);
        if p.x < MIDDLE {
            legs = union(legs, value(&self.leg, &mirrored(p)), self.legs_blend);
        }
        -union(-legs, p.y, self.sole_blend)
    }

    /// Near the distance to the surface, in metres.
    pub(crate) fn value(&self, p: &Point) -> f64 {
        let p = Point::new(p.x.abs(), p.y, p.z);
        // Most points are nowhere near a hand or a foot, which have many parts.
        let is_near = |hull: &Loft, reach: f64| hull.value(&p) * 0.5 < reach;
        let mut body = value(&self.trunk, &p);
        if is_near(&self.leg_hull, body + self.hip_blend) {
            body = union(body, self.legs(&p), self.hip_blend);
        }
        if is_near(&self.arm_hull, body + self.shoulder_blend) {
            body = union(body, value(&self.arm, &p), self.shoulder_blend);
        }
        body
    }

    /// The direction in which the value grows fastest, and how fast.
    pub(crate) fn gradient(&self, p: &Point) -> Vector {
        let change = |step: Vector| (self.value(&(p + step)) - self.value(&(p - step))) / (2.0 * DIFFERENCE);
        Vector::new(
            change(Vector::x() * DIFFERENCE),
            change(Vector::y() * DIFFERENCE),
            change(Vector::z() * DIFFERENCE),
        )
    }

    /// The foremost point of the surface at a place seen from the front, within the trunk's outline.
    pub(crate) fn front(&self, x: f64, y: f64) -> Point {
        // In front of everything, and inside of every trunk. Metres.
        let (mut outside, mut inside) = (0.30, -0.02);
        for _ in 0..40 {
            let middle = f64::midpoint(outside, inside);
            *(if self.value(&Point::new(x, y, middle)) < 0.0 { &mut inside } else { &mut outside }) = middle;
        }
        Point::new(x, y, outside)
    }

    /// The nearby point of the surface: Newton steps along the gradient, at most so many.
    pub(crate) fn project(&self, p: &Point, steps: usize) -> Point {
        /// Metres: nothing of the figure is smaller.
        const CLOSE: f64 = 1e-7;
        /// Against leaping away where the field is flat: the square of its least slope near the surface.
        const FLATTEST: f64 = 0.25;
        let mut p = *p;
        for _ in 0..steps {
            let value = self.value(&p);
            if value.abs() < CLOSE {
                break;
            }
            // One-sided differences: a step need only be nearly right, and they halve the cost.
            let change = |step: Vector| (self.value(&(p + step * DIFFERENCE)) - value) / DIFFERENCE;
            let gradient = Vector::new(change(Vector::x()), change(Vector::y()), change(Vector::z()));
            p -= gradient * (value / gradient.norm_squared().max(FLATTEST));
        }
        p
    }
}

/// The point on the other side.
pub(crate) fn mirrored(p: &Point) -> Point {
    Point::new(-p.x, p.y, p.z)
}

/// A group's value at a point.
fn value(group: &Group, p: &Point) -> f64 {
    let mut all = f64::INFINITY;
    for part in group {
        all = part.join(all, p);
        if part.paired && p.x < MIDDLE {
            all = part.join(all, &mirrored(p));
        }
    }
    all
}

impl Part {
    /// What is there so far, with this part.
    fn join(&self, so_far: f64, p: &Point) -> f64 {
        match self.joined {
            Joined::Added(blend) if self.may_reach(so_far, p, blend) => union(so_far, self.shape.value(p), blend),
            Joined::Carved(blend) if self.may_reach(-so_far, p, blend) => -union(-so_far, self.shape.value(p), blend),
            _ => so_far,
        }
    }

    /// Whether the part can change a value. Its value may be less than the distance, hence half of the bound.
    fn may_reach(&self, so_far: f64, p: &Point, blend: f64) -> bool {
        self.shape.bound(p) * 0.5 < so_far + blend
    }
}

/// The smooth union of two values, flowing into each other over the distance `blend`.
fn union(a: f64, b: f64, blend: f64) -> f64 {
    let near = 1.0 - (a - b).abs() / blend;
    let fillet = if near > 0.0 { near * near * blend / 4.0 } else { 0.0 };
    a.min(b) - fillet
}
