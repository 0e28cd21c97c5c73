//! Systems to test and measure with: sheets that are bent, stretched or folded, with a membrane per face and a hinge per
//! inner edge.
//!
//! Not here: real forces; these are the shortest that give a matrix of the right kind.

use super::matrix_free::{Face, Hinge};
use super::{BlockMatrix, Filter, MatrixFree, Pattern, Symmetric};
use crate::constraint::Held;
use geometry::{Point, Vector};
use nalgebra::Matrix3;

/// How a sheet lies in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lie {
    /// Gentle waves, a few per cent of stretch.
    Wavy,
    /// Hanging in folds around a vertical axis, as a curtain does.
    Folded,
    /// Wavy, and every particle displaced at random by a tenth of an edge.
    Crumpled,
}

/// A cloth and its state.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Places at rest.
    pub rest: Vec<Point>,
    /// Places now.
    pub positions: Vec<Point>,
    /// Faces.
    pub triangles: Vec<[u32; 3]>,
    /// Edge, then the two vertices across.
    pub hinges: Vec<[u32; 4]>,
    /// The filter that holds two corners.
    pub pins: Filter,
    incident: Vec<Vec<(Element, u8)>>,
}

#[derive(Clone, Copy, Debug)]
enum Element {
    Face(u32),
    Hinge(u32),
}

/// What the matrix is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fabric {
    /// Resistance to stretch, in N/m.
    pub stretch: f64,
    /// Resistance to shear, in N/m.
    pub shear: f64,
    /// Bending rigidity, in N·m.
    pub bend: f64,
    /// Mass per area, in kg/m².
    pub density: f64,
    /// Duration of a step, in s.
    pub step: f64,
}

impl Fabric {
    /// The stretch of choice, shear a tenth of it, and cotton otherwise.
    pub fn of(stretch: f64) -> Self {
        Self { stretch, shear: 0.1 * stretch, bend: 1e-5, density: 0.17, step: 1.0 / 96.0 }
    }
}

impl Sample {
    /// A square sheet of 1 m with so many vertices along each side.
    pub fn sheet(side: u32, lie: Lie) -> Self {
        let at = |i: u32, j: u32| i + side * j;
        let h = 1.0 / f64::from(side - 1);
        let mut rest = Vec::new();
        for (j, i) in (0..side).flat_map(|j| (0..side).map(move |i| (j, i))) {
            rest.push(Point::new(f64::from(i) * h, f64::from(j) * h, 0.0));
        }
        let mut triangles = Vec::new();
        for (j, i) in (0..side - 1).flat_map(|j| (0..side - 1).map(move |i| (j, i))) {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
            triangles.extend(if (i + j) % 2 == 0 { [[a, b, d], [a, d, c]] } else { [[a, b, c], [b, d, c]] });
        }
        let mut noise = Noise(5);
        let positions = rest.iter().map(|p| lie.place(p, h, &mut noise)).collect();
        let pins = [(0, Held::Everywhere), (side - 1, Held::Everywhere)];
        Self::new(rest, positions, triangles, Filter::new(pins))
    }

