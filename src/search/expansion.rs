use std::cmp::Reverse;

use crate::eval::Evaluator;
use crate::memory::{NoMemory, TryGrow};
use crate::state::{DicePool, GameState};
use crate::tt::Bound;
use crate::turns::{Clocks, Guard, MaterialReply, Roll, RollOutcome, Scope};

use super::Window;
use super::batches::evaluate_in_batches;
use super::level::{Level, Probe, SuffixSums};
use super::node::{Interruption, NodeResult, NodeSearch, NodeValue, Role};

/// More states than any class of a position with 16 men a side comes to; what holds more is made to exhaust memory.
const MAX_STATES: usize = 1 << 20;

fn guard(keep_going: &dyn Fn() -> bool) -> Guard<'_> {
    Guard { max_states: MAX_STATES, keep_going }
}

/// Probability of each roll, in the order in which chance nodes add up.
static PROBABILITIES: [f64; Roll::COUNT] = {
    let mut probabilities = [0.0; Roll::COUNT];
    let mut index = 0;
    while index < Roll::COUNT {
        probabilities[index] = Roll::BY_WEIGHT[index].weight as f64 / Roll::TOTAL_WEIGHT as f64;
        index += 1;
    }
    probabilities
};

/// Probability of each roll and all later ones together.
static REMAINING_MASS: SuffixSums = {
    let mut sums = [0.0; Roll::COUNT + 1];
    let mut index = Roll::COUNT;
    while index > 0 {
        index -= 1;
        sums[index] = sums[index + 1] + PROBABILITIES[index];
    }
    sums
};

/// For each roll the sum of its probe's value times probability over it and all later rolls.
fn add_up(probes: &[Probe], sums: &mut SuffixSums) {
    sums[Roll::COUNT] = 0.0;
    for index in (0..Roll::COUNT).rev() {
        sums[index] = sums[index + 1] + PROBABILITIES[index] * probes[index].value;
    }
}

/// The visit of one chance node.
pub(super) struct Expansion<'s, 'a, E> {
    search: &'s NodeSearch<'a, E>,
    level: &'s mut Level,
    /// Memory for the nodes after this one.
    below: &'s mut [Level],
    /// The position before the roll.
    state: &'s GameState,
    role: Role,
    window: Window,
    /// Whether the level's probes are those of this node.
    is_probed: bool,
}

impl<'s, 'a, E: Evaluator> Expansion<'s, 'a, E> {
    pub fn new(
        search: &'s NodeSearch<'a, E>,
        level: &'s mut Level,
        below: &'s mut [Level],
        state: &'s GameState,
        role: Role,
        window: Window,
    ) -> Self {
        level.clear();
        Self { search, level, below, state, role, window, is_probed: false }
    }

    fn is_last_ply(&self) -> bool {
        self.below.is_empty()
    }

