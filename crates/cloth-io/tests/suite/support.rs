//! What the tests share: points from pieces, and a small PLY in any encoding.

use cloth_io::{ObjDocument, Piece, PlyDocument, Problem};
use geometry::Point;

/// The positions of every piece, as `with_positions` takes them.
pub fn positions(pieces: &[Piece]) -> Vec<Vec<Point>> {
    pieces.iter().map(|piece| piece.positions.clone()).collect()
}

/// An OBJ file that reads.
pub fn obj(text: &str) -> ObjDocument {
    ObjDocument::read(text.as_bytes().to_vec(), "cloth").expect(text)
}

/// The message of an OBJ file that does not read.
pub fn obj_problem(text: impl AsRef<[u8]>) -> String {
    message(&ObjDocument::read(text.as_ref().to_vec(), "cloth").expect_err("a bad file"))
}

/// The message of a PLY file that does not read.
pub fn ply_problem(bytes: impl AsRef<[u8]>) -> String {
    message(&PlyDocument::read(bytes.as_ref().to_vec(), "cloth").expect_err("a bad file"))
}

/// A problem's text; all three of its parts say something.
pub fn message(problem: &Problem) -> String {
    assert!(!problem.element.is_empty() && !problem.fault.is_empty() && !problem.remedy.is_empty(), "{problem:?}");
    problem.to_string()
}

/// The three encodings of PLY.
pub const ENCODINGS: [&str; 3] = ["ascii", "binary_little_endian", "binary_big_endian"];

/// A PLY body in the making: numbers in the types their names say.
pub struct Body {
    encoding: &'static str,
    bytes: Vec<u8>,
}

impl Body {
    /// An empty body after a header, whose lines come without `ply`, `format` and `end_header`.
    pub fn after(encoding: &'static str, header: &str) -> Self {
        let bytes = format!("ply\nformat {encoding} 1.0\n{header}\nend_header\n").into_bytes();
        Self { encoding, bytes }
    }

    /// Appends one number.
    pub fn put(&mut self, kind: &str, value: f64) -> &mut Self {
        let whole = value as i64;
        if self.encoding == "ascii" {
            self.bytes.extend_from_slice(format!("{value} ").as_bytes());
            return self;
        }
        let mut bytes = match kind {
            "char" | "int8" | "uchar" | "uint8" => vec![whole as u8],
            "short" | "int16" | "ushort" | "uint16" => (whole as u16).to_le_bytes().to_vec(),
            "int" | "int32" | "uint" | "uint32" => (whole as u32).to_le_bytes().to_vec(),
            "float" | "float32" => (value as f32).to_le_bytes().to_vec(),
            _ => value.to_le_bytes().to_vec(),
        };
        if self.encoding == "binary_big_endian" {
            bytes.reverse();
        }
        self.bytes.append(&mut bytes);
        self
    }

    /// Appends several numbers of one type.
    pub fn put_all(&mut self, kind: &str, values: &[f64]) -> &mut Self {
        for &value in values {
            self.put(kind, value);
        }
        self
    }

    /// Ends a record: a line end in text, nothing in binary.
    pub fn end(&mut self) -> &mut Self {
        if self.encoding == "ascii" {
            self.bytes.push(b'\n');
        }
        self
    }

    /// The whole file.
    pub fn finish(&self) -> Vec<u8> {
        self.bytes.clone()
    }
}

/// Two triangles and a quad with colours, a list before the coordinates, an unknown element in between, and bytes
/// after the end.
pub fn rich_ply(encoding: &'static str) -> Vec<u8> {
    let header = "comment by hand\nobj_info none\nelement vertex 5\nproperty list uchar short ring\nproperty double x\n\
                  property uchar red\nproperty uchar green\nproperty uchar blue\nproperty float y\nproperty double z\n\
                  element camera 2\nproperty float fov\nproperty list ushort double pose\n\
                  element face 3\nproperty char flag\nproperty list uchar int vertex_indices";
    let mut body = Body::after(encoding, header);
    for vertex in 0..5 {
        let v = f64::from(vertex);
        body.put("uchar", v);
        for item in 0..vertex {
            body.put("short", f64::from(-item));
        }
        body.put("double", 0.1 * v).put_all("uchar", &[255.0, 51.0 * v, 0.0]);
        body.put("float", 0.5 * v * v).put("double", -v).end();
    }
    for camera in 0..2 {
        body.put("float", 1.5).put("ushort", f64::from(camera));
        for _ in 0..camera {
            body.put("double", 3.25);
        }
        body.end();
    }
    for ring in [&[0.0, 1.0, 2.0][..], &[0.0, 2.0, 3.0, 4.0], &[4.0, 3.0, 1.0]] {
        body.put("char", -1.0).put("uchar", ring.len() as f64).put_all("int", ring).end();
    }
    let mut bytes = body.finish();
    bytes.extend_from_slice(b"\ntrailing");
    bytes
}
