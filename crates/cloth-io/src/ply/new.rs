//! Pieces as a new PLY file: binary, little endian, coordinates as double; indices run on from piece to piece.
//!
//! Texture coordinates go where the format has room: on the vertices when no vertex has two, otherwise on the faces'
//! corners as `texcoord`. If only some pieces have colours, the others are white. Names and groups are not written:
//! the format has no place for them.

use geometry::Point;

use crate::{Piece, Polygons, Texture};

/// The whole file.
pub(crate) fn write_new(pieces: &[Piece]) -> Vec<u8> {
    let all = Joined::of(pieces);
    let mut bytes = all.header().into_bytes();
    all.vertices(&mut bytes);
    all.faces(&mut bytes);
    bytes
}

/// All pieces as one.
#[derive(Default)]
struct Joined {
    positions: Vec<Point>,
    colors: Option<Vec<[f32; 4]>>,
    polygons: Polygons,
    /// For every vertex, if no vertex has two.
    vertex_texture: Option<Vec<[f64; 2]>>,
    /// For every corner, otherwise.
    corner_texture: Option<Vec<[f64; 2]>>,
    /// Whether a polygon has more corners than a byte counts, or than its texture's length.
    long: bool,
}

const WHITE: [f32; 4] = [1.0; 4];

impl Joined {
    fn of(pieces: &[Piece]) -> Self {
        let mut all = Self::default();
        for piece in pieces {
            let first = all.positions.len() as u32;
            all.positions.extend_from_slice(&piece.positions);
            for ring in piece.polygons.iter() {
                let ring: Vec<u32> = ring.iter().map(|vertex| first + vertex).collect();
                all.long |= 2 * ring.len() > usize::from(u8::MAX);
                all.polygons.push(&ring);
            }
        }
        if pieces.iter().any(|piece| piece.colors.is_some()) {
            all.colors = Some(pieces.iter().flat_map(colors_of).collect());
        }
        if pieces.iter().any(|piece| piece.texture.is_some()) {
            all.vertex_texture =
                pieces.iter().map(texture_of_vertices).collect::<Option<Vec<_>>>().map(|all| all.concat());
            if all.vertex_texture.is_none() {
                all.corner_texture = Some(pieces.iter().flat_map(texture_of_corners).collect());
            }
        }
        all
    }

    fn header(&self) -> String {
        let mut lines = vec!["ply".to_owned(), "format binary_little_endian 1.0".to_owned()];
        lines.push(format!("element vertex {}", self.positions.len()));
        lines.extend(["x", "y", "z"].map(|name| format!("property double {name}")));
        if self.vertex_texture.is_some() {
            lines.extend(["s", "t"].map(|name| format!("property double {name}")));
        }
        if self.colors.is_some() {
            lines.extend(["red", "green", "blue", "alpha"].map(|name| format!("property float {name}")));
        }
        lines.push(format!("element face {}", self.polygons.len()));
        let length = if self.long { "uint" } else { "uchar" };
        lines.push(format!("property list {length} uint vertex_indices"));
        if self.corner_texture.is_some() {
            lines.push(format!("property list {length} double texcoord"));
        }
        lines.push("end_header\n".to_owned());
        lines.join("\n")
    }

    fn vertices(&self, bytes: &mut Vec<u8>) {
        for (vertex, point) in self.positions.iter().enumerate() {
            let texture = self.vertex_texture.iter().flat_map(|texture| &texture[vertex]);
            for number in point.iter().chain(texture) {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            for channel in self.colors.iter().flat_map(|colors| &colors[vertex]) {
                bytes.extend_from_slice(&channel.to_le_bytes());
            }
        }
    }

    fn faces(&self, bytes: &mut Vec<u8>) {
        let mut corner = 0;
        for ring in self.polygons.iter() {
            self.length(bytes, ring.len());
            for vertex in ring {
                bytes.extend_from_slice(&vertex.to_le_bytes());
            }
            if let Some(texture) = &self.corner_texture {
                self.length(bytes, 2 * ring.len());
                for number in texture[corner..corner + ring.len()].iter().flatten() {
                    bytes.extend_from_slice(&number.to_le_bytes());
                }
            }
            corner += ring.len();
        }
    }

    fn length(&self, bytes: &mut Vec<u8>, length: usize) {
        let wide = (length as u32).to_le_bytes();
        bytes.extend_from_slice(if self.long { &wide } else { &wide[..1] });
    }
}

fn colors_of(piece: &Piece) -> Vec<[f32; 4]> {
    piece.colors.clone().unwrap_or_else(|| vec![WHITE; piece.positions.len()])
}

/// One coordinate a vertex, if its corners agree; a vertex without any gets the origin of the texture.
fn texture_of_vertices(piece: &Piece) -> Option<Vec<[f64; 2]>> {
    let mut found = vec![None; piece.positions.len()];
    for (vertex, coordinate) in piece.polygons.corners().iter().zip(texture_of_corners(piece)) {
        let slot = &mut found[*vertex as usize];
        if slot.is_some_and(|earlier| earlier != coordinate) {
            return None;
        }
        *slot = Some(coordinate);
    }
    Some(found.into_iter().map(Option::unwrap_or_default).collect())
}

/// The coordinate at every corner; a corner without any gets the origin of the texture.
fn texture_of_corners(piece: &Piece) -> Vec<[f64; 2]> {
    let at = |texture: &Texture, corner: usize| {
        let index = (*texture.corners.get(corner)?)?;
        texture.coordinates.get(index as usize).copied()
    };
    let corners = 0..piece.polygons.corners().len();
    corners.map(|corner| piece.texture.as_ref().and_then(|texture| at(texture, corner)).unwrap_or_default()).collect()
}
