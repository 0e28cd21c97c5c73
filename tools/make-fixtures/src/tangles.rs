//! The fixtures, by what they show.

pub mod contours;
pub mod degenerate;
pub mod figures;
pub mod topology;

use crate::Tangle;

/// Every fixture, in the order of the table in `fixtures/README.md`.
pub fn tangles() -> Vec<Tangle> {
    vec![
        figures::sphere_through_sheet(),
        figures::two_separate(),
        figures::loop_vertex(),
        figures::self_crossing(),
        figures::bent_arm(),
        contours::corner_through_sheet(),
        contours::side_by_side(),
        contours::slit_sleeve(),
        contours::three_sheets(),
        contours::figure_eight(),
        topology::nested_spheres(),
        topology::torus_through_sheet(),
        topology::coaxial_tori(),
        topology::moebius_cut(),
        topology::moebius_through_itself(),
        degenerate::coincident_sheets(),
        degenerate::grids_sharing_coordinates(),
        degenerate::grids_sharing_a_border(),
        degenerate::subdivided_octahedron(),
        degenerate::lattice_knot(),
    ]
}
