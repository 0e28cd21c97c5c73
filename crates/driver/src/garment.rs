//! Garments as a scene names them → meshes with groups of vertices and rest shapes.
//!
//! Vertices keep the order of the file throughout: a garment of several meshes counts them one after the other.

pub mod groups;
pub(crate) mod order;
mod pattern;
mod rest;
mod sheet;

use crate::scene::nearest::nearest;
use crate::scene::{GarmentSpec, RestSpec, Scene, SceneError, SceneProblem};
use body::{Body, Pose, When};
use cloth_io::{Document, Piece};
use geometry::{Part, Point};
use groups::Groups;
use std::path::{Path, PathBuf};

/// A garment before it is cloth.
#[derive(Clone, Debug)]
pub struct Garment {
    /// Its name.
    pub name: String,
    /// Its meshes.
    pub panels: Vec<Panel>,
    /// The file it came from, if it is a whole file.
    pub document: Option<Document>,
    /// The length of a unit of texture coordinates, where they are the rest shape, in m.
    pub uv_scale: Option<f64>,
    groups: Groups,
}

/// One mesh of a garment.
#[derive(Clone, Debug)]
pub struct Panel {
    /// As the file holds it.
    pub piece: Piece,
    /// Its triangles.
    pub triangles: Vec<[u32; 3]>,
    /// The same by corner: indices into the corners of the file's polygons.
    pub corners: Vec<[u32; 3]>,
    /// Where its vertices are without tension, if not where they start.
    pub rest: Option<Vec<Point>>,
}

impl Garment {
    /// Reads a garment of a scene.
    pub fn read(scene: &Scene, index: usize) -> Result<Self, SceneError> {
        let read = Self::load(scene, index).and_then(|garment| rest::read(scene, index, garment));
        read.map_err(|problem| scene.error(problem))
    }

    fn load(scene: &Scene, index: usize) -> Result<Self, SceneProblem> {
        let spec = &scene.specs.garment[index];
        let body = scene.specs.body.as_ref().map(|body| body.file.as_str());
        let mut garment = Self::open(&scene.folder, body, spec).map_err(|NoMesh { key, fault, remedy, .. }| {
            scene.problem(&format!("garment.{index}.{key}"), fault, remedy)
        })?;
        if spec.rest == RestSpec::Uv {
            let scale = pattern::scale(&garment, spec.uv_scale)
                .map_err(|(fault, remedy)| scene.problem(&format!("garment.{index}.rest"), fault, remedy))?;
            garment.uv_scale = Some(scale);
        }
        Ok(garment)
    }

    /// The meshes and groups that a scene in `folder` names; `body` is the file that nodes are of. Nothing of its pattern.
    pub(crate) fn open(folder: &Path, body: Option<&str>, spec: &GarmentSpec) -> Result<Self, NoMesh> {
        let (pieces, document, made) = match &spec.shape {
            Some(shape) => {
                let (piece, groups) = sheet::make(&spec.name, &shape.sheet);
                (vec![piece], None, Some(groups))
            }
            None => read_pieces(folder, body, spec).map(|(pieces, document)| (pieces, document, None))?,
        };
        let groups = made.unwrap_or_else(|| Groups::of(&pieces));
        let panels: Vec<Panel> = pieces.into_iter().map(Panel::new).collect();
        Ok(Self { name: spec.name.clone(), panels, document, uv_scale: None, groups })
    }

    /// How many vertices it has in the file.
    pub fn vertex_count(&self) -> usize {
        self.panels.iter().map(|panel| panel.piece.positions.len()).sum()
    }

    /// How many triangles.
    pub fn triangle_count(&self) -> usize {
        self.panels.iter().map(|panel| panel.triangles.len()).sum()
    }

    /// The vertices of a group, ascending.
    pub fn group(&self, name: &str) -> Option<&[u32]> {
        self.groups.get(name)
    }

