//! The slow twin against the data files and the golden values of the rules, so that it may judge the crate.

mod support;

use support::data_files::{self, MakeCase, PerftCase, PositionCase, TableDigest, hex, sha256_of_lines};
use support::random_positions::{Coverage, RandomPositions};
use support::slow_eval::{aggressive, material, standard};
use support::slow_rules::{LETTERS, Position, TABLES, face_of};
use support::slow_turns::{self, Turn, finals, first_moves, king_capture_rolls, legal_turns, weighted_rolls};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn initial_with(dice: &str) -> String {
    format!("{} {dice}", Position::initial().dfen())
}

fn texts(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(Turn::text).collect()
}

#[test]
fn positions_agree_with_the_data() {
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let id = &case.id;
        let position = Position::parse(&case.dfen);
        assert_eq!(position.dfen(), case.canonical, "{id}");
        assert_eq!(hex(position.key()), case.zobrist, "{id}");

        let turns = legal_turns(&position);
        assert_eq!(turns.len(), case.turns, "{id}");
        let captures = turns.iter().filter(|turn| turn.captures_king).count();
        assert_eq!(captures, case.king_captures, "{id}");
        assert!(turns[..captures].iter().all(|turn| turn.captures_king), "{id}");
        if let Some(list) = case.turns_list {
            assert_eq!(texts(&turns), list.iter().map(|turn| turn.join(" ")).collect::<Vec<_>>(), "{id}");
        }
        assert_eq!(sha256_of_lines(&texts(&turns)), case.turns_sha256, "{id}");
        assert_eq!(first_moves(&turns), case.first_moves, "{id}");

        let mut ends: Vec<String> = finals(&turns).iter().map(Position::dfen).collect();
        ends.sort();
        assert_eq!(ends.len(), case.finals, "{id}");
        assert_eq!(sha256_of_lines(&ends), case.finals_sha256, "{id}");
        if let Some(list) = case.finals_list {
            assert_eq!(ends, list, "{id}");
        }

        let passed = position.end_turn();
        assert_eq!(passed.dfen(), case.after_end_turn, "{id}");
        assert_eq!(hex(passed.key()), case.after_end_turn_zobrist, "{id}");
    }
}

#[test]
fn evaluations_agree_with_the_data() {
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let position = Position::parse(&case.dfen);
        let both = |evaluate: fn(&Position, bool) -> i32| [false, true].map(|side| evaluate(&position, side));
        assert_eq!(both(material), case.evals.material, "{}", case.id);
        assert_eq!(both(standard), case.evals.standard, "{}", case.id);
        assert_eq!(both(aggressive), case.evals.aggressive, "{}", case.id);
    }
}

#[test]
fn king_capture_rolls_agree_with_the_data() {
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let position = Position::parse(&case.dfen);
        assert_eq!(king_capture_rolls(&position, false), case.king_capture_rolls.w, "{}", case.id);
        assert_eq!(king_capture_rolls(&position, true), case.king_capture_rolls.b, "{}", case.id);
    }
}

#[test]
fn makes_agree_with_the_data() {
    for case in data_files::lines::<MakeCase>("makes_public.jsonl") {
        let id = &case.id;
        let position = Position::parse(&case.dfen);
        let found: Vec<_> =
            slow_turns::moves(&position).into_iter().filter(|step| step.uci() == case.uci).collect();
        assert_eq!(found.len(), 1, "{id}");
        let step = found[0];
        assert_eq!(step.flag, case.flag, "{id}");
        assert_eq!(char::from(position.at(step.from).to_ascii_lowercase()), case.mover, "{id}");
        assert_eq!(position.captures_king(&step), case.king_capture, "{id}");
        assert_eq!(hex(position.key()), case.zobrist_before, "{id}");
        let after = position.make(&step);
        assert_eq!(after.dfen(), case.after, "{id}");
        assert_eq!(hex(after.key()), case.zobrist_after, "{id}");
    }
}

#[test]
fn zobrist_tables_and_golden_keys_agree() {
    fn check(name: &str, keys: &[u64], digest: &TableDigest) {
        assert_eq!(keys.len(), digest.size, "{name}");
        let first: Vec<String> = keys.iter().take(digest.first.len()).map(|&key| hex(key)).collect();
        assert_eq!(first, digest.first, "{name}");
        assert_eq!(hex(keys[keys.len() - 1]), digest.last, "{name}");
        assert_eq!(hex(keys.iter().fold(0, |xor, key| xor ^ key)), digest.xor_of_all, "{name}");
    }
    let file = data_files::zobrist();
    check("piece", &TABLES.piece, &file.tables.piece);
    check("active color", &TABLES.active_color, &file.tables.active_color);
    check("castling", &TABLES.castling, &file.tables.castling);
    check("en passant", &TABLES.en_passant, &file.tables.en_passant);
    check("dice", &TABLES.dice, &file.tables.dice);
    for golden in file.golden {
        assert_eq!(hex(Position::parse(&golden.dfen).key()), golden.zobrist, "{}", golden.dfen);
    }
    assert_eq!(Position::initial().key(), 147_143_207_481_438_466);
}

