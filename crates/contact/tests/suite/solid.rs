//! Particles against solids.

use crate::{moving, on_threads, outward, still, winding, within};
use contact::solid::{BeyondReach, Found, Spot, find};
use contact::{MovingShape, Particles, Reach, Shape, Solid, SolidContact, Surface, When};
use geometry::bvh::Bounds;
use geometry::distance::Feature;
use geometry::shapes::Shape as Mesh;
use geometry::{Point, Vector, VertexId};
use nalgebra::Isometry3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const STEP: f64 = 1.0 / 60.0;
const THICKNESS: f64 = 0.002;

/// Particles with their lists.
struct Cloud {
    positions: Vec<Point>,
    velocities: Vec<Vector>,
    thickness: Vec<f64>,
}

impl Cloud {
    fn new(particles: impl IntoIterator<Item = (Point, Vector)>) -> Self {
        let (positions, velocities): (Vec<Point>, Vec<Vector>) = particles.into_iter().unzip();
        let thickness = vec![THICKNESS; positions.len()];
        Self { positions, velocities, thickness }
    }

    fn against(&self, solids: &[Solid], reach: &Reach) -> contact::SolidContacts {
        find(&self.particles(), solids, reach)
    }

    fn particles(&self) -> Particles<'_> {
        let Self { positions, velocities, thickness } = self;
        Particles { positions, velocities, thickness, step: STEP, homes: &[] }
    }

    fn ahead(&self, contact: &SolidContact) -> Point {
        let i = contact.particle.index();
        self.positions[i] + self.velocities[i] * STEP
    }
}

fn random_cloud(seed: u64, count: usize, size: f64, speed: f64) -> Cloud {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    Cloud::new((0..count).map(|_| (Point::from(within(&mut random, size)), within(&mut random, speed))))
}

/// A limb: a rounded bar along z, 2 cm thick.
fn limb() -> Mesh {
    outward(Mesh::sphere(20, 24, 1.0).map(|p| Point::new(0.01 * p.x, 0.01 * p.z, 0.2 * p.y)))
}

/// Slow particles around a body that stands still: a contact is the nearest point at t1, and every near one is reported.
#[test]
fn slow_particles_meet_what_is_nearest() {
    let body = outward(Mesh::sphere(20, 24, 0.3));
    let surface = still(&body);
    let cloud = random_cloud(41, 4000, 0.35, 0.2);
    let reach = Reach { margin: 0.01, depth: 0.1 };
    let found = cloud.against(&[Solid::Surface(&surface)], &reach);
    let mut expected = Vec::new();
    for i in 0..cloud.positions.len() {
        let ahead = cloud.positions[i] + cloud.velocities[i] * STEP;
        let all = (0..body.triangles.len()).map(|f| surface.near_on(geometry::FaceId::at(f), &ahead, When::T1));
        let near = all.reduce(|a, b| if b.distance.abs() < a.distance.abs() { b } else { a }).expect("faces");
        let gap = near.distance - THICKNESS;
        if gap <= reach.margin && near.distance >= -reach.depth - THICKNESS {
            expected.push((VertexId::at(i), gap));
        }
    }
    assert!(expected.len() > 800);
    let nearest: Vec<&SolidContact> = found.contacts.iter().filter(|c| c.found == Found::Nearest).collect();
    let gaps: Vec<(VertexId, f64)> = nearest.iter().map(|c| (c.particle, c.gap)).collect();
    assert_eq!(gaps, expected);
    // Those that were within reach at t0 and sink out of it.
    assert!(found.contacts.len() - nearest.len() < 100);
    for contact in nearest {
        let away = cloud.ahead(contact) - contact.point;
        assert!((away.dot(&contact.normal) - contact.gap - THICKNESS).abs() < 1e-12);
        assert_eq!(contact.surface_velocity, Vector::zeros());
        let Spot::Face { face, barycentric } = contact.spot else { panic!("a mesh has faces") };
        assert!((surface.place(face, barycentric, When::T1) - contact.point).norm() < 1e-12);
    }
}