    pub fn run(mut self) -> NodeResult<E> {
        let Window { alpha, beta } = self.window;
        let bounds = self.search.bounds;
        let probing = match self.role {
            Role::Min => alpha > f64::NEG_INFINITY,
            Role::Max => beta < f64::INFINITY,
        };
        if probing || self.knows_replies() {
            let control = self.search.control;
            self.level.replies.find_within(&guard(&|| !control.is_cancelled()), self.state)?;
        }
        for (index, mass) in REMAINING_MASS.iter().enumerate() {
            self.level.most[index] = mass * bounds.terminal_win();
            self.level.least[index] = mass * bounds.terminal_loss();
        }
        let mut probed_tainted = false;
        if probing {
            self.probe()?;
            let Level { probes, most, least, .. } = &mut *self.level;
            probed_tainted = probes.iter().any(|probe| probe.loss_tainted);
            let cut =
                |value, bound| NodeValue { by_probe: true, ..NodeValue::new(value, bound, probed_tainted) };
            match self.role {
                Role::Min => {
                    add_up(probes, most);
                    if most[0] < alpha {
                        return Ok(cut(most[0], Bound::UpperBound));
                    }
                }
                Role::Max => {
                    add_up(probes, least);
                    if least[0] > beta {
                        return Ok(cut(least[0], Bound::LowerBound));
                    }
                }
            }
        }
        // At the last ply a probe has seen whatever the roll can do, so that its taint stays even if the roll is cut.
        let (mut sum, mut tainted) = (0.0, self.is_last_ply() && probed_tainted);
        for (index, &probability) in PROBABILITIES.iter().enumerate() {
            let [most, next_most] = [self.level.most[index], self.level.most[index + 1]];
            let [least, next_least] = [self.level.least[index], self.level.least[index + 1]];
            if sum + most < alpha {
                return Ok(NodeValue::new(sum + most, Bound::UpperBound, tainted).after_rolls(index));
            }
            if sum + least > beta {
                return Ok(NodeValue::new(sum + least, Bound::LowerBound, tainted).after_rolls(index));
            }
            self.admit()?;
            let limit = |limit: f64, rest: f64| {
                if limit.is_infinite() {
                    return limit;
                }
                ((limit - sum - rest) / probability).clamp(bounds.terminal_loss(), bounds.terminal_win())
            };
            let window = Window { alpha: limit(alpha, next_most), beta: limit(beta, next_least) };
            let mut decision = self.decide(index, window)?;
            tainted |= decision.loss_tainted;
            let with_decision = sum + probability * decision.value;
            match decision.bound {
                Bound::UpperBound if with_decision + next_most < alpha => {
                    let value = with_decision + next_most;
                    return Ok(NodeValue::new(value, Bound::UpperBound, tainted).after_rolls(index));
                }
                Bound::LowerBound if with_decision + next_least > beta => {
                    let value = with_decision + next_least;
                    return Ok(NodeValue::new(value, Bound::LowerBound, tainted).after_rolls(index));
                }
                Bound::Exact => {}
                _ => {
                    decision = self.decide(index, Window::OPEN)?;
                    tainted |= decision.loss_tainted;
                }
            }
            sum += probability * decision.value;
        }
        Ok(NodeValue::new(sum, Bound::Exact, tainted).after_rolls(Roll::COUNT))
    }

    /// Whether the material replies are needed even without probes: they are the values of the last ply if material is all that counts, and
    /// they tell the outcome of a roll at the plies before.
    fn knows_replies(&self) -> bool {
        !self.is_last_ply() || self.search.evaluator.is_material()
    }

    fn admit(&self) -> Result<(), Interruption<E::Error>> {
        if self.search.control.admit() { Ok(()) } else { Err(Interruption::Stopped) }
    }

    /// The value of a roll whose replies take a king.
    fn king_capture(&self) -> Probe {
        let bounds = self.search.bounds;
        match self.role {
            Role::Min => Probe { value: bounds.terminal_loss(), loss_tainted: true },
            Role::Max => Probe { value: bounds.terminal_win(), loss_tainted: false },
        }
    }

    /// Material balance of the side to move from the searching side's point of view.
    fn material(&self, of_mover: i32) -> f64 {
        f64::from(match self.role {
            Role::Min => -of_mover,
            Role::Max => of_mover,
        })
    }

    /// Values each roll by the first of its replies that wins most material.
    fn probe(&mut self) -> Result<(), Interruption<E::Error>> {
        let mut leaf_of_roll = [None; Roll::COUNT];
        for (index, roll) in Roll::BY_WEIGHT.iter().enumerate() {
            self.admit()?;
            let reply = self.level.replies.reply(roll.dice);
            let state = self.level.replies.state_after(roll.dice);
            self.level.probed.try_push(state)?;
            self.level.probes[index] = match (reply, state) {
                (MaterialReply::KingCapture, _) | (_, None) => self.king_capture(),
                (MaterialReply::Material(material), _)
                    if self.is_last_ply() && self.search.evaluator.is_material() =>
                {
                    Probe { value: self.material(material), loss_tainted: false }
                }
                (_, Some(state)) if self.is_last_ply() => {
                    leaf_of_roll[index] = Some(self.add_leaf(state)?);
                    continue;
                }
                (_, Some(state)) => {
                    let child = self.search.node(self.below, &state, self.role.opposite(), Window::OPEN)?;
                    Probe { value: child.value, loss_tainted: child.loss_tainted }
                }
            };
        }
        let Level { leaves, scores, probes, .. } = &mut *self.level;
        evaluate(self.search, leaves, scores)?;
        for (probe, leaf) in probes.iter_mut().zip(leaf_of_roll) {
            if let Some(leaf) = leaf {
                *probe = Probe { value: f64::from(scores[leaf]), loss_tainted: false };
            }
        }
        self.is_probed = true;
        Ok(())
    }

