use super::*;
use geometry::shapes::Shape;

fn cotton() -> Material {
    Material::preset("cotton").expect("a preset")
}

fn mesh_of(shape: &Shape) -> Mesh {
    Mesh::new(shape.positions.len(), &shape.triangles).expect("a mesh")
}

fn of(shape: &Shape) -> Cloth {
    Cloth::new(&mesh_of(shape), Rest::Surface(&shape.positions), &[cotton()], |_| 0).expect("cloth")
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

#[test]
fn bending_costs_half_rigidity_times_curvature_squared() {
    // Even triangles, rolled with a radius of half a metre in two directions: the energy is that of a continuum.
    let (rows, columns, edge) = (40, 40, 0.02);
    let lattice = Shape::grid(columns, rows, geometry::shapes::Ends::Open, geometry::shapes::Ends::Open, |u, v| {
        let (i, j) = (u * f64::from(columns), v * f64::from(rows));
        Point::new((i - j / 2.0) * edge, 0.0, j * edge * 0.75_f64.sqrt())
    });
    let cloth = of(&lattice);
    let area: f64 = cloth.membranes().iter().map(|m| m.area).sum();
    for turn in [0.0, 0.35, 0.8] {
        let (sin, cos) = f64::sin_cos(turn);
        let rolled: Vec<Point> = lattice
            .positions
            .iter()
            .map(|p| {
                let (along, across) = (p.x * cos + p.z * sin, p.z * cos - p.x * sin);
                let angle = along / 0.5;
                Point::new(0.5 * angle.sin(), 0.5 * (1.0 - angle.cos()), across)
            })
            .collect();
        let expected = 0.5 * cotton().bend_warp * area / 0.25;
        let found = cloth.energy(&rolled).bend;
        // The boundary has no hinges, which is a twentieth of the area here.
        assert!((found / expected - 1.0).abs() < 0.06, "{turn}: {found} against {expected}");
    }
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
    let found = Cloth::new(&mesh_of(&line), Rest::Surface(&line.positions), &[cotton()], |_| 0);
    assert_eq!(found.err(), Some(ClothError::NoArea));
}
