//! A garment as a mesh with a morph target for every frame after the first.
//!
//! A target holds differences to the first frame, of positions and of normals. Where the numbers would fill more than a
//! quarter of what a `.glb` can hold, normals are left out, and viewers light later frames as the first.

use std::collections::HashMap;

use geometry::Point;
use serde_json::{Value, json};

use super::super::additions::{Additions, Use};
use super::super::create::{
    by_material, check_indices, colors_of_vertices, normals, single_precision, texture_of_vertices,
};
use super::{Animation, MovingPiece, times_of};
use crate::{Piece, Problem};

/// Bytes of positions beyond which normals are left out.
const MOST_WITH_NORMALS: usize = 1 << 29;
/// Bytes of a position.
const POSITION: usize = 12;

type Vectors = Vec<[f32; 3]>;

/// Adds a garment and returns its node.
pub(super) fn add(added: &mut Additions, garment: &MovingPiece, frames: usize) -> Result<usize, Problem> {
    check(garment, frames)?;
    let (triangles, origins) = garment.piece.polygons.triangles();
    let form = Form::at_first(garment, &triangles)?;
    let attributes = form.attributes(added, garment.piece)?;
    let with_normals = form.positions.len() * frames * POSITION <= MOST_WITH_NORMALS;
    let later = garment.frames[1..].iter();
    let targets: Vec<Value> =
        later.map(|frame| form.target(added, frame, &garment.name, with_normals)).collect::<Result<_, _>>()?;
    let mut primitives = Vec::new();
    for (name, triangles) in by_material(garment.piece, &triangles, &origins) {
        let indices = added.indices(triangles.as_flattened())?;
        let material = material(added, garment, &name)?;
        let mut primitive = json!({"attributes": attributes, "indices": indices, "material": material});
        if !targets.is_empty() {
            primitive["targets"] = json!(targets);
        }
        primitives.push(primitive);
    }
    let mut mesh = json!({"name": garment.name, "primitives": primitives});
    if !targets.is_empty() {
        mesh["weights"] = json!(vec![0.0; targets.len()]);
    }
    let mesh = added.push("meshes", mesh)?;
    added.push("nodes", json!({"name": garment.name, "mesh": mesh}))
}

/// Lets every garment show its target at each time; all share the keys.
pub(super) fn move_all(
    added: &mut Additions,
    animation: &mut Animation,
    nodes: &[usize],
    times: &[f64],
) -> Result<(), Problem> {
    let targets = times.len() - 1;
    let weight = |frame: usize, target: usize| if frame == target + 1 { 1.0 } else { 0.0 };
    let weights: Vec<[f32; 1]> =
        (0..times.len()).flat_map(|frame| (0..targets).map(move |target| [weight(frame, target)])).collect();
    let input = times_of(added, times)?;
    let output = added.vectors(&weights, Use::Keys)?;
    let sampler = animation.sampler(input, output);
    for node in nodes {
        animation.channel(sampler, *node, "weights");
    }
    Ok(())
}

fn check(garment: &MovingPiece, frames: usize) -> Result<(), Problem> {
    let count = garment.piece.positions.len();
    let wrong = |fault: String| Problem::new(format!("{:?}", garment.name), fault, "give every vertex of every frame");
    if frames == 0 || garment.frames.len() != frames {
        return Err(wrong(format!("{} frames, there are {frames} times", garment.frames.len())));
    }
    if let Some(frame) = garment.frames.iter().position(|positions| positions.len() != count) {
        return Err(wrong(format!("frame {frame} has {} positions for {count} vertices", garment.frames[frame].len())));
    }
    if garment.piece.polygons.is_empty() {
        return Err(wrong("it has no faces".to_owned()));
    }
    check_indices(garment.piece.polygons.corners().iter(), count, &garment.name)
}

fn differences(now: &[[f32; 3]], first: &[[f32; 3]]) -> Vectors {
    now.iter().zip(first).map(|(now, first)| [0, 1, 2].map(|i| now[i] - first[i])).collect()
}

/// The material of that name in the wearer's file, if the garment is of it; else a new one, of cloth.
fn material(added: &mut Additions, garment: &MovingPiece, name: &str) -> Result<usize, Problem> {
    let known = added.value.get("materials").and_then(Value::as_array);
    let is_it = |(index, material): (usize, &Value)| match material["name"].as_str().filter(|given| !given.is_empty()) {
        Some(given) => given == name,
        None => name == format!("material {index}"),
    };
    let own = garment.node.as_ref().and(known).and_then(|known| known.iter().enumerate().position(is_it));
    if let Some(index) = own {
        return Ok(index);
    }
    let [r, g, b] = if garment.piece.colors.is_some() { [1.0; 3] } else { garment.color };
    let surface = json!({"baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0, "roughnessFactor": 0.9});
    let name = format!("{} {name}", garment.name);
    added.push("materials", json!({"name": name, "doubleSided": true, "pbrMetallicRoughness": surface}))
}

/// A garment at its first frame, from which the others differ.
struct Form {
    positions: Vectors,
    normals: Vectors,
    /// The first vertex at each vertex's place: files part a vertex along the seams of its texture, but light should not see
    /// those.
    first: Vec<u32>,
    /// The faces on those vertices.
    triangles: Vec<[u32; 3]>,
}

impl Form {
    fn at_first(garment: &MovingPiece, triangles: &[[u32; 3]]) -> Result<Self, Problem> {
        let positions = &garment.frames[0];
        let mut places: HashMap<[u64; 3], u32> = HashMap::with_capacity(positions.len());
        let place = |point: &Point| [0, 1, 2].map(|axis| point[axis].to_bits());
        let first: Vec<u32> =
            positions.iter().zip(0..).map(|(point, vertex)| *places.entry(place(point)).or_insert(vertex)).collect();
        let triangles = triangles.iter().map(|triangle| triangle.map(|vertex| first[vertex as usize])).collect();
        let mut form =
            Self { positions: single_precision(positions, &garment.name)?, normals: Vec::new(), first, triangles };
        form.normals = form.normals_at(positions);
        Ok(form)
    }

    fn normals_at(&self, positions: &[Point]) -> Vectors {
        let normals = normals(positions, &self.triangles);
        self.first.iter().map(|vertex| normals[*vertex as usize]).collect()
    }

    fn attributes(&self, added: &mut Additions, piece: &Piece) -> Result<Value, Problem> {
        let mut attributes = json!({
            "POSITION": added.bounded(&self.positions, Use::Vertices)?,
            "NORMAL": added.vectors(&self.normals, Use::Vertices)?,
        });
        if let Some(coordinates) = texture_of_vertices(piece) {
            attributes["TEXCOORD_0"] = json!(added.vectors(&coordinates, Use::Vertices)?);
        }
        if let Some(colors) = colors_of_vertices(piece) {
            attributes["COLOR_0"] = json!(added.vectors(&colors, Use::Vertices)?);
        }
        Ok(attributes)
    }

    fn target(&self, added: &mut Additions, frame: &[Point], name: &str, with_normals: bool) -> Result<Value, Problem> {
        let positions = differences(&single_precision(frame, name)?, &self.positions);
        let mut target = json!({"POSITION": added.bounded(&positions, Use::Vertices)?});
        if with_normals {
            let normals = differences(&self.normals_at(frame), &self.normals);
            target["NORMAL"] = json!(added.vectors(&normals, Use::Vertices)?);
        }
        Ok(target)
    }
}
