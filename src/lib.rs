//! Engine core for dice chess: three dice a turn, one micro-move a die, and whoever takes the enemy king wins.
//!
//! - **Exact**: rules, keys, scores and search values are defined to the last bit and checked against slow, independent
//!   implementations.
//! - **Fast**: the turns of all 56 rolls are expanded together, most work without any allocation.
//! - **Harmless**: no global state, no thread left behind, errors are values, and every operation is defined on every
//!   position, however it was made.
//!
//! ```
//! use dicechess::eval::Material;
//! use dicechess::search::{Expectimax, ExpectimaxOptions, JvmRandom, SearchControl};
//! use dicechess::turns::{legal_turns, play_turn};
//! use dicechess::dfen;
//!
//! // A position with its roll: pawn, knight, bishop.
//! let state = dfen::parse(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB")?;
//! assert_eq!(legal_turns(&state).turns().len(), 340);
//!
//! let played = play_turn(&state, "e2e4 g1f3 f1c4")?;
//! let after = dfen::write(&played.state);
//! assert_eq!(after.as_str(), "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3 2 1");
//!
//! // The best turn against every roll of the opponent's, within a budget of work.
//! let search = Expectimax {
//!     options: ExpectimaxOptions { candidate_limit: 3, ..Default::default() },
//!     ..Expectimax::new(&Material)
//! };
//! let control = SearchControl::unbounded().with_budget(1_000_000);
//! let report = search.search(&state, &control, &mut JvmRandom::new(7))?;
//! assert_eq!(report.turn.map(|turn| turn.to_string()).as_deref(), Some("b2b3 b1c3 c1b2"));
//! assert!(report.is_complete() && report.score == -11);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! Each uses only those above it; `ARCHITECTURE.md` tells which and why.
//!
//! | module | holds |
//! |---|---|
//! | [`memory`] | the error of memory that runs out, and what reports it |
//! | [`board`] | colors, pieces, squares, bitboards, attack tables |
//! | [`state`] | [`GameState`](state::GameState), a complete position in 128 bytes: dice, rights, targets, clocks, Zobrist key |
//! | [`dfen`] | positions as text |
//! | [`tape`] | games as reversible alterations: undo and redo, shared storage, byte stream; knows no rules |
//! | [`turns`] | legal turns, distinct end states, all 56 rolls at once, perft |
//! | [`eval`] | evaluators and the probability that a king falls |
//! | [`scoring`] | what a turn is worth to the side that plays it |
//! | [`cache`] | exact memory of one evaluator's scores |
//! | [`tt`] | transposition table, shared by threads without locks |
//! | [`search`] | expectimax, Monte Carlo, players, limits of time and work |
//! | [`ffi`] | the C ABI |
//!
//! # Features
//!
//! Both are on by default. `rules` adds [`turns`] and all that stands on it; without it there are positions, their text
//! and the tape. `ffi` adds the exported C functions and needs `rules`; a program that uses the crate from Rust
//! can do without it.
//!
//! # Conventions
//!
//! Scores are `i32` centipawns from a named side's point of view, probabilities `f64` from 0 to 1, durations
//! [`Duration`](std::time::Duration). Squares count from a1 = 0 to h8 = 63. Enumerations (turns, end states, rolls)
//! take time in proportion to the positions that they pass through; lists that they fill can be filled again and
//! keep their memory. Other functions take constant time unless they say otherwise.
#![cfg_attr(not(feature = "ffi"), allow(rustdoc::broken_intra_doc_links))]
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod board;
#[cfg(feature = "rules")]
pub mod cache;
pub mod dfen;
#[cfg(feature = "rules")]
pub mod eval;
#[cfg(feature = "ffi")]
pub mod ffi;
pub mod memory;
#[cfg(feature = "rules")]
pub mod scoring;
#[cfg(feature = "rules")]
pub mod search;
pub mod state;
pub mod tape;
#[cfg(feature = "rules")]
mod threads;
#[cfg(feature = "rules")]
pub mod tt;
#[cfg(feature = "rules")]
pub mod turns;
