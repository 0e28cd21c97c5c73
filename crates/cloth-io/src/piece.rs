//! A mesh as a file holds it, in words that every format shares.

use geometry::Point;

/// One mesh of a file: an OBJ or PLY file has one, a glTF file one for every node that shows a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// The node's or mesh's name in glTF, the file's stem elsewhere.
    pub name: String,
    /// World-space positions in metres, in the file's own order.
    pub positions: Vec<Point>,
    /// The faces as they stand in the file: triangles, quads, n-gons.
    pub polygons: Polygons,
    /// Vertex colours, red green blue alpha in 0 to 1, if the file has them.
    pub colors: Option<Vec<[f32; 4]>>,
    /// Texture coordinates, if the file has them.
    pub texture: Option<Texture>,
    /// Named sets of polygons.
    pub groups: Vec<Group>,
}

/// Polygons of any size in one flat array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygons {
    /// `starts[i]..starts[i + 1]` are the corners of polygon `i`; one more entry than polygons.
    starts: Vec<u32>,
    /// The vertex at each corner.
    corners: Vec<u32>,
}

/// Texture coordinates with indices of their own, one for each corner (OBJ); other formats number them like vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    /// The coordinates.
    pub coordinates: Vec<[f64; 2]>,
    /// For each corner of [`Polygons`], an index into `coordinates`, or `None` where the corner has none.
    pub corners: Vec<Option<u32>>,
}

/// A named set of polygons, usable as a pin or a material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name in the file.
    pub name: String,
    /// What kind of statement named it.
    pub kind: GroupKind,
    /// Indices of its polygons, ascending.
    pub polygons: Vec<u32>,
}

/// What in the file made a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// OBJ `g`.
    Group,
    /// OBJ `o`.
    Object,
    /// OBJ `usemtl`, or the material of a glTF primitive.
    Material,
}

impl Default for Polygons {
    fn default() -> Self {
        Self { starts: vec![0], corners: Vec::new() }
    }
}

impl Polygons {
    /// Appends one polygon.
    pub fn push(&mut self, corners: &[u32]) {
        self.corners.extend_from_slice(corners);
        self.starts.push(self.corners.len() as u32);
    }

    /// Triangles as polygons.
    pub fn of_triangles(triangles: &[[u32; 3]]) -> Self {
        Self {
            starts: (0..=triangles.len() as u32).map(|i| 3 * i).collect(),
            corners: triangles.as_flattened().to_vec(),
        }
    }

    /// How many polygons there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices of every polygon in turn.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.starts.windows(2).map(|w| &self.corners[w[0] as usize..w[1] as usize])
    }

    /// The vertex at every corner, polygon after polygon.
    pub fn corners(&self) -> &[u32] {
        &self.corners
    }

    /// Every polygon as a fan of triangles around its first corner, and the polygon each triangle came from.
    pub fn triangles(&self) -> (Vec<[u32; 3]>, Vec<u32>) {
        let mut triangles = Vec::with_capacity(self.len());
        let mut origins = Vec::with_capacity(self.len());
        for (polygon, corners) in self.iter().enumerate() {
            for pair in corners.windows(2).skip(1) {
                triangles.push([corners[0], pair[0], pair[1]]);
                origins.push(polygon as u32);
            }
        }
        (triangles, origins)
    }
}
