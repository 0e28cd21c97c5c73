//! What is in a picture, and how it becomes one.
//!
//! [`Scene::render`] is the pipeline: gather → see → project → sort into tiles → per tile, in parallel: draw, shade, paint
//! lines, encode. A tile depends on nothing but its own triangles and lines, so the bytes are the same for any number of threads.

use geometry::Point;
use rayon::prelude::*;

use crate::camera::Camera;
use crate::color::{Encoder, Srgb};
use crate::image::Image;
use crate::lines::{LineSet, LineStyle, ScreenLines};
use crate::project::{LARGEST_SIDE, Seen, View, project};
use crate::raster::{Bins, ROTATED_GRID, TILE, Tile};
use crate::shade::Shader;
use crate::surface::Surface;

/// The colour of cloth when none is given, sRGB: a slate blue on which black, white and red regions all stand out.
pub const CLOTH: Srgb = [0.50, 0.60, 0.71];
/// A colour for bodies and colliders, sRGB: unobtrusive warm grey.
pub const BODY: Srgb = [0.72, 0.68, 0.64];

/// Whether the edges of a mesh are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wireframe {
    /// Not drawn.
    #[default]
    Hidden,
    /// Drawn faintly where triangles are more than a few pixels large.
    Faint,
}

/// What is behind the meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Backdrop {
    /// A light grey gradient, with the meshes' soft contact on a floor at their lowest point.
    #[default]
    Studio,
    /// One colour, sRGB.
    Plain(Srgb),
}

/// A mesh as the caller has it, and how it looks.
#[derive(Clone, Copy, Debug)]
pub struct Mesh<'a> {
    /// Vertices, in metres, Y up.
    pub positions: &'a [Point],
    /// Three indices into the positions each; counter-clockwise is the front.
    pub triangles: &'a [[u32; 3]],
    /// Colours of the vertices, sRGB; vertices beyond the end of the slice have the base colour.
    pub colors: Option<&'a [Srgb]>,
    /// Colour of vertices that have none, sRGB.
    pub base: Srgb,
    /// Whether edges are drawn.
    pub wireframe: Wireframe,
}

impl<'a> Mesh<'a> {
    /// A mesh in the colour of [`CLOTH`], without wireframe.
    pub fn new(positions: &'a [Point], triangles: &'a [[u32; 3]]) -> Self {
        Self { positions, triangles, colors: None, base: CLOTH, wireframe: Wireframe::Hidden }
    }

    /// With this base colour, sRGB.
    #[must_use]
    pub fn base(mut self, color: Srgb) -> Self {
        self.base = color;
        self
    }

    /// With these vertex colours, sRGB.
    #[must_use]
    pub fn colors(mut self, colors: &'a [Srgb]) -> Self {
        self.colors = Some(colors);
        self
    }

    /// With or without wireframe.
    #[must_use]
    pub fn wireframe(mut self, wireframe: Wireframe) -> Self {
        self.wireframe = wireframe;
        self
    }
}

/// Meshes and lines to be drawn together.
#[derive(Default)]
pub struct Scene<'a> {
    meshes: Vec<Mesh<'a>>,
    lines: Vec<LineSet>,
    backdrop: Backdrop,
}

/// What could not be drawn, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Faces that name a vertex the mesh does not have.
    pub missing_vertex: usize,
    /// Faces with a corner that is not finite.
    pub not_finite: usize,
    /// Vertices of lines, and points, that are not finite.
    pub line_vertices: usize,
}

/// A picture, and what is missing from it.
#[derive(Clone, Debug)]
pub struct Rendering {
    /// The picture, opaque.
    pub image: Image,
    /// What could not be drawn.
    pub skipped: Skipped,
}

impl<'a> Scene<'a> {
    /// An empty scene in the studio.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a mesh.
    #[must_use]
    pub fn mesh(mut self, mesh: Mesh<'a>) -> Self {
        self.meshes.push(mesh);
        self
    }

    /// Adds polylines over the meshes. Repeat the first vertex at the end to close one.
    #[must_use]
    pub fn lines(mut self, polylines: impl IntoIterator<Item = Vec<Point>>, style: LineStyle) -> Self {
        self.lines.push(LineSet { polylines: polylines.into_iter().collect(), style });
        self
    }

    /// Adds round points over the meshes; the style's width is their diameter.
    #[must_use]
    pub fn points(self, points: impl IntoIterator<Item = Point>, style: LineStyle) -> Self {
        self.lines(points.into_iter().map(|point| vec![point]), style)
    }

    /// Changes what is behind the meshes.
    #[must_use]
    pub fn backdrop(mut self, backdrop: Backdrop) -> Self {
        self.backdrop = backdrop;
        self
    }

    /// All vertices of meshes and lines, for [`Camera::automatic`] and [`Camera::framing`].
    pub fn all_points(&self) -> Vec<Point> {
        let of_meshes = self.meshes.iter().flat_map(|mesh| mesh.positions);
        let of_lines = self.lines.iter().flat_map(|set| set.polylines.iter().flatten());
        of_meshes.chain(of_lines).copied().collect()
    }

    /// Draws the scene. Sides are cut to [`LARGEST_SIDE`]; a side of 0 gives an empty picture.
    pub fn render(&self, width: u32, height: u32, camera: &Camera) -> Rendering {
        let (width, height) = (width.min(LARGEST_SIDE), height.min(LARGEST_SIDE));
        let mut skipped = Skipped::default();
        let view = View::new(camera, width, height);
        let surface = Surface::gather(&self.meshes, &mut skipped);
        let seen: Vec<Seen> = surface.points.par_iter().map(|p| view.see(p)).collect();
        let (shader, (triangles, bins)) = rayon::join(
            || Shader::new(&surface, &seen, &view, self.backdrop),
            || {
                let triangles = project(&surface, &seen, &view);
                let bins = Bins::sort(&triangles, width as usize, height as usize);
                (triangles, bins)
            },
        );
        let lines = self.project_lines(&view, &bins, &mut skipped);
        let encoder = Encoder::new();
        let tiles: Vec<Vec<[u8; 4]>> = (0..bins.count())
            .into_par_iter()
            .map(|index| {
                let tile = Tile::draw(index, &bins, &triangles, &ROTATED_GRID);
                let mut colors = shader.color_tile(&tile);
                for set in &lines {
                    set.paint(index, &tile, &mut colors);
                }
                colors.into_iter().map(|color| encoder.bytes(color)).collect()
            })
            .collect();
        Rendering { image: assemble(&tiles, bins.columns, width, height), skipped }
    }

    fn project_lines(&self, view: &View, bins: &Bins, skipped: &mut Skipped) -> Vec<ScreenLines> {
        let project = |set| {
            let (lines, lost) = ScreenLines::project(set, view, bins);
            skipped.line_vertices += lost;
            lines
        };
        self.lines.iter().map(project).collect()
    }
}

/// The tiles side by side, cut at the picture's right and lower edge.
fn assemble(tiles: &[Vec<[u8; 4]>], columns: usize, width: u32, height: u32) -> Image {
    let mut image = Image::new(width, height, [0, 0, 0, 0]);
    let width = width as usize;
    for (y, row) in image.pixels.chunks_mut(width.max(1)).enumerate() {
        for (column, part) in row.chunks_mut(TILE).enumerate() {
            let start = y % TILE * TILE;
            part.copy_from_slice(&tiles[y / TILE * columns + column][start..start + part.len()]);
        }
    }
    image
}
