//! Even meshes of the shapes that textile standards cut.
//!
//! The free part of a disc that is clamped in the middle is a ring. Its mesh is the lattice of equilateral triangles, rolled
//! up by the logarithm of the radius: all triangles are nearly equilateral, they grow with the radius, and no direction
//! around the disc differs from another. A mesh that had six corners would have six folds.

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
}

/// A clamped disc.
#[derive(Clone, Debug)]
pub struct Disc {
    /// The free ring, one held circle inside the edge of the support, and the centre, which has no cloth.
    pub specimen: Specimen,
    /// The faces between the centre and the innermost circle: they are seen and cast a shadow, but cannot bend.
    pub support: Vec<[u32; 3]>,
    /// Particles of the rim, in order around it; they come last.
    pub around: usize,
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
            let radius = inner * (growth * (row as f64 - 1.0) / rows as f64).exp();
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
        let specimen = Specimen { positions, triangles, held: 1 + 2 * around };
        Self { specimen, support, around }
    }

    /// Support and cloth together.
    pub fn all_faces(&self) -> Vec<[u32; 3]> {
        self.support.iter().chain(&self.specimen.triangles).copied().collect()
    }
}

/// A strip along x, held up to x = 0, of two columns of cells more than the overhang is long: its lines run across, so that
/// it bends along them, and the diagonals alternate.
pub fn strip(overhang: f64, width: f64, cells: usize) -> Specimen {
    let size = overhang / cells as f64;
    let across = (width / size).round().max(1.0) as usize;
    let point = |column: usize, row: usize| {
        Point::new((column as f64 - 1.0) * size, 0.0, width * (row as f64 / across as f64 - 0.5))
    };
    let positions = (0..cells + 2).flat_map(|column| (0..=across).map(move |row| point(column, row))).collect();
    let at = |column: usize, row: usize| (column * (across + 1) + row) as u32;
    let mut triangles = Vec::with_capacity(2 * (cells + 1) * across);
    for (column, row) in (0..=cells).flat_map(|column| (0..across).map(move |row| (column, row))) {
        let [a, b] = [at(column, row), at(column, row + 1)];
        let [c, d] = [at(column + 1, row), at(column + 1, row + 1)];
        triangles.extend(if (column + row) % 2 == 0 { [[a, b, d], [a, d, c]] } else { [[a, b, c], [c, b, d]] });
    }
    Specimen { positions, triangles, held: 2 * (across + 1) }
}
