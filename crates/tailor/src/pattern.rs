//! What to cover, as a user writes it: `Spine*,*Arm*,!*Hand*,*ForeArm*:0.5`.
//!
//! Parts are separated by commas and read from left to right; where several match a joint, the last decides. `*` stands for
//! any characters, `?` for one, and case does not matter. `!` in front takes joints out again. A number after the last
//! colon says how far along the limb the cover goes, as a share of the way to the next joint.

use crate::error::TailorError;
use std::str::FromStr;

/// Which joints' surface a garment covers.
#[derive(Clone, Debug, PartialEq)]
pub struct Cover {
    parts: Vec<CoverPart>,
}

/// One part of a [`Cover`].
#[derive(Clone, Debug, PartialEq)]
pub struct CoverPart {
    /// The pattern of joint names.
    pub pattern: String,
    /// How much of the joints it matches.
    pub extent: Extent,
}

/// How much of a joint's surface is covered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// From the joint up to this share of the way to the next, 0 to 1.
    Until(f64),
    /// Nothing: the joint is taken out.
    Nothing,
}

impl Cover {
    /// The parts, in the order they were written.
    pub fn parts(&self) -> &[CoverPart] {
        &self.parts
    }

    /// The last part that matches a joint's name.
    pub(crate) fn part_of(&self, joint: &str) -> Option<usize> {
        self.parts.iter().rposition(|part| matches(&part.pattern, joint))
    }
}

impl FromStr for Cover {
    type Err = TailorError;

    fn from_str(text: &str) -> Result<Self, TailorError> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let parts = parts.map(parse_part).collect::<Result<Vec<_>, _>>()?;
        if parts.iter().all(|part| part.extent == Extent::Nothing) {
            return Err(TailorError::Pattern { part: text.to_owned(), fault: "it covers nothing".to_owned() });
        }
        Ok(Self { parts })
    }
}

fn parse_part(text: &str) -> Result<CoverPart, TailorError> {
    let fault = |fault: &str| TailorError::Pattern { part: text.to_owned(), fault: fault.to_owned() };
    let (name, taken_out) = text.strip_prefix('!').map_or((text, false), |rest| (rest, true));
    // Joint names may hold colons themselves ("mixamorig:Hips"): only a number after the last one is an extent.
    let split = name.rsplit_once(':').and_then(|(name, tail)| Some((name, tail.trim().parse::<f64>().ok()?)));
    let (pattern, share) = split.map_or((name, None), |(name, share)| (name, Some(share)));
    if pattern.is_empty() {
        return Err(fault("no joint is named"));
    }
    let extent = match share {
        Some(_) if taken_out => return Err(fault("what is taken out is taken out whole")),
        Some(share) if !(0.0..=1.0).contains(&share) => return Err(fault("the share must lie between 0 and 1")),
        Some(share) => Extent::Until(share),
        None if taken_out => Extent::Nothing,
        None => Extent::Whole,
    };
    Ok(CoverPart { pattern: pattern.to_owned(), extent })
}

/// Whether a name matches a pattern of `*` and `?`, whatever the case.
pub fn matches(pattern: &str, name: &str) -> bool {
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (pattern, name) = (lower(pattern), lower(name));
    // Greedy with one way back: a later star makes an earlier one's choice irrelevant, so this is linear in practice.
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, eaten)) => {
                    star = Some((at, eaten + 1));
                    (p, n) = (at + 1, eaten + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks_match_as_in_a_shell() {
        for (pattern, name, expected) in [
            ("Spine*", "spine05", true),
            ("*Arm*", "LeftForeArm", true),
            ("arm?", "arm", false),
            ("a*b*c", "aXbXbYc", true),
            ("a*b*c", "aXbXbY", false),
            ("*", "", true),
            ("", "x", false),
            ("*.L", "pelvis.R", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} on {name}");
        }
    }

    #[test]
    fn parts_are_read_with_extents_and_exceptions() {
        let cover: Cover = "mixamorig:Hips, *ForeArm*:0.5,!*Hand*".parse().unwrap();
        let extents: Vec<_> = cover.parts().iter().map(|p| (p.pattern.as_str(), p.extent)).collect();
        assert_eq!(
            extents,
            [("mixamorig:Hips", Extent::Whole), ("*ForeArm*", Extent::Until(0.5)), ("*Hand*", Extent::Nothing)]
        );
        assert_eq!(cover.part_of("LeftForeArm"), Some(1));
    }

    #[test]
    fn nonsense_is_refused_with_its_part() {
        for text in ["", "!a", "a:1.5", "!a:0.5,b", ":0.5"] {
            let error = text.parse::<Cover>().unwrap_err().to_string();
            assert!(error.contains(text.split(',').next().unwrap()), "{text}: {error}");
        }
    }
}
