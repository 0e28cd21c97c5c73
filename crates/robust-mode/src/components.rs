//! Gauss and Seidel's order on any number of threads (SSIF08 §7).
//!
//! Impulses are to see the newest data: each pair what the ones before it did. Pairs that have no free particle in common, not even
//! through others, cannot see each other; so the pairs are parted into connected components, each is worked through in the given order,
//! and different components run side by side. The result is that of the given order on one thread, to the bit, whatever the number
//! of threads. Dictated particles connect nothing, because nothing changes them.

use crate::pair::Pair;
use crate::sweep::{Moved, Sweep};
use geometry::{Point, Vector, VertexId};
use rayon::prelude::*;

/// Disjoint sets of particles; the lowest of a set stands for it.
#[derive(Clone, Debug, Default)]
pub struct Sets(Vec<u32>);

impl Sets {
    /// Everyone alone.
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// Who stands for the set of a particle.
    pub fn of(&mut self, particle: VertexId) -> VertexId {
        let mut at = particle.0;
        while self.0[at as usize] != at {
            let above = self.0[self.0[at as usize] as usize];
            self.0[at as usize] = above;
            at = above;
        }
        VertexId(at)
    }

    /// Makes one set of two; says whether they were two.
    pub fn join(&mut self, a: VertexId, b: VertexId) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b).index()] = a.min(b).0;
        a != b
    }
}

/// The particles of one component: copies that its pairs change one after the other.
#[derive(Debug)]
pub struct Local<'a> {
    /// What is given.
    pub sweep: &'a Sweep<'a>,
    particles: Vec<VertexId>,
    ends: Vec<Point>,
    velocities: Vec<Vector>,
    changed: Vec<bool>,
}

impl Local<'_> {
    fn place(&self, particle: VertexId) -> usize {
        // Every particle of every pair of the component is in the list.
        self.particles.binary_search(&particle).unwrap_or_default()
    }

    /// Where the particles of a pair end, as of now.
    pub fn ends(&self, pair: &Pair) -> [Point; 4] {
        pair.particles().map(|particle| self.ends[self.place(particle)])
    }

    /// Changes the effective velocities of a pair's particles and, by `share` of it, their final ones.
    pub fn change(&mut self, pair: &Pair, changes: &[Vector; 4], share: f64) {
        for (particle, change) in pair.particles().into_iter().zip(changes) {
            if !self.sweep.is_dictated(particle) {
                let place = self.place(particle);
                self.ends[place] += change * self.sweep.duration;
                self.velocities[place] += change * share;
                self.changed[place] = true;
            }
        }
    }
}

/// Works through items that each concern a pair; `apply` sees and changes the newest data. Returns the particles that changed,
/// ascending, and the sum of what `apply` returned.
pub fn gauss_seidel<T: Sync>(
    sweep: &Sweep,
    moved: &mut Moved,
    items: &[T],
    pair: impl Fn(&T) -> Pair + Sync,
    apply: impl Fn(&mut Local, &T) -> usize + Sync,
) -> (Vec<VertexId>, usize) {
    let groups = group(sweep, items, &pair);
    let worked: Vec<(Local, usize)> = groups
        .into_par_iter()
        .map(|group| {
            let mut local = local(sweep, moved, group.iter().flat_map(|item| pair(item).particles()));
            let sum = group.into_iter().map(|item| apply(&mut local, item)).sum();
            (local, sum)
        })
        .collect();
    let (mut changed, mut all) = (Vec::new(), 0);
    for (local, sum) in worked {
        all += sum;
        for (place, particle) in local.particles.iter().enumerate().filter(|(place, _)| local.changed[*place]) {
            moved.ends[particle.index()] = local.ends[place];
            moved.velocities[particle.index()] = local.velocities[place];
            changed.push(*particle);
        }
    }
    changed.sort_unstable();
    (changed, all)
}

/// The connected components of items, each in the order of the items.
fn group<'a, T>(sweep: &Sweep, items: &'a [T], pair: &impl Fn(&T) -> Pair) -> Vec<Vec<&'a T>> {
    let free = |item: &T| pair(item).particles().into_iter().filter(|particle| !sweep.is_dictated(*particle));
    let mut sets = Sets::new(sweep.start.len());
    for item in items {
        let mut particles = free(item);
        if let Some(first) = particles.next() {
            particles.for_each(|particle| {
                sets.join(first, particle);
            });
        }
    }
    let mut place = vec![u32::MAX; sweep.start.len()];
    let mut groups: Vec<Vec<&T>> = Vec::new();
    for item in items {
        let Some(first) = free(item).next() else { continue };
        let at = &mut place[sets.of(first).index()];
        if *at == u32::MAX {
            *at = groups.len() as u32;
            groups.push(Vec::new());
        }
        groups[*at as usize].push(item);
    }
    groups
}

fn local<'a>(sweep: &'a Sweep, moved: &Moved, particles: impl Iterator<Item = VertexId>) -> Local<'a> {
    let mut particles: Vec<VertexId> = particles.collect();
    particles.sort_unstable();
    particles.dedup();
    Local {
        sweep,
        ends: particles.iter().map(|particle| moved.ends[particle.index()]).collect(),
        velocities: particles.iter().map(|particle| moved.velocities[particle.index()]).collect(),
        changed: vec![false; particles.len()],
        particles,
    }
}