    /// The vertices of a group that must be there; otherwise what is wrong, and what could have been meant.
    pub(crate) fn vertices_of(&self, group: &str) -> Result<Vec<u32>, (String, String)> {
        if let Some(vertices) = self.group(group) {
            return Ok(vertices.to_vec());
        }
        // Colours are groups too, but a list of all shades in a file helps nobody.
        let names: Vec<&str> = self.group_names().filter(|name| !name.starts_with('#')).collect();
        let remedy = match nearest(group, names.iter().copied()) {
            Some(near) => format!("did you mean {near:?}? There are {}", names.join(", ")),
            None if names.is_empty() => "the garment has no groups; list vertices instead".to_owned(),
            None => format!("there are {}", names.join(", ")),
        };
        Err((format!("there is no group {group:?}"), remedy))
    }

    /// The names of its groups.
    pub fn group_names(&self) -> impl Iterator<Item = &str> {
        self.groups.names()
    }

    /// The rest shape of one triangle in its plane: u and v of its corners, in m.
    pub fn pattern(&self, panel: &Panel, triangle: usize) -> [[f64; 2]; 3] {
        pattern::of(panel, triangle, self.uv_scale)
    }
}

impl Panel {
    fn new(piece: Piece) -> Self {
        let mut first = 0;
        let (mut triangles, mut corners) = (Vec::new(), Vec::new());
        for polygon in piece.polygons.iter() {
            for corner in 1..polygon.len().saturating_sub(1) {
                triangles.push([polygon[0], polygon[corner], polygon[corner + 1]]);
                corners.push([first, first + corner as u32, first + corner as u32 + 1]);
            }
            first += polygon.len() as u32;
        }
        Self { piece, triangles, corners, rest: None }
    }

    /// Where its vertices are without tension.
    pub fn rest(&self) -> &[Point] {
        self.rest.as_deref().unwrap_or(&self.piece.positions)
    }

    /// As a part of an assembly.
    pub fn part(&self) -> Part<'_> {
        Part { positions: &self.piece.positions, triangles: &self.triangles }
    }
}

type Loaded = (Vec<Piece>, Option<Document>);

/// Why a garment has no mesh.
#[derive(Debug)]
pub(crate) struct NoMesh {
    /// The file.
    pub path: PathBuf,
    /// The key that names what is not there.
    pub key: &'static str,
    /// What is wrong.
    pub fault: String,
    /// What the user can do.
    pub remedy: String,
}

fn read_pieces(folder: &Path, body: Option<&str>, spec: &GarmentSpec) -> Result<Loaded, NoMesh> {
    let path = folder.join(spec.file.as_deref().or(body).unwrap_or_default());
    let key = if spec.node.is_some() { "node" } else { "file" };
    let wrong = |fault: String, remedy: String| NoMesh { path: path.clone(), key, fault, remedy };
    let document = cloth_io::read(&path).map_err(|error| {
        let problem = error.problem;
        wrong(format!("{}: {}: {}", path.display(), problem.element, problem.fault), problem.remedy)
    })?;
    let Some(node) = &spec.node else { return Ok((document.pieces().to_vec(), Some(document))) };
    let Some(piece) = document.pieces().iter().find(|piece| piece.name == *node) else {
        let known: Vec<&str> = document.pieces().iter().map(|piece| piece.name.as_str()).collect();
        let fault = format!("{} shows no node {node:?}", path.display());
        return Err(wrong(fault, format!("name one of {}", known.join(", "))));
    };
    let positions = bind_positions(&path, node).filter(|positions| positions.len() == piece.positions.len());
    let Some(positions) = positions else {
        return Err(wrong(format!("{node:?} has no bind pose"), "export it as a file of its own".to_owned()));
    };
    Ok((vec![Piece { positions, ..piece.clone() }], None))
}

/// Where a skinned mesh is in the bind pose: not always where its file stores it.
fn bind_positions(path: &Path, node: &str) -> Option<Vec<Point>> {
    let body = Body::open_where(path, |piece| piece.name == node).ok()?;
    let mut pose = Pose::default();
    body.pose(When::Bind, &mut pose).ok()?;
    Some(body.piece_positions(0, &pose).to_vec())
}
