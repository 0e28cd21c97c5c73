//! Real meshes of other projects: what is known of them is found.

use super::{analyse, tree};
use geometry::bvh::Hierarchy;
use geometry::predicates::certain_orientation;
use geometry::{Assembly, FaceId, Mesh, Part, Point, VertexId};
use gia::{Analysis, Color, Coloring, Crossing, Kind};
use num_rational::BigRational;
use num_traits::Zero;
use selvedge_tests::data;
use selvedge_tests::oracle::{self, sign::Number, sign::determinant};
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
    let exact = |p: Point| [BigRational::exact(p.x), BigRational::exact(p.y), BigRational::exact(p.z)];
    let in_order = [0, 1, 2, 3].map(VertexId);
    certain_orientation(&a, &b, &c, &d).is_none() && determinant(&[a, b, c, d].map(exact), in_order).is_zero()
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

#[test]
fn probe() {
    for name in ["tangles/thick-cloth/t0.ply", "tangles/thick-cloth/t1.ply", "tangles/knotSmall.obj"] {
        let Some(piece) = piece(name) else { return };
        let (assembly, analysis) = assembled(&[piece]);
        let strict: Vec<Crossing> = analysis.crossings().iter().copied().filter(|&c| five(assembly.mesh(), c).iter().all(|&f| !vanishes(assembly.positions(), f))).collect();
        println!("{name} {} crossings {} pairs {} strict, {} paths {} vanishing {} comps welded {}", analysis.crossings().len(), analysis.pair_count(), strict.len(), analysis.paths().len(), vanishing_determinants(&assembly), assembly.mesh().components().1, assembly.welded(&assembly.pieces()[0]));
        for c in analysis.crossings() { if !strict.contains(c) {
           println!("{:?} {:?}", five(assembly.mesh(), *c).map(|f| vanishes(assembly.positions(), f)), (assembly.mesh().edge(c.edge).vertices, assembly.mesh().face(c.face)));
        }}
        for (i, p) in analysis.paths().iter().enumerate() {
          println!("{:?} {} {:?} {:?}", p.kind(), p.steps.len(), analysis.coloring(i), p.ends);
        }
    }
    for name in ["two-cubes-far.ply","two-cubes-close.ply","two-cubes-intersecting.ply"] {
        let Some(piece) = piece(&format!("tangles/{name}")) else { return };
        let (assembly, analysis) = assembled(&[piece]);
        println!("{name} {} {} {} paths", analysis.crossings().len(), assembly.mesh().components().1, analysis.paths().len());
        for (i, p) in analysis.paths().iter().enumerate() {
          println!("{:?} {} {:?} {:?}", p.kind(), p.steps.len(), analysis.coloring(i), p.ends);
        }
    }
    for name in ["garments/skirt8K.obj", "garments/unisex_shirt.shirt.obj", "human/tee.obj", "human/trousers_loose.obj"] {
        println!("{name} {:?}", is_clean(name));
    }
    let _ = (Color::Red, Kind::Loop, Coloring::None, oracle::analyse::<i128>);
}
