//! Layers of cloth that meet, rest on each other, rub, and are drawn back through each other.

use contact::{ClothSearch, cloth::ClothReach};
use dynamics::{Cloth, Constraint, Constraints, Held, Material, Rest, Settings, State, Stepper, World};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{FaceId, Mesh, Point, Vector, VertexId};
use gia::{Analyser, Analysis, Kind};
use response::order::{self, Order, Place};
use response::{Attraction, Contours, Encounters, Friction, Late, Meeting, Outcome, Response, Strain, Verdicts};

const STEP: f64 = 1.0 / 96.0;
/// How far layers rest from each other, in m.
const THICKNESS: f64 = 2e-3;

/// Sheets of cotton, some of whose particles are held where they are.
struct Sheets {
    mesh: Mesh,
    edge: f64,
    cloth: Cloth,
    state: State,
    stepper: Stepper,
    response: Response,
    world: World,
    held: Constraints,
    search: ClothSearch,
    order: Order,
    outcome: Outcome,
}

impl Sheets {
    /// `rest` is the shape without tension; the sheets start as `start`.
    fn new(rest: &Shape, start: Vec<Point>, held: impl Fn(usize) -> bool) -> Self {
        let mesh = Mesh::new(rest.positions.len(), &rest.triangles).expect("a mesh");
        let cotton = Material { air_drag: 0.0, ..Material::preset("cotton").expect("a preset") };
        let cloth = Cloth::new(&mesh, Rest::surface(&rest.positions), &[cotton], |_| 0).expect("cloth");
        let hold = |i| Constraint {
            particle: VertexId::at(i),
            held: Held::Everywhere,
            velocity: Vector::zeros(),
            correction: Vector::zeros(),
        };
        let held = Constraints::new((0..start.len()).filter(|i| held(*i)).map(hold).collect());
        let lengths = mesh.edges().iter().map(|edge| {
            let [a, b] = edge.vertices.map(|v| rest.positions[v.index()]);
            nalgebra::distance(&a, &b)
        });
        Self {
            edge: lengths.sum::<f64>() / mesh.edges().len() as f64,
            search: ClothSearch::new(&mesh, &rest.positions),
            stepper: Stepper::new(&cloth, Settings::default()),
            response: Response::default(),
            world: World::default(),
            outcome: Outcome::default(),
            order: Order { pieces: mesh.components().0, places: Vec::new() },
            state: State::at_rest(start),
            mesh,
            cloth,
            held,
        }
    }

    fn tree(&self) -> BoxTree {
        let corners = |face| self.mesh.face(FaceId(face)).map(|v| &self.state.positions[v.index()]);
        BoxTree::build(self.mesh.faces().len(), |face| Bounds::around(corners(face)))
    }

    fn analysis(&self) -> Analysis {
        Analyser::default().analyse(&self.mesh, &self.state.positions, &self.tree())
    }

    fn contours(&self, analysis: &Analysis) -> (Vec<Meeting>, Vec<f64>) {
        let (mesh, positions, edge) = (&self.mesh, &self.state.positions[..], self.edge);
        let mut strain = Strain::default();
        strain.measure(&self.cloth, positions);
        Contours { mesh, positions, edge, analysis, pinched: &[], strain: &strain, order: &self.order }.open()
    }

    fn step(&mut self, friction: f64) {
        let (tree, analysis) = (self.tree(), self.analysis());
        let thickness = vec![THICKNESS; self.state.positions.len()];
        let (mesh, positions, edge) = (&self.mesh, &self.state.positions[..], self.edge);
        let reach = ClothReach { margin: 5e-3, ..ClothReach::default() };
        let near = self.search.find(mesh, positions, &thickness, &reach);
        let friction = Friction { sticking: friction, sliding: friction };
        let (tree, analysis, order) = (&tree, &analysis, &self.order);
        let attraction =
            Attraction { mesh, positions, thickness: &thickness, edge, tree, analysis, pinched: &[], order };
        let strays = order::strays(order, &attraction, |_| None);
        let verdicts = Verdicts::new(mesh, Some(analysis)).in_order(order, &strays);
        let mut meetings = verdicts.meetings(&near.contacts, &self.state, friction, STEP);
        meetings.extend(attraction.meetings());
        meetings.extend(order::meetings(&strays, &attraction));
        let (opened, slack) = self.contours(analysis);
        meetings.extend(opened);
        self.world.slack = slack;
        let met =
            Encounters { fixed: &self.held, squeezed: &[], touches: &[], meetings: &meetings, late: Late::NOTHING };
        let Self { response, stepper, cloth, state, world, outcome, .. } = self;
        *outcome = response.step(stepper, cloth, state, world, met, STEP).expect("a step").1;
    }
}

