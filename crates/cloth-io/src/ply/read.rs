//! Reads a PLY body: vertices and faces in any order, everything else walked over.
//!
//! The counts of the header are compared with the bytes that follow before anything is allocated or walked. Faces may
//! come before vertices: their indices are compared with the header's count, which by then is known to be possible.

use geometry::Point;

use super::columns::{FaceColumns, VertexColumns};
use super::cursor::{Cursor, Fault};
use super::header::{Element, Header, Shape};
use crate::{Piece, Polygons, Problem, Texture, color};

/// What a file says, and where its vertices stand in it.
pub(super) struct Contents {
    /// The mesh.
    pub(super) piece: Piece,
    /// For every vertex, where its record begins.
    pub(super) places: Vec<usize>,
    /// The columns of x, y and z.
    pub(super) axes: [usize; 3],
}

/// Reads the body that a header describes.
pub(super) fn read(bytes: &[u8], header: &Header, name: &str) -> Result<Contents, Problem> {
    let vertex = element(header, "vertex")?;
    let face = element(header, "face")?;
    let columns = VertexColumns::find(vertex)?;
    let face_columns = FaceColumns::find(face)?;
    let mut cursor = Cursor::new(bytes, header.encoding, header.body);
    check_counts(&cursor, header)?;
    let mut vertices = Vertices::default();
    let mut faces = Faces::default();
    for element in &header.elements {
        match element.name.as_str() {
            "vertex" => vertices.read(element, &columns, &mut cursor)?,
            "face" => faces.read(element, &face_columns, vertex.count, &mut cursor)?,
            _ => pass(element, &mut cursor)?,
        }
    }
    let texture = faces.texture.or_else(|| vertices.texture(&faces.polygons));
    let colors = columns.color.is_some().then(|| color::to_unit(vertices.colors));
    let (positions, polygons) = (vertices.positions, faces.polygons);
    let piece = Piece { name: name.to_owned(), positions, polygons, colors, texture, groups: Vec::new() };
    Ok(Contents { piece, places: vertices.places, axes: columns.axes })
}

fn element<'a>(header: &'a Header, name: &str) -> Result<&'a Element, Problem> {
    let find = |name: &str| header.elements.iter().find(|element| element.name == name);
    find(name).ok_or_else(|| match find("tristrips") {
        Some(_) => Problem::new(
            "element tristrips",
            "triangle strips are not read",
            "convert the strips to faces (MeshLab does so when it saves the mesh as PLY)",
        ),
        None => {
            Problem::new("header", format!("there is no element {name}"), "export the mesh with vertices and faces")
        }
    })
}

/// Whether the bytes after the header can hold what it claims.
fn check_counts(cursor: &Cursor<'_>, header: &Header) -> Result<(), Problem> {
    let mut left = cursor.remaining() as u128;
    for element in &header.elements {
        let least = cursor.least_for(element);
        if least > left {
            let fault =
                format!("the header claims {} records, and the {left} bytes left cannot hold them", element.count);
            let remedy = "the file is cut short or its header wrong: copy or export it again";
            return Err(Problem::new(format!("element {}", element.name), fault, remedy));
        }
        left -= least;
    }
    Ok(())
}

#[derive(Default)]
struct Vertices {
    positions: Vec<Point>,
    places: Vec<usize>,
    colors: Vec<[f32; 4]>,
    coordinates: Vec<[f64; 2]>,
}

impl Vertices {
    fn read(&mut self, element: &Element, columns: &VertexColumns, cursor: &mut Cursor<'_>) -> Result<(), Problem> {
        let mut values = vec![0.0; element.properties.len()];
        self.positions.reserve(element.count as usize);
        self.places.reserve(element.count as usize);
        for record in 0..element.count {
            self.places.push(cursor.at);
            read_singles(element, cursor, &mut values).map_err(|fault| problem("vertex", record, fault))?;
            let [x, y, z] = columns.axes.map(|column| values[column]);
            self.positions.push(Point::new(x, y, z));
            if let Some(color) = columns.color {
                let [red, green, blue] = color.map(|(column, full)| (values[column] / full) as f32);
                let alpha = columns.alpha.map_or(1.0, |(column, full)| (values[column] / full) as f32);
                self.colors.push([red, green, blue, alpha]);
            }
            if let Some(texture) = columns.texture {
                self.coordinates.push(texture.map(|column| values[column]));
            }
        }
        Ok(())
    }

