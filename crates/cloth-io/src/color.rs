//! Vertex colours between 0 and 1, however a file counts them.

/// Some programs write real-valued colours from 0 to 255; one red, green or blue above 1 anywhere says so for the
/// whole file.
pub(crate) fn to_unit(mut colors: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    if colors.iter().flat_map(|color| &color[..3]).any(|&channel| channel > 1.0) {
        for color in &mut colors {
            for channel in &mut color[..3] {
                *channel /= 255.0;
            }
            if color[3] > 1.0 {
                color[3] /= 255.0;
            }
        }
    }
    colors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_fractions_and_fractions_stay() {
        assert_eq!(to_unit(vec![[255.0, 51.0, 0.0, 1.0]]), [[1.0, 0.2, 0.0, 1.0]]);
        assert_eq!(to_unit(vec![[255.0, 51.0, 0.0, 255.0]]), [[1.0, 0.2, 0.0, 1.0]]);
        assert_eq!(to_unit(vec![[1.0, 0.5, 0.0, 0.5]]), [[1.0, 0.5, 0.0, 0.5]]);
    }
}
