//! What the commands on scenes share: the scene with its `--set`, and pictures of frames.

use crate::common::{Common, complain};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use driver::{Override, Scene, Simulation};
use geometry::Point;
use geometry::shapes::Shape;
use picture::{BODY, Backdrop, CLOTH, Camera, Image, Mesh, SERIES_COLORS, Srgb, Wireframe, suitable_direction};
use std::path::PathBuf;

/// A scene and its changes.
#[derive(Clone, Debug, Args)]
pub struct SceneInput {
    /// The scene: a TOML file (`selvedge check --keys` lists its keys)
    #[arg(value_name = "SCENE")]
    pub scene: PathBuf,

    /// Replace a key of the scene, as in `simulation.fps=30` or `garment.flag.material.density=0.2`; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_override)]
    pub set: Vec<Override>,
}

/// A key and its value on both sides of `=`.
pub fn parse_override(text: &str) -> Result<Override> {
    let (key, value) = text.split_once('=').ok_or_else(|| anyhow!("{text:?} has no `=`; write it as key=value"))?;
    Ok(Override { key: key.trim().to_owned(), value: value.trim().to_owned() })
}

impl SceneInput {
    /// Reads the scene, with further changes after those of `--set`.
    pub fn read(&self, more: Vec<Override>) -> Result<Scene> {
        let changes: Vec<Override> = self.set.iter().cloned().chain(more).collect();
        Ok(Scene::read(&self.scene, &changes)?)
    }

    /// The name of the scene's file without its extension.
    pub fn stem(&self) -> String {
        self.scene.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Says aloud, once, what the scene asks for and is not done.
pub fn say_notes(simulation: &Simulation, common: &Common) {
    if !common.quiet {
        for note in simulation.notes() {
            complain(&format!("note: {note}"));
        }
    }
}

/// Size of each view, in pixels.
const VIEW: u32 = 480;
/// Views side by side.
const COLUMNS: usize = 4;
/// Views of a contact sheet.
const SHOTS: u32 = 8;
/// What is behind: nothing, so that nothing looks like a floor, sRGB.
const BACKDROP: Srgb = [0.93, 0.94, 0.95];

/// The frames that a contact sheet shows: evenly spaced, the first and the last among them.
pub fn shots([first, last]: [u32; 2]) -> Vec<u32> {
    let count = (last - first).min(SHOTS - 1);
    let frame = |shot: u32| first + (f64::from(shot) * f64::from(last - first) / f64::from(count)).round() as u32;
    if count == 0 { vec![first] } else { (0..=count).map(frame).collect() }
}

/// A frame and the vertices of its garments.
pub type Shot = (u32, Vec<Vec<Point>>);

/// A contact sheet of frames, all seen by one camera that sees the whole motion.
pub fn contact_sheet(simulation: &mut Simulation, frames: &[Shot]) -> Result<Vec<u8>> {
    let bodies: Vec<Option<Vec<Point>>> =
        frames.iter().map(|(frame, _)| simulation.body_positions(*frame)).collect::<Result<_, _>>()?;
    let solids: Vec<Vec<Shape>> =
        frames.iter().map(|(frame, _)| simulation.collider_outlines(*frame)).collect::<Result<_, _>>()?;
    let cloth_points = frames.iter().flat_map(|(_, garments)| garments.iter().flatten());
    let all: Vec<Point> = cloth_points.chain(bodies.iter().flatten().flatten()).copied().collect();
    let camera = Camera::framing(&all, suitable_direction(&all), 1.0);
    let body_triangles = simulation.body_triangles().unwrap_or_default();
    let triangles: Vec<Vec<[u32; 3]>> = simulation.garments().iter().map(triangles_of).collect();
    let draw = |(((_, garments), body), solids): ((&Shot, &Option<Vec<Point>>), &Vec<Shape>)| {
        let mut scene = picture::Scene::new().backdrop(Backdrop::Plain(BACKDROP));
        for Shape { positions, triangles } in solids {
            scene = scene.mesh(Mesh::new(positions, triangles).base(BODY));
        }
        if let Some(body) = body {
            scene = scene.mesh(Mesh::new(body, &body_triangles).base(BODY));
        }
        for (index, (positions, triangles)) in garments.iter().zip(&triangles).enumerate() {
            scene = scene.mesh(Mesh::new(positions, triangles).base(color(index)).wireframe(Wireframe::Faint));
        }
        scene.render(VIEW, VIEW, &camera).image
    };
    let images: Vec<Image> = frames.iter().zip(&bodies).zip(&solids).map(draw).collect();
    let fps = simulation.scene().specs.simulation.fps;
    let label = |(frame, _): &Shot| format!("frame {frame}, {:.2} s", f64::from(*frame) / fps);
    let labels: Vec<String> = frames.iter().map(label).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    Image::sheet(&images, COLUMNS, &labels).write_png().context("cannot encode the picture")
}

/// A garment's triangles, its meshes counted one after the other.
fn triangles_of(garment: &driver::garment::Garment) -> Vec<[u32; 3]> {
    let mut first = 0;
    let mut triangles = Vec::with_capacity(garment.triangle_count());
    for panel in &garment.panels {
        triangles.extend(panel.triangles.iter().map(|triangle| triangle.map(|vertex| vertex + first)));
        first += panel.piece.positions.len() as u32;
    }
    triangles
}

fn color(garment: usize) -> Srgb {
    if garment == 0 { CLOTH } else { SERIES_COLORS[garment % SERIES_COLORS.len()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_are_evenly_spaced_and_include_both_ends() {
        assert_eq!(shots([5, 5]), [5]);
        assert_eq!(shots([0, 3]), [0, 1, 2, 3]);
        assert_eq!(shots([10, 24]), [10, 12, 14, 16, 18, 20, 22, 24]);
    }
}