/// A particle in the middle of a limb, nearer to its back, belongs where it is worn: in front. One that is worn on another limb, or above
/// its home, does not.
#[test]
fn deep_inside_a_limb_the_side_on_which_it_is_worn_is_out() {
    let (bar, other) = (limb(), limb().moved(Vector::new(0.05, 0.0, 0.0)));
    let faces = bar.triangles.len();
    let surface = still(&bar.with(&other));
    let home_towards = |from: usize, way: Vector| {
        let outwards = |f: &usize| surface.feature_normal(geometry::FaceId::at(*f), Feature::Face, When::T0).dot(&way);
        let all = (from..from + faces).filter(|f| {
            let place = surface.place(geometry::FaceId::at(*f), [1.0 / 3.0; 3], When::T0);
            place.z.abs() < 0.02
        });
        all.max_by(|a, b| outwards(a).total_cmp(&outwards(b))).map(geometry::FaceId::at)
    };
    let cloud = Cloud::new([(Point::new(-0.003, 0.0, 0.0), Vector::zeros())]);
    let normal = |home: Option<geometry::FaceId>| {
        let particles = Particles { homes: &[home], ..cloud.particles() };
        let found = find(&particles, &[Solid::Surface(&surface)], &Reach::default());
        (found.contacts[0].normal.x, found.contacts[0].found)
    };
    let (x, found) = normal(None);
    assert!(x < -0.9 && found == Found::Nearest);
    let (x, found) = normal(home_towards(0, Vector::x()));
    assert!(x > 0.4 && found == Found::Homewards, "{x} {found:?}");
    // The nearest side is that of its home anyway.
    assert_eq!(normal(home_towards(0, -Vector::x())).1, Found::Nearest);
    // On the other limb: it is above the near side of it, and its own skin bars the way to the far one.
    assert_eq!(normal(home_towards(faces, -Vector::x())).1, Found::Nearest);
    assert_eq!(normal(home_towards(faces, Vector::x())).1, Found::Nearest);
}

/// Between limbs that are nearer than twice the thickness a particle is asked to go to the middle, from either side.
#[test]
fn between_two_limbs_it_stays_away_by_half_the_room_there_is() {
    let room = 1.2 * THICKNESS;
    let limbs = limb().with(&limb().moved(Vector::new(0.02 + room, 0.0, 0.0)));
    let surface = still(&limbs);
    for share in [0.1, 0.45, 0.55, 0.9] {
        let start = Point::new(0.01 + share * room, 0.0, 0.0);
        let cloud = Cloud::new([(start, Vector::zeros())]);
        let found = cloud.against(&[Solid::Surface(&surface)], &Reach::default()).contacts;
        assert_eq!(found.len(), 2);
        for side in &found {
            let cured = start - side.normal * side.gap;
            // Facets of the limbs are a little flatter than the limbs.
            assert!((cured.x - 0.01 - room / 2.0).abs() < 0.02 * THICKNESS, "{share}: {}", cured.x);
        }
    }
    // A thin limb has two sides, but they do not face each other.
    let cloud = Cloud::new([(Point::new(-0.0105, 0.0, 0.0), Vector::zeros())]);
    let found = cloud.against(&[Solid::Surface(&surface)], &Reach::default()).contacts;
    assert_eq!(found[0].thickness, THICKNESS);
}

