//! What the commands on characters share: opening one, choosing its animation, and ranges of frames.

use anyhow::{Context, Result, anyhow, bail};
use body::{Body, Patterns, PieceInfo, Pose, When, Wrap};
use cloth_io::{Piece, Polygons};
use std::path::Path;
use std::str::FromStr;

/// Reads a character with the pieces whose node or mesh matches.
pub(crate) fn open(file: &Path, nodes: Option<&str>) -> Result<Body> {
    let patterns = nodes.map(Patterns::new);
    open_where(file, |piece| patterns.as_ref().is_none_or(|patterns| piece.matches(patterns)))
}

/// Reads a character with the pieces that are wanted.
pub(crate) fn open_where(file: &Path, wanted: impl Fn(&PieceInfo) -> bool) -> Result<Body> {
    let is_gltf = file.extension().is_some_and(|e| e.eq_ignore_ascii_case("glb") || e.eq_ignore_ascii_case("gltf"));
    if !is_gltf {
        bail!("{}: file name: it is no glTF file; name a character that ends in .glb or .gltf", file.display());
    }
    Body::open_where(file, wanted).with_context(|| file.display().to_string())
}

/// The number of an animation, by name or number; the first if none is named.
pub(crate) fn animation(file: &Path, body: &Body, wanted: Option<&str>) -> Result<usize> {
    match wanted {
        Some(wanted) => body.animation(wanted).with_context(|| file.display().to_string()),
        None if body.animations().is_empty() => {
            bail!("{}: animations: it has none; leave out --time and --frames to get its bind pose", file.display())
        }
        None => Ok(0),
    }
}

/// A time of a clip that holds its last pose beyond its end.
pub(crate) fn moment(clip: usize, time: f64) -> When {
    When::Clip { clip, time, wrap: Wrap::Clamp }
}

/// A body's pieces where they are in a pose, in the file's own order and numbering.
pub(crate) fn pieces(body: &Body, pose: &Pose) -> Vec<Piece> {
    let piece = |(index, info): (usize, &PieceInfo)| Piece {
        name: info.name.clone(),
        positions: body.piece_positions(index, pose).to_vec(),
        polygons: Polygons::of_triangles(body.piece_triangles(index)),
        ..Piece::default()
    };
    body.pieces().enumerate().map(piece).collect()
}

/// Frames from the first to the last, both included, as in `0..48`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frames {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl Frames {
    /// Each in turn.
    pub fn all(self) -> impl Iterator<Item = u32> {
        self.first..=self.last
    }

    /// How many there are.
    pub fn count(self) -> usize {
        (self.last - self.first) as usize + 1
    }
}

impl FromStr for Frames {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = || anyhow!("{text:?} is no range of frames; write it as 0..48, both included");
        let (first, last) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse().map_err(|_| wrong());
        let frames = Self { first: number(first)?, last: number(last)? };
        if frames.first > frames.last { Err(wrong()) } else { Ok(frames) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!("3..7".parse::<Frames>().ok(), Some(Frames { first: 3, last: 7 }));
        for bad in ["", "3", "7..3", "a..b", "-1..4", "1..2..3"] {
            assert!(bad.parse::<Frames>().is_err_and(|e| e.to_string().contains("0..48")), "{bad}");
        }
    }
}
