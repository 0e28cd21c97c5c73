//! A triangle mesh that can be edited: edges split, collapsed and flipped, without ever spoiling it.
//!
//! Every operation checks first that the surface stays a surface (two faces an edge at most, one fan a vertex) and that no
//! face turns over; if not, it says so and changes nothing. Removed faces stay as gaps until [`Sheet::into_shape`].

use geometry::{Point, Vector, shapes::Shape};

/// A face that is no longer there.
const GONE: [u32; 3] = [u32::MAX; 3];
/// After an operation a face's normal may differ from before by at most the angle with this cosine (about 75°).
const LEAST_COSINE: f64 = 0.25;
/// A face is a sliver when its area is below this part of its longest side squared (an equilateral one has 0.43): no
/// operation may make one.
const LEAST_SHAPE: f64 = 0.02;

/// An editable triangle mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    pub positions: Vec<Point>,
    faces: Vec<[u32; 3]>,
    /// The faces around every vertex, in no order.
    around: Vec<Vec<u32>>,
}

impl Sheet {
    pub fn new(shape: Shape) -> Self {
        let mut around = vec![Vec::with_capacity(6); shape.positions.len()];
        for (face, corners) in shape.triangles.iter().enumerate() {
            for &corner in corners {
                around[corner as usize].push(face as u32);
            }
        }
        Self { positions: shape.positions, faces: shape.triangles, around }
    }

    /// The mesh without gaps: unused vertices and removed faces left out.
    pub fn into_shape(self) -> Shape {
        let mut number = vec![u32::MAX; self.positions.len()];
        let mut shape = Shape::default();
        for (vertex, position) in self.positions.iter().enumerate() {
            if !self.around[vertex].is_empty() {
                number[vertex] = shape.positions.len() as u32;
                shape.positions.push(*position);
            }
        }
        shape.triangles = self.faces().map(|(_, face)| face.map(|v| number[v as usize])).collect();
        shape
    }

