//! Loops that are compiled twice: for every processor of the target, and for those with vectors of 256 bits (AVX2).
//!
//! Which of the two runs is found out while running. Both give the same bits: Rust never joins a product and a sum into one
//! rounding, and wider vectors do the same operations on more rows at once. So a run does not depend on the machine.
//!
//! What a kernel calls has to be inlined into it, or it is compiled once and for the plain processor: `#[inline(always)]`
//! on its helpers, and loops instead of closures.

pub(crate) use pulp::NullaryFnOnce as Kernel;

/// Runs a kernel as it was compiled for this processor.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = pulp::x86::V3::try_new()
        && !is_plain()
    {
        return wide.vectorize(kernel);
    }
    kernel.call()
}

#[cfg(test)]
use tests::is_plain;

/// Whether wide vectors are not to be used; only tests ask for that.
#[cfg(not(test))]
#[inline]
fn is_plain() -> bool {
    false
}

#[cfg(test)]
#[path = "kernel/tests.rs"]
mod tests;
