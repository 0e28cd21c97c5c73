//! `selvedge tailor`: a garment for any character, cut from its own surface.
//!
//! 1. `form`: file → form (surface at rest, joints, influences).
//! 2. The tailor makes and verifies the garment.
//! 3. `report`: what it is like, as JSON and for a person; `image`: body and garment from four sides.

mod form;
mod image;
mod report;

use crate::common::{Common, Ending, print};
use crate::outputs::Outputs;
use crate::progress::Progress;
use anyhow::{Context, Result};
use clap::Args;
use cloth_io::{Group, GroupKind, Piece, Polygons};
use form::Character;
use report::Report;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tailor::{Cover, Garment, Order, Skirt};

/// Make a garment for a character, cut from its own surface
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Arguments {
    /// The character: .glb or .gltf
    #[arg(value_name = "CHARACTER")]
    character: PathBuf,

    /// Joints whose surface is covered: patterns with * and ?, separated by commas; `:0.5` covers half the way to the
    /// next joint, `!` takes joints out
    #[arg(long, value_name = "JOINTS")]
    cover: String,

    /// Distance from the body, in metres [default: 0.9 % of the character's height]
    #[arg(long, value_name = "M")]
    ease: Option<f64>,

    /// Length of the triangles' edges, in metres [default: 0.9 % of the character's height]
    #[arg(long, value_name = "M")]
    edge: Option<f64>,

    /// Make a skirt of this length, in metres, that hangs from the upper loop of the covered region
    #[arg(long, value_name = "M")]
    length: Option<f64>,

    /// How much wider the skirt becomes: metres outwards for every metre down [default: 0.3]
    #[arg(long, value_name = "RATIO", requires = "length")]
    flare: Option<f64>,

    /// Nodes whose meshes are the body: patterns [default: the skinned ones, or all where none is skinned]
    #[arg(long, value_name = "PATTERNS")]
    node: Option<String>,

    /// The garment: .obj, .ply or .glb
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Draw body and garment from four sides
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

const EXAMPLE: &str = "\
Example, for a character whose joints are named as Mixamo does:
  selvedge tailor character.glb --cover \"*Spine*,*Shoulder,*Arm,*ForeArm:0.5\" -o shirt.obj --png shirt.png
  selvedge tailor character.glb --cover \"*Hips,*UpLeg,*Leg:0.8\" -o trousers.obj
  selvedge tailor character.glb --cover \"*Hips\" --length 0.5 --flare 0.4 -o skirt.obj

The faces along every boundary are a group (waist, neck, hem, cuff_left, ...) that can be pinned.
Exit codes: 0 clean, 1 written but it passes through the body or itself, 2 error.";

/// The flare of a skirt when none is given, in metres outwards for every metre down.
const USUAL_FLARE: f64 = 0.3;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Ending> {
    let common = &arguments.common;
    common.start_threads()?;
    let mut outputs =
        Outputs::plan(std::slice::from_ref(&arguments.character), &arguments.output_files(), common.overwrite)?;
    let progress = Progress::new(3, common.quiet);
    let start = Instant::now();
    progress.step("reading");
    let character = form::read(&arguments.character, arguments.node.as_deref())?;
    progress.step("making");
    let order = arguments.order(&character)?;
    let shown = arguments.character.display();
    let garment = tailor::make(&character.form, &order).with_context(|| format!("{shown}"))?;
    let report = Report::new(&character, &order, &garment, start.elapsed().as_secs_f64());
    progress.step("writing");
    outputs.add(&arguments.output, encode(&garment, &arguments.output)?);
    let json = serde_json::to_string(&report).context("cannot write the report")? + "\n";
    if let Some(path) = common.json.as_deref().filter(|_| !common.json_to_stdout()) {
        outputs.add(path, json.clone().into_bytes());
    }
    if let Some(path) = &arguments.png {
        outputs.add(path, image::png(&character.form, &garment)?);
    }
    outputs.write()?;
    drop(progress);
    common.say(&report.text());
    if common.json_to_stdout() {
        print(&json);
    }
    Ok(if garment.measure.crossings.is_clean() { Ending::Clean } else { Ending::NotClean })
}

impl Arguments {
    fn output_files(&self) -> Vec<&Path> {
        let json = self.common.json.as_deref().filter(|_| !self.common.json_to_stdout());
        [self.output.as_path()].into_iter().chain(json).chain(self.png.as_deref()).collect()
    }

    fn order(&self, character: &Character) -> Result<Order> {
        let cover: Cover = self.cover.parse()?;
        let usual = Order::new(&character.form, cover);
        let skirt = self.length.map(|length| Skirt { length, flare: self.flare.unwrap_or(USUAL_FLARE) });
        Ok(Order { ease: self.ease.unwrap_or(usual.ease), edge: self.edge.unwrap_or(usual.edge), skirt, ..usual })
    }
}

/// The garment as a file.
fn encode(garment: &Garment, path: &Path) -> Result<Vec<u8>> {
    let mut polygons = Polygons::default();
    let mut groups = Vec::new();
    // Group by group, so that a file names each once.
    for group in &garment.groups {
        let first = polygons.len() as u32;
        for &face in &group.faces {
            polygons.push(&garment.triangles[face as usize]);
        }
        let members = (first..polygons.len() as u32).collect();
        groups.push(Group { name: group.name.clone(), kind: GroupKind::Group, polygons: members });
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let piece = Piece { name, positions: garment.positions.clone(), polygons, groups, ..Piece::default() };
    Ok(cloth_io::encode_new(&[piece], path)?)
}