    /// Index of `state` among the leaves that wait.
    fn add_leaf(&mut self, state: GameState) -> Result<usize, NoMemory> {
        let leaves = &mut self.level.leaves;
        let known = leaves.iter().position(|leaf| leaf.key() == state.key() && *leaf == state);
        known.map_or_else(|| leaves.try_push(state).map(|()| leaves.len() - 1), Ok)
    }

    /// The value of roll `index` when the side to move replies as it likes best.
    fn decide(&mut self, index: usize, window: Window) -> NodeResult<E> {
        let roll = Roll::BY_WEIGHT[index].dice;
        if self.is_last_ply() {
            return self.decide_last_ply(roll);
        }
        match self.level.replies.reply(roll) {
            MaterialReply::KingCapture => Ok(self.decided()),
            MaterialReply::Pass => {
                let mut passed = *self.state;
                passed.end_turn();
                self.search.node(self.below, &passed, self.role.opposite(), window)
            }
            MaterialReply::Material(_) => self.decide_inner_ply(index, window),
        }
    }

    fn decided(&self) -> NodeValue {
        let Probe { value, loss_tainted } = self.king_capture();
        NodeValue::new(value, Bound::Exact, loss_tainted)
    }

    /// Searches the different replies in the order of material, the mover's best first.
    fn decide_inner_ply(&mut self, index: usize, window: Window) -> NodeResult<E> {
        let roll = Roll::BY_WEIGHT[index].dice;
        let Level { finals, order, probed, probes, .. } = &mut *self.level;
        let search = self.search;
        let control = search.control;
        finals.generate_within(&guard(&|| !control.is_cancelled()), &self.state.with_dice(roll))?;
        let states = finals.states();
        let mover = self.state.side_to_move();
        order.clear();
        order.try_reserve(states.len()).map_err(NoMemory::from)?;
        order.extend(0..states.len() as u32);
        // Equal replies stay in generation order.
        order.sort_unstable_by_key(|&reply| (Reverse(states[reply as usize].material(mover)), reply));
        let mut fold = ReplyFold::new(self.role, window, search.bounds);
        for &reply in order.iter() {
            let state = &states[reply as usize];
            let child = if self.is_probed && probed[index].as_ref() == Some(state) {
                let Probe { value, loss_tainted } = probes[index];
                NodeValue::new(value, Bound::Exact, loss_tainted)
            } else {
                search.node(self.below, state, self.role.opposite(), fold.window)?
            };
            if let Some(decision) = fold.add(&child) {
                return Ok(decision);
            }
        }
        Ok(fold.finish())
    }

    fn decide_last_ply(&mut self, roll: DicePool) -> NodeResult<E> {
        if self.search.evaluator.is_material() {
            return match self.level.replies.reply(roll) {
                MaterialReply::KingCapture => Ok(self.decided()),
                MaterialReply::Pass => Ok(exact(self.pass_score()?)),
                MaterialReply::Material(material) => {
                    Ok(NodeValue::new(self.material(material), Bound::Exact, false))
                }
            };
        }
        let control = self.search.control;
        let keep_going = || !control.is_cancelled();
        let guard = guard(&keep_going);
        let lattice = &mut self.level.lattice;
        if !self.level.lattice_is_ready {
            let clocks = if self.search.evaluator.ignores_clocks() { Clocks::Blind } else { Clocks::Exact };
            lattice.prepare(&guard, self.state, clocks, Scope::UndecidedRolls)?;
            self.level.lattice_is_ready = true;
        }
        lattice.fill(&guard, roll)?;
        let found = *lattice.found();
        match found.outcome(roll) {
            RollOutcome::KingCapture => Ok(self.decided()),
            RollOutcome::Pass => Ok(exact(self.pass_score()?)),
            RollOutcome::Turns(3) => Ok(exact(self.best_score()?)),
            RollOutcome::Turns(_) => {
                let mut best = None;
                for class in found.final_classes(roll) {
                    let score = self.class_score(class)?;
                    best = Some(best.map_or(score, |best| self.better(best, score)));
                }
                Ok(exact(best.unwrap_or_default()))
            }
        }
    }

