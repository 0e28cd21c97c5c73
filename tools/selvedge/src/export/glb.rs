//! The character and its garments in one animated file.

use crate::character::Frames;
use crate::colors;
use crate::garment_file;
use crate::progress::Progress;
use anyhow::{Context, Result};
use body::Wrap;
use cloth_io::{Clip, GltfDocument, MovingPiece, Wearer};
use driver::garment::Garment;
use driver::run::{Character, Record};

/// The file.
pub(crate) fn encode(record: &Record, frames: Frames, progress: Option<&Progress>) -> Result<Vec<u8>> {
    let garments = record.garments()?;
    let mut moving = moving(record, &garments);
    for frame in frames.all() {
        if let Some(progress) = progress {
            progress.step(format!("frame {frame}"));
        }
        let all = garments.iter().zip(record.positions(frame)?);
        let lists = all.flat_map(|(garment, positions)| garment_file::by_panel(garment, &positions));
        for (piece, positions) in moving.iter_mut().zip(lists) {
            piece.frames.push(positions);
        }
    }
    let start = record.time(frames.first);
    let times: Vec<f64> = frames.all().map(|frame| record.time(frame) - start).collect();
    let character = record.character()?;
    let document = character.as_ref().map(read).transpose()?;
    let wearer =
        document.as_ref().zip(character.as_ref()).map(|(document, character)| wearer(document, character, start));
    let name = || character.as_ref().map_or_else(|| "garments".to_owned(), |one| one.path.display().to_string());
    cloth_io::write_animated_glb(wearer.as_ref(), &moving, &times).with_context(name)
}

/// Every mesh of every garment, still without frames.
fn moving<'g>(record: &Record, garments: &'g [Garment]) -> Vec<MovingPiece<'g>> {
    let mut pieces = Vec::new();
    for (index, garment) in garments.iter().enumerate() {
        let node = record.specs().garment.get(index).and_then(|spec| spec.node.clone());
        for panel in &garment.panels {
            let name = match garment.panels.len() {
                1 => garment.name.clone(),
                _ => format!("{} {}", garment.name, panel.piece.name),
            };
            let color = colors::linear(colors::of_garment(index));
            pieces.push(MovingPiece { name, piece: &panel.piece, frames: Vec::new(), color, node: node.clone() });
        }
    }
    pieces
}

fn read(character: &Character) -> Result<GltfDocument> {
    GltfDocument::read(&character.path).with_context(|| character.path.display().to_string())
}

fn wearer<'d>(document: &'d GltfDocument, character: &Character, start: f64) -> Wearer<'d> {
    let clip = character.clip.map(|animation| Clip {
        animation,
        start,
        duration: character.body.animations().get(animation).map_or(0.0, |clip| clip.duration),
        repeats: character.wrap == Wrap::Loop,
    });
    Wearer { document, clip }
}
