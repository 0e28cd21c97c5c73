//! A body: a character's moving surface.

use std::path::Path;

use geometry::predicates::{LARGEST, SMALLEST};
use geometry::{Assembly, Point, SurfaceMotion, VertexId};
use gltf_file::GltfFile;

use crate::error::{BodyError, Note};
use crate::import::{self, Model};
use crate::morph;
use crate::parts::{Parts, Skeleton};
use crate::pattern::Patterns;
use crate::pose::{Pose, When, ease};
use crate::skinning;
use crate::surface::{self, Surface};

/// A character: one mesh, and its positions at any time.
#[derive(Clone, Debug)]
pub struct Body {
    model: Model,
    surface: Surface,
    skeleton: Skeleton,
    parts: Parts,
    clips: Vec<ClipInfo>,
    notes: Vec<Note>,
}

/// An animation of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipInfo {
    /// Its name; "animation 3" if the file gives none.
    pub name: String,
    /// The time of its last key, in seconds.
    pub duration: f64,
}

/// A mesh of the file, as one node shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// The name of the node.
    pub name: String,
    /// The name of the mesh.
    pub mesh: String,
    /// Whether a skin moves it; else its node does.
    pub skinned: bool,
    /// How many vertices it has in the file; 0 while pieces are being selected.
    pub vertices: usize,
    /// How many triangles it has in the file; 0 while pieces are being selected.
    pub triangles: usize,
}

impl PieceInfo {
    /// Whether a pattern matches the node's name or the mesh's.
    pub fn matches(&self, patterns: &Patterns) -> bool {
        patterns.matches(&self.name) || patterns.matches(&self.mesh)
    }
}

impl Body {
    /// Reads a `.glb` or `.gltf` file with everything that its scene shows.
    pub fn open(path: &Path) -> Result<Self, BodyError> {
        Self::open_where(path, |_| true)
    }

    /// Reads the pieces of a file that are selected. The others are no part of the body at all.
    pub fn open_where(path: &Path, wanted: impl Fn(&PieceInfo) -> bool) -> Result<Self, BodyError> {
        Self::read(&GltfFile::open(path)?, wanted)
    }

    /// Makes a body of a file that is open already.
    pub fn read(file: &GltfFile, wanted: impl Fn(&PieceInfo) -> bool) -> Result<Self, BodyError> {
        let model = import::read(file, &wanted)?;
        let mut notes = model.notes.clone();
        let mut pose = Pose::default();
        place_vertices(&model, When::Bind, &mut pose)?;
        let surface = surface::build(&model, &pose.unwelded, &mut notes)?;
        let skeleton = Skeleton::new(&model.rig, &pose.worlds);
        let parts = Parts::new(&model, &surface, &skeleton);
        let clips =
            model.clips.iter().map(|clip| ClipInfo { name: clip.name.clone(), duration: clip.duration }).collect();
        Ok(Self { model, surface, skeleton, parts, clips, notes })
    }

    /// The mesh, welded in the bind pose, with the way back to the pieces. Where faces had to be detached, their doubled
    /// vertices have running numbers too, after the piece's own: see [`Body::file_vertex`].
    pub fn assembly(&self) -> &Assembly {
        &self.surface.assembly
    }

    /// The animations, in the file's order.
    pub fn animations(&self) -> &[ClipInfo] {
        &self.clips
    }

    /// The number of an animation, given by its name or, if none has that name, by its number.
    pub fn animation(&self, wanted: &str) -> Result<usize, BodyError> {
        let by_name = self.clips.iter().position(|clip| clip.name == wanted);
        let by_number = || wanted.trim().parse().ok().filter(|number| *number < self.clips.len());
        by_name.or_else(by_number).ok_or_else(|| self.no_animation(wanted))
    }

    fn no_animation(&self, wanted: &str) -> BodyError {
        let available = self.clips.iter().map(|clip| clip.name.clone()).collect();
        BodyError::NoSuchAnimation { wanted: wanted.to_owned(), available }
    }

