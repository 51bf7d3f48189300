//! Searches, estimates and players.

use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

use dicechess::ffi::*;

use crate::allocator::{Refusal, refusing};
use crate::harness::{
    Owned, callback_evaluator, empties, evaluator, makes, needs_none, state, structure, survives,
};

/// Few turns and few replies, so that a search asks for memory some hundred times.
const ENDGAME: &str = "8/8/3k4/8/8/8/3P4/4K3 w - - 0 1 PPK";

unsafe extern "C" fn go_on(_: *mut c_void, _: *const dicechess_search_progress) -> i32 {
    0
}

fn search() -> Owned<dicechess_search> {
    // SAFETY: the places are those of `Owned`.
    Owned::new(dicechess_search_free, |out, error| unsafe { dicechess_search_new(7, out, error) })
}

/// What a report says of the turn and the course of the search. What a failed search has left in its
/// table, or counted with its control, changes how much the next one has to do, and nothing else.
fn seen(report: &dicechess_search_report) -> impl PartialEq + std::fmt::Debug + use<> {
    let turn = (report.moves, report.length, report.score, report.value.to_bits(), report.bound);
    let course = (report.depth, report.complete, report.stop_reason, report.winners);
    (turn, course, report.loss_risk.to_bits(), report.win_chance.to_bits())
}

/// The turns and values of the candidates of the last search.
fn candidates_of(search: &Owned<dicechess_search>) -> Vec<([u16; 3], u64)> {
    let mut list = [structure::<dicechess_candidate>(); 16];
    let mut count = 0;
    needs_none("search_candidates", |error| {
        // SAFETY: a live handle and a list of this length.
        unsafe { dicechess_search_candidates(search.get(), list.as_mut_ptr(), 16, &mut count, error) }
    });
    list[..count].iter().map(|candidate| (candidate.moves, candidate.value.to_bits())).collect()
}

/// A search, where its report goes, and what it uses of its own.
struct Things {
    search: Owned<dicechess_search>,
    report: dicechess_search_report,
    options: dicechess_search_options,
    table: Owned<dicechess_tt>,
    control: Owned<dicechess_control>,
}

fn things() -> Things {
    // SAFETY: the places are those of `Owned`.
    let table = Owned::new(dicechess_tt_free, |out, error| unsafe { dicechess_tt_new(1024, out, error) });
    // SAFETY: as above.
    let control = Owned::new(dicechess_control_free, |out, error| unsafe {
        dicechess_control_new(DICECHESS_NO_BUDGET, DICECHESS_NO_DEADLINE, out, error)
    });
    let mut options: dicechess_search_options = structure();
    options.candidate_limit = 2;
    Things { search: search(), report: structure(), options, table, control }
}

/// Searches with options that `set` changes, whichever allocation fails.
fn searched(name: &str, dfen: &str, set: impl Fn(&mut Things)) -> usize {
    let root = state(dfen);
    let make = || {
        let mut things = things();
        set(&mut things);
        things
    };
    // SAFETY: live handles and structs.
    let call = |things: &mut Things, error| unsafe {
        let Things { search, report, options, .. } = things;
        dicechess_search_best_turn(search.get(), root.get(), options, report, error)
    };
    survives(name, make, call, |things| (seen(&things.report), candidates_of(&things.search)))
}

