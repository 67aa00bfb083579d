//! The hot loops. Safe code that the compiler vectorises, compiled once per instruction set and chosen at
//! run time; integer arithmetic throughout, so every machine gives the same bits.
//!
//! All of them work on a matrix of *arrivals*: row `d`, lane `o` holds the least time from `o` to `d`, where
//! every ride costs its time and one transfer penalty. Rows are padded to whole lanes with zeros.

pub(crate) mod direct;
pub(crate) mod insert;
pub(crate) mod order;
pub(crate) mod sample;
pub(crate) mod scan;
pub(crate) mod standing;
pub(crate) mod sum;

/// A group of neighbouring entries of a row that the kernels treat at once, aligned so that no load straddles
/// two cache lines. `N` is 64, 96 or 128: as many as a small city needs, the most in a larger one.
/// (Loops over 32 are unrolled before they can be vectorised, and slower.)
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Lanes<T, const N: usize>(pub(crate) [T; N]);

/// A time as the kernels hold it: an unsigned integer of which only the lower half is used, so that the sum
/// of two never overflows and needs no care.
///
/// [`Time::NEVER`] stands for "no trip" and for whatever does not fit. Everything the kernels store is at
/// most that; every result below it is exact, because the parts of a trip are shorter than the trip.
pub(crate) trait Time: Copy + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// No trip.
    const NEVER: Self;
    /// No time at all.
    const ZERO: Self;
    /// Seconds, or "never" if they do not fit.
    fn from_seconds(seconds: u32) -> Self;
    /// The sum of two times, each "never" at most; may be above "never" itself.
    fn plus(self, other: Self) -> Self;
    /// The difference of a time and a smaller one.
    fn minus(self, smaller: Self) -> Self;
    /// For sums of products.
    fn widen(self) -> u64;
    /// Whether [`Time::short`] is the whole time.
    const IS_SHORT: bool = false;
    /// For short sums of products: the lower 16 bits.
    #[inline(always)]
    fn short(self) -> i16 {
        self.widen() as i16
    }
}

macro_rules! impl_time {
    ($($int:ty),*) => {$(
        impl Time for $int {
            const NEVER: Self = <$int>::MAX / 2;
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_seconds(seconds: u32) -> Self {
                seconds.min(Self::NEVER as u32) as $int
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, smaller: Self) -> Self {
                self - smaller
            }
            #[inline(always)]
            fn widen(self) -> u64 {
                u64::from(self)
            }
            const IS_SHORT: bool = <$int>::BITS == 16;
        }
    )*};
}
impl_time!(u16, u32);

impl<T: Time, const N: usize> Lanes<T, N> {
    /// The same value everywhere.
    pub(crate) fn splat(value: T) -> Self {
        Self([value; N])
    }
}

/// `row = min(row, offset + other)`.
#[inline(always)]
pub(crate) fn relax<T: Time, const N: usize>(row: &mut [Lanes<T, N>], offset: T, other: &[Lanes<T, N>]) {
    for (mine, theirs) in row.iter_mut().zip(other) {
        for lane in 0..N {
            mine.0[lane] = mine.0[lane].min(offset.plus(theirs.0[lane]));
        }
    }
}

/// One entry of a row.
#[inline(always)]
pub(crate) fn entry<T: Copy, const N: usize>(row: &[Lanes<T, N>], at: usize) -> T {
    row[at / N].0[at % N]
}

/// One entry of a row, to change.
#[inline(always)]
pub(crate) fn entry_mut<T, const N: usize>(row: &mut [Lanes<T, N>], at: usize) -> &mut T {
    &mut row[at / N].0[at % N]
}
