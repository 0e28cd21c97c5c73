//! All solids as triangles: for robust mode, to which everything is one mesh.
//!
//! Meshes are what they are. Shapes with a formula are cut into triangles, inside the formula and so under what contact holds the
//! cloth to: a particle on a sphere does not feel its facets, and a facet that cuts into the cloth between particles is met all the
//! same. A plane is a large square around its own point.

use super::moving::Moving;
use super::{Solids, outline};
use contact::When;
use contact::solid::Spot;
use geometry::shapes::Shape;
use geometry::{FaceId, Mesh, Point, VertexId};

/// Half the side of the square that stands for a plane, in m. Cloth that leaves it is still kept above the plane by contact.
const PLANE_HALF: f64 = 100.0;

/// The triangles of all solids; shapes in their own frames.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    /// For each solid that is a shape, its outline.
    outlines: Vec<Option<Shape>>,
    /// All triangles, numbered through all solids.
    pub triangles: Vec<[u32; 3]>,
    /// Coulomb's coefficient of sliding at each vertex.
    pub friction: Vec<f64>,
    /// Whether each vertex is of a surface with a solid inside. Meshes that are open or inside out have none; shapes have, a plane too.
    pub closed: Vec<bool>,
}

impl Skin {
    /// Of these solids.
    pub fn new(solids: &Solids) -> Self {
        let mut skin = Self::default();
        for obstacle in &solids.list {
            let first = skin.friction.len() as u32;
            let outline = match &obstacle.moving {
                Moving::Shape(path) => Some(outline::formula(&path.shape.shape).unwrap_or_else(square)),
                Moving::Mesh(_) => None,
            };
            match (&outline, &obstacle.moving) {
                (Some(outline), _) => {
                    let rubs = obstacle.rubbing.at(Spot::Shape).sliding;
                    skin.friction.extend(outline.positions.iter().map(|_| rubs));
                    skin.closed.extend(outline.positions.iter().map(|_| true));
                    skin.triangles.extend(outline.triangles.iter().map(|t| t.map(|v| v + first)));
                }
                (None, Moving::Mesh(mesh)) => {
                    let (surface, mesh) = (mesh.surface(), mesh.surface().mesh());
                    let rubs = |v| {
                        let face = mesh.fan(VertexId::at(v)).faces.first().copied().unwrap_or_default();
                        obstacle.rubbing.at(Spot::Face { face, barycentric: [1.0, 0.0, 0.0] }).sliding
                    };
                    skin.friction.extend((0..mesh.vertex_count()).map(rubs));
                    skin.closed.extend(closed(mesh, surface.positions(When::T0)));
                    skin.triangles.extend(mesh.faces().iter().map(|t| t.map(|v| v.0 + first)));
                }
                (None, Moving::Shape(_)) => {}
            }
            skin.outlines.push(outline);
        }
        skin
    }

    /// Appends, of all vertices, whether cloth that is inside may leave there. While something is pinched it may not leave one limb for
    /// the inside of another: not where a mesh has passed through itself, and not through shapes, of which nobody knows.
    pub fn append_exits(&self, solids: &Solids, pinching: bool, exits: &mut Vec<bool>) {
        let mut next = exits.len();
        exits.extend_from_slice(&self.closed);
        if !pinching {
            return;
        }
        for (obstacle, outline) in solids.list.iter().zip(&self.outlines) {
            let first = next;
            match (&obstacle.moving, outline) {
                (Moving::Mesh(moving), _) => {
                    let mesh = moving.surface().mesh();
                    next += mesh.vertex_count();
                    let is_folded = |face: &FaceId| !moving.intersections()[0].of(*face).is_empty();
                    let folded = (0..mesh.faces().len()).map(FaceId::at).filter(is_folded);
                    folded.flat_map(|face| mesh.face(face)).for_each(|v| exits[first + v.index()] = false);
                }
                (Moving::Shape(_), outline) => {
                    next += outline.as_ref().map_or(0, |outline| outline.positions.len());
                    exits[first..next].fill(false);
                }
            }
        }
    }

    /// Appends where all vertices are at one end of the step.
    pub fn append(&self, solids: &Solids, when: When, positions: &mut Vec<Point>) {
        for (obstacle, outline) in solids.list.iter().zip(&self.outlines) {
            match (&obstacle.moving, outline) {
                (Moving::Mesh(mesh), _) => positions.extend_from_slice(mesh.surface().positions(when)),
                (Moving::Shape(path), Some(outline)) => {
                    let frame = path.shape.frame(when);
                    positions.extend(outline.positions.iter().map(|p| frame * p));
                }
                (Moving::Shape(_), None) => {}
            }
        }
    }
}

/// Of every vertex, whether it is of a component without a boundary whose faces look outwards: the volume inside is positive.
fn closed(mesh: &Mesh, positions: &[Point]) -> Vec<bool> {
    let (components, count) = mesh.components();
    let mut volumes = vec![0.0; count];
    for (face, component) in mesh.faces().iter().zip(&components) {
        let [a, b, c] = face.map(|v| positions[v.index()].coords);
        volumes[*component as usize] += a.dot(&b.cross(&c));
    }
    for edge in mesh.edges().iter().filter(|edge| edge.is_boundary()) {
        volumes[components[edge.owner().index()] as usize] = f64::NEG_INFINITY;
    }
    let component = |v| mesh.fan(VertexId::at(v)).faces.first().map(|face| components[face.index()] as usize);
    (0..mesh.vertex_count()).map(|v| component(v).is_some_and(|component| volumes[component] > 0.0)).collect()
}

/// A square in the plane y = 0 that looks up.
fn square() -> Shape {
    Shape::sheet(1, 2.0 * PLANE_HALF).turned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_a_plane_is_inside() {
        let Shape { positions, triangles } = square();
        for triangle in triangles {
            let [a, b, c] = triangle.map(|v| positions[v as usize]);
            assert!((b - a).cross(&(c - a)).y > 0.0);
        }
    }

    #[test]
    fn only_closed_components_that_look_outwards_have_an_inside() {
        // A ball that looks outwards, one that looks inwards, and a sheet.
        let ball = Shape::sphere(6, 8, 1.0).turned();
        let shape = ball.clone().with(&ball.clone().turned()).with(&Shape::sheet(2, 1.0));
        let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
        let closed = closed(&mesh, &shape.positions);
        let (first, others) = closed.split_at(ball.positions.len());
        assert!(first.iter().all(|closed| *closed) && !others.iter().any(|closed| *closed));
    }
}
