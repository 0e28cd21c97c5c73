//! A sheet folded once, with a patch in the middle of either layer: what plates and clamps squeeze.

use super::rounded;
use cloth_io::{Group, GroupKind, Piece, Polygons};
use geometry::Point;
use geometry::shapes::{Ends, Shape};
use std::f64::consts::PI;

/// How long each layer is and how wide the sheet, in metres.
const LAYER: f64 = 0.16;
/// The radius of the bend between them, in metres.
const BEND: f64 = 0.015;
/// How high the lower layer lies, in metres: a little above a floor at zero.
const LOWEST: f64 = 0.006;
/// How far the patches reach from the middle, in metres.
const PATCH: f64 = 0.03;

/// The sheet with edges of about this length, in metres. Its patches are the groups `under` and `over`.
pub(super) fn fold(edge: f64) -> Piece {
    let length = 2.0 * LAYER + PI * BEND;
    let at = |u: f64, v: f64| {
        let along = u * length;
        let turned = ((along - LAYER) / BEND).clamp(0.0, PI);
        let straight = along.min(LAYER) - (along - LAYER - PI * BEND).max(0.0);
        let height = LOWEST + BEND * (1.0 - turned.cos());
        Point::new(straight + BEND * turned.sin() - LAYER / 2.0, height, (v - 0.5) * LAYER)
    };
    let cells = |length: f64| (length / edge).round() as u32;
    let shape = Shape::grid(cells(length), cells(LAYER), Ends::Open, Ends::Open, at);
    let patch = |name: &str, above: bool| {
        let place = |v: &u32| shape.positions[*v as usize];
        let within = |p: Point| p.x.abs() < PATCH && p.z.abs() < PATCH && (p.y > LOWEST + BEND) == above;
        let faces = shape.triangles.iter().zip(0..).filter(|(face, _)| face.iter().all(|v| within(place(v))));
        Group { name: name.to_owned(), kind: GroupKind::Group, polygons: faces.map(|(_, number)| number).collect() }
    };
    Piece {
        name: "fold".to_owned(),
        groups: vec![patch("under", false), patch("over", true)],
        positions: shape.positions.iter().map(rounded).collect(),
        polygons: Polygons::of_triangles(&shape.triangles),
        ..Piece::default()
    }
}
