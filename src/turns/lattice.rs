//! All 56 rolls of a position at once.
//!
//! What a side can reach with some dice does not depend on the dice that it keeps. So positions are grown by the multiset of dice
//! spent to reach them, their class: 1 + 6 + 21 + 56 classes serve all rolls, and a position that many orders of micro-moves lead
//! to is expanded once. A roll's turns are then those of its largest reachable sub-classes.

use std::cell::Cell;
use std::collections::TryReserveError;
use std::ops::ControlFlow::{self, Continue};

use crate::board::PieceType;
use crate::state::{DicePool, GameState};

use super::class::{CLASSES, ClassSet, FIRST_OF_SIZE, class_index};
use super::guard::{Guard, Halt};
use super::independence::{LastMove, takes_king, visit_new_moves};
use super::micro_moves::Geometry;
use super::state_set::{Clocks, Insertion, StateSet};

/// How far [`ClassLattice::expand`] goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Every class.
    Everything,
    /// No class that only serves rolls with which the mover can take a king: their value is known without it.
    UndecidedRolls,
}

/// What a side can do with one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollOutcome {
    /// No micro-move is possible.
    Pass,
    /// Some turn takes a king.
    KingCapture,
    /// The legal turns spend this many dice, 1..=3, and take no king.
    Turns(usize),
}

/// What an expansion found out about the classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// Classes that some path spends exactly, king captures included. Without those that the [`Scope`] left out.
    pub reachable: ClassSet,
    /// Classes that some path spends exactly when it takes a king.
    pub capturing: ClassSet,
}

impl Expansion {
    /// What the mover can do with `roll`.
    #[must_use]
    pub fn outcome(&self, roll: DicePool) -> RollOutcome {
        if self.capturing.contains_part_of(roll) {
            return RollOutcome::KingCapture;
        }
        match self.longest(roll) {
            0 => RollOutcome::Pass,
            longest => RollOutcome::Turns(longest),
        }
    }

    /// The classes whose end states are the quiet legal turns' with `roll`: its parts of the largest reachable size. With
    /// [`Scope::Everything`] also right for rolls that can take a king.
    pub fn final_classes(&self, roll: DicePool) -> impl Iterator<Item = DicePool> {
        let longest = self.longest(roll);
        self.reachable.parts_of(roll).filter(move |class| longest > 0 && class.len() == longest)
    }

    fn longest(&self, roll: DicePool) -> usize {
        self.reachable.parts_of(roll).next_back().map_or(0, DicePool::len)
    }
}

/// A guard is asked before this many positions are expanded: some ten microseconds.
const NODES_BETWEEN_QUESTIONS: usize = 16;

/// No position has more moves of one type: queens on all squares of an empty board have 1456.
const MOST_MOVES_OF_A_FACE: usize = 1500;

/// How much work an expansion was, to compare ways of expanding with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LatticeWork {
    /// Times that the moves of one type of man in one position were generated.
    pub geometry_calls: u64,
    /// Moves from a position of a class into a larger class: `transitions`, and one for each type of man in a position that takes a king.
    pub class_edges: u64,
    /// Micro-moves made.
    pub transitions: u64,
    /// Different positions handed out, each once for its class.
    pub emissions: u64,
}

/// Expands a position for all rolls at once. Reusable: keeps its memory from one expansion to the next, 128 bytes and more for each
/// position of fewer than three micro-moves and for each of the largest class.
#[derive(Clone, Debug)]
pub struct ClassLattice {
    /// Positions within the turn, class by class, for classes of fewer than three dice.
    nodes: Vec<GameState>,
    /// For each of `nodes` a move that led to it.
    last_moves: Vec<LastMove>,
    /// Where each class of fewer than three dice begins in `nodes`; the next one's beginning ends it.
    starts: [usize; FIRST_OF_SIZE[3] + 1],
    /// The different states of the class that is being filled, and the moves that led to them.
    fresh: Vec<GameState>,
    fresh_last_moves: Vec<LastMove>,
    set: StateSet,
    clocks: Clocks,
    scope: Scope,
    found: Expansion,
    work: LatticeWork,
}

