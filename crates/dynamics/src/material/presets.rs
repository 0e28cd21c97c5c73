//! The presets.
//!
//! Where their numbers come from:
//!
//! - Density and thickness: the middle of what is sold under the name.
//! - Bending and shear: spans of KES-F and FAST measurements of such fabrics. Within them, and for denim and leather
//!   somewhat above, values are *chosen* so that the Cusick test (`laboratory::cusick`) gives a drape coefficient within
//!   the published range: agreement with it is calibration. No preset is one fabric that someone measured.
//! - Stretch: the slope at small strain, from extensibilities. A fabric stiffens as its yarns straighten; these numbers hold for
//!   the first few percent. The warp is under more tension on the loom, and stretches less.
//! - Damping: chosen. Stretch, 2 ms: a hanging panel half a metre long (some 500 rad/s) does not ring. Shear, 5 ms. Bending,
//!   10 ms: wrinkles of 5 cm (some 130 rad/s) die at once, and folds of 20 cm (some 8 rad/s) swing.
//! - Air drag: that of a plate across the wind, ½ ρ C = ½ × 1.2 kg/m³ × 1.2 = 0.7 kg/m³ for what lets no air through
//!   (Hoerner 1965); less, by choice, for what does.
//!
//! Looked up: Memon and others, Materials 14, 2021, abstract (leather); Journal of Textiles 2016, 4614168, table 5 (denims by
//! KES-F); Lange, Niven and Laing, Journal of the Society of Leather Technologists and Chemists 85, abstract (leather by FAST).
//! All other spans below are general knowledge of KES-F (Kawabata 1980) and FAST (De Boos and Tester 1994) figures and have
//! not been checked against a table: treat them as orders of magnitude.

use super::Material;

/// Cotton shirting: a plain weave, 110 to 150 g/m².
pub const COTTON: Material = Material {
    density: 0.12,
    // Strains of 2 % and 3 % at 98 N/m: firm shirtings by FAST.
    stretch_warp: 5000.0,
    stretch_weft: 3000.0,
    // 0.9 gf/(cm·degree); shirtings have about 0.5 to 2. Chosen for the drape coefficient.
    shear: 50.0,
    // 0.09 and 0.06 gf·cm²/cm; shirtings have about 0.04 to 0.15.
    bend_warp: 9e-6,
    bend_weft: 6e-6,
    stretch_damping: 2e-3,
    shear_damping: 5e-3,
    bend_damping: 1e-2,
    air_drag: 0.6,
    thickness: 0.3e-3,
};

/// Dress silk, as crêpe de Chine: 60 to 80 g/m².
pub const SILK: Material = Material {
    density: 0.07,
    // Crêpe yarns are wavy: strains of 7 % and 10 % at 98 N/m. Chosen: stiffer threads hold the disc up.
    stretch_warp: 1500.0,
    stretch_weft: 1000.0,
    // 0.2 gf/(cm·degree); dress silks have about 0.2 to 0.4.
    shear: 11.0,
    // 0.010 and 0.007 gf·cm²/cm; dress silks have about 0.005 to 0.04. Chosen low, for the drape coefficient.
    bend_warp: 1e-6,
    bend_weft: 0.7e-6,
    stretch_damping: 2e-3,
    shear_damping: 5e-3,
    bend_damping: 1e-2,
    air_drag: 0.6,
    thickness: 0.15e-3,
};

/// Wool suiting: 170 to 220 g/m².
pub const WOOL: Material = Material {
    density: 0.19,
    // Strains of 3 % and 5 % at 98 N/m: FAST's chart for suitings spans about 2 to 6 %.
    stretch_warp: 3000.0,
    stretch_weft: 2000.0,
    // 0.6 gf/(cm·degree); FAST's chart for suitings spans about 30 to 80 N/m.
    shear: 35.0,
    // FAST's chart for suitings spans about 5 to 14 µN·m.
    bend_warp: 11e-6,
    bend_weft: 8e-6,
    stretch_damping: 2e-3,
    shear_damping: 5e-3,
    bend_damping: 1e-2,
    air_drag: 0.5,
    thickness: 0.5e-3,
};

/// Denim: a cotton twill, 350 to 450 g/m².
pub const DENIM: Material = Material {
    density: 0.40,
    // The coarse warp is nearly straight; the weft is not. Chosen.
    stretch_warp: 8000.0,
    stretch_weft: 4000.0,
    // 2.5 gf/(cm·degree); six light denims have 1.5 to 3.4 (Journal of Textiles 2016).
    shear: 140.0,
    // Six light, soft denims have 14 to 22 µN·m (the same); rigidity grows with about the cube of thickness. Chosen for
    // the drape coefficient.
    bend_warp: 70e-6,
    bend_weft: 40e-6,
    stretch_damping: 2e-3,
    shear_damping: 5e-3,
    bend_damping: 1e-2,
    air_drag: 0.7,
    thickness: 0.8e-3,
};

/// Single jersey of cotton: 150 to 200 g/m². Warp stands for the wales, weft for the courses.
pub const JERSEY: Material = Material {
    density: 0.16,
    // Loops give before yarns stretch: tens of percent at 98 N/m across, half of that along. Chosen.
    stretch_warp: 500.0,
    stretch_weft: 250.0,
    // 0.5 gf/(cm·degree); single jersey has about 0.3 to 0.8.
    shear: 30.0,
    // 0.03 and 0.02 gf·cm²/cm; single jersey has about 0.01 to 0.05.
    bend_warp: 3e-6,
    bend_weft: 2e-6,
    stretch_damping: 2e-3,
    shear_damping: 5e-3,
    bend_damping: 1e-2,
    // Knits let most air through.
    air_drag: 0.4,
    thickness: 0.6e-3,
};

/// Garment leather of sheep, 0.6 to 1 mm thick: 500 to 800 g/m². Warp stands for the length of the skin.
pub const LEATHER: Material = Material {
    density: 0.55,
    // A slope of 2.5 MPa before the fibres align; heavier, stiffer in bending and more extensible than suitings (Lange
    // and others).
    stretch_warp: 2000.0,
    stretch_weft: 1700.0,
    // No threads that could turn: a fifth of the stretch, less than a solid's third, as its fibres slide. Chosen.
    shear: 350.0,
    // Memon and others give flexural rigidities from 9.2 to 22 with coefficients of 47 to 70 %; µN·m is the unit that
    // fits. Chosen somewhat above, for the heavier skin.
    bend_warp: 28e-6,
    bend_weft: 24e-6,
    stretch_damping: 2e-3,
    shear_damping: 5e-3,
    bend_damping: 1e-2,
    air_drag: 0.7,
    thickness: 0.8e-3,
};
