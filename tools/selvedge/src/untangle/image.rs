//! Before and after: the whole, and the place of the longest contour from near.

use super::input::Job;
use super::output::{Written, analyse};
use crate::inspect::palette;
use anyhow::{Context, Result};
use geometry::bvh::Bounds;
use geometry::{Assembly, Point, Vector};
use gia::Analysis;
use picture::{Camera, Image, LineStyle, Mesh, Scene, Wireframe};

/// Size of each view, in pixels.
const VIEW: u32 = 800;
/// Width of contours, in pixels.
const CONTOUR: f32 = 3.0;
/// The near view shows this many times the contour's extent.
const MARGIN: f64 = 2.2;
/// A near view that shows more than this share of the whole shows nothing new.
const LARGE: f64 = 0.7;

/// The file.
pub(super) fn png(job: &Job, written: &Written) -> Result<Vec<u8>> {
    let before = analyse(&job.assembly);
    let whole = Camera::automatic(job.assembly.positions(), 1.0);
    let mut cameras = vec![whole];
    if let Some(corners) = around_longest(&job.assembly, &before) {
        cameras.push(Camera::framing(&corners, whole.back, 1.0));
    }
    let mut views = Vec::new();
    for camera in &cameras {
        views.push(view(&job.assembly, &before, camera));
        views.push(view(&written.assembly, &written.analysis, camera));
    }
    let labels = ["before", "after", "before", "after"];
    Image::sheet(&views, 2, &labels[..views.len()]).write_png().context("cannot encode the picture")
}

fn view(assembly: &Assembly, analysis: &Analysis, camera: &Camera) -> Image {
    let colors = palette::of_vertices(assembly, analysis);
    let triangles: Vec<[u32; 3]> = assembly.mesh().faces().iter().map(|face| face.map(|v| v.0)).collect();
    let mesh = Mesh::new(assembly.positions(), &triangles).colors(&colors).wireframe(Wireframe::Faint);
    let mut scene = Scene::new().mesh(mesh);
    for (kind, _) in palette::KINDS {
        let of_kind = analysis.paths().iter().filter(|path| path.kind() == kind);
        let line = |path| analysis.polyline(assembly.mesh(), assembly.positions(), path);
        let lines: Vec<Vec<Point>> = of_kind.map(line).collect();
        scene = scene.lines(lines, LineStyle::new(palette::of_contour(kind), CONTOUR));
    }
    scene.render(VIEW, VIEW, camera).image
}

/// The corners of a box around the path with the most crossings, with some room; none if the whole is hardly larger.
fn around_longest(assembly: &Assembly, analysis: &Analysis) -> Option<Vec<Point>> {
    let longest = analysis.paths().iter().max_by_key(|path| path.steps.len())?;
    let bounds = Bounds::around(&analysis.polyline(assembly.mesh(), assembly.positions(), longest));
    let half = bounds.extents().amax().max(f64::MIN_POSITIVE) * MARGIN / 2.0;
    let whole = Bounds::around(assembly.positions()).extents().amax();
    if 2.0 * half > whole * LARGE {
        return None;
    }
    let corner = |i: u32| {
        let side = |bit: u32| if i >> bit & 1 == 0 { -half } else { half };
        bounds.center() + Vector::new(side(0), side(1), side(2))
    };
    Some((0..8).map(corner).collect())
}
