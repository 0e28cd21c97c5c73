//! Even meshes of the shapes that textile standards cut.
//!
//! The free part of a disc that is clamped in the middle is a ring. Its mesh is the lattice of equilateral triangles, rolled
//! up by the logarithm of the radius: all triangles are nearly equilateral, they grow with the radius, and no direction
//! around the disc differs from another. A mesh that had six corners would have six folds.
//!
//! A hinge stands for the bending of half a cell on either side. The last held line is therefore half a cell beyond the edge of
//! the clamp: on the edge itself, the free part would be half a cell too long.

use geometry::Point;
use std::f64::consts::TAU;

/// A mesh that lies flat at the height 0.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// Where the particles are, in m.
    pub positions: Vec<Point>,
    /// The faces that are cloth.
    pub triangles: Vec<[u32; 3]>,
    /// How many particles are held; they come first.
    pub held: usize,
    /// How many particles make the free end; they come last.
    pub tip: usize,
}

/// A clamped disc.
#[derive(Clone, Debug)]
pub struct Disc {
    /// The free ring, two held circles around the edge of the support, and the centre, which has no cloth.
    pub specimen: Specimen,
    /// The faces between the centre and the innermost circle: they are seen and cast a shadow, but cannot bend.
    pub support: Vec<[u32; 3]>,
}

/// The radius grows by this power of e from row to row, relative to the angle between neighbours: height over side of an
/// equilateral triangle.
const HEIGHT: f64 = 0.866_025_403_784_438_6;

impl Disc {
    /// A disc of radius `outer` held within `inner`, in m, of about so many faces outside the support.
    pub fn new(inner: f64, outer: f64, faces: usize) -> Self {
        let growth = (outer / inner).ln();
        // Rows × neighbours × 2 = faces, and rows = growth / (HEIGHT × angle between neighbours).
        let rows = (faces as f64 * growth / (2.0 * TAU * HEIGHT)).sqrt().round().max(1.0);
        let around = (faces as f64 / (2.0 * rows)).round().max(6.0) as usize;
        let rows = rows as usize;
        let mut positions = vec![Point::origin()];
        for row in 0..rows + 2 {
            let radius = inner * (growth * (row as f64 - 0.5) / (rows as f64 + 0.5)).exp();
            let shift = 0.5 * (row % 2) as f64;
            positions.extend((0..around).map(|k| {
                let angle = TAU * (k as f64 + shift) / around as f64;
                Point::new(radius * angle.cos(), 0.0, radius * angle.sin())
            }));
        }
        let at = |row: usize, k: usize| (1 + row * around + k % around) as u32;
        let support = (0..around).map(|k| [0, at(0, k + 1), at(0, k)]).collect();
        let mut triangles = Vec::with_capacity(2 * around * (rows + 1));
        for row in 0..=rows {
            for k in 0..around {
                // The next row is ahead by half a step, or behind by it.
                let next = k + row % 2;
                triangles.push([at(row, k), at(row, k + 1), at(row + 1, next)]);
                triangles.push([at(row + 1, next), at(row, k + 1), at(row + 1, next + 1)]);
            }
        }
        let specimen = Specimen { positions, triangles, held: 1 + 2 * around, tip: around };
        Self { specimen, support }
    }

    /// Support and cloth together.
    pub fn all_faces(&self) -> Vec<[u32; 3]> {
        self.support.iter().chain(&self.specimen.triangles).copied().collect()
    }
}

/// A strip along x that is held up to x = 0, of even triangles whose lines run across. The last held line is half a cell
/// beyond the edge, as on the disc.
///
/// A grid of squares with diagonals would not do: hinges on it couple bending with twisting, and the strip would seem less
/// rigid than its material by a fifth.
pub fn strip(overhang: f64, width: f64, cells: usize) -> Specimen {
    let spacing = overhang / (cells as f64 + 0.5);
    let across = (width * HEIGHT / spacing).round().max(1.0) as usize;
    // Odd columns are shifted by half a triangle, and have a particle at either edge besides.
    let length = |column: usize| across + 1 + column % 2;
    let place = |column: usize, k: usize| {
        let part = if column.is_multiple_of(2) { k as f64 } else { (k as f64 - 0.5).clamp(0.0, across as f64) };
        Point::new((column as f64 - 0.5) * spacing, 0.0, width * (part / across as f64 - 0.5))
    };
    let positions = (0..cells + 2).flat_map(|column| (0..length(column)).map(move |k| place(column, k))).collect();
    let first = |column: usize| column * (across + 1) + column / 2;
    let mut triangles = Vec::new();
    for column in 0..=cells {
        let [even, odd] = if column.is_multiple_of(2) { [column, column + 1] } else { [column + 1, column] };
        let [even, odd] = [even, odd].map(|column| first(column) as u32);
        let mut add =
            |[a, b, c]: [u32; 3]| triangles.push(if column.is_multiple_of(2) { [a, b, c] } else { [b, a, c] });
        for k in 0..across as u32 {
            add([even + k, even + k + 1, odd + k + 1]);
        }
        for k in 0..=across as u32 {
            add([odd + k + 1, odd + k, even + k]);
        }
    }
    Specimen { positions, triangles, held: first(2), tip: length(cells + 1) }
}
