//! Subdivision: Loop's own properties, and that smoothing adds no crossing where plain subdivision does.

use geometry::shapes::{Ends, Shape};
use geometry::{Mesh, Point, Vector};
use robust_mode::{Invariant, Smoothed, Subdivision};
use std::f64::consts::PI;

const THICK: f64 = 1e-3;

fn cut(shape: &Shape, levels: usize) -> Subdivision {
    Subdivision::new((shape.positions.len(), &shape.triangles), (0, &[]), levels).expect("a mesh")
}

fn smooth(shape: &Shape, levels: usize) -> Smoothed {
    cut(shape, levels).smooth(&shape.positions, &vec![THICK; shape.positions.len()], &[])
}

/// Crossings of the finest cloth.
fn crossings(subdivision: &Subdivision, positions: &[Point]) -> usize {
    let last = subdivision.cuts().last().expect("a level");
    let mesh = Mesh::new(last.count(), &last.triangles).expect("a mesh");
    Invariant::new(&mesh, positions).check(&mesh, positions, positions.len()).crossings
}

#[test]
fn flat_cloth_stays_flat_and_keeps_its_sides() {
    let sheet = Shape::sheet(5, 1.0);
    let smoothed = smooth(&sheet, 2);
    assert_eq!(smoothed.positions.len(), 21 * 21);
    assert!(smoothed.positions.iter().all(|p| p.y == 0.0 && p.x.abs() <= 0.5 && p.z.abs() <= 0.5));
    // A straight hem stays straight. Rounding takes the corner off it in the first level; in the second the corner, its neighbour and
    // the middle between them: three of 21 at each end.
    assert_eq!(smoothed.positions.iter().filter(|p| p.x == 0.5).count(), 15);
    assert!(smoothed.levels.iter().all(|level| level.impulses + level.stopped + level.left == 0));
}

#[test]
fn inside_a_regular_grid_planes_are_kept_and_a_spike_spreads_as_the_box_spline_says() {
    let sheet = Shape::sheet(8, 8.0);
    let tilted = sheet.clone().map(|p| p + Vector::y() * (0.25 * p.x - 0.5 * p.z));
    for p in smooth(&tilted, 1).positions {
        assert!((p.y - (0.25 * p.x - 0.5 * p.z)).abs() < 1e-14, "a plane is a plane");
    }
    let spike = sheet.positions.iter().position(|p| p.x == 0.0 && p.z == 0.0).expect("a middle");
    let mut pulled = sheet.clone();
    pulled.positions[spike].y = 1.0;
    let fine = cut(&pulled, 1).plain(&pulled.positions);
    let mut heights: Vec<i64> = fine.iter().map(|p| (p.y * 16.0).round() as i64).filter(|h| *h > 0).collect();
    heights.sort_unstable();
    // One vertex at 5/8, six middles at 3/8, six at 1/8, and six neighbours at 1/16.
    let expected: Vec<i64> = [vec![1; 6], vec![2; 6], vec![6; 6], vec![10]].concat();
    assert_eq!(heights, expected);
}

#[test]
fn a_fan_of_eight_has_its_own_weights() {
    let rim = (0..8).map(|i| f64::from(i) * PI / 4.0).map(|a| Point::new(a.cos(), 0.0, a.sin()));
    let positions: Vec<Point> = std::iter::once(Point::new(0.0, 1.0, 0.0)).chain(rim).collect();
    let triangles: Vec<[u32; 3]> = (0..8).map(|i| [0, 1 + (i + 1) % 8, 1 + i]).collect();
    let fine = cut(&Shape { positions: positions.clone(), triangles: triangles.clone() }, 1).plain(&positions);
    let small = 0.375 + 0.25 * (PI / 4.0).cos();
    let b = 1.0 / small - 1.5;
    let sum = 2.0 * small.powi(3) / (1.0 - small) * (b * b + b + 0.5);
    assert!((fine[0].y - (1.0 - sum + small * small)).abs() < 1e-14, "the hub: {}", fine[0].y);
    let spokes = geometry::Midpoints::new(9, &triangles);
    for i in 0..8 {
        let middle = fine[spokes.between(0, 1 + i).expect("a spoke") as usize];
        assert!((middle.y - (1.0 - sum)).abs() < 1e-14);
        assert!((middle.x.hypot(middle.z) - small).abs() < 1e-14, "rings shrink by λ");
    }
}

/// A strip folded over a sharp ridge, the two sides a gap apart: smoothing the ridge draws them through what is between.
fn over_a_ridge(gap: f64) -> Shape {
    let tent = Shape::grid(6, 6, Ends::Open, Ends::Open, |u, v| {
        let x = u - 0.5;
        Point::new(x, -1.5 * x.abs(), v - 0.5)
    });
    let under = tent.clone().moved(Vector::new(0.0, -gap, 0.0));
    // The lower tent has a finer mesh, so it is smoothed less: the upper one would be drawn through it.
    tent.with(&under.subdivided())
}

