//! The draped discs: seen from the side and from above.

use anyhow::{Context, Result};
use dynamics::laboratory::cusick::Drape;
use geometry::Vector;
use picture::{Camera, Image, Mesh, Scene};
use rayon::prelude::*;

/// Size of each view, in pixels.
const VIEW: (u32, u32) = (480, 400);
/// From the side, and from above; the latter is not quite straight down, which has no up.
const VIEWS: [[f64; 3]; 2] = [[0.25, 0.55, 0.8], [0.0, 1.0, 1e-3]];

/// The file: a column a fabric.
pub(crate) fn png(drapes: &[(&'static str, Drape)]) -> Result<Vec<u8>> {
    let aspect = f64::from(VIEW.0) / f64::from(VIEW.1);
    let render = |(direction, drape): &([f64; 3], &Drape)| {
        let camera = Camera::framing(&drape.positions, Vector::from(*direction), aspect);
        let scene = Scene::new().mesh(Mesh::new(&drape.positions, &drape.triangles));
        scene.render(VIEW.0, VIEW.1, &camera).image
    };
    let views: Vec<_> = VIEWS.iter().flat_map(|view| drapes.iter().map(|(_, drape)| (*view, drape))).collect();
    let views: Vec<Image> = views.par_iter().map(render).collect();
    let label = |(name, drape): &(&str, Drape)| format!("{name}: {:.0} %, {} folds", drape.coefficient, drape.folds);
    let labels: Vec<String> = drapes.iter().map(label).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    Image::sheet(&views, drapes.len(), &labels).write_png().context("cannot encode the picture")
}
