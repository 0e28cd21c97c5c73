//! The whole cloth: forces against its energy, no net push or turn, rigid motions, and the matrix against differences.

use super::*;
use crate::cloth::Rest;
use crate::material::Material;
use crate::solver::Operator;
use geometry::Mesh;
use geometry::shapes::Shape;
use nalgebra::Rotation3;

const FORCES: Weights =
    Weights { mass: 0.0, viscosity: 0.0, stiffness: 1.0, force: 1.0, drift: 0.0, settling: 0.0, bond: 1.0 };

fn weightless() -> World {
    World { gravity: Vector::zeros(), ..World::default() }
}

/// A fabric whose energies are of a size, so that each counts in the sums.
fn even() -> Material {
    let cotton = Material::preset("cotton").expect("a preset");
    Material {
        stretch_warp: 3.0,
        stretch_weft: 2.0,
        shear: 1.0,
        bend_warp: 0.02,
        bend_weft: 0.01,
        air_drag: 0.0,
        ..cotton
    }
}

fn cloth_of(shape: &Shape) -> Cloth {
    cloth_with(shape, even())
}

fn cloth_with(shape: &Shape, material: Material) -> Cloth {
    let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh");
    Cloth::new(&mesh, Rest::surface(&shape.positions), &[material], |_| 0).expect("cloth")
}

fn forces(cloth: &Cloth, system: &mut System, positions: &[Point], velocities: &[Vector]) -> Vec<Vector> {
    let still = vec![Vector::zeros(); positions.len()];
    system.assemble_right(cloth, Moment { positions, velocities, drift: &still, lag: None }, &weightless(), FORCES);
    system.right.clone()
}

/// Shapes of a sheet: gently bent, crumpled, stretched, folded onto itself.
fn configurations() -> Vec<Vec<Point>> {
    let mut shapes: Vec<Vec<Point>> = (0..4).map(|seed| Shape::crumpled(5, 3, 0.03, seed).positions).collect();
    shapes.push(Shape::crumpled(5, 3, 0.2, 9).positions.iter().map(|p| Point::from(p.coords * 1.4)).collect());
    shapes.push(Shape::crumpled(5, 3, 0.02, 5).positions.iter().map(|p| Point::new(p.x.abs(), p.y, p.z)).collect());
    shapes
}

#[test]
fn forces_are_the_slope_of_the_energy() {
    let cloth = cloth_of(&Shape::sheet(5, 1.0));
    let mut system = System::new(&cloth);
    for positions in configurations() {
        let still = vec![Vector::zeros(); positions.len()];
        let found = forces(&cloth, &mut system, &positions, &still);
        let scale = found.iter().map(Vector::norm).fold(0.0, f64::max);
        for (i, axis) in (0..positions.len()).flat_map(|i| (0..3).map(move |axis| (i, axis))) {
            let energy = |by: f64| {
                let mut moved = positions.clone();
                moved[i][axis] += by;
                cloth.energy(&moved).total()
            };
            let slope = (energy(1e-6) - energy(-1e-6)) / 2e-6;
            assert!(
                (found[i][axis] + slope).abs() < 1e-6 * scale,
                "particle {i}: {} against {}",
                found[i][axis],
                -slope
            );
        }
    }
}

#[test]
fn forces_neither_push_nor_turn_the_whole() {
    let cloth = cloth_of(&Shape::sheet(5, 1.0));
    let mut system = System::new(&cloth);
    for (seed, positions) in configurations().iter().enumerate() {
        let velocities: Vec<Vector> =
            Shape::crumpled(5, 4, 1.0, 50 + seed as u64).positions.iter().map(|p| p.coords).collect();
        let found = forces(&cloth, &mut system, positions, &velocities);
        let size: f64 = found.iter().map(Vector::norm).sum();
        let push: Vector = found.iter().sum();
        let turn: Vector = found.iter().zip(positions).map(|(f, p)| p.coords.cross(f)).sum();
        assert!(push.norm() < 1e-13 * size && turn.norm() < 1e-13 * size, "{push} {turn} of {size}");
    }
}

