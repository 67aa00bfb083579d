//! A few thousand damaged files for every reader; `cargo xtask fuzz` runs more.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_io::fuzz::{Case, Reader};
use routewright_io::{TextFile, parse_network};
use routewright_model::City;

#[test]
fn readers_survive_damaged_files() {
    for reader in Reader::ALL {
        let mut accepted = 0;
        for number in 0..4000 {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            rng.set_stream(number);
            accepted += usize::from(Case::draw(reader, &mut |below| rng.random_range(0..below)).run());
        }
        assert!((40..3900).contains(&accepted), "{}: {accepted} of 4000 accepted", reader.name());
    }
}

#[test]
fn deep_and_long_files_are_refused_quickly() {
    let city = City::mandl();
    for text in
        ["[".repeat(1_000_000), "{\"routes\":".repeat(100_000), "1-".repeat(500_000), "a ".repeat(500_000)]
    {
        assert!(parse_network(&city, &TextFile::new("x", text)).is_err());
    }
}
