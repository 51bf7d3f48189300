//! Legal turns, end states, keys and perft of the crate against the data files and the golden values of the rules.

mod support;

use std::collections::HashMap;
use std::ops::ControlFlow;

use dicechess::board::{Bitboard, Color, Piece, PieceType, Square};
use dicechess::state::{CastlingRights, DicePool, GameState, MoveKind, ZobristKeys};
use dicechess::turns::{
    FinalStates, Guard, Halt, Perft, PlayedTurn, Turn, TurnList, for_each_legal_turn, legal_first_moves,
    legal_turns, micro_moves, play_turn,
};
use support::data_files::{self, PerftCase, PerftSums, PositionCase, hex, sha256_of_lines};
use support::slow_rules::TABLES;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn state(dfen: &str) -> GameState {
    dfen.parse().unwrap_or_else(|error| panic!("{dfen}: {error}"))
}

fn texts(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(Turn::to_string).collect()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

fn first_moves(state: &GameState) -> Vec<String> {
    legal_first_moves(state).iter().map(|micro_move| micro_move.to_string()).collect()
}

/// What each turn of the list leads to when it is played from its text.
fn played(state: &GameState, turns: &[Turn]) -> Vec<PlayedTurn> {
    let play = |turn: &Turn| {
        let played =
            play_turn(state, &turn.to_string()).unwrap_or_else(|error| panic!("{state}: {turn}: {error}"));
        assert_eq!(played.turn, *turn, "{state}");
        played
    };
    turns.iter().map(play).collect()
}

fn up_to(max_states: usize) -> Guard<'static> {
    Guard { max_states, ..Guard::NONE }
}

#[test]
fn turns_agree_with_the_data() {
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let id = &case.id;
        let state = state(&case.dfen);
        assert_eq!(state.to_string(), case.canonical, "{id}");
        assert_eq!(hex(state.key()), case.zobrist, "{id}");

        let list = legal_turns(&state);
        let texts = texts(list.turns());
        assert_eq!(list.king_captures(), case.king_captures, "{id}");
        assert_eq!(texts.len(), case.turns, "{id}");
        if let Some(expected) = case.turns_list {
            assert_eq!(texts, expected.iter().map(|turn| turn.join(" ")).collect::<Vec<_>>(), "{id}");
        }
        assert_eq!(sha256_of_lines(&texts), case.turns_sha256, "{id}");

        let mut visited = Vec::new();
        let broken_off: ControlFlow<()> = for_each_legal_turn(&state, |turn| {
            visited.push(*turn);
            ControlFlow::Continue(())
        });
        assert!(broken_off.is_continue(), "{id}");
        assert_eq!(visited, list.turns(), "{id}: one by one");
        assert_eq!(sorted(first_moves(&state)), case.first_moves, "{id}");
    }
}

