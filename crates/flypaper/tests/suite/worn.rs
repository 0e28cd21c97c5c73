//! Cloth goes along with the limb on which it is worn, and not with strangers.

use crate::solids::{Posed, all_held, balls, between_balls};
use contact::solid::Spot;
use flypaper::{Weights, Worn};
use geometry::shapes::Shape;
use geometry::{FaceId, Point, Vector, VertexId};

/// How the upper of two balls, which are one body, moves over the lower one: along it, and up a little.
const BY: Vector = Vector::new(0.01, 0.003, -0.004);

/// Both balls, with the upper one half a metre away in the bind pose; cloth is worn on the lower one.
fn body() -> (Shape, Worn) {
    let [lower, upper] = balls();
    let bind = lower.clone().with(&upper.clone().moved(Vector::new(0.0, 0.5, 0.0)));
    let middle = |t: &[u32; 3]| Point::from(t.iter().map(|v| bind.positions[*v as usize].coords).sum::<Vector>() / 3.0);
    let faces = bind.triangles.iter().map(middle).collect();
    let home = |p: &Point| Some(Point::new(p.x, 0.01, p.z));
    let worn = Worn { solid: 0, faces, apart: 0.3, homes: between_balls().iter().map(home).collect() };
    (lower.with(&upper), worn)
}

/// How the particles move when the upper ball does.
fn ways(weights: &Weights) -> Vec<Vector> {
    let (shape, _) = body();
    let lower = shape.positions.len() / 2;
    let to: Vec<Point> = shape.positions.iter().enumerate().map(|(v, p)| if v < lower { *p } else { p + BY }).collect();
    let posed = Posed::new(&shape.triangles, &shape.positions, &to);
    let particles = between_balls();
    let holds = all_held(&[posed.solid()], &particles, weights);
    holds.iter().map(|hold| hold.position_t1 - particles[hold.particle.index()]).collect()
}

#[test]
fn cloth_stays_on_what_it_is_worn_on_and_midway_all_the_same() {
    let mut weights = Weights::equal();
    weights.set_worn(body().1);
    for way in ways(&weights) {
        // Between two balls that meet at the origin, across is nearly up.
        assert!((way.y - 0.5 * BY.y).abs() < 0.2 * BY.y, "{way}");
        assert!(Vector::new(way.x, 0.0, way.z).norm() < 0.1 * BY.norm(), "{way}");
    }
}

#[test]
fn weights_that_are_set_outrank_it() {
    let mut weights = Weights::equal();
    weights.set_worn(body().1);
    weights.set(0, 0, 0, 1.0).expect("a weight");
    assert!(ways(&weights).iter().all(|way| (way - BY * 0.5).norm() < 1e-12));
}

#[test]
fn among_neighbours_and_where_nothing_is_worn_all_share_equally() {
    let neighbours = Worn { apart: 1.0, ..body().1 };
    let strangers = Worn { apart: 0.0, ..body().1 };
    let nowhere = Worn { homes: Vec::new(), ..body().1 };
    for worn in [neighbours, strangers, nowhere] {
        let mut weights = Weights::equal();
        weights.set_worn(worn);
        assert!(ways(&weights).iter().all(|way| (way - BY * 0.5).norm() < 1e-12));
    }
}

#[test]
fn limbs_far_from_where_cloth_is_worn_are_strangers() {
    let (shape, worn) = body();
    let faces = shape.triangles.len() as u32;
    let is_stranger = |face: u32, solid: u32| {
        let spot = Spot::Face { face: FaceId(face), barycentric: [1.0, 0.0, 0.0] };
        worn.is_stranger(VertexId(0), solid, spot)
    };
    assert!((0..faces).all(|face| is_stranger(face, 0) == (face >= faces / 2)));
    // Other solids, and cloth that is worn nowhere, know no strangers.
    assert!(!is_stranger(faces - 1, 1) && !worn.is_stranger(VertexId(999), 0, Spot::Shape));
}
