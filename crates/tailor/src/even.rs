//! Uneven cloth → even cloth: isotropic remeshing (Botsch and Kobbelt, A Remeshing Approach to Multiresolution Modeling,
//! 2004, §4), with the fit as the projection.
//!
//! One pass:
//! 1. Edges longer than 4/3 of the asked length are split in the middle.
//! 2. Edges shorter than 4/5 are collapsed, unless that would spoil the surface or make an edge too long again.
//! 3. Edges are flipped where it brings vertices closer to six neighbours (four on the boundary).
//! 4. Vertices move towards the middle of their neighbours: along the surface to even the triangles, across it to fair the
//!    shape as tension would; then the fit puts them back at a distance from the body.
//!
//! Boundary vertices move along their loop only; how a loop lies on the surface is `hem`'s business.

use crate::fit::Fit;
use crate::sheet::Sheet;
use geometry::{Point, Vector};
use rayon::prelude::*;

/// Edges above this part of the asked length are split: the halves are then no farther from it than the whole was.
const LONGEST: f64 = 4.0 / 3.0;
/// Edges below this part are collapsed, for the same reason.
const SHORTEST: f64 = 4.0 / 5.0;
/// Neighbours that make an inner vertex regular, and one on the boundary.
const REGULAR: [i64; 2] = [6, 4];
/// How far vertices go along the surface in one pass, as a part of the way to the middle of their neighbours.
const EVENING: f64 = 0.6;
/// How far they go across it. Below one half, so that a zigzag dies out instead of turning over.
const FAIRING: f64 = 0.4;
/// Splitting is repeated at most this often in one pass: each round halves what is too long.
const SPLIT_ROUNDS: usize = 8;

/// What a pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Changes edges and moves vertices.
    Full,
    /// Only moves vertices.
    Relax,
}

/// Runs a pass over a sheet.
pub(crate) fn pass(sheet: &mut Sheet, edge: f64, fit: &Fit, kind: Pass) {
    if kind == Pass::Full {
        split_long(sheet, edge);
        collapse_short(sheet, edge);
        flip_towards_regular(sheet);
    }
    let moved: Vec<Point> = (0..sheet.positions.len() as u32)
        .into_par_iter()
        .map(|vertex| {
            let from = sheet.at(vertex);
            if sheet.is_used(vertex) { fit.settle(&from, &(from + relaxation(sheet, vertex))) } else { from }
        })
        .collect();
    move_unless_turned(sheet, &moved);
}

fn split_long(sheet: &mut Sheet, edge: f64) {
    for _ in 0..SPLIT_ROUNDS {
        let long: Vec<[u32; 2]> = sheet.edges().into_iter().filter(|&e| sheet.length(e) > LONGEST * edge).collect();
        if long.is_empty() {
            return;
        }
        for ends in long {
            sheet.split(ends);
        }
    }
}

fn collapse_short(sheet: &mut Sheet, edge: f64) {
    let mut on_boundary = sheet.boundary_flags();
    for ends in sheet.edges() {
        let [a, b] = ends;
        let exists = sheet.is_used(a) && sheet.is_used(b) && sheet.faces_on(ends).next().is_some();
        if !exists || sheet.length(ends) >= SHORTEST * edge {
            continue;
        }
        let middle = nalgebra::center(&sheet.at(a), &sheet.at(b));
        let (order, to) = match (on_boundary[a as usize], on_boundary[b as usize]) {
            (true, true) if !sheet.is_boundary_edge(ends) => continue,
            (true, false) => ([a, b], sheet.at(a)),
            (false, true) => ([b, a], sheet.at(b)),
            (true, true) | (false, false) => ([a, b], middle),
        };
        if sheet.collapse(order, to, LONGEST * edge) {
            on_boundary[order[0] as usize] |= on_boundary[order[1] as usize];
        }
    }
}

fn flip_towards_regular(sheet: &mut Sheet) {
    let on_boundary = sheet.boundary_flags();
    let mut valence: Vec<i64> = (0..sheet.positions.len() as u32).map(|v| sheet.neighbours(v).len() as i64).collect();
    for ends in sheet.edges() {
        let Some((_, apexes)) = sheet.diamond(ends) else { continue };
        let off = |v: u32, by: i64| (valence[v as usize] + by - REGULAR[usize::from(on_boundary[v as usize])]).pow(2);
        let before: i64 = ends.iter().chain(&apexes).map(|&v| off(v, 0)).sum();
        let after: i64 = ends.iter().map(|&v| off(v, -1)).chain(apexes.iter().map(|&v| off(v, 1))).sum();
        if after < before && sheet.flip(ends) {
            for (end, apex) in ends.into_iter().zip(apexes) {
                valence[end as usize] -= 1;
                valence[apex as usize] += 1;
            }
        }
    }
}

/// How far a vertex wants to move.
fn relaxation(sheet: &Sheet, vertex: u32) -> Vector {
    let around = sheet.neighbours(vertex);
    let here = sheet.at(vertex);
    let towards_mean =
        |list: &[u32]| list.iter().map(|&n| sheet.at(n) - here).sum::<Vector>() / (list.len().max(1) as f64);
    if around.len() == sheet.faces_around(vertex).len() {
        let (wish, normal) = (towards_mean(&around), sheet.normal(vertex));
        let across = normal * normal.dot(&wish);
        return (wish - across) * EVENING + across * FAIRING;
    }
    let along_loop = sheet.boundary_neighbours(vertex);
    let [p, q] = along_loop[..] else { return Vector::zeros() };
    let wish = towards_mean(&along_loop);
    let direction = (sheet.at(q) - sheet.at(p)).try_normalize(0.0).unwrap_or_default();
    direction * direction.dot(&wish) * EVENING
}

/// Moves every vertex whose faces all keep their side; the others stay for this pass.
pub(crate) fn move_unless_turned(sheet: &mut Sheet, to: &[Point]) {
    let from = sheet.positions.clone();
    let before: Vec<Vector> = sheet.faces().map(|(_, face)| sheet.area_vector(face)).collect();
    sheet.positions.copy_from_slice(to);
    // Putting one back may turn its neighbour's faces: a few rounds settle it.
    for _ in 0..3 {
        let turned: Vec<u32> = sheet
            .faces()
            .zip(&before)
            .filter(|((_, face), before)| sheet.area_vector(*face).dot(before) < 0.0)
            .flat_map(|((_, face), _)| face)
            .collect();
        if turned.is_empty() {
            return;
        }
        for vertex in turned {
            sheet.positions[vertex as usize] = from[vertex as usize];
        }
    }
}
