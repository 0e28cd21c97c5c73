//! The same product without a stored matrix (VMT00 §2.3, eq. 8–10).
//!
//! 1. Every face keeps the 6×6 matrix of its energy in (`w_u`, `w_v`) and the coefficients of `w_u` and `w_v`; every hinge its weight
//!    and the gradients of its angle.
//! 2. A product computes the stress of every face and the moment of every hinge, each from differences of x, so that
//!    translations are exact here too.
//! 3. Every particle sums over its elements in order.
//!
//! On 150 × 150 vertices a product takes 4 to 6 times as long as with stored blocks (4.3 against 0.76 ms on one thread, 2.6
//! against 0.73 ms on two, on a busy machine): faces and hinges hold about 860 bytes a vertex against 500, and every stress
//! is written and fetched again. So stored blocks are the default.
//!
//! Not here: links; they are added as to stored blocks.

use super::pattern::CHUNK;
use super::{Operator, Symmetric};
use geometry::Vector;
use nalgebra::Matrix3;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A face of the product.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Its particles.
    pub particles: [u32; 3],
    /// Coefficients of `w_u` for the second and third particle; the first has minus their sum.
    pub u: [f32; 2],
    /// Coefficients of `w_v`.
    pub v: [f32; 2],
    /// The matrix by (`w_u`, `w_u`).
    pub uu: [f32; 6],
    /// By (`w_u`, `w_v`), row by row.
    pub uv: [f32; 9],
    /// By (`w_v`, `w_v`).
    pub vv: [f32; 6],
}

/// A hinge of the product.
#[derive(Clone, Copy, Debug)]
pub struct Hinge {
    /// Its particles.
    pub particles: [u32; 4],
    /// The gradients of its angle at the second to fourth particle; the first has minus their sum.
    pub gradients: [[f32; 3]; 3],
    /// The matrix by the angle.
    pub weight: f32,
}

/// The elements, and who uses them.
#[derive(Debug)]
pub struct MatrixFree {
    own: Vec<Symmetric>,
    faces: Vec<Face>,
    hinges: Vec<Hinge>,
    starts: Vec<u32>,
    /// Element and corner; hinges are counted after faces.
    uses: Vec<(u32, u32)>,
    /// What the elements of the last product pulled with. A product needs it for itself.
    pulls: Mutex<Pulls>,
}

#[derive(Debug)]
struct Pulls {
    stresses: Vec<[Vector; 2]>,
    moments: Vec<f64>,
}

impl MatrixFree {
    /// The product of these elements.
    pub fn new(own: Vec<Symmetric>, faces: Vec<Face>, hinges: Vec<Hinge>) -> Self {
        let first = faces.iter().enumerate().flat_map(|(f, face)| corners(f, &face.particles));
        let more = hinges.iter().enumerate().flat_map(|(h, hinge)| corners(faces.len() + h, &hinge.particles));
        let mut uses: Vec<(u32, u32, u32)> = first.chain(more).collect();
        uses.sort_unstable();
        let starts = (0..=own.len()).map(|i| uses.partition_point(|u| (u.0 as usize) < i) as u32).collect();
        let pulls = Pulls { stresses: vec![[Vector::zeros(); 2]; faces.len()], moments: vec![0.0; hinges.len()] };
        let uses = uses.into_iter().map(|u| (u.1, u.2)).collect();
        Self { own, faces, hinges, starts, uses, pulls: Mutex::new(pulls) }
    }

    /// Bytes that one product reads and writes, if every vector is fetched once.
    pub fn product_bytes(&self) -> usize {
        self.faces.len() * (size_of::<Face>() + 2 * 48)
            + self.hinges.len() * (size_of::<Hinge>() + 16)
            + self.uses.len() * 8
            + self.own.len() * (48 + 48 + 4)
    }

    fn pull_of(&self, pulls: &Pulls, element: usize, corner: usize) -> Vector {
        if let Some(face) = self.faces.get(element) {
            let [su, sv] = &pulls.stresses[element];
            let (u, v) = face.coefficients(corner);
            return su * u + sv * v;
        }
        let h = element - self.faces.len();
        self.hinges[h].gradient(corner) * pulls.moments[h]
    }

    fn block_of(&self, element: usize, corner: usize) -> Matrix3<f64> {
        if let Some(face) = self.faces.get(element) {
            let (u, v) = face.coefficients(corner);
            let [uu, vv] = [face.uu, face.vv].map(|m| Symmetric(m.map(f64::from)).full());
            let uv = Matrix3::from_row_slice(&face.uv.map(f64::from));
            return uu * (u * u) + vv * (v * v) + (uv + uv.transpose()) * (u * v);
        }
        let hinge = &self.hinges[element - self.faces.len()];
        let g = hinge.gradient(corner);
        g * g.transpose() * f64::from(hinge.weight)
    }

