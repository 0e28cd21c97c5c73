//! A tree against the table of keys: what is unknown, missing or wrong, and the same tree with all defaults filled in.

use super::keys::{self, Fallback, Key};
use super::kind::Kind;
use super::nearest::nearest;
use super::problem::{Place, SceneProblem};
use super::tree::{Node, Origin, Table, Value};

/// Checks a whole scene and fills in its defaults.
pub(crate) fn check(tree: &Table, problems: &mut Vec<SceneProblem>) -> Table {
    Checker { problems }.table(tree, "", &Place::default(), None)
}

struct Checker<'p> {
    problems: &'p mut Vec<SceneProblem>,
}

impl Checker<'_> {
    /// Checks a table of this path; `origin` is where it came from.
    fn table(&mut self, table: &Table, path: &str, place: &Place, origin: Option<Origin>) -> Table {
        let mut whole = Table::default();
        for (name, node) in &table.entries {
            let place = place.key(name);
            match known(path, name) {
                Some(key) => {
                    let value = self.value(node, key, &place);
                    whole.entries.push((name.clone(), Node { origin: node.origin, value }));
                }
                None => self.unknown(path, name, node, &place),
            }
        }
        for (name, key) in keys::inside(path) {
            if name != "*" && table.get(name).is_none() {
                self.left_out(name, key, place, origin, &mut whole);
            }
        }
        whole
    }

    fn left_out(&mut self, name: &str, key: &Key, place: &Place, origin: Option<Origin>, whole: &mut Table) {
        match key.fallback {
            Fallback::Needed => {
                let remedy = format!("add {name}: {}", key.meaning);
                self.problems.push(SceneProblem::new(origin, &place.key(name), "it is missing", remedy));
            }
            Fallback::Value(text) => {
                let node = Node::parse_or_text(text, Origin::Default);
                let value = self.value(&node, key, &place.key(name));
                whole.entries.push((name.to_owned(), Node { value, ..node }));
            }
            Fallback::Otherwise(_) => {}
        }
    }

    fn value(&mut self, node: &Node, key: &Key, place: &Place) -> Value {
        if let Some((fault, remedy)) = key.kind.fault(&node.value) {
            self.problems.push(SceneProblem::new(Some(node.origin), place, fault, remedy));
            return node.value.clone();
        }
        match (&node.value, key.kind) {
            (Value::Table(table), _) => Value::Table(self.table(table, key.path, place, Some(node.origin))),
            (Value::List(list), Kind::Tables) => {
                let path = format!("{}[]", key.path);
                let element = |(index, node): (usize, &Node)| {
                    let Value::Table(table) = &node.value else { return node.clone() };
                    let table = self.table(table, &path, &place.at(index, node), Some(node.origin));
                    Node { origin: node.origin, value: Value::Table(table) }
                };
                Value::List(list.iter().enumerate().map(element).collect())
            }
            (other, _) => other.clone(),
        }
    }

    fn unknown(&mut self, path: &str, name: &str, node: &Node, place: &Place) {
        let names: Vec<&str> = keys::inside(path).map(|(name, _)| name).collect();
        let remedy = match nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near:?}? `selvedge check --keys` lists all keys"),
            None => format!("known here: {}", names.join(", ")),
        };
        self.problems.push(SceneProblem::new(Some(node.origin), place, "this key is not known", remedy));
    }
}

/// The key of this name inside a table, or the one that stands for names the user chooses.
fn known(path: &str, name: &str) -> Option<&'static Key> {
    let own = |name: &str| keys::inside(path).find(|(known, _)| *known == name).map(|(_, key)| key);
    own(name).or_else(|| own("*"))
}
