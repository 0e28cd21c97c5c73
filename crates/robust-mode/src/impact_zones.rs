//! What impulses could not settle moves as one (BFA02 §7.5), and that always ends.
//!
//! Particles of pairs that still meet are put together into zones, which grow until nothing meets:
//!
//! 1. A zone of free particles moves *rigidly*, with its linear and angular momentum: the pseudo-inverse of the inertia tensor gives the angular
//!    velocity, and the rotation is exact, so that lengths are kept to rounding. Its final velocities are those of a rigid body where it
//!    ends, with the same two momenta.
//! 2. If particles of one zone still meet each other, because it turns too far for straight ways, the zone *shifts*: all its particles move
//!    alike, with its linear momentum. Nothing in it moves relative to the rest of it then, and what starts apart is proven to stay apart.
//! 3. A zone that meets something dictated is *carried*: it takes the rigid motion that comes nearest to that of the dictated particles,
//!    and then their mean shift. Dictated particles join no zones: a floor would make one of all that lies on it.
//! 4. A carried zone that would tear the cloth around it takes along what it would tear off (module `tearing`); where bodies pinch, they let go
//!    of it instead, and the pairs they meet it at are given up.
//! 5. What a carried zone still meets is *forced*: two dictated sides come together, and no motion of the cloth can prevent it. The pair is
//!    given up for this step and named.
//!
//! Every round joins zones, adds a dictated particle to one, takes one from a manner to the next, or gives up a pair; there are finitely
//! many of each. Without anything dictated nothing is ever given up: at worst all particles are one zone that shifts. Straight ways from a
//! configuration to a rotated one are an affine map at any time, which keeps apart what is apart while the angle is under half a turn, and
//! shrinks distances by cos θ/2 at most; [`MOST_TURN`] keeps that above what pairs must keep.

mod tearing;

use crate::collisions::{Collision, Collisions};
use crate::components::Sets;
use crate::rigid::{Rigid, inertia, middle, pseudo_inverse};
use crate::sweep::{Moved, Sweep};
use geometry::{Point, Vector, VertexId};
use nalgebra::Rotation3;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
pub use tearing::MOST_STRETCH;

/// The farthest that a zone of free particles turns in a step, in rad: cos of half of it is 0.87, and pairs keep 0.8 of their distance.
pub const MOST_TURN: f64 = std::f64::consts::FRAC_PI_3;

/// How a zone moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    #[default]
    Rigid,
    Shift,
}

/// Particles that move as one.
#[derive(Clone, Debug, Default, PartialEq)]
struct Zone {
    /// The free ones, ascending.
    members: Vec<VertexId>,
    /// The dictated ones that it met.
    carriers: BTreeSet<VertexId>,
    manner: Manner,
    /// Whether it was let go by what carried it, because that would have torn the cloth.
    let_go: bool,
}

/// What zones did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Formed {
    /// How many zones.
    pub zones: usize,
    /// How many of them are carried by something dictated.
    pub carried: usize,
    /// How many of them had to give up turning.
    pub shifted: usize,
    /// How many particles the largest has.
    pub largest: usize,
    /// In how many rounds.
    pub rounds: usize,
}

/// The zones of a step.
#[derive(Debug)]
pub struct Zones<'a> {
    sweep: &'a Sweep<'a>,
    /// Whether a dictated particle lets go of what it would tear.
    lets_go: &'a [bool],
    sets: Sets,
    /// By the particle that stands for the zone.
    list: BTreeMap<VertexId, Zone>,
    /// The motion before there were zones: what momenta are taken from.
    base: Moved,
}

impl<'a> Zones<'a> {
    /// No zones yet. Which dictated particles let go of cloth that they would tear; those beyond the end of the list do not.
    pub fn new(sweep: &'a Sweep, moved: &Moved, lets_go: &'a [bool]) -> Self {
        Self { sweep, lets_go, sets: Sets::new(sweep.start.len()), list: BTreeMap::new(), base: moved.clone() }
    }

