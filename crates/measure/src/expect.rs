//! What must hold of a scene: the file `expect.toml` beside `scene.toml`, and whether it does.
//!
//! ```toml
//! shows = "BWK03 figure 10: an arm pressed into the side and withdrawn"
//! sets = ["small"]                                  # `selvedge regress --set small` runs it
//! catches = ["gia-off"]                             # `selvedge regress --mutations` sees that it fails without
//! set = { "simulation.lead_in" = 0.25 }             # keys of the scene that are replaced when it is run here
//!
//! [[expect]]
//! quantity = "frames_to_clean"                      # one of `selvedge regress --quantities`
//! unit = "frames"                                   # the quantity's own, so that the file says what its numbers are
//! at_most = 12                                      # a promise; `--update` never changes it
//! seen = 9                                          # what it was when the file was last updated
//!
//! [[expect]]
//! quantity = "crossings"
//! frames = [30, 50]                                 # both included
//! recorded = 57                                     # what `--update` records,
//! tolerance = "20 %"                                # and how far from it a figure may be
//! ```
//!
//! 1. `read`: the file's keys, every fault with its line and a remedy.
//! 2. This module: checks and verdicts.
//! 3. [`update`]: the file with new figures, everything else as it was.

mod read;
pub mod update;

pub use read::{ExpectError, KEYS};

use crate::quantity::{Extreme, Figure, Quantity, Seen};
use std::fmt;

/// What must hold of a scene.
#[derive(Clone, Debug, Default)]
pub struct Expectation {
    /// What the scene shows, for a reader of the table.
    pub shows: String,
    /// The sets it belongs to.
    pub sets: Vec<String>,
    /// Keys of the scene that are replaced, with their values as TOML spells them.
    pub set: Vec<(String, String)>,
    /// The mutations that make it fail.
    pub catches: Vec<String>,
    /// What is checked, in the file's order.
    pub checks: Vec<Check>,
}

/// One thing to check.
#[derive(Clone, Debug)]
pub struct Check {
    /// What is measured.
    pub quantity: &'static Quantity,
    /// The first and the last frame that count; none is all.
    pub frames: Option<[u32; 2]>,
    /// The solid that is meant, where the quantity needs one.
    pub of: String,
    /// What its figure must be.
    pub limit: Limit,
}

/// What a figure must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// No frame has more.
    AtMost(f64),
    /// No frame has less.
    AtLeast(f64),
    /// Some frame has as much.
    PeakAtLeast(f64),
    /// The largest is as recorded, or no further from it than this.
    Recorded {
        /// What was recorded.
        value: f64,
        /// In the quantity's unit.
        tolerance: f64,
    },
}

/// How a check went.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What was checked.
    pub check: Check,
    /// Its figure, or why there is none.
    pub figure: Result<Figure, String>,
    /// Whether it holds.
    pub holds: bool,
    /// How near the figure is to its limit: under 1 within it, over 1 beyond.
    pub strain: f64,
}

impl Limit {
    fn extreme(self) -> Extreme {
        if matches!(self, Self::AtLeast(_)) { Extreme::Least } else { Extreme::Most }
    }

    /// Whether a figure is within, and how near it is to the limit.
    fn judge(self, value: f64) -> (bool, f64) {
        // Nothing over nothing is far from the limit; something over nothing is beyond.
        let over = |a: f64, b: f64| match (a > 0.0, b > 0.0) {
            (true, true) => a / b,
            (true, false) => f64::INFINITY,
            (false, _) => 0.0,
        };
        match self {
            Self::AtMost(limit) => (value <= limit, over(value, limit)),
            Self::AtLeast(limit) | Self::PeakAtLeast(limit) => (value >= limit, over(limit, value)),
            Self::Recorded { value: recorded, tolerance } => {
                let apart = (value - recorded).abs();
                (apart <= tolerance, over(apart, tolerance))
            }
        }
    }
}

impl Check {
    /// Measures and judges.
    pub fn judge(&self, seen: &Seen) -> Verdict {
        let figure = self.quantity.figure(seen, self.frames, &self.of, self.limit.extreme());
        let (holds, strain) = figure.as_ref().map_or((false, f64::INFINITY), |figure| self.limit.judge(figure.value));
        Verdict { check: self.clone(), figure: figure.map_err(|why| why.to_string()), holds, strain }
    }
}

