//! The known name that an unknown one was probably meant to be.

/// A suggestion may differ in this part of its letters; beyond that it would be a guess.
const LARGEST_DIFFERENCE: f64 = 0.5;

/// The known name with the fewest letters to change; the first of equals, and none if it is too far off.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let best = known.into_iter().map(|other| (distance(name, other), other)).min_by_key(|(distance, _)| *distance);
    best.filter(|(distance, other)| {
        *distance as f64 <= LARGEST_DIFFERENCE * name.chars().count().max(other.chars().count()) as f64
    })
    .map(|(_, other)| other)
}

/// How many letters must be put in, taken out, replaced or swapped with their neighbour; case does not count.
fn distance(a: &str, b: &str) -> usize {
    // A name of this length is no slip of the keyboard: the rest is not looked at.
    const LONGEST: usize = 100;
    let letters = |text: &str| text.chars().take(LONGEST).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (a, b) = (letters(a), letters(b));
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    rows[i - 2][j - 2] + 1
                } else {
                    usize::MAX
                };
                replaced.min(swapped).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1)
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_guesses_are_not_made() {
        let known = ["material", "layer", "pin", "rest"];
        assert_eq!(nearest("materail", known), Some("material"));
        assert_eq!(nearest("Layer", known), Some("layer"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("", []), None);
    }

    #[test]
    fn distances_are_those_of_the_textbook() {
        for (a, b, d) in [("kitten", "sitting", 3), ("", "abc", 3), ("ab", "ba", 1), ("same", "SAME", 0)] {
            assert_eq!(distance(a, b), d, "{a} {b}");
        }
    }
}
