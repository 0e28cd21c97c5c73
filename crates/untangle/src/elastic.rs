//! The elasticity of the cloth around a tangle, and one step of Newton's method on it.
//!
//! A repair has no mass and no time. What it keeps is the length of edges and the smoothness of what it does:
//!
//! > E(x) = ½ Σ s (|xᵢ − xⱼ| − L)² + ½ B Σ s |Δ(x − x₀)|² + ½ F Σ |h Σ w x|² + ½ Σ C (n·Σ w x − t)² + ½ P |x − x₀|²
//!
//! - The first sum is over edges, with the lengths of the rest shape. An edge of the mesh resists shear as well, because
//!   three make a triangle.
//! - The second is over particles: Δ is the mean of the neighbours less the particle itself. It smooths the displacement
//!   from where the step began, x₀, not the shape: folds and wrinkles of the input stay. What is more curved than at rest is
//!   drawn back to that; where a patch is to be smoothed, it is all of Δx that counts.
//! - The third is over edges that are folded too sharply: see `fold`.
//! - The fourth is over the goals of the stage; the last keeps the step bounded where nothing else does.
//!
//! s is the *ease* of the cloth there: 1, or little around paths, where stiff threads jam (see `response::contour`).
//! All stiffnesses are relative to that of an edge, so nothing here has a unit, and the size of the garment does not matter.
//!
//! Not here: dynamics' fabrics. They have units, mass and a material; a repair of a mesh in unknown units has none of them.

use crate::fold::{Hinge, SHARP};
use crate::goal::Goal;
use crate::region::{Region, neighbours};
use geometry::{EdgeId, Mesh, Point, Vector, VertexId};
use nalgebra::Matrix3;

/// B: how much smoothness counts against the length of edges. Under 0.1 the cloth around a path is creased by what moves
/// it, over 1 a dent takes its whole surroundings along.
const BEND: f64 = 0.3;
/// F: how much a sharp fold counts: as much as edges, so that no face stays folded over for want of force.
const FOLD: f64 = 4.0;
/// P: how much a particle resists being moved at all, while paths are undone.
pub(crate) const LOOSE: f64 = 0.01;
/// The residual of a solve, relative to the forces: steps are many, and the next one corrects.
const RESIDUAL: f64 = 0.02;
/// The most iterations of a solve; as many edges far does a force reach in one step.
const ITERATIONS: usize = 60;

/// No slot: the particle is held.
const HELD: u32 = u32::MAX;

struct Spring {
    slots: [u32; 2],
    stiffness: f64,
    /// How far it is too long.
    excess: f64,
    along: Vector,
    /// The part of its stiffness that acts across it: none where it is too short, so that it can buckle.
    across: f64,
}

struct Stencil {
    center: u32,
    /// In [`Elastic::spokes`].
    spokes: std::ops::Range<u32>,
    stiffness: f64,
    /// What Δ is off by at the start.
    off: Vector,
}

struct Fold {
    slots: [u32; 4],
    /// Times the height, so that they are about one.
    weights: [f64; 4],
    /// What the sum of the arms is off by at the start.
    off: Vector,
}

struct Pull {
    slots: [u32; crate::goal::PLACES],
    weights: [f64; crate::goal::PLACES],
    normal: Vector,
    off: f64,
    stiffness: f64,
}

/// What of the cloth a step needs to know.
#[derive(Clone, Copy)]
pub(crate) struct Cloth<'a> {
    pub mesh: &'a Mesh,
    pub positions: &'a [Point],
    /// The length of every edge at rest.
    pub rest: &'a [f64],
    /// The ease of every particle.
    pub ease: &'a [f64],
    /// How long Δx is at rest for every particle: how curved the cloth is there.
    pub curvature: &'a [f64],
    /// How sharply every edge is folded at rest.
    pub folds: &'a [f64],
    /// Which particles lie in a patch that is to be smoothed, by how much; empty if there is none.
    pub smooth: &'a [f64],
    /// P: how much every particle resists being moved.
    pub proximity: f64,
}

/// The energy around one state.
pub(crate) struct Elastic {
    count: usize,
    proximity: f64,
    springs: Vec<Spring>,
    stencils: Vec<Stencil>,
    spokes: Vec<u32>,
    folds: Vec<Fold>,
    pulls: Vec<Pull>,
}

impl Elastic {
    /// The energy of the particles of a region; all others are held.
    pub fn new(cloth: Cloth, region: &Region, goals: &[Goal]) -> Self {
        let mut elastic = Self {
            count: region.vertices().len(),
            proximity: cloth.proximity,
            springs: Vec::new(),
            stencils: Vec::new(),
            spokes: Vec::new(),
            folds: Vec::new(),
            pulls: Vec::with_capacity(goals.len()),
        };
        for edge in region.edges() {
            elastic.springs.push(Spring::new(cloth, region, edge.index()));
            elastic.folds.extend(Fold::new(cloth, region, *edge));
        }
        for vertex in region.rim() {
            elastic.add_stencil(cloth, region, *vertex);
        }
        for goal in goals {
            let slots = goal.particles.map(|v| region.slot(v).unwrap_or(HELD));
            if slots.iter().zip(goal.weights).any(|(slot, weight)| *slot != HELD && weight != 0.0) {
                let off = goal.normal.dot(&goal.gap(cloth.positions)) - goal.target;
                elastic.pulls.push(Pull {
                    slots,
                    weights: goal.weights,
                    normal: goal.normal,
                    off,
                    stiffness: goal.stiffness,
                });
            }
        }
        elastic
    }

