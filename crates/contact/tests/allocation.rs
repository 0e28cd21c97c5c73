//! Moving a surface and asking it allocates nothing. A test binary of its own, because it counts every allocation.

#[path = "../../body/tests/counting/mod.rs"]
mod counting;

use contact::{Surface, When};
use counting::{Counting, count};
use geometry::shapes::Shape;
use geometry::{Mesh, Point, SurfaceMotion, Vector};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_surface_that_is_moved_and_asked_again_allocates_nothing() {
    let shape = Shape::sphere(40, 40, 0.3);
    let mesh = Mesh::new(shape.positions.len(), &shape.triangles).expect("a sphere is a mesh");
    let mut motion = SurfaceMotion::still(&shape.positions);
    // On one thread: what the pool's own queues need is not the surface's.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be had");
    let (asked, allocated) = pool.install(|| {
        let mut surface = Surface::new(mesh, &motion);
        let mut found = Vec::with_capacity(shape.triangles.len());
        let (mut asked, mut before) = (0, 0);
        for step in 0..5 {
            motion.advance();
            motion.positions_t1.iter_mut().for_each(|p| *p += Vector::new(0.01, 0.0, 0.02));
            if step == 1 {
                before = count();
            }
            surface.set_motion(&motion);
            for i in 0..200 {
                let point = Point::new(0.002 * f64::from(i), 0.1, 0.1);
                asked += usize::from(surface.nearest(&point, 0.2, When::T1).is_some());
                surface.all_within(&point, 0.1, When::T0, &mut found);
                asked += found.len();
            }
        }
        (asked, count() - before)
    });
    assert!(asked > 1000);
    assert_eq!(allocated, 0, "allocations after the first step");
}
