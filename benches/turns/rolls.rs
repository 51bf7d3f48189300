//! Turns of one roll and of all 56, beside the plain way through them.

use std::collections::{HashMap, HashSet};
use std::hint::black_box;

use dicechess::state::{DicePool, GameState};
use dicechess::turns::{ClassLattice, Clocks, FinalStates, Roll, Scope, TurnList};

use super::paired::Harness;
use super::positions::Workload;
use super::walk::visit_ends;

/// Of the many positions of `tests/data`, so many are expanded for all rolls.
const EXPANDED: usize = 8;

/// Listing turns beside making the positions that they lead to and reading the material there. The units are turns.
pub fn path_lists(harness: &Harness, boards: &[Workload], rolled: &[Workload]) {
    harness.section("List all turns, per turn (goal 0.50 on the 56 rolls of kiwipete)");
    let all_rolls = boards.iter().map(|workload| {
        let boards = workload.states.iter().take(EXPANDED);
        let states = boards.flat_map(|state| Roll::ALL.map(|roll| state.with_dice(roll.dice))).collect();
        (format!("{}, all rolls", workload.name), states)
    });
    let one_roll = rolled.iter().map(|workload| (workload.name.clone(), workload.states.clone()));
    for (name, states) in all_rolls.chain(one_roll) {
        let states: Vec<GameState> = states;
        let mut list = TurnList::new();
        let mut count_listed = || {
            let mut count = 0;
            for state in &states {
                // A limit that no list can reach.
                let _ = list.generate(state, usize::MAX);
                count += black_box(list.turns()).len() as u64;
            }
            count
        };
        let (count, made) = make_ends(&states);
        assert_eq!(count_listed(), count, "{name}");
        black_box(made);
        harness.compare(
            &format!("list, {name}"),
            count.max(1),
            ("make every leaf", || make_ends(&states)),
            ("list", count_listed),
        );
    }
}

/// Number of ends of turns, and the sum of the mover's material in them.
fn make_ends(states: &[GameState]) -> (u64, i64) {
    let (mut count, mut material) = (0, 0);
    for state in states {
        visit_ends(state, &mut |end, _| {
            count += 1;
            material += i64::from(end.material(state.side_to_move()));
        });
    }
    (count, material)
}

/// Distinct end states of one roll beside a hash set of them. The units are distinct states.
pub fn final_states(harness: &Harness, rolled: &[Workload]) {
    harness.section("Distinct end states of one roll, per state");
    for workload in rolled {
        let mut finals = FinalStates::new();
        for state in &workload.states {
            finals.generate(state);
            let found: HashSet<_> = finals.states().iter().copied().collect();
            assert_eq!(found.len(), finals.states().len(), "{}", workload.name);
            assert!(found == distinct_ends(state).0, "{}", workload.name);
        }
        let count: usize = workload.states.iter().map(|state| distinct_ends(state).0.len()).sum();
        let mut generate = || {
            for state in &workload.states {
                finals.generate(state);
                black_box(finals.states());
            }
        };
        let mut collect = || {
            for state in &workload.states {
                black_box(distinct_ends(state));
            }
        };
        harness.compare(
            &format!("finals, {}", workload.name),
            count as u64,
            ("HashSet", &mut collect),
            ("FinalStates", &mut generate),
        );
    }
}

/// All rolls of a position with the best material of each class of end states, beside a hash set for each roll. The units are positions.
pub fn chance_nodes(harness: &Harness, boards: &[Workload]) {
    harness.section("Distinct end states of all 56 rolls (goals: exact 0.20, clock-blind 0.10)");
    for workload in boards {
        let states = &workload.states[..workload.states.len().min(EXPANDED)];
        let mut lattice = ClassLattice::new();
        states.iter().for_each(|state| check_lattice(&mut lattice, state));
        let per_roll = || states.iter().map(best_by_hash_sets).sum::<i64>();
        let mut by_lattice = |clocks| {
            let best = states.iter().map(|state| best_by_lattice(&mut lattice, state, clocks));
            best.sum::<i64>()
        };
        let operations = states.len() as u64;
        for (title, clocks) in [("exact", Clocks::Exact), ("blind", Clocks::Blind)] {
            harness.compare(
                &format!("lattice {title}, {}", workload.name),
                operations,
                ("HashSet per roll", per_roll),
                ("lattice", || by_lattice(clocks)),
            );
        }
    }
}

/// The distinct states after the turns with the dice of `state`, king captures left out, and the mover's best material among them.
fn distinct_ends(state: &GameState) -> (HashSet<GameState>, i32) {
    let mut ends = HashSet::new();
    let mut best = i32::MIN;
    visit_ends(state, &mut |mut end, takes_king| {
        end.end_turn();
        if !takes_king && ends.insert(end) {
            best = best.max(end.material(state.side_to_move()));
        }
    });
    (ends, best)
}

fn best_by_hash_sets(state: &GameState) -> i64 {
    Roll::ALL.iter().map(|roll| i64::from(distinct_ends(&state.with_dice(roll.dice)).1)).sum()
}

fn best_by_lattice(lattice: &mut ClassLattice, state: &GameState, clocks: Clocks) -> i64 {
    let mut sum = 0;
    let color = state.side_to_move();
    lattice.expand(state, clocks, Scope::Everything, |_, ends| {
        sum += ends.iter().map(|end| i64::from(end.material(color))).max().unwrap_or(0);
    });
    sum
}

/// Compares what the lattice finds for each roll with the hash set's content, in both modes.
fn check_lattice(lattice: &mut ClassLattice, state: &GameState) {
    for clocks in [Clocks::Exact, Clocks::Blind] {
        let mut ends_of: HashMap<DicePool, Vec<GameState>> = HashMap::new();
        let expansion = lattice.expand(state, clocks, Scope::Everything, |class, ends| {
            ends_of.insert(class, ends.to_vec());
        });
        let comparable = |end: &GameState| match clocks {
            Clocks::Exact => *end,
            Clocks::Blind => without_clock(end),
        };
        for roll in Roll::ALL {
            let classes = expansion.final_classes(roll.dice);
            let ends: Vec<_> = classes.filter_map(|class| ends_of.get(&class)).flatten().collect();
            let found: HashSet<_> = ends.iter().map(|end| comparable(end)).collect();
            let expected: HashSet<_> =
                distinct_ends(&state.with_dice(roll.dice)).0.iter().map(comparable).collect();
            assert!(found == expected, "{:?} of {:?}", roll.dice, state);
            let one_class = expansion.final_classes(roll.dice).count() == 1;
            assert!(!one_class || ends.len() == found.len(), "a state twice in {:?}", roll.dice);
        }
    }
}

fn without_clock(state: &GameState) -> GameState {
    let mut parts = state.to_parts();
    parts.half_move_clock = 0;
    GameState::from_parts(&parts)
}
