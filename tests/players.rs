//! The built-in players against a slow implementation of what they say about themselves.

mod support;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::search::{JvmRandom, MonteCarlo, Player, SearchControl, StopReason};
use dicechess::state::GameState;
use support::random_positions::RandomPositions;
use support::slow_eval;
use support::slow_rules::{Position, squares};
use support::slow_turns::{self, Turn};

/// A rook and a king against a king, the rook to play: few turns.
const ROOK_TURN: &str = "4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1 R";

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The turn as text, and the generator after the choice.
fn choose(player: Player, text: &str, control: &SearchControl, seed: i64) -> (Option<String>, JvmRandom) {
    let mut random = JvmRandom::new(seed);
    let turn = player.choose_turn(&state(text), control, &mut random).unwrap();
    (turn.map(|turn| turn.to_string()), random)
}

/// One draw among the turns with the greatest score; kings first, in as few moves as possible.
fn slow_choice(turns: &[Turn], score: impl Fn(&Turn) -> i64, random: &mut JvmRandom) -> Option<String> {
    let rank = |turn: &Turn| {
        if turn.captures_king { (i64::MAX, -(turn.moves.len() as i64)) } else { (score(turn), 0) }
    };
    let best = turns.iter().map(rank).max()?;
    let winners: Vec<_> = turns.iter().filter(|turn| rank(turn) == best).collect();
    random.choose(&winners).map(|turn| turn.text())
}

fn check(player: Player, position: &Position, seed: i64, score: impl Fn(&Position, bool) -> i64) {
    let black = position.black_to_move;
    let mut random = JvmRandom::new(seed);
    let turns = slow_turns::legal_turns(position);
    let expected = slow_choice(&turns, |turn| score(&turn.end.end_turn(), black), &mut random);
    let text = position.dfen();
    let found = choose(player, &text, &SearchControl::unbounded(), seed);
    assert_eq!(found, (expected, random), "{player}, {text}");
}

#[test]
fn one_ply_players_agree_with_the_slow_implementation() {
    for (seed, position) in (0..).zip(RandomPositions::new(51).take(200)) {
        check(Player::Greedy, &position, seed, |after, black| slow_eval::material(after, black).into());
        check(Player::Aggressive, &position, seed, |after, black| slow_eval::aggressive(after, black).into());
    }
}

#[test]
fn the_random_player_draws_one_index() {
    for (seed, position) in (0..).zip(RandomPositions::new(53).take(200)) {
        let mut random = JvmRandom::new(seed);
        let expected = random.choose(&slow_turns::legal_turns(&position)).map(Turn::text);
        let text = position.dfen();
        let found = choose(Player::Random, &text, &SearchControl::unbounded(), seed);
        assert_eq!(found, (expected, random), "{text}");
    }
}

#[test]
fn the_cautious_player_agrees_with_the_slow_implementation() {
    let small = |position: &Position| {
        let men = squares().filter(|&square| !position.is_empty(square)).count();
        men <= 8 && slow_turns::legal_turns(position).len() <= 60
    };
    for (seed, position) in (0..).zip(RandomPositions::new(52).filter(small).take(40)) {
        check(Player::Cautious, &position, seed, |after, black| {
            let losing_rolls = slow_turns::king_capture_rolls(after, black) as i64;
            216 * i64::from(slow_eval::standard(after, black)) - 10_000 * losing_rolls
        });
    }
}

#[test]
fn the_monte_carlo_player_compares_estimates() {
    let settings = MonteCarlo { rollouts: 120, max_plies: 40, target_error: 0.0, min_rollouts: 128 };
    let control = SearchControl::unbounded();
    let mut random = JvmRandom::new(4);
    let turns = slow_turns::legal_turns(&Position::parse(ROOK_TURN));
    let scores: Vec<i64> = turns
        .iter()
        .map(|turn| {
            let after = state(&turn.end.end_turn().dfen());
            let estimate = settings.estimate(&after, &control, &mut random).unwrap();
            (estimate.win(Color::White) * 1e6).round() as i64
        })
        .collect();
    let best = scores.iter().max().unwrap();
    let winners: Vec<_> = (0..turns.len()).filter(|&index| scores[index] == *best).collect();
    let expected = random.choose(&winners).map(|&index| turns[index].text());
    assert_eq!(choose(Player::MonteCarlo, ROOK_TURN, &control, 4), (expected, random));
}