#[test]
fn searches_with_all_kinds_of_options() {
    // SAFETY: live places.
    let new = |out, error| unsafe { dicechess_search_new(1, out, error) };
    assert_eq!(makes("search_new", dicechess_search_free, new), 1);
    let aggressive = evaluator(DICECHESS_EVALUATOR_AGGRESSIVE);
    let callback = callback_evaluator(0);
    assert!(searched("best_turn", ENDGAME, |_| {}) > 3);
    searched("best_turn, aggressive", ENDGAME, |things| {
        (things.options.evaluator, things.options.pre_rank) = (aggressive.get(), aggressive.get());
    });
    searched("best_turn, callback and rescorer", ENDGAME, |things| {
        let options = &mut things.options;
        (options.evaluator, options.pre_rank, options.rescorer) =
            (callback.get(), callback.get(), callback.get());
        options.rescorer_weight = 0.5;
        options.progress = Some(go_on);
    });
    searched("best_turn, cache", ENDGAME, |things| {
        (things.options.evaluator, things.options.cache) = (callback.get(), 1);
    });
    searched("best_turn, table and control", ENDGAME, |things| {
        (things.options.tt, things.options.control) = (things.table.get(), things.control.get());
    });
    searched("best_turn, king in reach", "8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP", |_| {});
    searched("best_turn, pass", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 PPP", |_| {});
}

/// An iterative search that runs out of memory gives the deepest finished depth, like any other stop: here
/// what a search of that depth alone gives.
#[test]
fn iterative_searches() {
    let root = state(ENDGAME);
    let best_turn = |depth, iterative, refusal| {
        let Things { search, mut report, mut options, .. } = things();
        (options.depth, options.iterative) = (depth, iterative);
        // SAFETY: live handles and structs.
        let call = || unsafe {
            dicechess_search_best_turn(search.get(), root.get(), &options, &mut report, null_mut())
        };
        let (status, asked) = refusing(refusal, call);
        (status, asked, (report.score, report.depth, report.value.to_bits()), report.stop_reason)
    };
    let nothing = Refusal::From(usize::MAX);
    let (_, _, shallow, _) = best_turn(2, 0, nothing);
    let (status, asked, deep, _) = best_turn(3, 1, nothing);
    assert_eq!((status, deep.1), (DICECHESS_OK, 3));
    let mut ended_early = 0;
    for refusal in (0..asked).flat_map(Refusal::both) {
        match best_turn(3, 1, refusal) {
            (DICECHESS_ERR_MEMORY, ..) => assert_eq!(ended_early, 0, "{refusal:?}: the first depth was done"),
            (DICECHESS_OK, _, found, DICECHESS_STOP_MEMORY) => {
                assert_eq!(found, shallow, "{refusal:?}");
                ended_early += 1;
            }
            (status, _, found, reason) => {
                let whole = (DICECHESS_OK, deep, DICECHESS_STOP_NONE);
                assert_eq!((status, found, reason), whole, "{refusal:?}");
            }
        }
    }
    assert!(ended_early > 10, "{ended_early} of {asked}");
}

/// A search that fails leaves no candidates of the one before.
#[test]
fn failed_searches_leave_no_candidates() {
    let root = state(ENDGAME);
    // SAFETY: live handles and structs.
    let call = |things: &mut Things, error| unsafe {
        let Things { search, report, options, .. } = things;
        dicechess_search_best_turn(search.get(), root.get(), options, report, error)
    };
    let used = || {
        let mut things = things();
        assert_eq!(call(&mut things, null_mut()), DICECHESS_OK);
        assert_eq!(candidates_of(&things.search).len(), 2);
        things
    };
    empties("best_turn again", used, call, |things| candidates_of(&things.search), Vec::new());
}

#[test]
fn values_of_chance_nodes() {
    let root = state(ENDGAME);
    for evaluator in [None, Some(evaluator(DICECHESS_EVALUATOR_STANDARD)), Some(callback_evaluator(0))] {
        let handle = evaluator.as_ref().map_or(null_mut(), Owned::get);
        // SAFETY: live handles and places.
        let call = |value: &mut f64, error| unsafe {
            dicechess_chance_node_value(root.get(), 0, 1, handle, null(), null_mut(), value, error)
        };
        assert!(survives("chance_node_value", || 7.5, call, |value| value.to_bits()) > 0);
    }
}

#[test]
fn chances_to_win() {
    let root = state(ENDGAME);
    let mut options: dicechess_monte_carlo_options = structure();
    (options.rollouts, options.max_plies) = (3, 4);
    // SAFETY: live handles and structs.
    let call = |(search, estimate): &mut (Owned<_>, dicechess_win_estimate), error| unsafe {
        dicechess_search_estimate_win(search.get(), root.get(), &options, estimate, error)
    };
    let fresh = || (search(), structure());
    let look = |(_, estimate): &mut (_, dicechess_win_estimate)| {
        (estimate.rollouts, estimate.white_win.to_bits(), estimate.black_win.to_bits())
    };
    assert!(survives("estimate_win", fresh, call, look) > 0);
}

/// All players, on a position of two turns, after which every roll takes the king: longer rollouts ask
/// for memory thousands of times.
#[test]
fn players() {
    let root = state("4r3/7b/5n2/3p4/q3K3/3k4/7P/8 w - - 0 1 P");
    for name in ["random", "greedy", "cautious", "aggressive", "monte-carlo", "expectimax"] {
        let text = CString::new(name).unwrap();
        type Chosen = (Owned<dicechess_search>, [u16; 3], usize);
        // SAFETY: live handles and places, and a text of this length.
        let call = |(search, moves, count): &mut Chosen, error| unsafe {
            let (text, moves) = (text.as_ptr(), moves.as_mut_ptr());
            let none = null_mut();
            dicechess_search_choose_turn(
                search.get(),
                root.get(),
                text,
                name.len(),
                none,
                moves,
                count,
                error,
            )
        };
        let fresh = || (search(), [7; 3], 0);
        survives(name, fresh, call, |(_, moves, count)| (*moves, *count));
    }
    let search = search();
    let (mut moves, mut count) = ([7; 3], 7);
    // SAFETY: as above; no player has that name.
    let status = unsafe {
        let (text, moves, none) = (c"nobody".as_ptr(), moves.as_mut_ptr(), null_mut());
        dicechess_search_choose_turn(search.get(), root.get(), text, 6, none, moves, &mut count, null_mut())
    };
    assert_eq!((status, count), (DICECHESS_ERR_RANGE, 0));
}
