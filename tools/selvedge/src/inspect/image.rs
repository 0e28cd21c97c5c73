//! The analysis as a picture: the whole, and beside it the longest contour from near if it is small.

use super::motion::Motion;
use super::report::polyline;
use super::summary::count;
use super::{Findings, palette};
use anyhow::{Context, Result};
use geometry::bvh::Bounds;
use geometry::{Point, Vector};
use picture::{Camera, Image, LineStyle, Mesh, Plot, Scene, Srgb, Wireframe};

/// Size of each of the two views, in pixels.
const VIEW: (u32, u32) = (960, 960);
/// Height of the plot over time, in pixels.
const PLOT: u32 = 280;
/// Height of the line of text below, in pixels.
const FOOT: u32 = 48;
/// Height of its letters, in pixels.
const LETTERS: f32 = 20.0;
/// Width of contours, in pixels.
const CONTOUR: f32 = 3.0;
/// The near view shows this many times the contour's extent.
const MARGIN: f64 = 1.6;
/// A near view that shows more than this share of the whole shows nothing new.
const LARGE: f64 = 0.6;

/// The file.
pub(crate) fn png(findings: &Findings) -> Result<Vec<u8>> {
    let assembly = &findings.assembly;
    let colors = palette::of_vertices(assembly, &findings.analysis);
    let triangles: Vec<[u32; 3]> = assembly.mesh().faces().iter().map(|face| face.map(|v| v.0)).collect();
    let mesh = Mesh::new(assembly.positions(), &triangles).colors(&colors).wireframe(Wireframe::Faint);
    let scene = with_contours(findings, Scene::new().mesh(mesh));

    let aspect = f64::from(VIEW.0) / f64::from(VIEW.1);
    let whole = Camera::automatic(assembly.positions(), aspect);
    let mut views = vec![scene.render(VIEW.0, VIEW.1, &whole).image];
    if let Some(corners) = around_longest(findings) {
        let toward_eye: Vector = whole.back;
        let near = Camera::framing(&corners, toward_eye, aspect);
        views.push(scene.render(VIEW.0, VIEW.1, &near).image);
    }
    page(findings, &views).write_png().context("cannot encode the picture")
}

/// Intersecting pairs over time.
fn plot(motion: &Motion, width: u32) -> Image {
    let points = motion.profile.samples.iter().map(|sample| [sample.time, sample.pairs as f64]).collect();
    let title = format!("{}, shown at {:.3} s", motion.animation, motion.time);
    Plot::new(&title, "seconds", "intersecting pairs").series("pairs", points).render(width, PLOT)
}

fn with_contours<'a>(findings: &Findings, mut scene: Scene<'a>) -> Scene<'a> {
    for (kind, _) in palette::KINDS {
        let of_kind = findings.analysis.paths().iter().filter(|path| path.kind() == kind);
        let lines: Vec<Vec<Point>> = of_kind.map(|path| polyline(findings, path)).collect();
        scene = scene.lines(lines, LineStyle::new(palette::of_contour(kind), CONTOUR));
    }
    scene
}

/// The corners of a box around the path with the most crossings, with some room; none if the whole is hardly larger.
fn around_longest(findings: &Findings) -> Option<Vec<Point>> {
    let longest = findings.analysis.paths().iter().max_by_key(|path| path.steps.len())?;
    let bounds = Bounds::around(&polyline(findings, longest));
    let half = bounds.extents().amax().max(f64::MIN_POSITIVE) * MARGIN / 2.0;
    let whole = Bounds::around(findings.assembly.positions()).extents().amax();
    if 2.0 * half > whole * LARGE {
        return None;
    }
    let center = bounds.center();
    let corner = |i: u32| {
        let side = |bit: u32| if i >> bit & 1 == 0 { -half } else { half };
        center + Vector::new(side(0), side(1), side(2))
    };
    Some((0..8).map(corner).collect())
}

/// The views side by side, a plot over time if there is one, and a line of text.
fn page(findings: &Findings, views: &[Image]) -> Image {
    const PAPER: [u8; 4] = [250, 250, 248, 255];
    const INK: Srgb = [0.15, 0.15, 0.17];
    let width = VIEW.0 * views.len() as u32;
    let plot = findings.motion.as_ref().map(|motion| plot(motion, width));
    let top = VIEW.1 + plot.as_ref().map_or(0, |plot| plot.height);
    let mut page = Image::new(width, top + FOOT, PAPER);
    if let Some(plot) = &plot {
        page.blit(plot, 0, i64::from(VIEW.1));
    }
    for (index, view) in views.iter().enumerate() {
        page.blit(view, i64::from(VIEW.0) * index as i64, 0);
    }
    let analysis = &findings.analysis;
    let verdict = if analysis.is_clean() {
        "clean".to_owned()
    } else {
        format!("{}, {}", count(analysis.crossings().len(), "crossing"), count(analysis.paths().len(), "path"))
    };
    let baseline = top as f32 + (FOOT as f32 - LETTERS) / 2.0;
    let mut x = 16.0;
    page.text(x, baseline, LETTERS, INK, &verdict);
    x += picture::text_width(LETTERS, &verdict) + 3.0 * LETTERS;
    for (kind, name) in palette::KINDS {
        if analysis.paths().iter().any(|path| path.kind() == kind) {
            page.text(x, baseline, LETTERS, palette::of_contour(kind), name);
            x += picture::text_width(LETTERS, name) + 1.5 * LETTERS;
        }
    }
    page
}
