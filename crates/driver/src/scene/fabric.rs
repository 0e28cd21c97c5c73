//! Materials in full: a preset's name or a table becomes a table with every field.

use super::nearest::nearest;
use super::problem::{Place, SceneProblem};
use super::tree::{Node, Origin, Table, Value};
use dynamics::Material;
use serde_json::Value as Json;

/// The preset that is none.
const CUSTOM: &str = "custom";

/// Fills in every garment's material.
pub(crate) fn resolve(tree: &mut Table, problems: &mut Vec<SceneProblem>) {
    let Some(Node { value: Value::List(garments), .. }) = tree.get_mut("garment") else { return };
    for (index, garment) in garments.iter_mut().enumerate() {
        let place = Place::default().key("garment").at(index, garment).key("material");
        let Value::Table(garment) = &mut garment.value else { continue };
        let Some(material) = garment.get_mut("material") else { continue };
        match fabric(material, &place) {
            Ok(table) => material.value = Value::Table(table),
            Err(problem) => problems.push(problem),
        }
    }
}

fn fabric(material: &Node, place: &Place) -> Result<Table, SceneProblem> {
    let none = Table::default();
    let (preset, origin, place, given) = match &material.value {
        Value::Table(table) => {
            let preset = table.get("preset");
            let name = preset.and_then(|node| node.value.text()).unwrap_or_default();
            (name, preset.map_or(material.origin, |node| node.origin), place.key("preset"), table)
        }
        other => (other.text().unwrap_or_default(), material.origin, place.clone(), &none),
    };
    let mut table = Table::default();
    table.set("preset", Node { origin, value: Value::Text(preset.to_owned()) });
    for (field, value) in fields(preset, origin, &place)? {
        let default = Node { origin: Origin::Default, value: Value::from_json(&value) };
        match given.get(&field) {
            Some(node) => table.set(&field, node.clone()),
            None if preset == CUSTOM => return Err(missing(&field, origin, &place)),
            None => table.set(&field, default),
        }
    }
    Ok(table)
}

/// The fields of a preset; those of `custom` have values that do not count.
fn fields(preset: &str, origin: Origin, place: &Place) -> Result<Vec<(String, Json)>, SceneProblem> {
    let name = if preset == CUSTOM { Material::PRESETS[0] } else { preset };
    let Some(Ok(Json::Object(fields))) = Material::preset(name).map(serde_json::to_value) else {
        let known = Material::PRESETS.into_iter().chain([CUSTOM]);
        let list = known.clone().collect::<Vec<_>>().join(", ");
        let remedy = match nearest(preset, known) {
            Some(near) => format!("did you mean {near:?}? There are {list}"),
            None => format!("there are {list}"),
        };
        return Err(SceneProblem::new(Some(origin), place, format!("there is no material {preset:?}"), remedy));
    };
    Ok(fields.into_iter().collect())
}

fn missing(field: &str, origin: Origin, place: &Place) -> SceneProblem {
    let fault = format!("a custom material needs every field, and {field} is missing");
    SceneProblem::new(Some(origin), place, fault, format!("add {field}, or name a preset"))
}
