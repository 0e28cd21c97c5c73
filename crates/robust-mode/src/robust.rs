//! One step made clean: repulsions → collisions → impact zones → final velocities (BFA02 §5).

use crate::collisions::{Collisions, Memory};
use crate::history::Remembered;
use crate::impact_zones::{Formed, Zones};
use crate::impulses;
use crate::invariant::Checked;
use crate::pair::Pair;
use crate::repulse::{Repulsion, repulse};
use crate::strain_limit::{StrainLimit, Thread};
use crate::sweep::{Moved, Sweep};
use geometry::{Mesh, Point};

/// How a step is made clean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How near pairs push each other away.
    pub repulsion: Repulsion,
    /// How far threads may stretch; none leaves that to the solver.
    pub strain: Option<StrainLimit>,
    /// How many rounds of impulses there are before zones form. BFA02 §7.4: a few.
    pub rounds: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { repulsion: Repulsion::default(), strain: Some(StrainLimit::default()), rounds: 10 }
    }
}

/// How many times more rounds of impulses there are before a pair is given up. It happens where pins are thrown about, and rarely.
const PATIENCE: usize = 20;

/// What was done in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Edges whose length, and edges whose rate of change had to be limited.
    pub limited: [usize; 2],
    /// Near pairs that pushed.
    pub repulsions: usize,
    /// Pairs that were asked whether they meet.
    pub candidates: usize,
    /// How often those had to be found.
    pub searches: usize,
    /// Collisions that were stopped by impulses.
    pub impulses: usize,
    /// In how many rounds.
    pub rounds: usize,
    /// What moved as one.
    pub zones: Formed,
    /// Pairs that could not be kept apart, because what is dictated leaves no room: ascending.
    pub forced: Vec<Pair>,
}

/// Makes steps clean.
#[derive(Clone, Debug)]
pub struct Robust {
    /// How.
    pub settings: Settings,
    /// Whether a dictated particle lets go of cloth that it would tear; those beyond the end of the list do not.
    pub lets_go: Vec<bool>,
    /// Whether they do so only in steps in which something has to be given up anyway.
    pub strict: bool,
    memory: Memory,
}

impl Robust {
    /// For a mesh that is about here.
    pub fn new(mesh: &Mesh, positions: &[Point], settings: Settings) -> Self {
        Self { settings, lets_go: Vec::new(), strict: true, memory: Memory::new(mesh, positions) }
    }

    /// Changes where a step ends until nothing passes through anything on the way. `near` are the pairs that push, remembered from the
    /// start of the step; `threads` are the edges that are limited. Pairs that the check of the start excuses are left alone.
    pub fn follow(
        &mut self,
        sweep: &Sweep,
        moved: &mut Moved,
        near: &[Remembered],
        threads: &[Thread],
        start: &Checked,
    ) -> Report {
        let mut report = Report::default();
        if let Some(strain) = &self.settings.strain {
            report.limited[0] = strain.limit_strain(sweep, moved, threads);
        }
        report.repulsions = repulse(sweep, moved, near, sweep.start, &self.settings.repulsion);
        let mut collisions = Collisions::new(sweep, moved, start, &mut self.memory);
        let applied = impulses::stop(sweep, moved, &mut collisions, self.settings.rounds);
        (report.impulses, report.rounds) = (applied.impulses, applied.rounds);
        if !applied.settled {
            let Self { lets_go, strict, settings, .. } = self;
            report.zones = if *strict {
                strictly(sweep, moved, &mut collisions, (lets_go, PATIENCE * settings.rounds))
            } else {
                Zones::new(sweep, moved, lets_go).settle(moved, &mut collisions)
            };
        }
        (report.candidates, report.searches) = (collisions.candidates(), collisions.searches);
        report.forced = collisions.into_forced();
        let changed = report.repulsions + report.impulses + report.zones.zones > 0;
        if let Some(strain) = self.settings.strain.as_ref().filter(|_| changed) {
            report.limited[1] = strain.limit_rate(sweep, moved, threads);
        }
        report
    }
}

/// Moves as one what impulses left, and gives up as little as can be. Zones that several dictated particles carry, each its own way, give up
/// pairs that may well have room; so before anything is given up, impulses get so many rounds more from where they were. If that does not
/// help there is no room, and cloth that would be torn may as well be let go of.
fn strictly(
    sweep: &Sweep,
    moved: &mut Moved,
    collisions: &mut Collisions,
    (lets_go, rounds): (&[bool], usize),
) -> Formed {
    let before = moved.clone();
    let formed = Zones::new(sweep, moved, &[]).settle(moved, collisions);
    if collisions.forced().is_empty() {
        return formed;
    }
    let (given_up, ends) = (collisions.start_over(&before), std::mem::replace(moved, before.clone()));
    let patient = if impulses::stop(sweep, moved, collisions, rounds).settled {
        Formed::default()
    } else {
        Zones::new(sweep, moved, &[]).settle(moved, collisions)
    };
    if collisions.forced().is_empty() {
        return patient;
    }
    if lets_go.iter().any(|lets_go| *lets_go) {
        collisions.start_over(&before);
        *moved = before;
        return Zones::new(sweep, moved, lets_go).settle(moved, collisions);
    }
    if collisions.forced().len() < given_up.len() {
        return patient;
    }
    *moved = ends;
    collisions.give_up(given_up);
    formed
}
