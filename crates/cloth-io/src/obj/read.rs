//! Reads an OBJ file in one pass over its bytes.
//!
//! 1. Each statement of the file in turn: `v`, `vt`, `f` and the grouping statements are understood, `vn` is counted,
//!    and the rest is passed over (the document keeps it anyway).
//! 2. Negative indices count back from what was read so far; absolute ones may point ahead, so the whole file's
//!    indices are checked at the end.
//!
//! Not here: curves, surfaces, lines and points. The fourth number of `v` is the weight of a rational curve and does
//! not scale the position.

use geometry::Point;

use super::corner::{Corner, Counts};
use super::groups::Memberships;
use super::scan::{Statement, Statements, Words};
use crate::number::{self, quote};
use crate::{Piece, Polygons, Problem, Texture, color};

/// What a file says, and where its vertices stand in it.
pub(super) struct Contents {
    /// The mesh.
    pub(super) piece: Piece,
    /// For every vertex, the offset of its x in the file.
    pub(super) places: Vec<usize>,
}

/// Reads the whole file.
pub(super) fn read(bytes: &[u8], name: &str) -> Result<Contents, Problem> {
    let mut reader = Reader::default();
    for statement in Statements::new(bytes) {
        reader.statement(statement)?;
    }
    reader.check_indices(bytes)?;
    Ok(reader.finish(name))
}

#[derive(Default)]
struct Reader {
    positions: Vec<Point>,
    places: Vec<usize>,
    colors: Vec<[f32; 4]>,
    polygons: Polygons,
    coordinates: Vec<[f64; 2]>,
    /// Empty until a corner has one: most cloth has no texture.
    texture_corners: Vec<Option<u32>>,
    normals: usize,
    /// The largest normal index, and the face that has it.
    largest_normal: Option<(u32, usize)>,
    groups: Memberships,
    /// The corners of the face being read.
    face: Vec<Corner>,
    /// Their vertices.
    ring: Vec<u32>,
}

impl Reader {
    fn statement(&mut self, statement: Statement<'_>) -> Result<(), Problem> {
        let Statement { line, keyword, words } = statement;
        match keyword {
            b"v" => self.vertex(line, words)?,
            b"vt" => self.texture_coordinate(line, words)?,
            b"vn" => self.normals += 1,
            // `fo` is how the oldest files spell `f`.
            b"f" | b"fo" => self.face(line, words)?,
            b"g" => self.groups.open_groups(line, words)?,
            b"o" => self.groups.open_object(words.rest()),
            b"usemtl" => self.groups.open_material(words.rest()),
            _ => {}
        }
        Ok(())
    }

    /// `v x y z`, then nothing, a weight, or a colour with or without alpha.
    fn vertex(&mut self, line: usize, words: Words<'_>) -> Result<(), Problem> {
        let element = || format!("line {line}, vertex {}", self.positions.len());
        let place = words.clone().next().map_or(0, |(at, _)| at);
        let mut numbers = [0.0; 7];
        let count = read_numbers(words, &mut numbers, element)?;
        if count < 3 {
            let fault = format!("the vertex has {count} coordinates where three belong");
            return Err(Problem::new(element(), fault, "give it x, y and z, or export the mesh again"));
        }
        let [x, y, z, red, green, blue, alpha] = numbers;
        self.positions.push(Point::new(x, y, z));
        self.places.push(place);
        if count >= 6 {
            let alpha = if count == 7 { alpha } else { 1.0 };
            self.colors.push([red, green, blue, alpha].map(|channel| channel as f32));
        }
        Ok(())
    }

    /// `vt u [v [w]]`.
    fn texture_coordinate(&mut self, line: usize, words: Words<'_>) -> Result<(), Problem> {
        let element = || format!("line {line}, texture coordinate {}", self.coordinates.len());
        let mut numbers = [0.0; 2];
        if read_numbers(words, &mut numbers, element)? == 0 {
            return Err(Problem::new(element(), "it has no number", "give it u and v, or export the mesh again"));
        }
        self.coordinates.push(numbers);
        Ok(())
    }

    fn face(&mut self, line: usize, words: Words<'_>) -> Result<(), Problem> {
        let element = || format!("line {line}, face {}", self.polygons.len());
        let counts =
            Counts { vertices: self.positions.len(), coordinates: self.coordinates.len(), normals: self.normals };
        self.face.clear();
        for (_, word) in words {
            let corner = Corner::parse(word, &counts)
                .map_err(|fault| Problem::new(element(), fault, "correct the index, or export the mesh again"))?;
            self.face.push(corner);
        }
        if self.face.len() < 3 {
            let fault = format!("the face has {} corners where at least three belong", self.face.len());
            return Err(Problem::new(element(), fault, "remove the face, or write it as a line with l"));
        }
        self.add_face();
        Ok(())
    }