    /// Coordinates that vertices have are the same at every corner of a vertex.
    fn texture(&mut self, polygons: &Polygons) -> Option<Texture> {
        if self.coordinates.is_empty() {
            return None;
        }
        let corners = polygons.corners().iter().map(|&vertex| Some(vertex)).collect();
        Some(Texture { coordinates: std::mem::take(&mut self.coordinates), corners })
    }
}

/// One record's numbers, each in its column; a list leaves its column as it was.
fn read_singles(element: &Element, cursor: &mut Cursor<'_>, values: &mut [f64]) -> Result<(), Fault> {
    for (property, value) in element.properties.iter().zip(values) {
        match property.shape {
            Shape::Single(scalar) => *value = cursor.number(scalar)?,
            Shape::List { .. } => cursor.pass(property)?,
        }
    }
    Ok(())
}

#[derive(Default)]
struct Faces {
    polygons: Polygons,
    texture: Option<Texture>,
    /// The lists of the face being read.
    ring: Vec<f64>,
    coordinates: Vec<f64>,
    /// Its vertices.
    vertices: Vec<u32>,
}

impl Faces {
    fn read(
        &mut self,
        element: &Element,
        columns: &FaceColumns,
        vertices: u64,
        cursor: &mut Cursor<'_>,
    ) -> Result<(), Problem> {
        for record in 0..element.count {
            self.read_lists(element, columns, cursor).map_err(|fault| problem("face", record, fault))?;
            self.add(record, vertices)?;
            if columns.texture.is_some() {
                self.add_texture(record)?;
            }
        }
        Ok(())
    }

    fn read_lists(&mut self, element: &Element, columns: &FaceColumns, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        let (ring, ring_length, ring_item) = columns.ring;
        for (column, property) in element.properties.iter().enumerate() {
            match columns.texture {
                _ if column == ring => cursor.list(ring_length, ring_item, &mut self.ring)?,
                Some((texture, length, item)) if column == texture => {
                    cursor.list(length, item, &mut self.coordinates)?;
                }
                _ => cursor.pass(property)?,
            }
        }
        Ok(())
    }

    fn add(&mut self, face: u64, vertices: u64) -> Result<(), Problem> {
        let bad =
            |fault: String| Problem::new(format!("face {face}"), fault, "correct the face, or export the mesh again");
        if self.ring.len() < 3 {
            return Err(bad(format!("it has {} corners where at least three belong", self.ring.len())));
        }
        self.vertices.clear();
        for &index in &self.ring {
            if !(index >= 0.0 && index < vertices as f64 && index.fract() == 0.0) {
                return Err(bad(format!("it refers to vertex {index}, and there are {vertices}")));
            }
            self.vertices.push(index as u32);
        }
        self.polygons.push(&self.vertices);
        Ok(())
    }

    /// Coordinates that faces have: two numbers a corner, or an empty list.
    fn add_texture(&mut self, face: u64) -> Result<(), Problem> {
        let texture = self.texture.get_or_insert_default();
        if self.coordinates.is_empty() {
            texture.corners.extend(self.ring.iter().map(|_| None));
            return Ok(());
        }
        if self.coordinates.len() != 2 * self.ring.len() {
            let fault = format!("{} texture numbers for {} corners", self.coordinates.len(), self.ring.len());
            return Err(Problem::new(format!("face {face}"), fault, "give u and v for each corner, or none"));
        }
        for pair in self.coordinates.chunks_exact(2) {
            texture.corners.push(Some(texture.coordinates.len() as u32));
            texture.coordinates.push([pair[0], pair[1]]);
        }
        Ok(())
    }
}

/// Walks over an element that means nothing to a mesh. Records without properties take no bytes and no time.
fn pass(element: &Element, cursor: &mut Cursor<'_>) -> Result<(), Problem> {
    if element.properties.is_empty() {
        return Ok(());
    }
    for record in 0..element.count {
        for property in &element.properties {
            cursor.pass(property).map_err(|fault| problem(&element.name, record, fault))?;
        }
    }
    Ok(())
}

fn problem(element: &str, record: u64, fault: Fault) -> Problem {
    let place = format!("{element} {record}");
    match fault {
        Fault::Ended => {
            Problem::new(place, "the file ends inside this record", "the file is cut short: copy or export it again")
        }
        Fault::Word(word) => {
            Problem::new(place, format!("{word} is not a number"), "correct it, or export the mesh again")
        }
        Fault::Length(length) => {
            Problem::new(place, format!("a list has the length {length}"), "correct it, or export the mesh again")
        }
    }
}
