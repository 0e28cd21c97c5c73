//! Names by pattern: `*` stands for any characters, `?` for one; case counts.

/// One pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(Vec<char>);

/// A list of patterns, separated by commas: a name matches if any of them does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns(Vec<Pattern>);

/// Values attached to patterns; where several match a name, the last one counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternTable<T> {
    rows: Vec<(Pattern, T)>,
}

impl Pattern {
    /// The pattern that this text spells; every text is one.
    pub fn new(text: &str) -> Self {
        Self(text.chars().collect())
    }

    /// Whether a name fits the whole pattern.
    pub fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name.chars().collect();
        let (mut at, mut place) = (0, 0);
        // Where the last star is, and where in the name it stopped: it takes one more whenever the rest does not fit. A
        // later star makes an earlier one's length irrelevant, so only one needs to be remembered.
        let mut star = None;
        while place < name.len() {
            match self.0.get(at) {
                Some('*') => {
                    star = Some((at, place));
                    at += 1;
                }
                Some(&c) if c == '?' || c == name[place] => (at, place) = (at + 1, place + 1),
                _ => {
                    let Some((star_at, taken)) = star else { return false };
                    star = Some((star_at, taken + 1));
                    (at, place) = (star_at + 1, taken + 1);
                }
            }
        }
        self.0[at..].iter().all(|c| *c == '*')
    }
}

impl Patterns {
    /// Patterns separated by commas; spaces around them do not count, and empty ones are no patterns.
    pub fn new(text: &str) -> Self {
        Self(text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(Pattern::new).collect())
    }

    /// Whether any pattern matches.
    pub fn matches(&self, name: &str) -> bool {
        self.0.iter().any(|pattern| pattern.matches(name))
    }

    /// Whether there is no pattern at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> PatternTable<T> {
    /// Adds a row: a list of patterns and their value. Later rows outrank earlier ones.
    pub fn insert(&mut self, patterns: &str, value: T)
    where
        T: Clone,
    {
        self.rows.extend(Patterns::new(patterns).0.into_iter().map(|pattern| (pattern, value.clone())));
    }

    /// The value of the last row that matches.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.rows.iter().rev().find(|(pattern, _)| pattern.matches(name)).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("*", "Spine", true),
            ("Spine*", "Spine2", true),
            ("Spine*", "spine2", false),
            ("*Arm*", "LeftForeArmTwist", true),
            ("*Arm", "LeftArmTwist", false),
            ("L?g", "Leg", true),
            ("L?g", "Lg", false),
            ("", "", true),
            ("", "a", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("*.L", "upperarm01.L", true),
            ("Ä?", "Äö", true),
        ] {
            assert_eq!(Pattern::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_long_pattern_of_stars_is_quick() {
        assert!(!Pattern::new(&"*a".repeat(50)).matches(&"a".repeat(49)));
        assert!(!Pattern::new(&format!("{}b", "*a".repeat(50))).matches(&"a".repeat(5000)));
    }

    #[test]
    fn lists_and_the_last_match() {
        let patterns = Patterns::new("Spine*, *Arm*,");
        assert!(patterns.matches("LeftArm") && patterns.matches("Spine") && !patterns.matches("Head"));
        assert!(Patterns::new(" ,").is_empty());
        let mut table = PatternTable::default();
        table.insert("*", 1.0);
        table.insert("LeftHand*, RightHand*", 0.1);
        assert_eq!([table.get("LeftHandThumb1"), table.get("Hips")], [Some(&0.1), Some(&1.0)]);
    }
}