    /// Grows zones until nothing meets that has not been given up.
    pub fn settle(mut self, moved: &mut Moved, collisions: &mut Collisions) -> Formed {
        let mut rounds = 0;
        loop {
            let found = collisions.find(moved);
            if found.is_empty() {
                return self.formed(rounds);
            }
            let grown = self.take(&found, collisions);
            self.let_go(&found, &grown, moved, collisions);
            let grown = self.take_along(grown, moved);
            let changed = self.move_zones(&grown, moved);
            collisions.touch(&changed, moved);
            rounds += 1;
        }
    }

    /// Puts the particles of collisions into zones. Returns the zones that are to move anew, ascending.
    fn take(&mut self, found: &[Collision], collisions: &mut Collisions) -> Vec<VertexId> {
        let joins: Vec<bool> = found.iter().map(|collision| self.join(collision)).collect();
        let zones: Vec<Option<VertexId>> = found.iter().map(|collision| self.zone_of(collision)).collect();
        let grown: BTreeSet<VertexId> =
            zones.iter().zip(&joins).filter(|(_, joins)| **joins).filter_map(|(zone, _)| *zone).collect();
        // A zone that did not grow has to move in another manner; if it has no other, its pairs are given up.
        let mut turned = BTreeSet::new();
        for (collision, zone) in found.iter().zip(&zones) {
            let Some(zone) = zone.filter(|zone| !grown.contains(zone)) else { continue };
            match self.list.get_mut(&zone) {
                Some(Zone { manner: manner @ Manner::Rigid, .. }) => {
                    *manner = Manner::Shift;
                    turned.insert(zone);
                }
                Some(_) if turned.contains(&zone) => {}
                _ => collisions.force(collision.pair),
            }
        }
        zones.into_iter().flatten().collect::<BTreeSet<VertexId>>().into_iter().collect()
    }

    /// Who stands for the zone of a collision's free particles.
    fn zone_of(&mut self, collision: &Collision) -> Option<VertexId> {
        let free = collision.pair.particles().into_iter().find(|particle| !self.sweep.is_dictated(*particle))?;
        Some(self.sets.of(free))
    }

    /// Puts the particles of one collision into one zone; says whether that changes any.
    fn join(&mut self, collision: &Collision) -> bool {
        let particles = collision.pair.particles();
        let (dictated, free): (Vec<VertexId>, Vec<VertexId>) =
            particles.into_iter().partition(|particle| self.sweep.is_dictated(*particle));
        self.unite(&free, &dictated)
    }

    /// Puts free particles, and the zones they are in, into one zone that is carried by these dictated ones; says whether that changes
    /// any.
    fn unite(&mut self, free: &[VertexId], dictated: &[VertexId]) -> bool {
        let mut zone = Zone::default();
        let mut roots: Vec<VertexId> = free.iter().map(|particle| self.sets.of(*particle)).collect();
        roots.sort_unstable();
        roots.dedup();
        let mut changes = roots.len() > 1;
        for root in &roots {
            // A particle that is in no zone yet is one by itself.
            let part = self.list.remove(root).unwrap_or_else(|| {
                changes = true;
                Zone { members: vec![*root], ..Zone::default() }
            });
            zone.members.extend(part.members);
            zone.carriers.extend(part.carriers);
            zone.let_go |= part.let_go;
            // What had to shift before may turn again, now that it is part of something else.
            zone.manner = if roots.len() == 1 { part.manner } else { Manner::Rigid };
        }
        for particle in dictated {
            changes |= zone.carriers.insert(*particle);
        }
        zone.members.sort_unstable();
        free.windows(2).for_each(|two| {
            self.sets.join(two[0], two[1]);
        });
        if let Some(first) = free.first() {
            let root = self.sets.of(*first);
            self.list.insert(root, zone);
        }
        changes
    }

    /// Moves zones; returns their particles, ascending.
    fn move_zones(&self, which: &[VertexId], moved: &mut Moved) -> Vec<VertexId> {
        let zones: Vec<&Zone> = which.iter().filter_map(|zone| self.list.get(zone)).collect();
        let motions: Vec<Vec<(Point, Vector)>> = zones.par_iter().map(|zone| self.motion(zone)).collect();
        let mut changed = Vec::new();
        for (zone, motion) in zones.into_iter().zip(motions) {
            for (member, (end, velocity)) in zone.members.iter().zip(motion) {
                moved.ends[member.index()] = end;
                moved.velocities[member.index()] = velocity;
                changed.push(*member);
            }
        }
        changed.sort_unstable();
        changed
    }

