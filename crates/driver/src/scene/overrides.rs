//! `--set key=value`: puts a value into the tree before it is checked.
//!
//! A list is entered by number, by name or, for all its elements, with `*`: `garment.0.layer`, `garment.flag.layer`,
//! `garment.*.layer`. A material that is only a preset's name becomes a table when one of its fields is set.

use super::Override;
use super::problem::{Place, SceneProblem};
use super::tree::{Node, Origin, Table, Value};

/// Changes the tree as one `--set` says.
pub(crate) fn apply(tree: &mut Table, change: &Override) -> Result<(), SceneProblem> {
    let steps = split(&change.key);
    let wrong = |fault: String, remedy: &str| {
        let place = Place::default().key(&change.key);
        SceneProblem::new(Some(Origin::Setting), &place, fault, remedy)
    };
    if steps.is_empty() || steps.iter().any(String::is_empty) {
        return Err(wrong("this is no key".to_owned(), "write it as simulation.fps=30"));
    }
    let mut root = Node { origin: Origin::Setting, value: Value::Table(std::mem::take(tree)) };
    let result = set(&mut root, &steps, &Node::parse_or_text(&change.value, Origin::Setting));
    if let Value::Table(table) = root.value {
        *tree = table;
    }
    result.map_err(|fault| wrong(fault, "`selvedge check --keys` lists all keys"))
}

/// Names between dots; quotes keep a name with dots together.
fn split(key: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    let mut quoted = false;
    for letter in key.trim().chars() {
        match letter {
            '"' => quoted = !quoted,
            '.' if !quoted => steps.push(String::new()),
            other => steps.last_mut().into_iter().for_each(|step| step.push(other)),
        }
    }
    steps
}

fn set(node: &mut Node, steps: &[String], value: &Node) -> Result<(), String> {
    let Some((first, rest)) = steps.split_first() else {
        *node = value.clone();
        return Ok(());
    };
    if let Value::Text(preset) = &node.value {
        let name = Node { origin: node.origin, value: Value::Text(preset.clone()) };
        node.value = Value::Table(Table { entries: vec![("preset".to_owned(), name)] });
    }
    match &mut node.value {
        Value::Table(table) => {
            if table.get(first).is_none() {
                let empty = Node { origin: Origin::Setting, value: Value::Table(Table::default()) };
                table.set(first, empty);
            }
            table.get_mut(first).map_or(Ok(()), |child| set(child, rest, value))
        }
        Value::List(list) => {
            let count = list.len();
            let chosen: Vec<&mut Node> = list
                .iter_mut()
                .enumerate()
                .filter(|(index, node)| is_chosen(*index, node, first))
                .map(|(_, n)| n)
                .collect();
            if chosen.is_empty() {
                return Err(format!("none of the {count} elements is called {first:?}, by name or number from 0"));
            }
            chosen.into_iter().try_for_each(|node| set(node, rest, value))
        }
        other => Err(format!("{first:?} is inside {}", other.kind())),
    }
}

fn is_chosen(index: usize, node: &Node, step: &str) -> bool {
    let name = || match &node.value {
        Value::Table(table) => table.get("name").and_then(|name| name.value.text().map(|name| name == step)),
        _ => None,
    };
    step == "*" || step.parse() == Ok(index) || name() == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_set_by_number_by_name_and_everywhere() {
        let text = "[[garment]]\nname = 'a'\nmaterial = 'denim'\n[[garment]]\nname = 'b'\n";
        let set = |key: &str, value: &str| {
            let mut tree = Table::parse(text).unwrap();
            apply(&mut tree, &Override { key: key.into(), value: value.into() }).map(|()| tree.to_json())
        };
        assert_eq!(set("garment.1.layer", "3").unwrap()["garment"][1]["layer"], 3);
        assert_eq!(set("garment.b.layer", "3").unwrap()["garment"][1]["layer"], 3);
        let everywhere = set("garment.*.layer", "3").unwrap();
        assert_eq!(everywhere["garment"][0]["layer"], everywhere["garment"][1]["layer"]);
        let denim = set("garment.a.material.density", "0.4").unwrap()["garment"][0]["material"].clone();
        assert_eq!(denim, serde_json::json!({ "preset": "denim", "density": 0.4 }));
        assert_eq!(set("wind.velocity", "[1, 0, 0]").unwrap()["wind"]["velocity"][0], 1);
        assert_eq!(set("flypaper.\"arm.L\"", "2").unwrap()["flypaper"]["arm.L"], 2);
        assert!(set("garment.c.layer", "3").is_err());
        assert!(set("garment..layer", "3").is_err());
    }
}
