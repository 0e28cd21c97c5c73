//! Where a body passes through itself at a frame, and how far a point is from there.
//!
//! The *region* is every face that crosses another, and every face with a corner in what such a path cuts off: of a
//! forearm inside an upper arm it is all that is hidden, not only its rim. Near it the side of a point means nothing, because
//! being inside one limb may be right; away from it the nearest feature tells.

use contact::{Near, Surface, When};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::distance::point_triangle;
use geometry::{FaceId, Mesh, Point, SurfaceMotion};
use gia::{Analyser, Color};

/// What is farther than this from the region counts as this far, in metres.
pub const FAR: f64 = 0.1;
/// How deep inside the body a particle is looked for, in metres.
const DEEPEST: f64 = 0.2;

/// A body that is analysed pose by pose.
#[derive(Debug)]
pub struct Probe {
    mesh: Mesh,
    tree: BoxTree,
    analyser: Analyser,
    surface: Surface,
    region: Vec<FaceId>,
    region_tree: BoxTree,
    is_region: Vec<bool>,
    pairs: usize,
}

impl Probe {
    /// A probe of a body at some pose.
    pub fn new(mesh: &Mesh, positions: &[Point]) -> Self {
        let tree = BoxTree::build(mesh.faces().len(), |face| bounds(mesh, positions, FaceId(face)));
        let surface = Surface::new(mesh.clone(), &SurfaceMotion::still(positions));
        let empty = BoxTree::build(0, |_| Bounds::EMPTY);
        let mut probe = Self {
            mesh: mesh.clone(),
            tree,
            analyser: Analyser::default(),
            surface,
            region: Vec::new(),
            region_tree: empty,
            is_region: Vec::new(),
            pairs: 0,
        };
        probe.pose(positions);
        probe
    }

    /// Takes another pose.
    pub fn pose(&mut self, positions: &[Point]) {
        let mesh = &self.mesh;
        self.tree.refit(|face| bounds(mesh, positions, FaceId(face)));
        self.surface.set_motion(&SurfaceMotion::still(positions));
        let analysis = self.analyser.analyse(mesh, positions, &self.tree);
        self.pairs = analysis.pair_count();
        let mut inside = vec![false; mesh.vertex_count()];
        for path in 0..analysis.paths().len() {
            for color in [Color::Black, Color::White, Color::Red] {
                analysis.region(path, color).iter().for_each(|vertex| inside[vertex.index()] = true);
            }
        }
        self.is_region = mesh.faces().iter().map(|face| face.iter().any(|v| inside[v.index()])).collect();
        for crossing in analysis.crossings() {
            self.is_region[crossing.face.index()] = true;
            mesh.edge(crossing.edge).faces().for_each(|face| self.is_region[face.index()] = true);
        }
        self.region = (0..mesh.faces().len()).filter(|f| self.is_region[*f]).map(FaceId::at).collect();
        let region = &self.region;
        self.region_tree = BoxTree::build(region.len(), |i| bounds(mesh, positions, region[i as usize]));
    }

    /// How many pairs of faces pass through each other.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The faces of the region.
    pub fn region(&self) -> &[FaceId] {
        &self.region
    }

    /// Whether a face is of the region.
    pub fn is_region(&self, face: FaceId) -> bool {
        self.is_region[face.index()]
    }

    /// The body's surface in this pose.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// How far a point is from the region, at most [`FAR`], in metres.
    pub fn from_region(&self, point: &Point) -> f64 {
        let mut nearest = FAR * FAR;
        if !self.region.is_empty() {
            self.region_tree.around(point, FAR, |i| {
                let corners = self.surface.corners(self.region[i as usize], When::T0);
                nearest = f64::min(nearest, point_triangle(point, corners).squared);
                nearest.sqrt()
            });
        }
        nearest.sqrt()
    }

    /// Whether a point is where the body overlaps itself: inside it twice. In the middle of a deep overlap that is far from every surface.
    pub fn is_overlap(&self, point: &Point) -> bool {
        self.turns(point) > 1.5
    }

    /// Whether a point is inside the body, by all of its surface: what is outside a limb seems to be inside its far side.
    pub fn is_inside(&self, point: &Point) -> bool {
        self.turns(point) > 0.5
    }

    /// How many times the surface winds around a point.
    fn turns(&self, point: &Point) -> f64 {
        let angle = |face: usize| solid_angle(point, self.surface.corners(FaceId::at(face), When::T0));
        (0..self.mesh.faces().len()).map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
    }

    /// The nearest point of the body, if any is near.
    pub fn nearest(&self, point: &Point) -> Option<Near> {
        self.surface.nearest(point, DEEPEST, When::T0)
    }
}

/// The solid angle under which a point sees a triangle: positive from behind (van Oosterom and Strackee 1983).
fn solid_angle(point: &Point, corners: [&Point; 3]) -> f64 {
    let [a, b, c] = corners.map(|corner| corner - point);
    let [p, q, r] = [a.norm(), b.norm(), c.norm()];
    let across = a.dot(&b.cross(&c));
    let along = p * q * r + a.dot(&b) * r + b.dot(&c) * p + c.dot(&a) * q;
    2.0 * across.atan2(along)
}

fn bounds(mesh: &Mesh, positions: &[Point], face: FaceId) -> Bounds {
    Bounds::around(mesh.face(face).map(|v| &positions[v.index()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vector;
    use geometry::shapes::Shape;

    #[test]
    fn what_is_inside_twice_is_overlap() {
        let cube = Shape::cuboid(Vector::repeat(1.0));
        let moved = cube.clone().map(|p| p + Vector::new(0.6, 0.1, 0.1));
        let both = cube.with(&moved);
        let mesh = Mesh::new(both.positions.len(), &both.triangles).expect("a mesh");
        let probe = Probe::new(&mesh, &both.positions);
        let at = |x: f64| probe.is_overlap(&Point::new(x, 0.05, 0.05));
        assert_eq!([-0.7, -0.2, 0.3, 0.8, 1.3].map(at), [false, false, true, false, false]);
        let at = |x: f64| probe.is_inside(&Point::new(x, 0.05, 0.05));
        assert_eq!([-0.7, -0.2, 0.3, 0.8, 1.3].map(at), [false, true, true, true, false]);
    }
}