/// Inside one of two limbs that have passed through each other by 5 mm, 1.5 mm outside the other: the way is into the middle of the overlap.
#[test]
fn beside_an_overlap_the_nearest_skin_does_not_tell_the_side() {
    let limbs = limb().with(&limb().moved(Vector::new(0.015, 0.0, 0.0)));
    let mut surface = still(&limbs);
    let start = Point::new(0.0115, 0.0001, 0.0002);
    let cloud = Cloud::new([(start, Vector::zeros())]);
    let of_nearest = cloud.against(&[Solid::Surface(&surface)], &Reach::default()).contacts;
    assert!(of_nearest[0].found == Found::Nearest && of_nearest[0].normal.x > 0.9);
    assert_eq!([-0.02, 0.0, 0.0075, 0.0115, 0.03].map(|x| surface.turns(&Point::new(x, 1e-4, 2e-4))), [0, 1, 2, 1, 0]);
    surface.set_overlaps([Bounds { low: Point::new(0.005, -0.01, -0.2), high: Point::new(0.01, 0.01, 0.2) }]);
    let found = cloud.against(&[Solid::Surface(&surface)], &Reach::default()).contacts;
    let [contact] = &found[..] else { panic!("{found:?}") };
    assert!(contact.found == Found::BesideOverlap && contact.normal.x < -0.9, "{contact:?}");
    let cured = start - contact.normal * contact.gap;
    assert!((cured.x - 0.0075).abs() < 0.0002, "{cured}");
    // Outside both nothing changes.
    let outside = Cloud::new([(Point::new(-0.0105, 1e-4, 2e-4), Vector::zeros())]);
    assert_eq!(outside.against(&[Solid::Surface(&surface)], &Reach::default()).contacts[0].found, Found::Nearest);
}

/// A floor and a wall that leans back by some degrees, as one mesh: 10 cm each, joined along z.
fn floor_and_wall(degrees: f64) -> Mesh {
    let (sin, cos) = f64::sin_cos(degrees.to_radians());
    let [floor, wall] = [Vector::new(0.1, 0.0, 0.0), Vector::new(-0.1 * sin, 0.1 * cos, 0.0)];
    let ends = [-0.1, 0.1].map(|z| Vector::new(0.0, 0.0, z));
    let positions =
        [Vector::zeros(), floor, wall].into_iter().flat_map(|along| ends.map(|end| Point::from(along + end)));
    Mesh { positions: positions.collect(), triangles: vec![[0, 1, 3], [0, 3, 2], [0, 4, 5], [0, 5, 1]] }
}

/// In the corner between a floor and a wall both are touched, and to be away from both by the thickness is one place: the particle
/// comes to rest there instead of being driven from one to the other.
#[test]
fn in_a_hollow_every_side_is_touched() {
    let touched = |shape: &Mesh, at: Point| {
        let surface = still(shape);
        Cloud::new([(at, Vector::zeros())]).against(&[Solid::Surface(&surface)], &Reach::default()).contacts
    };
    for lean in [-20.0, 0.0, 45.0] {
        let (sin, cos) = f64::sin_cos(f64::to_radians(lean));
        let [up, out] = [Vector::y(), Vector::new(cos, sin, 0.0)];
        let near = Point::from((0.4 * up + 0.5 * out) * THICKNESS);
        let found = touched(&floor_and_wall(lean), near);
        let [floor, wall] = &found[..] else { panic!("{lean}: {found:?}") };
        for (side, normal) in [(floor, up), (wall, out)] {
            assert!((side.normal - normal).norm() < 1e-12, "{lean}: {side:?}");
            assert!((side.gap - (normal.dot(&near.coords) - THICKNESS)).abs() < 1e-15, "{lean}: {side:?}");
        }
    }
    // Leaning back by 70° it is hardly a corner; on the other side of it there is one edge; far from the wall there is only the floor.
    assert_eq!(touched(&floor_and_wall(70.0), Point::new(0.0, THICKNESS, 0.0)).len(), 1);
    assert_eq!(touched(&floor_and_wall(0.0).turned(), Point::new(-0.001, -0.0005, 0.0)).len(), 1);
    assert_eq!(touched(&floor_and_wall(0.0), Point::new(0.05, 0.0, 0.0)).len(), 1);
}

