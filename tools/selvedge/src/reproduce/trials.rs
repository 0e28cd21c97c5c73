//! Experiments that compare figures: with what a paper prints, with a formula, or of two runs with each other.
//!
//! Each takes the figures of its plays, in their order, and says in words what was seen and whether what the paper states holds.

use super::plays::{Figures, Moment};
use measure::Summary;
use measure::expect::shown;

/// What was seen, and whether it is as stated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    pub ours: String,
    pub holds: bool,
}

/// How a trial judges.
pub(super) type Judge = fn(&[&Figures]) -> Judged;

/// BWK03 §7: what flypaper and the analysis may cost, in seconds a frame.
const REPAIR_SECONDS: f64 = 0.5;
/// What counts as negligible, as a part of a frame: the project's own reading of the word.
const NEGLIGIBLE: f64 = 0.1;
/// How far a cloth's follow ratio may be from its weight: at the rim of a hand grip fades.
const WEIGHT_TOLERANCE: f64 = 0.1;
/// The weights of the hands of BWK03 figure 9.
const WEIGHTS: [f64; 3] = [0.1, 0.5, 1.0];
/// VMT00 §4.1: seconds a frame on its machine, with collisions.
const HANGING_SECONDS: f64 = 0.5;
/// BFA02 §9: seconds a frame of 150 × 150 nodes.
const NODES_SECONDS: f64 = 120.0;
/// The height of the table legs of the fixture tablecloth, in m.
const LEGS: f64 = 0.5;
/// Cloth that turned less far than this was not wound up, in degrees: a quarter.
const WOUND_UP: f64 = 90.0;
/// How time may grow with the number of triangles: this project's goal; a hierarchy makes it a little more than proportional.
const GROWTH: f64 = 1.2;
/// SSIF08 figures 7 and 8: how far from the formula a slide may end, as a part of its way.
const SLIDE_TOLERANCE: f64 = 0.03;
/// Gravity along and into the slope of the fixture sticking-sheet, in m/s².
const SLOPE: [f64; 2] = [3.355, 9.218];
/// What friction the slides have: less than the slope's 0.36 lets go, more brakes; and how fast the slope moves uphill under the
/// one that is braked, in m/s. Its changes in `experiments` say the same.
pub(super) const SLIDES: [f64; 2] = [0.2, 0.5];
pub(super) const UPHILL: f64 = 0.8;
/// SSIF08 table 2: the largest share of pairs and collisions together, in percent.
const COLLISION_SHARE: f64 = 55.0;
/// SSIF08 table 3: minutes a frame × processors × 60 / triangles, in s: twist, leaves, ball, curtain, wardrobe.
const PROCESSOR_SECONDS: [f64; 5] = [
    30.0 * 60.0 * 16.0 / 0.5e6,
    5.0 * 60.0 * 8.0 / 1e6,
    20.0 * 60.0 * 16.0 / 1.8e6,
    45.0 * 60.0 * 16.0 / 1.7e6,
    6.0 * 60.0 * 16.0 / 2e6,
];
/// LKC98 tables 1 and 2: iterations of a step, mean and most, for 21 and 51 points a side (S3, with the hierarchy).
const ON_TABLE: [[f64; 2]; 2] = [[2.0, 4.0], [2.0, 4.0]];
const ON_GROUND: [[f64; 2]; 2] = [[3.0, 5.0], [4.0, 8.0]];
/// The tables print whole numbers: a mean is theirs if it rounds to it.
const ROUNDING: f64 = 0.5;
/// Slower than this cloth is at rest, in m/s.
const AT_REST: f64 = 0.05;

fn judged(holds: bool, ours: String) -> Judged {
    Judged { ours, holds }
}

/// Seconds a frame of some stages.
fn seconds(figures: &Figures, stages: &[&str]) -> f64 {
    stages.iter().filter_map(|stage| figures.summary.stages.get(*stage)).sum()
}

fn all_seconds(figures: &Figures) -> f64 {
    figures.summary.stages.values().sum()
}

