//! The same file with moved vertices: only the coordinates that changed are written anew, in their own type.

use geometry::Point;

use super::PlyDocument;
use super::cursor::Cursor;
use super::header::Shape;
use super::scalar::{Encoding, Scalar};
use crate::number::{Shortest, ShortestSingle};
use crate::splice::Splice;
use crate::{Problem, check};

impl PlyDocument {
    /// The file with its vertices at `positions`, one list for its one piece. A coordinate of type `float` becomes the
    /// nearest float; one of a whole-number type must be whole.
    pub fn with_positions(&self, positions: &[Vec<Point>]) -> Result<Vec<u8>, Problem> {
        check::positions(&self.piece, positions)?;
        let [piece] = &self.piece;
        let mut splice = Splice::new(&self.bytes);
        for (vertex, (old, new)) in piece.positions.iter().zip(&positions[0]).enumerate() {
            if check::moved(old, new) {
                self.replace(&mut splice, vertex, old, new)?;
            }
        }
        Ok(splice.finish())
    }

    /// Walks the vertex's record again and replaces its coordinates where they stand.
    fn replace(&self, splice: &mut Splice<'_>, vertex: usize, old: &Point, new: &Point) -> Result<(), Problem> {
        let cut =
            |_| Problem::new(format!("vertex {vertex}"), "its record cannot be read again", "read the file again");
        let mut cursor = Cursor::new(&self.bytes, self.encoding, self.places[vertex]);
        for (column, property) in self.properties.iter().enumerate() {
            let axis = self.axes.iter().position(|&found| found == column);
            let (Some(axis), Shape::Single(scalar)) = (axis, property.shape) else {
                cursor.pass(property).map_err(cut)?;
                continue;
            };
            let span = cursor.span(scalar).map_err(cut)?;
            if old[axis].to_bits() == new[axis].to_bits() {
                continue;
            }
            let value = scalar.fit(new[axis]).ok_or_else(|| unfit(vertex, &property.name, scalar, new[axis]))?;
            match (self.encoding, scalar) {
                (Encoding::Ascii, Scalar::F32) => splice.replace_text(span, ShortestSingle(value as f32)),
                (Encoding::Ascii, Scalar::F64) => splice.replace_text(span, Shortest(value)),
                (Encoding::Ascii, _) => splice.replace_text(span, value as i64),
                (encoding, _) => {
                    let (bytes, size) = scalar.encode(encoding, value);
                    splice.replace_bytes(span, &bytes[..size]);
                }
            }
        }
        Ok(())
    }
}

fn unfit(vertex: usize, property: &str, scalar: Scalar, value: f64) -> Problem {
    Problem::new(
        format!("vertex {vertex}"),
        format!("its {property} is of type {}, which cannot hold {value}", scalar.name()),
        "convert the file's coordinates to double, or write to another format",
    )
}
