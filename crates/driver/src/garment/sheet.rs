//! A flat rectangle of quads, each cut in two: the test cloth of VMT00 §4.1 in any size.

use super::groups::Groups;
use crate::scene::SheetSpec;
use crate::scene::specs::PlaneSpec;
use cloth_io::{Piece, Polygons, Texture};
use geometry::shapes::{Ends, Shape};
use geometry::{Point, Vector};

/// The mesh and its groups: the first and last row and column, and the corners in order around it.
pub(crate) fn make(name: &str, spec: &SheetSpec) -> (Piece, Groups) {
    let [columns, rows] = spec.cells;
    let [width, height] = spec.size;
    let center = Vector::from(spec.center);
    let place = |u: f64, v: f64| {
        let (a, b) = ((u - 0.5) * width, (v - 0.5) * height);
        let flat = match spec.plane {
            PlaneSpec::Xz => Point::new(a, 0.0, b),
            PlaneSpec::Xy => Point::new(a, b, 0.0),
            PlaneSpec::Zy => Point::new(0.0, b, a),
        };
        flat + center
    };
    let Shape { positions, triangles } = Shape::grid(columns, rows, Ends::Open, Ends::Open, place);
    let texture = |vertex: u32| {
        let (i, j) = (vertex % (columns + 1), vertex / (columns + 1));
        [f64::from(i) / f64::from(columns) * width, f64::from(j) / f64::from(rows) * height]
    };
    let texture = Texture {
        coordinates: (0..positions.len() as u32).map(texture).collect(),
        corners: triangles.as_flattened().iter().map(|vertex| Some(*vertex)).collect(),
    };
    let polygons = Polygons::of_triangles(&triangles);
    let piece = Piece { name: name.to_owned(), positions, polygons, texture: Some(texture), ..Piece::default() };
    (piece, groups(columns, rows))
}

fn groups(columns: u32, rows: u32) -> Groups {
    let at = |i: u32, j: u32| j * (columns + 1) + i;
    let corners = [at(0, 0), at(columns, 0), at(columns, rows), at(0, rows)];
    let mut ascending = corners.to_vec();
    ascending.sort_unstable();
    let sides = [
        ("first_row", (0..=columns).map(|i| at(i, 0)).collect()),
        ("last_row", (0..=columns).map(|i| at(i, rows)).collect()),
        ("first_column", (0..=rows).map(|j| at(0, j)).collect()),
        ("last_column", (0..=rows).map(|j| at(columns, j)).collect()),
        ("corners", ascending),
    ];
    let single = corners.iter().enumerate().map(|(number, vertex)| (format!("corner_{number}"), vec![*vertex]));
    Groups::given(sides.into_iter().map(|(name, vertices)| (name.to_owned(), vertices)).chain(single))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_where_they_say() {
        let spec = SheetSpec { size: [2.0, 1.0], cells: [4, 3], plane: PlaneSpec::Xy, center: [0.0, 5.0, 0.0] };
        let (piece, groups) = make("sheet", &spec);
        let all = |name: &str, is: fn(&Point) -> bool| {
            groups.get(name).is_some_and(|group| group.iter().all(|v| is(&piece.positions[*v as usize])))
        };
        assert!(all("first_row", |p| p.y == 4.5) && all("last_row", |p| p.y == 5.5));
        assert!(all("first_column", |p| p.x == -1.0) && all("last_column", |p| p.x == 1.0));
        assert!(all("corner_2", |p| p.x == 1.0 && p.y == 5.5));
        assert_eq!(piece.polygons.len(), 24);
    }
}