/// The limb moves five times its thickness; every particle in its way is pushed ahead of it, none out at the back.
#[test]
fn a_limb_faster_than_it_is_thick_misses_no_particle() {
    let by = Vector::new(0.1, 0.0, 0.0);
    let surface = moving(&limb(), |p| p + by);
    let mut random = Pcg64Mcg::seed_from_u64(42);
    let in_the_way = |random: &mut Pcg64Mcg| {
        let y: f64 = random.random_range(-0.003..0.003);
        let z: f64 = random.random_range(-0.05..0.05);
        (Point::new(random.random_range(0.0115..0.1), y, z), within(random, 0.05))
    };
    let cloud = Cloud::new((0..2000).map(|_| in_the_way(&mut random)));
    let found = cloud.against(&[Solid::Surface(&surface)], &Reach::default());
    let mut caught = vec![false; cloud.positions.len()];
    let mut far_side = 0;
    for contact in &found.contacts {
        caught[contact.particle.index()] = true;
        assert!(contact.normal.x > 0.0 && contact.gap <= 0.003, "{contact:?}");
        assert!((contact.surface_velocity - by / STEP).norm() < 1e-9);
        let cured = cloud.ahead(contact) - contact.normal * contact.gap;
        let near = surface.nearest(&cured, 1.0, When::T1).expect("near");
        // What is hit obliquely leaves obliquely.
        let ahead = cured.x > 0.1 || cured.y.abs() > 0.008;
        assert!(near.distance > -1e-4 && ahead, "{cured} is not ahead of the limb: {near:?}");
        far_side += usize::from(contact.found == Found::Entered);
    }
    let missed = caught.iter().filter(|&&c| !c).count();
    assert_eq!(missed, 0, "of {}", cloud.positions.len());
    assert!(far_side > 1000, "most are nearer to another side at t1: {far_side}");
}

/// The same with the limb at rest and the particles moving, and with the limb turning: only relative motion counts.
#[test]
fn fast_particles_do_not_pass_through_a_limb() {
    let (mesh, shape) = (still(&limb()), MovingShape::still(Shape::Sphere { radius: 0.01 }, Isometry3::identity()));
    let mut random = Pcg64Mcg::seed_from_u64(43);
    let particle = |random: &mut Pcg64Mcg| {
        let (y, z): (f64, f64) = (random.random_range(-0.003..0.003), random.random_range(-0.003..0.003));
        (Point::new(0.03, y, z), Vector::new(random.random_range(-10.0..-2.0), 0.0, 0.0))
    };
    let cloud = Cloud::new((0..500).map(|_| particle(&mut random)));
    for solid in [Solid::Surface(&mesh), Solid::Shape(&shape)] {
        let found = cloud.against(&[solid], &Reach::default());
        assert_eq!(found.contacts.len(), 500);
        let wrong = found.contacts.iter().find(|c| c.normal.x < 0.5 || c.gap > 0.0);
        assert_eq!(wrong, None);
    }
}

#[test]
fn a_turning_limb_sweeps_up_what_is_in_its_way() {
    let turn = Isometry3::rotation(Vector::new(0.0, 0.4, 0.0));
    let surface = moving(&limb(), |p| turn * p);
    // Ahead of the far end, which moves 4 to 7 cm to positive x.
    let places = (0..40).map(|i| (Point::new(0.02, 0.001, 0.12 + 0.001 * f64::from(i)), Vector::zeros()));
    let found = Cloud::new(places).against(&[Solid::Surface(&surface)], &Reach::default());
    assert_eq!(found.contacts.len(), 40);
    assert!(found.contacts.iter().all(|c| c.normal.x > 0.5 && c.gap < 0.0 && c.surface_velocity.x > 2.0));
}

