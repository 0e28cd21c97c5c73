//! Draws a few shapes made by formula into a directory, to look at, and prints how long a large one takes.
//!
//! `cargo run --release -p selvedge-picture --example gallery -- DIRECTORY`

use std::f64::consts::{PI, TAU};
use std::path::{Path, PathBuf};
use std::time::Instant;

use geometry::{Point, Vector};
use picture::{BODY, Camera, Image, LineStyle, Mesh, Plot, Scene, Srgb, Wireframe};

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 720;
const ASPECT: f64 = WIDTH as f64 / HEIGHT as f64;
const RED: Srgb = [0.84, 0.07, 0.07];

/// One result type for everything that can fail here.
type Outcome = Result<(), Box<dyn std::error::Error>>;

/// A surface over a grid of parameters in 0..=1.
struct Grid {
    positions: Vec<Point>,
    triangles: Vec<[u32; 3]>,
}

impl Grid {
    fn new(columns: u32, rows: u32, at: impl Fn(f64, f64) -> Point) -> Self {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for row in 0..=rows {
            for column in 0..=columns {
                positions.push(at(f64::from(column) / f64::from(columns), f64::from(row) / f64::from(rows)));
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let a = row * (columns + 1) + column;
                let c = a + columns + 1;
                triangles.extend([[a, a + 1, c + 1], [a, c + 1, c]]);
            }
        }
        Self { positions, triangles }
    }

    fn mesh(&self) -> Mesh<'_> {
        Mesh::new(&self.positions, &self.triangles)
    }
}

fn wave(u: f64, v: f64) -> Point {
    let (x, z) = (u * 1.6 - 0.8, 0.6 - v * 1.2);
    let folds = (x * 9.0 + (z * 3.0).sin()).sin() * 0.05 * (1.2 - v);
    Point::new(x, 0.25 + folds + (x * 2.0).cos() * (z * 2.5).sin() * 0.09, z)
}

fn sphere(center: Point, radius: f64, steps: u32) -> Grid {
    Grid::new(steps * 2, steps, |u, v| {
        let (a, b) = (u * TAU, (v - 0.5) * PI);
        center + Vector::new(a.sin() * b.cos(), b.sin(), a.cos() * b.cos()) * radius
    })
}

/// A bent, wrinkled tube: a sleeve around an elbow.
fn sleeve(u: f64, v: f64) -> Point {
    let bend = 1.45 * ((v - 0.5) * 6.0).tanh() * 0.5 + 0.7;
    let (mut x, mut y) = (0.0, 0.0);
    let steps = 64;
    for i in 0..steps {
        let s = v * (f64::from(i) + 0.5) / f64::from(steps);
        let angle = 1.45 * ((s - 0.5) * 6.0).tanh() * 0.5 + 0.7;
        x += angle.cos() * v / f64::from(steps);
        y += angle.sin() * v / f64::from(steps);
    }
    let around = u * TAU;
    let pinch = (-(v - 0.5_f64).powi(2) * 40.0).exp();
    let wrinkle =
        0.012 * (1.0 + 2.0 * pinch) * (v * 52.0 + (around * 2.0).sin() * 1.5).sin() * (0.6 + 0.4 * around.cos());
    let radius = 0.13 + 0.03 * (1.0 - v) + wrinkle;
    let normal = Vector::new(-bend.sin(), bend.cos(), 0.0);
    Point::new(x, y, 0.0) + (normal * around.cos() + Vector::z() * around.sin()) * radius
}

fn save(directory: &Path, name: &str, image: &Image) -> Outcome {
    let path: PathBuf = directory.join(name);
    std::fs::write(&path, image.write_png()?)?;
    println!("{}", path.display());
    Ok(())
}

fn wavy_sheet() -> Image {
    let grid = Grid::new(100, 100, wave);
    let scene = Scene::new().mesh(grid.mesh().wireframe(Wireframe::Faint));
    scene.render(WIDTH, HEIGHT, &Camera::automatic(&grid.positions, ASPECT)).image
}

/// A sphere through a sheet: the regions that cross are black and white, their contour is red.
fn crossing() -> Image {
    let (center, radius) = (Point::new(0.0, 0.32, 0.0), 0.3);
    let sheet = Grid::new(60, 60, |u, v| Point::new(u * 1.4 - 0.7, 0.25 + 0.04 * (u * 9.0).sin(), 0.6 - v * 1.2));
    let ball = sphere(center, radius, 40);
    let colors: Vec<Srgb> =
        sheet.positions.iter().map(|p| if (p - center).norm() < radius { [0.0; 3] } else { picture::CLOTH }).collect();
    let height = |x: f64| 0.25 + 0.04 * ((x + 0.7) / 1.4 * 9.0).sin();
    let ball_colors: Vec<Srgb> =
        ball.positions.iter().map(|p| if p.y < height(p.x) { [0.97; 3] } else { BODY }).collect();
    let contour: Vec<Point> = (0..=180)
        .map(|i| {
            let angle = f64::from(i) * TAU / 180.0;
            let mut reach = radius;
            for _ in 0..60 {
                let lift = height(reach * angle.cos()) - center.y;
                reach = 0.5 * reach + 0.5 * (radius * radius - lift * lift).max(0.0).sqrt();
            }
            Point::new(reach * angle.cos(), height(reach * angle.cos()), reach * angle.sin())
        })
        .collect();
    let markers = [contour[0], contour[45], contour[90]];
    let scene = Scene::new()
        .mesh(sheet.mesh().colors(&colors).wireframe(Wireframe::Faint))
        .mesh(ball.mesh().colors(&ball_colors).wireframe(Wireframe::Faint))
        .lines([contour], LineStyle::new(RED, 3.0))
        .points(markers, LineStyle::new([1.0, 0.8, 0.1], 11.0));
    let camera = Camera::automatic(&scene.all_points(), ASPECT);
    let mut image = scene.render(WIDTH, HEIGHT, &camera).image;
    image.text(24.0, 24.0, 14.0, [0.2, 0.2, 0.22], "1 path, closed: 180 crossings");
    image
}

