//! Damaged and edited checkpoints: an error that says so, never a panic.

mod runs;

use std::collections::HashMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_train::{TrainConfig, TrainError, Trainer};
use runs::{File, finish, tiny};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde_json::{Value, json};

/// A checkpoint after two iterations of four, with unfinished episodes.
fn checkpoint(file: &File, config: TrainConfig) -> Vec<u8> {
    let mut trainer = Trainer::new(config, 1).unwrap();
    for _ in 0..3 {
        trainer.advance(&|| false).unwrap();
    }
    trainer.save(&file.0).unwrap();
    std::fs::read(&file.0).unwrap()
}

fn restore(file: &File, bytes: &[u8]) -> Result<Trainer, TrainError> {
    std::fs::write(&file.0, bytes).unwrap();
    Trainer::restore(&file.0, 1)
}

/// The message of the error for these bytes.
fn refusal(file: &File, bytes: &[u8]) -> String {
    let error = restore(file, bytes).err().expect("it is refused");
    assert!(matches!(error, TrainError::Checkpoint { .. }) && error.is_input(), "{error}");
    error.to_string()
}

/// The checkpoint with its state and tensors edited.
fn edited(bytes: &[u8], edit: impl FnOnce(&mut Value, &mut HashMap<String, Vec<u8>>)) -> Vec<u8> {
    let (_, header) = SafeTensors::read_metadata(bytes).unwrap();
    let mut state: Value = serde_json::from_str(&header.metadata().as_ref().unwrap()["state"]).unwrap();
    let file = SafeTensors::deserialize(bytes).unwrap();
    let mut tensors: HashMap<String, Vec<u8>> =
        file.tensors().into_iter().map(|(name, tensor)| (name, tensor.data().to_vec())).collect();
    edit(&mut state, &mut tensors);
    let views = tensors
        .iter()
        .map(|(name, data)| (name.clone(), TensorView::new(Dtype::F32, vec![data.len() / 4], data).unwrap()));
    let metadata = HashMap::from([("state".to_owned(), state.to_string())]);
    safetensors::serialize(views, Some(metadata)).unwrap()
}

/// The checkpoint with one value of its state replaced.
fn with(bytes: &[u8], pointer: &str, value: Value) -> Vec<u8> {
    edited(bytes, |state, _| *state.pointer_mut(pointer).expect(pointer) = value)
}

#[test]
fn truncated_checkpoints_are_refused() {
    let file = File::new("truncated");
    let missing = Trainer::restore(&file.0, 1).err().unwrap();
    assert!(matches!(missing, TrainError::NoCheckpoint { .. }) && missing.is_input());
    let whole = checkpoint(&file, tiny());
    for length in [0, 7, 8, 100, whole.len() / 2, whole.len() - 1] {
        refusal(&file, &whole[..length]);
    }
    assert!(restore(&file, &whole).is_ok());
}

#[test]
fn edited_choices_and_episodes_are_refused() {
    let file = File::new("choices");
    let bytes = checkpoint(&file, tiny());
    let choices = "the choices of environment 2 do not fit its episode";
    for list in [json!([u32::MAX]), json!([999_999]), json!(vec![0; 1000])] {
        let text = refusal(&file, &with(&bytes, "/environments/2/choices", list));
        assert!(text.contains(choices), "{text}");
    }
    for (pointer, value) in
        [("/environments/2/index", json!(3)), ("/environments/2/episode", json!(u32::MAX))]
    {
        let text = refusal(&file, &with(&bytes, pointer, value));
        assert!(text.contains("environment 2 does not fit the run"), "{text}");
    }
    let group = checkpoint(&file, TrainConfig { group: 3, ..tiny() });
    let text = refusal(&file, &with(&group, "/environments/2/choices", json!([0])));
    assert!(text.contains(choices), "{text}");
}