    fn better(&self, a: i32, b: i32) -> i32 {
        match self.role {
            Role::Min => a.min(b),
            Role::Max => a.max(b),
        }
    }

    /// The best score among the states that the lattice holds now.
    fn best_score(&mut self) -> Result<i32, Interruption<E::Error>> {
        let Level { lattice, scores, .. } = &mut *self.level;
        evaluate(self.search, lattice.states(), scores)?;
        let scores = self.level.scores.iter().copied();
        Ok(scores.reduce(|a, b| self.better(a, b)).unwrap_or_default())
    }

    fn class_score(&mut self, class: DicePool) -> Result<i32, Interruption<E::Error>> {
        if let Some(&(_, score)) = self.level.class_scores.iter().find(|(known, _)| *known == class) {
            return Ok(score);
        }
        // Copies of positions that are there already.
        self.level.lattice.fill(&Guard::NONE, class)?;
        let score = self.best_score()?;
        self.level.class_scores.try_push((class, score))?;
        Ok(score)
    }

    fn pass_score(&mut self) -> Result<i32, Interruption<E::Error>> {
        if let Some(score) = self.level.pass_score {
            return Ok(score);
        }
        let mut passed = *self.state;
        passed.end_turn();
        evaluate(self.search, &[passed], &mut self.level.scores)?;
        self.level.pass_score = self.level.scores.first().copied();
        Ok(self.level.pass_score.unwrap_or_default())
    }
}

fn exact(score: i32) -> NodeValue {
    NodeValue::new(f64::from(score), Bound::Exact, false)
}

/// Scores `leaves` from the searching side's point of view.
fn evaluate<E: Evaluator>(
    search: &NodeSearch<'_, E>,
    leaves: &[GameState],
    scores: &mut Vec<i32>,
) -> Result<(), Interruption<E::Error>> {
    evaluate_in_batches(search.evaluator, search.perspective, search.control, leaves, scores)
}

/// The best of several replies while they come in, and what is left of the window. No reply taints: only the one that takes the king
/// does, and it is not folded.
struct ReplyFold {
    role: Role,
    /// The window in which the decision is asked for.
    asked: Window,
    /// The window for the next reply.
    window: Window,
    /// Best exact value.
    best: Option<f64>,
    /// The strongest bound among replies that are known not to be the best.
    kept: f64,
}

impl ReplyFold {
    fn new(role: Role, asked: Window, bounds: super::UtilityBounds) -> Self {
        let kept = match role {
            Role::Min => bounds.terminal_win(),
            Role::Max => bounds.terminal_loss(),
        };
        Self { role, asked, window: asked, best: None, kept }
    }

    /// Takes a reply's value; gives the decision if the other replies no longer matter.
    fn add(&mut self, child: &NodeValue) -> Option<NodeValue> {
        let value = child.value;
        let decision = |value, bound| Some(NodeValue::new(value, bound, false));
        match (self.role, child.bound) {
            (Role::Min, Bound::Exact) => {
                let best = self.best.map_or(value, |best| best.min(value));
                self.best = Some(best);
                self.window.beta = self.window.beta.min(best);
                if best < self.asked.alpha { decision(best, Bound::UpperBound) } else { None }
            }
            (Role::Max, Bound::Exact) => {
                let best = self.best.map_or(value, |best| best.max(value));
                self.best = Some(best);
                self.window.alpha = self.window.alpha.max(best);
                if best > self.asked.beta { decision(best, Bound::LowerBound) } else { None }
            }
            (Role::Min, Bound::UpperBound) | (Role::Max, Bound::LowerBound) => decision(value, child.bound),
            (Role::Min, Bound::LowerBound) => {
                self.kept = self.kept.min(value);
                None
            }
            (Role::Max, Bound::UpperBound) => {
                self.kept = self.kept.max(value);
                None
            }
        }
    }

    fn finish(self) -> NodeValue {
        match (self.best, self.role) {
            (Some(best), _) => NodeValue::new(best, Bound::Exact, false),
            (None, Role::Min) => NodeValue::new(self.kept, Bound::LowerBound, false),
            (None, Role::Max) => NodeValue::new(self.kept, Bound::UpperBound, false),
        }
    }
}
