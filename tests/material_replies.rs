//! The reply that wins most material, for every roll, against all legal turns one after the other.

mod support;

use std::ops::ControlFlow;

use dicechess::board::{Bitboard, Color, Piece, PieceType};
use dicechess::dfen;
use dicechess::state::{GameState, StateParts};
use dicechess::turns::{MaterialReplies, MaterialReply, Roll, TurnList, for_each_legal_turn};
use support::data_files::{self, PositionCase};
use support::random_positions::{Random, RandomPositions};
use support::slow_eval::material;
use support::slow_rules::Position;
use support::slow_turns::legal_turns;
use support::synthetic_states::disagreeing;

/// Positions with more turns than this for some roll are left to the others.
const MOST_TURNS: usize = 10_000;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The reply to one roll and the state after it; no state where a king is taken. `None` if there are too many turns.
fn brute_force(state: &GameState, turns: &mut TurnList) -> Option<(MaterialReply, Option<GameState>)> {
    turns.generate(state, MOST_TURNS).ok()?;
    if turns.king_captures() > 0 {
        return Some((MaterialReply::KingCapture, None));
    }
    let mover = state.side_to_move();
    let mut best: Option<GameState> = None;
    for turn in turns.turns() {
        let mut after = *state;
        turn.moves().iter().for_each(|&micro_move| after.make_micro_move(micro_move));
        after.end_turn();
        if best.is_none_or(|best| after.material(mover) > best.material(mover)) {
            best = Some(after);
        }
    }
    Some(match best {
        Some(best) => (MaterialReply::Material(best.material(mover)), Some(best)),
        None => {
            let mut passed = *state;
            passed.end_turn();
            (MaterialReply::Pass, Some(passed))
        }
    })
}

/// How many rolls ended in a pass, a king capture and a turn.
#[derive(Default)]
struct Seen([usize; 3]);

impl Seen {
    fn check(&mut self, replies: &mut MaterialReplies, turns: &mut TurnList, root: &GameState) {
        replies.find(root);
        for roll in Roll::ALL {
            let Some(expected) = brute_force(&root.with_dice(roll.dice), turns) else { continue };
            let found = (replies.reply(roll.dice), replies.state_after(roll.dice));
            assert_eq!(found, expected, "{} {}, {root:?}", dfen::write(root), roll.dice);
            self.0[match expected.0 {
                MaterialReply::Pass => 0,
                MaterialReply::KingCapture => 1,
                MaterialReply::Material(_) => 2,
            }] += 1;
        }
    }
}

#[test]
fn replies_to_recorded_positions() {
    let (mut replies, mut turns, mut seen) = (MaterialReplies::new(), TurnList::new(), Seen::default());
    for case in data_files::lines::<PositionCase>("positions_public.jsonl").iter().step_by(5) {
        let root = state(&case.dfen);
        seen.check(&mut replies, &mut turns, &root);
        let mut other = root;
        other.end_turn();
        seen.check(&mut replies, &mut turns, &other);
    }
    assert!(seen.0.iter().all(|&count| count > 300), "{:?}", seen.0);
}

#[test]
fn replies_to_random_positions() {
    let (mut replies, mut turns, mut seen) = (MaterialReplies::new(), TurnList::new(), Seen::default());
    for position in RandomPositions::new(91).take(400) {
        seen.check(&mut replies, &mut turns, &state(&position.dfen()));
    }
    assert!(seen.0.iter().all(|&count| count > 300), "{:?}", seen.0);
}

#[test]
fn replies_to_disagreeing_boards() {
    let (mut replies, mut turns, mut seen) = (MaterialReplies::new(), TurnList::new(), Seen::default());
    let mut random = Random::new(92);
    for position in RandomPositions::new(93).take(400) {
        let root = disagreeing(&mut random, &state(&position.dfen()));
        seen.check(&mut replies, &mut turns, &root);
    }
    assert!(seen.0.iter().all(|&count| count > 100), "{:?}", seen.0);
}

/// The same with turns and material that share nothing with the crate.
#[test]
fn replies_agree_with_the_slow_implementation() {
    let mut replies = MaterialReplies::new();
    let small = |position: &Position| position.board.iter().flatten().filter(|&&man| man != b'.').count() < 9;
    for position in RandomPositions::new(94).filter(small).take(30) {
        let mover = position.black_to_move;
        replies.find(&state(&position.dfen()));
        for roll in Roll::ALL {
            let faces: Vec<u8> = roll.dice.faces().map(PieceType::face).collect();
            let turns = legal_turns(&position.with_dice(&faces));
            if turns.iter().any(|turn| turn.captures_king) {
                assert_eq!(replies.reply(roll.dice), MaterialReply::KingCapture);
                assert_eq!(replies.state_after(roll.dice), None);
                continue;
            }
            let most = turns.iter().map(|turn| material(&turn.end, mover)).max();
            let first = turns.iter().find(|turn| Some(material(&turn.end, mover)) == most);
            let (reply, end) = first.map_or((MaterialReply::Pass, &position), |turn| {
                (MaterialReply::Material(material(&turn.end, mover)), &turn.end)
            });
            let what = format!("{} {}", position.dfen(), roll.dice);
            assert_eq!(replies.reply(roll.dice), reply, "{what}");
            let after = replies.state_after(roll.dice).expect("no king is taken");
            assert_eq!(dfen::write(&after).to_string(), end.end_turn().dfen(), "{what}");
        }
    }
}

/// Queens everywhere: there are far too many turns to list.
#[test]
fn replies_on_crowded_boards() {
    let mut parts = StateParts::empty();
    for square in Bitboard::ALL {
        let color = if square.index() % 2 == 0 { Color::White } else { Color::Black };
        parts.put(square, Piece::new(color, PieceType::Queen));
    }
    let root = GameState::from_parts(&parts);
    let mut replies = MaterialReplies::new();
    replies.find(&root);
    let queens = Roll::ALL.iter().find(|roll| roll.dice.count(PieceType::Queen) == 3).unwrap().dice;
    assert_eq!(replies.reply(queens), MaterialReply::Material(3 * 900));
    let first = for_each_legal_turn(&root.with_dice(queens), |turn| {
        let mut after = root.with_dice(queens);
        turn.moves().iter().for_each(|&micro_move| after.make_micro_move(micro_move));
        after.end_turn();
        if after.material(Color::White) == 3 * 900 {
            ControlFlow::Break(after)
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(replies.state_after(queens), first.break_value());
    for roll in Roll::ALL.iter().filter(|roll| roll.dice.count(PieceType::Queen) == 0) {
        assert_eq!(replies.reply(roll.dice), MaterialReply::Pass);
    }
}