    /// The pieces, in the order of the file's nodes.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = &PieceInfo> {
        self.model.pieces.iter().map(|piece| &piece.info)
    }

    /// What was odd about the file.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The joints that move the body.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// The parts and components of the surface.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The joints that move a vertex of the mesh, and how much: ascending, with weights that sum to one.
    pub fn influences(&self, vertex: VertexId) -> &[(u32, f32)] {
        self.parts.influences(vertex)
    }

    /// How many edges of the file's meshes have more than two faces.
    pub fn crowded_edges(&self) -> usize {
        self.surface.crowded_edges
    }

    /// The piece and its vertex, in the file's numbering, that a running number of the assembly stands for.
    pub fn file_vertex(&self, running: u32) -> (usize, u32) {
        let vertex = self.surface.file_of[running as usize] as usize;
        let piece = self.model.pieces.partition_point(|piece| piece.vertices.end <= vertex);
        (piece, (vertex - self.model.pieces[piece].vertices.start) as u32)
    }

    /// Poses the body. A `pose` that has been used with this body before is filled without allocating.
    pub fn pose(&self, when: When, pose: &mut Pose) -> Result<(), BodyError> {
        self.check(when)?;
        place_vertices(&self.model, when, pose)?;
        let Pose { unwelded, positions, .. } = pose;
        positions.clear();
        positions.extend(self.surface.source.iter().map(|vertex| unwelded[*vertex as usize].map(flush)));
        Ok(())
    }

    /// Where a piece's vertices are in a pose of this body, in the file's order.
    pub fn piece_positions<'p>(&self, piece: usize, pose: &'p Pose) -> &'p [Point] {
        let vertices = self.model.pieces.get(piece).map_or(0..0, |piece| piece.vertices.clone());
        pose.unwelded.get(vertices).unwrap_or_default()
    }

    /// A piece's triangles, in the file's order and numbering.
    pub fn piece_triangles(&self, piece: usize) -> &[[u32; 3]] {
        self.model.pieces.get(piece).map_or(&[], |piece| &piece.triangles)
    }

    /// Where a joint is in a pose of this body.
    pub fn joint_position(&self, joint: usize, pose: &Pose) -> Option<Point> {
        let node = self.skeleton.node(joint)?;
        pose.worlds.get(node).map(|world| Point::from(world.shift))
    }

    /// Fills a motion with the positions at two moments. `pose` is memory, and ends up as the body at `to`.
    pub fn motion(&self, from: When, to: When, pose: &mut Pose, motion: &mut SurfaceMotion) -> Result<(), BodyError> {
        self.pose(from, pose)?;
        motion.positions_t0.clear();
        motion.positions_t0.extend_from_slice(&pose.positions);
        self.pose(to, pose)?;
        motion.positions_t1.clear();
        motion.positions_t1.extend_from_slice(&pose.positions);
        Ok(())
    }

    fn check(&self, when: When) -> Result<(), BodyError> {
        match when {
            When::Clip { clip, .. } | When::LeadIn { clip, .. } if clip >= self.clips.len() => {
                Err(self.no_animation(&clip.to_string()))
            }
            _ => Ok(()),
        }
    }
}

/// Everything up to the file's own vertices. The clip exists.
fn place_vertices(model: &Model, when: When, pose: &mut Pose) -> Result<(), BodyError> {
    set_locals(model, when, pose);
    model.rig.worlds(&pose.locals, &mut pose.worlds);
    model.rig.palette(&pose.worlds, &mut pose.palette);
    let stored = if model.targets.is_empty() {
        &model.stored
    } else {
        morph::morph(&model.stored, &model.targets, &pose.weights, &mut pose.morphed);
        &pose.morphed
    };
    pose.unwelded.resize(model.stored.len(), Point::origin());
    skinning::skin(stored, &model.influences, &pose.palette, &mut pose.unwelded);
    match pose.unwelded.iter().position(|p| !is_sane(p)) {
        None => Ok(()),
        Some(vertex) => Err(not_finite(model, vertex)),
    }
}

/// Whether exact geometry can work with a position; what is no number is not.
fn is_sane(position: &Point) -> bool {
    position.x.abs().max(position.y.abs()).max(position.z.abs()) <= LARGEST
        && (position.x + position.y + position.z).is_finite()
}

/// Coordinates too small to compute with exactly count as zero, as they do in an assembly.
fn flush(x: f64) -> f64 {
    if x.abs() < SMALLEST { 0.0 } else { x }
}

/// Local transforms and morph weights at a moment.
fn set_locals(model: &Model, when: When, pose: &mut Pose) {
    model.rig.rest(&mut pose.locals);
    pose.weights.clear();
    pose.weights.extend_from_slice(&model.weights);
    match when {
        When::Bind => {}
        When::Clip { clip, time, wrap } => {
            let clip = &model.clips[clip];
            clip.apply(wrap.within(time, clip.duration), &mut pose.locals, &mut pose.weights);
        }
        When::LeadIn { clip, time, share } => {
            let clip = &model.clips[clip];
            clip.apply(crate::clip::Wrap::Clamp.within(time, clip.duration), &mut pose.locals, &mut pose.weights);
            blend_from_rest(model, ease(share), pose);
        }
    }
}

/// Takes every node back towards the bind pose.
fn blend_from_rest(model: &Model, share: f64, pose: &mut Pose) {
    for (node, local) in model.rig.nodes.iter().zip(&mut pose.locals) {
        if let crate::rig::Local::Trs(rest) = &node.local {
            *local = rest.blend(local, share);
        }
    }
    for (rest, weight) in model.weights.iter().zip(&mut pose.weights) {
        *weight = rest + (*weight - rest) * share;
    }
}

#[cold]
fn not_finite(model: &Model, vertex: usize) -> BodyError {
    let piece = model.pieces.partition_point(|piece| piece.vertices.end <= vertex);
    let (name, start) =
        model.pieces.get(piece).map_or_else(Default::default, |p| (p.info.name.clone(), p.vertices.start));
    BodyError::NotFinite { piece: name, vertex: vertex - start }
}
