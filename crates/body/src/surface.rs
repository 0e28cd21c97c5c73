//! Pieces → one mesh: extra faces detached, seams welded, with the way back to the file.
//!
//! Vertices are welded where they are at the same place in *every* pose: at the same place in the bind pose, with the
//! same influences and the same morph displacements. So the seams of a file close, and lips that merely touch do not.

use std::cmp::Ordering;

use geometry::{Assembly, Part, Point};

use crate::detach::detach;
use crate::error::{BodyError, Note};
use crate::import::Model;

/// The mesh of a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub assembly: Assembly,
    /// The file's vertex (among those of all pieces) that every vertex of the mesh follows.
    pub source: Vec<u32>,
    /// By running number of the assembly: the file's vertex, among those of all pieces.
    pub file_of: Vec<u32>,
    /// How many edges had more than two faces.
    pub crowded_edges: usize,
}

/// Builds the mesh at these positions of the file's vertices.
pub(crate) fn build(model: &Model, posed: &[Point], notes: &mut Vec<Note>) -> Result<Surface, BodyError> {
    let motions = motions(model);
    let mut surface = Surface::default();
    let mut pieces: Vec<(Vec<Point>, Vec<[u32; 3]>)> = Vec::with_capacity(model.pieces.len());
    for piece in &model.pieces {
        let first = piece.vertices.start as u32;
        let detached = detach(piece.vertices.len(), &piece.triangles);
        if detached.crowded > 0 {
            let (edges, vertices) = (detached.crowded, detached.copies.len());
            notes.push(Note::Detached { piece: piece.info.name.clone(), edges, vertices });
            surface.crowded_edges += edges;
        }
        let own = piece.vertices.clone().map(|vertex| vertex as u32);
        let sources: Vec<u32> = own.chain(detached.copies.iter().map(|copy| first + copy)).collect();
        pieces.push((sources.iter().map(|vertex| posed[*vertex as usize]).collect(), detached.triangles));
        surface.file_of.extend(sources);
    }
    let parts: Vec<Part> = pieces.iter().map(|(positions, triangles)| Part { positions, triangles }).collect();
    let marks: Vec<u32> = surface.file_of.iter().map(|vertex| motions[*vertex as usize]).collect();
    surface.assembly = Assembly::marked(&parts, &marks).map_err(|error| {
        let piece = model.pieces.get(error.part).map(|piece| piece.info.name.clone()).unwrap_or_default();
        BodyError::Surface { piece, error }
    })?;
    let lowest = |vertex: usize| surface.assembly.members(geometry::VertexId::at(vertex)).first();
    surface.source = (0..surface.assembly.positions().len())
        .map(|vertex| lowest(vertex).map_or(0, |running| surface.file_of[*running as usize]))
        .collect();
    Ok(surface)
}

/// A number for every vertex of the file: the same for vertices that every pose moves alike.
fn motions(model: &Model) -> Vec<u32> {
    let morphs = Morphs::new(model);
    let order = |a: &u32, b: &u32| {
        let (a, b) = (*a as usize, *b as usize);
        model.influences.cmp(a, b).then_with(|| morphs.cmp(a, b))
    };
    let mut vertices: Vec<u32> = (0..model.stored.len() as u32).collect();
    vertices.sort_unstable_by(order);
    let mut motions = vec![0; vertices.len()];
    for (number, alike) in vertices.chunk_by(|a, b| order(a, b) == Ordering::Equal).enumerate() {
        for vertex in alike {
            motions[*vertex as usize] = number as u32;
        }
    }
    motions
}

/// The morph displacements of each vertex: the weight's number and the displacement's bits.
struct Morphs {
    rows: Vec<(u32, usize, [u64; 3])>,
}

impl Morphs {
    fn new(model: &Model) -> Self {
        let mut rows: Vec<_> = model
            .targets
            .iter()
            .flat_map(|target| {
                let moved = target.vertices.iter().zip(&target.displacements);
                moved.map(|(vertex, d)| (*vertex, target.weight, [d.x, d.y, d.z].map(f64::to_bits)))
            })
            .collect();
        rows.sort_unstable();
        Self { rows }
    }

    fn of(&self, vertex: usize) -> impl Iterator<Item = (usize, [u64; 3])> {
        let start = self.rows.partition_point(|row| (row.0 as usize) < vertex);
        self.rows[start..].iter().take_while(move |row| row.0 as usize == vertex).map(|row| (row.1, row.2))
    }

    fn cmp(&self, a: usize, b: usize) -> Ordering {
        self.of(a).cmp(self.of(b))
    }
}
