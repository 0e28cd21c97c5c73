//! Many random queries against the truth, counted.

use super::queries::{Class, query, random};
use super::{Query, fraction};
use rand::{Rng, RngExt};
use rayon::prelude::*;
use std::ops::Add;

/// Queries of one task.
const GRAIN: u64 = 256;

/// What came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Queries asked.
    pub asked: u64,
    /// Those that truly touch, or whose witness is within the separation.
    pub meeting: u64,
    /// Those of them that were said to be apart, or to meet at a later time: none may be.
    pub missed: u64,
    /// Those that do not touch, and were said to. With a separation this is not known.
    pub false_alarms: u64,
    /// The number of the first query that was missed.
    pub first_missed: Option<u64>,
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            meeting: self.meeting + other.meeting,
            missed: self.missed + other.missed,
            false_alarms: self.false_alarms + other.false_alarms,
            first_missed: self.first_missed.or(other.first_missed),
        }
    }
}

/// Asks queries of a class, numbered from `first`, whether they touch.
pub fn touching(class: Class, first: u64, count: u64) -> Tally {
    all(first, count, |number| {
        let query = query(class, &mut random(number));
        let answer = query.answer(0.0);
        let touches = query.touches();
        let missed = match answer {
            None => !touches.is_empty(),
            Some(time) => {
                let (numerator, level) = fraction(time);
                touches.iter().any(|touch| touch.clone().is_before(&numerator, level))
            }
        };
        tally(number, !touches.is_empty(), missed, answer.is_some() && touches.is_empty())
    })
}

/// Asks queries of a class, numbered from `first`, whether they come within a separation that is about what they do.
pub fn separated(class: Class, first: u64, count: u64) -> Tally {
    all(first, count, |number| {
        let mut random = random(number);
        let query = query(class, &mut random);
        let separation = about(query.nearest_approach(1.0).distance, &mut random);
        let answer = query.answer(separation);
        let witness = query.nearest_approach(1.0);
        let meets = query.is_within(&witness, separation);
        tally(number, meets, is_missed(&query, answer, separation), false)
    })
}

fn is_missed(query: &Query, answer: Option<f64>, separation: f64) -> bool {
    let until = answer.unwrap_or(1.0);
    let witness = query.nearest_approach(until);
    (answer.is_none() || witness.time < until) && query.is_within(&witness, separation)
}

/// A length that is this, up to a few last bits, or larger or smaller.
fn about(length: f64, random: &mut impl Rng) -> f64 {
    match random.random_range(0..4) {
        0 => length,
        1 => length * (1.0 + f64::from(random.random_range(-8..=8)) * f64::EPSILON),
        2 => length * (1.0 + random.random_range(-1e-6..=1e-6)),
        _ => length * random.random_range(0.5..=2.0),
    }
}

fn all(first: u64, count: u64, one: impl Fn(u64) -> Tally + Sync) -> Tally {
    let tasks = (0..count.div_ceil(GRAIN)).into_par_iter();
    let task = |task: u64| {
        let numbers = first + task * GRAIN..first + (count).min((task + 1) * GRAIN);
        numbers.map(&one).fold(Tally::default(), Add::add)
    };
    tasks.map(task).collect::<Vec<_>>().into_iter().fold(Tally::default(), Add::add)
}

fn tally(number: u64, meets: bool, missed: bool, false_alarm: bool) -> Tally {
    Tally {
        asked: 1,
        meeting: u64::from(meets),
        missed: u64::from(missed),
        false_alarms: u64::from(false_alarm),
        first_missed: missed.then_some(number),
    }
}
