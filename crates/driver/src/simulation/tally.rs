//! What the steps of a frame did together.

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

    /// What was given up, and which setting would help; `depth` is how deep the search goes, in m.
    pub fn lost(&self, depth: f64) -> Vec<String> {
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
        lost
    }
}