    /// The faces that are there.
    pub fn faces(&self) -> impl Iterator<Item = (u32, [u32; 3])> + '_ {
        self.faces.iter().enumerate().filter(|(_, face)| **face != GONE).map(|(i, face)| (i as u32, *face))
    }

    /// The vertices that are in use.
    pub fn is_used(&self, vertex: u32) -> bool {
        !self.around[vertex as usize].is_empty()
    }

    pub fn faces_around(&self, vertex: u32) -> &[u32] {
        &self.around[vertex as usize]
    }

    pub fn face(&self, face: u32) -> [u32; 3] {
        self.faces[face as usize]
    }

    pub fn at(&self, vertex: u32) -> Point {
        self.positions[vertex as usize]
    }

    pub fn length(&self, [a, b]: [u32; 2]) -> f64 {
        (self.at(a) - self.at(b)).norm()
    }

    /// Every edge once, in ascending order.
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let sides = self.faces().flat_map(|(_, [a, b, c])| [[a, b], [b, c], [c, a]]);
        let mut edges: Vec<[u32; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The faces on an edge.
    pub fn faces_on(&self, [a, b]: [u32; 2]) -> impl Iterator<Item = u32> + '_ {
        self.around[a as usize].iter().copied().filter(move |&f| self.face(f).contains(&b))
    }

    pub fn is_boundary_edge(&self, edge: [u32; 2]) -> bool {
        self.faces_on(edge).count() == 1
    }

    /// The vertices joined to a vertex, ascending.
    pub fn neighbours(&self, vertex: u32) -> Vec<u32> {
        let corners = self.around[vertex as usize].iter().flat_map(|&f| self.face(f));
        let mut list: Vec<u32> = corners.filter(|&v| v != vertex).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    /// The neighbours along the boundary; none for an inner vertex.
    pub fn boundary_neighbours(&self, vertex: u32) -> Vec<u32> {
        self.neighbours(vertex).into_iter().filter(|&n| self.is_boundary_edge([vertex, n])).collect()
    }

    /// Whether every vertex is on the boundary.
    pub fn boundary_flags(&self) -> Vec<bool> {
        (0..self.positions.len() as u32)
            .map(|v| self.is_used(v) && self.neighbours(v).len() != self.around[v as usize].len())
            .collect()
    }

    /// Twice the area of a face, along its normal.
    pub fn area_vector(&self, [a, b, c]: [u32; 3]) -> Vector {
        (self.at(b) - self.at(a)).cross(&(self.at(c) - self.at(a)))
    }

    /// The unit normal at a vertex, from the faces around it by area; zero where there is none.
    pub fn normal(&self, vertex: u32) -> Vector {
        let sum: Vector = self.around[vertex as usize].iter().map(|&f| self.area_vector(self.face(f))).sum();
        sum.try_normalize(0.0).unwrap_or_default()
    }

    /// Puts a vertex on the middle of an edge.
    pub fn split(&mut self, edge: [u32; 2]) {
        let middle = self.positions.len() as u32;
        self.positions.push(nalgebra::center(&self.at(edge[0]), &self.at(edge[1])));
        self.around.push(Vec::with_capacity(6));
        let faces: Vec<u32> = self.faces_on(edge).collect();
        for face in faces {
            let far_half = self.face(face).map(|v| if v == edge[0] { middle } else { v });
            let near_half = self.face(face).map(|v| if v == edge[1] { middle } else { v });
            self.set(face, near_half);
            self.faces.push(GONE);
            self.set(self.faces.len() as u32 - 1, far_half);
        }
    }

    /// Joins the ends of an edge at a point, if the surface allows it and no edge becomes longer than `longest`.
    pub fn collapse(&mut self, [keep, lose]: [u32; 2], to: Point, longest: f64) -> bool {
        let on_edge: Vec<u32> = self.faces_on([keep, lose]).collect();
        let (of_keep, of_lose) = (self.neighbours(keep), self.neighbours(lose));
        let common = of_keep.iter().filter(|v| of_lose.contains(v)).count();
        // The link condition: a third common neighbour would put two faces on each other.
        if common != on_edge.len() || of_keep.len() + of_lose.len() < common + 5 {
            return false;
        }
        let is_near = |v: &u32| *v == keep || *v == lose || (self.at(*v) - to).norm() <= longest;
        if !of_keep.iter().chain(&of_lose).all(is_near) {
            return false;
        }
        let moved = |v: u32| if v == keep || v == lose { to } else { self.at(v) };
        let stays = self.around[keep as usize].iter().chain(&self.around[lose as usize]);
        if !stays.filter(|f| !on_edge.contains(f)).all(|&f| self.keeps_its_side(self.face(f), moved)) {
            return false;
        }
        for &face in &on_edge {
            self.remove(face);
        }
        for face in std::mem::take(&mut self.around[lose as usize]) {
            self.faces[face as usize] = self.face(face).map(|v| if v == lose { keep } else { v });
            self.around[keep as usize].push(face);
        }
        self.positions[keep as usize] = to;
        true
    }

    /// Turns an inner edge to the other diagonal of its two faces, if the surface allows it.
    pub fn flip(&mut self, [a, b]: [u32; 2]) -> bool {
        let Some((faces, [c, d])) = self.diamond([a, b]) else { return false };
        if self.faces_on([c, d]).next().is_some() {
            return false;
        }
        let before = self.area_vector(self.face(faces[0])) + self.area_vector(self.face(faces[1]));
        // Seen from face 0, a → b → c is counter-clockwise or the reverse; the new faces keep the sense.
        let after = [
            self.face(faces[0]).map(|v| if v == b { d } else { v }),
            self.face(faces[1]).map(|v| if v == a { c } else { v }),
        ];
        for face in after {
            let area = self.area_vector(face);
            if area.dot(&before) < LEAST_COSINE * area.norm() * before.norm() || is_sliver(face.map(|v| self.at(v))) {
                return false;
            }
        }
        for (face, corners) in faces.into_iter().zip(after) {
            self.remove(face);
            self.set(face, corners);
        }
        true
    }

    /// The two faces on an edge, and their corners opposite to it.
    pub fn diamond(&self, edge: [u32; 2]) -> Option<([u32; 2], [u32; 2])> {
        let mut on = self.faces_on(edge);
        let (first, second) = (on.next()?, on.next()?);
        let apex = |f: u32| self.face(f).into_iter().find(|v| !edge.contains(v));
        Some(([first, second], [apex(first)?, apex(second)?]))
    }

    /// Whether a face keeps its side and a decent shape when its corners move.
    pub fn keeps_its_side(&self, face: [u32; 3], moved: impl Fn(u32) -> Point) -> bool {
        let before = self.area_vector(face);
        let corners = face.map(&moved);
        let after = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
        // A face without area has no side to keep.
        let on_side = before.norm() == 0.0 || after.dot(&before) >= LEAST_COSINE * after.norm() * before.norm();
        // What was a sliver before may stay one: it is on its way out.
        on_side && (!is_sliver(corners) || is_sliver(face.map(|v| self.at(v))))
    }

    fn set(&mut self, face: u32, corners: [u32; 3]) {
        for v in self.face(face).into_iter().filter(|v| *v != u32::MAX && !corners.contains(v)) {
            self.around[v as usize].retain(|&f| f != face);
        }
        for v in corners {
            if !self.around[v as usize].contains(&face) {
                self.around[v as usize].push(face);
            }
        }
        self.faces[face as usize] = corners;
    }

    fn remove(&mut self, face: u32) {
        for v in self.face(face) {
            self.around[v as usize].retain(|&f| f != face);
        }
        self.faces[face as usize] = GONE;
    }
}

fn is_sliver([a, b, c]: [Point; 3]) -> bool {
    let area = (b - a).cross(&(c - a)).norm() / 2.0;
    let longest = (b - a).norm_squared().max((c - b).norm_squared()).max((a - c).norm_squared());
    area <= LEAST_SHAPE * longest
}
