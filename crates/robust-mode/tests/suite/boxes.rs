//! Boxes of triangles kept apart: layers that fall on each other, layers caught between two, what is dictated, what solids forbid.

use crate::support::{STEP, THICK};
use geometry::shapes::Shape;
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use robust_mode::boxes::{Boxes, Outside, Report, Settings, Step, plane};
use robust_mode::{Invariant, Moved};

struct World {
    mesh: Mesh,
    start: Vec<Point>,
    masses: Vec<f64>,
    outside: Vec<Outside>,
}

impl World {
    fn new(shape: &Shape) -> Self {
        let count = shape.positions.len();
        let mesh = Mesh::new(count, &shape.triangles).expect("a mesh");
        Self { mesh, start: shape.positions.clone(), masses: vec![1e-3; count], outside: Vec::new() }
    }

    fn follow(&self, to: impl Fn(usize, Point) -> Point) -> (Moved, Report) {
        let ends: Vec<Point> = self.start.iter().enumerate().map(|(i, p)| to(i, *p)).collect();
        let velocities = ends.iter().zip(&self.start).map(|(end, start)| (end - start) / STEP).collect();
        let mut moved = Moved { ends, velocities };
        let Self { mesh, start, masses, outside } = self;
        let step = Step { mesh, start, masses, outside, clearance: 0.1 * THICK, duration: STEP };
        let report = Boxes::new(mesh, start, Settings::default()).follow(&step, &mut moved);
        (moved, report)
    }

    fn crossings(&self, positions: &[Point]) -> usize {
        Invariant::new(&self.mesh, positions).check(&self.mesh, positions, positions.len()).crossings
    }

    /// Pairs of boxes, not of neighbours, that overlap: every pair is asked.
    fn overlaps(&self, positions: &[Point]) -> usize {
        let faces: Vec<[VertexId; 3]> = (0..self.mesh.faces().len()).map(|f| self.mesh.face(FaceId::at(f))).collect();
        let bound = |face: &[VertexId; 3], axis: usize, pick: fn(f64, f64) -> f64| {
            face.iter().map(|v| positions[v.index()][axis]).reduce(pick).unwrap_or_default()
        };
        let overlap = |a: &[VertexId; 3], b: &[VertexId; 3]| {
            (0..3)
                .all(|i| bound(a, i, f64::max) > bound(b, i, f64::min) && bound(b, i, f64::max) > bound(a, i, f64::min))
        };
        let pair = |i: usize, j: usize| !faces[i].iter().any(|v| faces[j].contains(v)) && overlap(&faces[i], &faces[j]);
        (0..faces.len()).map(|i| (0..i).filter(|j| pair(i, *j)).count()).sum()
    }
}

/// A sheet over another, with other edges; a little bent, so that boxes have some height.
fn two_layers(gap: f64) -> Shape {
    let upper = Shape::sheet(5, 0.7).map(|p| p + Vector::y() * (gap + 0.01 * (9.0 * p.x).sin()));
    Shape::sheet(6, 1.0).with(&upper)
}

#[test]
fn a_layer_that_falls_on_another_is_stopped() {
    let world = World::new(&two_layers(0.05));
    assert_eq!(world.overlaps(&world.start), 0, "boxes start apart");
    // Into the other one; and through it, to where nothing crosses any more.
    for (far, crosses) in [(0.05, true), (0.08, false)] {
        let fall = |i: usize, p: Point| if i < 49 { p } else { p - Vector::y() * far };
        let proposed: Vec<Point> = world.start.iter().enumerate().map(|(i, p)| fall(i, *p)).collect();
        assert_eq!(world.crossings(&proposed) > 0, crosses);
        let (moved, report) = world.follow(fall);
        assert_eq!((report.left, world.crossings(&moved.ends)), (0, 0), "{report:?}");
        assert_eq!(world.overlaps(&moved.ends), 0);
        assert!(report.runs <= 4 && report.planes > 0, "{report:?}");
        let height = |i: usize| moved.ends[i].y;
        assert!((49..85).all(|i| (0..49).all(|j| height(i) > height(j))), "still above");
        for ((velocity, end), start) in moved.velocities.iter().zip(&moved.ends).zip(&world.start) {
            assert!((velocity - (end - start) / STEP).norm() < 1e-9, "velocities go along");
        }
    }
}

