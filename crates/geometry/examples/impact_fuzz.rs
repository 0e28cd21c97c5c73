//! Continuous collision against exact arithmetic: random and nearly degenerate queries, ten million unless told otherwise.
//!
//! ```text
//! cargo run --release -p selvedge-geometry --example impact_fuzz -- [queries] [first number]
//! ```
//!
//! Nine in ten ask whether the two touch, and are compared with the exact truth; one in ten has a separation, and is compared
//! with exact witnesses. Ends with exit code 1 if any contact was missed.

use std::process::ExitCode;
use std::time::Instant;
use truth::queries::Class;
use truth::tally::{Tally, separated, touching};

#[path = "../tests/truth/mod.rs"]
mod truth;

/// Queries asked without an argument.
const QUERIES: u64 = 10_000_000;

/// One in so many has a separation.
const SEPARATED: u64 = 10;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Ok(count), Ok(first)) = (numbers.next().unwrap_or(Ok(QUERIES)), numbers.next().unwrap_or(Ok(0))) else {
        eprintln!("usage: impact_fuzz [queries] [first number]; both are whole numbers");
        return ExitCode::from(2);
    };
    println!(
        "{:>10} {:>10} | {:>10} {:>10} {:>7} {:>12} | {:>8}",
        "class", "asked for", "queries", "meeting", "missed", "false alarms", "seconds"
    );
    let share = count.div_ceil(Class::ALL.len() as u64);
    let apart = share / SEPARATED;
    let mut sum = Tally::default();
    for (k, class) in Class::ALL.into_iter().enumerate() {
        let first = first + k as u64 * share;
        let start = Instant::now();
        let tally = touching(class, first, share - apart);
        row(&format!("{class:?}"), "touch", &tally, start.elapsed().as_secs_f64());
        sum = sum + tally;
        let start = Instant::now();
        let tally = separated(class, first, apart);
        row(&format!("{class:?}"), "separation", &tally, start.elapsed().as_secs_f64());
        sum = sum + tally;
    }
    row("all", "", &sum, 0.0);
    if sum.missed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn row(class: &str, name: &str, tally: &Tally, seconds: f64) {
    let Tally { asked, meeting, missed, false_alarms, first_missed } = tally;
    println!("{class:>10} {name:>10} | {asked:>10} {meeting:>10} {missed:>7} {false_alarms:>12} | {seconds:>8.1}");
    if let Some(number) = first_missed {
        println!("           missed first: query {number}");
    }
}
