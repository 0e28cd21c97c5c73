//! `[flypaper]` as weights: patterns of names → parts of solids, garments and groups → particles.
//!
//! A particle's rows are those of `[flypaper]`, then those of every `[[flypaper.garment]]` that names it, in the order of
//! the file; for each surface the last row that matches its name counts. Particles with the same rows are one group.

use crate::garment::Garment;
use crate::scene::nearest::nearest;
use crate::scene::{Scene, SceneError, SceneProblem};
use body::{Body, Pattern};
use flypaper::Weights;
use geometry::{Assembly, FaceId, VertexId};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A pattern and its weight.
type Row = (Pattern, f64);

/// The weights that a scene asks for; the body is solid 0, colliders follow.
pub fn read(
    scene: &Scene,
    body: Option<&Body>,
    garments: &[Garment],
    assembly: &Assembly,
) -> Result<Weights, SceneError> {
    let mut weights = Weights::equal();
    let Some(flypaper) = &scene.specs.flypaper else { return Ok(weights) };
    let solids = solids(scene, body);
    if let Some(body) = body {
        let faces = (0..body.assembly().mesh().faces().len()).map(FaceId::at);
        weights.set_parts(0, &faces.map(|face| body.parts().of(face) as u32).collect::<Vec<_>>());
    }
    let wrong = |problem: SceneProblem| scene.error(problem);
    let base = rows(scene, body, "flypaper", flypaper, &["garment"]).map_err(wrong)?;
    let entries: Vec<&Json> = flypaper["garment"].as_array().into_iter().flatten().collect();
    let mut more = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let place = format!("flypaper.garment.{index}");
        more.push(rows(scene, body, &place, entry, &["name", "group"]).map_err(wrong)?);
    }
    let entries_of = particles(scene, &entries, garments, assembly).map_err(wrong)?;
    let mut groups: BTreeMap<&[usize], u32> = BTreeMap::from([(&[][..], 0)]);
    for (particle, named) in &entries_of {
        let next = groups.len() as u32;
        weights.set_group(*particle, *groups.entry(named).or_insert(next));
    }
    for (named, group) in groups {
        let rows: Vec<&Row> = base.iter().chain(named.iter().flat_map(|entry| &more[*entry])).collect();
        for (solid, parts) in solids.iter().enumerate() {
            for (part, name) in parts.iter().enumerate() {
                let row = rows.iter().rev().find(|(pattern, _)| pattern.matches(name));
                // The table of keys has refused what is no weight.
                let _ = row.map(|(_, weight)| weights.set(group, solid as u32, part as u32, *weight));
            }
        }
    }
    Ok(weights)
}

/// The names of every solid's parts.
fn solids<'s>(scene: &'s Scene, body: Option<&'s Body>) -> Vec<Vec<&'s str>> {
    let body = body.map(|body| body.parts().all().iter().map(|part| part.name.as_str()).collect());
    body.into_iter().chain(scene.specs.collider.iter().map(|collider| vec![collider.name.as_str()])).collect()
}

/// The rows of a table, apart from keys that are no patterns.
fn rows(
    scene: &Scene,
    body: Option<&Body>,
    place: &str,
    table: &Json,
    others: &[&str],
) -> Result<Vec<Row>, SceneProblem> {
    let joints = body.into_iter().flat_map(|body| body.skeleton().joints.iter().map(|joint| joint.name.as_str()));
    let known: Vec<&str> = joints.chain(scene.specs.collider.iter().map(|collider| collider.name.as_str())).collect();
    let mut rows = Vec::new();
    for (text, value) in table.as_object().into_iter().flatten().filter(|(key, _)| !others.contains(&key.as_str())) {
        if let Some(problem) = unmatched(scene, place, text, &known) {
            return Err(problem);
        }
        rows.extend(value.as_f64().map(|weight| (Pattern::new(text), weight)));
    }
    Ok(rows)
}

/// What is wrong with a pattern that matches none of the known names. One that matches everything is never wrong.
pub fn unmatched(scene: &Scene, place: &str, text: &str, known: &[&str]) -> Option<SceneProblem> {
    let pattern = Pattern::new(text);
    if pattern.matches("") || known.iter().any(|name| pattern.matches(name)) {
        return None;
    }
    let plain: String = text.chars().filter(|letter| !matches!(letter, '*' | '?')).collect();
    let remedy = match nearest(&plain, known.iter().copied()) {
        Some(near) => format!("did you mean {near:?}? * stands for any letters, ? for one"),
        None if known.is_empty() => "there is no body and no collider".to_owned(),
        None => format!("there are {}", known.join(", ")),
    };
    let fault = format!("no joint and no collider is called {text:?}");
    Some(scene.problem(&format!("{place}.{text}"), fault, remedy))
}

/// The entries that name each particle, ascending; particles that none names are left out.
fn particles(
    scene: &Scene,
    entries: &[&Json],
    garments: &[Garment],
    assembly: &Assembly,
) -> Result<BTreeMap<VertexId, Vec<usize>>, SceneProblem> {
    let mut named: BTreeMap<VertexId, Vec<usize>> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let mut first = 0;
        for garment in garments {
            let count = garment.vertex_count() as u32;
            if entry["name"] == garment.name.as_str() {
                let vertices = match entry["group"].as_str() {
                    None => (0..count).collect(),
                    Some(group) => garment.vertices_of(group).map_err(|(fault, remedy)| {
                        scene.problem(&format!("flypaper.garment.{index}.group"), fault, remedy)
                    })?,
                };
                for vertex in vertices {
                    let entries = named.entry(assembly.vertex_of(first + vertex)).or_default();
                    // Welded vertices are named once for each of theirs.
                    if entries.last() != Some(&index) {
                        entries.push(index);
                    }
                }
            }
            first += count;
        }
    }
    Ok(named)
}
