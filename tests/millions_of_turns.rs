//! Roots with more turns than a search lists.

mod support;

use std::cmp::Reverse;
use std::convert::Infallible;

use dicechess::dfen;
use dicechess::eval::{Evaluator, Material, from_fn};
use dicechess::scoring::TERMINAL_WIN_SCORE;
use dicechess::search::{Expectimax, JvmRandom, MonteCarlo, Player, SearchControl, StopReason};
use dicechess::state::GameState;
use dicechess::turns::{FinalStates, Turn, TurnList, legal_turns, play_turn};
use support::random_positions::RandomPositions;

/// The most turns that a search lists, and the most distinct end states that it looks at instead.
const MAX_TURNS: usize = 4_194_304;
const MAX_STATES: usize = 1_000_000;

/// Positions that games can reach.
const REACHABLE: [&str; 2] = [
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNNK1B1 w - - 0 1 QQQ",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1 QQQ",
];

/// The first of them without the enemy king.
const QUIET: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/1BNNK1B1 w - - 0 1 QQQ";

/// Fourteen queens with 240 moves: twelve million turns to a million and a half end states.
const CROWDED: &str = "1Q4Q1/3Q4/Q4Q2/2Q4Q/Q3Q3/6Q1/3Q3Q/1Q3Q2 w - - 0 1 QQQ";

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The shortest of all turns that take the king, in generation order, picked from the list of all turns.
fn shortest_king_captures(state: &GameState) -> Vec<Turn> {
    let mut list = TurnList::new();
    list.generate(state, usize::MAX).unwrap();
    assert!(list.turns().len() > MAX_TURNS);
    let king_captures = &list.turns()[..list.king_captures()];
    let length = king_captures.iter().map(|turn| turn.moves().len()).min();
    king_captures.iter().filter(|turn| Some(turn.moves().len()) == length).copied().collect()
}

/// 4,351,197 turns by an independent program, 1948 of which take the king.
#[test]
fn the_number_of_turns_is_known() {
    let mut list = TurnList::new();
    list.generate(&state(REACHABLE[0]), usize::MAX).unwrap();
    assert_eq!((list.turns().len(), list.king_captures()), (4_351_197, 1948));
}

#[test]
fn the_first_of_the_shortest_turns_takes_the_king() {
    for text in REACHABLE {
        let root = state(text);
        let shortest = shortest_king_captures(&root);
        let mut random = JvmRandom::new(3);
        let report =
            Expectimax::new(&Material).search(&root, &SearchControl::unbounded(), &mut random).unwrap();
        assert_eq!((report.turn, report.score), (Some(shortest[0]), TERMINAL_WIN_SCORE));
        assert_eq!((report.statistics.legal_turns, report.statistics.distinct_states), (MAX_TURNS, 0));
        assert_eq!(random, JvmRandom::new(3));
        for player in Player::ALL {
            let (mut random, mut expected) = (JvmRandom::new(8), JvmRandom::new(8));
            let turn = player.choose_turn(&root, &SearchControl::unbounded(), &mut random).unwrap();
            let drawn =
                if player == Player::Expectimax { shortest[0] } else { *expected.choose(&shortest).unwrap() };
            assert_eq!((turn, random), (Some(drawn), expected), "{player}");
        }
    }
}

/// The list of the shortest king captures alone is that of the list of all turns, wherever there are any.
#[test]
fn shortest_king_captures_need_no_list_of_all_turns() {
    let mut list = TurnList::new();
    let mut lengths = [0; 4];
    for position in RandomPositions::new(91).take(3000) {
        let root = state(&position.dfen());
        let all = legal_turns(&root);
        let king_captures = &all.turns()[..all.king_captures()];
        let length = king_captures.iter().map(|turn| turn.moves().len()).min().unwrap_or(0);
        let expected: Vec<_> =
            king_captures.iter().filter(|turn| turn.moves().len() == length).copied().collect();
        list.generate_shortest_king_captures(&root).unwrap();
        assert_eq!(list.turns(), expected, "{}", position.dfen());
        assert_eq!(list.king_captures(), expected.len());
        lengths[length] += 1;
    }
    assert!(lengths.iter().all(|&count| count > 5), "{lengths:?}");
}