    fn uses(&self, i: usize) -> &[(u32, u32)] {
        &self.uses[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

fn corners<const N: usize>(element: usize, particles: &[u32; N]) -> impl Iterator<Item = (u32, u32, u32)> + use<N> {
    particles.map(|i| (i, element as u32)).into_iter().zip(0..).map(|((i, e), c)| (i, e, c))
}

impl Face {
    #[inline]
    fn coefficients(&self, corner: usize) -> (f64, f64) {
        let [u, v] = [self.u, self.v].map(|c| c.map(f64::from));
        if corner == 0 { (-u[0] - u[1], -v[0] - v[1]) } else { (u[corner - 1], v[corner - 1]) }
    }

    #[inline]
    fn stress(&self, x: &[Vector]) -> [Vector; 2] {
        let [a, b, c] = self.particles.map(|i| x[i as usize]);
        let (d, e) = (b - a, c - a);
        let of = |c: [f32; 2]| d * f64::from(c[0]) + e * f64::from(c[1]);
        let (u, v) = (of(self.u), of(self.v));
        let m = self.uv.map(f64::from);
        let across = Vector::new(
            m[0] * v.x + m[1] * v.y + m[2] * v.z,
            m[3] * v.x + m[4] * v.y + m[5] * v.z,
            m[6] * v.x + m[7] * v.y + m[8] * v.z,
        );
        let back = Vector::new(
            m[0] * u.x + m[3] * u.y + m[6] * u.z,
            m[1] * u.x + m[4] * u.y + m[7] * u.z,
            m[2] * u.x + m[5] * u.y + m[8] * u.z,
        );
        [Symmetric(self.uu.map(f64::from)) * u + across, Symmetric(self.vv.map(f64::from)) * v + back]
    }
}

impl Hinge {
    #[inline]
    fn gradient(&self, corner: usize) -> Vector {
        let [b, c, d] = self.gradients.map(|g| Vector::new(f64::from(g[0]), f64::from(g[1]), f64::from(g[2])));
        [-(b + c + d), b, c, d][corner]
    }

    #[inline]
    fn moment(&self, x: &[Vector]) -> f64 {
        let [a, b, c, d] = self.particles.map(|i| x[i as usize]);
        let part = |g: [f32; 3], d: Vector| f64::from(g[0]) * d.x + f64::from(g[1]) * d.y + f64::from(g[2]) * d.z;
        let sum = part(self.gradients[0], b - a) + part(self.gradients[1], c - a) + part(self.gradients[2], d - a);
        sum * f64::from(self.weight)
    }
}

impl Operator for MatrixFree {
    fn particles(&self) -> usize {
        self.own.len()
    }

    fn apply(&self, x: &[Vector], y: &mut [Vector]) {
        let mut pulls = self.pulls.lock().unwrap_or_else(PoisonError::into_inner);
        let pulls = &mut *pulls;
        let faces = pulls.stresses.par_chunks_mut(CHUNK).zip(self.faces.par_chunks(CHUNK));
        faces.for_each(|(out, faces)| out.iter_mut().zip(faces).for_each(|(out, face)| *out = face.stress(x)));
        let hinges = pulls.moments.par_chunks_mut(CHUNK).zip(self.hinges.par_chunks(CHUNK));
        hinges.for_each(|(out, hinges)| out.iter_mut().zip(hinges).for_each(|(out, hinge)| *out = hinge.moment(x)));
        let pulls = &*pulls;
        y.par_chunks_mut(CHUNK).enumerate().for_each(|(c, y)| {
            for (k, y) in y.iter_mut().enumerate() {
                let i = c * CHUNK + k;
                let pull = |sum, &(e, corner): &(u32, u32)| sum + self.pull_of(pulls, e as usize, corner as usize);
                *y = self.own[i] * x[i] + self.uses(i).iter().fold(Vector::zeros(), pull);
            }
        });
    }

    fn diagonal(&self, out: &mut [Symmetric]) {
        out.par_chunks_mut(CHUNK).enumerate().for_each(|(c, out)| {
            for (k, out) in out.iter_mut().enumerate() {
                let i = c * CHUNK + k;
                let sum: Matrix3<f64> = self.uses(i).iter().map(|&(e, c)| self.block_of(e as usize, c as usize)).sum();
                *out = self.own[i] + Symmetric::part_of(&sum);
            }
        });
    }
}
