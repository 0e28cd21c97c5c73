//! What a key may hold, and what is wrong with a value that it may not.

use super::nearest::nearest;
use super::tree::{Node, Value};

/// What a key may hold.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A string.
    Text,
    /// A string: a file, relative to the scene's folder.
    File,
    /// A string, or a number from 0.
    NameOrNumber,
    /// A number in this range.
    Number(f64, f64),
    /// A number in this range, or a table.
    NumberOrTable(f64, f64),
    /// Yes or no.
    Flag,
    /// A whole number in this range.
    Integer(i64, i64),
    /// So many numbers in this range.
    Numbers(usize, f64, f64),
    /// So many whole numbers in this range.
    Integers(usize, i64, i64),
    /// A list of strings.
    Texts,
    /// A list of vertices.
    Vertices,
    /// Some of these letters, each at most once.
    Letters(&'static str),
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// A table.
    Table,
    /// A string or a table.
    TextOrTable,
    /// A list of tables.
    Tables,
}

/// A fault and its remedy.
pub(crate) type Fault = (String, String);

impl Kind {
    /// What is wrong with a value; nothing if it is allowed. What is inside tables is not looked at.
    pub(crate) fn fault(&self, value: &Value) -> Option<Fault> {
        let is_allowed = match (self, value) {
            (Self::Text | Self::File | Self::NameOrNumber, Value::Text(text)) => return empty(text),
            (Self::NameOrNumber, Value::Integer(number)) => *number >= 0,
            (Self::Number(low, high) | Self::NumberOrTable(low, high), Value::Integer(_) | Value::Number(_)) => {
                return number_fault(value, *low, *high);
            }
            (Self::Integer(low, high), Value::Integer(_) | Value::Number(_)) => return whole_fault(value, *low, *high),
            (Self::Numbers(count, low, high), Value::List(list)) if list.len() == *count => {
                return first_fault(list, |value| number_fault(value, *low, *high));
            }
            (Self::Integers(count, low, high), Value::List(list)) if list.len() == *count => {
                return first_fault(list, |value| whole_fault(value, *low, *high));
            }
            (Self::Texts, Value::List(list)) => list.iter().all(|node| node.value.text().is_some()),
            (Self::Vertices, Value::List(list)) if list.is_empty() => false,
            (Self::Vertices, Value::List(list)) => {
                return first_fault(list, |value| whole_fault(value, 0, i64::from(u32::MAX)));
            }
            (Self::Letters(letters), Value::Text(text)) => is_subset(text, letters),
            (Self::Choice(choices), Value::Text(text)) => return choice_fault(text, choices),
            (Self::Table | Self::NumberOrTable(..), Value::Table(_))
            | (Self::TextOrTable, Value::Text(_) | Value::Table(_))
            | (Self::Flag, Value::Flag(_)) => true,
            (Self::Tables, Value::List(list)) => list.iter().all(|node| matches!(node.value, Value::Table(_))),
            _ => false,
        };
        (!is_allowed).then(|| (format!("it is {}", value.kind()), format!("give {}", self.wanted())))
    }

    /// What belongs here, in words.
    pub fn wanted(&self) -> String {
        match self {
            Self::Text => "a string".to_owned(),
            Self::File => "a file's name, relative to the scene's folder".to_owned(),
            Self::NameOrNumber => "a name, or a number from 0".to_owned(),
            Self::Number(low, high) => format!("a number from {low:?} to {high:?}"),
            Self::NumberOrTable(low, high) => format!("a number from {low:?} to {high:?}, or a table"),
            Self::Flag => "true or false".to_owned(),
            Self::Integer(low, high) => format!("a whole number from {low} to {high}"),
            Self::Numbers(count, low, high) => format!("a list of {count} numbers from {low:?} to {high:?}"),
            Self::Integers(count, low, high) => format!("a list of {count} whole numbers from {low} to {high}"),
            Self::Texts => "a list of strings".to_owned(),
            Self::Vertices => "a list of vertices, at least one".to_owned(),
            Self::Letters(letters) => format!("some of the letters {letters:?}, each once"),
            Self::Choice(choices) => {
                let quoted: Vec<String> = choices.iter().map(|choice| format!("{choice:?}")).collect();
                format!("one of {}", quoted.join(", "))
            }
            Self::Table => "a table".to_owned(),
            Self::TextOrTable => "a string or a table".to_owned(),
            Self::Tables => "a list of tables".to_owned(),
        }
    }
}

