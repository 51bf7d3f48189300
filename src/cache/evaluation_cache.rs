use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;

use crate::board::Color;
use crate::eval::Evaluator;
use crate::memory::prefetch;
use crate::state::GameState;

use super::score_table::{CacheStatistics, Key, Probe, ScoreTable};

/// Remembers every score of one evaluator. **Single owner, one search or rescoring call, one evaluator**: make one per call, do not share
/// it (it is not `Sync`), drop it with the call; it never forgets on its own.
///
/// The key of a score is the state under full equality, clocks and mailbox included, and the perspective, so that a cached
/// evaluation is the same as an uncached one, bit for bit: only the number of calls changes. The evaluator must be pure.
///
/// The evaluator may call this very cache, for other keys or for the same one; nothing is borrowed while it runs. A failure
/// is passed on and leaves no entry; the next access tries again. An evaluator that unwinds is treated alike.
///
/// The cache looks at no clock: ask the control of your search before each access, also one that you expect to hit.
///
/// Cost: constant for the fingerprint, then as many comparisons as there are states with that fingerprint, or near it with one like
/// it; almost always one.
/// An entry takes 64 bytes and its slots 8 to 16; a [synthetic](GameState::is_synthetic) state takes 128 more. The built-in evaluators
/// cost less than a hit in a cache that has outgrown the processor's: remember only what is worth remembering.
///
/// It is itself an [`Evaluator`], which is how it is used:
///
/// ```
/// use dicechess::board::Color;
/// use dicechess::cache::EvaluationCache;
/// use dicechess::eval::{Aggressive, Evaluator};
/// use dicechess::state::GameState;
///
/// let cache = EvaluationCache::new(Aggressive);
/// let state = GameState::initial();
/// assert_eq!(cache.evaluate(&state, Color::White), Ok(150));
/// assert_eq!(cache.evaluate(&state, Color::White), Ok(150));
/// assert_eq!((cache.evaluator_calls(), cache.cache_hits(), cache.entry_count()), (1, 1, 1));
/// ```
///
/// ```compile_fail,E0277
/// fn share(_: impl Sync) {}
/// share(dicechess::cache::EvaluationCache::new(dicechess::eval::Material));
/// ```
#[derive(Debug)]
pub struct EvaluationCache<E> {
    evaluator: E,
    table: RefCell<ScoreTable>,
    evaluator_calls: Cell<u64>,
    cache_hits: Cell<u64>,
}

/// Why an evaluation through the cache failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CacheError<E> {
    /// The evaluator's own error, unchanged.
    #[error("the evaluator failed")]
    Evaluator(#[source] E),
    /// The score is known but there is no memory to keep it in.
    #[error("no memory for another entry of the evaluation cache")]
    Memory,
}

/// Batches are looked up and evaluated in groups of this size. Enough for memory accesses to overlap, small enough for the stack.
const GROUP: usize = 64;

