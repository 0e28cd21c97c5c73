//! `expect.toml` with new figures: `recorded` and `seen` are replaced, everything else stays as it was written.

use super::read::lines_of_checks;
use super::{Limit, Verdict, shown};
use crate::quantity::{Extreme, Quantity, Seen};
use std::fmt::Write;

/// What a new file records, with how far figures may be from what is recorded, as it is written.
const RECORDED: [(&str, &str); 5] = [
    ("crossings", "\"25 %\""),
    ("pinched", "\"25 %\""),
    ("stretch_p99", "0.05"),
    ("penetration", "1.0"),
    ("final_crossings", "0"),
];

/// The text with the figures of these verdicts, which are of the same file and in its order.
pub fn updated(text: &str, verdicts: &[Verdict]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // From the end, so that lines that are put in move no heading that is still to come.
    for (heading, verdict) in lines_of_checks(text).into_iter().zip(verdicts).rev() {
        let Ok(figure) = &verdict.figure else { continue };
        let end = (heading + 1..lines.len()).find(|i| lines[*i].trim_start().starts_with('[')).unwrap_or(lines.len());
        let key_of = |line: &str| line.split('=').next().map(str::trim).unwrap_or_default().to_owned();
        let place = |lines: &[String], key: &str| (heading + 1..end).find(|i| key_of(&lines[*i]) == key);
        let value = shown(figure.value);
        if let (Limit::Recorded { .. }, Some(i)) = (verdict.check.limit, place(&lines, "recorded")) {
            lines[i] = replaced(&lines[i], &value);
        } else if let Some(i) = place(&lines, "seen") {
            lines[i] = replaced(&lines[i], &value);
        } else {
            let is_key = |line: &str| line.contains('=') && !line.trim_start().starts_with('#');
            let last = (heading..end).rfind(|i| is_key(&lines[*i])).unwrap_or(heading);
            lines.insert(last + 1, format!("seen = {value}"));
        }
    }
    lines.join("\n") + "\n"
}

/// A line `key = value # comment` with another value.
fn replaced(line: &str, value: &str) -> String {
    let (key, rest) = line.split_once('=').unwrap_or((line, ""));
    let comment = rest.find('#').map_or(String::new(), |at| format!(" {}", &rest[at..]));
    format!("{key}= {value}{comment}")
}

/// A first file for a scene that has none.
pub fn first(name: &str, seen: &Seen) -> String {
    let mut text = format!("shows = {name:?}\n");
    for (quantity, tolerance) in RECORDED {
        let Some(known) = Quantity::named(quantity) else { continue };
        let Ok(figure) = known.figure(seen, None, "", Extreme::Most) else { continue };
        let unit = if known.unit.is_empty() { String::new() } else { format!("unit = {:?}\n", known.unit) };
        let recorded = shown(figure.value);
        let _ = write!(
            text,
            "\n[[expect]]\nquantity = {quantity:?}\n{unit}recorded = {recorded}\ntolerance = {tolerance}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expect::Expectation;
    use crate::film::Film;
    use crate::rows::{Measured, Row};
    use crate::summary::Summary;
    use std::path::Path;

    #[test]
    fn figures_change_and_nothing_else() {
        let text = "shows = 'x' # why\n\n[[expect]] # one\nquantity = 'crossings'\nat_most = 9\n\n# two\n[[expect]]\nquantity = 'pinched'\nrecorded = 4 # particles\ntolerance = 1\n";
        let row = Row { crossings: 7, pinched: 5, ..Row::default() };
        let measured = Measured { rows: vec![row], distances: vec![] };
        let seen = Seen { film: Film::default(), measured, summary: Summary::default() };
        let judge = |text: &str| Expectation::parse(Path::new("x"), text).expect("it is good").judge(&seen);
        let once = updated(text, &judge(text));
        assert_eq!(
            once,
            text.replace("at_most = 9\n", "at_most = 9\nseen = 7\n").replace("recorded = 4 #", "recorded = 5 #")
        );
        assert_eq!(updated(&once, &judge(&once)), once);
        let made = first("scene", &seen);
        assert!(judge(&made).iter().all(|verdict| verdict.holds), "{made}");
    }
}