/// BWK03 figure 9: cloth follows a hand by its weight.
pub(super) fn weights(plays: &[&Figures]) -> Judged {
    let seen: Vec<(f64, Option<f64>)> = WEIGHTS.into_iter().zip(plays.iter().map(|figures| figures.follow)).collect();
    let word = |(weight, follow): &(f64, Option<f64>)| {
        format!(
            "{:.0} %: {}",
            weight * 100.0,
            follow.map_or("nothing is caught".to_owned(), |x| format!("follows by {:.1} %", x * 100.0))
        )
    };
    let near = |(weight, follow): &(f64, Option<f64>)| follow.is_some_and(|x| (x - weight).abs() <= WEIGHT_TOLERANCE);
    judged(seen.iter().all(near), seen.iter().map(word).collect::<Vec<_>>().join("; "))
}

/// BWK03 §7: flypaper and analysis cost little.
pub(super) fn repair_cost(plays: &[&Figures]) -> Judged {
    let [figures] = plays else { return judged(false, String::new()) };
    let (repair, all) = (seconds(figures, &["pinch", "analysis"]), all_seconds(figures));
    let share = repair / all.max(f64::MIN_POSITIVE);
    let ours = format!(
        "{} vertices: {} s of {} s a frame, {:.1} %, on {} threads; at most {} pinched",
        figures.vertices,
        shown(repair),
        shown(all),
        share * 100.0,
        figures.threads,
        figures.summary.worst.pinched
    );
    judged(repair < REPAIR_SECONDS && share < NEGLIGIBLE, ours)
}

/// VMT00 §4.1: the midpoint rule swings on where backward Euler comes to rest, and what both cost.
pub(super) fn swing(plays: &[&Figures]) -> Judged {
    let [midpoint, euler] = plays else { return judged(false, String::new()) };
    let late = |figures: &Figures| {
        let half = &figures.frames[figures.frames.len() / 2..];
        half.iter().map(|moment| moment.energy).fold(0.0, f64::max)
    };
    let (a, b) = (late(midpoint), late(euler));
    let cost = [midpoint, euler].map(|figures| figures.summary.seconds_per_frame);
    let ours = format!(
        "{} triangles: {} s a frame on {} threads in {} steps; energy of the second half's fastest frame {} J, with backward Euler {} J, which takes {:.0} % of the time and {} steps",
        midpoint.triangles,
        shown(cost[0]),
        midpoint.threads,
        midpoint.steps,
        shown(a),
        shown(b),
        100.0 * cost[1] / cost[0].max(f64::MIN_POSITIVE),
        euler.steps
    );
    judged(b < a && cost[0] <= HANGING_SECONDS && midpoint.summary.worst.crossings == 0, ours)
}

/// BFA02 figure 4 in `robust` mode: clothes on a character, free from interference.
pub(super) fn worn(plays: &[&Figures]) -> Judged {
    let [figures] = plays else { return judged(false, String::new()) };
    let Summary { worst, frames, stopped, seconds_per_frame, .. } = &figures.summary;
    let ours = format!(
        "{} triangles, {frames} frames: at most {} crossings, {} steps not clean, {} pairs that solids left no room for; the body passes through itself in at most {} pairs of faces; {} s a frame",
        figures.triangles,
        worst.crossings,
        figures.defects,
        worst.forced,
        worst.body_pairs,
        shown(*seconds_per_frame)
    );
    judged(worst.crossings == 0 && figures.defects == 0 && stopped.is_none(), ours)
}

/// BFA02 figure 1, SSIF08 figure 13: a curtain that a ball flips over on itself, free from interference.
pub(super) fn flipped(plays: &[&Figures]) -> Judged {
    let [figures] = plays else { return judged(false, String::new()) };
    let Summary { worst, frames, seconds_per_frame, .. } = &figures.summary;
    let ours = format!(
        "{} triangles, {frames} frames: at most {} crossings, {} steps not clean; {} s a frame on {} threads",
        figures.triangles,
        worst.crossings,
        figures.defects,
        shown(*seconds_per_frame),
        figures.threads
    );
    judged(worst.crossings == 0 && figures.defects == 0, ours)
}

