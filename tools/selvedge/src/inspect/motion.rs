//! A character in motion: how much it passes through itself over time, and its pose at the moment to be analysed.

use super::Arguments;
use super::input::{Input, InputPiece};
use crate::character;
use crate::progress::Progress;
use anyhow::{Result, bail};
use body::{Body, ClipProfile, Pose, Sampling};
use cloth_io::Piece;
use geometry::Assembly;
use std::path::Path;

/// How a character pinches itself over time.
pub(crate) struct Motion {
    pub animation: String,
    /// Seconds.
    pub duration: f64,
    /// The moment that is analysed, in seconds.
    pub time: f64,
    pub profile: ClipProfile,
    /// The names of the parts that pass through each other at the worst moment, and how many pairs of faces do.
    pub parts: Vec<([String; 2], usize)>,
}

/// Reads the character and poses it at its worst moment, or at the one asked for.
pub(crate) fn read(arguments: &Arguments, progress: &Progress) -> Result<(Input, Assembly, Motion)> {
    let [file] = arguments.inputs.as_slice() else {
        bail!("--animation and --time are about one character; name one file");
    };
    progress.step(format!("reading {}", file.display()));
    let body = character::open(file, None)?;
    let clip = character::animation(file, &body, arguments.animation.as_deref())?;
    progress.step("looking at every pose");
    let sampling = Sampling { per_second: arguments.fps, ..Sampling::default() };
    let Some(profile) = body.profile(&[clip], sampling)?.clips.pop() else {
        bail!("{}: animation {clip}: it has no moments", file.display());
    };
    let time = arguments.time.unwrap_or(profile.worst.time);
    let mut pose = Pose::default();
    body.pose(character::moment(clip, time), &mut pose)?;
    let assembly = body.assembly().moved(pose.positions());
    let info = &body.animations()[clip];
    let name = |part: usize| body.parts().all()[part].name.clone();
    let parts = profile.worst.parts.iter().map(|pair| (pair.parts.map(name), pair.pairs)).collect();
    let motion = Motion { animation: info.name.clone(), duration: info.duration, time, profile, parts };
    let numbers = numbers(&body);
    Ok((Input { pieces: pieces(&body, &pose, file), numbers: Some(numbers) }, assembly, motion))
}

fn pieces(body: &Body, pose: &Pose, file: &Path) -> Vec<InputPiece> {
    let input = |(index, piece): (usize, Piece)| {
        let triangles = body.piece_triangles(index).to_vec();
        InputPiece { file: file.to_owned(), polygons: (0..triangles.len() as u32).collect(), piece, triangles }
    };
    character::pieces(body, pose).into_iter().enumerate().map(input).collect()
}

/// The file's own number, counted through all pieces, of every running number of the body's assembly.
fn numbers(body: &Body) -> Vec<u32> {
    let mut firsts = vec![0u32];
    for piece in body.pieces() {
        firsts.push(firsts[firsts.len() - 1] + piece.vertices as u32);
    }
    let last = body.assembly().pieces().last().map_or(0, |piece| piece.running.end);
    let number = |running| {
        let (piece, vertex) = body.file_vertex(running);
        firsts[piece] + vertex
    };
    (0..last).map(number).collect()
}
