//! Moving over a tape, with chunks of every size.

use std::collections::HashMap;

use dicechess::state::GameState;
use dicechess::tape::{
    Cell, Chain, ChunkStore, Keyframe, Policy, Position, PositionCache, Tape, TapeError, TapeState,
};

use crate::play::{Call, Game, INITIAL, SHARP, endless_game, pool, random_game};
use crate::support::random_positions::Random;

pub const CAPACITIES: [usize; 3] = [32, 48, 1024];

pub fn store(capacity: usize) -> ChunkStore {
    ChunkStore::new(capacity, 16 << 20, Policy::Lossless).unwrap()
}

pub fn apply(tape: &mut Tape, call: Call) -> Result<(), TapeError> {
    match call {
        Call::Roll(dice) => tape.roll(dice),
        Call::Make(micro_move) => tape.make(micro_move),
        Call::EndTurn => tape.end_turn(),
    }
}

/// The whole observable state of a tape's head.
pub fn observed(tape: &Tape) -> (u64, TapeState, u64, [u64; 3]) {
    let hashes = tape.hashes().unwrap();
    assert_eq!(hashes.current, tape.state().key());
    (tape.head(), *tape.tape_state(), tape.state().key(), [hashes.current, hashes.turn, hashes.chain])
}

/// Where the game of this seed starts.
pub fn start(seed: u64) -> &'static str {
    [INITIAL, SHARP][seed as usize % 2]
}

/// A tape with a whole random game on it.
pub fn recorded(store: &ChunkStore, seed: u64, turns: usize) -> Tape {
    let mut random = Random::new(seed);
    on_tape(store, &random_game(start(seed), turns, &mut random))
}

/// A tape with a game of this many turns on it.
pub fn endless(store: &ChunkStore, seed: u64, turns: usize) -> Tape {
    on_tape(store, &endless_game(INITIAL, turns, &mut Random::new(seed)))
}

fn on_tape(store: &ChunkStore, game: &Game) -> Tape {
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    for played in &game.played {
        apply(&mut tape, played.call).unwrap();
        assert_eq!(tape.state(), &played.after);
    }
    tape
}

#[test]
fn i3_unmaking_gives_back_every_state_that_making_went_through() {
    for capacity in CAPACITIES {
        let store = store(capacity);
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let game = random_game(start(seed), 30, &mut random);
            let mut tape = Tape::new(store.clone(), &game.root).unwrap();
            let mut seen = vec![observed(&tape)];
            for played in &game.played {
                apply(&mut tape, played.call).unwrap();
                assert_eq!(tape.state(), &played.after, "as the slow rules have it");
                seen.push(observed(&tape));
            }
            let mut states: HashMap<u64, _> = seen.iter().map(|at| (at.0, *at)).collect();
            let end = tape.head();
            // Group by group to the root and back.
            while tape.undo().unwrap() {
                let here = observed(&tape);
                assert_eq!(*states.entry(here.0).or_insert(here), here);
            }
            assert_eq!((tape.head(), tape.state()), (0, &game.root));
            assert_eq!((tape.undo(), tape.unmake(), tape.unwind_turn()), (Ok(false), Ok(false), Ok(false)));
            while tape.redo().unwrap() {
                assert_eq!(observed(&tape), states[&tape.head()]);
            }
            assert_eq!(tape.head(), end);
            // By micro-moves: each unmake ends where a make began.
            let makes = game.played.iter().filter(|played| matches!(played.call, Call::Make(_))).count();
            for _ in 0..makes {
                assert!(tape.unmake().unwrap());
                assert_eq!(observed(&tape), states[&tape.head()]);
            }
            assert!(!tape.unmake().unwrap(), "no micro-move is left");
            assert_eq!(tape.head(), 0);
        }
    }
}

