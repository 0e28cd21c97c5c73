//! What the searches cost, as ratios against the search for crossings of the same garment in the same run.
//!
//! The garment is a tube of 18K vertices around a body of 26K faces that moves; the cloth on itself is a crumpled sheet
//! of 18K vertices. Everything is refitted before every search.

use contact::cloth::ClothReach;
use contact::solid::{AheadMemory, corners, edges, find};
use contact::{ClothSearch, Particles, Reach, Solid, Surface};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{FaceId, Mesh, Point, SurfaceMotion, Vector};
use std::hint::black_box;
use std::time::Instant;

/// Runs of each measurement; the fastest counts: what else the machine does can only add.
const RUNS: usize = 9;
/// Metres a second that the body moves.
const SPEEDS: [f64; 3] = [0.0, 0.5, 3.0];
/// Seconds.
const STEP: f64 = 1.0 / 120.0;
/// Metres.
const THICKNESS: f64 = 0.002;

fn main() {
    println!("{:>28} {:>9} | {:>9} {:>9} {:>11}", "search", "found", "1 thread", "2 threads", "x crossings");
    let garment = Shape::tube(134, 134, 0.21, 1.4).map(|p| wavy(p, 0.004));
    let sheet = Shape::crumpled(134, 12, 0.1, 7);
    let crossings = [1, 2].map(|threads| on_threads(threads, || crossings(&garment)));
    row("crossings of the garment", crossings, crossings);
    let moved = [1, 2].map(|threads| on_threads(threads, moved));
    row("moving the body, no search", moved, crossings);
    for speed in SPEEDS {
        let solid = [1, 2].map(|threads| on_threads(threads, || solid(&garment, speed)));
        row(&format!("particles, body at {speed} m/s"), solid, crossings);
        let corners = [1, 2].map(|threads| on_threads(threads, || corners_and_edges(&garment, speed)));
        row(&format!("corners, body at {speed} m/s"), corners, crossings);
    }
    let own = [1, 2].map(|threads| on_threads(threads, || itself(&sheet)));
    row("crumpled sheet on itself", own, crossings);
    let own = [1, 2].map(|threads| on_threads(threads, || itself(&garment)));
    row("garment on itself", own, crossings);
}

type Cost = (usize, f64);

fn row(name: &str, [one, two]: [Cost; 2], crossings: [Cost; 2]) {
    let ratio = one.1 / crossings[0].1;
    println!("{name:>28} {:>9} | {:>6.2} ms {:>6.2} ms {ratio:>11.2}", one.0, one.1 * 1e3, two.1 * 1e3);
}

fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
}

fn wavy(p: Point, by: f64) -> Point {
    p + Vector::new((40.0 * p.y).sin(), (30.0 * p.x).sin(), (35.0 * p.y + 20.0 * p.x).cos()) * by
}

fn mesh_of(shape: &Shape) -> Mesh {
    Mesh::new(shape.positions.len(), &shape.triangles).unwrap()
}

/// A body as long as a person, with its faces looking out.
fn body(speed: f64) -> (Mesh, [SurfaceMotion; 2]) {
    let shape = Shape::sphere(114, 114, 1.0).turned().map(|p| {
        // Blown up to nearly a cylinder, so that the garment lies on most of it.
        let wide = 0.205 / (p.x * p.x + p.z * p.z).sqrt().max(0.5);
        wavy(Point::new(wide * p.x, 0.9 * p.y + 0.7, wide * p.z), 0.004)
    });
    let at = |time: f64| shape.positions.iter().map(|p| p + Vector::new(speed * STEP * time, 0.0, 0.0)).collect();
    // There and back, so that every step starts where the last one ended.
    let there = SurfaceMotion { positions_t0: at(0.0), positions_t1: at(1.0) };
    let mut back = there.clone();
    back.advance();
    (mesh_of(&shape), [there, back])
}

fn crossings(garment: &Shape) -> Cost {
    let mesh = mesh_of(garment);
    let bounds = |face: u32| Bounds::around(mesh.face(FaceId(face)).map(|v| &garment.positions[v.index()]));
    let mut tree = BoxTree::build(mesh.faces().len(), bounds);
    fastest(|_| {
        tree.refit(bounds);
        gia::crossings::find(&mesh, &garment.positions, &tree).len()
    })
}

/// A garment that moves with the body.
struct Worn {
    velocities: Vec<Vector>,
    thickness: Vec<f64>,
}

impl Worn {
    fn new(garment: &Shape, speed: f64) -> Self {
        let count = garment.positions.len();
        Self { velocities: vec![Vector::new(speed, 0.0, 0.0); count], thickness: vec![THICKNESS; count] }
    }

    fn particles<'a>(&'a self, garment: &'a Shape) -> Particles<'a> {
        let (positions, velocities, thickness) = (&garment.positions, &self.velocities, &self.thickness);
        Particles { positions, velocities, thickness, step: STEP, homes: &[] }
    }
}

fn moved() -> Cost {
    let (mesh, motions) = body(SPEEDS[1]);
    let mut surface = Surface::new(mesh, &motions[1]);
    fastest(|run| {
        surface.set_motion(&motions[run % 2]);
        surface.mesh().faces().len()
    })
}

fn solid(garment: &Shape, speed: f64) -> Cost {
    let (mesh, motions) = body(speed);
    let worn = Worn::new(garment, speed);
    let mut surface = Surface::new(mesh, &motions[1]);
    fastest(|run| {
        surface.set_motion(&motions[run % 2]);
        find(&worn.particles(garment), &[Solid::Surface(&surface)], &Reach::default()).contacts.len()
    })
}

fn corners_and_edges(garment: &Shape, speed: f64) -> Cost {
    let (mesh, motions) = body(speed);
    let (cloth, worn) = (mesh_of(garment), Worn::new(garment, speed));
    let surface = Surface::new(mesh, &motions[0]);
    let mut memory = AheadMemory::new(&cloth, &garment.positions);
    fastest(|_| {
        let particles = worn.particles(garment);
        let ahead = memory.look(&cloth, &particles);
        let found = corners::find(&ahead, &surface, 0, &Reach::default()).len();
        found + edges::find(&ahead, &surface, 0, &Reach::default()).len()
    })
}

fn itself(shape: &Shape) -> Cost {
    let mesh = mesh_of(shape);
    let rest = Shape::sheet(134, 1.0);
    let rest = if rest.positions.len() == shape.positions.len() { &rest } else { shape };
    let thickness = vec![THICKNESS; shape.positions.len()];
    let mut search = ClothSearch::new(&mesh, &rest.positions);
    fastest(|_| search.find(&mesh, &shape.positions, &thickness, &ClothReach::default()).contacts.len())
}

/// What was found, and the seconds of the fastest run.
fn fastest(mut run: impl FnMut(usize) -> usize) -> Cost {
    let mut best = (0, f64::INFINITY);
    for i in 0..RUNS {
        let start = Instant::now();
        let found = black_box(run(i));
        let seconds = start.elapsed().as_secs_f64();
        if seconds < best.1 {
            best = (found, seconds);
        }
    }
    best
}
