//! Whole pictures: the same bytes for any number of threads, hidden lines, broken meshes, and what the eye relies on.

use geometry::{Point, Vector};
use picture::{Backdrop, Camera, Hidden, Image, LineStyle, Mesh, Scene, Skipped, Wireframe};

const RED: [f32; 3] = [1.0, 0.0, 0.0];
const WHITE: Backdrop = Backdrop::Plain([1.0, 1.0, 1.0]);

/// A square of the given half side at height z, facing +Z.
fn square(half: f64, z: f64) -> (Vec<Point>, Vec<[u32; 3]>) {
    let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    (corners.iter().map(|c| Point::new(c[0], c[1], z)).collect(), vec![[0, 1, 2], [0, 2, 3]])
}

fn wavy(cells: u32) -> (Vec<Point>, Vec<[u32; 3]>) {
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..(cells + 1) * (cells + 1) {
        let [x, z] = [i % (cells + 1), i / (cells + 1)].map(|v| f64::from(v) / f64::from(cells));
        positions.push(Point::new(x, 0.1 * (x * 9.0 + z * 4.0).sin(), z));
        if i % (cells + 1) < cells && i / (cells + 1) < cells {
            triangles.extend([[i, i + cells + 1, i + 1], [i + 1, i + cells + 1, i + cells + 2]]);
        }
    }
    (positions, triangles)
}

fn front() -> Camera {
    Camera::looking_at(Point::new(0.0, 0.0, 5.0), Point::origin())
}

fn reddish(image: &Image) -> usize {
    image.pixels.iter().filter(|p| p[0] > 120 && i32::from(p[0]) - i32::from(p[1]) > 60).count()
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let (positions, triangles) = wavy(70);
    let line = (0..50).map(|i| Point::new(f64::from(i) / 50.0, 0.02, 0.5)).collect::<Vec<_>>();
    let scene = Scene::new()
        .mesh(Mesh::new(&positions, &triangles).wireframe(Wireframe::Faint))
        .lines([line], LineStyle::new(RED, 2.5));
    let camera = Camera::automatic(&positions, 1.5);
    let render = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| scene.render(450, 300, &camera)).image
    };
    let one = render(1);
    assert_eq!(one, render(2));
    assert_eq!(one, render(5));
}

#[test]
fn a_line_behind_a_surface_is_fainter_than_one_before_it() {
    let (positions, triangles) = square(1.0, 0.0);
    let camera = front();
    let strength = |z: f64, hidden: Hidden| {
        let mut style = LineStyle::new(RED, 4.0);
        style.hidden = hidden;
        let line = vec![Point::new(-0.5, 0.0, z), Point::new(0.5, 0.0, z)];
        reddish(
            &Scene::new().mesh(Mesh::new(&positions, &triangles)).lines([line], style).render(400, 400, &camera).image,
        )
    };
    let visible = strength(0.1, Hidden::Omitted);
    assert!(visible > 400);
    assert!(strength(0.0, Hidden::Omitted) > visible * 9 / 10, "a line in the surface shows");
    assert_eq!(strength(-0.1, Hidden::Omitted), 0);
    let dashed = strength(-0.1, Hidden::Dashed);
    assert!(dashed > visible / 5 && dashed < visible * 4 / 5, "{dashed} of {visible}");
    assert!(strength(-0.1, Hidden::Shown) > visible * 9 / 10);
}

#[test]
fn a_point_is_round_and_as_large_as_asked() {
    let style = LineStyle { color: RED, width: 20.0, casing: None, hidden: Hidden::Dashed };
    let image = Scene::new().backdrop(WHITE).points([Point::origin()], style).render(100, 100, &front()).image;
    let area = image.pixels.iter().map(|p| f64::from(255 - p[2]) / 255.0).sum::<f64>();
    let expected = std::f64::consts::PI * 100.0;
    assert!((area - expected).abs() < expected * 0.1, "{area} pixels, a disc has {expected}");
}

#[test]
fn front_and_back_look_different() {
    let (positions, triangles) = square(1.0, 0.0);
    let turned: Vec<[u32; 3]> = triangles.iter().map(|t| [t[0], t[2], t[1]]).collect();
    let middle = |triangles: &[[u32; 3]]| {
        let scene = Scene::new().mesh(Mesh::new(&positions, triangles));
        scene.render(64, 64, &front()).image.pixel(32, 32).unwrap()
    };
    let (front, back) = (middle(&triangles), middle(&turned));
    assert!(front[0] > back[0] + 15, "{front:?} {back:?}");
}

