//! What can be wrong with a scene: always the file, the place in it, and what to do.

use super::tree::{Node, Origin, Table, Value};
use std::fmt;
use std::path::PathBuf;

/// Everything that is wrong with a scene, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneError {
    /// The scene, as the user named it.
    pub file: PathBuf,
    /// At least one.
    pub problems: Vec<SceneProblem>,
}

/// One thing that is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneProblem {
    /// The line of the file, `--set`, or nothing.
    pub place: String,
    /// Which element: `garment 2 "trousers": material.density`.
    pub element: String,
    /// What is wrong with it.
    pub fault: String,
    /// What the user can do.
    pub remedy: String,
}

impl std::error::Error for SceneError {}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            write!(f, "{line}{}: {problem}", self.file.display())?;
        }
        Ok(())
    }
}

impl fmt::Display for SceneProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for part in [&self.place, &self.element].into_iter().filter(|part| !part.is_empty()) {
            write!(f, "{part}: ")?;
        }
        write!(f, "{}; {}", self.fault, self.remedy)
    }
}

/// One step into a scene's tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// Into a table.
    Key(String),
    /// Into a list; the element's name, if it has one.
    At(usize, Option<String>),
}

/// The way to a value in the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Place(pub Vec<Step>);

impl Place {
    /// The way that dots spell: `garment.2.pin.0.group`.
    pub fn parse(dotted: &str) -> Self {
        let step = |part: &str| part.parse().map_or_else(|_| Step::Key(part.to_owned()), |index| Step::At(index, None));
        Self(dotted.split('.').filter(|part| !part.is_empty()).map(step).collect())
    }

    pub fn key(&self, key: &str) -> Self {
        self.with(Step::Key(key.to_owned()))
    }

    pub fn at(&self, index: usize, element: &Node) -> Self {
        self.with(Step::At(index, name_of(element)))
    }

    fn with(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    /// The same way with the names of list elements looked up, and where the last value on it came from.
    pub fn resolved(&self, tree: &Table) -> (Self, Option<Origin>) {
        let root = Node { origin: Origin::Default, value: Value::Table(tree.clone()) };
        let mut node = Some(&root);
        let mut origin = None;
        let mut steps = Vec::new();
        for step in &self.0 {
            node = node.and_then(|node| child(node, step));
            origin = node.map(|node| node.origin).filter(|origin| *origin != Origin::Default).or(origin);
            steps.push(match step {
                Step::At(index, None) => Step::At(*index, node.and_then(name_of)),
                other => other.clone(),
            });
        }
        (Self(steps), origin)
    }
}

fn child<'t>(node: &'t Node, step: &Step) -> Option<&'t Node> {
    match (&node.value, step) {
        (Value::Table(table), Step::Key(key)) => table.get(key),
        (Value::List(list), Step::At(index, _)) => list.get(*index),
        _ => None,
    }
}

fn name_of(node: &Node) -> Option<String> {
    let Value::Table(table) = &node.value else { return None };
    table.get("name").and_then(|name| name.value.text()).map(str::to_owned)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut separator = "";
        for step in &self.0 {
            match step {
                Step::Key(key) => write!(f, "{separator}{key}")?,
                Step::At(index, None) => write!(f, " {index}")?,
                Step::At(index, Some(name)) => write!(f, " {index} {name:?}")?,
            }
            separator = if matches!(step, Step::Key(_)) { "." } else { ": " };
        }
        Ok(())
    }
}

impl SceneProblem {
    pub(crate) fn new(
        origin: Option<Origin>,
        place: &Place,
        fault: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let from = match origin {
            Some(Origin::Line(line)) => format!("line {line}"),
            Some(Origin::Setting) => "--set".to_owned(),
            Some(Origin::Default) | None => String::new(),
        };
        Self { place: from, element: place.to_string(), fault: fault.into(), remedy: remedy.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_as_people_say_them() {
        let tree = Table::parse("[[garment]]\n[[garment]]\nname = 'trousers'\npin = [{ group = 1 }]\n").unwrap();
        let (place, origin) = Place::parse("garment.1.pin.0.group").resolved(&tree);
        assert_eq!(place.to_string(), "garment 1 \"trousers\": pin 0: group");
        assert_eq!(origin, Some(Origin::Line(4)));
        let (place, origin) = Place::parse("garment.0.material.density").resolved(&tree);
        assert_eq!((place.to_string().as_str(), origin), ("garment 0: material.density", Some(Origin::Line(1))));
    }
}
