//! Which of a file's vertices are one vertex.

use geometry::assembly::Fault;
use geometry::shapes::Shape;
use geometry::{Assembly, Part, Point, Vector, VertexId};

fn assemble(shapes: &[&Shape]) -> Assembly {
    let parts: Vec<Part> = shapes.iter().map(|s| Part { positions: &s.positions, triangles: &s.triangles }).collect();
    Assembly::new(&parts).expect("the shapes are meshes")
}

/// Every triangle with vertices of its own.
fn soup(shape: &Shape) -> Shape {
    let positions = shape.triangles.iter().flatten().map(|&v| shape.positions[v as usize]).collect();
    let triangles = (0..shape.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Shape { positions, triangles }
}

/// The shape cut along a line: triangles for which `is_far` holds get vertices of their own, as at a texture seam.
fn cut(shape: &Shape, is_far: impl Fn(&Point) -> bool) -> Shape {
    let middle = |t: &[u32; 3]| t.iter().map(|&v| shape.positions[v as usize].coords).sum::<Vector>() / 3.0;
    let (mut positions, mut triangles) = (shape.positions.clone(), Vec::new());
    let mut copies = std::collections::BTreeMap::new();
    for t in &shape.triangles {
        let far = is_far(&middle(t).into());
        let mut own = |v: u32| {
            *copies.entry(v).or_insert_with(|| {
                positions.push(positions[v as usize]);
                positions.len() as u32 - 1
            })
        };
        triangles.push(if far { t.map(&mut own) } else { *t });
    }
    Shape { positions, triangles }
}

/// Panics unless the assembly is the uncut shape again, with a map that leads back.
fn assert_whole(assembly: &Assembly, split: &Shape, whole: &Shape) {
    let mesh = assembly.mesh();
    let original = assemble(&[whole]);
    assert_eq!(mesh.components().1, original.mesh().components().1);
    assert_eq!(mesh.boundary_edge_count(), original.mesh().boundary_edge_count());
    assert_eq!(mesh.edges().len(), original.mesh().edges().len());
    assert_eq!(assembly.pieces()[0].unwelded, None);
    for (running, position) in split.positions.iter().enumerate() {
        let vertex = assembly.vertex_of(running as u32);
        assert_eq!(assembly.positions()[vertex.index()], *position);
        assert!(assembly.members(vertex).contains(&(running as u32)));
    }
    let members: usize = (0..mesh.vertex_count()).map(|v| assembly.members(VertexId::at(v)).len()).sum();
    assert_eq!(members, split.positions.len(), "every running vertex is a member once");
}

#[test]
fn a_sheet_cut_at_a_seam_is_one_again() {
    let sheet = Shape::sheet(6, 3.0);
    let split = cut(&sheet, |p| p.x > 0.0);
    assert!(split.positions.len() > sheet.positions.len());
    let assembly = assemble(&[&split]);
    assert_whole(&assembly, &split, &sheet);
    // The old vertices of the far half have no face left: they stay, as isolated vertices.
    assert_eq!(assembly.welded(&assembly.pieces()[0]), 7, "one for each vertex of the seam");
}

#[test]
fn a_cut_that_ends_inside_the_sheet_closes() {
    let sheet = Shape::sheet(6, 6.0);
    // An island: its whole outline is a seam.
    let split = cut(&sheet, |p| p.x.abs() < 1.0 && p.z.abs() < 1.0);
    let assembly = assemble(&[&split]);
    assert_whole(&assembly, &split, &sheet);
    assert_eq!(assembly.welded(&assembly.pieces()[0]), 8);
}

#[test]
fn a_soup_of_triangles_becomes_a_surface() {
    for shape in [Shape::sheet(4, 4.0), Shape::torus(8, 6, 2.0, 1.0), Shape::sphere(5, 7, 1.0)] {
        let split = soup(&shape);
        let assembly = assemble(&[&split]);
        assert_whole(&assembly, &split, &shape);
        assert_eq!(assembly.mesh().vertex_count(), shape.positions.len());
    }
}

#[test]
fn halves_wound_differently_are_sewn() {
    let sheet = Shape::sheet(6, 3.0);
    let mut split = cut(&sheet, |p| p.x > 0.0);
    let first_own = sheet.positions.len() as u32;
    for triangle in split.triangles.iter_mut().filter(|t| t[0] >= first_own) {
        triangle.swap(0, 1);
    }
    assert_whole(&assemble(&[&split]), &split, &sheet);
}

#[test]
fn a_sheet_on_a_sheet_stays_a_sheet_of_its_own() {
    let sheet = Shape::sheet(4, 1.0);
    // In one file, and as two pieces.
    let doubled = sheet.clone().with(&sheet);
    for assembly in [assemble(&[&doubled]), assemble(&[&sheet, &sheet])] {
        assert_eq!(assembly.mesh().components().1, 2);
        assert_eq!(assembly.mesh().vertex_count(), 2 * sheet.positions.len());
        assert_eq!(assembly.pieces().iter().map(|piece| assembly.welded(piece)).sum::<usize>(), 0);
    }
}

/// A doubled sheet turned over has the same triangles the other way round: no partner, and so no bag.
#[test]
fn a_sheet_on_its_turned_copy_stays_a_sheet_of_its_own() {
    let sheet = Shape::sheet(3, 1.0);
    let mut turned = sheet.clone();
    turned.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    let assembly = assemble(&[&sheet.clone().with(&turned)]);
    assert_eq!(assembly.mesh().components().1, 2);
}

#[test]
fn pieces_of_different_files_are_never_sewn_together() {
    let left = Shape::sheet(2, 1.0);
    let right = left.clone().moved(Vector::new(1.0, 0.0, 0.0));
    assert_eq!(assemble(&[&left, &right]).mesh().components().1, 2);
    assert_eq!(assemble(&[&left.with(&right)]).mesh().components().1, 1, "in one file they are");
}

#[test]
fn corners_that_touch_are_not_tied() {
    let sheet = Shape::sheet(2, 1.0);
    let diagonal = sheet.clone().moved(Vector::new(1.0, 0.0, 1.0));
    let assembly = assemble(&[&sheet.clone().with(&diagonal)]);
    assert_eq!(assembly.mesh().vertex_count(), 2 * sheet.positions.len());
    assert_eq!(assembly.mesh().components().1, 2);
}

/// Three sheets that meet in one line: any two could be sewn, so none is.
#[test]
fn three_sheets_on_one_line_stay_apart() {
    let flap = |turn: fn(Point) -> Point| Shape::sheet(2, 2.0).moved(Vector::new(1.0, 0.0, 0.0)).map(turn);
    let left = flap(|p| Point::new(-p.x, 0.0, -p.z));
    let pages = flap(|p| p).with(&left).with(&flap(|p| Point::new(0.0, p.x, p.z)));
    let assembly = assemble(&[&pages]);
    assert_eq!(assembly.pieces()[0].unwelded, None);
    assert!(assembly.mesh().edges().len() >= 3 * 16 - 4, "no edge of three faces was made");
    let again = flap(|p| p).with(&flap(|p| Point::new(0.0, p.x, p.z)));
    assert_eq!(assemble(&[&again]).mesh().components().1, 1, "two alone are sewn, even if wound differently");
}

#[test]
fn negative_zero_is_zero() {
    let left = Shape::sheet(2, 2.0).map(|p| Point::new(p.x - 1.0, 0.0, p.z));
    let right = Shape::sheet(2, 2.0).map(|p| Point::new(if p.x == -1.0 { -0.0 } else { p.x + 1.0 }, -0.0, p.z));
    assert!(right.positions.iter().any(|p| p.x == 0.0 && p.x.is_sign_negative()));
    let assembly = assemble(&[&left.with(&right)]);
    assert_eq!(assembly.mesh().components().1, 1);
    assert_eq!(assembly.welded(&assembly.pieces()[0]), 3);
}

#[test]
fn the_next_number_is_another_place() {
    let left = Shape::sheet(2, 2.0).map(|p| Point::new(p.x - 1.0, 0.0, p.z + 4.0));
    let beside = |x: f64| Shape::sheet(2, 2.0).map(move |p| Point::new(p.x + 1.0 + x, 0.0, p.z + 4.0));
    assert_eq!(assemble(&[&left.clone().with(&beside(0.0))]).mesh().components().1, 1);
    assert_eq!(assemble(&[&left.with(&beside(f64::EPSILON))]).mesh().components().1, 2);
}

/// Coordinates too small for exact arithmetic count as zero, for welding too.
#[test]
fn tiny_coordinates_are_flushed() {
    let left = Shape::sheet(2, 2.0).map(|p| Point::new(p.x - 1.0, 0.0, p.z));
    let right = Shape::sheet(2, 2.0).map(|p| Point::new(if p.x == -1.0 { 1e-200 } else { p.x + 1.0 }, 0.0, p.z));
    assert_eq!(assemble(&[&left.with(&right)]).mesh().components().1, 1);
}

#[test]
fn running_numbers_run_on_over_pieces() {
    let sheet = soup(&Shape::sheet(1, 1.0));
    let assembly = assemble(&[&sheet, &sheet]);
    let [first, second] = assembly.pieces() else { panic!("two pieces went in") };
    assert_eq!((first.running.clone(), first.vertices.clone()), (0..6, 0..4));
    assert_eq!((second.running.clone(), second.vertices.clone()), (6..12, 4..8));
    assert_eq!((first.triangles.clone(), second.triangles.clone()), (0..2, 2..4));
    let faces = (0..4).map(|face| assembly.piece_of(geometry::FaceId(face)));
    assert_eq!(faces.collect::<Vec<_>>(), [0, 0, 1, 1]);
}

#[test]
fn parts_that_cannot_be_used_are_named() {
    let good = Shape::sheet(1, 1.0);
    let fault_of = |bad: &Shape| {
        let parts = [&good, bad].map(|s| Part { positions: &s.positions, triangles: &s.triangles });
        let error = Assembly::new(&parts).expect_err("the second part is bad");
        assert_eq!(error.part, 1);
        error.fault
    };
    let empty = Shape { triangles: vec![], ..good.clone() };
    assert_eq!(fault_of(&empty), Fault::Empty { vertices: 4, triangles: 0 });
    for bad in [f64::INFINITY, -1e101, f64::NAN] {
        let mut shape = good.clone();
        shape.positions[2].y = bad;
        assert!(
            matches!(fault_of(&shape), Fault::Coordinate { vertex: 2, coordinate } if coordinate.total_cmp(&bad).is_eq())
        );
    }
    let crowded = Shape { positions: vec![Point::origin(); 5], triangles: vec![[0, 1, 2], [0, 1, 3], [0, 1, 4]] };
    assert!(matches!(fault_of(&crowded), Fault::Mesh(_)));
}