/// Sheets of so many cells beside each other in one mesh, each moved.
fn several(sheets: &[(u32, f64, Vector)]) -> Shape {
    let mut all = Shape { positions: Vec::new(), triangles: Vec::new() };
    for (cells, size, to) in sheets {
        let sheet = Shape::sheet(*cells, *size);
        let first = all.positions.len() as u32;
        all.positions.extend(sheet.positions.iter().map(|p| p + to));
        all.triangles.extend(sheet.triangles.iter().map(|t| t.map(|v| v + first)));
    }
    all
}

fn lowest_gap(sheets: &Sheets, from: usize) -> (f64, f64) {
    let heights = sheets.state.positions[from..].iter().map(|p| p.y);
    (heights.clone().fold(f64::INFINITY, f64::min), heights.fold(f64::NEG_INFINITY, f64::max))
}

#[test]
fn a_sheet_that_falls_on_another_rests_at_the_thickness() {
    let both = several(&[(12, 0.4, Vector::zeros()), (8, 0.25, Vector::new(0.013, 0.01, 0.007))]);
    let lower = 13 * 13;
    let mut sheets = Sheets::new(&both, both.positions.clone(), |i| i < lower);
    for _ in 0..96 {
        sheets.step(0.3);
        assert!(sheets.analysis().is_clean());
    }
    let (low, high) = lowest_gap(&sheets, lower);
    assert!((low - THICKNESS).abs() < 0.1 * THICKNESS && (high - THICKNESS).abs() < 0.1 * THICKNESS, "{low} to {high}");
    let fastest = sheets.state.velocities.iter().map(Vector::norm).fold(0.0, f64::max);
    assert!(fastest < 1e-3, "{fastest} m/s");
    assert!(sheets.outcome.pressing > 50, "{:?}", sheets.outcome);
}

#[test]
fn layers_rub() {
    // The upper sheet slides; friction of 0.3 stops 0.5 m/s within 0.5² / (2 · 0.3 · g) = 42 mm.
    let both = several(&[(20, 0.5, Vector::zeros()), (6, 0.15, Vector::new(-0.1, THICKNESS, 0.007))]);
    let lower = 21 * 21;
    let mut sheets = Sheets::new(&both, both.positions.clone(), |i| i < lower);
    sheets.state.velocities[lower..].fill(Vector::x() * 0.5);
    let place = |sheets: &Sheets| {
        let upper = &sheets.state.positions[lower..];
        upper.iter().map(|p| p.x).sum::<f64>() / upper.len() as f64
    };
    let start = place(&sheets);
    (0..48).for_each(|_| sheets.step(0.3));
    let gone = place(&sheets) - start;
    let told = 0.5 * 0.5 / (2.0 * 0.3 * dynamics::force::gravity::STANDARD);
    // Loads are shared unevenly between bonds, so friction is somewhat too strong; never too weak.
    assert!((0.75..1.02).contains(&(gone / told)), "{gone} m, not {told} m");
    let fastest = sheets.state.velocities[lower..].iter().map(Vector::norm).fold(0.0, f64::max);
    assert!(fastest < 0.01, "{fastest} m/s");
}

#[test]
fn a_dent_that_has_passed_through_is_drawn_back() {
    let both = several(&[(12, 0.3, Vector::zeros()), (12, 0.3, Vector::new(0.004, 0.006, 0.003))]);
    let lower = 13 * 13;
    let mut start = both.positions.clone();
    for p in &mut start[lower..] {
        let middle = (p.x.hypot(p.z) / 0.06).powi(2);
        p.y -= 0.02 * (-middle).exp();
    }
    let mut sheets = Sheets::new(&both, start, |i| i < lower);
    sheets.world.gravity = Vector::zeros();
    let before = sheets.analysis();
    assert!(before.crossings().len() > 20 && before.paths().len() == 1);
    for _ in 0..48 {
        sheets.step(0.0);
    }
    assert!(sheets.analysis().is_clean());
    let (low, _) = lowest_gap(&sheets, lower);
    assert!(low > 0.8 * THICKNESS, "{low}");
}

#[test]
fn a_corner_through_a_sheet_is_moved_out() {
    // The corner of an upright sheet has passed through a lying one near its border: nothing bounds a region on the latter.
    let lying = several(&[(12, 0.3, Vector::zeros())]);
    let mut both = lying.clone();
    let upright = Shape::sheet(8, 0.2);
    let turn = nalgebra::UnitQuaternion::from_scaled_axis(Vector::new(1.4, 0.2, 0.7));
    both.positions.extend(upright.positions.iter().map(|p| turn * p + Vector::new(0.08, 0.1, 0.05)));
    both.triangles.extend(upright.triangles.iter().map(|t| t.map(|v| v + 169)));
    let mut sheets = Sheets::new(&both, both.positions.clone(), |i| i < 169);
    sheets.world.gravity = Vector::zeros();
    let before = sheets.analysis();
    assert!(!before.is_clean());
    for _ in 0..96 {
        sheets.step(0.0);
    }
    assert_eq!(sheets.analysis().crossings().len(), 0, "{} before", before.crossings().len());
}

