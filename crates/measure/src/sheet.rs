//! A contact sheet of a film: the whole figure, and three close-ups of where it is pinched most.
//!
//! The third row is cut away in front of the pinch, as figure 2b of BWK03 is; the fourth shows the cloth alone, with
//! what passes through itself in red. The camera follows the body's own vertices there.

use crate::film::{Film, Frame};
use crate::pinch::Probe;
use crate::rows::Measured;
use crate::solids::{self, Solid};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{FaceId, Point, Vector};
use gia::Analyser;
use picture::{BODY, Backdrop, CLOTH, Camera, Image, LineStyle, Mesh, PngError, SERIES_COLORS, Scene, Srgb, Wireframe};

/// Half of what a close-up shows, in metres.
const CLOSE: f64 = 0.16;
/// A solid as large as this is a ground or a wall, in metres.
const LARGE: f64 = 4.0;
/// A view of all of the cloth shows this many times its extent.
const MARGIN: f64 = 1.1;
/// Faces this near to each other are one place, in metres.
const PLACE: f64 = 0.08;
/// Frames before the first pinch and after the last that are still shown.
const BEFORE: usize = 6;
const AFTER: usize = 24;
/// Nothing looks like a floor, sRGB.
const BACKDROP: Srgb = [0.93, 0.94, 0.95];

/// What a picture shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View {
    Whole,
    Close,
    Cut,
    Cloth,
}

/// How much is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Six frames, four views each: to be studied.
    Sheet,
    /// Four frames, two small views each: to lie beside a scene.
    Strip,
}

impl Style {
    /// Frames side by side.
    fn columns(self) -> usize {
        if self == Self::Sheet { 6 } else { 4 }
    }

    /// Width and height of each view, in pixels.
    fn size(self) -> u32 {
        if self == Self::Sheet { 400 } else { 180 }
    }

    fn views(self) -> &'static [View] {
        if self == Self::Sheet {
            &[View::Whole, View::Close, View::Cut, View::Cloth]
        } else {
            &[View::Whole, View::Cloth]
        }
    }
}

/// The sheet as a PNG file. There must be a frame.
pub fn png(film: &Film, measured: &Measured, style: Style) -> Result<Vec<u8>, PngError> {
    let focus = Focus::new(film, measured);
    let moments = moments(measured, style.columns());
    let (mut images, mut labels) = (Vec::new(), Vec::new());
    for &view in style.views() {
        for &index in &moments {
            images.push(draw(film, &film.frames[index], &focus, view, style.size()));
            let row = &measured.rows[index];
            labels.push(match view {
                View::Whole => format!("frame {}, {:.2} s", row.frame, f64::from(row.frame) / film.fps),
                View::Close => format!("body {} pairs", row.body_pairs),
                View::Cut => format!("{} pinched", row.pinched),
                View::Cloth => format!("{} crossings", row.crossings),
            });
        }
    }
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let image = Image::sheet(&images, moments.len(), &labels);
    if style == Style::Strip { image.write_small_png() } else { image.write_png() }
}

/// Evenly spaced frames around all pinches, or of the whole film.
fn moments(measured: &Measured, columns: usize) -> Vec<usize> {
    let rows = &measured.rows;
    let pinched = |i: &usize| rows[*i].body_pairs > 0;
    let last = rows.len() - 1;
    let first = (0..=last).find(pinched).map_or(0, |i| i.saturating_sub(BEFORE));
    let end = (0..=last).rfind(pinched).map_or(last, |i| (i + AFTER).min(last));
    let step = (end - first) as f64 / (columns - 1) as f64;
    let mut moments: Vec<usize> = (0..columns).map(|i| first + (step * i as f64).round() as usize).collect();
    moments.dedup();
    moments
}

/// Where close-ups look.
struct Focus {
    /// Vertices of the body around the pinch; the cloth's own middle where there is none.
    vertices: Vec<usize>,
    /// From there to the eye.
    direction: Vector,
    /// Half of what is seen, in m.
    reach: f64,
    /// Vertices of the body that the whole is to show: not those of grounds and walls, which reach far beyond it.
    framed: Vec<usize>,
}

