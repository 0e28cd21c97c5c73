//! Coverage and depth order, against counting and against rays.

use geometry::{Point, Vector};

use super::*;
use crate::camera::Camera;
use crate::project::{Seen, View, project};
use crate::random::Random;
use crate::scene::{Mesh, Skipped};
use crate::surface::Surface;

const WIDTH: u32 = 150;
const HEIGHT: u32 = 110;

struct Drawn {
    surface: Surface,
    seen: Vec<Seen>,
    view: View,
    tiles: Vec<Tile<4>>,
}

fn draw(points: &[Point], triangles: &[[u32; 3]], camera: &Camera) -> Drawn {
    let surface = Surface::gather(&[Mesh::new(points, triangles)], &mut Skipped::default());
    let view = View::new(camera, WIDTH, HEIGHT);
    let seen: Vec<Seen> = surface.points.iter().map(|p| view.see(p)).collect();
    let projected = project(&surface, &seen, &view);
    let bins = Bins::sort(&projected, WIDTH as usize, HEIGHT as usize);
    let tiles = (0..bins.count()).map(|t| Tile::draw(t, &bins, &projected, &ROTATED_GRID)).collect();
    Drawn { surface, seen, view, tiles }
}

impl Drawn {
    /// Place, face in front and number of hits of every sample within the picture.
    fn samples(&self) -> impl Iterator<Item = ([f64; 2], u32, u32)> {
        self.tiles.iter().flat_map(|tile| {
            (0..TILE * TILE).flat_map(move |pixel| {
                (0..4).map(move |s| {
                    let corner = [tile.origin[0] + pixel % TILE, tile.origin[1] + pixel / TILE];
                    let place = [0, 1].map(|k| corner[k] as f64 + ROTATED_GRID[s][k] as f64 / f64::from(SUBPIXELS));
                    (place, tile.faces[pixel][s], tile.hits[pixel][s])
                })
            })
        })
    }

    /// Depth at which the ray through a place meets a face; nothing when it does not, or only in front of the near plane.
    fn depth(&self, face: usize, [x, y]: [f64; 2]) -> Option<f64> {
        let ray = self.view.ray(x, y);
        let direction = Vector::new(ray[0], ray[1], 1.0);
        let [a, b, c] = self.surface.faces[face].corners.map(|v| {
            let s = self.seen[v as usize];
            Vector::new(s.right, s.up, s.depth)
        });
        let normal = (b - a).cross(&(c - a));
        let depth = normal.dot(&a) / normal.dot(&direction);
        let hit = direction * depth;
        let inside = [(a, b), (b, c), (c, a)].iter().all(|(p, q)| (q - p).cross(&(hit - p)).dot(&normal) >= 0.0);
        (inside && depth >= self.view.camera.near).then_some(depth)
    }

    /// The nearest face at a place, by trying all.
    fn nearest(&self, place: [f64; 2]) -> Option<(usize, f64)> {
        let hits = (0..self.surface.faces.len()).filter_map(|face| Some((face, self.depth(face, place)?)));
        hits.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// A sphere of 8·4^levels triangles, its vertices moved in and out at random.
fn rough_ball(levels: u32, roughness: f64, random: &mut Random) -> (Vec<Point>, Vec<[u32; 3]>) {
    let axes = [Vector::x(), -Vector::x(), Vector::y(), -Vector::y(), Vector::z(), -Vector::z()];
    let mut points: Vec<Point> = axes.iter().map(|&axis| Point::from(axis)).collect();
    let mut faces = vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    for _ in 0..levels {
        let mut middles = std::collections::BTreeMap::new();
        let mut finer = Vec::new();
        for [a, b, c] in faces {
            let mut middle = |p: u32, q: u32| {
                *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
                    let sum = points[p as usize].coords + points[q as usize].coords;
                    points.push(Point::from(sum.normalize()));
                    points.len() as u32 - 1
                })
            };
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            finer.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
        }
        faces = finer;
    }
    let moved = points.iter().map(|p| p * (1.0 + roughness * random.signed())).collect();
    (moved, faces)
}

#[test]
fn a_flat_mesh_covers_every_sample_exactly_once() {
    let mut random = Random::new(11);
    for _ in 0..40 {
        let cells = 12;
        let points: Vec<Point> = (0..=cells * cells + 2 * cells)
            .map(|i| [i % (cells + 1), i / (cells + 1)].map(|v| f64::from(v) / f64::from(cells)))
            .map(|[x, y]| {
                let inner = x > 0.0 && x < 1.0 && y > 0.0 && y < 1.0;
                let jitter = if inner { 0.25 / f64::from(cells) } else { 0.0 };
                Point::new(x + jitter * random.signed(), y + jitter * random.signed(), 0.0)
            })
            .collect();
        let mut triangles = Vec::new();
        for i in (0..cells * (cells + 1)).filter(|i| i % (cells + 1) < cells) {
            let (a, b, c, d) = (i, i + 1, i + cells + 2, i + cells + 1);
            // Both diagonals and both orientations: the rule must not depend on either.
            triangles.push(if random.unit() < 0.5 { [a, b, c] } else { [b, a, c] });
            triangles.push([a, c, d]);
        }
        let direction = Vector::new(random.signed() * 0.6, random.signed() * 0.6, 1.0);
        let drawn = draw(&points, &triangles, &Camera::framing(&points, direction, 1.3));
        let outline: Vec<[f64; 2]> = [0, cells, cells * (cells + 2), cells * (cells + 1)]
            .map(|v| drawn.view.pixel(drawn.seen[v as usize]))
            .to_vec();
        let mut inside = 0;
        for (place, _, hits) in drawn.samples() {
            assert!(hits <= 1, "drawn {hits} times at {place:?}");
            if distance_inside(&outline, place) > 0.05 {
                assert_eq!(hits, 1, "a crack at {place:?}");
                inside += 1;
            }
        }
        assert!(inside > 4000);
    }
}

