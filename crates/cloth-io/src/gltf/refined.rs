//! The same glTF file with the triangles of its meshes cut into four.
//!
//! 1. Primitives that share positions share the cut, so that their common vertices stay common.
//! 2. Every attribute gets a new accessor: what lies halfway is the mean, normals and tangents of unit length; whole numbers that are no
//!    fractions (names of features, say) are those of the edge's first end.
//! 3. Skin weights halfway are the mean of both ends' over all their joints; of those the heaviest are kept, as many as the file has
//!    room for, and scaled to the same sum.
//! 4. Morph targets are cut like positions. Where one node alone is wanted, the other nodes lose their meshes, and what nothing
//!    names any more goes.

use std::collections::{BTreeMap, BTreeSet};

use geometry::Midpoints;
use gltf_file::json::accessor::ComponentType;
use gltf_file::{Accessor, Container, GltfFile, Primitive, Surface};
use serde_json::{Map, Value, json};

use super::additions::{Additions, Use};
use super::moved::drop_compressed;
use super::pieces::Source;
use super::{GltfDocument, pack, prune};
use crate::Problem;
use crate::refine::Parents;

/// Numbers of vertices: `N` for each.
type Numbers<const N: usize> = Vec<[f32; N]>;

/// A mesh's primitives with the cut of each: by primitive, the cut and which of its triangles are the primitive's.
type Cuts = BTreeMap<usize, Cut>;

struct Cut {
    accessor: usize,
    triangles: Vec<[u32; 3]>,
}

impl GltfDocument {
    /// The file with its meshes cut once, as a `.glb`, and for every piece whom its vertices lie between. With a node's name, that
    /// node's mesh alone.
    pub(crate) fn refined(&self, node: Option<&str>) -> Result<(Self, Vec<Parents>), Problem> {
        let is_wanted = |name: &str| node.is_none_or(|node| node == name);
        let shown = self.pieces.iter().zip(&self.sources);
        let (wanted, others): (Vec<_>, Vec<_>) = shown.partition(|(piece, _)| is_wanted(&piece.name));
        let mut added = Additions::new(&self.file);
        empty(&mut added, &others.iter().map(|(_, source)| source.node).collect())?;
        let mut blocks = BTreeMap::new();
        for mesh in wanted.iter().map(|(_, source)| source.mesh).collect::<BTreeSet<usize>>() {
            blocks.insert(mesh, cut_mesh(&self.file, &mut added, mesh)?);
        }
        let parents = wanted.iter().map(|(_, source)| parents(source, &blocks[&source.mesh])).collect();
        let (mut value, mut buffers) = added.finish()?;
        prune::prune(&mut value, &mut buffers);
        let bytes = pack::pack(&self.file, value, buffers, Container::Glb)?;
        let stem = wanted.first().map(|(piece, _)| piece.name.as_str()).unwrap_or_default();
        Ok((Self::from_bytes(&bytes, None, stem)?, parents))
    }
}

/// Takes the meshes from nodes, and the keys that moved their morph targets.
fn empty(added: &mut Additions, nodes: &BTreeSet<usize>) -> Result<(), Problem> {
    for node in nodes {
        let members = added.object("nodes", *node)?;
        for key in ["mesh", "skin", "weights"] {
            members.shift_remove(key);
        }
    }
    let Some(animations) = added.value.get_mut("animations").and_then(Value::as_array_mut) else { return Ok(()) };
    for animation in animations.iter_mut() {
        if let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) {
            let node = |channel: &Value| channel["target"]["node"].as_u64().and_then(|node| usize::try_from(node).ok());
            let is_gone = |channel: &Value| node(channel).is_some_and(|node| nodes.contains(&node));
            channels.retain(|channel| channel["target"]["path"] != "weights" || !is_gone(channel));
        }
    }
    // glTF has no empty animations, and no empty lists.
    animations.retain(|animation| animation["channels"].as_array().is_none_or(|channels| !channels.is_empty()));
    if animations.is_empty() {
        added.value.as_object_mut().and_then(|members| members.shift_remove("animations"));
    }
    Ok(())
}

/// Whom the vertices of a piece lie between, block after block.
fn parents(source: &Source, cuts: &BTreeMap<usize, Midpoints>) -> Parents {
    let mut parents = Vec::new();
    for block in &source.blocks {
        let start = block.start as u32;
        if let Some(cut) = cuts.get(&block.accessor) {
            parents.extend(cut.parents().map(|ends| ends.map(|v| v + start)));
        }
    }
    parents
}