impl Focus {
    fn new(film: &Film, measured: &Measured) -> Self {
        // Without a figure all of the cloth is small enough to be seen, and what solids stand on is no pinch.
        if !film.solids.iter().any(|solid| solid.name == solids::BODY) {
            return Self::whole(film);
        }
        let worst = (0..measured.rows.len()).max_by_key(|i| measured.rows[*i].body_pairs).unwrap_or(0);
        let frame = &film.frames[worst];
        let probe = Probe::new(&film.body, &frame.body);
        let region: Vec<usize> = probe.region().iter().map(|f| film.body.face(*f)[0].index()).collect();
        let near = |a: usize| region.iter().filter(|b| (frame.body[a] - frame.body[**b]).norm() < PLACE).count();
        let Some(&middle) = region.iter().max_by_key(|v| near(**v)) else { return Self::whole(film) };
        let around = region.iter().copied().filter(|v| (frame.body[*v] - frame.body[middle]).norm() < PLACE);
        let center = Bounds::around(&frame.body).center();
        let out = frame.body[middle] - center;
        // From outside, from the front and slightly from above: limbs hide the least of the pinch from there.
        let direction = Vector::new(out.x, 0.0, out.z).normalize() + Vector::new(0.0, 0.3, 0.6);
        Self { vertices: around.collect(), direction, reach: CLOSE, framed: framed(film) }
    }

    /// All of the cloth, as it is at the first frame.
    fn whole(film: &Film) -> Self {
        let size = film.frames.first().map_or(0.0, |frame| Bounds::around(&frame.cloth).extents().norm());
        let reach = (MARGIN * size / 2.0).max(CLOSE);
        Self { vertices: Vec::new(), direction: Vector::new(0.3, 0.2, 1.0), reach, framed: framed(film) }
    }

    fn target(&self, frame: &Frame) -> Point {
        if self.vertices.is_empty() {
            return Bounds::around(&frame.cloth).center();
        }
        let sum: Vector = self.vertices.iter().map(|v| frame.body[*v].coords).sum();
        Point::from(sum / self.vertices.len() as f64)
    }

    fn camera(&self, frame: &Frame, view: View) -> Camera {
        if view == View::Whole {
            let all: Vec<Point> =
                self.framed.iter().map(|v| frame.body[*v]).chain(frame.cloth.iter().copied()).collect();
            return Camera::framing(&all, self.direction, 1.0);
        }
        let target = self.target(frame);
        let distance = self.reach / (picture::VERTICAL_ANGLE / 2.0).tan();
        let mut camera = Camera::looking_at(target + self.direction.normalize() * distance, target);
        if view == View::Cut {
            camera.near = distance;
        }
        camera
    }
}

/// The vertices of solids that are not much larger than a figure.
fn framed(film: &Film) -> Vec<usize> {
    let Some(first) = film.frames.first() else { return Vec::new() };
    let is_small = |solid: &&Solid| Bounds::around(&first.body[solid.vertices.clone()]).extents().norm() < LARGE;
    film.solids.iter().filter(is_small).flat_map(|solid| solid.vertices.clone()).collect()
}

fn draw(film: &Film, frame: &Frame, focus: &Focus, view: View, size: u32) -> Image {
    let body: Vec<[u32; 3]> = film.body.faces().iter().map(|face| face.map(|v| v.0)).collect();
    let garments: Vec<Vec<[u32; 3]>> = (0..film.cloth.garments()).map(|g| film.cloth.triangles(g)).collect();
    let mut scene = Scene::new().backdrop(Backdrop::Plain(BACKDROP));
    if view != View::Cloth {
        scene = scene.mesh(Mesh::new(&frame.body, &body).base(BODY));
    }
    let lines = if view == View::Whole { Wireframe::Hidden } else { Wireframe::Faint };
    for (garment, triangles) in garments.iter().enumerate() {
        let color = if garment == 0 { CLOTH } else { SERIES_COLORS[garment % SERIES_COLORS.len()] };
        scene = scene.mesh(Mesh::new(&frame.cloth, triangles).base(color).wireframe(lines));
    }
    if view == View::Cloth {
        scene = scene.lines(contours(film, frame), LineStyle::new([0.85, 0.1, 0.1], 2.0));
    }
    scene.render(size, size, &focus.camera(frame, view)).image
}

/// Where the cloth passes through itself.
fn contours(film: &Film, frame: &Frame) -> Vec<Vec<Point>> {
    let mesh = &film.cloth.mesh;
    let bounds = |face: u32| Bounds::around(mesh.face(FaceId(face)).map(|v| &frame.cloth[v.index()]));
    let tree = BoxTree::build(mesh.faces().len(), bounds);
    let analysis = Analyser::default().analyse(mesh, &frame.cloth, &tree);
    analysis.paths().iter().map(|path| analysis.polyline(mesh, &frame.cloth, path)).collect()
}
