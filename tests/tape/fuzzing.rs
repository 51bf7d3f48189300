//! The fuzz targets' bodies on the committed corpus and a fixed number of random inputs.

use std::path::Path;

use crate::bytes::encoded;
use crate::fuzz_bodies;
use crate::support::random_positions::Random;
use crate::walk::{endless, store};

/// Runs `body` on the target's corpus, then on random bytes and on variations of `samples`.
fn fuzz(target: &str, inputs: usize, samples: &[Vec<u8>], body: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut samples = samples.to_vec();
    for entry in std::fs::read_dir(&corpus).unwrap_or_else(|error| panic!("{}: {error}", corpus.display())) {
        let sample = std::fs::read(entry.unwrap().path()).unwrap();
        body(&sample);
        samples.push(sample);
    }
    assert!(!samples.is_empty());
    let mut random = Random::new(target.len() as u64);
    for _ in 0..inputs {
        let mut input = samples[random.below(samples.len())].clone();
        for _ in 0..1 + random.below(8) {
            vary(&mut input, &mut random);
        }
        body(&input);
    }
}

fn vary(input: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(input.len() + 1);
    match random.below(6) {
        0 => input.truncate(at),
        1 => input.extend((0..random.below(24)).map(|_| random.below(256) as u8)),
        2 if at < input.len() => input[at] = random.below(256) as u8,
        3 if at < input.len() => input[at] ^= 1 << random.below(8),
        4 => input.insert(at, random.below(256) as u8),
        _ if input.len() < 20_000 => {
            let piece = input[at.saturating_sub(random.below(30))..at].to_vec();
            input.splice(at..at, piece);
        }
        _ => {}
    }
}

#[test]
fn f1_bytes() {
    fuzz("decode_bytes", 3000, &[encoded(&[&endless(&store(32), 2, 6)])], fuzz_bodies::decode_bytes);
}

#[test]
fn f2_bytes_with_repaired_checksums() {
    fuzz("decode_repaired", 3000, &[], fuzz_bodies::decode_repaired);
}

#[test]
fn f3_cell_soup() {
    fuzz("cell_soup", 20_000, &[], fuzz_bodies::cell_soup);
}

#[test]
fn f4_operations() {
    let mut random = Random::new(4);
    let samples: Vec<Vec<u8>> =
        (0..20).map(|_| (0..900).map(|_| random.below(256) as u8).collect()).collect();
    fuzz("operations", 600, &samples, fuzz_bodies::operations);
}

#[test]
fn f5_salvage() {
    fuzz("salvage_damaged", 1500, &[], fuzz_bodies::salvage_damaged);
}

#[test]
fn game_text() {
    fuzz("game_text", 5000, &[], fuzz_bodies::game_text);
}

#[test]
fn the_repaired_golden_stream_is_the_golden_stream() {
    let cells = crate::golden::CELLS;
    let mut suggestion = vec![0, cells.len() as u8];
    suggestion.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
    let stream = fuzz_bodies::repaired(&suggestion);
    let store = store(32);
    let decoded = dicechess::tape::stream::decode(
        &stream,
        dicechess::tape::stream::ReplayOptions::default(),
        &store,
        usize::MAX,
    );
    assert_eq!(decoded.unwrap().tapes[0].hashes().unwrap().chain, 0xB2C1_ABDF_8A4B_73DD);
}