#[test]
fn close_layers_that_plain_subdivision_makes_cross_stay_apart() {
    let layers = over_a_ridge(0.01);
    let subdivision = cut(&layers, 2);
    let plain = subdivision.plain(&layers.positions);
    assert!(crossings(&subdivision, &plain) > 0, "this is to show that something is stopped");
    let smoothed = smooth(&layers, 2);
    assert_eq!(crossings(&subdivision, &smoothed.positions), 0);
    assert!(smoothed.levels.iter().all(|level| level.crossings == [0, 0]));
    assert!(smoothed.levels[0].impulses > 0);
    // Where nothing was in the way it is as smooth as ever.
    let nearest =
        |p: &Point| nalgebra::distance(p, &smoothed.positions[plain.iter().position(|q| q == p).unwrap_or(0)]);
    let hem = plain.iter().filter(|p| p.x < -0.45).map(nearest).fold(0.0, f64::max);
    assert!(hem < 1e-3, "{hem}");
}

/// A zigzag pressed flat: layers much nearer to each other than they are wide.
fn folded(gap: f64) -> Shape {
    Shape::grid(24, 6, Ends::Open, Ends::Open, |u, v| {
        let (leaf, part) = ((u * 6.0).floor().min(5.0), u * 6.0 - (u * 6.0).floor().min(5.0));
        let along = if (leaf as i64) % 2 == 0 { part } else { 1.0 - part };
        Point::new(0.2 * along, gap * (leaf + part), v - 0.5)
    })
}

#[test]
fn a_folded_sheet_stays_clean() {
    let sheet = folded(5e-3);
    let subdivision = cut(&sheet, 2);
    let smoothed = smooth(&sheet, 2);
    assert_eq!(smoothed.levels[0].crossings[0], 0, "clean in");
    assert_eq!(crossings(&subdivision, &smoothed.positions), 0, "clean out");
}

#[test]
fn cloth_is_not_smoothed_into_a_body() {
    let tent = over_a_ridge(0.0).positions[..49].to_vec();
    let triangles = &Shape::grid(6, 6, Ends::Open, Ends::Open, |_, _| Point::origin()).triangles;
    let ridge = Shape::grid(2, 1, Ends::Open, Ends::Open, |u, v| {
        let x = 2.0 * (u - 0.5);
        Point::new(x, -1.5 * x.abs() - 0.01, 3.0 * (v - 0.5))
    });
    let alone = Subdivision::new((49, triangles), (0, &[]), 1).expect("a mesh");
    let both = Subdivision::new((49, triangles), (ridge.positions.len(), &ridge.triangles), 1).expect("a mesh");
    let thickness = vec![THICK; 49];
    let into = alone.smooth(&tent, &thickness, &[]).positions;
    let (cut, first) = (both.cuts().next().expect("a level"), alone.cuts().next().expect("a level").count());
    let body = ridge.triangles.iter().map(|t| t.map(|v| v + first as u32));
    let triangles: Vec<[u32; 3]> = cut.triangles.iter().copied().chain(body).collect();
    let mesh = Mesh::new(first + ridge.positions.len(), &triangles).expect("a mesh");
    let check = |cloth: &[Point]| {
        let all = [cloth, &ridge.positions].concat();
        Invariant::new(&mesh, &all).check(&mesh, &all, first).crossings
    };
    assert!(check(&into) > 0, "without the body it goes through");
    let smoothed = both.smooth(&tent, &thickness, &ridge.positions);
    assert_eq!((check(&smoothed.positions), smoothed.levels[0].crossings), (0, [0, 0]));
}

#[test]
fn what_is_tangled_stays_as_tangled_as_it_was() {
    let cross =
        Shape::sheet(5, 1.0).with(&Shape::sheet(4, 0.7).map(|p| Point::new(p.x, p.z + 0.013, 0.4 * p.x + 0.021)));
    let subdivision = cut(&cross, 2);
    let smoothed = smooth(&cross, 2);
    for level in &smoothed.levels {
        assert!(level.crossings[0] > 0 && level.crossings[1] == level.crossings[0], "{level:?}");
    }
    assert_eq!(crossings(&subdivision, &smoothed.positions), smoothed.levels[1].crossings[1]);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let layers = over_a_ridge(0.01);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| smooth(&layers, 2))
    };
    let bits = |smoothed: &Smoothed| -> Vec<[u64; 3]> {
        smoothed.positions.iter().map(|p| [p.x, p.y, p.z].map(f64::to_bits)).collect()
    };
    let one = with(1);
    for threads in [2, 5] {
        assert_eq!(bits(&with(threads)), bits(&one), "{threads} threads");
    }
}