/// BFA02 figure 2, SSIF08 figures 3 and 11: cloth that a solid turns with it, free from interference.
pub(super) fn wound_up(plays: &[&Figures]) -> Judged {
    let [figures] = plays else { return judged(false, String::new()) };
    let ours = format!(
        "{} triangles, {} frames: at most {} crossings, {} steps not clean; the middle of the cloth turns by {:.0}°",
        figures.triangles, figures.summary.frames, figures.summary.worst.crossings, figures.defects, figures.turn
    );
    judged(figures.summary.worst.crossings == 0 && figures.defects == 0 && figures.turn.abs() >= WOUND_UP, ours)
}

/// BFA02 figure 3: cloth that a sphere drags off the legs it hangs on, free from interference.
pub(super) fn dragged(plays: &[&Figures]) -> Judged {
    let [figures] = plays else { return judged(false, String::new()) };
    let Summary { worst, frames, .. } = &figures.summary;
    let ours = format!(
        "{} triangles, {frames} frames: at most {} crossings, {} steps not clean; it ends below {} m, the legs at {LEGS} m",
        figures.triangles,
        worst.crossings,
        figures.defects,
        shown(figures.top)
    );
    judged(worst.crossings == 0 && figures.defects == 0 && figures.top < LEGS, ours)
}

/// BFA02 §8: subdivided cloth is as clean as it was.
pub(super) fn subdivided(plays: &[&Figures]) -> Judged {
    let told = |figures: &&Figures| match figures.finest {
        Some(finest) => format!(
            "{} vertices are {}; crossings {} before, {} after; {} collisions were stopped",
            finest.vertices[0], finest.vertices[1], finest.crossings[0], finest.crossings[1], finest.stopped
        ),
        None => "nothing was subdivided".to_owned(),
    };
    let is_clean = |figures: &&Figures| figures.finest.is_some_and(|finest| finest.crossings == [0, 0]);
    judged(plays.iter().all(is_clean), plays.iter().map(told).collect::<Vec<_>>().join("; "))
}

/// BFA02 §9: seconds a frame of 150 × 150 nodes.
pub(super) fn nodes(plays: &[&Figures]) -> Judged {
    let [figures] = plays else { return judged(false, String::new()) };
    let ours = format!(
        "{} nodes: {} s a frame while it lies on the ball, on {} threads; at most {} crossings",
        figures.vertices,
        shown(figures.late),
        figures.threads,
        figures.summary.worst.crossings
    );
    judged(figures.late <= NODES_SECONDS && figures.summary.worst.crossings == 0, ours)
}

/// SSIF08 §8: how time grows with the number of triangles.
pub(super) fn growth(plays: &[&Figures]) -> Judged {
    let [small, large] = plays else { return judged(false, String::new()) };
    let exponent = (large.late / small.late).ln() / (large.triangles as f64 / small.triangles as f64).ln();
    let ours = format!(
        "{} triangles {} s, {} triangles {} s a frame while it lies on the ball: to the power of {exponent:.2}",
        small.triangles,
        shown(small.late),
        large.triangles,
        shown(large.late)
    );
    judged(exponent <= GROWTH, ours)
}

/// SSIF08 figures 7 and 8: slides down a slope that speed up and that are braked to rest, against the formula.
pub(super) fn slides(plays: &[&Figures]) -> Judged {
    let [faster, braked] = plays else { return judged(false, String::new()) };
    let [along, into] = SLOPE;
    let pull = along - SLIDES[0] * into;
    let brake = SLIDES[1] * into - along;
    // The slope moves uphill under a sheet at rest: seen from the slope the sheet slides down and is braked until both move as one.
    let until = UPHILL / brake;
    let speeding = |t: f64| 0.5 * pull * t * t;
    let slowing = |t: f64| -0.5 * brake * t.min(until).powi(2) - UPHILL * (t - until).max(0.0);
    let (first, a) = slide("speeding up", faster, &speeding);
    let (second, b) = slide("braked", braked, &slowing);
    judged(a && b, format!("{first}; {second}"))
}

