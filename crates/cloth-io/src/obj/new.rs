//! Pieces as a new OBJ file: one object a piece, indices running on from piece to piece.
//!
//! Faces stay in order, so groups are written as statements between them, wherever the set of names changes. A face
//! that is in no group after one that was is written under a bare `g`, which reads back as the group "default": the
//! format has no other way to end a group. Blanks in group names become `_`, line ends in any name too.

use std::fmt::Write;

use crate::number::{Shortest, ShortestSingle};
use crate::{GroupKind, Piece, Texture};

/// The whole file.
pub(crate) fn write_new(pieces: &[Piece]) -> Vec<u8> {
    let mut writer = Writer::default();
    for piece in pieces {
        writer.piece(piece);
    }
    writer.text.into_bytes()
}

#[derive(Default)]
struct Writer {
    text: String,
    /// Vertices of the pieces before this one.
    vertices: usize,
    /// Their texture coordinates.
    coordinates: usize,
    /// What the last statements of each kind said.
    open: Open,
}

/// The names that hold for a face, as statements have them.
#[derive(Default)]
struct Open {
    object: String,
    groups: Vec<String>,
    material: String,
}

/// The same as indices of the piece's groups: a face costs no text.
#[derive(Clone, Default, PartialEq)]
struct Labels {
    object: Option<usize>,
    groups: Vec<usize>,
    material: Option<usize>,
}

impl Writer {
    fn piece(&mut self, piece: &Piece) {
        let labels = labels_of_faces(piece);
        // The name stands before the vertices, where readers that cut a file into objects look for it.
        self.open(piece, labels.first().unwrap_or(&Labels::default()));
        self.vertices(piece);
        self.coordinates(piece.texture.as_ref());
        self.faces(piece, &labels);
        self.vertices += piece.positions.len();
        self.coordinates += piece.texture.as_ref().map_or(0, |texture| texture.coordinates.len());
    }

    fn vertices(&mut self, piece: &Piece) {
        let colors = piece.colors.as_deref().unwrap_or_default();
        let translucent = colors.iter().any(|color| color[3] != 1.0);
        for (vertex, point) in piece.positions.iter().enumerate() {
            let _ = write!(self.text, "v {} {} {}", Shortest(point.x), Shortest(point.y), Shortest(point.z));
            if let Some(color) = colors.get(vertex) {
                for &channel in &color[..if translucent { 4 } else { 3 }] {
                    let _ = write!(self.text, " {}", ShortestSingle(channel));
                }
            }
            self.text.push('\n');
        }
    }

    fn coordinates(&mut self, texture: Option<&Texture>) {
        for [u, v] in texture.iter().flat_map(|texture| &texture.coordinates) {
            let _ = writeln!(self.text, "vt {} {}", Shortest(*u), Shortest(*v));
        }
    }

    fn faces(&mut self, piece: &Piece, labels: &[Labels]) {
        let texture = piece.texture.as_ref().map_or(&[][..], |texture| &texture.corners);
        let mut corner = 0;
        for (face, ring) in piece.polygons.iter().enumerate() {
            if face > 0 && labels[face] != labels[face - 1] {
                self.open(piece, &labels[face]);
            }
            self.text.push('f');
            for &vertex in ring {
                let _ = write!(self.text, " {}", self.vertices + vertex as usize + 1);
                if let Some(Some(index)) = texture.get(corner) {
                    let _ = write!(self.text, "/{}", self.coordinates + *index as usize + 1);
                }
                corner += 1;
            }
            self.text.push('\n');
        }
    }

    /// Writes the statements whose names have changed.
    fn open(&mut self, piece: &Piece, labels: &Labels) {
        let group = |index: &usize| piece.groups[*index].name.as_str();
        let names = Open {
            object: clean(labels.object.as_ref().map_or(&piece.name, group), false),
            groups: labels.groups.iter().map(|index| clean(group(index), true)).collect(),
            material: labels.material.as_ref().map_or_else(String::new, |index| clean(group(index), false)),
        };
        if self.open.object != names.object {
            self.statement("o", &names.object);
        }
        if self.open.groups != names.groups {
            self.statement("g", &names.groups.join(" "));
        }
        if self.open.material != names.material {
            self.statement("usemtl", &names.material);
        }
        self.open = names;
    }

    fn statement(&mut self, keyword: &str, names: &str) {
        let gap = if names.is_empty() { "" } else { " " };
        let _ = writeln!(self.text, "{keyword}{gap}{names}");
    }
}

/// What holds for each face; of several objects or materials that claim one face, the last.
fn labels_of_faces(piece: &Piece) -> Vec<Labels> {
    let mut labels = vec![Labels::default(); piece.polygons.len()];
    for (index, group) in piece.groups.iter().enumerate() {
        for &polygon in &group.polygons {
            let Some(labels) = labels.get_mut(polygon as usize) else { continue };
            match group.kind {
                GroupKind::Group => labels.groups.push(index),
                GroupKind::Object => labels.object = Some(index),
                GroupKind::Material => labels.material = Some(index),
            }
        }
    }
    labels
}

/// A name that one statement can hold: `one_word` where several names share a line.
fn clean(name: &str, one_word: bool) -> String {
    let unfit = |c: char| c.is_control() || (one_word && (c.is_whitespace() || c == '#'));
    let mut clean: String = name.trim().chars().map(|c| if unfit(c) { '_' } else { c }).collect();
    if clean.ends_with('\\') {
        // The line would go on.
        clean.push('_');
    }
    clean
}
