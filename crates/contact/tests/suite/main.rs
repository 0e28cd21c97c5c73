//! The tests of this crate: one module per stage. Truth comes from trying everything, and from formulas.

mod candidates;
mod cloth;
mod corners;
mod shape;
mod solid;
mod surface;

use geometry::shapes::Shape;
use geometry::{Mesh, Point, SurfaceMotion, Vector};
use rand::{Rng, RngExt};

fn mesh_of(shape: &Shape) -> Mesh {
    Mesh::new(shape.positions.len(), &shape.triangles).expect("shapes are meshes")
}

fn still(shape: &Shape) -> contact::Surface {
    contact::Surface::new(mesh_of(shape), &SurfaceMotion::still(&shape.positions))
}

/// A closed shape with its faces looking out.
fn outward(shape: Shape) -> Shape {
    let part = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| shape.positions[v as usize].coords);
        a.dot(&b.cross(&c))
    };
    if shape.triangles.iter().map(part).sum::<f64>() < 0.0 { shape.turned() } else { shape }
}

/// How often the surface goes round a point: the sum of the solid angles of its faces (van Oosterom and Strackee 1983).
fn winding(shape: &Shape, point: &Point) -> f64 {
    let angle = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| shape.positions[v as usize] - point);
        let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
        let below = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        2.0 * a.dot(&b.cross(&c)).atan2(below)
    };
    shape.triangles.iter().map(angle).sum::<f64>() / (2.0 * std::f64::consts::TAU)
}

/// A surface on its way from where the shape is to where the map takes it.
fn moving(shape: &Shape, to: impl Fn(Point) -> Point) -> contact::Surface {
    let positions_t1 = shape.positions.iter().map(|&p| to(p)).collect();
    contact::Surface::new(mesh_of(shape), &SurfaceMotion { positions_t0: shape.positions.clone(), positions_t1 })
}

fn within(random: &mut impl Rng, size: f64) -> Vector {
    Vector::from_fn(|_, _| random.random_range(-size..size))
}

/// Runs on so many threads.
fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had").install(run)
}
