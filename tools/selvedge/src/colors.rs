//! The colours of garments, the same in pictures and in files.

use picture::Srgb;

/// Garment after garment, over and over, sRGB: as different from each other and from the body as fabrics are, light enough
/// that folds show, and none of the colours that mark intersections.
const GARMENTS: [Srgb; 6] = [
    [0.36, 0.55, 0.75],
    [0.76, 0.56, 0.30],
    [0.44, 0.62, 0.47],
    [0.60, 0.46, 0.66],
    [0.74, 0.45, 0.45],
    [0.36, 0.62, 0.64],
];

/// The colour of a garment of a scene, by its number.
pub fn of_garment(index: usize) -> Srgb {
    GARMENTS[index % GARMENTS.len()]
}

/// The same colour in linear light, as files hold it (IEC 61966-2-1).
pub fn linear(color: Srgb) -> [f32; 3] {
    color.map(|x| if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) })
}
