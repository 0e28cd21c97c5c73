//! Which parts of the cloth are closer to each other than the cloth is thick.
//!
//! 1. The boxes of faces, grown by half the thickness of their particles, go into the hierarchy; it gives the pairs of
//!    faces that may be close. A vertex and an edge are asked about by one face of theirs, so no pair comes twice
//!    (Curtis, Tamstorf and Manocha 2008).
//! 2. A point and a face, or two edges, that have a vertex in common are neighbours, not contacts.
//! 3. Only where the distance is least among all that is around does a pair count: two edges if neither is nearest at an
//!    end; a point and an edge or a corner of a face if no other face there is nearer. So one touch is one contact.
//! 4. The thickness of a pair is the mean of its two sides', each weighted as the point on it is. Where the pair is
//!    closer than that at rest, the thickness is reduced to a share of the distance it has at rest: cloth whose triangles
//!    are smaller than it is thick, and layers sewn on top of each other, do not push themselves apart, and still do not
//!    pass through each other.
//! 5. Contacts are sorted by their particles.
//!
//! Each contact is particles and weights (VMT00 eq. 16): the sum of weights times positions is the gap from the one side
//! to the other.
//!
//! Not here: which side is right (the analysis has the verdict), what moves during a step, and the response.

mod pairs;

use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{EdgeId, FaceId, Mesh, Point, Vector, VertexId};
use pairs::Pairs;
use rayon::prelude::*;

/// What is near what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sides {
    /// A point and a face: particle 0 against 1, 2 and 3.
    PointFace(VertexId, FaceId),
    /// Two edges, the lower first: particles 0 and 1 against 2 and 3.
    EdgeEdge(EdgeId, EdgeId),
}

/// Two parts of the cloth that are close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothContact {
    /// The parts.
    pub sides: Sides,
    /// The four particles.
    pub particles: [VertexId; 4],
    /// Their weights: positive on the one side, negative on the other, one and minus one in sum.
    pub weights: [f64; 4],
    /// How far apart the two sides are, in metres.
    pub distance: f64,
    /// How far apart they should be, in metres.
    pub thickness: f64,
    /// From the second side to the first, of unit length. Where the two touch, a normal of theirs, to either side.
    pub normal: Vector,
}

/// What a search found: points against faces first, then edges against edges, each sorted by particles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClothContacts {
    /// The contacts.
    pub contacts: Vec<ClothContact>,
    /// How many of them have a thickness that was reduced because they are close at rest.
    pub reduced: usize,
}

/// How far a search looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothReach {
    /// Contacts are reported while their distance is no more than the thickness and this. Metres; default 0.
    pub margin: f64,
    /// The share of its distance at rest that a pair that is close at rest is kept at. Default 0.9: cloth at rest has no
    /// contacts, and a tenth of room to move.
    pub rest_share: f64,
}

/// A cloth, ready to be searched against itself.
#[derive(Clone, Debug)]
pub struct ClothSearch {
    tree: BoxTree,
    rest: Vec<Point>,
    /// The face that asks for each vertex.
    owners: Vec<FaceId>,
}

impl Default for ClothReach {
    fn default() -> Self {
        Self { margin: 0.0, rest_share: 0.9 }
    }
}

impl ClothSearch {
    /// For one cloth. `rest` is where its particles are when nothing pushes them: the garment as it was made.
    pub fn new(mesh: &Mesh, rest: &[Point]) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| bounds(mesh, rest, FaceId(face)));
        let owner = |v| mesh.fan(VertexId::at(v)).faces.first().copied().unwrap_or_default();
        Self { tree, rest: rest.to_vec(), owners: (0..mesh.vertex_count()).map(owner).collect() }
    }

    /// From now on only contacts are found of which at least one face is among these: what bodies in the same mesh do among themselves
    /// need not be known.
    pub fn ask(&mut self, about: impl Fn(FaceId) -> bool) {
        self.tree.ask(|face| about(FaceId(face)));
    }

    /// Finds every contact of the cloth with itself. `thickness` is of every particle, in metres.
    pub fn find(&mut self, mesh: &Mesh, positions: &[Point], thickness: &[f64], reach: &ClothReach) -> ClothContacts {
        let half_margin = 0.5 * reach.margin;
        self.tree.refit(|face| {
            let thickest = mesh.face(FaceId(face)).map(|v| thickness[v.index()]).into_iter().fold(0.0, f64::max);
            bounds(mesh, positions, FaceId(face)).grown(0.5 * thickest + half_margin)
        });
        let pairs = Pairs { mesh, positions, thickness, rest: &self.rest, owners: &self.owners, reach };
        let found = self.tree.self_pairs(Vec::new, |found, a, b| pairs.between(FaceId(a), FaceId(b), found));
        let mut contacts = found.concat();
        contacts.par_sort_unstable_by_key(|contact| (kind(contact.sides), contact.particles, contact.sides));
        let reduced = contacts.iter().filter(|contact| pairs.is_reduced(contact)).count();
        ClothContacts { contacts, reduced }
    }
}

fn kind(sides: Sides) -> u8 {
    match sides {
        Sides::PointFace(..) => 0,
        Sides::EdgeEdge(..) => 1,
    }
}

fn bounds(mesh: &Mesh, positions: &[Point], face: FaceId) -> Bounds {
    Bounds::around(mesh.face(face).map(|v| &positions[v.index()]))
}