/// A jittered grid of `cells`² cells over 0..=1 in x and z.
fn floor(cells: u32, random: &mut Random) -> (Vec<Point>, Vec<[u32; 3]>) {
    let row = cells + 1;
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..row * row {
        let [x, z] = [i % row, i / row].map(|v| (f64::from(v) + 0.25 * random.signed()) / f64::from(cells));
        points.push(Point::new(x, 0.0, z));
        if i % row < cells && i / row < cells {
            triangles.extend([[i, i + 1, i + row + 1], [i, i + row + 1, i + row]]);
        }
    }
    (points, triangles)
}

#[test]
fn clipping_leaves_no_cracks() {
    let mut random = Random::new(31);
    for round in 0..30 {
        let (unit, triangles) = floor(9, &mut random);
        let points: Vec<Point> =
            unit.iter().map(|p| Point::from((p.coords - Vector::new(0.5, 0.0, 0.5)) * 200.0)).collect();
        let eye = Point::new(random.signed(), 0.02 + random.unit(), random.signed());
        let mut camera =
            Camera::looking_at(eye, eye + Vector::new(random.signed(), -0.2 * random.unit(), random.signed()));
        // A near plane at the nose sends vertices far beyond the picture, so that the guard planes cut too.
        camera.near = if round % 2 == 0 { 1e-7 } else { 0.01 };
        let drawn = draw(&points, &triangles, &camera);
        let mut covered = 0;
        for (place, _, hits) in drawn.samples() {
            let ray = drawn.view.ray(place[0], place[1]);
            let down = -(drawn.view.up.y * ray[1] + drawn.view.right.y * ray[0] - camera.back.y);
            let distance = eye.y / down;
            assert!(hits <= 1, "drawn {hits} times at {place:?}");
            if distance > 0.1 && distance < 50.0 {
                assert_eq!(hits, 1, "a crack at {place:?}");
                covered += 1;
            }
        }
        assert!(covered > 1000);
    }
}

/// Signed distance from the nearest side of a convex polygon, positive inside.
fn distance_inside(polygon: &[[f64; 2]], p: [f64; 2]) -> f64 {
    let distances = (0..polygon.len()).map(|i| {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        let d = [b[0] - a[0], b[1] - a[1]];
        (d[1] * (p[0] - a[0]) - d[0] * (p[1] - a[1])) / d[0].hypot(d[1])
    });
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn a_closed_mesh_has_no_cracks_from_anywhere() {
    let mut random = Random::new(5);
    for round in 0..60 {
        let (points, triangles) = rough_ball(1 + round % 4, 0.15, &mut random);
        let camera = Camera::framing(&points, random.vector(), 1.2 + random.unit());
        let drawn = draw(&points, &triangles, &camera);
        let mut covered = 0;
        for (place, face, hits) in drawn.samples() {
            // As many surfaces face the eye as turn away from it, wherever the mesh is closed.
            assert_eq!(hits % 2, 0, "a crack or a double edge at {place:?}");
            assert_eq!(face == NOTHING, hits == 0);
            covered += u32::from(hits > 0);
        }
        assert!(covered > 4000, "the ball is in the picture");
    }
}

#[test]
fn the_nearest_face_is_the_one_a_ray_meets_first() {
    let mut random = Random::new(23);
    for round in 0..12 {
        let count = 40;
        let size = if round % 2 == 0 { 0.5 } else { 2.0 };
        let mut points = Vec::new();
        for _ in 0..count {
            let center = random.vector();
            points.extend((0..3).map(|_| Point::from(center + random.vector() * size)));
        }
        let triangles: Vec<[u32; 3]> = (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        // Every third camera stands among the triangles: some are cut by the near plane, some are behind.
        let camera = if round % 3 == 0 {
            let mut inside = Camera::looking_at(Point::from(random.vector() * 0.3), Point::from(random.vector()));
            inside.vertical_angle = 1.2;
            inside
        } else {
            Camera::framing(&points, random.vector(), 1.3)
        };
        let drawn = draw(&points, &triangles, &camera);
        let (mut compared, mut close) = (0, 0);
        for (place, face, _) in drawn.samples().filter(|s| s.0[0] < f64::from(WIDTH) && s.0[1] < f64::from(HEIGHT)) {
            compared += 1;
            let expected = drawn.nearest(place).map_or(NOTHING, |(face, _)| face as u32);
            if face != expected {
                assert!(is_close_call(&drawn, place, face), "face {face}, but the ray meets {expected} at {place:?}");
                close += 1;
            }
        }
        assert!(close * 50 < compared, "{close} close calls of {compared}");
    }
}

/// Vertices are snapped to the grid, so a face is also right when it is the nearest a grid step away.
fn is_close_call(drawn: &Drawn, [x, y]: [f64; 2], face: u32) -> bool {
    let step = 1.0 / f64::from(SUBPIXELS);
    (-2..=2)
        .flat_map(|i| (-2..=2).map(move |j| [f64::from(i), f64::from(j)]))
        .any(|[i, j]| drawn.nearest([x + i * step, y + j * step]).map_or(NOTHING, |(face, _)| face as u32) == face)
}