#[test]
fn what_meets_nothing_is_left_alone_to_the_bit() {
    let world = World::new(&two_layers(0.05));
    let glide = |i: usize, p: Point| if i < 49 { p } else { p + Vector::new(0.03, 0.001, 0.02) };
    let (moved, report) = world.follow(glide);
    assert_eq!((report.runs, report.planes), (1, 0));
    assert!((0..moved.ends.len()).all(|i| moved.ends[i] == glide(i, world.start[i])));
}

#[test]
fn a_layer_between_two_that_come_together_ends_between_them() {
    // The bounds of the middle one contradict each other: they are swapped, and shrink.
    let sheet = Shape::sheet(4, 0.8);
    let shape = Shape::sheet(5, 1.0)
        .with(&sheet.clone().map(|p| p + Vector::y() * (0.05 + 0.02 * (7.0 * p.x).sin() * (5.0 * p.z).cos())))
        .with(&Shape::sheet(5, 1.0).moved(Vector::y() * 0.1));
    let world = World::new(&shape);
    let (moved, report) = world.follow(|i, p| match i {
        0..36 => p + Vector::y() * 0.06,
        36..61 => p,
        _ => p - Vector::y() * 0.06,
    });
    assert_eq!((report.left, world.crossings(&moved.ends)), (0, 0), "{report:?}");
    let height =
        |range: std::ops::Range<usize>| moved.ends[range.clone()].iter().map(|p| p.y).sum::<f64>() / range.len() as f64;
    assert!(height(0..36) < height(36..61) && height(36..61) < height(61..97), "in their order");
}

#[test]
fn dictated_layers_push_free_ones() {
    let mut world = World::new(&two_layers(0.05));
    world.masses[..49].fill(0.0);
    let (moved, report) = world.follow(|i, p| if i < 49 { p + Vector::y() * 0.08 } else { p });
    assert_eq!((report.left, world.crossings(&moved.ends)), (0, 0), "{report:?}");
    assert!(moved.ends[..49].iter().all(|p| (p.y - 0.08).abs() < 1e-15), "dictated particles go where they go");
    assert!(moved.ends[49..].iter().all(|p| p.y >= 0.08));
}

#[test]
fn solids_have_the_last_word() {
    let mut world = World::new(&two_layers(0.05));
    let floor = |v: usize| Outside { particle: VertexId::at(v), normal: Vector::y(), least: 0.0 };
    world.outside = (0..49).map(floor).collect();
    let (moved, report) = world.follow(|i, p| if i < 49 { p } else { p - Vector::y() * 0.08 });
    assert!(moved.ends[..49].iter().all(|p| p.y >= 0.0), "nothing is pressed into the floor");
    assert_eq!((report.left, world.crossings(&moved.ends)), (0, 0), "{report:?}");
}

#[test]
fn neighbours_are_not_asked() {
    // One triangle's fan, crushed: all its triangles share a vertex.
    let rim = (0..6).map(|i| f64::from(i) * std::f64::consts::FRAC_PI_3).map(|a| Point::new(a.cos(), 0.0, a.sin()));
    let positions: Vec<Point> = std::iter::once(Point::origin()).chain(rim).collect();
    let fan = Shape { positions, triangles: (0..6).map(|i| [0, 1 + i, 1 + (i + 1) % 6]).collect() };
    let (_, report) = World::new(&fan).follow(|_, p| Point::from(p.coords * 0.1));
    assert_eq!((report.runs, report.planes), (1, 0));
    let corners = |at: f64| [Point::new(at, 0.0, 0.0), Point::new(at + 1.0, 1.0, 0.0), Point::new(at, 0.0, 1.0)];
    let still = plane::Swept::new(corners(0.0).map(|p| (p, p)));
    assert!(plane::between(&still, &still, [true; 2]).is_none(), "what overlaps from the start has no plane");
}