    /// The same sheet with its vertices numbered at random: as bad as a file can be.
    #[must_use]
    pub fn shuffled(&self) -> Self {
        let mut order: Vec<u32> = (0..self.rest.len() as u32).collect();
        let mut noise = Noise(11);
        for i in (1..order.len()).rev() {
            order.swap(i, (noise.next().abs() * (i + 1) as f64) as usize % (i + 1));
        }
        let mut new_of = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&old, new)| new_of[old as usize] = new);
        let triangles = self.triangles.iter().map(|t| t.map(|i| new_of[i as usize])).collect();
        let pick = |p: &[Point]| order.iter().map(|&i| p[i as usize]).collect();
        let mut pins: Vec<_> = self.pins.held().iter().map(|h| (new_of[h.0 as usize], Held::Everywhere)).collect();
        pins.sort_by_key(|p| p.0);
        Self::new(pick(&self.rest), pick(&self.positions), triangles, Filter::new(pins))
    }

    /// Two samples that are not joined, side by side.
    #[must_use]
    pub fn beside(&self, other: &Self) -> Self {
        let first = self.rest.len() as u32;
        let shifted = other.rest.iter().map(|p| p + Vector::new(2.0, 0.0, 0.0));
        let triangles = other.triangles.iter().map(|t| t.map(|i| i + first));
        Self::new(
            self.rest.iter().copied().chain(shifted).collect(),
            self.positions.iter().chain(&other.positions).copied().collect(),
            self.triangles.iter().copied().chain(triangles).collect(),
            self.pins.clone(),
        )
    }

    fn new(rest: Vec<Point>, positions: Vec<Point>, triangles: Vec<[u32; 3]>, pins: Filter) -> Self {
        let hinges = hinges(&triangles);
        let mut incident = vec![Vec::new(); rest.len()];
        for (f, t) in triangles.iter().enumerate() {
            (0..3).for_each(|c| incident[t[c] as usize].push((Element::Face(f as u32), c as u8)));
        }
        for (k, h) in hinges.iter().enumerate() {
            (0..4).for_each(|c| incident[h[c] as usize].push((Element::Hinge(k as u32), c as u8)));
        }
        Self { rest, positions, triangles, hinges, pins, incident }
    }

    /// The couplings.
    pub fn pattern(&self) -> Pattern {
        Pattern::new(self.rest.len(), &self.triangles, &self.hinges)
    }

    /// The matrix of a step.
    pub fn matrix(&self, fabric: Fabric) -> BlockMatrix {
        let mut matrix = BlockMatrix::new(self.pattern());
        self.fill(fabric, &mut matrix);
        matrix
    }

    /// Fills a matrix with that of a step.
    pub fn fill(&self, fabric: Fabric, matrix: &mut BlockMatrix) {
        let pattern = matrix.pattern().clone();
        let masses = self.masses(fabric);
        matrix.fill(|i, blocks| {
            let row = pattern.row(i);
            let slot = |j: u32| pattern.slot(i, j as usize).map(|s| s - row.start);
            for &(element, corner) in &self.incident[i] {
                let corner = corner as usize;
                match element {
                    Element::Face(f) => {
                        let face = self.membrane(f as usize);
                        for (c, &j) in self.triangles[f as usize].iter().enumerate() {
                            if let Some(k) = slot(j) {
                                blocks[k] += face.block(corner, c, fabric);
                            }
                        }
                    }
                    Element::Hinge(h) => {
                        let (weight, g) = self.bend(h as usize, fabric);
                        for (c, &j) in self.hinges[h as usize].iter().enumerate() {
                            if let Some(k) = slot(j) {
                                blocks[k] += g[corner] * g[c].transpose() * weight;
                            }
                        }
                    }
                }
            }
            Symmetric::scaled(masses[i])
        });
    }

    /// The same without a matrix.
    pub fn matrix_free(&self, fabric: Fabric) -> MatrixFree {
        let own = self.masses(fabric).into_iter().map(Symmetric::scaled).collect();
        let faces = (0..self.triangles.len()).map(|f| {
            let face = self.membrane(f);
            let [uu, uv, vv] = face.core(fabric);
            let short = |m: &Matrix3<f64>| Symmetric::part_of(m).0.map(|e| e as f32);
            let pair = |c: [f64; 3]| [c[1] as f32, c[2] as f32];
            let uv_rows = std::array::from_fn(|e| uv[(e / 3, e % 3)] as f32);
            let (u, v) = (pair(face.u), pair(face.v));
            Face { particles: self.triangles[f], u, v, uu: short(&uu), uv: uv_rows, vv: short(&vv) }
        });
        let hinges = (0..self.hinges.len()).map(|h| {
            let (weight, g) = self.bend(h, fabric);
            let gradients = [1, 2, 3].map(|k| [g[k].x as f32, g[k].y as f32, g[k].z as f32]);
            Hinge { particles: self.hinges[h], gradients, weight: weight as f32 }
        });
        MatrixFree::new(own, faces.collect(), hinges.collect())
    }

    /// The mass of every particle.
    pub fn masses(&self, fabric: Fabric) -> Vec<f64> {
        let mut masses = vec![0.0; self.rest.len()];
        for (f, t) in self.triangles.iter().enumerate() {
            let third = self.membrane(f).area * fabric.density / 3.0;
            for &i in t {
                masses[i as usize] += third;
            }
        }
        masses
    }

    /// A right side: gravity and the stress of the membranes.
    pub fn right_side(&self, fabric: Fabric) -> Vec<Vector> {
        let masses = self.masses(fabric);
        let mut b: Vec<Vector> = masses.iter().map(|m| Vector::new(0.0, -9.81, 0.0) * (m * fabric.step)).collect();
        for (f, t) in self.triangles.iter().enumerate() {
            let face = self.membrane(f);
            for (c, &i) in t.iter().enumerate() {
                b[i as usize] += face.force(c, fabric) * fabric.step;
            }
        }
        b
    }

    /// Strain of a face and what it is made of.
    pub fn membrane(&self, face: usize) -> Membrane {
        let t = self.triangles[face].map(|i| i as usize);
        let [a, b, c] = t.map(|i| self.rest[i]);
        let (d, e) = (b - a, c - a);
        let twice = d.x * e.y - d.y * e.x;
        let u = [(d.y - e.y) / twice, e.y / twice, -d.y / twice];
        let v = [(e.x - d.x) / twice, -e.x / twice, d.x / twice];
        let sum = |c: [f64; 3]| (0..3).fold(Vector::zeros(), |sum, k| sum + self.positions[t[k]].coords * c[k]);
        Membrane { u, v, wu: sum(u), wv: sum(v), area: 0.5 * twice.abs() }
    }

    /// Weight of a hinge in the matrix, and the gradients of its angle.
    pub fn bend(&self, hinge: usize, fabric: Fabric) -> (f64, [Vector; 4]) {
        let h = self.hinges[hinge].map(|i| i as usize);
        let [a, b, c, d] = h.map(|i| self.rest[i]);
        let area = |p: Point| 0.5 * (a - p).cross(&(b - p)).norm();
        let weight = fabric.bend * (b - a).norm_squared() / (area(c) + area(d));
        let [a, b, c, d] = h.map(|i| self.positions[i]);
        let (e, nc, nd) = (b - a, (a - c).cross(&(b - c)), (b - d).cross(&(a - d)));
        let (gc, gd) = (nc * (e.norm() / nc.norm_squared()), nd * (e.norm() / nd.norm_squared()));
        let along = |p: Point| (p - a).dot(&e) / e.norm_squared();
        let (tc, td) = (along(c), along(d));
        let ga = -(gc * (1.0 - tc) + gd * (1.0 - td));
        (weight * fabric.step * fabric.step, [ga, -(gc * tc + gd * td), gc, gd])
    }
}