#[test]
fn an_edited_seed_is_refused_or_resumes() {
    let file = File::new("seed");
    let bytes = checkpoint(&file, tiny());
    let mut refused = 0;
    for seed in (0..40).chain([u64::MAX]) {
        match restore(&file, &with(&bytes, "/config/seed", json!(seed))) {
            Ok(mut trainer) => drop(trainer.advance(&|| false).unwrap()),
            Err(error) => {
                assert!(matches!(error, TrainError::Checkpoint { .. }), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "choices of one seed rarely fit the episodes of another");
}

#[test]
fn inconsistent_states_are_refused() {
    let file = File::new("inconsistent");
    let bytes = checkpoint(&file, tiny());
    let cases = [
        ("/version", json!("0.0.0"), "written by version 0.0.0"),
        ("/iteration", json!(3), "metrics do not fit iteration 3"),
        ("/iteration", json!(u32::MAX), "beyond the 4 of the run"),
        ("/metrics", json!([]), "metrics do not fit"),
        ("/metrics/1/iteration", json!(9), "metrics do not fit"),
        ("/best", json!(null), "best validation"),
        ("/best/0", json!(3), "best validation"),
        ("/random", json!(null), "best validation"),
        ("/environments", json!([]), "list of environments has the wrong size"),
        ("/normalisers/node/0/deviation", json!(0.0), "normaliser"),
        ("/config/gamma", json!(7.0), "gamma must lie between 0 and 1"),
        ("/config/nodes", json!(u32::MAX), "nodes"),
        ("/config/architecture/width", json!(4096), "policy has the wrong size"),
        ("/config/architecture/layers", json!(64), "policy has the wrong size"),
        ("/config/architecture/width", json!(17), "multiple of 16"),
    ];
    for (pointer, value, expected) in cases {
        let text = refusal(&file, &with(&bytes, pointer, value));
        assert!(text.contains(expected), "{pointer}: {text}");
    }
}

#[test]
fn invalid_tensors_are_refused() {
    let file = File::new("tensors");
    let bytes = checkpoint(&file, tiny());
    for name in [
        "policy",
        "policy-first",
        "policy-second",
        "value",
        "value-first",
        "value-second",
        "value-scale",
        "best",
    ] {
        let changed = |change: &dyn Fn(&mut Vec<u8>)| {
            edited(&bytes, |_, tensors| change(tensors.get_mut(name).unwrap()))
        };
        let not_a_number = changed(&|data| data[..4].copy_from_slice(&f32::NAN.to_le_bytes()));
        let shorter = changed(&|data| data.truncate(data.len() - 4));
        let missing = edited(&bytes, |_, tensors| drop(tensors.remove(name)));
        for damaged in [not_a_number, shorter, missing] {
            let text = refusal(&file, &damaged);
            assert!(text.contains(name), "{name}: {text}");
        }
    }
}

#[test]
fn large_step_counts_and_weights_do_not_end_in_a_panic() {
    let file = File::new("large");
    let bytes = checkpoint(&file, tiny());
    let steps = with(&bytes, "/optimiser-steps", json!([u64::MAX, u64::MAX]));
    finish(restore(&file, &steps).unwrap());
    let huge = edited(&bytes, |_, tensors| {
        let data = tensors.get_mut("policy").unwrap();
        data.chunks_exact_mut(4).for_each(|four| four.copy_from_slice(&1e30f32.to_le_bytes()));
    });
    let net = finish(restore(&file, &huge).unwrap()).last_net();
    assert!(net.parameters().iter().all(|weight| weight.is_finite()));
}

/// Hundreds of damaged files: each is an error, or a run that resumes.
#[test]
fn damage_is_never_a_panic() {
    let file = File::new("fuzzed");
    let bytes = checkpoint(&file, TrainConfig { batch: 2, validation_cities: 1, ..tiny() });
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut refused = 0;
    for _ in 0..250 {
        let mut damaged = bytes.clone();
        damage(&mut damaged, header, &mut rng);
        match restore(&file, &damaged) {
            Ok(mut trainer) => drop(trainer.advance(&|| false)),
            Err(error) => {
                assert!(error.is_input(), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 60, "{refused} of 250 were refused");
}

fn damage(bytes: &mut Vec<u8>, header: usize, rng: &mut impl Rng) {
    let place = |from: usize, to: usize, rng: &mut dyn FnMut() -> u32| from + rng() as usize % (to - from);
    let mut draw = || rng.random::<u32>();
    match draw() % 5 {
        0 => bytes.truncate(place(0, bytes.len(), &mut draw)),
        1 => {
            let at = place(0, header, &mut draw);
            bytes[at] ^= 1 << (draw() % 8);
        }
        2 => drop(bytes.remove(place(8, header, &mut draw))),
        3 => {
            let at = place(header, bytes.len(), &mut draw);
            bytes[at] = draw() as u8;
        }
        // Another digit in place of one: mostly still a state, seldom the right one.
        _ => {
            let digits: Vec<usize> = (8..header).filter(|&at| bytes[at].is_ascii_digit()).collect();
            bytes[digits[draw() as usize % digits.len()]] = b'0' + (draw() % 10) as u8;
        }
    }
}
