//! Skin and cover → cloth: the covered part of the skin, cut along the line where the cover is one half.
//!
//! 1. `carry`: every vertex of the skin takes the cover of the nearest point of the form.
//!    Where a bare part of the form faces the vertex with no room for the cloth between (a chin over a collar), it is bare.
//! 2. `smooth`: the cover is spread along the skin over about an edge length, so that the line is a clean curve even where
//!    the character's weights jump from one triangle to the next.
//! 3. `tidy`: bare spots that are no more than a patch are covered, covered islands too small to matter are made bare. Both
//!    are reported.
//! 4. `clip`: triangles are cut where the line passes; none is kept whole that it crosses.

use crate::form::Form;
use crate::nearest::{NearestTree, Place};
use geometry::{Point, Vector, shapes::Shape};
use rayon::prelude::*;
use std::collections::HashMap;
use std::f64::consts::PI;

/// The value of the cover along the cut.
const CUT: f64 = 0.5;
/// Cover closer to the cut than this is moved there: no sliver is cut off.
const SNAP: f64 = 0.01;
/// A bare spot is a patch if its area is at most this many times that of the flat disc with the same rim: a bulge is at most
/// twice the disc (a hemisphere), a hand or a head ten times.
const PATCH: f64 = 3.0;
/// A bare spot larger than this part of the covered area is meant, whatever its shape.
const LARGEST_PATCH: f64 = 0.05;
/// A bare spot below this many squared edge lengths is covered whatever its shape: no loop could go around it.
const SMALLEST_HOLE: f64 = 12.0;
/// How deep holes and islands may be nested in each other.
const TIDYING_ROUNDS: usize = 6;
/// Covered islands below this part of the largest are dropped.
const SMALLEST_ISLAND: f64 = 0.05;

/// What was changed about the covered region.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tidied {
    /// Bare spots inside the cover that were covered, and their area in square metres.
    pub holes_filled: usize,
    /// The area of those spots.
    pub filled_area: f64,
    /// Covered islands that were dropped.
    pub islands_dropped: usize,
    /// Their area in square metres.
    pub dropped_area: f64,
}

impl std::ops::AddAssign for Tidied {
    fn add_assign(&mut self, other: Self) {
        self.holes_filled += other.holes_filled;
        self.filled_area += other.filled_area;
        self.islands_dropped += other.islands_dropped;
        self.dropped_area += other.dropped_area;
    }
}

/// The cover of every skin vertex: that of the nearest point of the form, spread over `width` metres. `room` is how much
/// free space in front of it, in metres, a covered vertex needs.
pub(crate) fn carry(skin: &Shape, body: &Covered, width: f64, room: f64) -> Vec<f64> {
    let normals = normals(skin);
    let at = |(point, normal): (&Point, &Vector)| {
        let Some(place) = body.tree.nearest(point) else { return 0.0 };
        let cover = body.at(&place);
        // The ball in front of the vertex; a body point in it faces the cloth.
        let facing = body.tree.within(&(point + normal * room / 2.0), room / 2.0);
        let is_crowded = facing.is_some_and(|place| body.at(&place) < CUT);
        if is_crowded { 0.0 } else { cover }
    };
    let carried: Vec<f64> = skin.positions.par_iter().zip(&normals).map(at).collect();
    smooth(skin, carried, width)
}

/// A form and how covered it is.
pub(crate) struct Covered<'a> {
    pub form: &'a Form,
    pub tree: &'a NearestTree<'a>,
    pub field: &'a [f64],
}

impl Covered<'_> {
    fn at(&self, place: &Place) -> f64 {
        let corners = self.form.triangles[place.triangle as usize];
        (0..3).map(|i| place.weights[i] * self.field[corners[i] as usize]).sum()
    }
}