/// States before every call, and what is done with them: the tape against a plain list of states.
#[test]
fn i3_any_interleaving_is_the_replay_of_what_survived() {
    for (capacity, seed) in
        CAPACITIES.into_iter().flat_map(|capacity| (0..12).map(move |seed| (capacity, seed)))
    {
        let store = store(capacity);
        let mut random = Random::new(1000 + seed);
        let mut tape = Tape::new(store.clone(), &INITIAL.parse().unwrap()).unwrap();
        let mut survived: Vec<(u64, TapeState)> = vec![(0, *tape.tape_state())];
        for _ in 0..250 {
            let mut kept = u64::MAX;
            match random.below(9) {
                0 => {
                    let (address, state) = survived[random.below(survived.len())];
                    assert_eq!(tape.seek(address), Ok(address));
                    assert_eq!(tape.tape_state(), &state);
                }
                1 => {
                    let target = random.below(tape.info().end as usize + 1) as u64;
                    let reached = tape.seek(target).unwrap();
                    let border = survived.iter().rev().find(|(address, _)| *address <= target).unwrap();
                    assert!(border.0 <= reached && reached <= target, "snaps down to a group's border");
                }
                2 => drop(tape.unwind_turn().unwrap()),
                3 => drop(tape.step(random.below(9) as i64 - 4).unwrap()),
                4 if random.once_in(3) => {
                    tape.truncate().unwrap();
                    kept = tape.head();
                }
                5 if random.once_in(3) => tape = tape.fork().unwrap(),
                6 => {
                    kept = tape.head();
                    tape.note(random.below(2048) as u16).unwrap();
                }
                _ => kept = play_on(&mut tape, &mut random),
            }
            let head = tape.head();
            survived.retain(|(address, _)| *address <= kept && *address != head);
            survived.push((head, *tape.tape_state()));
            survived.sort_by_key(|(address, _)| *address);
            check_replay(&tape);
        }
    }
}

/// Some calls of a game that goes on from the tape's state, or from its root if a king has fallen. Returns where it went on.
fn play_on(tape: &mut Tape, random: &mut Random) -> u64 {
    if tape.state().faults().bits() & 3 != 0 {
        tape.seek(0).unwrap();
    }
    let start = tape.head();
    let game = random_game(&tape.state().to_string(), 1 + random.below(3), random);
    let calls = 1 + random.below(12);
    for played in game.played.iter().take(calls) {
        apply(tape, played.call).unwrap();
        assert_eq!(tape.state(), &played.after);
    }
    start
}

/// The cells from the root lead to the state at the head.
fn check_replay(tape: &Tape) {
    let mut root = tape.fork().unwrap();
    root.seek(0).unwrap();
    let mut replayed = *root.tape_state();
    for cell in tape.read(0, tape.head()).unwrap() {
        replayed.redo(cell).unwrap();
    }
    assert_eq!(&replayed, tape.tape_state());
}

#[test]
fn i4_keys_are_those_from_scratch_at_every_group() {
    for capacity in CAPACITIES {
        for seed in 0..10 {
            let mut tape = recorded(&store(capacity), seed, 40);
            let end = tape.head();
            tape.seek(0).unwrap();
            let mut boundary = tape.state().key();
            loop {
                let state = *tape.state();
                assert_eq!(state.key(), GameState::from_parts(&state.to_parts()).key());
                if !tape.tape_state().is_in_turn() {
                    boundary = state.key();
                }
                assert_eq!(tape.hashes().unwrap().turn, boundary);
                if !tape.redo().unwrap() {
                    break;
                }
            }
            // And after seeking from afar.
            let mut random = Random::new(seed);
            for _ in 0..50 {
                let here = tape.seek(random.below(end as usize + 1) as u64).unwrap();
                let mut walked = tape.fork().unwrap();
                while walked.tape_state().is_in_turn() && walked.undo().unwrap() {}
                assert_eq!(tape.hashes().unwrap().turn, walked.state().key(), "at {here}");
            }
        }
    }
}

#[test]
fn i5_transpositions_share_a_key_and_no_history() {
    let store = store(1024);
    let root: GameState = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1".parse().unwrap();
    let orders = [["a2a3", "h2h3"], ["h2h3", "a2a3"]].map(|order| {
        let mut tape = Tape::new(store.clone(), &root).unwrap();
        tape.roll(pool(&[1, 1])).unwrap();
        for uci in order {
            let [origin, destination] = [0, 2].map(|at| crate::play::square(&uci[at..at + 2]));
            let kind = dicechess::state::MoveKind::Quiet;
            tape.make(dicechess::state::MicroMove::new(origin, destination, kind)).unwrap();
        }
        tape.end_turn().unwrap();
        tape.hashes().unwrap()
    });
    assert_eq!(orders[0].current, orders[1].current);
    assert_eq!(orders[0].turn, orders[1].turn);
    assert_ne!(orders[0].chain, orders[1].chain);
}