/// What is inside at t0 comes out where it was nearest, wherever the limb goes.
#[test]
fn what_is_inside_stays_on_its_side() {
    let surface = moving(&limb(), |p| p + Vector::new(0.015, 0.0, 0.0));
    let shape = MovingShape {
        shape: Shape::Capsule { radius: 0.01, half_length: 0.5 },
        frame_t0: Isometry3::rotation(Vector::x() * std::f64::consts::FRAC_PI_2),
        frame_t1: Isometry3::new(Vector::new(0.015, 0.0, 0.0), Vector::x() * std::f64::consts::FRAC_PI_2),
    };
    let cloud = Cloud::new([(Point::new(0.007, 0.0, 0.01), Vector::zeros())]);
    for solid in [Solid::Surface(&surface), Solid::Shape(&shape)] {
        let found = cloud.against(&[solid], &Reach::default());
        let [contact] = found.contacts[..] else { panic!("one particle, one contact") };
        assert_eq!(contact.found, Found::Carried, "{solid:?}");
        assert!(contact.normal.x > 0.9 && (contact.gap + 0.018 + THICKNESS).abs() < 1e-3, "{contact:?}");
    }
}

/// A body that bends, swells and turns: whoever is outside at t0 and inside at t1, by the winding number, has a contact
/// that leads out.
#[test]
fn whoever_comes_inside_is_caught() {
    let before = outward(Mesh::sphere(16, 18, 0.1).map(|p| Point::new(p.x, 3.0 * p.y, p.z * (1.0 + 2.0 * p.y))));
    let turn = Isometry3::new(Vector::new(0.05, 0.0, 0.03), Vector::new(0.1, 0.5, 0.3));
    let bend = |p: Point| turn * Point::new(p.x * 1.1 + p.y * p.y, p.y * 0.95, p.z + 0.1 * (8.0 * p.y).sin());
    let surface = moving(&before, bend);
    let after = before.clone().map(bend);
    let cloud = random_cloud(46, 6000, 0.35, 3.0);
    let found = cloud.against(&[Solid::Surface(&surface)], &Reach { depth: 0.2, ..Reach::default() });
    let mut came = 0;
    for (i, position) in cloud.positions.iter().enumerate() {
        let ahead = position + cloud.velocities[i] * STEP;
        if winding(&before, position) > 0.5 || winding(&after, &ahead) < 0.5 {
            continue;
        }
        came += 1;
        let contact = found.contacts.iter().find(|contact| contact.particle == VertexId::at(i));
        let contact = contact.unwrap_or_else(|| panic!("{position} comes inside unseen"));
        assert!(contact.gap < 0.0, "{contact:?}");
    }
    assert!(came > 100, "only {came} come inside");
}

/// Passing beside a limb, or round its end, is no contact.
#[test]
fn what_passes_by_is_let_pass() {
    let surface = still(&limb());
    let shape = MovingShape::still(Shape::Sphere { radius: 0.01 }, Isometry3::identity());
    let cloud = Cloud::new([
        (Point::new(0.05, 0.02, 0.0), Vector::new(-6.0, 0.0, 0.0)),
        (Point::new(0.05, 0.0, 0.22), Vector::new(-6.0, 0.0, 0.0)),
        (Point::new(0.02, 0.0, 0.0), Vector::new(3.0, 0.0, 0.0)),
    ]);
    for solid in [Solid::Surface(&surface), Solid::Shape(&shape)] {
        assert_eq!(cloud.against(&[solid], &Reach::default()).contacts, [], "{solid:?}");
    }
}