/// Cuts one mesh; returns the cut of every position accessor.
fn cut_mesh(file: &GltfFile, added: &mut Additions, mesh: usize) -> Result<BTreeMap<usize, Midpoints>, Problem> {
    let mut cuts = Cuts::new();
    let mut all: BTreeMap<usize, (u32, Vec<[u32; 3]>)> = BTreeMap::new();
    for number in 0..file.primitive_count(mesh)? {
        let primitive = file.primitive(mesh, number)?;
        let (Some(accessor), Surface::Triangles(triangles)) = (primitive.position_accessor(), primitive.surface()?)
        else {
            continue;
        };
        let block = all.entry(accessor).or_insert((primitive.vertex_count()? as u32, Vec::new()));
        block.1.extend_from_slice(&triangles);
        cuts.insert(number, Cut { accessor, triangles });
    }
    let blocks: BTreeMap<usize, Midpoints> =
        all.into_iter().map(|(accessor, (count, triangles))| (accessor, Midpoints::new(count, &triangles))).collect();
    let mut known = BTreeMap::new();
    for (number, Cut { accessor, triangles }) in cuts {
        let primitive = file.primitive(mesh, number)?;
        let whole = &blocks[&accessor];
        let mut writer = Writer { file, added: &mut *added, cut: whole, block: accessor, known: &mut known };
        let new = writer.primitive(&primitive, mesh, number, &triangles)?;
        let primitives = added.object("meshes", mesh)?.get_mut("primitives").and_then(|list| list.get_mut(number));
        if let Some(place) = primitives {
            *place = Value::Object(new);
        }
    }
    Ok(blocks)
}

/// Adds the accessors of one primitive.
struct Writer<'a> {
    file: &'a GltfFile,
    added: &'a mut Additions,
    cut: &'a Midpoints,
    /// The position accessor whose vertices are cut.
    block: usize,
    /// New accessors by the block and the old ones: primitives share them as they did.
    known: &'a mut BTreeMap<(usize, usize), usize>,
}

impl Writer<'_> {
    fn primitive(
        &mut self,
        primitive: &Primitive,
        mesh: usize,
        number: usize,
        triangles: &[[u32; 3]],
    ) -> Result<Map<String, Value>, Problem> {
        let mut json = self.file.value()["meshes"][mesh]["primitives"][number].as_object().cloned().unwrap_or_default();
        drop_compressed(&mut json);
        // A list of triangles, whatever it was.
        json.shift_remove("mode");
        // The same edges are in the whole cut; only the numbers of the middles are asked for.
        let quarters: Vec<[u32; 3]> = triangles.iter().flat_map(|triangle| self.cut.quarter(triangle)).collect();
        json.insert("indices".to_owned(), json!(self.added.indices(quarters.as_flattened())?));
        let skin = self.skin(primitive)?;
        if let Some(attributes) = json.get_mut("attributes").and_then(Value::as_object_mut) {
            for (name, accessor) in attributes.iter_mut() {
                *accessor = match skin.get(name) {
                    Some(new) => json!(new),
                    None => json!(self.carried(name, accessor)?),
                };
            }
        }
        for target in json.get_mut("targets").and_then(Value::as_array_mut).into_iter().flatten() {
            for (name, accessor) in target.as_object_mut().into_iter().flatten() {
                // Displacements are no directions: they are means and nothing else.
                *accessor = json!(self.carried(&format!("target {name}"), accessor)?);
            }
        }
        Ok(json)
    }

    /// The accessor of an attribute after the cut.
    fn carried(&mut self, name: &str, accessor: &Value) -> Result<usize, Problem> {
        let old = accessor.as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or(usize::MAX);
        if let Some(new) = self.known.get(&(self.block, old)) {
            return Ok(*new);
        }
        let numbers = self.file.accessor(old, name)?;
        if numbers.count() != self.cut.before as usize {
            let fault = format!("it has {} elements for {} vertices", numbers.count(), self.cut.before);
            return Err(Problem::new(numbers.element(), fault, "export the mesh again"));
        }
        let new = match numbers.layout().components() {
            1 => self.added.vectors(&carry::<1>(&numbers, name, self.cut)?, Use::Vertices)?,
            2 => self.added.vectors(&carry::<2>(&numbers, name, self.cut)?, Use::Vertices)?,
            3 if name.ends_with("POSITION") => {
                self.added.bounded(&carry::<3>(&numbers, name, self.cut)?, Use::Vertices)?
            }
            3 => self.added.vectors(&carry::<3>(&numbers, name, self.cut)?, Use::Vertices)?,
            4 => self.added.vectors(&carry::<4>(&numbers, name, self.cut)?, Use::Vertices)?,
            more => {
                let fault = format!("{name} has {more} components, and no attribute of a vertex has more than 4");
                return Err(Problem::new(numbers.element(), fault, "export the mesh again without it"));
            }
        };
        self.known.insert((self.block, old), new);
        Ok(new)
    }

    /// The accessors of joints and weights after the cut, by attribute.
    fn skin(&mut self, primitive: &Primitive) -> Result<BTreeMap<String, usize>, Problem> {
        let mut sets = Vec::new();
        while let (Some(joints), Some(weights)) =
            (primitive.joints(sets.len() as u32)?, primitive.weights(sets.len() as u32)?)
        {
            sets.push((joints, weights));
        }
        let influences: Vec<Vec<(u32, f64)>> = (0..if sets.is_empty() { 0 } else { self.cut.before as usize })
            .map(|v| sets.iter().flat_map(|(joints, weights)| joints[v].into_iter().zip(weights[v])).collect())
            .collect();
        let room = 4 * sets.len();
        let carried = if sets.is_empty() { Vec::new() } else { self.cut.carry(&influences, |a, b| mean(a, b, room)) };
        let mut skin = BTreeMap::new();
        for set in 0..sets.len() {
            let at = |all: &Vec<(u32, f64)>, i: usize| all.get(4 * set + i).copied().unwrap_or_default();
            let joints: Vec<[u32; 4]> = carried.iter().map(|all| std::array::from_fn(|i| at(all, i).0)).collect();
            let weights: Numbers<4> = carried.iter().map(|all| std::array::from_fn(|i| at(all, i).1 as f32)).collect();
            skin.insert(format!("JOINTS_{set}"), self.added.joints(&joints)?);
            skin.insert(format!("WEIGHTS_{set}"), self.added.vectors(&weights, Use::Vertices)?);
        }
        Ok(skin)
    }
}