/// Goes on by one group, if there is one.
pub fn next_group(tape: &mut Tape) -> bool {
    let (start, end) = (tape.head(), tape.info().end);
    (start + 1..=end).any(|address| tape.seek(address) == Ok(address))
}

#[test]
fn undo_takes_back_what_one_call_did_and_redo_does_it_again() {
    for (capacity, cached) in
        CAPACITIES.into_iter().flat_map(|capacity| [(capacity, false), (capacity, true)])
    {
        for seed in 0..8 {
            let game = random_game(start(seed), 40, &mut Random::new(seed));
            let mut position: Position = Position::new(store(capacity), &game.root).unwrap();
            position.attach(cached.then(|| PositionCache::new(1 << 16).unwrap()));
            let observed = |position: &Position| {
                let hashes = position.hashes().unwrap();
                (position.head(), *position.tape_state(), hashes.turn, hashes.chain)
            };
            for (index, played) in game.played.iter().enumerate() {
                let before = observed(&position);
                match played.call {
                    Call::Roll(dice) => position.roll(dice).unwrap(),
                    Call::Make(micro_move) => position.make(micro_move).unwrap(),
                    Call::EndTurn => position.end_turn().unwrap(),
                }
                let after = observed(&position);
                assert_eq!(position.undo(), Ok(true));
                assert_eq!(observed(&position), before, "call {index}: {:?}", played.call);
                assert_eq!(position.redo(), Ok(true));
                assert_eq!(observed(&position), after);
                assert_eq!((position.step(-1), position.step(1)), (Ok(1), Ok(1)));
                assert_eq!(observed(&position), after);
            }
            let calls = game.played.len() as u64;
            assert_eq!((position.step(i64::MIN), position.step(i64::MAX)), (Ok(calls), Ok(calls)));
        }
    }
}

#[test]
fn a_turn_begun_for_a_note_is_taken_back_by_itself() {
    let mut tape = Tape::new(store(32), &INITIAL.parse().unwrap()).unwrap();
    tape.write(&[Cell::from_bits(0x2680)]).unwrap();
    tape.note(1).unwrap();
    assert_eq!((tape.undo(), tape.head()), (Ok(true), 1));
    assert_eq!((tape.undo(), tape.head()), (Ok(true), 0));
    assert_eq!((tape.redo(), tape.head()), (Ok(true), 1));
}

#[test]
fn i6_forward_backward_and_from_a_keyframe_are_one_state() {
    for capacity in CAPACITIES {
        for seed in 0..8 {
            let mut tape = recorded(&store(capacity), seed, 40);
            let end = tape.head();
            let mut random = Random::new(seed);
            for _ in 0..60 {
                let target = random.below(end as usize + 1) as u64;
                let mut forward = tape.fork().unwrap();
                forward.seek(0).unwrap();
                while forward.head() < target && next_group(&mut forward) {}
                if forward.head() > target {
                    forward.seek(forward.head() - 1).unwrap();
                }
                let mut backward = tape.fork().unwrap();
                backward.seek(end).unwrap();
                while backward.head() > target {
                    backward.seek(backward.head() - 1).unwrap();
                }
                tape.seek(target).unwrap();
                assert_eq!(observed(&forward), observed(&tape));
                assert_eq!(observed(&backward), observed(&tape));
            }
        }
    }
}

#[test]
fn i7_states_and_identifiers_do_not_depend_on_the_capacity() {
    for seed in 0..10 {
        let tapes = CAPACITIES.map(|capacity| recorded(&store(capacity), seed, 40));
        let [small, middle, large] = tapes.map(|mut tape| {
            let mut seen = vec![observed(&tape)];
            while tape.undo().unwrap() {
                seen.push(observed(&tape));
            }
            seen
        });
        assert_eq!(small, middle);
        assert_eq!(small, large);
    }
}

