//! A TOML document as a tree whose every value remembers where it came from.
//!
//! Tables keep the order of the file: where patterns are keys, the last match wins.

use serde_json::{Map, Number, Value as Json};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Where a value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A line of the scene file, counted from 1.
    Line(usize),
    /// `--set` on the command line.
    Setting,
    /// The table of keys.
    Default,
}

/// A value and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub origin: Origin,
    pub value: Value,
}

/// What a scene file can hold.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Number(f64),
    Flag(bool),
    Time,
    List(Vec<Node>),
    Table(Table),
}

/// Keys and values, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    pub entries: Vec<(String, Node)>,
}

impl Table {
    /// Reads a document; the error is a line and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let lines = Lines::of(text);
        let table = DeTable::parse(text).map_err(|error| {
            let line = error.span().map_or(1, |span| lines.at(span.start));
            (line, error.message().replace('\n', ", "))
        })?;
        Ok(convert_table(table.get_ref(), &|span| Origin::Line(lines.at(span.start))))
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// Puts a value under a key, in the place of the old one or at the end.
    pub fn set(&mut self, key: &str, node: Node) {
        match self.get_mut(key) {
            Some(old) => *old = node,
            None => self.entries.push((key.to_owned(), node)),
        }
    }

    pub fn to_json(&self) -> Json {
        let pairs = self.entries.iter().map(|(key, node)| (key.clone(), node.value.to_json()));
        Json::Object(pairs.collect::<Map<_, _>>())
    }
}

impl Node {
    /// A value as TOML spells it, or a string where it is none.
    pub fn parse_or_text(text: &str, origin: Origin) -> Self {
        match DeValue::parse(text) {
            Ok(value) => Self { origin, value: convert(value.get_ref(), &|_| origin) },
            Err(_) => Self { origin, value: Value::Text(text.to_owned()) },
        }
    }
}

impl Value {
    /// What kind of value this is, for messages.
    pub fn kind(&self) -> String {
        match self {
            Self::Text(text) => format!("the string {text:?}"),
            Self::Integer(number) => format!("the number {number}"),
            Self::Number(number) => format!("the number {number:?}"),
            Self::Flag(flag) => format!("{flag}"),
            Self::Time => "a date or time".to_owned(),
            Self::List(list) => format!("a list of {}", list.len()),
            Self::Table(_) => "a table".to_owned(),
        }
    }

    /// As a number, whichever way it was written.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// For the manifest. What is not finite has been refused before.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Text(text) => Json::String(text.clone()),
            Self::Integer(number) => Json::from(*number),
            Self::Number(number) => Number::from_f64(*number).map_or(Json::Null, Json::Number),
            Self::Flag(flag) => Json::Bool(*flag),
            Self::Time => Json::Null,
            Self::List(list) => Json::Array(list.iter().map(|node| node.value.to_json()).collect()),
            Self::Table(table) => table.to_json(),
        }
    }

    pub fn from_json(json: &Json) -> Self {
        let node = |value| Node { origin: Origin::Default, value: Self::from_json(value) };
        match json {
            Json::Null => Self::Time,
            Json::Bool(flag) => Self::Flag(*flag),
            Json::Number(number) => match number.as_i64() {
                Some(integer) => Self::Integer(integer),
                None => Self::Number(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Self::Text(text.clone()),
            Json::Array(list) => Self::List(list.iter().map(node).collect()),
            Json::Object(map) => {
                Self::Table(Table { entries: map.iter().map(|(key, value)| (key.clone(), node(value))).collect() })
            }
        }
    }
}

fn convert_table(table: &DeTable, origin: &impl Fn(Range<usize>) -> Origin) -> Table {
    let mut entries: Vec<(usize, String, Node)> = table
        .iter()
        .map(|(key, value)| (key.span().start, key.get_ref().to_string(), convert_spanned(key.span(), value, origin)))
        .collect();
    entries.sort_by_key(|(start, ..)| *start);
    Table { entries: entries.into_iter().map(|(_, key, node)| (key, node)).collect() }
}

/// A value whose line is its key's: that is where a reader looks.
fn convert_spanned(key: Range<usize>, value: &Spanned<DeValue>, origin: &impl Fn(Range<usize>) -> Origin) -> Node {
    Node { origin: origin(key), value: convert(value.get_ref(), origin) }
}

fn convert(value: &DeValue, origin: &impl Fn(Range<usize>) -> Origin) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) => Value::Integer(number),
            // Out of range for everything: as good a number as any that is.
            Err(_) => Value::Number(f64::INFINITY),
        },
        DeValue::Float(float) => Value::Number(float.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(_) => Value::Time,
        DeValue::Array(list) => {
            Value::List(list.iter().map(|value| convert_spanned(value.span(), value, origin)).collect())
        }
        DeValue::Table(table) => Value::Table(convert_table(table, origin)),
    }
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(place, _)| place + 1).collect())
    }

    /// The line of a place, from 1.
    fn at(&self, place: usize) -> usize {
        self.0.partition_point(|start| *start <= place) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_lines_and_keep_their_order() {
        let table = Table::parse("[b]\nz = 1\na = [1.5,\n 'x']\n[a]\n").unwrap();
        let keys = |table: &Table| table.entries.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&table), ["b", "a"]);
        let Value::Table(b) = &table.get("b").unwrap().value else { panic!("a table") };
        assert_eq!(keys(b), ["z", "a"]);
        assert_eq!(b.get("a").unwrap().origin, Origin::Line(3));
        let Value::List(list) = &b.get("a").unwrap().value else { panic!("a list") };
        assert_eq!((list[0].origin, list[1].origin), (Origin::Line(3), Origin::Line(4)));
        assert_eq!(Table::parse("a = 1\nb = = 2\n").unwrap_err().0, 2);
    }

    #[test]
    fn a_setting_is_toml_or_a_string() {
        let value = |text| Node::parse_or_text(text, Origin::Setting).value;
        assert_eq!(value("0.25"), Value::Number(0.25));
        assert_eq!(value("denim"), Value::Text("denim".into()));
        assert_eq!(value("\"denim\""), Value::Text("denim".into()));
        assert_eq!(value("[0, 3]").to_json(), serde_json::json!([0, 3]));
        assert_eq!(value("99999999999999999999"), Value::Number(f64::INFINITY));
    }
}
