//! The records of `tests/data`; `tests/data/README.md` tells what each field means.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

#[derive(Deserialize)]
pub struct PositionCase {
    pub id: String,
    pub dfen: String,
    pub canonical: String,
    pub zobrist: String,
    pub turns: usize,
    pub king_captures: usize,
    pub turns_list: Option<Vec<Vec<String>>>,
    pub turns_sha256: String,
    pub finals: usize,
    pub finals_list: Option<Vec<String>>,
    pub finals_sha256: String,
    pub first_moves: Vec<String>,
    pub after_end_turn: String,
    pub after_end_turn_zobrist: String,
    pub evals: Evals,
    pub king_capture_rolls: KingCaptureRolls,
}

/// Values for White, then for Black.
#[derive(Deserialize)]
pub struct Evals {
    pub material: [i32; 2],
    pub standard: [i32; 2],
    pub aggressive: [i32; 2],
}

#[derive(Deserialize)]
pub struct KingCaptureRolls {
    pub w: u64,
    pub b: u64,
}

#[derive(Deserialize)]
pub struct MakeCase {
    pub id: String,
    pub dfen: String,
    pub uci: String,
    pub kind: String,
    pub flag: u8,
    pub mover: char,
    pub captured: Option<char>,
    pub king_capture: bool,
    pub after: String,
    pub zobrist_before: String,
    pub zobrist_after: String,
}

#[derive(Deserialize)]
pub struct DfenCase {
    pub id: String,
    pub dfen: Option<String>,
    pub bytes_hex: Option<String>,
    pub accept: bool,
    pub field: Option<FailedField>,
    pub canonical: Option<String>,
    pub ascii: bool,
}

impl DfenCase {
    /// The input, which need not be UTF-8.
    pub fn bytes(&self) -> Vec<u8> {
        match (&self.dfen, &self.bytes_hex) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(hex)) => hex
                .as_bytes()
                .chunks(2)
                .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
                .collect(),
            _ => panic!("{}: needs either dfen or bytes_hex", self.id),
        }
    }
}

/// Index of the field in the text, or the word `count`.
#[derive(Deserialize, Debug, PartialEq, Eq)]
#[serde(untagged)]
pub enum FailedField {
    Index(usize),
    Count(String),
}

#[derive(Deserialize)]
pub struct PerftCase {
    pub id: String,
    pub dfen: String,
    pub plies: u32,
    pub one_ply: OnePly,
    pub two_plies: Option<PerftSums>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct OnePly {
    #[serde(flatten)]
    pub sums: PerftSums,
    pub pass_rolls: u64,
    pub pass_rolls_weighted: u64,
}

/// Over the 56 rolls, plain and weighted by their ordered outcomes.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct PerftSums {
    pub turns: u64,
    pub turns_weighted: u64,
    pub finals: u64,
    pub finals_weighted: u64,
    pub king_captures: u64,
    pub king_captures_weighted: u64,
}

#[derive(Deserialize)]
pub struct ZobristFile {
    pub tables: ZobristTables,
    pub golden: Vec<GoldenKey>,
}

#[derive(Deserialize)]
pub struct ZobristTables {
    pub piece: TableDigest,
    pub active_color: TableDigest,
    pub castling: TableDigest,
    pub en_passant: TableDigest,
    pub dice: TableDigest,
}

#[derive(Deserialize)]
pub struct TableDigest {
    pub size: usize,
    pub first: Vec<String>,
    pub last: String,
    pub xor_of_all: String,
}

#[derive(Deserialize)]
pub struct GoldenKey {
    pub dfen: String,
    pub zobrist: String,
}

/// All lines of a file in `tests/data`.
pub fn lines<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let cases: Vec<T> = read(file)
        .lines()
        .enumerate()
        .map(|(index, line)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}, line {}: {error}", index + 1))
        })
        .collect();
    assert!(!cases.is_empty(), "{file} is empty");
    cases
}

pub fn zobrist() -> ZobristFile {
    serde_json::from_str(&read("zobrist.json")).expect("zobrist.json")
}

fn read(file: &str) -> String {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A key as the files write it.
pub fn hex(key: u64) -> String {
    format!("{key:#018x}")
}

/// SHA-256 of the texts joined by line feeds, in hexadecimal.
pub fn sha256_of_lines(texts: &[String]) -> String {
    format!("{:x}", Sha256::digest(texts.join("\n")))
}