#[test]
fn perft_agrees_with_the_data() {
    for case in data_files::lines::<PerftCase>("perft.jsonl") {
        let position = Position::parse(&case.dfen);
        assert_eq!(slow_turns::perft_one_ply(&position), case.one_ply, "{}", case.id);
        if let Some(sums) = case.two_plies {
            assert_eq!(slow_turns::perft_two_plies(&position), sums, "{}", case.id);
        }
    }
}

#[test]
fn one_die_move_counts_match_the_rules() {
    for (dfen, counts) in [
        (Position::initial().dfen(), [16, 4, 0, 0, 0, 0]),
        // The king's two castlings count: the die alone cannot pay for them, but they are generated.
        (KIWIPETE.to_string(), [8, 11, 11, 5, 9, 4]),
    ] {
        let position = Position::parse(&dfen);
        let found = [1, 2, 3, 4, 5, 6].map(|face| slow_turns::moves(&position.with_dice(&[face])).len());
        assert_eq!(found, counts, "{dfen}");
    }
}

#[test]
fn turn_counts_match_the_rules() {
    let kiwipete = |dice: &str| format!("{KIWIPETE} {dice}");
    for (dfen, turns, ends) in [
        (initial_with("PPP"), 3376, None),
        (initial_with("PNB"), 340, None),
        (initial_with("PNR"), 234, None),
        (initial_with("NNN"), 174, None),
        (initial_with("PNQ"), 185, None),
        (initial_with("RQK"), 0, Some(0)),
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
        let found = legal_turns(&Position::parse(&dfen));
        assert_eq!(found.len(), turns, "{dfen}");
        if let Some(ends) = ends {
            assert_eq!(finals(&found).len(), ends, "{dfen}");
        }
    }
    let captures = legal_turns(&Position::parse(&kiwipete("PPP")));
    assert_eq!(captures.iter().filter(|turn| turn.captures_king).count(), 2);
}

#[test]
fn king_captures_come_first_and_count_for_maximality() {
    let turns = legal_turns(&Position::parse("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP"));
    assert_eq!(texts(&turns)[..4], ["c2c3 c3c4 b3c5", "c2c3 b3c5", "c2c4 b3c5", "b3c5"]);
    assert!(turns[..4].iter().all(|turn| turn.captures_king));

    let turns = legal_turns(&Position::parse("8/p7/6N1/2K2kP1/6p1/8/5P2/8 w - - 0 1 PPP"));
    assert_eq!(texts(&turns), ["f2f3 f3g4 g4f5"]);
}

#[test]
fn first_moves_match_the_rules() {
    for (dfen, expected) in [
        (initial_with("PNB"), "b2b3 b2b4 d2d3 d2d4 e2e3 e2e4 g2g3 g2g4 b1a3 b1c3 g1f3 g1h3"),
        ("8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1 PNB".to_string(), "e7e8n e7e8b"),
        ("8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1 PPN".to_string(), "e7e8n b2b3 b2b4"),
        ("4k3/3P4/8/2K5/8/8/8/8 w - - 0 1 P".to_string(), "d7d8q d7d8r d7d8b d7d8n d7e8"),
        (
            "rnbqkbnr/1p1p1ppp/8/pPpPp3/P3P3/2N2Q1N/2P2PPP/1RB1KB1R w Kkq a6c6e6 0 1 P".to_string(),
            "b5b6 b5a6 b5c6 d5d6 d5c6 d5e6 g2g3 g2g4",
        ),
        (
            "r1bqk2r/ppppbppp/2n1pn2/1B6/3PP3/2N5/PPP2PPP/R1BQK1NR b KQkq - 0 1 brk".to_string(),
            "e8f8 e8g8 h8g8 h8f8 e7f8 e7d6 e7c5 e7b4 e7a3 a8b8",
        ),
    ] {
        let mut expected: Vec<&str> = expected.split(' ').collect();
        expected.sort();
        assert_eq!(first_moves(&legal_turns(&Position::parse(&dfen))), expected, "{dfen}");
    }
}

