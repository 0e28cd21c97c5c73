//! What every format's meshes must be, asked in one place.
//!
//! A piece that passes has vertices and faces, finite coordinates of a sane size, and only faces whose vertices exist:
//! nothing after the reader needs to ask again. Not here: degenerate, duplicate and non-manifold faces, which are
//! ordinary in real meshes and reported by the geometry.

use geometry::Point;
use geometry::predicates::LARGEST;

use crate::{Piece, Problem};

/// Files beyond this are refused, in bytes. Every vertex and corner takes at least one byte of a text or PLY file, so
/// below it all indices fit in 32 bits.
pub(crate) const LARGEST_FILE: u64 = u32::MAX as u64;

/// Whether a file is small enough for 32-bit indices.
pub(crate) fn size(bytes: u64) -> Result<(), Problem> {
    if bytes <= LARGEST_FILE {
        return Ok(());
    }
    Err(Problem::new("file", "it is larger than 4 GiB", "split the mesh into several files"))
}

/// Whether a piece is a mesh at all, with finite coordinates and indices that exist.
pub(crate) fn piece(piece: &Piece) -> Result<(), Problem> {
    let mesh = || format!("mesh {:?}", piece.name);
    if piece.positions.is_empty() {
        return Err(Problem::new(mesh(), "it has no vertices", "export the mesh again, with its geometry"));
    }
    if piece.polygons.is_empty() {
        return Err(Problem::new(mesh(), "it has no faces", "export it as a mesh with faces, not as points or lines"));
    }
    coordinates(&piece.positions)?;
    polygons(piece)?;
    colors(piece)?;
    texture(piece)?;
    groups(piece)
}

/// Whether there is at least one piece, and each is a mesh.
pub(crate) fn pieces(pieces: &[Piece]) -> Result<(), Problem> {
    if pieces.is_empty() {
        return Err(Problem::new("file", "it would hold no mesh", "give at least one mesh"));
    }
    pieces.iter().try_for_each(piece)
}

/// Whether new positions fit the pieces: as many lists, as many points in each, all of them finite and of a sane size.
pub(crate) fn positions(pieces: &[Piece], positions: &[Vec<Point>]) -> Result<(), Problem> {
    if pieces.len() != positions.len() {
        let fault = format!("{} lists of positions for {} meshes", positions.len(), pieces.len());
        return Err(Problem::new("positions", fault, "give one list for every mesh of the file"));
    }
    for (piece, points) in pieces.iter().zip(positions) {
        if piece.positions.len() != points.len() {
            let fault = format!("{} positions for {} vertices", points.len(), piece.positions.len());
            let remedy = "give one position for every vertex of the file, in its order";
            return Err(Problem::new(format!("mesh {:?}", piece.name), fault, remedy));
        }
        coordinates(points)?;
    }
    Ok(())
}

/// Whether a vertex is elsewhere, by its bits: a negative zero that was read is written back as it was.
pub(crate) fn moved(old: &Point, new: &Point) -> bool {
    (0..3).any(|axis| old[axis].to_bits() != new[axis].to_bits())
}

fn coordinates(points: &[Point]) -> Result<(), Problem> {
    let sane = |point: &Point| point.iter().all(|coordinate| coordinate.abs() <= LARGEST);
    let Some(vertex) = points.iter().position(|point| !sane(point)) else { return Ok(()) };
    let point = points[vertex];
    let fault = if point.iter().all(|coordinate| coordinate.is_finite()) {
        format!("its position {:e} {:e} {:e} is farther out than 1e100 m", point.x, point.y, point.z)
    } else {
        format!("its position {} {} {} is not finite", point.x, point.y, point.z)
    };
    Err(Problem::new(format!("vertex {vertex}"), fault, "correct the vertex, or export the mesh again"))
}

fn polygons(piece: &Piece) -> Result<(), Problem> {
    let vertices = piece.positions.len();
    for (face, ring) in piece.polygons.iter().enumerate() {
        if ring.len() < 3 {
            let fault = format!("it has {} corners where at least three belong", ring.len());
            return Err(Problem::new(format!("face {face}"), fault, "remove the face"));
        }
        if let Some(vertex) = ring.iter().find(|&&vertex| vertex as usize >= vertices) {
            let fault = format!("it refers to vertex {vertex}, and there are {vertices}");
            return Err(Problem::new(format!("face {face}"), fault, "correct the index, or export the mesh again"));
        }
    }
    Ok(())
}

fn colors(piece: &Piece) -> Result<(), Problem> {
    let Some(colors) = &piece.colors else { return Ok(()) };
    if colors.len() != piece.positions.len() {
        let fault = format!("it has {} colours for {} vertices", colors.len(), piece.positions.len());
        return Err(Problem::new(format!("mesh {:?}", piece.name), fault, "give every vertex one colour, or none"));
    }
    match colors.iter().position(|color| color.iter().any(|channel| !channel.is_finite())) {
        Some(vertex) => Err(Problem::new(format!("vertex {vertex}"), "its colour is not finite", "correct the colour")),
        None => Ok(()),
    }
}

