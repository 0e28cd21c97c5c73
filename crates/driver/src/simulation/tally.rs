//! What the steps of a frame did together.

use crate::boxes::BoxesReport;
use crate::frame::Kept;
use crate::robust::{self, Defect};
use dynamics::StepReport;
use response::Outcome;

/// Sums over the steps since the last report.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// What the solver did.
    pub steps: StepReport,
    /// Particles on solids and layers on layers in the last step.
    pub contacts: usize,
    /// Most particles in a step that were pinched.
    pub pinched: usize,
    /// Most particles in a step whose friction did not settle.
    undecided: usize,
    /// Most particles in a step that were deeper inside a mesh than the search goes.
    beyond: usize,
    /// Most contacts in a step that gave way.
    giving: usize,
    /// What kept the cloth clean.
    pub kept: Kept,
    /// What boxes kept apart.
    pub boxes: BoxesReport,
    /// Steps that should have been clean and are not: to be written.
    pub defects: Vec<Defect>,
}

impl Tally {
    /// Adds a step.
    pub fn add(&mut self, report: &StepReport, outcome: Outcome, pinched: usize, beyond: usize) {
        self.steps.add(report);
        self.contacts = outcome.sticking + outcome.sliding + outcome.pressing;
        self.pinched = self.pinched.max(pinched);
        self.undecided = self.undecided.max(outcome.undecided);
        self.beyond = self.beyond.max(beyond);
        self.giving = self.giving.max(outcome.giving);
    }

    /// Adds what kept a round of steps clean.
    pub fn keep(&mut self, outcome: robust::Outcome) {
        let robust::Outcome { report, crossings, handed, defect } = outcome;
        let kept = &mut self.kept;
        kept.repulsions += report.repulsions;
        kept.impulses += report.impulses;
        kept.rounds = kept.rounds.max(report.rounds);
        kept.zones += report.zones.zones;
        kept.largest_zone = kept.largest_zone.max(report.zones.largest);
        kept.limited = [0, 1].map(|k| kept.limited[k] + report.limited[k]);
        kept.forced = kept.forced.max(report.forced.len());
        kept.crossings = kept.crossings.max(crossings[1]);
        kept.handed_over += handed[0];
        kept.returned += handed[1];
        kept.defects += usize::from(defect.is_some());
        self.defects.extend(defect);
    }

    /// What was given up, and which setting would help; `depth` is how deep the search goes, in m, and `untangles` says whether what
    /// has passed through is drawn back.
    pub fn lost(&self, depth: f64, untangles: bool) -> Vec<String> {
        let mut lost: Vec<String> = self.steps.lost.iter().map(ToString::to_string).collect();
        if self.beyond > 0 {
            let (count, depth) = (self.beyond, 100.0 * depth);
            lost.push(format!("{count} particles are more than {depth} cm inside a solid and were left alone; use more steps per frame"));
        }
        if self.giving > 0 {
            lost.push(format!(
                "{} contacts let cloth through that they would have torn; give the garment more ease, or the solid less friction",
                self.giving
            ));
        }
        if self.undecided > 0 {
            lost.push(format!(
                "{} particles change between sticking and sliding; use more steps per frame",
                self.undecided
            ));
        }
        if self.boxes.left > 0 {
            lost.push(format!(
                "{} pairs of boxes were not kept apart; use more steps per frame, or mode hybrid",
                self.boxes.left
            ));
        }
        let Kept { forced, crossings, defects, .. } = self.kept;
        if forced > 0 {
            let remedy = if untangles { "give the garment more ease there" } else { "use mode hybrid" };
            lost.push(format!(
                "{forced} pairs were forced through each other by solids or pins that leave no room; {remedy}"
            ));
        } else if crossings > 0 && defects == 0 && !untangles {
            lost.push(format!("{crossings} crossings were there from the start and are left so; untangle the garment first, or use mode hybrid"));
        }
        if defects > 0 {
            lost.push(format!("{defects} steps are not clean although they should be: a defect; the folder \"defects\" of the run has them"));
        }
        lost
    }
}
