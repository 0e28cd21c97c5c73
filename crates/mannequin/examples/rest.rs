//! wip
use geometry::{Mesh, Point, Vector};
use picture::{Camera, Image, Scene, Wireframe};
fn main() {
    let t = std::time::Instant::now();
    let (p, f) = mannequin::skin();
    println!("{} v {} f {:.2?}", p.len(), f.len(), t.elapsed());
    let mesh = Mesh::new(p.len(), &f).unwrap();
    println!("boundary {} comps {}", mesh.boundary_edge_count(), mesh.components().1);
    let mut angles: Vec<f64> = f.iter().map(|t| { let c = t.map(|v| p[v as usize]); (0..3).map(|i| (c[(i+1)%3]-c[i]).angle(&(c[(i+2)%3]-c[i])).to_degrees()).fold(180., f64::min)}).collect();
    angles.sort_by(f64::total_cmp);
    println!("min angle {:.1} 0.1% {:.1} 1% {:.1}", angles[0], angles[angles.len()/1000], angles[angles.len()/100]);
    let ylo = p.iter().map(|p| p.y).fold(9., f64::min); let yhi = p.iter().map(|p| p.y).fold(-9., f64::max);
    println!("y {ylo} {yhi}");
    let shot = |dir: Vector, pts: &[Point], w, wire| Scene::new().mesh(picture::Mesh::new(&p, &f).base(picture::BODY).wireframe(if wire {Wireframe::Faint} else {Wireframe::Hidden})).render(w, 800, &Camera::framing(pts, dir, f64::from(w)/800.)).image;
    let views = [Vector::new(0.,0.05,1.), Vector::new(0.6,0.15,0.8), Vector::new(1.,0.05,0.), Vector::new(-0.3,0.1,-1.)];
    let images: Vec<Image> = views.iter().map(|d| shot(*d, &p, 640, false)).collect();
    std::fs::write("/tmp/mq_rest.png", Image::sheet(&images, 4, &["","","",""]).write_png().unwrap()).unwrap();
    let near = |c: [f64;3], r: f64| -> Vec<Point> { p.iter().copied().filter(|q| (q - Point::from(c)).norm() < r).collect() };
    let spots = [([0.,1.58,0.], 0.14, Vector::new(0.,0.,1.)), ([0.,1.58,0.], 0.14, Vector::new(0.8,0.1,0.6)), ([0.61,0.92,0.], 0.14, Vector::new(1.,0.5,0.3)), ([0.61,0.92,0.], 0.14, Vector::new(-0.6,-0.5,0.9)),
     ([0.16,0.05,0.03], 0.17, Vector::new(0.5,0.5,0.8)), ([0.16,0.05,0.03], 0.17, Vector::new(-1.,0.3,-0.2)), ([0.1,1.3,0.], 0.28, Vector::new(0.1,0.1,1.)), ([0.1,0.85,0.], 0.28, Vector::new(0.,0.0,-1.))];
    let images: Vec<Image> = spots.iter().map(|(c,r,d)| shot(*d, &near(*c,*r), 640, true)).collect();
    std::fs::write("/tmp/mq_spots.png", Image::sheet(&images, 4, &["";8]).write_png().unwrap()).unwrap();
}
