//! How hard a repair tries: one level after another, each when the one before has stopped making progress.

/// A way of trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Cloth is drawn back through what it has passed through; threads are slack along paths.
    Draw,
    /// The same with slack threads in and around the regions, farther around; what belongs outside something begins again, in
    /// short strides.
    Slacken,
    /// The two sides of a path are moved apart as wholes, along its mean gradient.
    Part,
    /// The surroundings of each path are collapsed to a smooth patch, which grows back when nothing crosses any more.
    Smooth,
    /// The same, farther around.
    SmoothMore,
    /// The same, over all cloth that is connected with a path.
    SmoothAll,
}

impl Level {
    /// All, in order.
    pub const ALL: [Self; 6] = [Self::Draw, Self::Slacken, Self::Part, Self::Smooth, Self::SmoothMore, Self::SmoothAll];

    /// What it is called in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Slacken => "slacken",
            Self::Part => "part",
            Self::Smooth => "smooth",
            Self::SmoothMore => "smooth-more",
            Self::SmoothAll => "smooth-all",
        }
    }

    /// The next, if there is one.
    pub(crate) fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|level| *level > self)
    }

    /// The part of their stiffness that threads keep around paths.
    pub(crate) const fn ease(self) -> f64 {
        match self {
            Self::Draw => 0.1,
            _ => 0.01,
        }
    }

    /// How many rings around what a path involves are slack.
    pub(crate) const fn slack_rings(self) -> usize {
        match self {
            Self::Draw => 0,
            Self::Slacken | Self::Part => 2,
            Self::Smooth => 4,
            Self::SmoothMore => 10,
            Self::SmoothAll => 1000,
        }
    }

    /// By how much the moving region is wider than at first.
    pub(crate) const fn widening(self) -> f64 {
        match self {
            Self::Draw => 1.0,
            Self::Slacken => 1.5,
            Self::Part => 2.0,
            Self::Smooth => 3.0,
            Self::SmoothMore => 6.0,
            Self::SmoothAll => 1000.0,
        }
    }

    /// How many iterations without progress end it.
    pub(crate) const fn patience(self) -> usize {
        match self {
            Self::Draw | Self::Slacken => 15,
            _ => 25,
        }
    }

    /// How far what belongs outside something is moved out in a step, in mean edges: at first far, then no farther than its
    /// surroundings can be pushed along.
    pub(crate) const fn stride(self) -> f64 {
        match self {
            Self::Draw => 0.5,
            _ => 0.08,
        }
    }

    /// Whether sides are moved as wholes.
    pub(crate) const fn parts(self) -> bool {
        matches!(self, Self::Part)
    }

    /// Whether patches are smoothed.
    pub(crate) const fn smooths(self) -> bool {
        matches!(self, Self::Smooth | Self::SmoothMore | Self::SmoothAll)
    }
}
