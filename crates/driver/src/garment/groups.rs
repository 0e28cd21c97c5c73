//! Named sets of a garment's vertices.
//!
//! A group, object or material of the file is the vertices of its polygons. A vertex colour is a group too: `#ff0000`
//! is every vertex of that colour.

use cloth_io::Piece;
use std::collections::{BTreeMap, BTreeSet};

/// The groups of a garment.
#[derive(Clone, Debug, Default)]
pub struct Groups(BTreeMap<String, Vec<u32>>);

impl Groups {
    /// Those of some meshes, whose vertices are counted one mesh after the other.
    pub fn of(pieces: &[Piece]) -> Self {
        let mut sets: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        let mut first = 0;
        for piece in pieces {
            let polygons: Vec<&[u32]> = piece.polygons.iter().collect();
            for group in &piece.groups {
                let members = group.polygons.iter().filter_map(|polygon| polygons.get(*polygon as usize));
                sets.entry(group.name.clone()).or_default().extend(members.copied().flatten().map(|v| first + v));
            }
            for (vertex, color) in piece.colors.iter().flatten().enumerate() {
                sets.entry(hex(*color)).or_default().insert(first + vertex as u32);
            }
            first += piece.positions.len() as u32;
        }
        Self(sets.into_iter().map(|(name, set)| (name, set.into_iter().collect())).collect())
    }

    /// Groups that are known already.
    pub fn given(groups: impl IntoIterator<Item = (String, Vec<u32>)>) -> Self {
        Self(groups.into_iter().collect())
    }

    /// The vertices of a group, ascending.
    pub fn get(&self, name: &str) -> Option<&[u32]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// The names of all groups, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

fn hex(color: [f32; 4]) -> String {
    let [r, g, b] = [0, 1, 2].map(|channel| (color[channel].clamp(0.0, 1.0) * 255.0).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloth_io::{Group, GroupKind, Polygons};
    use geometry::Point;

    #[test]
    fn polygons_and_colours_name_vertices() {
        let mut polygons = Polygons::default();
        polygons.push(&[0, 1, 2]);
        polygons.push(&[2, 1, 3]);
        let group = Group { name: "hem".into(), kind: GroupKind::Group, polygons: vec![1] };
        let mut colors = vec![[1.0, 0.0, 0.0, 1.0]; 4];
        colors[0] = [0.0; 4];
        let positions = vec![Point::origin(); 4];
        let piece = Piece { positions, polygons, groups: vec![group], colors: Some(colors), ..Piece::default() };
        let groups = Groups::of(&[piece.clone(), piece]);
        assert_eq!(groups.get("hem"), Some(&[1, 2, 3, 5, 6, 7][..]));
        assert_eq!(groups.get("#000000"), Some(&[0, 4][..]));
        assert_eq!(groups.names().collect::<Vec<_>>(), ["#000000", "#ff0000", "hem"]);
    }
}
