//! Real meshes of other projects: what is known of them is found.

use super::{analyse, tree};
use geometry::bvh::{Bounds, Hierarchy};
use geometry::predicates::{Sign, certain_orientation};
use geometry::shapes::Shape;
use geometry::{Assembly, EdgeId, FaceId, Mesh, Part, Point, Vector, VertexId};
use gia::{Analysis, Color, Coloring, Crossing, Kind};
use make_fixtures::place::encloses;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use selvedge_tests::data;
use selvedge_tests::oracle::sign::{Number, determinant};
use std::collections::BTreeSet;

/// A file's first piece as positions and triangles, or `None`, said aloud, where the file is not there.
fn piece(name: &str) -> Option<(Vec<Point>, Vec<[u32; 3]>)> {
    let document = cloth_io::read(&data::file(name)?).unwrap_or_else(|error| panic!("{error}"));
    let piece = &document.pieces()[0];
    Some((piece.positions.clone(), piece.polygons.triangles().0))
}

fn assembled(pieces: &[(Vec<Point>, Vec<[u32; 3]>)]) -> (Assembly, Analysis) {
    let parts: Vec<Part> = pieces.iter().map(|(positions, triangles)| Part { positions, triangles }).collect();
    let assembly = Assembly::new(&parts).expect("the files hold meshes");
    let analysis = analyse(assembly.mesh(), assembly.positions());
    (assembly, analysis)
}

fn is_clean(name: &str) -> Option<bool> {
    piece(name).map(|piece| assembled(&[piece]).1.is_clean())
}

/// Whether the determinant of four vertices is exactly zero.
fn vanishes(positions: &[Point], four: [VertexId; 4]) -> bool {
    let [a, b, c, d] = four.map(|v| positions[v.index()]);
    certain_orientation(&a, &b, &c, &d).is_none() && exact_determinant([a, b, c, d]).is_zero()
}

fn exact_determinant(points: [Point; 4]) -> BigInt {
    let exact = |p: Point| [BigInt::exact(p.x), BigInt::exact(p.y), BigInt::exact(p.z)];
    determinant(&points.map(exact), [0, 1, 2, 3].map(VertexId))
}

/// The five determinants that decide whether an edge passes through a face.
fn five(mesh: &Mesh, crossing: Crossing) -> [[VertexId; 4]; 5] {
    let ([p, q], [a, b, c]) = (mesh.edge(crossing.edge).vertices, mesh.face(crossing.face));
    [[a, b, c, p], [a, b, c, q], [p, q, a, b], [p, q, b, c], [p, q, c, a]]
}

/// How many determinants vanish among those of near edges and faces that share no vertex.
fn vanishing_determinants(assembly: &Assembly) -> usize {
    let (mesh, positions) = (assembly.mesh(), assembly.positions());
    let near = tree(mesh, positions).self_pairs(Vec::new, |found, a, b| found.extend([(a, b), (b, a)]));
    let mut asked = BTreeSet::new();
    for (edges_of, face) in near.into_iter().flatten() {
        let corners = mesh.face(FaceId(face));
        let apart = mesh.face_edges(FaceId(edges_of)).into_iter();
        let apart = apart.filter(|&edge| mesh.edge(edge).vertices.iter().all(|v| !corners.contains(v)));
        for edge in apart {
            asked.extend(five(mesh, Crossing { edge, face: FaceId(face) }).map(sorted));
        }
    }
    asked.into_iter().filter(|&four| vanishes(positions, four)).count()
}

fn sorted(mut four: [VertexId; 4]) -> [VertexId; 4] {
    four.sort_unstable();
    four
}

/// The side that four vertices make, if their determinant does not vanish.
fn strict_side(positions: &[Point], four: [VertexId; 4]) -> Option<Sign> {
    let [a, b, c, d] = four.map(|v| positions[v.index()]);
    certain_orientation(&a, &b, &c, &d).or_else(|| {
        let exact = exact_determinant([a, b, c, d]);
        (!exact.is_zero()).then_some(if exact.is_positive() { Sign::Positive } else { Sign::Negative })
    })
}

/// Every strict crossing, by trying every edge with every face; where a determinant vanishes nothing is strict.
fn strict_crossings(mesh: &Mesh, positions: &[Point]) -> Vec<Crossing> {
    let is_strict = |crossing: &Crossing| {
        let (ends, face) = (mesh.edge(crossing.edge).vertices, mesh.face(crossing.face));
        let [around_edge, around_face] =
            [&ends[..], &face].map(|of| Bounds::around(of.iter().map(|v| &positions[v.index()])));
        if ends.iter().any(|v| face.contains(v)) || !around_edge.overlaps(&around_face) {
            return false;
        }
        let [p, q, first, second, third] = five(mesh, *crossing).map(|four| strict_side(positions, four));
        [p, q, first].iter().all(Option::is_some) && p != q && first == second && first == third
    };
    let edges = (0..mesh.edges().len()).map(EdgeId::at);
    let all = edges.flat_map(|edge| (0..mesh.faces().len()).map(move |f| Crossing { edge, face: FaceId::at(f) }));
    all.filter(is_strict).collect()
}

