//! Particles held in one, two or three directions (BW98 §5, VMT00 eq. 5–6).
//!
//! A constraint dictates velocity and position in its held directions, and leaves the others to the solve. Several on one
//! particle are joined into one: each adds the directions that those before it leave free.

use geometry::{Vector, VertexId};

/// In which directions a particle is held. Directions have unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Held {
    /// In all three.
    Everywhere,
    /// In the two perpendicular to the line along which it may slide.
    OnLine(Vector),
    /// Along the normal of the plane in which it may slide.
    OnPlane(Vector),
}

/// A particle whose motion is dictated in some directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// Which particle.
    pub particle: VertexId,
    /// In which directions.
    pub held: Held,
    /// Its velocity at the end of the step, in m/s; counts in the held directions only.
    pub velocity: Vector,
    /// What is added to its position beside the velocity's part, over the whole step, in m; held directions only.
    pub correction: Vector,
}

/// All constraints of a step, at most one a particle, sorted by particle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    list: Vec<Constraint>,
}

/// A direction that deviates less than this from those already held (as the sine of the angle, about 6°) adds nothing: two
/// surfaces that are nearly parallel hold one direction, and the first of them decides.
const LEAST_ANGLE: f64 = 0.1;

impl Held {
    /// What of a vector lies in the held directions.
    #[inline]
    pub fn part(&self, vector: &Vector) -> Vector {
        match self {
            Self::Everywhere => *vector,
            Self::OnLine(along) => vector - along * along.dot(vector),
            Self::OnPlane(normal) => normal * normal.dot(vector),
        }
    }

    /// Held directions, perpendicular to each other, and how many.
    fn directions(&self) -> ([Vector; 3], usize) {
        match self {
            Self::Everywhere => ([Vector::x(), Vector::y(), Vector::z()], 3),
            Self::OnPlane(normal) => ([*normal; 3], 1),
            Self::OnLine(along) => {
                let least = along.iamin();
                let across = along.cross(&Vector::ith(least, 1.0)).normalize();
                ([across, along.cross(&across), *along], 2)
            }
        }
    }
}

impl Constraints {
    /// Sorts the constraints and joins those of the same particle; where they contradict each other, the first given wins.
    pub fn new(mut list: Vec<Constraint>) -> Self {
        list.sort_by_key(|c| c.particle);
        let joined = list.chunk_by(|a, b| a.particle == b.particle).map(join);
        Self { list: joined.collect() }
    }

    /// The constraints, sorted by particle.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Constraint> + Clone {
        self.list.iter()
    }

    /// The constraint of a particle.
    pub fn of(&self, particle: VertexId) -> Option<&Constraint> {
        self.list.binary_search_by_key(&particle, |c| c.particle).ok().map(|k| &self.list[k])
    }

    /// Whether a particle is held in all directions.
    pub fn dictates(&self, particle: VertexId) -> bool {
        self.of(particle).is_some_and(|constraint| constraint.held == Held::Everywhere)
    }

    /// How many particles are held.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether every particle is free.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// One constraint for several of one particle.
fn join(same: &[Constraint]) -> Constraint {
    let [first, rest @ ..] = same else { unreachable!("groups have a member") };
    if rest.is_empty() {
        return *first;
    }
    let mut held: Vec<Vector> = Vec::with_capacity(3);
    let (mut velocity, mut correction) = (Vector::zeros(), Vector::zeros());
    for constraint in same {
        let (directions, count) = constraint.held.directions();
        for direction in &directions[..count] {
            let new = direction - held.iter().map(|h| h * h.dot(direction)).sum::<Vector>();
            let size = new.norm();
            if size > LEAST_ANGLE {
                let along = new / size;
                // The component along the new direction that gives `direction` its dictated component.
                let missing = |wanted: &Vector, have: &Vector| direction.dot(&(wanted - have)) / size;
                velocity += along * missing(&constraint.velocity, &velocity);
                correction += along * missing(&constraint.correction, &correction);
                held.push(along);
            }
        }
    }
    let held = match held[..] {
        [normal] => Held::OnPlane(normal),
        [a, b] => Held::OnLine(a.cross(&b).normalize()),
        _ => Held::Everywhere,
    };
    Constraint { particle: first.particle, held, velocity, correction }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(particle: u32, normal: Vector, speed: f64) -> Constraint {
        let held = Held::OnPlane(normal);
        Constraint { particle: VertexId(particle), held, velocity: normal * speed, correction: normal * (speed / 10.0) }
    }

    #[test]
    fn two_planes_make_a_line_that_keeps_both_speeds() {
        let slant = Vector::new(1.0, 1.0, 0.0).normalize();
        let joined =
            Constraints::new(vec![plane(3, Vector::y(), 2.0), plane(1, Vector::x(), 0.0), plane(3, slant, 5.0)]);
        assert_eq!(joined.len(), 2);
        let line = joined.iter().nth(1).expect("the second");
        assert!(matches!(line.held, Held::OnLine(along) if along.z.abs() > 1.0 - 1e-12));
        assert!((line.velocity.dot(&Vector::y()) - 2.0).abs() < 1e-12);
        assert!((line.velocity.dot(&slant) - 5.0).abs() < 1e-12);
        assert!((line.correction.dot(&slant) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn nearly_parallel_planes_hold_one_direction() {
        let almost = Vector::new(0.05, 1.0, 0.0).normalize();
        let joined = Constraints::new(vec![plane(0, Vector::y(), 2.0), plane(0, almost, -9.0)]);
        assert_eq!(joined.iter().next(), Some(&plane(0, Vector::y(), 2.0)));
    }

    #[test]
    fn three_planes_or_a_line_and_a_plane_hold_everywhere() {
        let all = [Vector::x(), Vector::y(), Vector::z()].map(|n| plane(0, n, 1.0)).to_vec();
        assert_eq!(
            Constraints::new(all).iter().next().map(|c| (c.held, c.velocity)),
            Some((Held::Everywhere, Vector::repeat(1.0)))
        );
        let line = Constraint { held: Held::OnLine(Vector::z()), ..plane(0, Vector::z(), 0.0) };
        let joined = Constraints::new(vec![line, plane(0, Vector::z(), 4.0)]);
        assert_eq!(joined.iter().next().map(|c| (c.held, c.velocity)), Some((Held::Everywhere, Vector::z() * 4.0)));
    }

    #[test]
    fn parts_and_the_rest_make_the_whole() {
        let v = Vector::new(1.0, 2.0, 3.0);
        let n = Vector::new(2.0, -1.0, 2.0) / 3.0;
        assert_eq!(Held::Everywhere.part(&v), v);
        assert!((Held::OnLine(n).part(&v) + Held::OnPlane(n).part(&v) - v).norm() < 1e-14);
    }
}