    fn add_face(&mut self) {
        let index = self.polygons.len();
        if !self.texture_corners.is_empty() || self.face.iter().any(|corner| corner.texture.is_some()) {
            self.texture_corners.resize(self.polygons.corners().len(), None);
            self.texture_corners.extend(self.face.iter().map(|corner| corner.texture));
        }
        for normal in self.face.iter().filter_map(|corner| corner.normal) {
            if self.largest_normal.is_none_or(|(largest, _)| normal > largest) {
                self.largest_normal = Some((normal, index));
            }
        }
        self.ring.clear();
        self.ring.extend(self.face.iter().map(|corner| corner.vertex));
        self.polygons.push(&self.ring);
        self.groups.add(index as u32);
    }

    /// Absolute indices may point ahead of their face, so they are compared with the counts at the file's end.
    fn check_indices(&self, bytes: &[u8]) -> Result<(), Problem> {
        let ahead = |index: u32, count: usize| index as usize >= count;
        let vertices = self.positions.len();
        let rings = self.polygons.iter().enumerate();
        let mut bad = rings.filter_map(|(face, ring)| Some((face, *ring.iter().find(|&&v| ahead(v, vertices))?)));
        if let Some((face, vertex)) = bad.next() {
            return Err(missing(bytes, face, "vertex", vertex, vertices));
        }
        let coordinates = self.coordinates.len();
        let corners = self.texture_corners.iter().enumerate();
        let mut bad = corners.filter_map(|(corner, index)| Some((corner, index.filter(|&i| ahead(i, coordinates))?)));
        if let Some((corner, index)) = bad.next() {
            let face = face_of_corner(&self.polygons, corner);
            return Err(missing(bytes, face, "texture coordinate", index, coordinates));
        }
        match self.largest_normal {
            Some((normal, face)) if ahead(normal, self.normals) => {
                Err(missing(bytes, face, "normal", normal, self.normals))
            }
            _ => Ok(()),
        }
    }

    fn finish(self, name: &str) -> Contents {
        let colors =
            (self.colors.len() == self.positions.len() && !self.colors.is_empty()).then(|| color::to_unit(self.colors));
        let texture = (!self.texture_corners.is_empty())
            .then_some(Texture { coordinates: self.coordinates, corners: self.texture_corners });
        let piece = Piece {
            name: name.to_owned(),
            positions: self.positions,
            polygons: self.polygons,
            colors,
            texture,
            groups: self.groups.finish(),
        };
        Contents { piece, places: self.places }
    }
}

/// Reads as many numbers as there are, at most as many as there is room for, and returns how many there were.
fn read_numbers(words: Words<'_>, room: &mut [f64], element: impl Fn() -> String) -> Result<usize, Problem> {
    let mut count = 0;
    for (slot, (_, word)) in room.iter_mut().zip(words) {
        let fault = match number::parse(word) {
            Some(value) if value.is_finite() => {
                *slot = value;
                count += 1;
                continue;
            }
            Some(_) => "is not a finite number",
            None => "is not a number",
        };
        let remedy = "correct it, or export the mesh again";
        return Err(Problem::new(element(), format!("{} {fault}", quote(word)), remedy));
    }
    Ok(count)
}

fn face_of_corner(polygons: &Polygons, corner: usize) -> usize {
    let mut end = 0;
    let holds = |ring: &[u32]| {
        end += ring.len();
        corner < end
    };
    polygons.iter().position(holds).unwrap_or(0)
}

/// A face that refers to something the file does not have. Only now is the face's line looked for.
fn missing(bytes: &[u8], face: usize, what: &str, index: u32, count: usize) -> Problem {
    let mut faces = Statements::new(bytes).filter(|statement| matches!(statement.keyword, b"f" | b"fo"));
    let line = faces.nth(face).map_or(0, |statement| statement.line);
    Problem::new(
        format!("line {line}, face {face}"),
        // OBJ counts from 1.
        format!("it refers to {what} {} beyond the last one (the file has {count})", u64::from(index) + 1),
        "the file may be cut short: correct the index, or export the mesh again",
    )
}