fn normals(skin: &Shape) -> Vec<Vector> {
    let mut sums = vec![Vector::zeros(); skin.positions.len()];
    for triangle in &skin.triangles {
        let area = area_vector(&triangle.map(|v| skin.positions[v as usize]));
        for &v in triangle {
            sums[v as usize] += area;
        }
    }
    sums.into_iter().map(|sum| sum.try_normalize(0.0).unwrap_or_default()).collect()
}

/// Repeated means over neighbours. One round spreads by about the mean edge length, and spread grows with the root.
fn smooth(skin: &Shape, mut field: Vec<f64>, width: f64) -> Vec<f64> {
    let neighbours = neighbours(skin);
    let rounds = (width / mean_edge(skin)).powi(2).ceil().clamp(1.0, 200.0) as usize;
    for _ in 0..rounds {
        field = (0..field.len())
            .into_par_iter()
            .map(|v| {
                let around = &neighbours[v];
                let sum: f64 = around.iter().map(|&n| field[n as usize]).sum();
                if around.is_empty() { field[v] } else { 0.5 * (field[v] + sum / around.len() as f64) }
            })
            .collect();
    }
    field
}

fn neighbours(skin: &Shape) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); skin.positions.len()];
    for &[a, b, c] in &skin.triangles {
        // On a closed skin every edge is met once in each direction.
        for (from, to) in [(a, b), (b, c), (c, a)] {
            lists[from as usize].push(to);
        }
    }
    lists
}

fn mean_edge(skin: &Shape) -> f64 {
    let length = |a: u32, b: u32| (skin.positions[a as usize] - skin.positions[b as usize]).norm();
    let sum: f64 = skin.triangles.iter().map(|&[a, b, c]| length(a, b) + length(b, c) + length(c, a)).sum();
    (sum / (3 * skin.triangles.len()).max(1) as f64).max(f64::MIN_POSITIVE)
}

/// A connected part of the skin that is all covered or all bare.
#[derive(Clone, Copy, Default)]
struct Patch {
    area: f64,
    rim: f64,
    covered: bool,
}

/// Fills small holes and drops small islands of the cover.
pub(crate) fn tidy(skin: &Shape, field: &mut [f64], edge: f64) -> Tidied {
    let mut all = Tidied::default();
    // An island in a hole becomes a hole when the hole is covered: what is nested comes off layer by layer.
    for _ in 0..TIDYING_ROUNDS {
        let round = tidy_once(skin, field, edge);
        if round == Tidied::default() {
            break;
        }
        all += round;
    }
    all
}

fn tidy_once(skin: &Shape, field: &mut [f64], edge: f64) -> Tidied {
    for value in field.iter_mut().filter(|value| (**value - CUT).abs() < SNAP) {
        *value = if *value < CUT { CUT - SNAP } else { CUT + SNAP };
    }
    let (patch_of, patches) = patches(skin, field);
    let covered: f64 = patches.iter().filter(|p| p.covered).map(|p| p.area).sum();
    let largest = patches.iter().filter(|p| p.covered).map(|p| p.area).fold(0.0, f64::max);
    let mut tidied = Tidied::default();
    let mut changed = vec![false; patches.len()];
    for (index, patch) in patches.iter().enumerate() {
        let disc = patch.rim * patch.rim / (4.0 * PI);
        let is_patch = patch.area < LARGEST_PATCH * covered && patch.area < PATCH * disc;
        if patch.covered && patch.area < SMALLEST_ISLAND * largest {
            (tidied.islands_dropped, tidied.dropped_area) =
                (tidied.islands_dropped + 1, tidied.dropped_area + patch.area);
            changed[index] = true;
        } else if !patch.covered && (is_patch || patch.area < SMALLEST_HOLE * edge * edge) {
            (tidied.holes_filled, tidied.filled_area) = (tidied.holes_filled + 1, tidied.filled_area + patch.area);
            changed[index] = true;
        }
    }
    for (value, &patch) in field.iter_mut().zip(&patch_of) {
        if changed[patch as usize] {
            *value = if *value < CUT { 1.0 } else { 0.0 };
        }
    }
    tidied
}

