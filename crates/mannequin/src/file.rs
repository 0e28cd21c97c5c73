//! wip
pub(crate) fn glb(_m: &crate::Mannequin) -> Vec<u8> { Vec::new() }
