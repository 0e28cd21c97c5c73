//! What changes nothing but names: relabelling, turning, reordering, moving, swapping, and the number of threads.
//!
//! The meshes are in general position, because where a determinant vanishes the perturbation decides by names: every
//! fixture and several crumpled sheets, shaken by multiples of 2⁻²⁰, and checked in exact arithmetic.

use super::{analyse, assemble, tree};
use geometry::bvh::Hierarchy;
use geometry::shapes::Shape;
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use gia::{Analyser, Analysis, Color, Kind};
use make_fixtures::{place, tangles};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use selvedge_tests::oracle::sign::{Number, determinant};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A crossing by the names of its vertices: the edge's two, the face's three, each ascending.
type NamedCrossing = ([u32; 2], [u32; 3]);

/// Everything the analysis says, in names that can be chosen, and without regard to order.
#[derive(Debug, PartialEq, Eq)]
struct Findings {
    crossings: BTreeSet<NamedCrossing>,
    pairs: usize,
    paths: BTreeSet<NamedPath>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NamedPath {
    crossings: BTreeSet<NamedCrossing>,
    kind: Kind,
    loop_vertices: BTreeSet<u32>,
    red: BTreeSet<u32>,
    /// Black and white, whichever is which.
    others: BTreeSet<BTreeSet<u32>>,
}

/// A mesh with a name for each of its vertices.
struct Named {
    shape: Shape,
    names: Vec<u32>,
}

impl Named {
    fn new(shape: Shape) -> Self {
        Self { names: (0..shape.positions.len() as u32).collect(), shape }
    }

    /// The vertices in another order; every name stays with its vertex.
    fn relabelled(&self, random: &mut Pcg64Mcg) -> Self {
        let mut order: Vec<u32> = (0..self.names.len() as u32).collect();
        order.shuffle(random);
        self.reordered(&order)
    }

    /// The vertices in the order in which the list has them.
    fn reordered(&self, order: &[u32]) -> Self {
        let mut place_of = vec![0; order.len()];
        for (place, &vertex) in order.iter().enumerate() {
            place_of[vertex as usize] = place as u32;
        }
        Self {
            shape: Shape {
                positions: order.iter().map(|&v| self.shape.positions[v as usize]).collect(),
                triangles: self.shape.triangles.iter().map(|t| t.map(|v| place_of[v as usize])).collect(),
            },
            names: order.iter().map(|&v| self.names[v as usize]).collect(),
        }
    }

    fn with_triangles(&self, change: impl FnOnce(&mut Vec<[u32; 3]>)) -> Self {
        let mut changed = Self { shape: self.shape.clone(), names: self.names.clone() };
        change(&mut changed.shape.triangles);
        changed
    }

    fn mapped(&self, f: impl Fn(Point) -> Point) -> Self {
        Self { shape: self.shape.clone().map(f), names: self.names.clone() }
    }