#[test]
fn shapes_and_their_meshes_agree() {
    let frames = [Isometry3::identity(), Isometry3::new(Vector::new(0.01, 0.02, 0.0), Vector::new(0.0, 0.1, 0.2))];
    let shape = MovingShape { shape: Shape::Sphere { radius: 0.2 }, frame_t0: frames[0], frame_t1: frames[1] };
    let surface = moving(&outward(Mesh::sphere(150, 150, 0.2)), |p| frames[1] * p);
    let cloud = random_cloud(44, 2000, 0.25, 0.5);
    let reach = Reach { margin: 0.02, depth: 0.2 };
    let found = cloud.against(&[Solid::Shape(&shape), Solid::Surface(&surface)], &reach);
    let mut both = 0;
    for pair in found.contacts.windows(2).filter(|pair| pair[0].particle == pair[1].particle) {
        let deep = pair[0].gap < -0.15;
        assert!((pair[0].gap - pair[1].gap).abs() < 1e-3, "{pair:?}");
        assert!((pair[0].gap_t0 - pair[1].gap_t0).abs() < 1e-3, "{pair:?}");
        assert!(deep || (pair[0].normal - pair[1].normal).norm() < 0.1, "{pair:?}");
        assert!(deep || (pair[0].surface_velocity - pair[1].surface_velocity).norm() < 0.1, "{pair:?}");
        both += 1;
    }
    assert!(both > 300 && found.contacts.len() - 2 * both < both / 20, "{both} of {}", found.contacts.len());
}

#[test]
fn what_is_too_deep_is_told() {
    let surface = still(&outward(Mesh::sphere(20, 24, 0.5)));
    let cloud = Cloud::new([
        (Point::new(0.0, 0.1, 0.0), Vector::zeros()),
        (Point::new(0.0, 0.47, 0.0), Vector::zeros()),
        (Point::new(0.0, 0.9, 0.0), Vector::zeros()),
        (Point::new(0.45, 0.45, 0.0), Vector::zeros()),
    ]);
    let found = cloud.against(&[Solid::Surface(&surface)], &Reach::default());
    assert_eq!(found.contacts.len(), 1);
    let [BeyondReach { particle: VertexId(0), solid: 0, depth }] = found.beyond_reach[..] else {
        panic!("{:?}", found.beyond_reach)
    };
    assert!((depth - 0.4).abs() < 0.01);
    let deeper = cloud.against(&[Solid::Surface(&surface)], &Reach { depth: 0.5, ..Reach::default() });
    assert_eq!((deeper.contacts.len(), deeper.beyond_reach.len()), (2, 0));
}

#[test]
fn particles_that_are_nowhere_have_no_contacts() {
    let surface = still(&outward(Mesh::sphere(8, 8, 0.5)));
    let plane = MovingShape::still(Shape::Plane, Isometry3::identity());
    let nowhere = Point::new(f64::NAN, 0.0, 0.0);
    let cloud = Cloud::new([
        (nowhere, Vector::zeros()),
        (Point::origin(), Vector::new(f64::INFINITY, 0.0, 0.0)),
        (Point::new(0.0, 0.5, 0.0), Vector::zeros()),
    ]);
    let found = cloud.against(&[Solid::Surface(&surface), Solid::Shape(&plane)], &Reach::default());
    assert!(found.contacts.iter().all(|contact| contact.particle == VertexId(2)) && found.beyond_reach.is_empty());
    assert_eq!(found.contacts.len(), 1);
    assert_eq!(Cloud::new([]).against(&[Solid::Shape(&plane)], &Reach::default()), contact::SolidContacts::default());
}

#[test]
fn threads_do_not_change_the_contacts() {
    let (body, floor) =
        (outward(Mesh::torus(40, 20, 0.3, 0.1)), MovingShape::still(Shape::Plane, Isometry3::identity()));
    let cloud = random_cloud(45, 5000, 0.4, 1.0);
    let run = |threads| {
        on_threads(threads, || {
            let surface: Surface = moving(&body, |p| p + Vector::new(0.03, 0.01, 0.0));
            cloud.against(&[Solid::Surface(&surface), Solid::Shape(&floor)], &Reach::default())
        })
    };
    let one = run(1);
    assert!(one == run(2) && one == run(3));
    assert!(one.contacts.len() > 1000);
    assert!(one.contacts.is_sorted_by_key(|contact| (contact.particle, contact.solid)));
}