    fn add_stencil(&mut self, cloth: Cloth, region: &Region, vertex: VertexId) {
        let neighbours = neighbours(cloth.mesh, vertex);
        if neighbours.is_empty() {
            return;
        }
        let smooth = cloth.smooth.get(vertex.index()).copied().unwrap_or(0.0);
        let here = cloth.positions[vertex.index()].coords;
        let mean: Vector =
            neighbours.iter().map(|v| cloth.positions[v.index()].coords).sum::<Vector>() / neighbours.len() as f64;
        let first = self.spokes.len() as u32;
        self.spokes.extend(neighbours.iter().map(|v| region.slot(*v).unwrap_or(HELD)));
        self.stencils.push(Stencil {
            center: region.slot(vertex).unwrap_or(HELD),
            spokes: first..self.spokes.len() as u32,
            stiffness: if smooth > 0.0 { smooth } else { BEND * cloth.ease[vertex.index()].max(0.1) },
            off: if smooth > 0.0 { mean - here } else { creased(mean - here, cloth.curvature[vertex.index()]) },
        });
    }

    /// How far every particle of the region goes in one step of Newton's method.
    pub fn step(&self) -> Vec<Vector> {
        let mut residual = self.forces();
        let scale = dot(&residual, &residual);
        let mut x = vec![Vector::zeros(); self.count];
        if scale <= 0.0 || !scale.is_finite() {
            return x;
        }
        let inverse = self.inverse_diagonal();
        let precondition = |r: &[Vector]| -> Vec<Vector> { inverse.iter().zip(r).map(|(m, v)| m * v).collect() };
        let mut z = precondition(&residual);
        let mut direction = z.clone();
        let mut product = vec![Vector::zeros(); self.count];
        let mut rho = dot(&residual, &z);
        for _ in 0..ITERATIONS {
            self.apply(&direction, &mut product);
            let curvature = dot(&direction, &product);
            if curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            let alpha = rho / curvature;
            for ((x, r), (d, p)) in x.iter_mut().zip(&mut residual).zip(direction.iter().zip(&product)) {
                *x += d * alpha;
                *r -= p * alpha;
            }
            if dot(&residual, &residual) <= RESIDUAL * RESIDUAL * scale {
                break;
            }
            z = precondition(&residual);
            let next = dot(&residual, &z);
            let beta = next / rho;
            rho = next;
            for (d, z) in direction.iter_mut().zip(&z) {
                *d = z + *d * beta;
            }
        }
        x
    }

    /// −∇E.
    fn forces(&self) -> Vec<Vector> {
        let mut forces = vec![Vector::zeros(); self.count];
        for spring in &self.springs {
            let force = spring.along * (spring.stiffness * spring.excess);
            add(&mut forces, spring.slots[0], force);
            add(&mut forces, spring.slots[1], -force);
        }
        for stencil in &self.stencils {
            self.spread(stencil, -stencil.off * stencil.stiffness, &mut forces);
        }
        for fold in &self.folds {
            fold.spread(-fold.off, &mut forces);
        }
        for pull in &self.pulls {
            pull.spread(-pull.off, &mut forces);
        }
        forces
    }

    /// H v.
    fn apply(&self, v: &[Vector], out: &mut [Vector]) {
        for (o, v) in out.iter_mut().zip(v) {
            *o = v * self.proximity;
        }
        for spring in &self.springs {
            let apart = at(v, spring.slots[0]) - at(v, spring.slots[1]);
            let force = spring.times(&apart);
            add(out, spring.slots[0], force);
            add(out, spring.slots[1], -force);
        }
        for stencil in &self.stencils {
            let spokes = &self.spokes[stencil.spokes.start as usize..stencil.spokes.end as usize];
            let sum: Vector = spokes.iter().map(|slot| at(v, *slot)).sum();
            let off = sum / spokes.len() as f64 - at(v, stencil.center);
            self.spread(stencil, off * stencil.stiffness, out);
        }
        for fold in &self.folds {
            let moved = fold.slots.iter().zip(fold.weights).map(|(slot, w)| at(v, *slot) * w).sum();
            fold.spread(moved, out);
        }
        for pull in &self.pulls {
            let moved: Vector = pull.slots.iter().zip(pull.weights).map(|(slot, w)| at(v, *slot) * w).sum();
            pull.spread(pull.normal.dot(&moved), out);
        }
    }

    /// Δᵀ times what a stencil is given.
    fn spread(&self, stencil: &Stencil, given: Vector, out: &mut [Vector]) {
        let spokes = &self.spokes[stencil.spokes.start as usize..stencil.spokes.end as usize];
        let share = given / spokes.len() as f64;
        for slot in spokes {
            add(out, *slot, share);
        }
        add(out, stencil.center, -given);
    }

