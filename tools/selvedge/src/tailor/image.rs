//! Body and garment from four sides.

use anyhow::{Context, Result};
use geometry::Vector;
use picture::{BODY, Camera, Image, Mesh, Scene, Wireframe};
use tailor::{Form, Garment};

/// Size of each view, in pixels.
const VIEW: (u32, u32) = (640, 900);
/// The views: what they are called, and the direction from the subject to the eye.
const VIEWS: [(&str, [f64; 3]); 4] = [
    ("front", [0.0, 0.12, 1.0]),
    ("three-quarter", [0.7, 0.2, 0.75]),
    ("left side", [1.0, 0.08, 0.0]),
    ("back", [0.0, 0.12, -1.0]),
];

/// The file.
pub(crate) fn png(form: &Form, garment: &Garment) -> Result<Vec<u8>> {
    let scene = Scene::new()
        .mesh(Mesh::new(&form.positions, &form.triangles).base(BODY))
        .mesh(Mesh::new(&garment.positions, &garment.triangles).wireframe(Wireframe::Faint));
    let aspect = f64::from(VIEW.0) / f64::from(VIEW.1);
    let render = |(_, direction): &(&str, [f64; 3])| {
        let camera = Camera::framing(&garment.positions, Vector::from(*direction), aspect);
        scene.render(VIEW.0, VIEW.1, &camera).image
    };
    let views: Vec<Image> = VIEWS.iter().map(render).collect();
    let labels: Vec<&str> = VIEWS.iter().map(|(name, _)| *name).collect();
    Image::sheet(&views, VIEWS.len(), &labels).write_png().context("cannot encode the picture")
}
