//! The body of a scene: which meshes it is, and where they are at a step.

use crate::clock::Clock;
use crate::scene::specs::{NameOrNumber, Specs, WrapSpec};
use crate::scene::{BodySpec, Scene, SceneError};
use body::{Body, BodyError, Patterns, PieceInfo, Playback, Pose, Wrap};
use geometry::{Point, SurfaceMotion};
use std::collections::BTreeSet;
use std::path::Path;

/// A character that plays its animation.
#[derive(Clone, Debug)]
pub struct Figure {
    body: Body,
    playback: Playback,
    pose: Pose,
    motion: SurfaceMotion,
}

impl Figure {
    /// Opens the body of a scene, if it has one.
    pub fn open(scene: &Scene, clock: &Clock) -> Result<Option<Self>, SceneError> {
        let Some(spec) = &scene.specs.body else { return Ok(None) };
        let wrong = |key: &str, error: &BodyError| {
            let text = format!("{}: {error}", scene.path(&spec.file).display());
            let (fault, remedy) = text.rsplit_once("; ").unwrap_or((&text, "name another"));
            scene.error(scene.problem(&format!("body.{key}"), fault, remedy))
        };
        let body = open(&scene.folder, &scene.specs, spec).map_err(|error| {
            let key = if matches!(error, BodyError::Nothing { .. }) { "collide" } else { "file" };
            wrong(key, &error)
        })?;
        let clip = clip(spec, &body).map_err(|error| wrong("animation", &error))?;
        let playback = Playback { clip, start: clock.start(), wrap: wrap(spec), lead_in: clock.lead_in() };
        Ok(Some(Self { body, playback, pose: Pose::default(), motion: SurfaceMotion::default() }))
    }

    /// The body itself.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Where its vertices are, so many seconds from the first frame.
    pub fn positions(&mut self, since_first: f64) -> Result<&[Point], BodyError> {
        self.body.pose(self.playback.at(since_first), &mut self.pose)?;
        Ok(self.pose.positions())
    }

    /// Its motion between two times, in seconds from the first frame.
    pub fn motion(&mut self, from: f64, to: f64) -> Result<&SurfaceMotion, BodyError> {
        let (from, to) = (self.playback.at(from), self.playback.at(to));
        self.body.motion(from, to, &mut self.pose, &mut self.motion)?;
        Ok(&self.motion)
    }
}

/// What happens beyond the end of its clip.
pub(crate) fn wrap(spec: &BodySpec) -> Wrap {
    match spec.wrap {
        WrapSpec::Clamp => Wrap::Clamp,
        WrapSpec::Loop => Wrap::Loop,
    }
}

/// The clip that plays, if there is one.
pub(crate) fn clip(spec: &BodySpec, body: &Body) -> Result<Option<usize>, BodyError> {
    match &spec.animation {
        Some(NameOrNumber::Name(name)) => body.animation(name).map(Some),
        Some(NameOrNumber::Number(number)) => body.animation(&number.to_string()).map(Some),
        None => Ok((!body.animations().is_empty()).then_some(0)),
    }
}

/// The body without the garments that are nodes of the same file.
pub(crate) fn open(folder: &Path, specs: &Specs, spec: &BodySpec) -> Result<Body, BodyError> {
    let path = folder.join(&spec.file);
    let garments: BTreeSet<&str> = specs.garment.iter().filter_map(|garment| garment.node.as_deref()).collect();
    let is_garment = |piece: &PieceInfo| garments.contains(piece.name.as_str());
    if let Some(patterns) = &spec.collide {
        let patterns = Patterns::new(&patterns.join(","));
        return Body::open_where(&path, |piece| !is_garment(piece) && piece.matches(&patterns));
    }
    match Body::open_where(&path, |piece| piece.skinned && !is_garment(piece)) {
        // Nothing is skinned: a figure moved by its nodes alone.
        Err(BodyError::Nothing { .. }) => Body::open_where(&path, |piece| !is_garment(piece)),
        other => other,
    }
}
