//! The energies and forces, one a file: each with energy, force, both derivatives and damping.
//!
//! Stretch and shear are functions of the columns `w_u`, `w_v` of a face's deformation gradient (BW98 §4.1): how one metre of
//! warp and of weft lies in space. Both are weighted sums of the corners, so that forces and derivatives at the corners
//! follow by multiplying with the weights: the interaction between several particles of VMT00 eq. 10. Bending is a
//! function of the angle at a hinge.
//!
//! Every second derivative is kept positive semi-definite; each file says which terms are dropped or projected, and why.
//! Derivatives of viscous forces by position are dropped everywhere: they are not symmetric, and are of the order of the
//! velocity over a step.

pub mod air;
pub mod bend;
pub mod bond;
#[cfg(test)]
pub(crate) mod finite;
pub mod gravity;
pub mod shear;
pub mod spring;
pub mod stretch;
