//! Garments touch neither the body nor themselves, on one shell or several, and do not depend on the number of threads.

use crate::forms;
use geometry::Point;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use tailor::{Form, Garment, Order, Skirt, make};

fn order(form: &Form, cover: &str, length: f64) -> Order {
    Order { ease: length, edge: length, ..Order::new(form, cover.parse().unwrap()) }
}

fn assert_good(garment: &Garment, ease: f64, what: &str) {
    let measure = &garment.measure;
    assert!(measure.crossings.is_clean(), "{what}: {:?}", measure.crossings);
    assert!(measure.even_edges > 0.9, "{what}: {} even", measure.even_edges);
    assert!(measure.least_distance > 0.3 * ease, "{what}: {} m from the body", measure.least_distance);
    let in_groups: usize = garment.groups.iter().map(|group| group.faces.len()).sum();
    assert_eq!(in_groups, garment.triangles.len(), "{what}: every face is in one group");
    let mesh = geometry::Mesh::new(garment.positions.len(), &garment.triangles).unwrap();
    let on_loops: usize = garment.loops.iter().map(|ring| ring.vertices.len()).sum();
    assert_eq!(mesh.boundary_edge_count(), on_loops, "{what}: every boundary edge is on a loop");
}

#[test]
fn overlapping_and_open_shells_get_one_outer_skin() {
    let form = forms::shells();
    let garment = make(&form, &order(&form, "top", 0.02)).unwrap();
    assert_good(&garment, 0.02, "shells");
    let mesh = geometry::Mesh::new(garment.positions.len(), &garment.triangles).unwrap();
    assert_eq!(mesh.components().1, 1, "one piece, nothing between the shells");
    assert_eq!(garment.loops.len(), 1, "{:?}", garment.loops);
}

#[test]
fn bumpy_balls_are_covered_cleanly() {
    for seed in 0..6 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut form = forms::ball();
        for p in &mut form.positions {
            let bump = 1.0 + 0.04 * (random.random::<f64>() - 0.5);
            *p = Point::from(p.coords * bump);
        }
        let garment = make(&form, &order(&form, "top", 0.025)).unwrap();
        assert_good(&garment, 0.025, &format!("seed {seed}"));
    }
}

#[test]
fn an_inside_out_export_is_covered_on_the_outside() {
    let mut form = forms::ball();
    form.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    let garment = make(&form, &order(&form, "top", 0.025)).unwrap();
    assert_good(&garment, 0.025, "inside out");
    assert!(garment.positions.iter().all(|p| p.coords.norm() > 0.3));
}

#[test]
fn a_skirt_hangs_to_its_length_outside_the_body() {
    let form = forms::ball();
    let order = Order { skirt: Some(Skirt { length: 0.4, flare: 0.3 }), ..order(&form, "bottom", 0.025) };
    let garment = make(&form, &order).unwrap();
    assert_good(&garment, 0.025, "skirt");
    assert_eq!(garment.loops.len(), 2);
    let lowest = garment.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    assert!((lowest + 0.4).abs() < 0.025, "the hem is at {lowest}");
}

#[test]
fn one_thread_and_two_make_the_same_garment() {
    let form = forms::shells();
    let order = order(&form, "top", 0.02);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| make(&form, &order)).unwrap()
    };
    assert_eq!(with(1), with(2));
}