#[test]
fn without_a_king_to_take_distinct_end_states_are_ranked() {
    for (text, is_cut) in [(QUIET, false), (CROWDED, true)] {
        let root = state(text);
        let mut ends = FinalStates::new();
        ends.generate(&root);
        assert_eq!(ends.states().len() > MAX_STATES, is_cut);
        let looked_at = ends.states().len().min(MAX_STATES);
        let mover = root.side_to_move();
        let material = |index: usize| ends.states()[index].material(mover);
        let mut by_rank: Vec<usize> = (0..looked_at).collect();
        by_rank.sort_by_key(|&index| (Reverse(material(index)), index));
        let report = Expectimax::new(&Material)
            .search(&root, &SearchControl::unbounded(), &mut JvmRandom::new(3))
            .unwrap();
        let found: Vec<_> = report.candidates.iter().map(|candidate| candidate.turn).collect();
        let expected: Vec<_> = by_rank[..8].iter().map(|&index| ends.turns()[index]).collect();
        assert_eq!(found, expected, "{text}");
        assert!(report.is_complete() && report.best.is_some());
        let statistics = &report.statistics;
        assert_eq!((statistics.legal_turns, statistics.distinct_states), (MAX_TURNS, looked_at));

        let best: Vec<_> = (0..looked_at)
            .filter(|&index| material(index) == material(by_rank[0]))
            .map(|index| ends.turns()[index])
            .collect();
        for (player, among) in [(Player::Greedy, &best[..]), (Player::Random, &ends.turns()[..looked_at])] {
            let (mut random, mut expected) = (JvmRandom::new(8), JvmRandom::new(8));
            let turn = player.choose_turn(&root, &SearchControl::unbounded(), &mut random).unwrap();
            assert_eq!((turn.as_ref(), &random), (expected.choose(among), &expected), "{player}");
        }
    }
}

/// Every player has a legal turn, in the time that the control leaves it.
#[test]
fn stopped_players_and_searches_have_a_turn() {
    for text in [QUIET, REACHABLE[0]] {
        let root = state(text);
        for budget in [0, 1000] {
            let control = || SearchControl::unbounded().with_budget(budget);
            for player in Player::ALL {
                let turn = player.choose_turn(&root, &control(), &mut JvmRandom::new(1)).unwrap().unwrap();
                let played = play_turn(&root, &turn.to_string()).unwrap();
                assert_eq!(played.takes_king, REACHABLE.contains(&text), "{player}, {text}");
            }
        }
        let cancelled = SearchControl::unbounded();
        cancelled.cancel();
        let asked = |_: &GameState, _| -> Result<i32, Infallible> { panic!("after the stop") };
        let evaluator = from_fn(asked);
        let search = Expectimax {
            pre_rank: Some(&evaluator as &dyn Evaluator<Error = _>),
            ..Expectimax::new(&evaluator)
        };
        let report = search.search(&root, &cancelled, &mut JvmRandom::new(1)).unwrap();
        assert_eq!((report.work_used, report.stop_reason), (0, Some(StopReason::Cancelled)));
        // What is listed whatever the control says, and at most one group more.
        assert!((16_384..=16_384 + 512).contains(&report.statistics.legal_turns));
        play_turn(&root, &report.turn.unwrap().to_string()).unwrap();
    }
}

/// A rollout that meets such a position goes on from one of its distinct end states.
#[test]
fn estimates_go_through_positions_with_millions_of_turns() {
    let settings = MonteCarlo { rollouts: 2, max_plies: 2, ..MonteCarlo::default() };
    let seed = (0..)
        .find(|&seed| {
            let mut random = JvmRandom::new(seed);
            (0..3).all(|_| random.next_int(6) == Some(4))
        })
        .unwrap();
    let root = state(QUIET);
    let found = settings.estimate(&root, &SearchControl::unbounded(), &mut JvmRandom::new(seed)).unwrap();
    // Neither side has a king that the other could take with one roll but White's, which no black pawn reaches.
    assert_eq!((found.rollouts, found.white_win), (2, 0.0));
}
