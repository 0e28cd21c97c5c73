//! `expect.toml` → an expectation; every fault with its line and a remedy.

use super::{Check, Expectation, Limit};
use crate::quantity::{QUANTITIES, Quantity};
use driver::mutation::Mutation;
use driver::scene::nearest::nearest;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The file's keys.
const TOP: [&str; 5] = ["shows", "sets", "set", "catches", "expect"];
/// Those of each `[[expect]]`, with what they mean.
pub const KEYS: [(&str, &str); 10] = [
    ("quantity", "what is measured"),
    ("unit", "the quantity's unit, to be read by people; it must be the right one"),
    ("frames", "the first and the last frame that count [default: all]"),
    ("of", "the solid that is meant, where the quantity needs one"),
    ("at_most", "no frame has more"),
    ("at_least", "no frame has less"),
    ("peak_at_least", "some frame has as much"),
    ("recorded", "what `--update` has recorded, with `tolerance`"),
    ("tolerance", "how far from `recorded` a figure may be: a number, or a text such as \"10 %\""),
    ("seen", "what it was at the last `--update`; not checked"),
];

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}{fault}; {remedy}", file.display(), line.map_or(String::new(), |line| format!("line {line}: ")))]
pub struct ExpectError {
    /// Which file.
    pub file: PathBuf,
    /// Where, counted from 1; none if it is the whole of it.
    pub line: Option<usize>,
    /// What is wrong.
    pub fault: String,
    /// What to do.
    pub remedy: String,
}

/// A fault in an entry, before the file's name and the line are known.
type Fault = (String, String);

impl Expectation {
    /// Reads the file.
    pub fn read(file: &Path) -> Result<Self, ExpectError> {
        let text = std::fs::read_to_string(file).map_err(|error| ExpectError {
            file: file.to_owned(),
            line: None,
            fault: format!("it cannot be read ({error})"),
            remedy: "check the path".to_owned(),
        })?;
        Self::parse(file, &text)
    }

    /// The same from a text.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ExpectError> {
        let fail =
            |line: Option<usize>, (fault, remedy): Fault| ExpectError { file: file.to_owned(), line, fault, remedy };
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            fail(line, (error.message().to_owned(), "correct it as TOML asks (see toml.io)".to_owned()))
        })?;
        let line_of = |key: &str| text.lines().position(|line| line.trim_start().starts_with(key)).map(|line| line + 1);
        known(&table, &TOP).map_err(|(key, fault)| fail(line_of(&key), fault))?;
        let mut found = Self {
            shows: one(&table, "shows", text_of)
                .and_then(|shows| shows.ok_or_else(missing_shows))
                .map_err(|f| fail(line_of("shows"), f))?,
            sets: one(&table, "sets", texts_of).map_err(|f| fail(line_of("sets"), f))?.unwrap_or_default(),
            set: one(&table, "set", changes_of).map_err(|f| fail(line_of("set "), f))?.unwrap_or_default(),
            catches: one(&table, "catches", texts_of).map_err(|f| fail(line_of("catches"), f))?.unwrap_or_default(),
            checks: Vec::new(),
        };
        if let Some(name) = found.catches.iter().find(|name| !Mutation::ALL.iter().any(|(known, _)| known == name)) {
            let names = || Mutation::ALL.iter().map(|(known, _)| *known);
            let remedy = nearest(name, names())
                .map_or_else(|| names().collect::<Vec<_>>().join(", "), |meant| format!("did you mean `{meant}`?"));
            return Err(fail(line_of("catches"), (format!("{name:?} is no mutation"), remedy)));
        }
        let headings: Vec<usize> = lines_of_checks(text);
        for (index, entry) in one(&table, "expect", tables_of)
            .map_err(|f| fail(line_of("expect"), f))?
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            found.checks.push(check(entry).map_err(|fault| fail(headings.get(index).map(|line| line + 1), fault))?);
        }
        if found.checks.is_empty() {
            let remedy =
                "write an [[expect]] with a quantity and at_most, or let `selvedge regress --update` make the file";
            return Err(fail(None, ("it expects nothing".to_owned(), remedy.to_owned())));
        }
        Ok(found)
    }
}