fn texture(piece: &Piece) -> Result<(), Problem> {
    let Some(texture) = &piece.texture else { return Ok(()) };
    let (coordinates, corners) = (&texture.coordinates, piece.polygons.corners().len());
    if texture.corners.len() != corners {
        let fault = format!("it has {} texture indices for {corners} corners", texture.corners.len());
        return Err(Problem::new(format!("mesh {:?}", piece.name), fault, "give every corner one entry"));
    }
    if let Some(corner) = texture.corners.iter().flatten().find(|&&index| index as usize >= coordinates.len()) {
        let fault = format!("a corner refers to it, and there are {}", coordinates.len());
        return Err(Problem::new(format!("texture coordinate {corner}"), fault, "correct the index"));
    }
    match coordinates.iter().position(|[u, v]| !(u.is_finite() && v.is_finite())) {
        Some(index) => {
            Err(Problem::new(format!("texture coordinate {index}"), "it is not finite", "correct the coordinate"))
        }
        None => Ok(()),
    }
}

fn groups(piece: &Piece) -> Result<(), Problem> {
    let faces = piece.polygons.len();
    for group in &piece.groups {
        if let Some(face) = group.polygons.iter().find(|&&face| face as usize >= faces) {
            let fault = format!("it refers to face {face}, and there are {faces}");
            return Err(Problem::new(format!("group {:?}", group.name), fault, "correct the group"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Group, GroupKind, Polygons, Texture};

    fn triangle() -> Piece {
        let mut polygons = Polygons::default();
        polygons.push(&[0, 1, 2]);
        let positions = vec![Point::origin(), Point::new(1.0, 0.0, 0.0), Point::new(0.0, 1.0, 0.0)];
        Piece { name: "bib".into(), positions, polygons, ..Piece::default() }
    }

    fn message(piece: &Piece) -> String {
        super::piece(piece).expect_err("the piece is bad").to_string()
    }

    #[test]
    fn a_mesh_passes() {
        assert!(piece(&triangle()).is_ok());
    }

    #[test]
    fn empty_meshes_are_named() {
        let no_faces = Piece { polygons: Polygons::default(), ..triangle() };
        assert_eq!(
            message(&no_faces),
            "mesh \"bib\": it has no faces; export it as a mesh with faces, not as points or lines"
        );
        let nothing = Piece { positions: Vec::new(), ..no_faces };
        assert_eq!(message(&nothing), "mesh \"bib\": it has no vertices; export the mesh again, with its geometry");
    }

    #[test]
    fn bad_vertices_are_named() {
        for (value, why) in [(f64::NAN, "not finite"), (f64::INFINITY, "not finite"), (-2e100, "farther out")] {
            let mut bad = triangle();
            bad.positions[1].y = value;
            let message = message(&bad);
            assert!(message.starts_with("vertex 1: ") && message.contains(why), "{message}");
            assert!(message.ends_with("correct the vertex, or export the mesh again"));
            assert!(positions(&[triangle()], &[bad.positions]).is_err());
        }
    }

    #[test]
    fn bad_faces_are_named() {
        let mut bad = triangle();
        bad.polygons.push(&[0, 1, 3]);
        let expected = "face 1: it refers to vertex 3, and there are 3; correct the index, or export the mesh again";
        assert_eq!(message(&bad), expected);
        let mut thin = triangle();
        thin.polygons.push(&[0, 1]);
        assert_eq!(message(&thin), "face 1: it has 2 corners where at least three belong; remove the face");
    }

    #[test]
    fn attributes_must_match_the_mesh() {
        let white = Piece { colors: Some(vec![[1.0; 4]; 2]), ..triangle() };
        let expected = "mesh \"bib\": it has 2 colours for 3 vertices; give every vertex one colour, or none";
        assert_eq!(message(&white), expected);
        let texture = |corners, u| Some(Texture { coordinates: vec![[u, 0.0]], corners });
        let short = Piece { texture: texture(vec![None], 0.0), ..triangle() };
        let expected = "mesh \"bib\": it has 1 texture indices for 3 corners; give every corner one entry";
        assert_eq!(message(&short), expected);
        let ahead = Piece { texture: texture(vec![Some(0), Some(1), None], 0.0), ..triangle() };
        let expected = "texture coordinate 1: a corner refers to it, and there are 1; correct the index";
        assert_eq!(message(&ahead), expected);
        let lost = Piece { texture: texture(vec![None; 3], f64::NAN), ..triangle() };
        assert_eq!(message(&lost), "texture coordinate 0: it is not finite; correct the coordinate");
        let group = Group { name: "hem".into(), kind: GroupKind::Group, polygons: vec![1] };
        let grouped = Piece { groups: vec![group], ..triangle() };
        assert_eq!(message(&grouped), "group \"hem\": it refers to face 1, and there are 1; correct the group");
    }

    #[test]
    fn positions_must_match_the_pieces() {
        let piece = triangle();
        let none = positions(std::slice::from_ref(&piece), &[]).expect_err("no list").to_string();
        assert_eq!(none, "positions: 0 lists of positions for 1 meshes; give one list for every mesh of the file");
        let short = positions(&[piece], &[vec![Point::origin()]]).expect_err("one point").to_string();
        assert!(short.starts_with("mesh \"bib\": 1 positions for 3 vertices; give one position"), "{short}");
    }

    #[test]
    fn huge_files_are_refused_before_they_are_read() {
        assert!(size(LARGEST_FILE).is_ok());
        let message = size(LARGEST_FILE + 1).expect_err("too large").to_string();
        assert_eq!(message, "file: it is larger than 4 GiB; split the mesh into several files");
    }
}