/// The colours of an intersection analysis on one cloth: a black, a white and a red region, each with its contour.
fn regions() -> Image {
    let discs = [([0.22, 0.45], [0.0; 3]), ([0.52, 0.6], [1.0; 3]), ([0.78, 0.35], RED)];
    let (columns, rows) = (90, 70);
    let inside = |u: f64, v: f64, [x, y]: [f64; 2]| ((u - x) * 1.3).hypot(v - y) < 0.15;
    let grid = Grid::new(columns, rows, wave);
    let color = |i: u32| {
        let (u, v) =
            (f64::from(i % (columns + 1)) / f64::from(columns), f64::from(i / (columns + 1)) / f64::from(rows));
        discs.iter().find(|(center, _)| inside(u, v, *center)).map_or(picture::CLOTH, |disc| disc.1)
    };
    let colors: Vec<Srgb> = (0..grid.positions.len() as u32).map(color).collect();
    let contours = discs.map(|([x, y], _)| {
        let at = |i: i32| f64::from(i) * TAU / 90.0;
        (0..=90).map(|i| wave(x + at(i).cos() * 0.15 / 1.3, y + at(i).sin() * 0.15)).collect()
    });
    let scene = Scene::new()
        .mesh(grid.mesh().colors(&colors).wireframe(Wireframe::Faint))
        .lines(contours, LineStyle::new(RED, 3.0));
    scene.render(WIDTH, HEIGHT, &Camera::automatic(&grid.positions, ASPECT)).image
}

fn folded_sleeve(width: u32, height: u32, direction: Option<Vector>, wireframe: Wireframe) -> Image {
    let grid = Grid::new(96, 140, sleeve);
    let scene = Scene::new().mesh(grid.mesh().wireframe(wireframe));
    let aspect = f64::from(width) / f64::from(height);
    let camera = match direction {
        Some(direction) => Camera::framing(&grid.positions, direction, aspect),
        None => Camera::automatic(&grid.positions, aspect),
    };
    scene.render(width, height, &camera).image
}

fn pinch_profile() -> Image {
    let profile = |phase: f64, height: f64| -> Vec<[f64; 2]> {
        (0..=96)
            .map(|i| {
                let t = f64::from(i) / 24.0;
                [t, (height * (-(t - 1.8 - phase).powi(2) * 2.0).exp() * (1.0 + 0.1 * (t * 9.0).sin())).max(0.0)]
            })
            .collect()
    };
    Plot::new("Pinched particles, left elbow", "time (s)", "particles")
        .series("flypaper", profile(0.0, 340.0))
        .series("off", profile(0.3, 180.0))
        .render(960, 480)
}

fn cube() -> Grid {
    let corner = |i: u32| Point::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Grid {
        positions: (0..8).map(corner).collect(),
        triangles: sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect(),
    }
}

fn contact_sheet() -> Image {
    let small = |mesh: Mesh<'_>| {
        Scene::new().mesh(mesh).render(400, 300, &Camera::automatic(mesh.positions, 400.0 / 300.0)).image
    };
    let directions = [Vector::z(), Vector::x(), -Vector::z(), -Vector::y()];
    let mut images: Vec<Image> =
        directions.iter().map(|d| folded_sleeve(400, 300, Some(*d), Wireframe::Hidden)).collect();
    images.push(small(cube().mesh().wireframe(Wireframe::Faint)));
    let flag = Grid::new(50, 40, |u, v| Point::new(u * 1.5, v, 0.06 * (u * 8.0 + v).sin() * u));
    images.push(small(flag.mesh().base([0.75, 0.2, 0.2])));
    Image::sheet(&images, 3, &["front", "side", "back", "below", "creases kept: a box", "vertical cloth"])
}

/// 100,000 triangles at 1280×720 with shadows and four samples a pixel.
fn print_timings() {
    let grid = Grid::new(250, 200, wave);
    let camera = Camera::automatic(&grid.positions, ASPECT);
    for wireframe in [Wireframe::Hidden, Wireframe::Faint] {
        let scene = Scene::new().mesh(grid.mesh().wireframe(wireframe));
        for threads in [1, 2] {
            let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else { continue };
            let best = (0..9).map(|_| {
                let start = Instant::now();
                pool.install(|| scene.render(WIDTH, HEIGHT, &camera));
                start.elapsed().as_secs_f64() * 1e3
            });
            let best = best.fold(f64::INFINITY, f64::min);
            println!(
                "{} triangles, {WIDTH}×{HEIGHT}, wireframe {wireframe:?}, {threads} threads: {best:.1} ms",
                grid.triangles.len()
            );
        }
    }
}

fn main() -> Outcome {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("usage: gallery DIRECTORY")?);
    std::fs::create_dir_all(&directory)?;
    save(&directory, "wavy-sheet.png", &wavy_sheet())?;
    save(&directory, "crossing.png", &crossing())?;
    save(&directory, "regions.png", &regions())?;
    save(&directory, "sleeve.png", &folded_sleeve(WIDTH, HEIGHT, None, Wireframe::Faint))?;
    save(&directory, "plot.png", &pinch_profile())?;
    save(&directory, "sheet.png", &contact_sheet())?;
    print_timings();
    Ok(())
}