#[test]
fn i9_chain_is_the_same_incrementally_lazily_and_from_scratch() {
    for capacity in CAPACITIES {
        for seed in 0..6 {
            let mut tape = recorded(&store(capacity), seed, 30);
            let end = tape.head();
            let cells = tape.read(0, end).unwrap();
            let mut root = tape.fork().unwrap();
            root.seek(0).unwrap();
            let start = Chain::of_root(&Keyframe::pack(root.tape_state()));
            let mut chain = start;
            for (address, &cell) in cells.iter().enumerate() {
                assert_eq!(tape.chain_at(address as u64).unwrap(), chain);
                let next = chain.pushed(cell);
                assert_eq!(next.popped(cell), chain);
                assert_eq!(Chain::from_id(next.id()), Some(next));
                chain = next;
            }
            assert_eq!(start.extended(&cells), chain);
            let middle = cells.len() / 3;
            assert_eq!(start.extended(&cells[..middle]).extended(&cells[middle..]), chain);
            assert_eq!(tape.end_id(), chain.id());
            // The watermark survives cuts, near and far.
            for back in [1, 3, 20] {
                tape.seek(tape.head().saturating_sub(back)).unwrap();
                tape.truncate().unwrap();
                assert_eq!(tape.end_id(), start.extended(&cells[..tape.head() as usize]).id());
            }
        }
    }
}

#[test]
fn i10_different_buffers_have_different_identifiers() {
    // All orders of nine cells behind repeated and shifted ones: the cases in which sums and XORs go wrong. Orders
    // of the same cells behind different prefixes are different buffers, so no identifier may come twice.
    let root = Chain::of_root(&Keyframe::pack(&TapeState::new(GameState::initial()).unwrap()));
    let cells: Vec<Cell> = crate::golden::CELLS[7..16].iter().map(|&bits| Cell::from_bits(bits)).collect();
    let prefixes = if cfg!(debug_assertions) { 3 } else { 28 };
    let mut ids = Vec::new();
    for prefix in 0..prefixes {
        let repeated: Vec<Cell> = cells.iter().copied().cycle().skip(prefix % 9).take(prefix).collect();
        let start = root.extended(&repeated);
        let mut order = cells.clone();
        permutations(&mut order, cells.len(), &mut |order| ids.push(start.extended(order).id()));
    }
    let buffers = ids.len();
    assert_eq!(buffers, prefixes * 362_880);
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), buffers);
    assert_ne!(ids[0], 0, "which means no history");
}

/// Calls `visit` with every order of the first `count` cells (B. R. Heap, "Permutations by interchanges", 1963).
fn permutations(cells: &mut [Cell], count: usize, visit: &mut impl FnMut(&[Cell])) {
    if count <= 1 {
        return visit(cells);
    }
    for index in 0..count {
        permutations(cells, count - 1, visit);
        cells.swap(if count.is_multiple_of(2) { index } else { 0 }, count - 1);
    }
}

/// Plays text on a tape and takes it back group by group, then puts it back.
fn there_and_back(root: &str, turns: &str, after: &str) {
    let mut tape = Tape::new(store(32), &root.parse().unwrap()).unwrap();
    let mut seen = vec![observed(&tape)];
    for token in turns.split(' ') {
        if token == "/" {
            tape.end_turn().unwrap();
        } else {
            dicechess::tape::text::read_turns(&mut tape, &format!("{token} ...")).unwrap();
        }
        seen.push(observed(&tape));
    }
    assert_eq!(tape.state().to_string(), after);
    let end = tape.head();
    while tape.undo().unwrap() {
        let here = observed(&tape);
        assert!(seen.iter().all(|known| known.0 != here.0 || *known == here));
    }
    assert_eq!(tape.tape_state(), &seen[0].1);
    tape.seek(end).unwrap();
    assert_eq!(observed(&tape), *seen.last().unwrap());
}