    fn motion(&self, zone: &Zone) -> Vec<(Point, Vector)> {
        if zone.carriers.is_empty() { self.free_motion(zone) } else { self.carried_motion(zone) }
    }

    /// With its own momenta.
    fn free_motion(&self, zone: &Zone) -> Vec<(Point, Vector)> {
        let Self { sweep, base, .. } = self;
        let at = |member: &VertexId| sweep.start[member.index()];
        let starts: Vec<Point> = zone.members.iter().map(at).collect();
        let masses: Vec<f64> = zone.members.iter().map(|member| sweep.inverse_masses[member.index()].recip()).collect();
        let ways: Vec<Vector> = zone.members.iter().map(|member| base.ends[member.index()] - at(member)).collect();
        let velocities: Vec<Vector> = zone.members.iter().map(|member| base.velocities[member.index()]).collect();
        rigid_motion(&starts, &masses, &ways, &velocities, zone.manner == Manner::Shift)
    }

    /// With what carries it.
    fn carried_motion(&self, zone: &Zone) -> Vec<(Point, Vector)> {
        let rigid = self.carried_by(zone);
        let carry = |member: &VertexId| {
            let start = self.sweep.start[member.index()];
            let end = rigid.apply(&start);
            (end, (end - start) / self.sweep.duration)
        };
        zone.members.iter().map(carry).collect()
    }

    /// The motion of what carries a zone.
    fn carried_by(&self, zone: &Zone) -> Rigid {
        let Self { sweep, base, .. } = self;
        let from: Vec<Point> = zone.carriers.iter().map(|carrier| sweep.start[carrier.index()]).collect();
        let to: Vec<Point> = zone.carriers.iter().map(|carrier| base.ends[carrier.index()]).collect();
        let rigid = Rigid::between(&from, &to);
        if zone.manner == Manner::Shift { Rigid { rotation: Rotation3::identity(), ..rigid } } else { rigid }
    }

    fn formed(&self, rounds: usize) -> Formed {
        let count = |is: &dyn Fn(&Zone) -> bool| self.list.values().filter(|zone| is(zone)).count();
        Formed {
            zones: self.list.len(),
            carried: count(&|zone| !zone.carriers.is_empty()),
            shifted: count(&|zone| zone.manner == Manner::Shift),
            largest: self.list.values().map(|zone| zone.members.len()).max().unwrap_or(0),
            rounds,
        }
    }
}

/// Where particles end, and how fast they then are, that move as one rigid body: ends go with the momenta of their ways, velocities
/// with those of their velocities, both taken where they start. Momenta are kept exactly; a body that `shifts` keeps only its linear one.
pub fn rigid_motion(
    starts: &[Point],
    masses: &[f64],
    ways: &[Vector],
    velocities: &[Vector],
    shifts: bool,
) -> Vec<(Point, Vector)> {
    let center = middle(starts, masses);
    let (translation, turn) = momenta(starts, &center, masses, ways);
    let (velocity, spin) = momenta(starts, &center, masses, velocities);
    if shifts {
        return starts.iter().map(|start| (start + translation, velocity)).collect();
    }
    let angle = pseudo_inverse(&inertia(starts, &center, masses)) * turn;
    let angle = angle.cap_magnitude(MOST_TURN);
    let rigid = Rigid { center, translation, rotation: Rotation3::new(angle) };
    let ends: Vec<Point> = starts.iter().map(|start| rigid.apply(start)).collect();
    let arrived = center + translation;
    let rate = pseudo_inverse(&inertia(&ends, &arrived, masses)) * spin;
    ends.iter().map(|end| (*end, velocity + rate.cross(&(end - arrived)))).collect()
}

/// The velocity of the center of mass, and the angular momentum about it.
fn momenta(points: &[Point], center: &Point, masses: &[f64], velocities: &[Vector]) -> (Vector, Vector) {
    let whole: f64 = masses.iter().sum();
    let mean: Vector = velocities.iter().zip(masses).map(|(v, m)| v * (m / whole)).sum();
    let angular = |((p, m), v): ((&Point, &f64), &Vector)| (p - center).cross(&(v - mean)) * *m;
    (mean, points.iter().zip(masses).zip(velocities).map(angular).sum())
}
