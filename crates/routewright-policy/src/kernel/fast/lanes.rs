//! Sixteen numbers at a time, in a form that compiles to vector instructions.

use crate::kernel::jobs::LEAK;
use crate::kernel::level::Width;

/// Numbers processed together: one 512-bit vector, or two of 256 bits.
pub(super) const LANES: usize = 16;

/// A vector of that many numbers.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub(super) [f32; LANES]);

impl Lanes {
    pub(super) const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    pub(super) fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    /// The first numbers of a slice.
    #[inline(always)]
    pub(super) fn load(from: &[f32]) -> Self {
        Self(*from.first_chunk().expect("rows are whole vectors"))
    }

    /// The first C vectors of a slice.
    #[inline(always)]
    pub(super) fn row<const C: usize>(from: &[f32]) -> [Self; C] {
        let from = &from[..C * LANES];
        std::array::from_fn(|chunk| Self::load(&from[chunk * LANES..]))
    }

    #[inline(always)]
    pub(super) fn store(self, to: &mut [f32]) {
        *to.first_chunk_mut().expect("rows are whole vectors") = self.0;
    }

    #[inline(always)]
    fn zip(self, other: Self, with: impl Fn(f32, f32) -> f32) -> Self {
        let mut result = self;
        for lane in 0..LANES {
            result.0[lane] = with(self.0[lane], other.0[lane]);
        }
        result
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    pub(super) fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    /// self · factor + term.
    #[inline(always)]
    pub(super) fn times_plus<W: Width>(self, factor: Self, term: Self) -> Self {
        let mut result = term;
        for lane in 0..LANES {
            result.0[lane] = if W::FUSED {
                self.0[lane].mul_add(factor.0[lane], term.0[lane])
            } else {
                self.0[lane] * factor.0[lane] + term.0[lane]
            };
        }
        result
    }

    /// `then` where self is positive, else `other`.
    #[inline(always)]
    pub(super) fn if_positive(self, then: Self, other: Self) -> Self {
        let mut result = other;
        for lane in 0..LANES {
            result.0[lane] = if self.0[lane] > 0.0 { then.0[lane] } else { other.0[lane] };
        }
        result
    }

    #[inline(always)]
    pub(super) fn relu(self) -> Self {
        self.max(Self::ZERO)
    }

    #[inline(always)]
    pub(super) fn leaky_relu(self) -> Self {
        self.max(self.times(Self::splat(LEAK)))
    }

    #[inline(always)]
    pub(super) fn sum(self) -> f32 {
        self.fold(|a, b| a + b)
    }

    #[inline(always)]
    pub(super) fn highest(self) -> f32 {
        self.fold(|a, b| if a > b { a } else { b })
    }

    /// Sums by repeated halving, which suits vector units.
    #[inline(always)]
    fn fold(self, with: impl Fn(f32, f32) -> f32) -> f32 {
        let mut lanes = self.0;
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                lanes[lane] = with(lanes[lane], lanes[lane + half]);
            }
            half /= 2;
        }
        lanes[0]
    }

    /// e to the power of self, for powers of zero and less; exact to about two units in the last place.
    ///
    /// With k the whole number nearest to x / ln 2 it is 2^k · e^r, where r = x − k ln 2 is small enough for a
    /// polynomial (the coefficients are those of the Cephes library).
    #[inline(always)]
    pub(super) fn exp<W: Width>(self) -> Self {
        const COEFFICIENTS: [f32; 6] =
            [1.987_569_1e-4, 1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5];
        // Adding and subtracting it rounds to the nearest whole number, which is then in the lowest bits.
        const ROUND: f32 = 12_582_912.0; // 1.5 · 2^23
        let x = self.max(Self::splat(-87.0));
        let shifted = x.times_plus::<W>(Self::splat(std::f32::consts::LOG2_E), Self::splat(ROUND));
        let k = shifted.minus(Self::splat(ROUND));
        let r = k.times_plus::<W>(Self::splat(-0.693_359_4), x);
        let r = k.times_plus::<W>(Self::splat(2.121_944_4e-4), r);
        let mut series = Self::splat(COEFFICIENTS[0]);
        for coefficient in &COEFFICIENTS[1..] {
            series = series.times_plus::<W>(r, Self::splat(*coefficient));
        }
        let power = series.times_plus::<W>(r.times(r), r.plus(Self::splat(1.0)));
        let mut result = power;
        for lane in 0..LANES {
            let exponent = (shifted.0[lane].to_bits() << 23).wrapping_add(1.0f32.to_bits());
            result.0[lane] = power.0[lane] * f32::from_bits(exponent);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl Width for Plain {
        const FUSED: bool = false;
        const TILE: usize = 1;
    }

    #[test]
    fn exponentials_are_exact_to_rounding() {
        for step in 0..20_000 {
            let x = -85.0 * step as f32 / 20_000.0;
            let found = Lanes::splat(x).exp::<Plain>().0[step % LANES];
            let expected = libm::exp(f64::from(x));
            assert!((f64::from(found) / expected - 1.0).abs() < 3e-7, "e^{x} is {expected}, not {found}");
        }
        assert!(Lanes::splat(-1e30).exp::<Plain>().sum() < 1e-36);
    }

    #[test]
    fn sums_and_maxima_take_in_every_lane() {
        let lanes = Lanes(std::array::from_fn(|lane| lane as f32));
        assert_eq!(lanes.sum(), 120.0);
        assert_eq!(lanes.highest(), 15.0);
    }
}