#[test]
fn rigid_motion_turns_the_forces_with_the_cloth() {
    let cloth = cloth_of(&Shape::sheet(5, 1.0));
    let mut system = System::new(&cloth);
    let turn = Rotation3::from_euler_angles(0.4, -1.2, 2.0);
    for positions in configurations() {
        let still = vec![Vector::zeros(); positions.len()];
        let here = forces(&cloth, &mut system, &positions, &still);
        let moved: Vec<Point> = positions.iter().map(|p| turn * p + Vector::new(0.5, 2.0, -1.0)).collect();
        let there = forces(&cloth, &mut system, &moved, &still);
        let scale = here.iter().map(Vector::norm).fold(0.0, f64::max);
        for (a, b) in here.iter().zip(&there) {
            assert!((turn * a - b).norm() < 1e-12 * scale, "{a} {b}");
        }
    }
}

#[test]
fn rigid_rotation_is_not_damped() {
    let cloth = cloth_of(&Shape::sheet(5, 1.0));
    let mut system = System::new(&cloth);
    for positions in configurations() {
        let still = vec![Vector::zeros(); positions.len()];
        let spinning: Vec<Vector> = positions.iter().map(|p| Vector::new(1.0, -2.0, 0.5).cross(&p.coords)).collect();
        let (rest, spin) =
            (forces(&cloth, &mut system, &positions, &still), forces(&cloth, &mut system, &positions, &spinning));
        let scale = rest.iter().map(Vector::norm).fold(0.0, f64::max);
        assert!(rest.iter().zip(&spin).all(|(a, b)| (a - b).norm() < 1e-12 * scale));
    }
}

/// The matrix of stiffness, as applied to a displacement.
fn stiffness(cloth: &Cloth, positions: &[Point], by: &[Vector]) -> Vec<Vector> {
    let mut system = System::new(cloth);
    let still = vec![Vector::zeros(); positions.len()];
    system.assemble(cloth, Moment { positions, velocities: &still, drift: &still, lag: None }, &weightless(), FORCES);
    let mut out = still;
    system.matrix.apply(by, &mut out);
    out
}

/// What the matrix and what differences of the forces make of a displacement of a taut, flat sheet.
fn slopes(material: Material) -> [Vec<Vector>; 3] {
    let sheet = Shape::sheet(4, 1.0);
    let cloth = cloth_with(&sheet, material);
    let taut: Vec<Point> = sheet.positions.iter().map(|p| Point::new(p.x * 1.2, p.y, p.z * 1.1)).collect();
    let by: Vec<Vector> = Shape::crumpled(4, 5, 1.0, 3).positions.iter().map(|p| p.coords).collect();
    let at = |t: f64| -> Vec<Vector> {
        let moved: Vec<Point> = taut.iter().zip(&by).map(|(p, d)| p + d * t).collect();
        let still = vec![Vector::zeros(); moved.len()];
        forces(&cloth, &mut System::new(&cloth), &moved, &still)
    };
    let found = at(1e-5).iter().zip(&at(-1e-5)).map(|(high, low)| (low - high) / 2e-5).collect();
    [stiffness(&cloth, &taut, &by), found, by]
}

#[test]
fn the_matrix_is_the_slope_of_the_forces_where_nothing_is_dropped() {
    // Taut in both directions and not sheared: no term of the membranes is dropped or projected.
    let [claimed, found, _] = slopes(Material { bend_warp: 0.0, bend_weft: 0.0, ..even() });
    let scale = claimed.iter().map(Vector::norm).fold(0.0, f64::max);
    for (found, claimed) in found.iter().zip(&claimed) {
        // The matrix is stored in single precision.
        assert!((found - claimed).norm() < 1e-5 * scale, "{found} against {claimed}");
    }
}

