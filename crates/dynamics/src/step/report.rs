//! What a step did, what it gave up on, and why it could not be taken.

/// What a step did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Into how many steps it was cut.
    pub substeps: u32,
    /// Attempts that failed and were halved.
    pub failed: u32,
    /// Iterations of all solves together.
    pub iterations: u32,
    /// The largest residual relative to the right side.
    pub residual: f64,
    /// What was given up, and why; each kind once, at its worst.
    pub lost: Vec<Loss>,
}

/// Something a step gave up on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Loss {
    /// The solve ended before its tolerance.
    #[error(
        "the solver stopped at a residual of {residual:.1e} after {iterations} iterations; use more steps per frame"
    )]
    Unconverged {
        /// The residual it reached, relative to the right side.
        residual: f64,
        /// Iterations taken.
        iterations: u32,
    },
    /// Cloth was stretched further in the shortest step than derivatives foresee.
    #[error("threads were stretched by {:.0} % of their length in one step; use more steps per frame", 100.0 * by)]
    Surge {
        /// By how much of the rest length.
        by: f64,
    },
    /// Even the shortest step gained energy out of nothing.
    #[error("the cloth gained {energy:.1e} J that nothing gave it; use more steps per frame")]
    Gain {
        /// How much, in J.
        energy: f64,
    },
}

/// Why a step could not be taken to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// Even the shortest step produced a number that is none.
    #[error("particle {particle} has no finite position even after {halvings} halvings of the step")]
    NotFinite {
        /// Which particle.
        particle: usize,
        /// How often the step was halved.
        halvings: u32,
    },
    /// Even the shortest step met a matrix that is not positive definite.
    #[error("the system is not positive definite even after {halvings} halvings of the step")]
    Indefinite {
        /// How often the step was halved.
        halvings: u32,
    },
}

impl StepReport {
    /// Notes a loss; of each kind only the worst is kept.
    pub fn lose(&mut self, loss: Loss) {
        let same = |other: &&mut Loss| std::mem::discriminant(&**other) == std::mem::discriminant(&loss);
        match self.lost.iter_mut().find(same) {
            Some(known) if known.size() < loss.size() => *known = loss,
            Some(_) => {}
            None => self.lost.push(loss),
        }
    }

    /// Adds what another step did.
    pub fn add(&mut self, other: &Self) {
        self.substeps += other.substeps;
        self.failed += other.failed;
        self.iterations += other.iterations;
        self.residual = self.residual.max(other.residual);
        other.lost.iter().for_each(|loss| self.lose(loss.clone()));
    }
}

impl Loss {
    fn size(&self) -> f64 {
        match self {
            Self::Unconverged { residual, .. } => *residual,
            Self::Surge { by } => *by,
            Self::Gain { energy } => *energy,
        }
    }
}
