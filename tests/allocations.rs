//! What must not allocate: micro-moves, visits of turns, and the reusable lists once they have grown.

// A global allocator cannot be written without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::ops::ControlFlow;

use dicechess::board::PieceType;
use dicechess::state::GameState;
use dicechess::turns::{
    ClassLattice, Clocks, FinalStates, Roll, Scope, TurnList, for_each_legal_turn, for_each_micro_move,
};

struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

thread_local! {
    /// Of this thread alone: the test harness has others.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; `realloc` and `alloc_zeroed` come here through their default bodies.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/3P4/8/2K5/8/8/8/8 w - - 0 1",
    "rnbqkbnr/1p1p1ppp/8/pPpPp3/P3P3/2N2Q1N/2P2PPP/1RB1KB1R w Kkq a6c6e6 0 1",
];

fn states() -> Vec<GameState> {
    POSITIONS.iter().map(|dfen| dfen.parse().unwrap()).collect()
}

/// Every position with every roll.
fn rolled() -> Vec<GameState> {
    states().iter().flat_map(|state| Roll::ALL.map(|roll| state.with_dice(roll.dice))).collect()
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(black_box(Box::new(1)))), 1);
    assert!(allocations(|| drop(black_box((0..1000).map(Box::new).collect::<Vec<_>>()))) > 1000);
}

#[test]
fn micro_moves_never_allocate() {
    let states = states();
    let mut made = 0;
    let counted = allocations(|| {
        for state in &states {
            for face in PieceType::ALL {
                let _ = for_each_micro_move(state, face, |micro_move| {
                    let mut next = *state;
                    next.make_micro_move(micro_move);
                    next.end_turn();
                    made += 1;
                    ControlFlow::<()>::Continue(())
                });
            }
        }
    });
    assert!(made > 100);
    assert_eq!(counted, 0);
}

#[test]
fn visiting_turns_never_allocates() {
    let states = rolled();
    let mut turns = 0;
    let counted = allocations(|| {
        for state in &states {
            let _ = for_each_legal_turn(state, |_| {
                turns += 1;
                ControlFlow::<()>::Continue(())
            });
        }
    });
    assert!(turns > 100_000);
    assert_eq!(counted, 0);
}

#[test]
fn lists_allocate_no_more_once_they_have_grown() {
    let states = rolled();
    let (mut list, mut finals) = (TurnList::new(), FinalStates::new());
    let mut fill = || {
        allocations(|| {
            for state in &states {
                list.generate(state, usize::MAX).unwrap();
                finals.generate(state);
            }
        })
    };
    assert!(fill() > 0);
    assert_eq!(fill(), 0);
}

#[test]
fn the_lattice_allocates_no_more_once_it_has_grown() {
    let states = states();
    let mut lattice = ClassLattice::new();
    let mut visited = 0;
    let mut expand = || {
        allocations(|| {
            for state in &states {
                for clocks in [Clocks::Exact, Clocks::Blind] {
                    for scope in [Scope::Everything, Scope::UndecidedRolls] {
                        lattice.expand(state, clocks, scope, |_, states| visited += states.len());
                    }
                }
            }
        })
    };
    assert!(expand() > 0);
    assert_eq!(expand(), 0);
    assert!(visited > 100_000);
}
