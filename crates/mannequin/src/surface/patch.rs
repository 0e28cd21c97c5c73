//! A triangle mesh that can be changed: connectivity as a list of triangles at every vertex.
//!
//! Removed triangles and vertices stay in the lists, marked, until the patch is packed. Open edges are allowed, and known
//! by the *seam* mark of both ends and their single triangle.

use geometry::Point;

/// Corners of a triangle that has been removed.
const REMOVED: [u32; 3] = [u32::MAX; 3];

/// A changeable mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct Patch {
    pub positions: Vec<Point>,
    /// Whether a vertex is on the open edge at x = 0.
    pub seam: Vec<bool>,
    pub triangles: Vec<[u32; 3]>,
    /// The triangles at every vertex.
    around: Vec<Vec<u32>>,
}

impl Patch {
    pub(super) fn add_vertex(&mut self, position: Point, seam: bool) -> u32 {
        self.positions.push(position);
        self.seam.push(seam);
        self.around.push(Vec::new());
        (self.positions.len() - 1) as u32
    }

    /// Fills the lists of triangles at the vertices from the triangles.
    pub(super) fn connect(&mut self) {
        for (index, triangle) in self.triangles.iter().enumerate() {
            for &v in triangle {
                self.around[v as usize].push(index as u32);
            }
        }
    }

    pub(super) fn at(&self, v: u32) -> Point {
        self.positions[v as usize]
    }

    pub(super) fn corners(&self, triangle: u32) -> [Point; 3] {
        self.triangles[triangle as usize].map(|v| self.at(v))
    }

    pub(super) fn is_alive(&self, v: u32) -> bool {
        !self.around[v as usize].is_empty()
    }

    pub(super) fn vertices(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.positions.len() as u32
    }

    /// The triangles at a vertex.
    pub(super) fn around(&self, v: u32) -> &[u32] {
        &self.around[v as usize]
    }

    /// The vertices joined to a vertex, each once.
    pub(super) fn neighbours(&self, v: u32) -> Vec<u32> {
        let mut found = Vec::with_capacity(8);
        for &triangle in self.around(v) {
            for w in self.triangles[triangle as usize] {
                if w != v && !found.contains(&w) {
                    found.push(w);
                }
            }
        }
        found
    }

    /// The triangles on the edge between two vertices: two, or one at the seam.
    pub(super) fn on_edge(&self, a: u32, b: u32) -> Vec<u32> {
        self.around(a).iter().copied().filter(|&t| self.triangles[t as usize].contains(&b)).collect()
    }

    /// The corner of a triangle that is not on the edge between `a` and `b`.
    pub(super) fn opposite(&self, triangle: u32, a: u32, b: u32) -> u32 {
        let [u, v, w] = self.triangles[triangle as usize];
        [u, v].into_iter().find(|&c| c != a && c != b).unwrap_or(w)
    }

    /// Every edge once, lower end first.
    pub(super) fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges = Vec::with_capacity(self.triangles.len() * 3 / 2);
        for a in self.vertices() {
            edges.extend(self.neighbours(a).into_iter().filter(|&b| a < b).map(|b| [a, b]));
        }
        edges
    }

    /// Replaces a corner of a triangle.
    pub(super) fn change_corner(&mut self, triangle: u32, from: u32, to: u32) {
        for corner in &mut self.triangles[triangle as usize] {
            if *corner == from {
                *corner = to;
            }
        }
        self.around[from as usize].retain(|&t| t != triangle);
        self.around[to as usize].push(triangle);
    }

    pub(super) fn remove(&mut self, triangle: u32) {
        for v in self.triangles[triangle as usize] {
            self.around[v as usize].retain(|&t| t != triangle);
        }
        self.triangles[triangle as usize] = REMOVED;
    }

    /// Puts a vertex at the middle of an edge and cuts the triangles on it in two.
    pub(super) fn split(&mut self, a: u32, b: u32, middle: Point) -> u32 {
        let sides = self.on_edge(a, b);
        let vertex = self.add_vertex(middle, sides.len() == 1);
        for triangle in sides {
            let second = self.triangles[triangle as usize].map(|c| if c == a { vertex } else { c });
            self.change_corner(triangle, b, vertex);
            self.triangles.push(second);
            let index = (self.triangles.len() - 1) as u32;
            for v in second {
                self.around[v as usize].push(index);
            }
        }
        vertex
    }

    /// Only what is left, renumbered in order.
    pub(super) fn packed(self) -> (Vec<Point>, Vec<bool>, Vec<[u32; 3]>) {
        let mut names = vec![u32::MAX; self.positions.len()];
        let (mut positions, mut seam) = (Vec::new(), Vec::new());
        for v in self.vertices().filter(|&v| self.is_alive(v)) {
            names[v as usize] = positions.len() as u32;
            positions.push(self.at(v));
            seam.push(self.seam[v as usize]);
        }
        let alive = self.triangles.iter().filter(|&&t| t != REMOVED);
        let triangles = alive.map(|t| t.map(|v| names[v as usize])).collect();
        (positions, seam, triangles)
    }
}
