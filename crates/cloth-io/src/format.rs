//! Which format a file has: by its name, and checked against its first bytes.

use std::path::Path;

use crate::{Problem, ply};

/// The formats, as file names tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// `.obj`.
    Obj,
    /// `.ply`.
    Ply,
    /// `.glb`: glTF in one binary file.
    Glb,
    /// `.gltf`: glTF as JSON.
    Gltf,
}

const ALL: [Format; 4] = [Format::Obj, Format::Ply, Format::Glb, Format::Gltf];

impl Format {
    /// The format a file's name says, whatever its case.
    pub(crate) fn of(path: &Path) -> Result<Self, Problem> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let known = ALL.into_iter().find(|format| Some(format.extension()) == extension.as_deref());
        known.ok_or_else(|| {
            let fault = match extension {
                Some(extension) => format!("the extension .{extension} is not known"),
                None => "the name has no extension".to_owned(),
            };
            Problem::new("file name", fault, "name a file that ends in .obj, .ply, .glb or .gltf")
        })
    }

    /// Refuses a file whose first bytes belong to another format than its name.
    pub(crate) fn check(self, bytes: &[u8]) -> Result<(), Problem> {
        match Self::recognise(bytes) {
            Some(found) if found != self => Err(found.misnamed()),
            _ => Ok(()),
        }
    }

    /// OBJ and JSON begin with anything; the two others with a mark.
    pub(crate) fn recognise(bytes: &[u8]) -> Option<Self> {
        if ply::is_ply(bytes) { Some(Self::Ply) } else { bytes.starts_with(b"glTF").then_some(Self::Glb) }
    }

    /// A file of this format under another one's name.
    pub(crate) fn misnamed(self) -> Problem {
        let extension = self.extension();
        let fault = format!("the file begins like a .{extension} file but is not named so");
        Problem::new("first bytes", fault, format!("rename it to end in .{extension}"))
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Obj => "obj",
            Self::Ply => "ply",
            Self::Glb => "glb",
            Self::Gltf => "gltf",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case() {
        for (name, format) in
            [("a.obj", Format::Obj), ("b.v2.PLY", Format::Ply), ("c.Glb", Format::Glb), ("d.gltf", Format::Gltf)]
        {
            assert_eq!(Format::of(Path::new(name)).ok(), Some(format), "{name}");
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        for (name, fault) in [("a.stl", "the extension .stl is not known"), ("obj", "the name has no extension")] {
            let message = Format::of(Path::new(name)).expect_err(name).to_string();
            let expected = format!("file name: {fault}; name a file that ends in .obj, .ply, .glb or .gltf");
            assert_eq!(message, expected);
        }
    }

    #[test]
    fn a_wrong_name_is_recognised() {
        let message = Format::Obj.check(b"ply\nformat").expect_err("a PLY file").to_string();
        let expected = "first bytes: the file begins like a .ply file but is not named so; rename it to end in .ply";
        assert_eq!(message, expected);
        assert!(Format::Gltf.check(b"glTF\x02").is_err());
        assert!(Format::Obj.check(b"plyers 1\n").is_ok());
    }
}