#[test]
fn turns_come_one_by_one_until_the_visitor_has_enough() {
    for case in
        data_files::lines::<PositionCase>("positions_public.jsonl").iter().filter(|case| case.turns > 0)
    {
        let state = state(&case.dfen);
        let list = legal_turns(&state);
        for wanted in
            [0, case.king_captures, case.turns - 1].into_iter().filter(|&wanted| wanted < case.turns)
        {
            let mut count = 0;
            let broken_off = for_each_legal_turn(&state, |turn| {
                count += 1;
                if count > wanted { ControlFlow::Break(*turn) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(broken_off, ControlFlow::Break(list.turns()[wanted]), "{}: turn {wanted}", case.id);
        }
    }
}

#[test]
fn end_states_agree_with_the_data() {
    let mut finals = FinalStates::new();
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let id = &case.id;
        let state = state(&case.dfen);
        let list = legal_turns(&state);

        let mut turns_to: HashMap<GameState, (Turn, u32)> = HashMap::new();
        let mut first_reached = Vec::new();
        for (index, played) in played(&state, list.turns()).into_iter().enumerate() {
            assert_eq!(played.takes_king, index < case.king_captures, "{id}");
            if !played.takes_king {
                let entry = turns_to.entry(played.state).or_insert_with(|| {
                    first_reached.push(played.state);
                    (played.turn, 0)
                });
                entry.1 += 1;
            }
        }
        let ends = sorted(first_reached.iter().map(GameState::to_string).collect());
        assert_eq!(ends.len(), case.finals, "{id}");
        assert_eq!(sha256_of_lines(&ends), case.finals_sha256, "{id}");
        if let Some(expected) = case.finals_list {
            assert_eq!(ends, expected, "{id}");
        }

        finals.generate(&state);
        assert_eq!(finals.states(), first_reached, "{id}");
        for (index, end) in finals.states().iter().enumerate() {
            assert_eq!((finals.turns()[index], finals.turn_counts()[index]), turns_to[end], "{id}: {end}");
        }

        let mut passed = state;
        passed.end_turn();
        assert_eq!(passed.to_string(), case.after_end_turn, "{id}");
        assert_eq!(hex(passed.key()), case.after_end_turn_zobrist, "{id}");
        if case.turns == 0 {
            let pass = PlayedTurn { turn: Turn::PASS, state: passed, takes_king: false };
            assert_eq!(play_turn(&state, ""), Ok(pass), "{id}");
        }
    }
}

#[test]
fn a_list_holds_everything_or_nothing() {
    let (mut list, mut finals) = (TurnList::new(), FinalStates::new());
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let state = state(&case.dfen);
        assert_eq!(list.generate(&state, case.turns), Ok(()), "{}", case.id);
        assert_eq!(list.turns(), legal_turns(&state).turns(), "{}", case.id);
        for limit in [0, case.turns / 2, case.turns.saturating_sub(1)] {
            if limit < case.turns {
                assert_eq!(list.generate(&state, limit), Err(Halt::TooMany(limit)), "{}", case.id);
                assert_eq!((list.turns(), list.king_captures()), (&[][..], 0), "{}", case.id);
            }
        }
        assert_eq!(finals.generate_within(&up_to(case.finals), &state), Ok(()), "{}", case.id);
        assert_eq!(finals.states().len(), case.finals, "{}", case.id);
        if let Some(limit) = case.finals.checked_sub(1) {
            assert_eq!(
                finals.generate_within(&up_to(limit), &state),
                Err(Halt::TooMany(limit)),
                "{}",
                case.id
            );
            assert!(finals.states().is_empty() && finals.turns().is_empty(), "{}", case.id);
        }
    }
}

fn perft_sums(perft: &Perft) -> PerftSums {
    PerftSums {
        turns: perft.plain.turns,
        turns_weighted: perft.weighted.turns,
        finals: perft.plain.finals,
        finals_weighted: perft.weighted.finals,
        king_captures: perft.plain.king_captures,
        king_captures_weighted: perft.weighted.king_captures,
    }
}

#[test]
fn perft_agrees_with_the_data() {
    for case in data_files::lines::<PerftCase>("perft.jsonl") {
        let state = state(&case.dfen);
        let perft = Perft::of_all_rolls(&state, 1).unwrap();
        assert_eq!(perft_sums(&perft), case.one_ply.sums, "{}", case.id);
        let passes = (perft.plain.passes, perft.weighted.passes);
        assert_eq!(passes, (case.one_ply.pass_rolls, case.one_ply.pass_rolls_weighted), "{}", case.id);
        if let Some(sums) = case.two_plies {
            assert_eq!(perft_sums(&Perft::of_all_rolls(&state, 2).unwrap()), sums, "{}", case.id);
        }
    }
}

#[test]
fn zobrist_numbers_agree_with_the_published_tables() {
    // The slow twin's tables, which are checked against the file, in the published order.
    let (keys, tables) = (ZobristKeys::STANDARD, &*TABLES);
    let squares = || Bitboard::ALL.into_iter();
    let men = Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|man| Piece::new(color, man)));
    let pieces: Vec<u64> =
        men.flat_map(|man| squares().map(move |square| keys.piece(man.code(), square))).collect();
    assert_eq!(pieces, tables.piece);
    assert_eq!(Color::ALL.map(|color| keys.side_to_move(color)), [0, tables.active_color[0]]);
    let castling = (0..16).map(|bits| keys.castling(CastlingRights::from_bits_retain(bits)));
    assert_eq!(castling.collect::<Vec<_>>(), tables.castling);
    let targets: Vec<u64> = squares().map(|square| keys.en_passant(square.bitboard())).collect();
    assert_eq!(targets, tables.en_passant);
    for pool in (0..=u16::MAX).filter_map(DicePool::from_bits) {
        let index = pool.faces().fold(0, |index, face| index * 7 + usize::from(face.face()));
        assert_eq!(keys.dice(pool), tables.dice[index], "{pool:?}");
    }
}

