//! Even triangles of the wanted size, on the surface (after Botsch and Kobbelt 2004, A Remeshing Approach to
//! Multiresolution Modeling, section 4).
//!
//! Each round: 1. split edges that are too long, 2. collapse edges that are too short, 3. flip edges whose opposite angles
//! exceed two right angles together (Delaunay instead of the paper's valences: small angles matter more here),
//! 4. move vertices to the middle of their neighbours, along the surface.
//!
//! Vertices of the seam stay in its plane, and only collapse along it.

use super::Sizes;
use super::patch::Patch;
use crate::field::Figure;
use geometry::{Point, Vector};

/// Rounds until nothing but positions changes.
const ROUNDS: usize = 10;
/// Newton steps of a projection in the last round; one is enough before, as the next round goes on from there.
const LAST_NEWTON: usize = 4;
/// Edges beyond these parts of the wanted length are split or collapsed: halves and sums then land between them.
const LONGEST: f64 = 4.0 / 3.0;
const SHORTEST: f64 = 4.0 / 5.0;
/// A triangle must face as the surface does, within 60°: cosine.
const LEAST_FACING: f64 = 0.5;

pub(super) fn even(patch: &mut Patch, figure: &Figure, sizes: &Sizes) {
    for round in 0..ROUNDS {
        let wanted: Vec<f64> = patch.positions.iter().map(|p| sizes.at(p)).collect();
        let normals = patch.vertices().map(|v| normal(patch, figure, v)).collect();
        let mut round =
            Round { patch, figure, wanted, normals, newton: if round + 1 == ROUNDS { LAST_NEWTON } else { 1 } };
        round.split_long();
        round.collapse_short();
        round.flip();
        round.relax();
        round.relax();
    }
}

struct Round<'r> {
    patch: &'r mut Patch,
    figure: &'r Figure,
    /// The wanted edge length at every vertex.
    wanted: Vec<f64>,
    /// The surface's normal at every vertex.
    normals: Vec<Vector>,
    /// Newton steps of a projection.
    newton: usize,
}