/// A slide against its formula of time, and whether it keeps to it.
fn slide(name: &str, figures: &Figures, formula: &dyn Fn(f64) -> f64) -> (String, bool) {
    let Some(Moment { time, travel, .. }) = figures.frames.last().copied() else {
        return (format!("{name}: nothing was seen"), false);
    };
    let expected = formula(time);
    let worst = figures.frames.iter().map(|at| (at.travel - formula(at.time)).abs()).fold(0.0, f64::max);
    let told = format!(
        "{name}: {} m after {} s, formula {} m, never more than {} mm apart",
        shown(travel),
        shown(time),
        shown(expected),
        shown(worst * 1e3)
    );
    (told, worst <= SLIDE_TOLERANCE * expected.abs())
}

/// SSIF08 figure 14: several steps to a round of collisions, with and without going back.
pub(super) fn rewinding(plays: &[&Figures]) -> Judged {
    let [fixed, rewound] = plays else { return judged(false, String::new()) };
    let cost = [fixed, rewound].map(|figures| figures.summary.seconds_per_frame);
    let crossings = fixed.summary.worst.crossings + rewound.summary.worst.crossings;
    let ours = format!(
        "{} triangles: {} s a frame with a fixed number of steps, {} s with rewinding, which went back {} times; {crossings} crossings",
        fixed.triangles,
        shown(cost[0]),
        shown(cost[1]),
        rewound.rewound
    );
    judged(cost[0] < cost[1] && crossings == 0, ours)
}

/// SSIF08 table 2: what share of the time pairs and collisions take.
pub(super) fn shares(plays: &[&Figures]) -> Judged {
    let [figures] = plays else { return judged(false, String::new()) };
    let all = all_seconds(figures).max(f64::MIN_POSITIVE);
    let percent = |stages: &[&str]| 100.0 * seconds(figures, stages) / all;
    let (pairs, solve, collisions) = (percent(&["contact", "layers"]), percent(&["solve"]), percent(&["robust"]));
    let ours = format!(
        "{} triangles: search for pairs {pairs:.0} %, time integration {solve:.0} %, collisions with the exact check {collisions:.0} %, the rest {:.0} %",
        figures.triangles,
        100.0 - pairs - solve - collisions
    );
    judged(pairs + collisions <= COLLISION_SHARE, ours)
}

/// SSIF08 table 3: seconds of a processor for a triangle of a frame.
pub(super) fn minutes(plays: &[&Figures]) -> Judged {
    let (mut holds, mut words) = (true, Vec::new());
    for (figures, theirs) in plays.iter().zip(PROCESSOR_SECONDS) {
        let cost = figures.summary.seconds_per_frame;
        let ours = cost * figures.threads as f64 / figures.triangles.max(1) as f64;
        holds &= ours <= theirs;
        words.push(format!(
            "{}: {} triangles, {} s a frame, {} ms of a processor a triangle (theirs {})",
            figures.summary.name,
            figures.triangles,
            shown(cost),
            shown(ours * 1e3),
            shown(theirs * 1e3)
        ));
    }
    judged(holds, words.join("; "))
}

/// LKC98 figures 11 and 12: cloth on a table does not pass through itself.
pub(super) fn lies(plays: &[&Figures]) -> Judged {
    let (words, clean) = heaps(plays);
    judged(clean, words)
}

/// LKC98 figures 13 to 16: cloth in a heap does not pass through itself, and comes to rest.
pub(super) fn heaps_up(plays: &[&Figures]) -> Judged {
    let (words, clean) = heaps(plays);
    judged(clean && plays.iter().all(|figures| figures.end_speed < AT_REST), words)
}