fn empty(text: &str) -> Option<Fault> {
    text.trim().is_empty().then(|| ("it is empty".to_owned(), "give a name, or leave the key out".to_owned()))
}

fn first_fault(list: &[Node], fault: impl Fn(&Value) -> Option<Fault>) -> Option<Fault> {
    list.iter().enumerate().find_map(|(index, node)| {
        fault(&node.value).map(|(what, remedy)| (format!("number {index} of the list: {what}"), remedy))
    })
}

fn number_fault(value: &Value, low: f64, high: f64) -> Option<Fault> {
    let wanted = format!("give a number from {low:?} to {high:?}");
    match value.number() {
        None => Some((format!("it is {}", value.kind()), wanted)),
        Some(number) if !number.is_finite() => Some(("it is not finite".to_owned(), wanted)),
        Some(number) if !(low..=high).contains(&number) => Some((format!("{number:?} is out of range"), wanted)),
        Some(_) => None,
    }
}

fn whole_fault(value: &Value, low: i64, high: i64) -> Option<Fault> {
    let wanted = format!("give a whole number from {low} to {high}");
    match value {
        Value::Integer(number) if (low..=high).contains(number) => None,
        Value::Integer(number) => Some((format!("{number} is out of range"), wanted)),
        other => Some((format!("it is {}", other.kind()), wanted)),
    }
}

fn choice_fault(text: &str, choices: &'static [&'static str]) -> Option<Fault> {
    if choices.contains(&text) {
        return None;
    }
    let fault = format!("{text:?} is not known");
    let remedy = match nearest(text, choices.iter().copied()) {
        Some(near) => format!("did you mean {near:?}? It is one of {}", choices.join(", ")),
        None => format!("give one of {}", choices.join(", ")),
    };
    Some((fault, remedy))
}

fn is_subset(text: &str, letters: &str) -> bool {
    let once = |letter: char| text.matches(letter).count() == 1 && letters.contains(letter);
    !text.is_empty() && text.chars().all(once)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tree::Origin;

    fn fault(kind: Kind, text: &str) -> Option<String> {
        kind.fault(&Node::parse_or_text(text, Origin::Default).value)
            .map(|(fault, remedy)| format!("{fault}; {remedy}"))
    }

    #[test]
    fn values_are_judged_by_kind_and_range() {
        let good = [
            (Kind::Number(0.0, 1.0), "1"),
            (Kind::Integer(1, 4), "4"),
            (Kind::Numbers(3, -1.0, 1.0), "[0, -1.0, 1]"),
            (Kind::Letters("xyz"), "zx"),
            (Kind::NameOrNumber, "3"),
            (Kind::Texts, "[]"),
            (Kind::TextOrTable, "{ a = 1 }"),
            (Kind::NumberOrTable(0.0, 1.0), "{ a = 1 }"),
            (Kind::NumberOrTable(0.0, 1.0), "0.5"),
            (Kind::Flag, "false"),
        ];
        for (kind, text) in good {
            assert_eq!(fault(kind, text), None, "{kind:?} {text}");
        }
        let bad = [
            (Kind::Number(0.0, 1.0), "nan"),
            (Kind::Number(0.0, 1.0), "-inf"),
            (Kind::Number(0.0, 1.0), "1e308"),
            (Kind::Number(0.0, 1.0), "1e999"),
            (Kind::Number(0.0, 1.0), "true"),
            (Kind::NumberOrTable(0.0, 1.0), "2"),
            (Kind::Flag, "0"),
            (Kind::Integer(1, 4), "2.0"),
            (Kind::Integer(1, 4), "0"),
            (Kind::Numbers(3, -1.0, 1.0), "[0, 0]"),
            (Kind::Numbers(3, -1.0, 1.0), "[0, 0, 'x']"),
            (Kind::Letters("xyz"), "xx"),
            (Kind::Letters("xyz"), "w"),
            (Kind::Vertices, "[-1]"),
            (Kind::Vertices, "[]"),
            (Kind::Texts, "[1]"),
            (Kind::Tables, "[1]"),
            (Kind::Text, "1979-05-27"),
            (Kind::Text, "''"),
        ];
        for (kind, text) in bad {
            assert!(fault(kind, text).is_some(), "{kind:?} {text}");
        }
        let message = fault(Kind::Choice(&["gia", "robust"]), "robsut").unwrap();
        assert_eq!(message, "\"robsut\" is not known; did you mean \"robust\"? It is one of gia, robust");
    }
}
