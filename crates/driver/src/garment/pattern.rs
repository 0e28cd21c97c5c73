//! Flat rest shapes: texture coordinates in metres, or a triangle laid into its own plane.

use super::{Garment, Panel};
use geometry::{Point, Vector};

/// The length of a unit of texture coordinates, in m: as given, or such that pattern and mesh have the same area.
pub(crate) fn scale(garment: &Garment, given: Option<f64>) -> Result<f64, (String, String)> {
    let (mut on_mesh, mut in_pattern) = (0.0, 0.0);
    for panel in &garment.panels {
        for triangle in 0..panel.triangles.len() {
            let Some(corners) = texture_of(panel, triangle) else {
                let fault = format!("mesh {:?}: triangle {triangle} has no texture coordinates", panel.piece.name);
                return Err((fault, "export them, or use rest = \"mesh\"".to_owned()));
            };
            on_mesh += area(&points(panel, triangle));
            let [a, b, c] = corners;
            in_pattern += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0;
        }
    }
    let scale = given.unwrap_or((on_mesh / in_pattern).sqrt());
    if in_pattern > 0.0 && scale.is_finite() && scale > 0.0 {
        return Ok(scale);
    }
    Err(("the texture coordinates have no area".to_owned(), "unwrap the mesh, or use rest = \"mesh\"".to_owned()))
}

/// The rest shape of a triangle: its texture coordinates where a scale is given, else the triangle itself, laid flat with
/// y (or z, where it lies flat) along u.
pub(crate) fn of(panel: &Panel, triangle: usize, uv_scale: Option<f64>) -> [[f64; 2]; 3] {
    match uv_scale.and_then(|scale| texture_of(panel, triangle).map(|corners| (scale, corners))) {
        Some((scale, corners)) => corners.map(|corner| corner.map(|x| x * scale)),
        None => laid_flat(&points(panel, triangle)),
    }
}

fn texture_of(panel: &Panel, triangle: usize) -> Option<[[f64; 2]; 3]> {
    let texture = panel.piece.texture.as_ref()?;
    let place = |corner: u32| {
        let index = texture.corners.get(corner as usize).copied().flatten()?;
        texture.coordinates.get(index as usize).copied()
    };
    let [a, b, c] = panel.corners[triangle].map(place);
    Some([a?, b?, c?])
}

fn points(panel: &Panel, triangle: usize) -> [Point; 3] {
    panel.triangles[triangle].map(|vertex| panel.rest()[vertex as usize])
}

fn area([a, b, c]: &[Point; 3]) -> f64 {
    (b - a).cross(&(c - a)).norm() / 2.0
}

fn laid_flat([a, b, c]: &[Point; 3]) -> [[f64; 2]; 3] {
    /// Where y is nearer to the normal than this (about 8°), its projection says nothing.
    const FLAT: f64 = 0.99;
    let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else { return [[0.0; 2]; 3] };
    let up = if normal.y.abs() > FLAT { Vector::z() } else { Vector::y() };
    let u = (up - normal * up.dot(&normal)).normalize();
    let v = normal.cross(&u);
    [Vector::zeros(), b - a, c - a].map(|side| [side.dot(&u), side.dot(&v)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lying_down_keeps_lengths() {
        let corners = [[0.1, 0.2, 0.3], [1.0, 0.5, -0.2], [0.3, 1.4, 0.9]].map(Point::from);
        let flat = laid_flat(&corners);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            let distance = (flat[i][0] - flat[j][0]).hypot(flat[i][1] - flat[j][1]);
            assert!((distance - (corners[i] - corners[j]).norm()).abs() < 1e-14);
        }
    }
}
