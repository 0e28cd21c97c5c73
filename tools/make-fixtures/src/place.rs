//! Where points are: plane geometry and nothing else.

use geometry::Point;
use geometry::shapes::Shape;

/// The steps of a coordinate: 2²⁰ to the metre.
pub const STEPS: f64 = 1_048_576.0;

/// The shape with every coordinate at the nearest multiple of 2⁻²⁰.
#[must_use]
pub fn settled(shape: Shape) -> Shape {
    // Adding zero makes −0 an ordinary zero, which reads better in a file.
    shape.map(|p| p.map(|x| (x * STEPS).round() / STEPS + 0.0))
}

/// The vertices that satisfy a condition, numbered from `first`.
pub fn vertices(shape: &Shape, first: usize, is_wanted: impl Fn(&Point) -> bool) -> Vec<u32> {
    let wanted = shape.positions.iter().enumerate().filter(|(_, p)| is_wanted(p));
    wanted.map(|(vertex, _)| (first + vertex) as u32).collect()
}

/// The heights at which a surface lies over the point (x, z) of the ground.
pub fn heights_over(surface: &Shape, x: f64, z: f64) -> Vec<f64> {
    let height = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|v| surface.positions[v as usize]);
        let area =
            |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        let (at, [pa, pb, pc]) = ([x, z], [a, b, c].map(|p| [p.x, p.z]));
        let weights = [area(at, pb, pc), area(pa, at, pc), area(pa, pb, at)];
        let whole: f64 = weights.iter().sum();
        let is_over = whole != 0.0 && weights.iter().all(|w| w / whole >= 0.0);
        is_over.then(|| (weights[0] * a.y + weights[1] * b.y + weights[2] * c.y) / whole)
    };
    surface.triangles.iter().filter_map(height).collect()
}

/// Whether a closed surface encloses a point: it lies over it an odd number of times.
pub fn encloses(closed: &Shape, point: &Point) -> bool {
    heights_over(closed, point.x, point.z).iter().filter(|&&height| height > point.y).count() % 2 == 1
}

/// Whether a closed outline on the ground goes around the point (x, z) an odd number of times.
pub fn goes_around(outline: &[[f64; 2]], x: f64, z: f64) -> bool {
    let next = outline.iter().cycle().skip(1);
    let is_left_of = |(p, q): &(&[f64; 2], &[f64; 2])| {
        (p[1] > z) != (q[1] > z) && x < p[0] + (z - p[1]) / (q[1] - p[1]) * (q[0] - p[0])
    };
    outline.iter().zip(next).filter(is_left_of).count() % 2 == 1
}
