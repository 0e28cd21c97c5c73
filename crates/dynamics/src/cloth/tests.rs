use super::*;
use geometry::shapes::Shape;

fn cotton() -> Material {
    Material::preset("cotton").expect("a preset")
}

fn mesh_of(shape: &Shape) -> Mesh {
    Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh")
}

fn of(shape: &Shape) -> Cloth {
    Cloth::new(&mesh_of(shape), Rest::surface(&shape.positions), &[cotton()], |_| 0).expect("cloth")
}

#[test]
fn a_sheet_weighs_its_area() {
    let cloth = of(&Shape::sheet(7, 2.0));
    let weight: f64 = cloth.masses().iter().sum();
    assert!((weight - 4.0 * cotton().density).abs() < 1e-12);
    assert!(cloth.drags().iter().all(|d| (d - cotton().air_drag).abs() < 1e-15));
}

#[test]
fn at_rest_there_is_no_energy_wherever_it_is() {
    for shape in [Shape::sheet(5, 1.0), Shape::sphere(8, 12, 0.3), Shape::torus(12, 8, 0.4, 0.1)] {
        let cloth = of(&shape);
        let turn = nalgebra::Rotation3::from_euler_angles(0.3, 1.1, -0.7);
        let moved: Vec<Point> =
            shape.positions.iter().map(|p| turn * p + geometry::Vector::new(1.0, -2.0, 0.5)).collect();
        assert!(cloth.energy(&shape.positions).total() < 1e-25, "{:?}", cloth.energy(&shape.positions));
        assert!(cloth.energy(&moved).total() < 1e-24, "{:?}", cloth.energy(&moved));
    }
}

#[test]
fn stretching_a_sheet_costs_half_stiffness_times_strain_squared() {
    let sheet = Shape::sheet(6, 1.0);
    let cloth = of(&sheet);
    // The warp of a lying sheet runs along z.
    let pulled: Vec<Point> = sheet.positions.iter().map(|p| Point::new(p.x, p.y, p.z * 1.1)).collect();
    let energy = cloth.energy(&pulled);
    assert!((energy.stretch - 0.5 * cotton().stretch_warp * 0.01).abs() < 1e-9 * energy.stretch, "{energy:?}");
    assert!(energy.shear < 1e-20 && energy.bend < 1e-20);
}

#[test]
fn a_pattern_gives_the_same_as_the_flat_surface() {
    let sheet = Shape::sheet(6, 1.0);
    let mesh = mesh_of(&sheet);
    let corner = |v: VertexId| [sheet.positions[v.index()].z, sheet.positions[v.index()].x];
    let pattern: Vec<[[f64; 2]; 3]> = mesh.faces().iter().map(|face| face.map(corner)).collect();
    let patterned = Cloth::new(&mesh, Rest::Pattern { corners: &pattern, shape: &sheet.positions }, &[cotton()], |_| 0)
        .expect("cloth");
    let crumpled: Vec<Point> = Shape::crumpled(6, 4, 0.02, 3).positions;
    let (a, b) = (of(&sheet).energy(&crumpled), patterned.energy(&crumpled));
    assert!((a.total() - b.total()).abs() < 1e-12 * a.total(), "{a:?} {b:?}");
}

/// A lattice of faces that are alike: columns a metre's part apart, rows slanted.
fn lattice(columns: u32, rows: u32, edge: f64, slant: f64, height: f64) -> Shape {
    let ends = geometry::shapes::Ends::Open;
    Shape::grid(columns, rows, ends, ends, |u, v| {
        let (i, j) = (u * f64::from(columns), v * f64::from(rows));
        Point::new((i + j * slant) * edge, 0.0, j * edge * height)
    })
}

#[test]
fn bending_costs_half_rigidity_times_curvature_squared() {
    // Even triangles, a square grid, and slanted ones; rolled with a radius of half a metre in several directions: the
    // energy is that of a continuum, whatever the mesh.
    for (slant, height) in [(-0.5, 0.75_f64.sqrt()), (0.0, 1.0), (0.5, 0.75_f64.sqrt()), (0.3, 0.7)] {
        let lattice = lattice(60, 60, 0.01, slant, height);
        let even = Material { bend_weft: cotton().bend_warp, ..cotton() };
        let mesh = mesh_of(&lattice);
        let cloth = Cloth::new(&mesh, Rest::surface(&lattice.positions), &[even], |_| 0).expect("cloth");
        let area: f64 = cloth.membranes().iter().map(|m| m.area).sum();
        for turn in [0.0, 0.35, 0.8, 1.6, 2.4] {
            let (sin, cos) = f64::sin_cos(turn);
            let roll = |p: &Point| {
                let (along, across) = (p.x * cos + p.z * sin, p.z * cos - p.x * sin);
                Point::new(0.5 * (along / 0.5).sin(), 0.5 * (1.0 - (along / 0.5).cos()), across)
            };
            let rolled: Vec<Point> = lattice.positions.iter().map(roll).collect();
            let expected = 0.5 * cotton().bend_warp * area / 0.25;
            let found = cloth.energy(&rolled).bend;
            // The faces along the boundary bend freely across it.
            assert!((found / expected - 1.0).abs() < 0.06, "slant {slant}, {turn}: {found} against {expected}");
        }
    }
}

#[test]
fn warp_and_weft_bend_as_their_own_rigidities_say() {
    let fabric = Material { bend_warp: 4e-5, bend_weft: 1e-5, ..cotton() };
    let sheet = lattice(40, 40, 0.01, 0.0, 1.0);
    let mesh = mesh_of(&sheet);
    let cloth = Cloth::new(&mesh, Rest::surface(&sheet.positions), &[fabric], |_| 0).expect("cloth");
    let roll = |p: f64| (0.5 * (p / 0.5).sin(), 0.5 * (1.0 - (p / 0.5).cos()));
    // The warp of a lying sheet runs along z.
    let warp: Vec<Point> = sheet.positions.iter().map(|p| Point::new(p.x, roll(p.z).1, roll(p.z).0)).collect();
    let weft: Vec<Point> = sheet.positions.iter().map(|p| Point::new(roll(p.x).0, roll(p.x).1, p.z)).collect();
    let ratio = cloth.energy(&warp).bend / cloth.energy(&weft).bend;
    assert!((ratio - 4.0).abs() < 0.01, "{ratio}");
}

#[test]
fn faces_without_area_are_named_and_held() {
    let mut sheet = Shape::sheet(3, 1.0);
    sheet.positions.extend([Point::new(2.0, 0.0, 0.0), Point::new(3.0, 0.0, 0.0), Point::new(4.0, 0.0, 0.0)]);
    sheet.triangles.push([16, 17, 18]);
    let cloth = of(&sheet);
    assert_eq!(cloth.flat_faces(), [FaceId(18)]);
    assert_eq!(cloth.springs().len(), 3);
    assert!(cloth.masses()[16..].iter().all(|m| *m > 0.0));
    assert!(cloth.energy(&sheet.positions).total() < 1e-20);
}

#[test]
fn cloth_without_area_is_refused() {
    let line = Shape { positions: vec![Point::origin(); 3], triangles: vec![[0, 1, 2]] };
    let found = Cloth::new(&mesh_of(&line), Rest::surface(&line.positions), &[cotton()], |_| 0);
    assert_eq!(found.err(), Some(ClothError::NoArea));
}
