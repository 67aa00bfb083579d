//! Weights files: files read back as written, and all others are refused.

mod states;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_policy::{Architecture, Inputs, Net, Normalisers, WeightsError};
use states::small_net;

fn net() -> Net {
    let mut net = small_net(Inputs::Extended, Normalisers::default(), 1);
    net.set_training(serde_json::json!({ "iterations": 200, "seed": 7 }));
    net
}

#[test]
fn what_is_written_is_read_again() {
    let net = net();
    let read = Net::from_bytes(&net.to_bytes()).unwrap();
    assert!(read.parameters() == net.parameters());
    assert_eq!(read.architecture(), net.architecture());
    assert_eq!(read.normalisers(), net.normalisers());
    assert_eq!(read.training(), net.training());
    assert!(read.to_bytes() == net.to_bytes(), "the same net gives the same bytes");
}

#[test]
fn files_name_themselves_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("policy.safetensors");
    net().write(&path).unwrap();
    assert_eq!(Net::read(&path).unwrap().parameters(), net().parameters());
    std::fs::write(&path, b"not a net").unwrap();
    let error = Net::read(&path).unwrap_err().to_string();
    assert!(error.contains("policy.safetensors") && error.contains("help"), "{error}");
    assert!(matches!(Net::read(folder.path().join("none")), Err(WeightsError::File { .. })));
}

#[test]
fn foreign_and_invalid_files_get_their_own_messages() {
    let text = |bytes: &[u8]| Net::from_bytes(bytes).unwrap_err().to_string();
    assert!(text(b"").contains("not a complete safetensors file"));
    let foreign = b"\x02\0\0\0\0\0\0\0{}";
    assert!(text(foreign).contains("not the weights of a Routewright policy"), "{}", text(foreign));
    let bytes = net().to_bytes();
    assert!(text(&bytes[..bytes.len() - 4]).contains("not a complete safetensors file"));
    let newer = replace(&bytes, br#"\"format\":1"#, br#"\"format\":9"#);
    assert!(text(&newer).contains("format 9 is not supported"), "{}", text(&newer));
    let renamed = replace(&bytes, b"routewright-policy", b"somebodies-network");
    assert!(text(&renamed).contains("not the weights of a Routewright policy"), "{}", text(&renamed));
    let larger = replace(&bytes, br#"\"width\":16"#, br#"\"width\":64"#);
    assert!(text(&larger).contains("has shape"), "{}", text(&larger));
    let odd = replace(&bytes, br#"\"width\":16"#, br#"\"width\":17"#);
    assert!(text(&odd).contains("multiple of 16"), "{}", text(&odd));
    let renamed = replace(&bytes, b"pair.last_bias", b"pear.last_bias");
    assert!(text(&renamed).contains("pair.last_bias is missing"), "{}", text(&renamed));
    let mut not_a_number = net();
    not_a_number.parameters_mut()[3] = f32::NAN;
    assert!(text(&not_a_number.to_bytes()).contains("not a number"));
    let mut huge = net();
    huge.parameters_mut()[3] = -1e30;
    assert!(
        text(&huge.to_bytes()).contains("holds -1e30, but weights must lie within"),
        "{}",
        text(&huge.to_bytes())
    );
}

fn replace(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|part| part == from).expect("the text is there");
    let mut bytes = bytes.to_vec();
    bytes[at..at + from.len()].copy_from_slice(to);
    bytes
}

/// Thousands of damaged files: each is an error or a net, never a panic.
#[test]
fn damage_is_never_a_panic() {
    let bytes = net().to_bytes();
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut refused = 0;
    for _ in 0..4000 {
        let mut damaged = bytes.clone();
        for _ in 0..rng.random_range(1..4u32) {
            damage(&mut damaged, header, &mut rng);
        }
        match Net::from_bytes(&damaged) {
            Ok(net) => assert!(net.parameters().iter().all(|value| value.is_finite())),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > 2000, "{refused} of 4000 were refused");
}

fn damage(bytes: &mut Vec<u8>, header: usize, rng: &mut impl Rng) {
    let len = bytes.len();
    let at = rng.random_range(0..header.min(len).max(1) as u32) as usize;
    match rng.random_range(0..6u32) {
        0 => bytes.truncate(rng.random_range(0..len as u32 + 1) as usize),
        1 if at < len => bytes[at] = rng.random(),
        2 if at < len => bytes[at] ^= 1 << rng.random_range(0..8u32),
        3 if at < len => drop(bytes.remove(at)),
        4 if at < len => bytes.insert(at, b"0123456789{}[]\",:-eE."[rng.random_range(0..20u32) as usize]),
        _ if len >= 8 => bytes[..8].copy_from_slice(&rng.random::<u64>().to_le_bytes()),
        _ => {}
    }
}

#[test]
fn names_and_ranges_cover_all_parameters() {
    let net = Net::new(Architecture::default(), Normalisers::default(), &mut ChaCha8Rng::seed_from_u64(1));
    let mut end = 0;
    for tensor in net.tensors() {
        assert_eq!(tensor.range.start, end);
        assert_eq!(tensor.range.len(), tensor.shape.iter().product::<usize>());
        end = tensor.range.end;
    }
    assert_eq!(end, net.parameters().len());
    assert!((50_000..300_000).contains(&end), "{end} parameters");
}