#[test]
fn golden_keys_agree_with_the_data_and_the_rules() {
    for golden in data_files::zobrist().golden {
        assert_eq!(hex(state(&golden.dfen).key()), golden.zobrist, "{}", golden.dfen);
    }
    for (dfen, key) in [
        (INITIAL.to_string(), 147_143_207_481_438_466),
        ("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP".to_string(), 0x0d97_4fb7_025c_1ff6),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 NBP".to_string(),
            0x981b_ec43_fc1d_c120,
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1".to_string(), 0xf26a_e1f2_79d8_904a),
        (
            "rnbqkbnr/pppppppp/8/8/P1P1P3/8/1P1P1PPP/RNBQKBNR b KQkq a3c3e3 0 1".to_string(),
            0x16d6_866a_34d8_9739,
        ),
        ("4k3/8/8/8/8/8/8/4K3 b - - 5 9 rk".to_string(), 0xc5bb_da1d_1373_6e3c),
        (format!("{INITIAL} PNB"), 0xeb8d_58a2_11d0_c8c7),
    ] {
        assert_eq!(hex(state(&dfen).key()), hex(key), "{dfen}");
    }
    assert_eq!(GameState::initial(), state(INITIAL));
}

#[test]
fn one_die_move_counts_match_the_rules() {
    // The king's two castlings count: the die alone cannot pay for them, but they are generated.
    for (dfen, counts) in [(INITIAL, [16, 4, 0, 0, 0, 0]), (KIWIPETE, [8, 11, 11, 5, 9, 4])] {
        let found = PieceType::ALL.map(|face| {
            let dice = DicePool::from_faces(&[face]).unwrap();
            micro_moves(&state(dfen).with_dice(dice)).len()
        });
        assert_eq!(found, counts, "{dfen}");
    }
}

#[test]
fn turn_counts_match_the_rules() {
    let initial = |dice: &str| format!("{INITIAL} {dice}");
    let kiwipete = |dice: &str| format!("{KIWIPETE} {dice}");
    let mut finals = FinalStates::new();
    for (dfen, turns, ends) in [
        (initial("PPP"), 3376, None),
        (initial("PNB"), 340, None),
        (initial("PNR"), 234, None),
        (initial("NNN"), 174, None),
        (initial("PNQ"), 185, None),
        (initial("RQK"), 0, Some(0)),
        (kiwipete("PPP"), 360, None),
        (kiwipete("NBQ"), 7630, None),
        (kiwipete("PNR"), 2795, None),
        (kiwipete("NNN"), 1020, None),
        (kiwipete("RQK"), 522, None),
        ("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP".to_string(), 12, Some(8)),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 NBP".to_string(),
            4654,
            Some(2319),
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 RKK".to_string(), 1127, Some(209)),
        ("2r1k2r/3q4/8/8/4pP2/8/8/4K3 b k f3 0 5 pkr".to_string(), 964, Some(520)),
        ("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP".to_string(), 16, None),
    ] {
        let list = legal_turns(&state(&dfen));
        assert_eq!(list.turns().len(), turns, "{dfen}");
        finals.generate(&state(&dfen));
        if let Some(ends) = ends {
            assert_eq!(finals.states().len(), ends, "{dfen}");
        }
    }
    assert_eq!(legal_turns(&state(&kiwipete("PPP"))).king_captures(), 2);
    for (dfen, plain, weighted) in [(INITIAL, 11_225, 29_794), (KIWIPETE, 102_967, 458_646)] {
        let perft = Perft::of_all_rolls(&state(dfen), 1).unwrap();
        assert_eq!((perft.plain.turns, perft.weighted.turns), (plain, weighted), "{dfen}");
    }
}

