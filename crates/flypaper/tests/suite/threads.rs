//! The same bits for any number of threads.

use crate::solids::{Posed, STEP, bent, finger};
use flypaper::{Hold, Pinches, Touch, Weights, holds};
use geometry::{Point, Vector};

#[test]
fn threads_do_not_matter() {
    let posed =
        Posed::moved(&finger().map(|p| bent(&p, 0.005, std::f64::consts::PI)), |p| p + Vector::new(p.y, 0.1, p.x));
    let particles: Vec<Point> = (0..3000)
        .map(f64::from)
        .map(|i| Point::new(-0.09 * (i * 0.618).fract(), 0.006 * (i * 0.324).sin(), 0.006 * (i * 0.717).sin()))
        .collect();
    let run = || -> (Pinches, Vec<Hold>) {
        let solids = [posed.solid()];
        let pinches = Pinches::find(&solids, &particles, |_| Touch::default());
        let held = holds(&solids, &particles, &pinches, &Weights::equal(), STEP);
        (pinches, held)
    };
    let with = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run);
    let one = with(1);
    assert!(one.0.len() > 500, "{}", one.0.len());
    assert_eq!(one, with(2));
    assert_eq!(one, with(3));
}