impl ClassLattice {
    /// Holds nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            last_moves: Vec::new(),
            starts: [0; FIRST_OF_SIZE[3] + 1],
            fresh: Vec::new(),
            fresh_last_moves: Vec::new(),
            set: StateSet::new(),
            clocks: Clocks::Exact,
            scope: Scope::Everything,
            found: Expansion::default(),
            work: LatticeWork::default(),
        }
    }

    /// Finds what the side to move of `root` can do with every roll; the dice of `root` are ignored.
    ///
    /// `visit` gets the distinct states after the end of the turn, king captures left out, of every class that some roll's turns end
    /// in, each class once: full rolls first, then smaller classes. A roll's distinct end states are the union over
    /// [`Expansion::final_classes`]; with [`Clocks::Exact`], unless they spend fewer than three dice, that is one class.
    pub fn expand(
        &mut self,
        root: &GameState,
        clocks: Clocks,
        scope: Scope,
        mut visit: impl FnMut(DicePool, &[GameState]),
    ) -> Expansion {
        match self.expand_within(&Guard::NONE, root, clocks, scope, |class, states| {
            visit(class, states);
            Continue(())
        }) {
            Ok(expansion) => expansion,
            // A host that lets a process run out of memory on its own allocations sees the same.
            Err(halt) => panic!("{halt}"),
        }
    }

    /// [`expand`](Self::expand) under a guard, whose limit is for each class. `visit` can break off: that counts as a "no" of the guard.
    ///
    /// # Errors
    /// Why the expansion ended early.
    pub fn expand_within(
        &mut self,
        guard: &Guard<'_>,
        root: &GameState,
        clocks: Clocks,
        scope: Scope,
        mut visit: impl FnMut(DicePool, &[GameState]) -> ControlFlow<()>,
    ) -> Result<Expansion, Halt> {
        let mut visit =
            |class, states: &[GameState]| match states.is_empty() || visit(class, states).is_continue() {
                true => Ok(()),
                false => Err(Halt::Stopped),
            };
        self.prepare(guard, root, clocks, scope)?;
        for &roll in &CLASSES[FIRST_OF_SIZE[3]..] {
            self.fill(guard, roll)?;
            if !self.is_left_out(roll) {
                visit(roll, &self.fresh)?;
            }
        }
        for class in self.smaller_final_classes() {
            self.fill(guard, class)?;
            visit(class, &self.fresh)?;
        }
        Ok(self.found)
    }

    /// Finds what the side to move of `root` can do with fewer than three dice, to go on with single rolls.
    pub(crate) fn prepare(
        &mut self,
        guard: &Guard<'_>,
        root: &GameState,
        clocks: Clocks,
        scope: Scope,
    ) -> Result<(), Halt> {
        (self.clocks, self.scope) = (clocks, scope);
        self.found = Expansion::default();
        self.work = LatticeWork::default();
        self.nodes.clear();
        self.last_moves.clear();
        self.nodes.try_reserve(1).map_err(no_memory)?;
        self.last_moves.try_reserve(1).map_err(no_memory)?;
        self.nodes.push(root.with_dice(DicePool::EMPTY));
        self.last_moves.push(LastMove::NONE);
        self.starts[1] = 1;
        for &class in &CLASSES[FIRST_OF_SIZE[1]..FIRST_OF_SIZE[3]] {
            self.grow::<false>(guard, class)?;
            self.nodes.try_reserve(self.fresh.len()).map_err(no_memory)?;
            self.last_moves.try_reserve(self.fresh.len()).map_err(no_memory)?;
            self.nodes.append(&mut self.fresh);
            self.last_moves.append(&mut self.fresh_last_moves);
            self.starts[class_index(class) + 1] = self.nodes.len();
        }
        Ok(())
    }

    /// Turns [`states`](Self::states) to a class, which must be one of [`Expansion::final_classes`] or a whole roll. For a roll this also
    /// finds out what its [`outcome`](Expansion::outcome) depends on.
    pub(crate) fn fill(&mut self, guard: &Guard<'_>, class: DicePool) -> Result<(), Halt> {
        if class.len() == 3 {
            self.grow::<true>(guard, class)?;
        } else {
            self.end_turns_of(class)?;
        }
        self.work.emissions += if self.is_left_out(class) { 0 } else { self.fresh.len() as u64 };
        Ok(())
    }

    /// The distinct states of the class last filled, after the end of the turn, king captures left out.
    pub(crate) fn states(&self) -> &[GameState] {
        &self.fresh
    }

    /// What has been found out since [`prepare`](Self::prepare).
    pub(crate) fn found(&self) -> &Expansion {
        &self.found
    }

    /// How much work the last expansion was.
    #[must_use]
    pub fn work(&self) -> LatticeWork {
        self.work
    }

    /// Fills `fresh` with the different states of a class. With `FULL` the class is a whole roll: the turn is ended.
    fn grow<const FULL: bool>(&mut self, guard: &Guard<'_>, class: DicePool) -> Result<(), Halt> {
        self.fresh.clear();
        self.fresh_last_moves.clear();
        if self.is_left_out(class) {
            return Ok(());
        }
        let Self { nodes, last_moves, starts, fresh, fresh_last_moves, set, clocks, found, work, .. } = self;
        let clocks = *clocks;
        set.reset(clocks).map_err(no_memory)?;
        let no_room = Cell::new(false);
        let transitions_before = work.transitions;
        let mut add =
            |fresh: &mut Vec<GameState>, node: &GameState, micro_move, last_move: &dyn Fn() -> LastMove| {
                work.transitions += 1;
                fresh.push(*node);
                if let Some(state) = fresh.last_mut() {
                    state.make_micro_move(micro_move);
                    if FULL {
                        state.end_turn();
                    }
                }
                let insertion = set.insert_last(fresh);
                if insertion != Insertion::New {
                    no_room.set(no_room.get() | (insertion == Insertion::NoMemory));
                    fresh.pop();
                } else if !FULL {
                    match fresh_last_moves.try_reserve(1) {
                        Ok(()) => fresh_last_moves.push(last_move()),
                        Err(_) => no_room.set(true),
                    }
                }
            };
        let (mut captures, mut geometry_calls) = (0, 0);
        for (source, face) in sources(class) {
            let nodes_of_source = starts[class_index(source)]..starts[class_index(source) + 1];
            let nodes_of_source = nodes[nodes_of_source.clone()].iter().zip(&last_moves[nodes_of_source]);
            for (index, (node, last_move)) in nodes_of_source.enumerate() {
                if index.is_multiple_of(NODES_BETWEEN_QUESTIONS) && !(guard.keep_going)() {
                    return Err(Halt::Stopped);
                }
                if no_room.get() {
                    return Err(Halt::Memory);
                }
                if fresh.len() > guard.max_states {
                    return Err(Halt::TooMany(guard.max_states));
                }
                fresh.try_reserve(MOST_MOVES_OF_A_FACE).map_err(no_memory)?;
                let geometry = Geometry::of(node);
                let Some(face) = face else {
                    for micro_move in geometry.castlings(node) {
                        if geometry.enemy_kings.contains(micro_move.destination()) {
                            captures += 1;
                        } else {
                            add(fresh, node, micro_move, &|| LastMove::NONE);
                        }
                    }
                    continue;
                };
                geometry_calls += 1;
                captures += u64::from(takes_king(node, &geometry, face));
                visit_new_moves(node, &geometry, face, last_move, clocks, |micro_move| {
                    add(fresh, node, micro_move, &|| LastMove::new(node, face, micro_move));
                });
            }
        }
        if no_room.get() {
            return Err(Halt::Memory);
        }
        work.geometry_calls += geometry_calls;
        work.class_edges += work.transitions - transitions_before + captures;
        if captures > 0 {
            found.capturing.insert(class);
        }
        if captures > 0 || !fresh.is_empty() {
            found.reachable.insert(class);
        }
        Ok(())
    }

    /// Whether the scope leaves `class` out: each roll that it serves can take a king, as far as found out.
    fn is_left_out(&self, class: DicePool) -> bool {
        self.scope == Scope::UndecidedRolls && self.found.capturing.contains_part_of(class)
    }

    /// The classes of fewer than three dice in which some roll's turns end.
    fn smaller_final_classes(&self) -> ClassSet {
        let mut classes = ClassSet::default();
        for &roll in &CLASSES[FIRST_OF_SIZE[3]..] {
            if !self.is_left_out(roll) && !self.found.reachable.contains(roll) {
                self.found.final_classes(roll).for_each(|class| classes.insert(class));
            }
        }
        classes
    }

    /// Fills `fresh` with the states of a class of fewer than three dice after the end of the turn.
    fn end_turns_of(&mut self, class: DicePool) -> Result<(), Halt> {
        let class = class_index(class);
        self.fresh.clear();
        self.set.reset(self.clocks).map_err(no_memory)?;
        let nodes = &self.nodes[self.starts[class]..self.starts[class + 1]];
        self.fresh.try_reserve(nodes.len()).map_err(no_memory)?;
        for node in nodes {
            let mut state = *node;
            state.end_turn();
            self.fresh.push(state);
            match self.set.insert_last(&self.fresh) {
                Insertion::New => {}
                Insertion::Known(_) => drop(self.fresh.pop()),
                Insertion::NoMemory => return Err(Halt::Memory),
            }
        }
        Ok(())
    }
}

fn no_memory(_: TryReserveError) -> Halt {
    Halt::Memory
}

impl Default for ClassLattice {
    fn default() -> Self {
        Self::new()
    }
}

/// The classes from which one micro-move leads to `class`, each with the face that pays for it, or none for castling.
fn sources(class: DicePool) -> impl Iterator<Item = (DicePool, Option<PieceType>)> {
    let by_one_die = class.distinct_faces().filter_map(move |face| Some((class.without(face)?, Some(face))));
    let without_king = class.without(PieceType::King);
    let by_castling = without_king.and_then(|rest| rest.without(PieceType::Rook)).map(|rest| (rest, None));
    by_one_die.chain(by_castling)
}