/// Numbers of vertices after the cut.
fn carry<const N: usize>(accessor: &Accessor, name: &str, cut: &Midpoints) -> Result<Numbers<N>, Problem> {
    let numbers: Numbers<N> = accessor.vectors::<N>()?.into_iter().map(|v| v.map(|x| x as f32)).collect();
    let layout = accessor.layout();
    // Names and counts have no mean.
    let is_name = name.starts_with('_') && layout.component != ComponentType::F32 && !layout.normalized;
    let is_direction = name == "NORMAL" || name == "TANGENT";
    Ok(cut.carry(&numbers, |a, b| {
        let half: [f32; N] = std::array::from_fn(|i| f32::midpoint(a[i], b[i]));
        match (is_name, is_direction) {
            (true, _) => *a,
            (false, true) => direction(half, a),
            (false, false) => half,
        }
    }))
}

/// A mean direction, of unit length; what is more than three numbers (the side of a tangent) is the first end's.
fn direction<const N: usize>(half: [f32; N], first: &[f32; N]) -> [f32; N] {
    let length = half.iter().take(3).map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 { std::array::from_fn(|i| if i < 3 { half[i] / length } else { first[i] }) } else { *first }
}

/// The weights halfway between two vertices: the heaviest of both, with the same sum.
fn mean(a: &[(u32, f64)], b: &[(u32, f64)], room: usize) -> Vec<(u32, f64)> {
    let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
    for (joint, weight) in a.iter().chain(b).filter(|(_, weight)| *weight > 0.0) {
        *sums.entry(*joint).or_default() += weight / 2.0;
    }
    let whole: f64 = sums.values().sum();
    let mut list: Vec<(u32, f64)> = sums.into_iter().collect();
    // Stable: of equal weights the lower joint first.
    list.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    list.truncate(room);
    let kept: f64 = list.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut list {
        *weight *= if kept > 0.0 { whole / kept } else { 1.0 };
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_halfway_are_the_heaviest_of_both_and_keep_their_sum() {
        let a = [(3, 0.5), (1, 0.5), (0, 0.0), (0, 0.0)];
        let b = [(1, 0.25), (2, 0.25), (7, 0.25), (9, 0.25)];
        let half = mean(&a, &b, 4);
        assert_eq!(half.iter().map(|(joint, _)| *joint).collect::<Vec<_>>(), [1, 3, 2, 7]);
        assert!((half.iter().map(|(_, w)| w).sum::<f64>() - 1.0).abs() < 1e-15);
        assert!((half[0].1 - 0.375 / 0.875).abs() < 1e-15);
    }

    #[test]
    fn directions_have_unit_length_and_keep_their_side() {
        let half = direction([0.0, 0.5, 0.5, 0.0], &[0.0, 1.0, 0.0, -1.0]);
        assert!((half[1] - 0.5f32.sqrt()).abs() < 1e-6 && half[3] == -1.0);
        assert_eq!(direction([0.0; 3], &[1.0, 0.0, 0.0]), [1.0, 0.0, 0.0]);
    }
}