#[test]
fn en_passant_stays_possible_until_the_last_micro_move() {
    for (dfen, index) in [
        ("r2q2r1/ppp1nk1p/2B2p2/3p3b/1P1Pp2P/4P2N/PP3P2/RNB4K b - d3 0 7 pqq", 2),
        ("1rNk2nr/1ppp1ppp/4q3/2b5/1n1Pp3/5N2/PPPQPPPP/1RBK1B1R b - d3 2 4 pnr", 1),
    ] {
        let turns = legal_turns(&Position::parse(dfen));
        assert!(turns.iter().any(|turn| turn.moves.get(index).is_some_and(|step| step.flag == 5)), "{dfen}");
    }
    let before = Position::parse("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP");
    let push = slow_turns::moves(&before).into_iter().find(|step| step.uci() == "c2c4").unwrap();
    assert_eq!(before.make(&push).dfen(), "8/8/8/2k5/2P5/1N6/8/K7 w - c3 0 1 PN");
}

#[test]
fn golden_keys_match_the_rules() {
    for (dfen, key) in [
        (Position::initial().dfen(), 0x020a_c1f7_b50a_f102),
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
        (initial_with("PNB"), 0xeb8d_58a2_11d0_c8c7_u64),
    ] {
        assert_eq!(hex(Position::parse(&dfen).key()), hex(key), "{dfen}");
    }
}

#[test]
fn king_capture_rolls_match_the_rules() {
    for (dfen, rolls) in [
        ("rnbqkbnr/pppppBpp/8/8/4P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 91),
        ("rnb1qbnr/pppppkpp/8/6N1/8/4PQ2/PPPP1PPP/RNB1K2R w KQ - 0 1", 152),
        ("rnbq1bnr/ppppkppp/8/4p3/1P6/B7/P1PPPPPP/R3KBNR w KQ - 0 1", 30),
        ("rnbqkbnr/pppppppp/8/8/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 16),
        ("rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1", 1),
        ("rnbq1bnr/pppppkpp/8/3N4/2P5/1B1P2P1/PP2PP1P/R1B1K2R w KQ - 0 1", 6),
        ("rnbq1bnr/pppppkpp/8/8/8/2P5/PP1PPPPP/R1B1KB1R w KQ - 0 1", 3),
        ("rnbqkbnr/pppppppp/8/1B6/4P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 32),
        ("rnbqkbnr/pppppBpp/8/8/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 1", 92),
        ("rnbq1bnr/ppppkppp/8/4p3/1P6/B7/P1PPPPPP/RN1QKBNR w KQ - 0 1", 31),
        ("4R3/8/8/Q3k3/3P4/5N2/7B/6K1 w - - 0 1", 215),
    ] {
        assert_eq!(king_capture_rolls(&Position::parse(dfen), true), rolls, "{dfen}");
    }
    assert_eq!(king_capture_rolls(&Position::parse(KIWIPETE), true), 4);
}

#[test]
fn there_are_56_rolls_of_216_outcomes() {
    let rolls = weighted_rolls();
    let of_weight = |weight| rolls.iter().filter(|roll| roll.1 == weight).count();
    assert_eq!((rolls.len(), of_weight(6), of_weight(3), of_weight(1)), (56, 20, 30, 6));
    assert_eq!(rolls.iter().map(|roll| roll.1).sum::<u64>(), 216);
    assert!(rolls.is_sorted());
}

#[test]
fn clocks_saturate() {
    let position = Position::parse("4k3/8/8/8/8/8/8/4K3 b - - 127 2147483647 k");
    let step = slow_turns::moves(&position)[0];
    assert_eq!(position.make(&step).half_moves, 127);
    assert_eq!(position.end_turn().full_moves, 2_147_483_647);
}

#[test]
fn faces_follow_the_letters() {
    for (index, &letter) in LETTERS.iter().enumerate() {
        assert_eq!(usize::from(face_of(letter)), index + 1);
        assert_eq!(face_of(letter.to_ascii_uppercase()), face_of(letter));
    }
}

#[test]
fn random_positions_are_varied_and_survive_their_text() {
    let mut coverage = Coverage::default();
    let mut castlings = 0;
    let mut en_passants = 0;
    let mut king_captures = 0;
    for position in RandomPositions::new(1).take(20_000) {
        assert_eq!(Position::parse(&position.dfen()), position);
        coverage.count(&position);
        for step in slow_turns::moves(&position) {
            castlings += usize::from(step.is_castling());
            en_passants += usize::from(step.flag == 5);
            king_captures += usize::from(position.captures_king(&step));
        }
    }
    for (what, count) in [
        ("several kings", coverage.several_kings),
        ("no king", coverage.no_king),
        ("pawn on an edge rank", coverage.pawn_on_edge_rank),
        ("right without king or rook", coverage.right_without_king_or_rook),
        ("target without victim", coverage.target_without_victim),
        ("castling", castlings),
        ("en passant", en_passants),
        ("king capture", king_captures),
    ] {
        assert!(count >= 500, "only {count} of 20000 positions show: {what}");
    }
}
