//! A piece after a cut.

use geometry::Midpoints;

use super::Parents;
use crate::{Group, Piece, Polygons, Texture};

/// The piece with every polygon's triangles cut into four, and whom its vertices lie between.
pub(super) fn refine(piece: &Piece) -> (Piece, Parents) {
    let (triangles, origins) = piece.polygons.triangles();
    let cut = Midpoints::new(piece.positions.len() as u32, &triangles);
    let mean = |a: &[f32; 4], b: &[f32; 4]| std::array::from_fn(|i| f32::midpoint(a[i], b[i]));
    let whole = |colors: &&Vec<[f32; 4]>| colors.len() == piece.positions.len();
    let refined = Piece {
        name: piece.name.clone(),
        positions: cut.carry(&piece.positions, nalgebra::center),
        colors: piece.colors.as_ref().filter(whole).map(|colors| cut.carry(colors, mean)),
        texture: piece.texture.as_ref().map(|texture| texture_of(texture, &corners_of(&piece.polygons))),
        groups: piece.groups.iter().map(|group| group_of(group, &origins)).collect(),
        polygons: Polygons::of_triangles(&cut.triangles),
    };
    (refined, cut.parents().collect())
}

/// The corners of the triangles that polygons are cut into, in the order of all corners.
fn corners_of(polygons: &Polygons) -> Vec<[usize; 3]> {
    let mut first = 0;
    let mut corners = Vec::new();
    for polygon in polygons.iter() {
        corners.extend((2..polygon.len()).map(|last| [first, first + last - 1, first + last]));
        first += polygon.len();
    }
    corners
}

/// Coordinates halfway along the edges of the pattern: where two faces have different ones at an edge, its middle has two too.
fn texture_of(texture: &Texture, corners: &[[usize; 3]]) -> Texture {
    let at = |corner: usize| texture.corners.get(corner).copied().flatten();
    let known = |triangle: &[usize; 3]| {
        let [a, b, c] = triangle.map(at);
        Some([a?, b?, c?])
    };
    let pattern: Vec<[u32; 3]> = corners.iter().filter_map(known).collect();
    let cut = Midpoints::new(texture.coordinates.len() as u32, &pattern);
    let coordinates = cut.carry(&texture.coordinates, |a, b| [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1])]);
    let mut quarters = cut.triangles.as_chunks::<4>().0.iter();
    let children = |triangle: &[usize; 3]| -> [Option<u32>; 12] {
        if let (Some(_), Some(quarters)) = (known(triangle), known(triangle).and_then(|_| quarters.next())) {
            return std::array::from_fn(|i| Some(quarters[i / 3][i % 3]));
        }
        // Some corner has no coordinates: those that have keep theirs.
        let [a, b, c] = triangle.map(at);
        [a, None, None, None, b, None, None, None, c, None, None, None]
    };
    Texture { coordinates, corners: corners.iter().flat_map(children).collect() }
}

fn group_of(group: &Group, origins: &[u32]) -> Group {
    let mut is_in = vec![false; origins.last().map_or(0, |last| *last as usize + 1)];
    group.polygons.iter().filter_map(|p| is_in.get_mut(*p as usize).map(|is_in| *is_in = true)).for_each(drop);
    let members = origins.iter().enumerate().filter(|(_, origin)| is_in[**origin as usize]);
    let polygons = members.flat_map(|(triangle, _)| (0..4).map(move |part| 4 * triangle as u32 + part)).collect();
    Group { polygons, ..group.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GroupKind;
    use geometry::Point;

    /// A quad and a triangle beside it; the quad's texture is apart from the triangle's along their common edge.
    fn piece() -> Piece {
        let mut polygons = Polygons::default();
        polygons.push(&[0, 1, 2, 3]);
        polygons.push(&[1, 4, 2]);
        let positions = [[0., 0.], [1., 0.], [1., 1.], [0., 1.], [2., 0.]].map(|[x, y]| Point::new(x, y, 0.0)).to_vec();
        let coordinates = vec![[0., 0.], [0.5, 0.], [0.5, 1.], [0., 1.], [0.6, 0.], [1., 0.], [0.6, 1.]];
        let corners = [0, 1, 2, 3, 4, 5, 6].map(Some).to_vec();
        let group = |name: &str, polygons: Vec<u32>| Group { name: name.into(), kind: GroupKind::Group, polygons };
        Piece {
            positions,
            polygons,
            colors: Some((0..5).map(|i| [i as f32, 0.0, 0.0, 1.0]).collect()),
            texture: Some(Texture { coordinates, corners }),
            groups: vec![group("quad", vec![0]), group("all", vec![0, 1])],
            ..Piece::default()
        }
    }

    #[test]
    fn everything_halfway_is_the_mean() {
        let (fine, parents) = refine(&piece());
        assert_eq!((fine.positions.len(), fine.polygons.len(), parents.len()), (5 + 7, 12, 12));
        for (vertex, [a, b]) in parents.iter().enumerate() {
            let coarse = piece();
            let [a, b] = [a, b].map(|v| *v as usize);
            assert_eq!(fine.positions[vertex], nalgebra::center(&coarse.positions[a], &coarse.positions[b]));
            assert_eq!(fine.colors.as_ref().unwrap()[vertex][0], f32::midpoint(a as f32, b as f32));
        }
        // Texture coordinates are those of the place: u = x / 2 on the quad, 0.2 + 0.4 x on the triangle.
        let texture = fine.texture.as_ref().expect("texture");
        for (corner, vertex) in fine.polygons.corners().iter().enumerate() {
            let place = fine.positions[*vertex as usize];
            let [u, v] = texture.coordinates[texture.corners[corner].expect("coordinates") as usize];
            let expected = if corner < 24 { place.x / 2.0 } else { 0.2 + 0.4 * place.x };
            assert!((u - expected).abs() < 1e-15 && (v - place.y).abs() < 1e-15, "corner {corner}");
        }
    }

    #[test]
    fn groups_keep_what_becomes_of_their_faces() {
        let (fine, _) = refine(&piece());
        assert_eq!(fine.groups[0].polygons, (0..8).collect::<Vec<_>>());
        assert_eq!(fine.groups[1].polygons, (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn corners_without_texture_stay_without() {
        let mut coarse = piece();
        if let Some(texture) = &mut coarse.texture {
            texture.corners[6] = None;
        }
        let (fine, _) = refine(&coarse);
        let corners = fine.texture.expect("texture").corners;
        assert_eq!(corners.len(), 36);
        assert!(corners[..24].iter().all(Option::is_some));
        assert_eq!(corners[24..].iter().filter(|corner| corner.is_some()).count(), 2);
    }
}