/// A face in the plane strain of BW98: `w_u` = Σ `u_i` `x_i`, `w_v` = Σ `v_i` `x_i`.
#[derive(Clone, Copy, Debug)]
pub struct Membrane {
    /// Coefficients of `w_u`.
    pub u: [f64; 3],
    /// Coefficients of `w_v`.
    pub v: [f64; 3],
    /// The warp's direction and stretch.
    pub wu: Vector,
    /// The weft's.
    pub wv: Vector,
    /// Area at rest, in m².
    pub area: f64,
}

impl Membrane {
    /// The second derivatives by (`w_u`, `w_v`) times h²: uu, uv, vv.
    pub fn core(&self, fabric: Fabric) -> [Matrix3<f64>; 3] {
        let size = fabric.step * fabric.step * self.area;
        let stretch = |w: Vector| {
            let (n, length) = (w.normalize(), w.norm());
            let along = n * n.transpose();
            (along + (Matrix3::identity() - along) * (1.0 - 1.0 / length).max(0.0)) * fabric.stretch
        };
        let shear = |a: Vector, b: Vector| a * b.transpose() * fabric.shear;
        [
            (stretch(self.wu) + shear(self.wv, self.wv)) * size,
            shear(self.wv, self.wu) * size,
            (stretch(self.wv) + shear(self.wu, self.wu)) * size,
        ]
    }

