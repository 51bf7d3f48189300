//! The lattice over all rolls against the turns of each single roll.

mod support;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use dicechess::board::{Piece, Square};
use dicechess::state::{DicePool, GameState, StateParts};
use dicechess::turns::{ClassLattice, Clocks, FinalStates, Roll, RollOutcome, Scope, TurnList};
use support::random_positions::{Random, RandomPositions};
use support::synthetic_states::disagreeing;

/// Unoptimised, a sample; `make test` also runs the release build.
const POSITIONS: usize = if cfg!(debug_assertions) { 20 } else { 400 };

/// What one roll's legal turns say.
struct SingleRoll {
    dice: DicePool,
    outcome: RollOutcome,
    ends: HashSet<GameState>,
}

fn single_rolls(root: &GameState) -> Vec<SingleRoll> {
    let (mut list, mut finals) = (TurnList::new(), FinalStates::new());
    let single = |roll: &Roll| {
        let state = root.with_dice(roll.dice);
        list.generate(&state, usize::MAX).unwrap();
        let outcome = match list.turns().first() {
            None => RollOutcome::Pass,
            Some(_) if list.king_captures() > 0 => RollOutcome::KingCapture,
            Some(turn) => RollOutcome::Turns(turn.cost()),
        };
        finals.generate(&state);
        SingleRoll { dice: roll.dice, outcome, ends: finals.states().iter().copied().collect() }
    };
    Roll::ALL.iter().map(single).collect()
}

fn without_clock(state: &GameState) -> GameState {
    GameState::from_parts(&StateParts { half_move_clock: 0, ..state.to_parts() })
}

fn check(lattice: &mut ClassLattice, root: &GameState, clocks: Clocks, scope: Scope, rolls: &[SingleRoll]) {
    let context = format!("{root} {clocks:?} {scope:?} {:?}", root.to_parts());
    let comparable = |state: &GameState| match clocks {
        Clocks::Exact => *state,
        Clocks::Blind => without_clock(state),
    };
    let mut classes: BTreeMap<DicePool, Vec<GameState>> = BTreeMap::new();
    let expansion = lattice.expand(root, clocks, scope, |class, states| {
        assert!(!states.is_empty(), "{context}: {class:?} has nothing to show");
        assert!(classes.insert(class, states.to_vec()).is_none(), "{context}: {class:?} comes twice");
    });
    for (class, states) in &classes {
        let distinct: HashSet<GameState> = states.iter().map(comparable).collect();
        assert_eq!(distinct.len(), states.len(), "{context}: {class:?} repeats a state");
    }

    let mut needed = BTreeSet::new();
    for roll in rolls {
        let dice = roll.dice;
        assert_eq!(expansion.outcome(dice), roll.outcome, "{context}: {dice:?}");
        if scope == Scope::UndecidedRolls && roll.outcome == RollOutcome::KingCapture {
            continue;
        }
        let of_roll: Vec<DicePool> = expansion.final_classes(dice).collect();
        let states = || of_roll.iter().filter_map(|class| classes.get(class)).flatten();
        // Blind to clocks or not, each state is one that some turn leads to.
        assert!(states().all(|state| roll.ends.contains(state)), "{context}: {dice:?} has too many states");
        let found: HashSet<GameState> = states().map(comparable).collect();
        let expected: HashSet<GameState> = roll.ends.iter().map(comparable).collect();
        assert_eq!(found.len(), expected.len(), "{context}: {dice:?} lacks states");
        needed.extend(of_roll);
    }
    let superfluous: Vec<_> = classes.keys().filter(|class| !needed.contains(class)).collect();
    assert!(superfluous.is_empty(), "{context}: no roll ends in {superfluous:?}");
}

fn check_all(lattice: &mut ClassLattice, root: &GameState) {
    let rolls = single_rolls(root);
    for clocks in [Clocks::Exact, Clocks::Blind] {
        for scope in [Scope::Everything, Scope::UndecidedRolls] {
            check(lattice, root, clocks, scope, &rolls);
        }
    }
}

#[test]
fn lattice_agrees_with_single_rolls_on_random_positions() {
    let mut lattice = ClassLattice::new();
    for position in RandomPositions::new(11).take(POSITIONS) {
        check_all(&mut lattice, &position.dfen().parse().unwrap());
    }
}

#[test]
fn lattice_agrees_with_single_rolls_where_boards_disagree() {
    let (mut lattice, mut random) = (ClassLattice::new(), Random::new(12));
    for position in RandomPositions::new(13).take(POSITIONS) {
        let root = disagreeing(&mut random, &position.dfen().parse().unwrap());
        check_all(&mut lattice, &root);
    }
}

/// The state of the text with one square of the mailbox changed to `letter`.
fn with_mailbox(dfen: &str, square: &str, letter: u8) -> GameState {
    let mut parts = dfen.parse::<GameState>().unwrap().to_parts();
    let square = Square::from_text(square.as_bytes().try_into().unwrap()).unwrap();
    parts.mailbox[square.index()] = Piece::from_letter(letter);
    GameState::from_parts(&parts)
}

#[test]
fn moves_that_do_more_than_their_geometry_tells() {
    for root in [
        // A rook to the boards, a pawn to the mailbox: its move resets the clock.
        with_mailbox("4k3/8/8/8/8/8/8/RN2K3 w - - 5 1", "a1", b'P'),
        // Castling onto a king that only the mailbox has.
        with_mailbox("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "g1", b'k'),
        // A single step onto such a king, a double step over it.
        with_mailbox("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a3", b'k'),
    ] {
        check_all(&mut ClassLattice::new(), &root);
    }
}