/// Golden searches of an independent implementation.
#[test]
fn the_expectimax_player_searches() {
    let control = SearchControl::unbounded();
    let found = |text, seed| choose(Player::Expectimax, text, &control, seed).0.unwrap();
    assert_eq!(found("7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK", 0), "e1d1");
    let many_turns = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 NBP";
    assert_eq!(found(many_turns, 42), "a2a4 c4f7 f3e5");
}

#[test]
fn all_but_the_random_player_take_a_king_at_once() {
    // The rook takes the king directly or after other moves.
    let text = "k7/8/8/8/8/8/P7/1R2K3 w - - 0 1 RRK";
    let shortest = slow_turns::legal_turns(&Position::parse(text))
        .into_iter()
        .filter(|turn| turn.captures_king)
        .map(|turn| turn.moves.len())
        .min();
    assert_eq!(shortest, Some(2));
    for player in Player::ALL.into_iter().filter(|&player| player != Player::Random) {
        let (turn, _) = choose(player, text, &SearchControl::unbounded(), 1);
        assert_eq!(turn.as_deref(), Some("b1b8 b8a8"), "{player}");
    }
}

#[test]
fn a_pass_is_no_turn_and_draws_nothing() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 RQK";
    for player in Player::ALL {
        let found = choose(player, text, &SearchControl::unbounded(), 6);
        assert_eq!(found, (None, JvmRandom::new(6)), "{player}");
    }
}

#[test]
fn names_are_known_and_others_refused() {
    let names = ["random", "greedy", "cautious", "aggressive", "monte-carlo", "expectimax"];
    assert_eq!(Player::ALL.map(Player::name), names);
    for player in Player::ALL {
        assert_eq!(Player::from_name(player.name()), Ok(player));
        assert_eq!(player.to_string(), player.name());
    }
    for name in ["", "Greedy", "greedy ", "stockfish"] {
        let error = Player::from_name(name).expect_err("no such player");
        assert_eq!(error.name, name);
        let expected = format!("unknown player {name:?}, expected one of {}", names.join(", "));
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn players_that_are_stopped_play_greedily() {
    let turns = slow_turns::legal_turns(&Position::parse(ROOK_TURN)).len() as u64;
    let control = |budget| SearchControl::unbounded().with_budget(budget);
    let (greedy, _) = choose(Player::Greedy, ROOK_TURN, &control(0), 3);
    for budget in [0, 1, turns - 1] {
        let stopped = control(budget);
        assert_eq!(choose(Player::Cautious, ROOK_TURN, &stopped, 3).0, greedy, "budget {budget}");
        assert_eq!(stopped.stop_reason(), Some(StopReason::Budget));
    }
    let enough = control(turns);
    let complete = choose(Player::Cautious, ROOK_TURN, &SearchControl::unbounded(), 3);
    assert_eq!(choose(Player::Cautious, ROOK_TURN, &enough, 3), complete);
    assert_eq!((enough.work_used(), enough.stop_reason()), (turns, None));

    assert_eq!(choose(Player::MonteCarlo, ROOK_TURN, &control(0), 3).0, greedy);
    let needed = SearchControl::unbounded();
    let complete = choose(Player::MonteCarlo, ROOK_TURN, &needed, 3);
    let enough = control(needed.work_used());
    assert_eq!(choose(Player::MonteCarlo, ROOK_TURN, &enough, 3), complete);
    assert_eq!(enough.stop_reason(), None);
    let stopped = control(needed.work_used() - 1);
    choose(Player::MonteCarlo, ROOK_TURN, &stopped, 3);
    assert_eq!(stopped.stop_reason(), Some(StopReason::Budget));
}