    fn block(&self, i: usize, j: usize, fabric: Fabric) -> Matrix3<f64> {
        let [uu, uv, vv] = self.core(fabric);
        uu * (self.u[i] * self.u[j])
            + vv * (self.v[i] * self.v[j])
            + (uv * (self.u[i] * self.v[j]) + uv.transpose() * (self.v[i] * self.u[j]))
    }

    fn force(&self, i: usize, fabric: Fabric) -> Vector {
        let (u, v) = (self.wu.normalize(), self.wv.normalize());
        let stress = |w: Vector, n: Vector| n * (fabric.stretch * (w.norm() - 1.0));
        let shear = (self.wv * self.u[i] + self.wu * self.v[i]) * (fabric.shear * self.wu.dot(&self.wv));
        (stress(self.wu, u) * self.u[i] + stress(self.wv, v) * self.v[i] + shear) * -self.area
    }
}

impl Lie {
    fn place(self, p: &Point, edge: f64, noise: &mut Noise) -> Point {
        let tau = std::f64::consts::TAU;
        let wave = 0.02 * (tau * (2.0 * p.x + 0.7 * p.y)).sin() + 0.015 * (tau * (3.1 * p.y - 1.3 * p.x) + 1.0).sin();
        match self {
            Self::Wavy => Point::new(p.x * 1.02, p.y * 1.03 + 0.004 * (tau * 2.0 * p.x).sin(), wave),
            Self::Folded => {
                // A circle rolled back and forth: arcs of 4 cm radius, isometric but for the stretch downwards.
                let (radius, arc) = (0.04, 0.04 * 2.4);
                let (k, t) = ((p.x / arc).floor(), (p.x / arc).fract() * 2.4 - 1.2);
                let side = if k.rem_euclid(2.0) == 0.0 { 1.0 } else { -1.0 };
                let chord = 2.0 * radius * 1.2f64.sin();
                let depth = side * radius * (t.cos() - 1.2f64.cos()) * (0.5 + 0.5 * p.y);
                Point::new(k * chord + radius * (t.sin() + 1.2f64.sin()), -p.y * 1.01, depth)
            }
            Self::Crumpled => {
                let mut shake = || 0.1 * edge * noise.next();
                Point::new(p.x * 1.02 + shake(), p.y * 1.02 + shake(), wave + shake())
            }
        }
    }
}

/// Numbers between −1 and 1 that are the same everywhere.
#[derive(Clone, Debug)]
pub struct Noise(pub u64);

impl Noise {
    /// The next.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Three of them.
    pub fn vector(&mut self) -> Vector {
        Vector::new(self.next(), self.next(), self.next())
    }
}

/// The inner edges: both ends, then the vertices across.
fn hinges(triangles: &[[u32; 3]]) -> Vec<[u32; 4]> {
    let mut edges = Vec::new();
    for t in triangles {
        for c in 0..3 {
            let (a, b, across) = (t[c], t[(c + 1) % 3], t[(c + 2) % 3]);
            edges.push((a.min(b), a.max(b), across));
        }
    }
    edges.sort_unstable();
    let pairs = edges.windows(2).filter(|e| (e[0].0, e[0].1) == (e[1].0, e[1].1));
    pairs.map(|e| [e[0].0, e[0].1, e[0].2, e[1].2]).collect()
}