impl<E: Evaluator> EvaluationCache<E> {
    /// An empty cache of `evaluator`'s scores.
    ///
    /// # Panics
    /// If there is no memory for the first slots, a quarter of a kilobyte.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self::try_new(evaluator).ok().expect("memory for the first slots")
    }

    /// The same where running out of memory is no reason to panic.
    ///
    /// # Errors
    /// [`CacheError::Memory`] if there is no memory for the first slots.
    pub fn try_new(evaluator: E) -> Result<Self, CacheError<E::Error>> {
        let table = RefCell::new(ScoreTable::new().ok_or(CacheError::Memory)?);
        Ok(Self { evaluator, table, evaluator_calls: Cell::new(0), cache_hits: Cell::new(0) })
    }

    /// How many states were handed to the evaluator, failed attempts included.
    #[must_use]
    pub fn evaluator_calls(&self) -> u64 {
        self.evaluator_calls.get()
    }

    /// How many scores came from the cache.
    #[must_use]
    pub fn cache_hits(&self) -> u64 {
        self.cache_hits.get()
    }

    /// How many pairs of a state and a perspective are remembered.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.table.borrow().len()
    }

    /// Bytes of memory that the entries and their slots take up, reserved but unused ones included.
    #[must_use]
    pub fn bytes_used(&self) -> usize {
        self.table.borrow().bytes()
    }

    /// How the entries spread over the slots. Searches for all of them.
    #[must_use]
    pub fn statistics(&self) -> CacheStatistics {
        self.table.borrow().statistics()
    }

    fn count_hits(&self, hits: usize) {
        self.cache_hits.set(self.cache_hits.get() + hits as u64);
    }

    fn count_calls(&self, calls: usize) {
        self.evaluator_calls.set(self.evaluator_calls.get() + calls as u64);
    }

    /// Evaluates a key that has no likely entry, or one that is not its own.
    #[inline(never)]
    fn evaluate_unlikely(&self, key: Key) -> Result<i32, CacheError<E::Error>> {
        let probe = self.table.borrow().find(key);
        let vacant = match probe {
            Probe::Found { score, .. } => {
                self.count_hits(1);
                return Ok(score);
            }
            Probe::Vacant(position) => position,
        };
        self.count_calls(1);
        let before = self.table.borrow().shape();
        let score = self.evaluator.evaluate(key.state, key.perspective()).map_err(CacheError::Evaluator)?;
        let mut table = self.table.borrow_mut();
        // Only the evaluator itself can have used the table meanwhile, and nothing is ever removed.
        let untouched = table.shape() == before;
        let stored = if untouched { table.insert(vacant, key, score) } else { table.store(key, score) };
        stored.ok_or(CacheError::Memory)?;
        Ok(score)
    }

    /// One group of [`evaluate_batch`](Evaluator::evaluate_batch).
    fn evaluate_group(
        &self,
        states: &[GameState],
        perspective: Color,
        scores: &mut [i32],
    ) -> Result<(), CacheError<E::Error>> {
        let missing = self.look_up(states, perspective, scores);
        self.count_hits(states.len() - missing.len());
        if missing.is_empty() {
            return Ok(());
        }

        // A state that the group holds several times is evaluated once; the others find its score as if it came just before.
        let mut new_keys: ArrayVec<Key, GROUP> = ArrayVec::new();
        let mut sources: ArrayVec<usize, GROUP> = ArrayVec::new();
        let mut last_bytes = [false; 1 << u8::BITS];
        for &(_, key) in &missing {
            // Comparing each key with all before it would cost more than all the rest.
            let may_have_twin = std::mem::replace(&mut last_bytes[usize::from(key.fingerprint as u8)], true);
            let twin = if may_have_twin { new_keys.iter().position(|&earlier| earlier == key) } else { None };
            sources.push(twin.unwrap_or(new_keys.len()));
            if twin.is_none() {
                new_keys.push(key);
            }
        }
        let copies: ArrayVec<GameState, GROUP>;
        let new_states = if new_keys.len() == states.len() {
            states
        } else {
            copies = new_keys.iter().map(|key| *key.state).collect();
            &copies
        };

        self.count_calls(new_keys.len());
        let mut new_scores = [0; GROUP];
        let new_scores = &mut new_scores[..new_keys.len()];
        self.evaluator.evaluate_batch(new_states, perspective, new_scores).map_err(CacheError::Evaluator)?;
        let mut table = self.table.borrow_mut();
        for (&key, &score) in new_keys.iter().zip(&*new_scores) {
            table.store(key, score).ok_or(CacheError::Memory)?;
        }
        drop(table);
        for (&(index, _), &source) in missing.iter().zip(&sources) {
            scores[index] = new_scores[source];
        }
        self.count_hits(missing.len() - new_keys.len());
        Ok(())
    }

    /// Writes the scores that are there and returns indices and keys of the states whose are not.
    fn look_up<'s>(
        &self,
        states: &'s [GameState],
        perspective: Color,
        scores: &mut [i32],
    ) -> ArrayVec<(usize, Key<'s>), GROUP> {
        let table = self.table.borrow();
        // Loads overlap: first those of the slots, then those of the entries that they point to.
        let mut fingerprints = [0; GROUP];
        for (fingerprint, state) in fingerprints.iter_mut().zip(states) {
            let key = Key::new(state, perspective);
            table.prefetch_home(key);
            *fingerprint = key.fingerprint;
        }
        let keys =
            || states.iter().zip(&fingerprints).map(|(state, &fingerprint)| Key { state, fingerprint });
        let mut likely_entries = [None; GROUP];
        for (entry, key) in likely_entries.iter_mut().zip(keys()) {
            *entry = table.likely_entry(key).inspect(|&entry| prefetch(entry));
        }
        let mut missing = ArrayVec::new();
        for (index, ((key, entry), score)) in keys().zip(&likely_entries).zip(scores).enumerate() {
            let known = entry.and_then(|entry| entry.score_of(key).or_else(|| table.score(key)));
            match known {
                Some(known) => *score = known,
                None => missing.push((index, key)),
            }
        }
        missing
    }
}

impl<E: Evaluator> Evaluator for EvaluationCache<E> {
    type Error = CacheError<E::Error>;

    #[inline]
    fn ignores_clocks(&self) -> bool {
        self.evaluator.ignores_clocks()
    }

    #[inline]
    fn is_material(&self) -> bool {
        self.evaluator.is_material()
    }

    #[inline]
    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Self::Error> {
        let key = Key::new(state, perspective);
        // Nothing on the way of a hit panics or calls, unless as its very last step: so no register need be saved.
        let likely = self.table.borrow().likely_entry(key).and_then(|entry| entry.score_of(key));
        let Some(score) = likely else {
            return self.evaluate_unlikely(key);
        };
        self.count_hits(1);
        Ok(score)
    }

    /// Equal to single evaluations in scores, entries and, when nothing fails, counters. States that are not there go to the
    /// evaluator's batch form in groups of at most 64; if it fails, nothing of the group is kept, but what was kept before stays. If memory
    /// runs out, a part of the group may be kept.
    fn evaluate_batch(
        &self,
        states: &[GameState],
        perspective: Color,
        scores: &mut [i32],
    ) -> Result<(), Self::Error> {
        assert_eq!(states.len(), scores.len(), "one score a state");
        for (states, scores) in states.chunks(GROUP).zip(scores.chunks_mut(GROUP)) {
            self.evaluate_group(states, perspective, scores)?;
        }
        Ok(())
    }
}