#[test]
fn the_outer_garment_comes_out_though_most_of_it_is_inside() {
    // A sheet that dips through another: 7 of its 10 rows are below, and the path ends on its border, so no region is wrong by itself.
    let both = several(&[(16, 0.4, Vector::zeros()), (10, 0.25, Vector::new(0.004, 0.0, 0.003))]);
    let lower = 17 * 17;
    let mut start = both.positions.clone();
    start[lower..].iter_mut().for_each(|p| p.y = 0.3 * (p.x - 0.055));
    let mut sheets = Sheets::new(&both, start, |i| i < lower);
    sheets.world.gravity = Vector::zeros();
    let inside = |sheets: &Sheets| sheets.state.positions[lower..].iter().filter(|p| p.y < 0.0).count();
    assert!(!sheets.analysis().is_clean() && inside(&sheets) >= 7 * 11);
    let [a, b, c] = sheets.mesh.face(FaceId(0)).map(|v| sheets.state.positions[v.index()]);
    let outward = (b - a).cross(&(c - a)).y.signum();
    let place = |layer| Some(Place { layer, outward });
    sheets.order.places = vec![place(0), place(1)];
    (0..96).for_each(|_| sheets.step(0.0));
    assert!(sheets.analysis().is_clean());
    assert_eq!(inside(&sheets), 0, "the lowest is at {} m", lowest_gap(&sheets, lower).0);
}

#[test]
fn moving_an_edge_along_its_way_shortens_the_path() {
    let mut both = several(&[(7, 0.3, Vector::zeros())]);
    let strip = Shape::sheet(5, 0.15);
    let turn = nalgebra::UnitQuaternion::from_scaled_axis(Vector::new(1.3, 0.4, 0.6));
    both.positions.extend(strip.positions.iter().map(|p| turn * p + Vector::new(0.011, 0.013, 0.017)));
    both.triangles.extend(strip.triangles.iter().map(|t| t.map(|v| v + 64)));
    let sheets = Sheets::new(&both, both.positions.clone(), |_| false);
    let length = |positions: &[Point]| -> f64 {
        let moved = Sheets::new(&both, positions.to_vec(), |_| false);
        let analysis = moved.analysis();
        let lines = analysis.paths().iter().map(|path| analysis.polyline(&moved.mesh, positions, path));
        lines.map(|line| line.windows(2).map(|ends| (ends[1] - ends[0]).norm()).sum::<f64>()).sum()
    };
    let (meetings, _) = sheets.contours(&sheets.analysis());
    assert!(meetings.len() >= 2, "{} meetings", meetings.len());
    let before = length(&both.positions);
    let by = 1e-5;
    for meeting in &meetings {
        // Each side goes half the way, all its particles alike.
        let mut moved = both.positions.clone();
        for (v, weight) in meeting.particles.iter().zip(meeting.weights).filter(|(_, weight)| *weight != 0.0) {
            moved[v.index()] += meeting.normal * (0.5 * by * weight.signum());
        }
        let shorter = before - length(&moved);
        assert!(shorter > 0.0, "it grows by {} m", -shorter);
    }
}

/// A sheet folded over itself along z = 0, whose upper half has passed through the lower one next to the crease, deepest at some z.
fn folded(deepest: f64) -> Sheets {
    let rest = Shape::sheet(30, 0.3);
    let fold = |p: &Point| {
        let (x, z) = (p.x.abs(), p.z - deepest);
        let through = 0.15 - 0.5 * (-(x * x + z * z) / 0.05_f64.powi(2)).exp();
        Point::new(x, if p.x > 0.0 { x * through } else { 0.0 }, p.z)
    };
    let start = rest.positions.iter().map(fold).collect();
    let mut sheets = Sheets::new(&rest, start, |i| rest.positions[i].x < -0.1);
    sheets.world.gravity = Vector::zeros();
    sheets
}

#[test]
fn a_fold_through_itself_is_drawn_back() {
    for (deepest, kind) in [(0.0, Kind::Loop), (0.15, Kind::Mixed)] {
        let mut sheets = folded(deepest);
        let before = sheets.analysis();
        assert!(before.paths().iter().any(|path| path.kind() == kind), "{kind:?}: {:?}", before.paths());
        let mut counts = vec![before.crossings().len()];
        for _ in 0..48 {
            sheets.step(0.0);
            counts.push(sheets.analysis().crossings().len());
        }
        assert_eq!(counts.last(), Some(&0), "{kind:?}: {counts:?}");
    }
}
