//! Cloth and the files that hold it, cut alike.
//!
//! The cloth is welded; its files are not, and number their vertices in their own ways. Both are cut at the middles of the same
//! edges, so a file's new vertex between two old ones is the cloth's new vertex between theirs.

use cloth_io::{Problem, Refined};
use geometry::bvh::{Bounds, BoxTree, Hierarchy};
use geometry::{Assembly, Mesh, MeshError, Point};
use gia::{Analyser, Analysis};
use robust_mode::{Smoothed, Subdivision};

/// Cloth that can be smoothed.
#[derive(Debug)]
pub struct Finer {
    subdivision: Subdivision,
    /// The files, cut as often.
    files: Vec<Refined>,
    /// For every vertex of every mesh of each file, which of the finest cloth's it is.
    places: Vec<Vec<Vec<u32>>>,
    /// The finest cloth.
    mesh: Mesh,
    solids: usize,
}

/// Why there is no finer cloth.
#[derive(Debug, thiserror::Error)]
pub enum FinerError {
    /// A file cannot be cut.
    #[error("{0}")]
    File(Problem),
    /// The cut cloth is no mesh.
    #[error("{0}")]
    Mesh(#[from] MeshError),
    /// File and cloth do not fit.
    #[error("the cut file does not fit the cut cloth, which is a defect")]
    Unfit,
}

impl Finer {
    /// Cuts an assembly so many times. `triangles` are those of its pieces, and `files` the files that hold the pieces, in the same
    /// order, cut once. Solids are triangles of so many vertices.
    pub fn new(
        assembly: &Assembly,
        triangles: &[Vec<[u32; 3]>],
        mut files: Vec<Refined>,
        (solids, solid_triangles): (usize, &[[u32; 3]]),
        levels: usize,
    ) -> Result<Self, FinerError> {
        let welded = welded(assembly, triangles);
        let count = assembly.mesh().vertex_count();
        let subdivision = Subdivision::new((count, &welded), (solids, solid_triangles), levels)?;
        let running = |piece: &geometry::assembly::Piece| piece.running.clone().map(|v| assembly.vertex_of(v).0);
        let mut pieces = assembly.pieces().iter().map(|piece| running(piece).collect::<Vec<u32>>());
        let mut places: Vec<Vec<Vec<u32>>> =
            files.iter().map(|file| pieces.by_ref().take(file.pieces().len()).collect()).collect();
        for (level, cut) in subdivision.cuts().enumerate() {
            if level > 0 {
                files = files.iter().map(Refined::again).collect::<Result<_, _>>().map_err(FinerError::File)?;
            }
            for (places, file) in places.iter_mut().zip(&files) {
                for (place, parents) in places.iter_mut().zip(file.parents()) {
                    let of = |v: &u32| place.get(*v as usize).copied();
                    let between = |[a, b]: &[u32; 2]| cut.between(of(a)?, of(b)?);
                    *place = parents.iter().map(between).collect::<Option<_>>().ok_or(FinerError::Unfit)?;
                }
            }
        }
        let finest = subdivision.cuts().last().ok_or(FinerError::Unfit)?;
        let mesh = Mesh::new(finest.count(), &finest.triangles)?;
        Ok(Self { subdivision, files, places, mesh, solids })
    }

    /// The files, cut.
    pub fn files(&self) -> &[Refined] {
        &self.files
    }

    /// Vertices of the cloth after each level.
    pub fn vertex_counts(&self) -> impl Iterator<Item = usize> {
        self.subdivision.cuts().map(geometry::Midpoints::count)
    }

    /// Smooths a frame: where the coarse cloth's vertices are and how thick it is there, and where the solids' are.
    pub fn smooth(&self, coarse: &[Point], thickness: &[f64], solids: &[Point]) -> Smoothed {
        self.subdivision.smooth(coarse, thickness, &solids[..self.solids])
    }

    /// The exact analysis of the finest cloth.
    pub fn analyse(&self, fine: &[Point]) -> Analysis {
        analyse(&self.mesh, fine)
    }

    /// The vertices of every mesh of every file, of the finest cloth's.
    pub fn of_files(&self, fine: &[Point]) -> Vec<Vec<Vec<Point>>> {
        let mesh = |places: &Vec<u32>| places.iter().map(|v| fine[*v as usize]).collect();
        self.places.iter().map(|meshes| meshes.iter().map(mesh).collect()).collect()
    }
}

/// The exact analysis of a mesh.
pub(super) fn analyse(mesh: &Mesh, positions: &[Point]) -> Analysis {
    let corners = |face: u32| mesh.face(geometry::FaceId(face)).map(|v| &positions[v.index()]);
    let tree = BoxTree::build(mesh.faces().len(), |face| Bounds::around(corners(face)));
    Analyser::default().analyse(mesh, positions, &tree)
}

/// All triangles of all pieces in the numbers of the welded mesh, those included that are no faces of it.
fn welded(assembly: &Assembly, triangles: &[Vec<[u32; 3]>]) -> Vec<[u32; 3]> {
    let of_piece = |(piece, triangles): (&geometry::assembly::Piece, &Vec<[u32; 3]>)| {
        let first = piece.running.start;
        triangles.iter().map(|t| t.map(|v| assembly.vertex_of(first + v).0)).collect::<Vec<_>>()
    };
    assembly.pieces().iter().zip(triangles).flat_map(of_piece).collect()
}
