//! wip
mod anatomy;
mod exact;
mod field;
mod surface;
/// wip
pub fn skin() -> (Vec<geometry::Point>, Vec<[u32;3]>) { let s = surface::skin(&anatomy::figure()); (s.positions, s.triangles) }