    fn findings(&self) -> Findings {
        let mesh = Mesh::new(self.shape.positions.len(), &self.shape.triangles).expect("it is a mesh");
        let analysis = analyse(&mesh, &self.shape.positions);
        let sorted = |set: BTreeSet<u32>| set.into_iter().collect::<Vec<_>>();
        let names = |vertices: &[VertexId]| vertices.iter().map(|v| self.names[v.index()]).collect::<BTreeSet<u32>>();
        let named = |crossing: &gia::Crossing| {
            let edge = sorted(names(&mesh.edge(crossing.edge).vertices));
            let face = sorted(names(&mesh.face(crossing.face)));
            ([edge[0], edge[1]], [face[0], face[1], face[2]])
        };
        let path = |(index, path): (usize, &gia::Path)| NamedPath {
            crossings: analysis.steps(path).iter().map(|s| named(&analysis.crossings()[s.crossing as usize])).collect(),
            kind: path.kind(),
            loop_vertices: names(&path.loop_vertices().collect::<Vec<_>>()),
            red: names(analysis.region(index, Color::Red)),
            others: [Color::Black, Color::White].map(|color| names(analysis.region(index, color))).into(),
        };
        Findings {
            crossings: analysis.crossings().iter().map(named).collect(),
            pairs: analysis.pair_count(),
            paths: analysis.paths().iter().enumerate().map(path).collect(),
        }
    }
}

/// How far vertices are shaken, in steps of 2⁻²⁰.
const SHAKE: i32 = 400;

fn shaken(shape: Shape, seed: u64) -> Shape {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut shape = place::settled(shape);
    for position in &mut shape.positions {
        let mut step = || f64::from(random.random_range(-SHAKE..=SHAKE)) / place::STEPS;
        *position += Vector::new(step(), step(), step());
    }
    shape
}

/// Panics unless none of the determinants that could decide anything vanishes.
fn assert_in_general_position(mesh: &Mesh, positions: &[Point], name: &str) {
    let exact: Vec<[i128; 3]> =
        positions.iter().map(|p| [i128::exact(p.x), i128::exact(p.y), i128::exact(p.z)]).collect();
    let pairs = tree(mesh, positions).self_pairs(Vec::new, |found, a, b| found.extend([(a, b), (b, a)]));
    let mut asked = BTreeSet::new();
    for (edges_of, face) in pairs.into_iter().flatten() {
        let [a, b, c] = mesh.face(FaceId(face));
        for edge in mesh.face_edges(FaceId(edges_of)) {
            let [p, q] = mesh.edge(edge).vertices;
            if ![a, b, c].contains(&p) && ![a, b, c].contains(&q) {
                asked.extend([[a, b, c, p], [a, b, c, q], [p, q, a, b], [p, q, b, c], [p, q, c, a]]);
            }
        }
    }
    let vanishing = asked.iter().filter(|&&four| determinant(&exact, four) == 0).count();
    assert_eq!(vanishing, 0, "{name} is not in general position");
}

/// Every fixture, shaken, and crumpled sheets: with the number of vertices of the first piece.
static MESHES: LazyLock<Vec<(String, Named, usize)>> = LazyLock::new(meshes);

fn meshes() -> Vec<(String, Named, usize)> {
    let mut meshes = Vec::new();
    for (seed, tangle) in tangles().into_iter().enumerate() {
        let whole = shaken(tangle.whole(), seed as u64);
        meshes.push((tangle.name.to_owned(), Named::new(whole), tangle.pieces[0].positions.len()));
    }
    for (seed, fold) in [0.13, 0.13, 0.2, 0.3].into_iter().enumerate() {
        let crumpled = shaken(Shape::crumpled(30, 12, fold, seed as u64), seed as u64);
        let half = crumpled.positions.len() / 2;
        meshes.push((format!("crumpled sheet {seed}"), Named::new(crumpled), half));
    }
    for (name, Named { shape, .. }, _) in &meshes {
        let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("it is a mesh");
        assert_in_general_position(&mesh, &shape.positions, name);
    }
    meshes
}

/// Compares the findings before and after a change to every mesh.
fn unchanged_by(change: impl Fn(&Named, usize, &mut Pcg64Mcg) -> Named) {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut paths = 0;
    for (name, mesh, first_piece) in MESHES.iter() {
        let before = mesh.findings();
        let after = change(mesh, *first_piece, &mut random).findings();
        assert!(before == after, "{name}: {before:?}\nbecame {after:?}");
        paths += before.paths.len();
    }
    assert!(paths > 50, "{paths} paths are too few to prove anything");
}

#[test]
fn the_names_of_vertices_do_not_matter() {
    unchanged_by(|mesh, _, random| mesh.relabelled(random));
}

#[test]
fn the_winding_of_faces_does_not_matter() {
    unchanged_by(|mesh, _, random| {
        mesh.with_triangles(|triangles| {
            for triangle in triangles {
                triangle.rotate_left(random.random_range(0..3));
                if random.random_bool(0.5) {
                    triangle.swap(0, 1);
                }
            }
        })
    });
}

#[test]
fn the_order_of_faces_does_not_matter() {
    unchanged_by(|mesh, _, random| mesh.with_triangles(|triangles| triangles.shuffle(random)));
}

#[test]
fn the_order_of_pieces_does_not_matter() {
    unchanged_by(|mesh, first_piece, _| {
        let count = mesh.names.len();
        let order: Vec<u32> = (first_piece..count).chain(0..first_piece).map(|v| v as u32).collect();
        let swapped = mesh.reordered(&order);
        let of_second = |t: &[u32; 3]| t.iter().all(|&v| (v as usize) < count - first_piece);
        swapped.with_triangles(|triangles| triangles.sort_by_key(|t| !of_second(t)))
    });
}

#[test]
fn translation_does_not_matter() {
    unchanged_by(|mesh, _, _| mesh.mapped(|p| p + Vector::new(4.0, -64.0, 256.0)));
}

#[test]
fn scaling_by_a_power_of_two_does_not_matter() {
    unchanged_by(|mesh, _, _| mesh.mapped(|p| p * 1024.0));
    unchanged_by(|mesh, _, _| mesh.mapped(|p| p / 1024.0));
}

#[test]
fn quarter_turns_and_mirrors_do_not_matter() {
    unchanged_by(|mesh, _, _| mesh.mapped(|p| Point::new(p.y, p.z, p.x)));
    unchanged_by(|mesh, _, _| mesh.mapped(|p| Point::new(-p.z, p.y, p.x)));
    unchanged_by(|mesh, _, _| mesh.mapped(|p| Point::new(p.x, -p.y, p.z)));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let on = |threads: usize, mesh: &Mesh, positions: &[Point]| -> Analysis {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| analyse(mesh, positions))
    };
    // Not in general position, and large enough for several tasks.
    let crumpled = Shape::crumpled(80, 12, 0.25, 3);
    let pieces: Vec<Vec<Shape>> = tangles().into_iter().map(|t| t.pieces).chain([vec![crumpled]]).collect();
    let mut most = 0;
    for pieces in pieces {
        let assembly = assemble(&pieces);
        let [one, two] = [1, 2].map(|threads| on(threads, assembly.mesh(), assembly.positions()));
        assert!(one == two);
        most = most.max(one.crossings().len());
    }
    assert!(most > 500, "{most} crossings are too few to prove anything");
}

/// The memory an analyser keeps must not show in what it finds.
#[test]
fn what_was_analysed_before_does_not_matter() {
    let mut veteran = Analyser::default();
    for tangle in tangles().into_iter().chain(tangles()) {
        let assembly = assemble(&tangle.pieces);
        let (mesh, positions) = (assembly.mesh(), assembly.positions());
        let fresh = analyse(mesh, positions);
        for _ in 0..3 {
            let again = veteran.analyse(mesh, positions, &tree(mesh, positions));
            assert!(again == fresh, "{}", tangle.name);
        }
    }
}