/// The lines, counted from 0, at which checks begin.
pub(super) fn lines_of_checks(text: &str) -> Vec<usize> {
    let is_heading = |line: &str| line.split('#').next().is_some_and(|code| code.trim() == "[[expect]]");
    text.lines().enumerate().filter(|(_, line)| is_heading(line)).map(|(number, _)| number).collect()
}

fn missing_shows() -> Fault {
    ("it does not say what the scene shows".to_owned(), "write shows = \"…\" at its beginning".to_owned())
}

/// Every key must be known; the first that is not, and what it was probably meant to be.
fn known(table: &Table, keys: &[&str]) -> Result<(), (String, Fault)> {
    let Some(key) = table.keys().find(|key| !keys.contains(&key.as_str())) else { return Ok(()) };
    let remedy = match nearest(key, keys.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("there are {}", keys.join(", ")),
    };
    Err((key.clone(), (format!("`{key}` is no key"), remedy)))
}

fn one<T>(table: &Table, key: &str, of: fn(&Value) -> Option<T>) -> Result<Option<T>, Fault> {
    let Some(value) = table.get(key) else { return Ok(None) };
    let wrong = || (format!("`{key}` is {}", value.type_str()), format!("write it as {}", kind_of(key)));
    of(value).map(Some).ok_or_else(wrong)
}

/// What a key holds, for people.
fn kind_of(key: &str) -> &'static str {
    match key {
        "shows" | "quantity" | "unit" | "of" => "a text in quotes",
        "sets" | "catches" => "a list of texts",
        "set" => "a table of scene keys and values",
        "expect" => "[[expect]], a table for each check",
        "frames" => "[first, last], two whole numbers in order",
        "tolerance" => "a number, or a text such as \"10 %\"",
        _ => "a number",
    }
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts_of(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(text_of).collect()
}

fn tables_of(value: &Value) -> Option<Vec<Table>> {
    value.as_array()?.iter().map(|entry| entry.as_table().cloned()).collect()
}

fn changes_of(value: &Value) -> Option<Vec<(String, String)>> {
    Some(value.as_table()?.iter().map(|(key, value)| (key.clone(), value.to_string())).collect())
}

fn number_of(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)).filter(|number| number.is_finite())
}

fn frames_of(value: &Value) -> Option<[u32; 2]> {
    let [first, last] = value.as_array()?.as_slice() else { return None };
    let [first, last] = [first, last].map(|frame| frame.as_integer().and_then(|frame| u32::try_from(frame).ok()));
    Some([first?, last?]).filter(|[first, last]| first <= last)
}

/// A tolerance: a number in the quantity's unit, or a part of what is recorded.
fn tolerance_of(value: &Value) -> Option<(f64, bool)> {
    let number = number_of(value).map(|number| (number, false));
    let part =
        || value.as_str()?.trim().strip_suffix('%')?.trim().parse().ok().map(|percent: f64| (percent / 100.0, true));
    number.or_else(part).filter(|(number, _)| *number >= 0.0 && number.is_finite())
}

fn check(table: &Table) -> Result<Check, Fault> {
    known(table, &KEYS.map(|(key, _)| key)).map_err(|(_, fault)| fault)?;
    let name = one(table, "quantity", text_of)?
        .ok_or_else(|| ("it has no quantity".to_owned(), "write quantity = \"crossings\", or another".to_owned()))?;
    let quantity = Quantity::named(&name).ok_or_else(|| unknown_quantity(&name))?;
    let unit = one(table, "unit", text_of)?.unwrap_or_default();
    if unit != quantity.unit {
        let remedy = if quantity.unit.is_empty() {
            "leave `unit` out".to_owned()
        } else {
            format!("write unit = {:?}", quantity.unit)
        };
        return Err((format!("`{name}` is not measured in {unit:?}"), remedy));
    }
    let frames = one(table, "frames", frames_of)?;
    if frames.is_some() && !quantity.is_of_frames() {
        return Err((format!("`{name}` is of the whole film, not of frames"), "leave `frames` out".to_owned()));
    }
    let of = one(table, "of", text_of)?.unwrap_or_default();
    if of.is_empty() == quantity.is_of_a_solid() {
        let remedy = if of.is_empty() { "name it: of = \"hand\"" } else { "leave `of` out" };
        let needs = if of.is_empty() { "needs a solid" } else { "is of no single solid" };
        return Err((format!("`{name}` {needs}"), remedy.to_owned()));
    }
    one(table, "seen", number_of)?;
    Ok(Check { quantity, frames, of, limit: limit(table)? })
}