#[test]
fn king_captures_come_first_and_count_for_maximality() {
    let list = legal_turns(&state("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP"));
    assert_eq!(texts(list.turns())[..4], ["c2c3 c3c4 b3c5", "c2c3 b3c5", "c2c4 b3c5", "b3c5"]);

    let list = legal_turns(&state("8/p7/6N1/2K2kP1/6p1/8/5P2/8 w - - 0 1 PPP"));
    assert_eq!((texts(list.turns()), list.king_captures()), (vec!["f2f3 f3g4 g4f5".to_string()], 1));
}

#[test]
fn first_moves_match_the_rules() {
    for (dfen, expected) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB",
            "b2b3 b2b4 d2d3 d2d4 e2e3 e2e4 g2g3 g2g4 b1a3 b1c3 g1f3 g1h3",
        ),
        ("8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1 PNB", "e7e8n e7e8b"),
        ("8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1 PPN", "e7e8n b2b3 b2b4"),
        ("4k3/3P4/8/2K5/8/8/8/8 w - - 0 1 P", "d7d8q d7d8r d7d8b d7d8n d7e8"),
        (
            "rnbqkbnr/1p1p1ppp/8/pPpPp3/P3P3/2N2Q1N/2P2PPP/1RB1KB1R w Kkq a6c6e6 0 1 P",
            "b5b6 b5a6 b5c6 d5d6 d5c6 d5e6 g2g3 g2g4",
        ),
        (
            "r1bqk2r/ppppbppp/2n1pn2/1B6/3PP3/2N5/PPP2PPP/R1BQK1NR b KQkq - 0 1 brk",
            "e8f8 e8g8 h8g8 h8f8 e7f8 e7d6 e7c5 e7b4 e7a3 a8b8",
        ),
    ] {
        let expected = expected.split(' ').map(str::to_string).collect();
        assert_eq!(sorted(first_moves(&state(dfen))), sorted(expected), "{dfen}");
    }
}

#[test]
fn en_passant_stays_possible_until_the_last_micro_move() {
    for (dfen, index) in [
        ("r2q2r1/ppp1nk1p/2B2p2/3p3b/1P1Pp2P/4P2N/PP3P2/RNB4K b - d3 0 7 pqq", 2),
        ("1rNk2nr/1ppp1ppp/4q3/2b5/1n1Pp3/5N2/PPPQPPPP/1RBK1B1R b - d3 2 4 pnr", 1),
    ] {
        let list = legal_turns(&state(dfen));
        let late =
            |turn: &Turn| turn.moves().get(index).is_some_and(|last| last.kind() == MoveKind::EnPassant);
        assert!(list.turns().iter().any(late), "{dfen}");
    }
    let before = state("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP");
    let [from, to] = [*b"c2", *b"c4"].map(|text| Square::from_text(text).unwrap());
    let push = *micro_moves(&before)
        .iter()
        .find(|push| (push.origin(), push.destination()) == (from, to))
        .expect("c2c4");
    let mut after = before;
    after.make_micro_move(push);
    let after = after.with_dice(before.dice_after(push).unwrap());
    assert_eq!(after.to_string(), "8/8/8/2k5/2P5/1N6/8/K7 w - c3 0 1 PN");
}