#[test]
fn the_matrix_bounds_the_slope_of_bending() {
    // Of bending the matrix holds a bound without the terms between hinges: never less, and at most six times as much
    // (a grid bent along its diagonals is the worst).
    let [claimed, found, by] = slopes(Material { stretch_warp: 0.0, stretch_weft: 0.0, shear: 0.0, ..even() });
    let work = |forces: &[Vector]| -> f64 { forces.iter().zip(&by).map(|(f, d)| f.dot(d)).sum() };
    let ratio = work(&claimed) / work(&found);
    assert!((1.0..6.0).contains(&ratio), "{ratio}");
}

#[test]
fn the_matrix_is_symmetric_and_never_negative() {
    let cloth = cloth_of(&Shape::sheet(5, 1.0));
    let field =
        |seed: u64| -> Vec<Vector> { Shape::crumpled(5, 6, 1.0, seed).positions.iter().map(|p| p.coords).collect() };
    let dot = |a: &[Vector], b: &[Vector]| -> f64 { a.iter().zip(b).map(|(a, b)| a.dot(b)).sum() };
    for (seed, positions) in configurations().iter().enumerate() {
        let (a, b) = (field(seed as u64), field(100 + seed as u64));
        let (ka, kb) = (stiffness(&cloth, positions, &a), stiffness(&cloth, positions, &b));
        let scale = dot(&a, &ka).max(dot(&b, &kb));
        // Blocks are transposes of each other bit for bit; the diagonal, being minus the sum of a row of single-precision
        // blocks, is symmetric to single precision.
        assert!((dot(&a, &kb) - dot(&b, &ka)).abs() < 1e-7 * scale);
        assert!(dot(&a, &ka) > 0.0 && dot(&b, &kb) > 0.0);
    }
}

#[test]
fn assembling_again_finds_the_same_bits() {
    let cloth = cloth_of(&Shape::sheet(6, 1.0));
    let positions = Shape::crumpled(6, 3, 0.05, 2).positions;
    let field =
        |seed: u64| -> Vec<Vector> { Shape::crumpled(6, 6, 0.1, seed).positions.iter().map(|p| p.coords).collect() };
    let (velocities, first) = (field(3), field(4));
    // Other particles are held: their drift is another, that of the rest is not.
    let mut second = first.clone();
    for held in [3, 4, 17] {
        second[held] = Vector::new(0.1, 0.2, -0.3);
    }
    let weights =
        Weights { mass: 1.0, viscosity: 0.01, stiffness: 1e-4, force: 0.01, drift: 0.01, settling: 0.0, bond: 1.0 };
    let moment = |drift| Moment { positions: &positions, velocities: &velocities, drift, lag: None };
    let (mut again, mut anew) = (System::new(&cloth), System::new(&cloth));
    again.assemble(&cloth, moment(&first), &World::default(), weights);
    let before = again.right.clone();
    again.assemble_again(&cloth, moment(&second), &World::default(), weights);
    anew.assemble(&cloth, moment(&second), &World::default(), weights);
    assert_eq!(again.right, anew.right);
    assert_ne!(again.right, before);
    let product = |system: &System| {
        let mut out = first.clone();
        system.matrix.apply(&velocities, &mut out);
        out
    };
    assert_eq!(product(&again), product(&anew));
}

#[test]
fn collapsed_cloth_gives_finite_forces() {
    let sheet = Shape::sheet(4, 1.0);
    let cloth = cloth_of(&sheet);
    let mut system = System::new(&cloth);
    let still = vec![Vector::zeros(); sheet.positions.len()];
    let line: Vec<Point> = sheet.positions.iter().map(|p| Point::new(p.x, 0.0, 0.0)).collect();
    let point = vec![Point::origin(); sheet.positions.len()];
    for positions in [line, point] {
        let found = forces(&cloth, &mut system, &positions, &still);
        assert!(found.iter().all(|f| f.iter().all(|x| x.is_finite())));
        let moved = stiffness(&cloth, &positions, &vec![Vector::x(); positions.len()]);
        assert!(moved.iter().all(|f| f.norm() < 1e-12), "a translation costs nothing");
    }
}
