//! Carried zones and the cloth around them: a zone that stops, or is carried off, while the rest goes on would tear the cloth.
//!
//! *Take along.* Particles that the zone would be torn off from join it, ring by ring, until nothing tears. At worst the whole cloth goes
//! with what carries it, which is a motion without collisions. So pins and solids at rest always leave room, however hard
//! the cloth is thrown.
//!
//! *Let go.* A body that folds over cloth is different: it would carry the garment away from the rest of the body. Where the caller says that
//! particles let go, they let go of the zone for the rest of the step, and the pairs they meet it at are given up.

use super::{Zone, Zones};
use crate::collisions::{Collision, Collisions};
use crate::rigid::Rigid;
use crate::sweep::Moved;
use geometry::VertexId;
use std::collections::BTreeSet;

/// The longest that an edge of a carried zone may become in a step, relative to its start. The solver calls as much a failure
/// (`dynamics::Settings::surge`).
pub const MOST_STRETCH: f64 = 1.5;

impl Zones<'_> {
    /// Whatever may let go and carries a zone so that the cloth would tear does, for the rest of the step: what they meet at is
    /// given up.
    pub(super) fn let_go(
        &mut self,
        found: &[Collision],
        which: &[VertexId],
        moved: &Moved,
        collisions: &mut Collisions,
    ) {
        let lets_go = |root: &&VertexId| {
            let Some(zone) = self.list.get(root).filter(|zone| self.may_be_let_go(zone)) else { return false };
            zone.let_go || !self.torn_off(zone, &zone.members, moved).is_empty()
        };
        let gone: BTreeSet<VertexId> = which.iter().filter(lets_go).copied().collect();
        for root in &gone {
            if let Some(zone) = self.list.get_mut(root) {
                zone.let_go = true;
                zone.carriers.clear();
            }
        }
        for collision in found {
            let dictated = collision.pair.particles().iter().any(|particle| self.sweep.is_dictated(*particle));
            if dictated && self.zone_of(collision).is_some_and(|zone| gone.contains(&zone)) {
                collisions.force(collision.pair);
            }
        }
    }

    /// Whether something carries a zone that would rather let go than tear.
    fn may_be_let_go(&self, zone: &Zone) -> bool {
        zone.carriers.iter().any(|carrier| self.lets_go.get(carrier.index()).copied().unwrap_or(false))
    }

    /// Grows carried zones until none would tear the cloth. Returns the zones, ascending.
    pub(super) fn take_along(&mut self, which: Vec<VertexId>, moved: &Moved) -> Vec<VertexId> {
        let grown: Vec<VertexId> = which.into_iter().map(|root| self.grow(root, moved)).collect();
        // Zones may have grown together.
        grown.into_iter().map(|root| self.sets.of(root)).collect::<BTreeSet<VertexId>>().into_iter().collect()
    }

    /// Grows one zone; returns who stands for it then.
    fn grow(&mut self, root: VertexId, moved: &Moved) -> VertexId {
        let mut root = self.sets.of(root);
        let Some(zone) = self.list.get(&root) else { return root };
        let mut rim = zone.members.clone();
        loop {
            let Some(before) = self.list.get(&root).filter(|zone| !zone.carriers.is_empty()).cloned() else {
                return root;
            };
            let mut joining: Vec<VertexId> = self.torn_off(&before, &rim, moved).into_iter().collect();
            if joining.is_empty() {
                return root;
            }
            joining.push(root);
            self.unite(&joining, &[]);
            root = self.sets.of(root);
            let Some(zone) = self.list.get(&root) else { return root };
            let moves_alike = zone.carriers == before.carriers && zone.manner == before.manner;
            let is_new = |member: &VertexId| !moves_alike || before.members.binary_search(member).is_err();
            rim = zone.members.iter().copied().filter(is_new).collect();
        }
    }

    /// The free particles at the other ends of edges from the `rim` of a carried zone that would become longer than [`MOST_STRETCH`].
    fn torn_off(&self, zone: &Zone, rim: &[VertexId], moved: &Moved) -> BTreeSet<VertexId> {
        let motion = self.carried_by(zone);
        rim.iter().flat_map(|member| self.torn_from(zone, *member, &motion, moved)).collect()
    }

    /// The same for one member of a zone that is carried by this motion.
    fn torn_from(&self, zone: &Zone, member: VertexId, motion: &Rigid, moved: &Moved) -> Vec<VertexId> {
        let (mesh, start) = (self.sweep.mesh, self.sweep.start);
        let (from, to) = (start[member.index()], motion.apply(&start[member.index()]));
        let around = mesh.fan(member).faces.iter().flat_map(|face| mesh.face(*face));
        let tears = |other: &VertexId| {
            let before = nalgebra::distance_squared(&from, &start[other.index()]);
            let after = nalgebra::distance_squared(&to, &moved.ends[other.index()]);
            after > MOST_STRETCH * MOST_STRETCH * before
        };
        let is_outside =
            |other: &VertexId| !self.sweep.is_dictated(*other) && zone.members.binary_search(other).is_err();
        around.filter(|other| *other != member && is_outside(other) && tears(other)).collect()
    }
}
