//! The risk of the next roll, against the slow implementation and by hand.

mod support;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::search::KingRisk;
use dicechess::state::GameState;
use dicechess::turns::{RollSet, legal_turns};
use support::random_positions::RandomPositions;
use support::slow_rules::Position;
use support::slow_turns;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The rolls, one bit each, with which some legal turn of that side takes a king.
fn slow_capturing_rolls(position: &Position, black: bool) -> u64 {
    let rolls = slow_turns::weighted_rolls();
    let bits = rolls.iter().enumerate().map(|(index, (roll, _))| {
        let mut rolled = position.with_dice(roll);
        rolled.black_to_move = black;
        let captures = slow_turns::legal_turns(&rolled).iter().any(|turn| turn.captures_king);
        u64::from(captures) << index
    });
    bits.sum()
}

#[test]
fn each_roll_agrees_with_the_slow_implementation() {
    for position in RandomPositions::new(31).take(12) {
        let text = position.dfen();
        let [white, black] = [false, true].map(|black| slow_capturing_rolls(&position, black));
        let bits = |perspective| {
            let risk = KingRisk::of(&state(&text), perspective);
            [risk.loss.bits(), risk.win.bits()]
        };
        assert_eq!(bits(Color::White), [black, white], "{text}");
        assert_eq!(bits(Color::Black), [white, black], "{text}");
    }
}

#[test]
fn probabilities_by_hand() {
    assert_eq!((RollSet::EMPTY.probability(), RollSet::ALL.probability()), (0.0, 1.0));
    // The bishop takes the king directly: 216 − 125 outcomes show one. The kings are too far apart for three steps.
    let risk = KingRisk::of(&state("7k/8/8/8/8/8/8/B6K w - - 0 1"), Color::White);
    assert_eq!((risk.win.weight(), risk.loss.weight()), (91, 0));
    assert_eq!((risk.win.probability(), risk.loss.probability()), (91.0 / 216.0, 0.0));
    // Two steps apart either king needs two of its dice, 16 outcomes show that.
    let risk = KingRisk::of(&state("8/8/8/8/k1K5/8/8/8 w - - 0 1"), Color::White);
    assert_eq!((risk.win.weight(), risk.loss.weight()), (16, 16));
}

#[test]
fn risk_after_a_turn_is_that_of_the_position_after_it() {
    for position in RandomPositions::new(32).take(25) {
        let text = position.dfen();
        let before = state(&text);
        let slow = slow_turns::legal_turns(&position);
        let list = legal_turns(&before);
        for (turn, slow) in list.turns().iter().zip(&slow).step_by(97) {
            let expected = (!slow.captures_king).then(|| {
                let after = slow.end.end_turn();
                let rolls = |defender| slow_turns::king_capture_rolls(&after, defender) as u32;
                [rolls(position.black_to_move), rolls(!position.black_to_move)]
            });
            let found =
                KingRisk::after_turn(&before, turn).map(|risk| [risk.loss, risk.win].map(RollSet::weight));
            assert_eq!(found, expected, "{text}: {turn}");
        }
    }
}