    /// The inverses of the blocks on the diagonal of H.
    fn inverse_diagonal(&self) -> Vec<Matrix3<f64>> {
        let mut blocks = vec![Matrix3::identity() * self.proximity; self.count];
        for spring in &self.springs {
            for slot in spring.slots.into_iter().filter(|slot| *slot != HELD) {
                blocks[slot as usize] += spring.block();
            }
        }
        for stencil in &self.stencils {
            let spokes = &self.spokes[stencil.spokes.start as usize..stencil.spokes.end as usize];
            let share = 1.0 / spokes.len() as f64;
            for (slot, weight) in spokes.iter().map(|slot| (*slot, share)).chain([(stencil.center, 1.0)]) {
                if slot != HELD {
                    blocks[slot as usize] += Matrix3::identity() * (stencil.stiffness * weight * weight);
                }
            }
        }
        for fold in &self.folds {
            for (slot, weight) in fold.slots.into_iter().zip(fold.weights).filter(|(slot, _)| *slot != HELD) {
                blocks[slot as usize] += Matrix3::identity() * (FOLD * weight * weight);
            }
        }
        for pull in &self.pulls {
            let outer = pull.normal * pull.normal.transpose();
            for (slot, weight) in pull.slots.into_iter().zip(pull.weights).filter(|(slot, _)| *slot != HELD) {
                blocks[slot as usize] += outer * (pull.stiffness * weight * weight);
            }
        }
        blocks.into_iter().map(|block| block.try_inverse().unwrap_or_else(Matrix3::identity)).collect()
    }
}

/// What of a curvature is more than at rest.
fn creased(now: Vector, at_rest: f64) -> Vector {
    let size = now.norm();
    if size > at_rest { now * (1.0 - at_rest / size) } else { Vector::zeros() }
}

/// How curved a surface is at every vertex: the length of the mean of the neighbours less the vertex itself.
pub(crate) fn curvatures(mesh: &Mesh, positions: &[Point]) -> Vec<f64> {
    let curvature = |vertex: usize| {
        let neighbours = neighbours(mesh, VertexId::at(vertex));
        let sum: Vector = neighbours.iter().map(|v| positions[v.index()] - positions[vertex]).sum();
        sum.norm() / neighbours.len().max(1) as f64
    };
    (0..positions.len()).map(curvature).collect()
}

impl Spring {
    fn new(cloth: Cloth, region: &Region, edge: usize) -> Self {
        let ends = cloth.mesh.edges()[edge].vertices;
        let [p, q] = ends.map(|v| cloth.positions[v.index()]);
        let [slack, other] = ends.map(|v| cloth.ease[v.index()]);
        let length = (q - p).norm();
        let rest = cloth.rest[edge];
        // An edge without length has no direction to grow in; its neighbours draw it out.
        let along = if length > f64::MIN_POSITIVE { (q - p) / length } else { Vector::zeros() };
        let across = if length > rest { 1.0 - rest / length } else { 0.0 };
        let slots = ends.map(|v| region.slot(v).unwrap_or(HELD));
        Self { slots, stiffness: slack.min(other), excess: length - rest, along, across }
    }

    fn times(&self, apart: &Vector) -> Vector {
        let along = self.along * self.along.dot(apart);
        (along + (apart - along) * self.across) * self.stiffness
    }

    fn block(&self) -> Matrix3<f64> {
        let outer = self.along * self.along.transpose();
        (outer + (Matrix3::identity() - outer) * self.across) * self.stiffness
    }
}

impl Fold {
    /// The fold at an edge, if it is too sharp.
    fn new(cloth: Cloth, region: &Region, edge: EdgeId) -> Option<Self> {
        let hinge = Hinge::at(cloth.mesh, cloth.rest, edge)?;
        let fold = hinge.fold(cloth.positions);
        let excess = creased(fold, cloth.folds[edge.index()].max(SHARP));
        (excess != Vector::zeros()).then(|| Self {
            slots: hinge.particles.map(|v| region.slot(v).unwrap_or(HELD)),
            weights: hinge.weights.map(|weight| weight * hinge.height),
            off: excess * hinge.height,
        })
    }

    fn spread(&self, off: Vector, out: &mut [Vector]) {
        for (slot, weight) in self.slots.iter().zip(self.weights) {
            add(out, *slot, off * (FOLD * weight));
        }
    }
}

impl Pull {
    fn spread(&self, off: f64, out: &mut [Vector]) {
        for (slot, weight) in self.slots.iter().zip(self.weights) {
            add(out, *slot, self.normal * (self.stiffness * off * weight));
        }
    }
}

#[inline]
fn at(v: &[Vector], slot: u32) -> Vector {
    v.get(slot as usize).copied().unwrap_or_else(Vector::zeros)
}

#[inline]
fn add(v: &mut [Vector], slot: u32, what: Vector) {
    if let Some(to) = v.get_mut(slot as usize) {
        *to += what;
    }
}

fn dot(a: &[Vector], b: &[Vector]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}
