//! Meshes that pass through each other, analysed: how many paths there are, and their colours.

use super::experiments::Color;
use anyhow::{Context, Result};
use geometry::bvh::{BoxTree, Hierarchy};
use geometry::shapes::Shape;
use geometry::{Assembly, FaceId, Part, Point};
use gia::{Analyser, Analysis, Coloring};
use picture::{BODY, CLOTH, Camera, LineStyle, Mesh, Scene, Srgb, Wireframe};

/// Width and height of the picture, in pixels.
const SIZE: u32 = 320;
/// Width of paths in it, in pixels, and their colour, sRGB.
const PATH: (f32, Srgb) = (3.0, [0.85, 0.1, 0.1]);

/// What was found in words, whether it is what should be, and a picture.
pub(super) struct Found {
    pub told: String,
    pub holds: bool,
    pub picture: Vec<u8>,
}

/// Analyses the meshes of a tangle.
pub(super) fn look(name: &str, paths: usize, color: Color) -> Result<Found> {
    let found = make_fixtures::tangles::tangles().into_iter().find(|tangle| tangle.name == name);
    let meshes = found.with_context(|| format!("the tangle {name} is not known"))?.pieces;
    let parts: Vec<Part> =
        meshes.iter().map(|shape| Part { positions: &shape.positions, triangles: &shape.triangles }).collect();
    let assembly = Assembly::new(&parts)?;
    let tree =
        BoxTree::build(assembly.mesh().faces().len(), |face| assembly.face_bounds(FaceId(face), assembly.positions()));
    let analysis = Analyser::default().analyse(assembly.mesh(), assembly.positions(), &tree);
    let is_so = |path: usize| match analysis.coloring(path) {
        Coloring::BlackWhite { .. } => color == Color::BlackWhite,
        Coloring::Red(_) => color == Color::Red,
        Coloring::Half(..) | Coloring::None => false,
    };
    let right = (0..analysis.paths().len()).filter(|path| is_so(*path)).count();
    let word = if color == Color::Red { "red" } else { "black and white" };
    let told =
        format!("{} crossings, {} paths, {right} of them {word}", analysis.crossings().len(), analysis.paths().len());
    let holds = analysis.paths().len() == paths && right == paths;
    Ok(Found { told, holds, picture: draw(&meshes, &assembly, &analysis)? })
}

/// The meshes with their paths.
fn draw(meshes: &[Shape], assembly: &Assembly, analysis: &Analysis) -> Result<Vec<u8>> {
    let mut scene = Scene::new();
    for (shape, color) in meshes.iter().zip([CLOTH, BODY].into_iter().cycle()) {
        scene = scene.mesh(Mesh::new(&shape.positions, &shape.triangles).base(color).wireframe(Wireframe::Faint));
    }
    let line = |path| analysis.polyline(assembly.mesh(), assembly.positions(), path);
    let lines: Vec<Vec<Point>> = analysis.paths().iter().map(line).collect();
    scene = scene.lines(lines, LineStyle::new(PATH.1, PATH.0));
    let camera = Camera::automatic(assembly.positions(), 1.0);
    scene.render(SIZE, SIZE, &camera).image.write_small_png().context("cannot encode the picture")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_told_and_drawn() {
        let found = look("bent-arm", 1, Color::Red).expect("it is known");
        assert!(found.holds && found.told.contains("1 of them red") && !found.picture.is_empty(), "{}", found.told);
        assert!(!look("two-separate", 1, Color::BlackWhite).expect("it is known").holds, "there are two");
        assert!(look("nothing", 1, Color::Red).is_err());
    }
}
