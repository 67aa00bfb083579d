//! The instruction sets of a processor, and work compiled for each.

use multiversion::multiversion;
use serde::{Deserialize, Serialize};

/// Instruction sets that the fast kernel is compiled for, widest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// 512-bit vectors.
    Avx512,
    /// 256-bit vectors with fused multiply-add.
    Avx2,
    /// The baseline of the platform.
    Baseline,
}

impl Level {
    /// Every level, widest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Baseline];

    /// The widest level of this processor.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|level| level.is_available()).unwrap_or(Self::Baseline)
    }

    /// Whether this processor supports it.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Avx512 => Self::Avx2.is_available() && has_fast_avx512(),
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Self::Baseline => true,
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            self == Self::Baseline
        }
    }

    /// This level, or the widest of the processor if that is narrower.
    pub(super) fn or_narrower(self) -> Self {
        let at_most = Self::ALL.into_iter().skip_while(|&level| level != self);
        at_most.into_iter().find(|level| level.is_available()).unwrap_or(Self::Baseline)
    }
}

/// Whether 512-bit vectors are available and worth using. `multiversion` uses them only on generations that do not slow
/// down for them, detected by these features.
#[cfg(target_arch = "x86_64")]
fn has_fast_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512ifma")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vnni")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
        && is_x86_feature_detected!("vaes")
        && is_x86_feature_detected!("vpclmulqdq")
}

/// Work that is compiled for each level. `run` and everything it calls is `#[inline(always)]`, so that it is compiled for
/// the instruction set of its caller.
pub(super) trait Work {
    fn run<W: Width>(self);
}

/// What differs between levels.
pub(super) trait Width {
    /// Whether multiply-add is one instruction. Where it is not, `mul_add` is a call and slow.
    const FUSED: bool;
    /// Vectors per row of a tile of a product, limited by the number of registers.
    const TILE: usize;
}

struct Wide;
struct Narrow;
struct Plain;

impl Width for Wide {
    const FUSED: bool = true;
    const TILE: usize = 2;
}

impl Width for Narrow {
    const FUSED: bool = true;
    const TILE: usize = 1;
}

impl Width for Plain {
    const FUSED: bool = cfg!(target_arch = "aarch64");
    const TILE: usize = 1;
}

/// Runs the work at a level, which must be available.
pub(super) fn run(level: Level, work: impl Work) {
    match level {
        Level::Avx512 => run_avx512(work),
        Level::Avx2 => run_avx2(work),
        Level::Baseline => work.run::<Plain>(),
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq+avx2+fma"))]
fn run_avx512<T: Work>(work: T) {
    work.run::<Wide>();
}

#[multiversion(targets("x86_64+avx2+fma"))]
fn run_avx2<T: Work>(work: T) {
    work.run::<Narrow>();
}