fn unknown_quantity(name: &str) -> Fault {
    let names = || QUANTITIES.iter().map(|quantity| quantity.name);
    let remedy = match nearest(name, names()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    (format!("{name:?} is no quantity"), remedy)
}

fn limit(table: &Table) -> Result<Limit, Fault> {
    let mut found = Vec::new();
    found.extend(one(table, "at_most", number_of)?.map(Limit::AtMost));
    found.extend(one(table, "at_least", number_of)?.map(Limit::AtLeast));
    found.extend(one(table, "peak_at_least", number_of)?.map(Limit::PeakAtLeast));
    let tolerance = one(table, "tolerance", tolerance_of)?;
    match (one(table, "recorded", number_of)?, tolerance) {
        (Some(value), Some((tolerance, is_part))) => {
            let tolerance = if is_part { tolerance * value.abs() } else { tolerance };
            found.push(Limit::Recorded { value, tolerance });
        }
        (None, None) => {}
        _ => {
            let remedy = "write both, or at_most or at_least instead";
            return Err(("`recorded` and `tolerance` belong together".to_owned(), remedy.to_owned()));
        }
    }
    match found.as_slice() {
        [limit] => Ok(*limit),
        [] => Err((
            "it has no limit".to_owned(),
            "write at_most, at_least, peak_at_least, or recorded and tolerance".to_owned(),
        )),
        _ => Err(("it has several limits".to_owned(), "write an [[expect]] for each".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "shows = 'x'\n[[expect]]\nquantity = 'crossings'\nframes = [3, 9]\nat_most = 0\n";

    fn parse(text: &str) -> Result<Expectation, String> {
        Expectation::parse(Path::new("expect.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_good_file() {
        let text = format!(
            "sets = ['small']\nset = {{ 'simulation.frames' = [0, 9] }}\n{GOOD}\n[[expect]]\nquantity = 'creep'\nunit = 'mm'\nrecorded = 2\ntolerance = '10 %'\nseen = 2.1\n"
        );
        let found = parse(&text).expect("it is good");
        assert_eq!(found.set, [("simulation.frames".to_owned(), "[0, 9]".to_owned())]);
        assert_eq!(found.checks[0].frames, Some([3, 9]));
        assert_eq!(found.checks[1].limit, Limit::Recorded { value: 2.0, tolerance: 0.2 });
    }

    #[test]
    fn faults_name_the_line_and_the_remedy() {
        let refuses = |text: &str, words: &[&str]| {
            let message = parse(text).expect_err(text);
            assert!(words.iter().all(|word| message.contains(word)), "{message}");
        };
        refuses(
            &GOOD.replace("at_most", "at_mots"),
            &["expect.toml: line 2", "`at_mots` is no key", "did you mean `at_most`?"],
        );
        refuses(&GOOD.replace("'crossings'", "'crosings'"), &["did you mean `crossings`?"]);
        refuses(&GOOD.replace("shows", "show"), &["line 1", "did you mean `shows`?"]);
        refuses(&GOOD.replace("[3, 9]", "[9, 3]"), &["`frames`", "in order"]);
        refuses(&GOOD.replace("at_most = 0", "recorded = 0"), &["belong together"]);
        refuses(&GOOD.replace("at_most = 0", ""), &["no limit"]);
        refuses(&GOOD.replace("at_most = 0", "at_most = 0\nat_least = 0"), &["several limits"]);
        refuses(&GOOD.replace("at_most = 0", "unit = 'mm'\nat_most = 0"), &["not measured in \"mm\""]);
        refuses(&GOOD.replace("'crossings'", "'follow'"), &["whole film"]);
        refuses("shows = 'x'\n", &["expects nothing"]);
        refuses(&format!("catches = ['gia-of']\n{GOOD}"), &["line 1", "did you mean `gia-off`?"]);
        refuses("shows = \n", &["line 1", "toml.io"]);
    }
}