#[test]
fn i19_turns_with_something_special() {
    // Castling spends two dice and the king's rights; a pass; a king falls and the turn stays open.
    there_and_back(
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 126 7",
        "RKK e1c1 c1b1 / ppp / QRR h1h8 h8e8",
        "4R3/8/8/8/8/8/8/1K1R4 w - - 0 8 Q",
    );
    // Targets of both sides at once, three of them, one that goes and comes back within a turn.
    there_and_back(
        "4k3/p7/8/8/8/8/P1P1P3/4K3 w - a6 0 1",
        "PPP a2a4 c2c4 e2e4",
        "4k3/p7/8/8/P1P1P3/8/8/4K3 w - a3c3e3a6 0 1",
    );
    there_and_back("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "PPP a2a4 a4a5 /", "4k3/8/8/P7/8/8/8/4K3 b - - 0 1");
    there_and_back(
        "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1",
        "PQQ a2a4 / ppp b4a3 a3a2 a2a1n /",
        "4k3/8/8/8/8/8/8/n3K3 w - - 0 2",
    );
    there_and_back(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 99 3",
        "PPP e5d6 d6d7 d7d8q / kkk e8d8 /",
        "3k4/8/8/8/8/8/8/4K3 w - - 0 4",
    );
}

#[test]
fn turns_are_found_by_number() {
    for capacity in CAPACITIES {
        let mut tape = recorded(&store(capacity), 2, 40);
        let turns = tape.info().turns;
        let mut ends = vec![0];
        tape.run(0, tape.head(), |address, cell| {
            if cell.bits() >> 12 == 3 {
                ends.push(address + 1);
            }
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(turns as usize, ends.len() - 1);
        for (turn, &end) in ends.iter().enumerate() {
            assert_eq!(tape.seek_turn(turn as u64), Ok(end));
            assert!(!tape.tape_state().is_in_turn());
        }
        assert_eq!(tape.seek_turn(turns + 1), Err(TapeError::Range));
        assert_eq!(tape.seek(tape.info().end + 1), Err(TapeError::Range));
    }
}

#[test]
fn cells_can_be_visited_both_ways_and_summed_up() {
    for capacity in CAPACITIES {
        let mut tape = recorded(&store(capacity), 4, 40);
        let end = tape.head();
        let cells = tape.read(0, end).unwrap();
        let mut random = Random::new(5);
        for _ in 0..60 {
            let (from, to) = (random.below(end as usize + 1) as u64, random.below(end as usize + 1) as u64);
            let mut visited = Vec::new();
            tape.run(from, to, |address, cell| {
                assert_eq!(cells[address as usize], cell);
                visited.push(address);
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
            let expected: Vec<u64> =
                if from < to { (from..to).collect() } else { (to..from).rev().collect() };
            assert_eq!(visited, expected);

            let from = tape.seek(from).unwrap();
            let mut men = tape.state().to_parts().mailbox;
            let to = tape.seek(to).unwrap();
            let delta = tape.delta(from, to).unwrap();
            for (piece, square) in delta.removed() {
                assert_eq!(men[square.index()].take(), Some(piece));
            }
            for (piece, square) in delta.added() {
                assert_eq!(men[square.index()].replace(piece), None);
            }
            assert_eq!(men, tape.state().to_parts().mailbox);
        }
    }
}

#[test]
fn cells_from_elsewhere_are_checked_before_they_are_written() {
    let mut tape = Tape::new(store(32), &GameState::initial()).unwrap();
    let cells = crate::golden::CELLS.map(Cell::from_bits);
    assert_eq!(tape.write(&cells[..2]), Err(TapeError::Group { index: 1 }), "two groups");
    assert!(
        matches!(tape.write(&cells[1..2]), Err(TapeError::Cell { index: 0, .. })),
        "a roll before the turn"
    );
    assert!(matches!(tape.write(&[]), Err(TapeError::Group { index: 0 })));
    for group in [0..1, 1..2, 2..7, 7..12, 12..16, 16..17] {
        tape.write(&cells[group]).unwrap();
    }
    assert_eq!(tape.hashes().unwrap().chain, 0xB2C1_ABDF_8A4B_73DD);
    assert_eq!(tape.roll(dicechess::state::DicePool::EMPTY), Err(TapeError::NoDice));
}