impl Expectation {
    /// Judges every check.
    pub fn judge(&self, seen: &Seen) -> Vec<Verdict> {
        self.checks.iter().map(|check| check.judge(seen)).collect()
    }
}

/// The verdict that decides: the worst of those that do not hold, else the one nearest to its limit.
pub fn decisive(verdicts: &[Verdict]) -> Option<&Verdict> {
    let rank = |verdict: &Verdict| (!verdict.holds, verdict.strain);
    verdicts.iter().reduce(|best, next| if rank(next) > rank(best) { next } else { best })
}

/// Four digits that count, as short as they can be said.
pub fn shown(value: f64) -> String {
    if value == 0.0 || (value.fract() == 0.0 && value.abs() < 1e6) {
        return format!("{value:.0}");
    }
    if !(1e-3..1e6).contains(&value.abs()) {
        return format!("{value:.2e}");
    }
    let digits = (3 - value.abs().log10().floor() as i32).clamp(0, 6) as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Check { quantity, frames, of, limit } = &self.check;
        let of = if of.is_empty() { String::new() } else { format!(" of {of}") };
        let unit = if quantity.unit.is_empty() { String::new() } else { format!(" {}", quantity.unit) };
        let within = frames.map_or(String::new(), |[first, last]| format!(" in frames {first} to {last}"));
        write!(f, "{}{of}", quantity.name)?;
        match &self.figure {
            Err(why) => write!(f, ": {why}{within}")?,
            Ok(Figure { value, frame }) => {
                let at = frame.map_or(String::new(), |frame| format!(" at frame {frame}"));
                write!(f, " {}{unit}{at}{}", shown(*value), if self.holds { "" } else { within.as_str() })?;
            }
        }
        match limit {
            Limit::AtMost(limit) => write!(f, ", at most {}", shown(*limit)),
            Limit::AtLeast(limit) => write!(f, ", at least {}", shown(*limit)),
            Limit::PeakAtLeast(limit) => write!(f, ", somewhere at least {}", shown(*limit)),
            Limit::Recorded { value, tolerance } => write!(f, ", recorded {} ± {}", shown(*value), shown(*tolerance)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_include_their_ends() {
        assert_eq!(Limit::AtMost(2.0).judge(2.0), (true, 1.0));
        assert_eq!(Limit::AtMost(0.0).judge(0.0), (true, 0.0));
        assert_eq!(Limit::AtMost(0.0).judge(1.0), (false, f64::INFINITY));
        assert_eq!(Limit::AtLeast(4.0).judge(8.0), (true, 0.5));
        assert_eq!(Limit::PeakAtLeast(1.0).judge(0.0), (false, f64::INFINITY));
        assert_eq!(Limit::Recorded { value: 10.0, tolerance: 2.0 }.judge(7.0), (false, 1.5));
        assert!(!Limit::AtMost(1.0).judge(f64::NAN).0);
    }

    #[test]
    fn the_worst_decides() {
        let check = |limit| Check {
            quantity: Quantity::named("crossings").expect("it is known"),
            frames: None,
            of: String::new(),
            limit,
        };
        let verdict = |value: f64, limit: Limit| {
            let (holds, strain) = limit.judge(value);
            Verdict { check: check(limit), figure: Ok(Figure { value, frame: Some(3) }), holds, strain }
        };
        let held = [verdict(1.0, Limit::AtMost(10.0)), verdict(9.0, Limit::AtMost(10.0))];
        assert_eq!(decisive(&held).expect("one").to_string(), "crossings 9 at frame 3, at most 10");
        let failed = [verdict(9.0, Limit::AtMost(10.0)), verdict(30.0, Limit::AtMost(10.0))];
        assert!(!decisive(&failed).expect("one").holds);
        assert!(decisive(&[]).is_none());
    }

    #[test]
    fn figures_are_short() {
        let texts = [0.0, 12.0, 1.5, 0.123_456, 1234.56, 1e-9, 2.5e7].map(shown);
        assert_eq!(texts, ["0", "12", "1.5", "0.1235", "1235", "1.00e-9", "2.50e7"]);
    }
}