#[test]
fn vertex_colors_are_interpolated_in_perspective() {
    // Seen at a slant, the middle of the edge is not in the middle of the picture; the colour must follow the place.
    let positions = [
        Point::new(-1.0, 0.0, -3.0),
        Point::new(1.0, 0.0, 3.0),
        Point::new(-1.0, -4.0, -3.0),
        Point::new(1.0, -4.0, 3.0),
    ];
    let triangles = [[0, 2, 1], [1, 2, 3]];
    let colors = [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]];
    let scene = Scene::new().mesh(Mesh::new(&positions, &triangles).colors(&colors));
    let camera = Camera::looking_at(Point::new(0.0, 0.0, 8.0), Point::origin());
    let (width, height) = (401, 401);
    let image = scene.render(width, height, &camera).image;
    let focal = f64::from(height) / 2.0 / (camera.vertical_angle / 2.0).tan();
    let column = |x: f64, z: f64| (f64::from(width) / 2.0 + focal * x / (8.0 - z)) as u32;
    let lit = |x: f64, z: f64| f64::from(image.pixel(column(x, z), 210).unwrap()[1]);
    let at = |t: f64| lit(-1.0 + 2.0 * t, -3.0 + 6.0 * t);
    // Half of white in linear light is 73.5 % of it in sRGB.
    let ratio = at(0.5) / at(0.02);
    assert!((ratio - 0.735).abs() < 0.06, "{ratio}");
}

#[test]
fn broken_meshes_are_drawn_as_far_as_possible_and_counted() {
    let (mut positions, mut triangles) = square(1.0, 0.0);
    positions.push(Point::new(f64::NAN, 0.0, 0.0));
    positions.push(Point::new(0.0, f64::INFINITY, 0.0));
    positions.push(Point::new(1e200, 0.0, 0.0));
    triangles.extend([[0, 1, 4], [0, 1, 5], [0, 6, 2], [0, 1, 99], [u32::MAX, 0, 1], [2, 2, 2]]);
    let bad_line = vec![Point::origin(), Point::new(f64::NAN, 0.0, 0.0), Point::new(0.0, 1.0, 0.5)];
    let colors = [[f32::NAN, 2.0, -1.0]];
    let scene = Scene::new()
        .mesh(Mesh::new(&positions, &triangles).colors(&colors).wireframe(Wireframe::Faint))
        .mesh(Mesh::new(&[], &[]))
        .mesh(Mesh::new(&[], &[[0, 0, 0]]))
        .lines([bad_line, vec![]], LineStyle::new(RED, f32::NAN));
    for size in [(0, 0), (0, 9), (9, 0), (1, 1), (33, 70)] {
        let camera = Camera::automatic(&scene.all_points(), 1.0);
        let rendering = scene.render(size.0, size.1, &camera);
        assert_eq!(rendering.image.pixels.len(), (size.0 * size.1) as usize);
        assert_eq!(rendering.skipped, Skipped { missing_vertex: 3, not_finite: 3, line_vertices: 1 });
    }
}

#[test]
fn odd_cameras_do_not_panic() {
    let (positions, triangles) = wavy(6);
    let scene =
        Scene::new().mesh(Mesh::new(&positions, &triangles)).lines([positions.clone()], LineStyle::new(RED, 3.0));
    let inside = Camera::looking_at(Point::new(0.5, 0.05, 0.5), Point::new(0.5, 0.0, 0.5));
    let odd = [
        Camera { near: 0.0, ..inside },
        Camera { near: f64::NAN, ..inside },
        Camera { vertical_angle: 0.0, ..inside },
        Camera { vertical_angle: 9.0, ..inside },
        Camera { vertical_angle: f64::NAN, ..inside },
        Camera { eye: Point::new(f64::NAN, 0.0, 0.0), ..inside },
        Camera { back: Vector::zeros(), ..inside },
        Camera { back: Vector::repeat(f64::NAN), ..inside },
        Camera { eye: positions[3], near: 1e-300, ..inside },
        Camera::looking_at(Point::origin(), Point::origin()),
        Camera::framing(&positions, Vector::y(), 1.0),
        Camera::framing(&positions, -Vector::y(), f64::INFINITY),
    ];
    for camera in odd {
        assert_eq!(scene.render(60, 40, &camera).image.pixels.len(), 2400, "{camera:?}");
    }
}

#[test]
fn an_edge_is_smooth() {
    let (positions, triangles) = square(0.4, 0.0);
    let tilted: Vec<Point> = positions.iter().map(|p| Point::new(p.x + 0.13 * p.y, p.y - 0.13 * p.x, 0.0)).collect();
    let image = Scene::new().backdrop(WHITE).mesh(Mesh::new(&tilted, &triangles)).render(120, 120, &front()).image;
    let inside = image.pixel(60, 60).unwrap()[0];
    let between = image.pixels.iter().filter(|p| p[0] > inside + 12 && p[0] < 243).count();
    assert!(between > 60, "{between} pixels between cloth and background");
}
