//! Lists of seeds as they are typed.

/// Seeds such as `1-3,7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(pub Vec<u64>);

impl std::str::FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MOST: u64 = 10_000;
        let number = |part: &str| part.trim().parse::<u64>().map_err(|_| format!("invalid seed {part:?}"));
        let mut seeds = Vec::new();
        for part in text.split(',') {
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if last < first || last - first >= MOST || last > i64::MAX as u64 {
                return Err(format!("invalid range of seeds {part:?}: write it as 1-10"));
            }
            seeds.extend((first..=last).filter(|seed| !seeds.contains(seed)).collect::<Vec<_>>());
        }
        Ok(Self(seeds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_single_seeds_are_read() {
        assert_eq!("1-3,7,2".parse(), Ok(Seeds(vec![1, 2, 3, 7])));
        for wrong in ["", "a", "3-1", "1-", "-1", "0-99999999999"] {
            assert!(wrong.parse::<Seeds>().is_err(), "{wrong}");
        }
    }
}