impl Round<'_> {
    fn wanted(&self, a: u32, b: u32) -> f64 {
        f64::midpoint(self.wanted[a as usize], self.wanted[b as usize])
    }

    fn length(&self, a: u32, b: u32) -> f64 {
        (self.patch.at(a) - self.patch.at(b)).norm()
    }

    /// On the surface; in its plane if on the seam.
    fn project(&self, p: &Point, seam: bool) -> Point {
        let p = self.figure.project(p, self.newton);
        if seam { Point::new(0.0, p.y, p.z) } else { p }
    }

    fn split_long(&mut self) {
        for [a, b] in self.patch.edges() {
            if self.length(a, b) > LONGEST * self.wanted(a, b) {
                let seam = self.patch.on_edge(a, b).len() == 1;
                let middle = self.project(&nalgebra::center(&self.patch.at(a), &self.patch.at(b)), seam);
                self.patch.split(a, b, middle);
                self.wanted.push(self.wanted(a, b));
                self.normals.push((self.normals[a as usize] + self.normals[b as usize]).normalize());
            }
        }
    }

    fn collapse_short(&mut self) {
        for [a, b] in self.patch.edges() {
            let gone = !self.patch.is_alive(a) || !self.patch.is_alive(b) || self.patch.on_edge(a, b).is_empty();
            if !gone && self.length(a, b) < SHORTEST * self.wanted(a, b) {
                self.collapse(a, b);
            }
        }
    }

    /// Makes one vertex of two, if the mesh stays a manifold, no edge becomes too long and no triangle turns over.
    fn collapse(&mut self, a: u32, b: u32) {
        let (kept, lost) = if self.patch.seam[b as usize] { (b, a) } else { (a, b) };
        let seams = [a, b].map(|v| self.patch.seam[v as usize]);
        let sides = self.patch.on_edge(a, b);
        // An edge between two seam vertices that is not of the seam would pinch the patch in two.
        if seams == [true, true] && sides.len() != 1 || !self.is_collapsible(a, b, sides.len()) {
            return;
        }
        let [p, q] = [self.patch.at(kept), self.patch.at(lost)];
        let target = if seams[0] == seams[1] { self.project(&nalgebra::center(&p, &q), seams[0]) } else { p };
        if [kept, lost].iter().any(|&v| self.spoils(v, target, &sides)) {
            return;
        }
        for triangle in sides {
            self.patch.remove(triangle);
        }
        for triangle in self.patch.around(lost).to_vec() {
            self.patch.change_corner(triangle, lost, kept);
        }
        self.patch.positions[kept as usize] = target;
    }

    /// The two ends may have no common neighbours but the corners opposite to their edge.
    fn is_collapsible(&self, a: u32, b: u32, sides: usize) -> bool {
        let others = self.patch.neighbours(b);
        let common = self.patch.neighbours(a).iter().filter(|v| others.contains(v)).count();
        common == sides
    }

    /// Whether moving a vertex makes an edge too long or turns a triangle over; `except` will be gone.
    fn spoils(&self, v: u32, target: Point, except: &[u32]) -> bool {
        self.patch.around(v).iter().filter(|t| !except.contains(t)).any(|&triangle| {
            let corners = self.patch.triangles[triangle as usize];
            let long =
                corners.iter().any(|&c| c != v && (self.patch.at(c) - target).norm() > LONGEST * self.wanted(c, v));
            long || self.spoils_triangle(triangle, |c| if c == v { target } else { self.patch.at(c) })
        })
    }

    fn flip(&mut self) {
        for [a, b] in self.patch.edges() {
            if let [s, t] = self.patch.on_edge(a, b)[..] {
                self.flip_edge([a, b], [s, t]);
            }
        }
    }

    /// Turns an edge within the two triangles on it, if the new ones are better and lie as the old ones did.
    fn flip_edge(&mut self, [a, b]: [u32; 2], [s, t]: [u32; 2]) {
        let (c, d) = (self.patch.opposite(s, a, b), self.patch.opposite(t, a, b));
        let [pa, pb, pc, pd] = [a, b, c, d].map(|v| self.patch.at(v));
        let is_delaunay = cotangent(&pc, &pa, &pb) + cotangent(&pd, &pa, &pb) >= -1e-9;
        // Two vertices of the seam must not be joined across the patch.
        let bridges = self.patch.seam[c as usize] && self.patch.seam[d as usize];
        if is_delaunay || c == d || bridges || !self.patch.on_edge(c, d).is_empty() {
            return;
        }
        let flips = |triangle: u32, from: u32, to: u32| {
            self.spoils_triangle(triangle, |v| self.patch.at(if v == from { to } else { v }))
        };
        if flips(s, b, d) || flips(t, a, c) {
            return;
        }
        self.patch.change_corner(s, b, d);
        self.patch.change_corner(t, a, c);
    }

    /// Moves every vertex to the middle of its neighbours and back onto the surface.
    fn relax(&mut self) {
        for v in self.patch.vertices().filter(|&v| self.patch.is_alive(v)).collect::<Vec<_>>() {
            let seam = self.patch.seam[v as usize];
            let target = self.project(&self.middle(v, seam), seam);
            if target.x >= 0.0 && !self.turns_any(v, target) {
                self.patch.positions[v as usize] = target;
            }
        }
    }

    /// The middle of the triangles around a vertex, small wanted sizes weighing more, so that sizes stay graded; on the
    /// seam, of its two neighbours there.
    fn middle(&self, v: u32, seam: bool) -> Point {
        let (mut sum, mut total) = (Vector::zeros(), 0.0);
        for n in self.patch.neighbours(v) {
            if seam && self.patch.on_edge(v, n).len() != 1 {
                continue;
            }
            let weight = 1.0 / self.wanted[n as usize];
            sum += self.patch.at(n).coords * weight;
            total += weight;
        }
        Point::from(sum / total)
    }

    fn turns_any(&self, v: u32, target: Point) -> bool {
        let moved = |c: u32| if c == v { target } else { self.patch.at(c) };
        self.patch.around(v).iter().any(|&triangle| self.spoils_triangle(triangle, moved))
    }

    /// Whether a triangle with its corners put elsewhere would turn away from the surface, and further than it does.
    fn spoils_triangle(&self, triangle: u32, at: impl Fn(u32) -> Point) -> bool {
        let corners = self.patch.triangles[triangle as usize];
        let normal = corners.iter().map(|&v| self.normals[v as usize]).sum::<Vector>().normalize();
        let facing = |[a, b, c]: [Point; 3]| {
            let area = (b - a).cross(&(c - a));
            area.dot(&normal) / area.norm().max(f64::MIN_POSITIVE)
        };
        let after = facing(corners.map(at));
        after < LEAST_FACING && after <= facing(self.patch.corners(triangle))
    }
}

/// The surface's normal at a vertex; none at one that is gone.
fn normal(patch: &Patch, figure: &Figure, v: u32) -> Vector {
    if patch.is_alive(v) { figure.gradient(&patch.at(v)).normalize() } else { Vector::zeros() }
}

/// The cotangent of the angle at `apex`.
fn cotangent(apex: &Point, a: &Point, b: &Point) -> f64 {
    let (u, v) = (a - apex, b - apex);
    u.dot(&v) / u.cross(&v).norm().max(1e-30)
}
