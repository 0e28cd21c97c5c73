//! Where pinched particles are at the end of the step (BWK03 §4.2, equations 1 and 2).
//!
//! Every surface that pinches a particle carries it along for itself, as if it were glued on: the particle keeps its
//! *body-space coordinates* b and would arrive at the goal g. It goes to the mean of the goals, p(t1) = Σ α g(t1); along the surfaces the
//! weights may be others than across them ([`crate::worn`]).
//!
//! On a mesh, b is the barycentric coordinates of the nearest point and the offset from there in a frame that turns with the
//! surface: one axis is the smooth normal, another follows the longest side of the face. The smooth normal runs on from face to face, and the
//! offset of a nearest point is mostly along it; so neighbours that are deep inside move alike though their nearest faces
//! differ. On a shape, b is the point in the shape's own frame.
//!
//! What is computed is the *displacement* g(t1) − g(t0), with g(t0) = p(t0) by definition:
//! - surfaces at rest move nothing: the same numbers are subtracted from each other, so the displacement is exactly zero;
//! - surfaces that move as one rigid body carry the particle along, to rounding;
//! - p(t0) = Σ α g(t0) whatever the surfaces, their number and their weights: there is nothing to jump.
//!
//! Where the fold that pinches a particle has opened by t1, the particle is let go outside both its sides: if it is carried to a place inside one,
//! it goes midway between them.
//!
//! Not here: how the step is made to arrive there.

use crate::pinch::{Foot, Pinches};
use crate::{Solid, Weights};
use contact::solid::Spot;
use contact::{MovingShape, Surface, When};
use geometry::{FaceId, Point, Vector, VertexId};
use nalgebra::Matrix3;
use rayon::prelude::*;

/// What a pinched particle does in the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// The particle.
    pub particle: VertexId,
    /// Where it is at the end of the step.
    pub position_t1: Point,
    /// Its velocity over the step, in metres per second.
    pub velocity: Vector,
    /// The direction along which it is squeezed, of unit length or, where the surfaces agree on none, zero.
    pub across: Vector,
    /// How fast the surfaces slide on each other there: the largest difference between their velocities, in metres per second.
    pub sliding: f64,
}

/// The motion of all pinched particles over a step of so many seconds, in the order of the particles.
pub fn holds(solids: &[Solid], particles: &[Point], pinches: &Pinches, weights: &Weights, step: f64) -> Vec<Hold> {
    let pinched: Vec<(VertexId, &[Foot])> = pinches.iter().collect();
    let hold = |shares: &mut Vec<f64>, &(particle, feet): &(VertexId, &[Foot])| {
        let position = &particles[particle.index()];
        let ways: Vec<Vector> = feet.iter().map(|foot| displacement(solids, foot, position)).collect();
        let mean = |shares: &[f64]| ways.iter().zip(shares).map(|(way, share)| way * *share).sum::<Vector>();
        let across = across(feet);
        weights.shares(particle, feet, shares);
        let pressed = mean(shares);
        weights.shares_along(particle, feet, shares);
        let along = mean(shares);
        // Where the surfaces agree on no direction nothing is along them.
        let by = if across == Vector::zeros() { pressed } else { along + across * across.dot(&(pressed - along)) };
        let apart = ways.iter().flat_map(|a| ways.iter().map(move |b| (a - b).norm())).fold(0.0, f64::max);
        let (velocity, sliding) = (by / step, apart / step);
        let carried = position + by;
        let freed = if pinches.opens(particle) { freed(solids, feet, &carried, &across) } else { Vector::zeros() };
        Hold { particle, position_t1: carried + freed, velocity, across, sliding }
    };
    pinched.par_iter().map_init(Vec::new, hold).collect()
}

/// How far a particle has to go across a fold that has opened by t1, for it not to be left inside one of the sides: midway between them, or
/// nowhere if it is outside both already. Its velocity has no part in it.
fn freed(solids: &[Solid], feet: &[Foot], carried: &Point, across: &Vector) -> Vector {
    let place = |foot: &Foot| match (&solids[foot.solid as usize], foot.spot) {
        (Solid::Mesh { surface, .. }, Spot::Face { face, barycentric }) => {
            Some((surface.place(face, barycentric, When::T1), surface.smooth_normal(face, barycentric, When::T1)))
        }
        _ => None,
    };
    let [Some((a, out_of_a)), Some((b, out_of_b))] = [&feet[0], &feet[1]].map(place) else { return Vector::zeros() };
    let is_inside = |place: Point, out: Vector| (carried - place).dot(&out) < 0.0;
    let middle = nalgebra::center(&a, &b);
    if is_inside(a, out_of_a) || is_inside(b, out_of_b) {
        across * across.dot(&(middle - carried))
    } else {
        Vector::zeros()
    }
}

/// Between which sides the surfaces squeeze: the mean of their normals, each taken as the first one's.
fn across(feet: &[Foot]) -> Vector {
    let Some(first) = feet.first() else { return Vector::zeros() };
    let alike = |foot: &Foot| if foot.normal.dot(&first.normal) < 0.0 { -foot.normal } else { foot.normal };
    feet.iter().map(alike).sum::<Vector>().try_normalize(1e-6).unwrap_or_else(Vector::zeros)
}

/// How far the surface at a foot would carry a point along: from p(t0) to the goal.
pub fn displacement(solids: &[Solid], foot: &Foot, point: &Point) -> Vector {
    match (&solids[foot.solid as usize], foot.spot) {
        (Solid::Mesh { surface, .. }, Spot::Face { face, barycentric }) => on_mesh(surface, face, barycentric, point),
        (Solid::Shape(shape), _) => on_shape(shape, point),
        // A foot without a face on a mesh says nothing about where it is.
        (Solid::Mesh { .. }, Spot::Shape) => Vector::zeros(),
    }
}

fn on_mesh(surface: &Surface, face: FaceId, barycentric: [f64; 3], point: &Point) -> Vector {
    let offset = point - surface.place(face, barycentric, When::T0);
    let carried = surface.displacement(face, barycentric);
    let frame = |when| frame(surface, face, barycentric, when);
    match (frame(When::T0), frame(When::T1)) {
        (Some(before), Some(after)) => {
            let own = before.tr_mul(&offset);
            carried + (after * own - before * own)
        }
        // Without area there is no direction to turn with.
        _ => carried,
    }
}

/// An orthonormal frame that turns with the surface around a point of a face.
fn frame(surface: &Surface, face: FaceId, barycentric: [f64; 3], when: When) -> Option<Matrix3<f64>> {
    let normal = surface.smooth_normal(face, barycentric, when).try_normalize(0.0)?;
    // The longest at t0, so that it is the same side at both ends of the step.
    let length = |k: usize| side(surface, face, k, When::T0).norm_squared();
    let longest = (1..3).fold(0, |best, k| if length(k) > length(best) { k } else { best });
    let along = side(surface, face, longest, when);
    let tangent = (along - normal * normal.dot(&along)).try_normalize(0.0)?;
    Some(Matrix3::from_columns(&[tangent, normal.cross(&tangent), normal]))
}

fn side(surface: &Surface, face: FaceId, k: usize, when: When) -> Vector {
    let corners = surface.corners(face, when);
    corners[(k + 1) % 3] - corners[k]
}

fn on_shape(shape: &MovingShape, point: &Point) -> Vector {
    let (before, after) = (shape.frame(When::T0), shape.frame(When::T1));
    let own = before.inverse_transform_point(point);
    let turned = after.rotation * own.coords - before.rotation * own.coords;
    turned + (after.translation.vector - before.translation.vector)
}
