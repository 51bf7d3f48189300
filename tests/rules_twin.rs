//! The crate against the slow twin on random positions, from ordinary play to boards that no game could reach.

mod support;

use std::collections::BTreeSet;

use dicechess::state::{GameState, MicroMove};
use dicechess::turns::{FinalStates, Turn, TurnList, legal_first_moves};
use support::random_positions::RandomPositions;
use support::slow_rules::{Move, Position, Square};
use support::slow_turns;

/// Unoptimised, a sample; `make test` also runs the release build.
const POSITIONS: usize = if cfg!(debug_assertions) { 1_000 } else { 100_000 };
const STREAMS: usize = 8;

fn index((rank, file): Square) -> u16 {
    rank as u16 * 8 + file as u16
}

/// The published packed form of a move.
fn bits(step: &Move) -> u16 {
    index(step.to) | index(step.from) << 6 | u16::from(step.flag) << 12
}

fn check(position: &Position, list: &mut TurnList, finals: &mut FinalStates) {
    let dfen = position.dfen();
    let state: GameState = dfen.parse().unwrap_or_else(|error| panic!("{dfen}: {error}"));
    assert_eq!(state.to_string(), dfen);
    assert_eq!(state.key(), position.key(), "{dfen}");
    assert!(!state.is_synthetic(), "{dfen}");

    let expected = slow_turns::legal_turns(position);
    list.generate(&state, expected.len()).unwrap_or_else(|error| panic!("{dfen}: {error}"));
    let found =
        list.turns().iter().map(|turn| turn.moves().iter().map(|step| step.bits()).collect::<Vec<_>>());
    let wanted = expected.iter().map(|turn| turn.moves.iter().map(bits).collect::<Vec<_>>());
    assert!(found.eq(wanted), "{dfen}: {:?}", list.turns().iter().map(Turn::to_string).collect::<Vec<_>>());
    assert_eq!(list.king_captures(), expected.iter().filter(|turn| turn.captures_king).count(), "{dfen}");
    for (turn, slow) in list.turns().iter().zip(&expected) {
        assert_eq!(turn.cost(), slow.dice_spent, "{dfen}: {turn}");
    }

    let first: Vec<u16> = legal_first_moves(&state).into_iter().map(MicroMove::bits).collect();
    let in_generation_order = slow_turns::moves(position).into_iter().map(|step| bits(&step));
    let begins_turn: BTreeSet<u16> = expected.iter().map(|turn| bits(&turn.moves[0])).collect();
    assert_eq!(
        first,
        in_generation_order.filter(|step| begins_turn.contains(step)).collect::<Vec<_>>(),
        "{dfen}"
    );

    finals.generate(&state);
    let ends = slow_turns::finals(&expected);
    assert_eq!(finals.states().len(), ends.len(), "{dfen}");
    for end in finals.states() {
        let end_text = end.to_string();
        let same = Position::parse(&end_text);
        assert!(ends.contains(&same), "{dfen}: {end_text}");
        assert_eq!(end.key(), same.key(), "{dfen}: {end_text}");
    }
    let texts: BTreeSet<String> = finals.states().iter().map(GameState::to_string).collect();
    assert_eq!(texts.len(), ends.len(), "{dfen}: end states are distinct");
}

#[test]
fn random_positions_agree() {
    let check_stream = |stream: usize| {
        let (mut list, mut finals) = (TurnList::new(), FinalStates::new());
        for position in RandomPositions::new(stream as u64).take(POSITIONS / STREAMS) {
            check(&position, &mut list, &mut finals);
        }
    };
    std::thread::scope(|scope| {
        for stream in 0..STREAMS {
            scope.spawn(move || check_stream(stream));
        }
    });
}