/// Pairs of faces that crossings connect: the face, with each face on the crossing's edge.
fn pairs(mesh: &Mesh, crossings: &[Crossing]) -> usize {
    let of = |c: &Crossing| mesh.edge(c.edge).faces().map(|f| [f.min(c.face), f.max(c.face)]).collect::<Vec<_>>();
    crossings.iter().flat_map(of).collect::<BTreeSet<_>>().len()
}

/// A cloth on a box, its corners gone through the top. 34 edges pass strictly through faces and connect 38 pairs of faces.
/// At four more points an edge of the cloth meets an edge of the box exactly. The perturbation moves the two apart, so
/// that the curve passes both beside that point: one of the cloth's edge through a face of the box, one of the box's edge
/// through a face of the cloth. That makes 42 crossings, and closes the curves: 42 pairs.
#[test]
fn thick_cloth_has_34_strict_crossings_and_8_more_at_exact_contacts() {
    let Some(piece) = piece("tangles/thick-cloth/t1.ply") else { return };
    let (assembly, analysis) = assembled(&[piece]);
    let (mesh, positions) = (assembly.mesh(), assembly.positions());
    let vanishing = |c: &Crossing| five(mesh, *c).into_iter().filter(|&four| vanishes(positions, four)).collect();
    let (strict, contacts): (Vec<Crossing>, Vec<Crossing>) =
        analysis.crossings().iter().partition(|c| Vec::is_empty(&vanishing(c)));
    assert_eq!(strict, strict_crossings(mesh, positions));
    assert_eq!((strict.len(), pairs(mesh, &strict)), (34, 38));
    assert_eq!((analysis.crossings().len(), analysis.pair_count()), (42, 42));
    // The one determinant that vanishes is that of the two edges which meet: each such four vertices came up twice.
    let mut meeting: Vec<[VertexId; 4]> = contacts.iter().flat_map(vanishing).map(sorted).collect();
    assert_eq!(meeting.len(), contacts.len());
    meeting.sort_unstable();
    assert!(meeting.chunk_by(|a, b| a == b).all(|same| same.len() == 2));
    assert_eq!(meeting.len(), 8);
    for (index, path) in analysis.paths().iter().enumerate() {
        assert_eq!(path.kind(), Kind::Closed);
        assert!(matches!(analysis.coloring(index), Coloring::BlackWhite { .. }));
    }
}

#[test]
fn meshes_that_touch_everywhere_and_cross_nowhere_are_clean() {
    for name in ["tangles/thick-cloth/t0.ply", "tangles/knotSmall.obj"] {
        let Some(piece) = piece(name) else { continue };
        let (assembly, analysis) = assembled(&[piece]);
        assert!(analysis.is_clean(), "{name}");
        let vanishing = vanishing_determinants(&assembly);
        assert!(vanishing > 1000, "{name}: only {vanishing} determinants vanish, which proves little");
    }
}

/// The sphere is made four times smaller and moved so that its lower part is below the cloth, which lies in z = 0.
#[test]
fn a_sphere_through_a_cloth_is_one_closed_path() {
    let (Some(cloth), Some((positions, triangles))) = (piece("tangles/gia_cloth.obj"), piece("tangles/gia_sphere.obj"))
    else {
        return;
    };
    let moved: Vec<Point> =
        positions.iter().map(|p| Point::from(p.coords * 0.25) + Vector::new(0.37, 0.38, -0.05)).collect();
    let first = cloth.0.len() as u32;
    // With the cloth's normal as height.
    let upright = |p: &Point| Point::new(p.x, p.z, p.y);
    let sphere = Shape { positions: moved.iter().map(upright).collect(), triangles: triangles.clone() };
    let pierced: Vec<VertexId> =
        (0..first).map(VertexId).filter(|v| encloses(&sphere, &upright(&cloth.0[v.index()]))).collect();
    let below: Vec<VertexId> =
        (0..moved.len()).filter(|&v| moved[v].z < 0.0).map(|v| VertexId(first + v as u32)).collect();
    let (_, analysis) = assembled(&[cloth, (moved, triangles)]);
    let [path] = analysis.paths() else { panic!("{} paths", analysis.paths().len()) };
    assert_eq!(path.kind(), Kind::Closed);
    let mut regions = [Color::Black, Color::White].map(|color| analysis.region(0, color).to_vec());
    regions.sort_unstable();
    assert!(pierced.len() > 50 && below.len() > 50);
    assert_eq!(regions, [pierced, below]);
}

#[test]
fn cubes_are_clean_until_they_intersect() {
    for name in ["tangles/two-cubes-far.ply", "tangles/two-cubes-close.ply"] {
        assert_ne!(is_clean(name), Some(false), "{name}");
    }
    let Some(cubes) = piece("tangles/two-cubes-intersecting.ply") else { return };
    let (_, analysis) = assembled(&[cubes]);
    assert!(!analysis.is_clean());
    for (index, path) in analysis.paths().iter().enumerate() {
        assert_eq!(path.kind(), Kind::Closed, "closed surfaces have no ends");
        assert!(matches!(analysis.coloring(index), Coloring::BlackWhite { .. }), "every curve on a cube separates it");
    }
}

#[test]
fn garments_are_clean() {
    let garments =
        ["garments/skirt8K.obj", "garments/unisex_shirt.shirt.obj", "human/tee.obj", "human/trousers_loose.obj"];
    for name in garments {
        assert_ne!(is_clean(name), Some(false), "{name}");
    }
}
