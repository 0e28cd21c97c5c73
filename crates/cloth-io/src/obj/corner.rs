//! One corner of a face: `v`, `v/vt`, `v//vn` or `v/vt/vn`.

use crate::number::{parse_integer, quote};

/// Indices from 0; whether they exist is known only at the file's end.
pub(super) struct Corner {
    /// The vertex.
    pub(super) vertex: u32,
    /// The texture coordinate, if the corner has one.
    pub(super) texture: Option<u32>,
    /// The normal, if the corner has one.
    pub(super) normal: Option<u32>,
}

/// How many of each the file has had so far: what negative indices count back from.
pub(super) struct Counts {
    /// Statements `v`.
    pub(super) vertices: usize,
    /// Statements `vt`.
    pub(super) coordinates: usize,
    /// Statements `vn`.
    pub(super) normals: usize,
}

impl Corner {
    /// Reads a corner, or says what is wrong with it. An empty part (`7/`, `7//`) is a part that is not there.
    pub(super) fn parse(word: &[u8], counts: &Counts) -> Result<Self, String> {
        let mut parts = word.split(|&byte| byte == b'/');
        let vertex = parts.next().unwrap_or_default();
        let mut optional = |count| match parts.next() {
            None | Some([]) => Ok(None),
            Some(part) => resolve(part, count).map(Some),
        };
        let corner = Self {
            vertex: resolve(vertex, counts.vertices)?,
            texture: optional(counts.coordinates)?,
            normal: optional(counts.normals)?,
        };
        if parts.next().is_some() {
            return Err(format!("the corner {} has more than three parts", quote(word)));
        }
        Ok(corner)
    }
}

/// An index from 0: absolute ones start at 1, negative ones count back from the last statement read.
fn resolve(part: &[u8], count: usize) -> Result<u32, String> {
    let index = parse_integer(part).ok_or_else(|| format!("{} is not an index", quote(part)))?;
    let from_zero = match index {
        0 => return Err("the index 0 means nothing: indices start at 1, or at -1 counting back".to_owned()),
        1.. => index - 1,
        _ => index.saturating_add(count as i64),
    };
    u32::try_from(from_zero).map_err(|_| format!("the index {index} points outside the file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: Counts = Counts { vertices: 4, coordinates: 3, normals: 2 };

    fn parts(word: &str) -> Result<(u32, Option<u32>, Option<u32>), String> {
        Corner::parse(word.as_bytes(), &COUNTS).map(|corner| (corner.vertex, corner.texture, corner.normal))
    }

    #[test]
    fn all_forms_and_both_signs() {
        assert_eq!(parts("4"), Ok((3, None, None)));
        assert_eq!(parts("4/3"), Ok((3, Some(2), None)));
        assert_eq!(parts("4//2"), Ok((3, None, Some(1))));
        assert_eq!(parts("-4/-3/-2"), Ok((0, Some(0), Some(0))));
        assert_eq!(parts("9/9/9"), Ok((8, Some(8), Some(8))), "absolute indices may point ahead");
        assert_eq!(parts("1/"), Ok((0, None, None)));
        assert_eq!(parts("1//"), Ok((0, None, None)));
    }

    #[test]
    fn bad_corners_say_why() {
        for (word, why) in [
            ("0", "start at 1"),
            ("-5", "outside the file"),
            ("1/-4", "outside the file"),
            ("99999999999", "outside the file"),
            ("x", "not an index"),
            ("1.5", "not an index"),
            ("/1", "not an index"),
            ("1/1/1/1", "more than three parts"),
        ] {
            let fault = parts(word).expect_err(word);
            assert!(fault.contains(why), "{word}: {fault}");
        }
    }
}