/// The patch of every vertex, and the patches. A triangle's area is shared among its corners; the rim is measured where
/// triangles have corners on both sides.
fn patches(skin: &Shape, field: &[f64]) -> (Vec<u32>, Vec<Patch>) {
    let neighbours = neighbours(skin);
    let mut patch_of = vec![u32::MAX; field.len()];
    let mut patches = Vec::new();
    for start in 0..field.len() {
        if patch_of[start] != u32::MAX {
            continue;
        }
        let number = patches.len() as u32;
        patches.push(Patch { covered: field[start] >= CUT, ..Patch::default() });
        patch_of[start] = number;
        let mut stack = vec![start];
        while let Some(vertex) = stack.pop() {
            for &next in &neighbours[vertex] {
                let next = next as usize;
                if patch_of[next] == u32::MAX && (field[next] >= CUT) == (field[start] >= CUT) {
                    patch_of[next] = number;
                    stack.push(next);
                }
            }
        }
    }
    for triangle in &skin.triangles {
        let corners = triangle.map(|v| skin.positions[v as usize]);
        let area = area_vector(&corners).norm() / 2.0;
        let owners = triangle.map(|v| patch_of[v as usize]);
        for owner in owners {
            patches[owner as usize].area += area / 3.0;
        }
        if owners.iter().any(|&o| o != owners[0]) {
            // The line through the triangle is about as long as the root of its area.
            let mut touched = owners.to_vec();
            touched.dedup();
            for owner in touched {
                patches[owner as usize].rim += area.sqrt();
            }
        }
    }
    (patch_of, patches)
}

fn area_vector([a, b, c]: &[Point; 3]) -> Vector {
    (b - a).cross(&(c - a))
}

/// The part of the skin where the cover is at least one half.
pub(crate) fn clip(skin: &Shape, field: &[f64]) -> Shape {
    let mut clipper = Clipper { skin, field, cloth: Shape::default(), kept: HashMap::new(), on_edge: HashMap::new() };
    for &triangle in &skin.triangles {
        clipper.triangle(triangle);
    }
    clipper.cloth
}

struct Clipper<'a> {
    skin: &'a Shape,
    field: &'a [f64],
    cloth: Shape,
    kept: HashMap<u32, u32>,
    on_edge: HashMap<(u32, u32), u32>,
}

impl Clipper<'_> {
    /// Walks around a triangle and keeps its covered corners and the points where the cut enters and leaves.
    fn triangle(&mut self, triangle: [u32; 3]) {
        let mut ring = Vec::with_capacity(4);
        for i in 0..3 {
            let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
            if self.is_covered(a) {
                ring.push(self.keep(a));
            }
            if self.is_covered(a) != self.is_covered(b) {
                ring.push(self.between(a, b));
            }
        }
        for pair in ring.windows(2).skip(1) {
            self.cloth.triangles.push([ring[0], pair[0], pair[1]]);
        }
    }

    fn is_covered(&self, vertex: u32) -> bool {
        self.field[vertex as usize] >= CUT
    }

    fn keep(&mut self, vertex: u32) -> u32 {
        let positions = &mut self.cloth.positions;
        *self.kept.entry(vertex).or_insert_with(|| {
            positions.push(self.skin.positions[vertex as usize]);
            positions.len() as u32 - 1
        })
    }

    fn between(&mut self, a: u32, b: u32) -> u32 {
        let (low, high) = (a.min(b), a.max(b));
        let positions = &mut self.cloth.positions;
        *self.on_edge.entry((low, high)).or_insert_with(|| {
            let (from, to) = (self.field[low as usize], self.field[high as usize]);
            let [p, q] = [low, high].map(|v| self.skin.positions[v as usize]);
            positions.push(p + (q - p) * ((CUT - from) / (to - from)));
            positions.len() as u32 - 1
        })
    }
}