fn heaps(plays: &[&Figures]) -> (String, bool) {
    let word = |figures: &&Figures| {
        let Figures { vertices, end_speed, summary, .. } = figures;
        format!(
            "{vertices} points: at most {} crossings, {} at the end; {} m/s at the end",
            summary.worst.crossings,
            summary.final_crossings,
            shown(*end_speed)
        )
    };
    (
        plays.iter().map(word).collect::<Vec<_>>().join("; "),
        plays.iter().all(|figures| figures.summary.worst.crossings == 0),
    )
}

/// LKC98 table 1.
pub(super) fn table_iterations(plays: &[&Figures]) -> Judged {
    iterations(plays, ON_TABLE)
}

/// LKC98 table 2.
pub(super) fn ground_iterations(plays: &[&Figures]) -> Judged {
    iterations(plays, ON_GROUND)
}

fn iterations(plays: &[&Figures], theirs: [[f64; 2]; 2]) -> Judged {
    let (mut holds, mut words) = (plays.len() == theirs.len(), Vec::new());
    for (figures, theirs) in plays.iter().zip(theirs) {
        let [mean, most] = figures.runs.unwrap_or([f64::NAN; 2]);
        holds &= mean < theirs[0] + ROUNDING && most <= theirs[1];
        words.push(format!(
            "{} points: {mean:.1} a step on average (theirs {}), {most} at most (theirs {}); boxes take {:.0} % of {} ms a step",
            figures.vertices, theirs[0], theirs[1],
            100.0 * seconds(figures, &["boxes"]) / all_seconds(figures).max(f64::MIN_POSITIVE), shown(figures.step * 1e3)
        ));
    }
    judged(holds, words.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sliding(way: impl Fn(f64) -> f64) -> Figures {
        let moment =
            |frame: u32| Moment { time: f64::from(frame) / 24.0, energy: 0.0, travel: way(f64::from(frame) / 24.0) };
        Figures { frames: (0..=24).map(moment).collect(), ..Figures::default() }
    }

    #[test]
    fn slides_are_held_against_the_formula() {
        let pull = SLOPE[0] - SLIDES[0] * SLOPE[1];
        let brake = SLIDES[1] * SLOPE[1] - SLOPE[0];
        let until = UPHILL / brake;
        assert!(until < 1.0, "it comes to rest within the film: {until}");
        let faster = sliding(|t| 0.5 * pull * t * t);
        let braked = sliding(|t| -0.5 * brake * t.min(until).powi(2) - UPHILL * (t - until).max(0.0));
        assert!(slides(&[&faster, &braked]).holds);
        assert!(!slides(&[&faster, &faster]).holds);
        assert!(!slides(&[&Figures::default(), &Figures::default()]).holds, "what was not run does not hold");
    }

    #[test]
    fn iterations_count_as_the_tables_print_them() {
        let with = |runs| Figures { runs: Some(runs), ..Figures::default() };
        let (good, bad) = (with([2.4, 4.0]), with([2.6, 4.0]));
        assert!(table_iterations(&[&good, &good]).holds);
        assert!(!table_iterations(&[&good, &bad]).holds);
        assert!(!table_iterations(&[&Figures::default(), &good]).holds);
    }

    #[test]
    fn growth_is_an_exponent() {
        let with = |triangles, late| Figures { triangles, late, ..Figures::default() };
        let told = growth(&[&with(1000, 1.0), &with(4000, 4.0)]);
        assert!(told.holds && told.ours.contains("power of 1.00"), "{told:?}");
        assert!(!growth(&[&with(1000, 1.0), &with(4000, 16.0)]).holds);
    }

    #[test]
    fn costs_are_shares_of_all_stages() {
        let stages = [("solve", 3.0), ("analysis", 0.1), ("pinch", 0.1), ("robust", 0.8)];
        let stages = stages.map(|(name, time)| (name.to_owned(), time)).into_iter().collect();
        let figures = Figures { summary: Summary { stages, ..Summary::default() }, ..Figures::default() };
        let told = repair_cost(&[&figures]);
        assert!(told.holds && told.ours.contains("5.0 %"), "{told:?}");
        assert!(shares(&[&figures]).ours.contains("collisions with the exact check 20 %"));
    }
}
