//! States whose bitboards and mailbox disagree: every operation is defined on them, keeps the derived fields right, and ends.

mod support;

use std::ops::ControlFlow;

use dicechess::board::{Bitboard, Color, Piece, PieceType};
use dicechess::dfen;
use dicechess::state::{DicePool, GameState, MicroMove, StateFaults};
use dicechess::turns::{
    ClassLattice, Clocks, FinalStates, Perft, Scope, TurnList, for_each_legal_turn, for_each_micro_move,
    legal_first_moves, micro_moves, play_turn,
};
use support::random_positions::{Random, RandomPositions};
use support::synthetic_states::{disagreeing, random_parts};

const STATES: usize = if cfg!(debug_assertions) { 300 } else { 5_000 };

/// Asserts that key, material and the mark of disagreement are what the other fields say.
fn assert_derived_fields_fit(state: &GameState) {
    let again = GameState::from_parts(&state.to_parts());
    assert_eq!(*state, again);
    assert_eq!((state.key(), state.is_synthetic()), (again.key(), again.is_synthetic()));
    assert_eq!(state.material(Color::White), again.material(Color::White));
    assert_eq!(state.faults().contains(StateFaults::BOARDS_DISAGREE), state.is_synthetic());
}

/// States with a few odd squares, and states of nothing but noise.
fn synthetic_states(seed: u64) -> impl Iterator<Item = GameState> {
    let mut random = Random::new(seed);
    let mut positions = RandomPositions::new(seed);
    std::iter::from_fn(move || {
        Some(if random.once_in(2) {
            disagreeing(&mut random, &positions.next()?.dfen().parse().unwrap())
        } else {
            let thinning = 2 + random.below(4);
            GameState::from_parts(&random_parts(&mut random, thinning))
        })
    })
}

#[test]
fn moves_keep_the_derived_fields_right() {
    for mut state in synthetic_states(21).take(STATES) {
        assert_derived_fields_fit(&state);
        for face in PieceType::ALL {
            let _ = for_each_micro_move(&state, face, |micro_move| {
                let mut made = state;
                made.make_micro_move(micro_move);
                assert_derived_fields_fit(&made);
                assert!(made.dice().is_empty());
                ControlFlow::<()>::Continue(())
            });
        }
        assert_derived_fields_fit(&state.with_side_to_move(!state.side_to_move()));
        assert_derived_fields_fit(&state.with_dice(DicePool::of_three([PieceType::King; 3])));
        state.end_turn();
        assert_derived_fields_fit(&state);
    }
}

#[test]
fn any_micro_move_at_all_can_be_made() {
    let mut random = Random::new(22);
    for state in synthetic_states(23).filter(GameState::is_synthetic).take(STATES) {
        for micro_move in (0..100).filter_map(|_| MicroMove::from_bits(random.word() as u16)) {
            let mut made = state;
            made.make_micro_move(micro_move);
            assert_derived_fields_fit(&made);
            assert_eq!(made.side_to_move(), state.side_to_move());
        }
    }
}

#[test]
fn texts_tell_what_the_mailbox_holds() {
    for state in synthetic_states(24).take(STATES) {
        let read = dfen::parse(dfen::write(&state).as_bytes()).unwrap();
        assert!(!read.is_synthetic());
        assert_eq!(read.to_parts().mailbox, state.to_parts().mailbox);
        assert_eq!(read.key(), state.key());
        assert_eq!(read == state, !state.is_synthetic());
        assert!(dfen::normalised(&state).len() < dfen::write(&state).len());
    }
}

#[test]
fn every_turn_of_the_list_can_be_played_and_gives_a_final_state() {
    const MOST_TURNS: usize = 3_000;
    let (mut list, mut finals) = (TurnList::new(), FinalStates::new());
    let (mut passes, mut replayed) = (0, 0);
    for state in synthetic_states(25).take(STATES) {
        if list.generate(&state, MOST_TURNS).is_err() {
            continue;
        }
        let mut visited = Vec::new();
        let _ = for_each_legal_turn(&state, |turn| {
            visited.push(*turn);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(visited, list.turns());
        let possible = micro_moves(&state);
        for first in legal_first_moves(&state) {
            assert!(possible.contains(&first));
            assert!(visited.iter().any(|turn| turn.moves()[0] == first));
        }
        finals.generate(&state);
        let counts = finals.turn_counts().iter().map(|&count| count as usize);
        assert_eq!(counts.sum::<usize>(), visited.len() - list.king_captures());
        finals.states().iter().for_each(assert_derived_fields_fit);
        passes += usize::from(visited.is_empty());
        assert_eq!(play_turn(&state, "").is_ok(), visited.is_empty());
        // Where a square is on the boards of two types, one text can name the moves of either; play takes the first.
        let men = PieceType::ALL.map(|face| state.men_of_type(face));
        let several_types = men.iter().map(|men| men.count()).sum::<u32>()
            != men.into_iter().fold(Bitboard::EMPTY, |union, men| union | men).count();
        if several_types {
            continue;
        }
        for (index, turn) in visited.iter().enumerate() {
            let played = play_turn(&state, &turn.to_string()).unwrap();
            assert_eq!((played.turn, played.takes_king), (*turn, index < list.king_captures()));
            assert!(played.takes_king || finals.states().contains(&played.state));
        }
        replayed += usize::from(state.is_synthetic()) * visited.len();
    }
    assert!(replayed > STATES);
    assert!(passes > 0 && passes < STATES);
}

#[test]
fn dense_noise_ends() {
    const MOST_TURNS: usize = 10_000;
    let (mut list, mut random) = (TurnList::new(), Random::new(26));
    for _ in 0..STATES {
        let state = GameState::from_parts(&random_parts(&mut random, 1));
        let _ = list.generate(&state, MOST_TURNS);
        let _ = legal_first_moves(&state);
        let _ = play_turn(&state, "a2a3 e1g1 h7h8q");
    }
    let state = GameState::from_parts(&random_parts(&mut random, 4));
    let mut lattice = ClassLattice::new();
    let _ = lattice.expand(&state, Clocks::Exact, Scope::Everything, |_, states| {
        states.iter().for_each(assert_derived_fields_fit);
    });
    assert!(Perft::of_all_rolls(&state, 1).is_ok());
}

#[test]
fn equality_sees_the_mailbox_alone() {
    let state: GameState = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP".parse().unwrap();
    for square in Bitboard::ALL {
        for piece in (0..16).map(Piece::from_code) {
            let mut parts = state.to_parts();
            let same = std::mem::replace(&mut parts.mailbox[square.index()], piece) == piece;
            let changed = GameState::from_parts(&parts);
            assert_eq!(changed == state, same, "{piece:?} on {square}");
            assert_eq!(changed.key() == state.key(), same, "{piece:?} on {square}");
        }
    }
}

#[test]
fn a_man_that_only_the_boards_have_pays_for_its_move() {
    let mut parts = "4k3/8/8/8/8/8/P7/2B1K3 w - - 0 1 PB".parse::<GameState>().unwrap().to_parts();
    parts.mailbox[2] = None;
    let played = play_turn(&GameState::from_parts(&parts), "c1e3 a2a3").unwrap();
    assert_eq!(played.state.to_string(), "4k3/8/8/8/8/P3B3/8/4K3 b - - 0 1");
}
