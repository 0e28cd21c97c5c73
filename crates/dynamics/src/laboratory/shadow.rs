//! The area of what lies under a mesh when light falls straight down: overlaps count once.
//!
//! Parallel lines sweep the ground. Where a line meets a face is exact; the pieces of a line are joined, and their length
//! counts for the strip around the line.

use geometry::Point;

/// Lines per shadow: a disc of 30 cm has one every 0.1 mm, and its area is then right to some 1e-5 of it.
const LINES: usize = 3000;

/// The area of the shadow, in m².
pub fn area(positions: &[Point], triangles: &[[u32; 3]]) -> f64 {
    let depth = |p: &Point| p.z;
    let low = positions.iter().map(depth).fold(f64::INFINITY, f64::min);
    let high = positions.iter().map(depth).fold(f64::NEG_INFINITY, f64::max);
    let spacing = (high - low) / LINES as f64;
    if !(spacing > 0.0 && spacing.is_finite()) {
        return 0.0;
    }
    let mut lines: Vec<Vec<[f64; 2]>> = vec![Vec::new(); LINES];
    for corners in triangles {
        let corners = corners.map(|v| [positions[v as usize].x, positions[v as usize].z]);
        let [first, last] = [f64::min, f64::max].map(|pick| pick(pick(corners[0][1], corners[1][1]), corners[2][1]));
        let from = ((first - low) / spacing - 0.5).ceil().max(0.0) as usize;
        for (line, pieces) in lines.iter_mut().enumerate().skip(from) {
            let z = low + (line as f64 + 0.5) * spacing;
            if z > last {
                break;
            }
            pieces.extend(piece(corners, z));
        }
    }
    lines.into_iter().map(length).sum::<f64>() * spacing
}

/// The piece of the line at depth z that lies in a triangle of (x, z).
fn piece(corners: [[f64; 2]; 3], z: f64) -> Option<[f64; 2]> {
    let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
    for k in 0..3 {
        let [a, b] = [corners[k], corners[(k + 1) % 3]];
        if (a[1] <= z) == (b[1] <= z) {
            continue;
        }
        let x = a[0] + (b[0] - a[0]) * ((z - a[1]) / (b[1] - a[1]));
        ends = [ends[0].min(x), ends[1].max(x)];
    }
    (ends[0] < ends[1]).then_some(ends)
}

/// The length of the union of pieces of a line.
fn length(mut pieces: Vec<[f64; 2]>) -> f64 {
    pieces.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut sum, mut reach) = (0.0, f64::NEG_INFINITY);
    for [from, to] in pieces {
        if to > reach {
            sum += to - from.max(reach);
            reach = to;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::shapes::Shape;
    use std::f64::consts::PI;

    fn of(shape: &Shape) -> f64 {
        area(&shape.positions, &shape.triangles)
    }

    #[test]
    fn a_sheet_and_its_double_cast_the_same_shadow() {
        let sheet = Shape::sheet(7, 2.0);
        assert!((of(&sheet) - 4.0).abs() < 1e-9, "{}", of(&sheet));
        let double = sheet.clone().with(&sheet.clone().moved(geometry::Vector::new(0.5, 0.3, 0.0)));
        assert!((of(&double) - 5.0).abs() < 1e-9, "{}", of(&double));
    }

    #[test]
    fn a_sphere_casts_the_shadow_of_a_disc() {
        let found = of(&Shape::sphere(90, 180, 0.5));
        assert!((found / (PI * 0.25) - 1.0).abs() < 1e-3, "{found}");
    }

    #[test]
    fn a_tilted_sheet_casts_less_and_a_standing_one_nothing() {
        let tilted = Shape::sheet(5, 1.0).map(|p| Point::new(p.x * 0.6, p.x * 0.8, p.z));
        assert!((of(&tilted) - 0.6).abs() < 1e-9);
        let standing = Shape::sheet(5, 1.0).map(|p| Point::new(0.0, p.x, p.z));
        assert_eq!(of(&standing), 0.0);
        assert_eq!(area(&[], &[]), 0.0);
    }
}
