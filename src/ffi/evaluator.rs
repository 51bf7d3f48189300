//! Evaluators: what a state is worth to one side, in centipawns, positive where it is good for that side.
//!
//! A dicechess_evaluator never changes. The built-in ones are thread-safe, others if their callbacks are. What uses an
//! evaluator keeps it alive: it may be freed as soon as it was handed on.
//!
//! A callback is pure: the same score for equal arguments. If it fails, see "Callbacks", nothing of the evaluation is kept.

use std::convert::Infallible;
use std::ffi::c_void;
use std::hash::{BuildHasher, RandomState};

use crate::board::Color;
use crate::eval::{Aggressive, Evaluator, Material, Standard};
use crate::ffi::board::dicechess_color;
use crate::ffi::callback::dicechess_drop_callback;
use crate::ffi::snapshot::dicechess_snapshot;
use crate::ffi::state::dicechess_state;
use crate::memory::{FallibleArc, NoMemory, try_collect};
use crate::state::GameState;

use super::argument::{Argument, NewHandle, argument, room_for};
use super::callback::{Level, UserData};
use super::error::{Outcome, dicechess_error};
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::status::{DICECHESS_ERR_CALLBACK, DICECHESS_ERR_RANGE, dicechess_status};

/// Own men minus enemy men: P 100, N and B 300, R 500, Q 900, K 10000.
pub const DICECHESS_EVALUATOR_MATERIAL: i32 = 1;
/// Material less 2000 if an own king stands on an attacked square.
pub const DICECHESS_EVALUATOR_STANDARD: i32 = 2;
/// Standard plus advanced pawns, men near the enemy king and attacks on the squares around it.
pub const DICECHESS_EVALUATOR_AGGRESSIVE: i32 = 3;

/// Half-move clock and full-move number never change a score. A search may then merge states that differ in nothing else.
pub const DICECHESS_EVALUATOR_IGNORES_CLOCKS: i32 = 1;
/// The callback may be called from several threads at once. A search on several threads needs that.
pub const DICECHESS_EVALUATOR_THREAD_SAFE: i32 = 2;

/// Writes the score of `state` for `perspective` into `score`. Returns 0, or a number that stops the call.
pub type dicechess_evaluate_callback = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        state: *const dicechess_snapshot,
        perspective: dicechess_color,
        score: *mut i32,
    ) -> i32,
>;

/// Writes the scores of `count` (at least 1) states for `perspective` into `scores`. Returns 0, or a number that stops the call.
pub type dicechess_evaluate_batch_callback = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        states: *const dicechess_snapshot,
        count: usize,
        perspective: dicechess_color,
        scores: *mut i32,
    ) -> i32,
>;

/// An evaluator.
pub struct dicechess_evaluator {
    cell: HandleCell<SharedEvaluator>,
}

impl dicechess_evaluator {
    fn new(evaluator: SharedEvaluator) -> Self {
        Self { cell: HandleCell::new::<Self>(evaluator) }
    }
}

impl Handle for dicechess_evaluator {
    type Value = SharedEvaluator;
    const WORD: u32 = 0x6576_616c;
    const CALLS_BACK: bool = true;

    fn cell(&self) -> &HandleCell<SharedEvaluator> {
        &self.cell
    }
}

/// An evaluator of the header and everyone who uses it.
#[derive(Clone)]
pub(super) struct SharedEvaluator {
    shared: FallibleArc<NumberedEvaluator>,
    /// That of the call that evaluates, for the threads of a search.
    level: Level,
}

struct NumberedEvaluator {
    function: AnyEvaluator,
    /// `DICECHESS_EVALUATOR_IGNORES_CLOCKS` and `_THREAD_SAFE`.
    properties: i32,
    /// Tells evaluators apart that a table may meet, one of them after the other was freed, too.
    id: u64,
}

enum AnyEvaluator {
    Material,
    Standard,
    Aggressive,
    Single(Callback<Single>),
    Batch(Callback<Batch>),
}

type Single = unsafe extern "C" fn(*mut c_void, *const dicechess_snapshot, i32, *mut i32) -> i32;
type Batch = unsafe extern "C" fn(*mut c_void, *const dicechess_snapshot, usize, i32, *mut i32) -> i32;

/// A function of the caller's with its data.
struct Callback<F> {
    function: F,
    user_data: UserData,
}

impl SharedEvaluator {
    fn built_in(function: AnyEvaluator, kind: i32) -> Outcome<Self> {
        let properties = DICECHESS_EVALUATOR_IGNORES_CLOCKS | DICECHESS_EVALUATOR_THREAD_SAFE;
        Self::new(NumberedEvaluator { function, properties, id: kind as u64 })
    }

    /// With a random number: two equal ones in a table's life are as likely as two equal keys.
    fn of_callback(function: AnyEvaluator, properties: i32) -> Outcome<Self> {
        let id = RandomState::new().hash_one(());
        Self::new(NumberedEvaluator { function, properties, id })
    }

    fn new(evaluator: NumberedEvaluator) -> Outcome<Self> {
        Ok(Self { shared: FallibleArc::new(evaluator)?, level: Level::NONE })
    }

    /// Another owner, for a call that may evaluate on other threads.
    pub(super) fn owned_here(&self) -> Self {
        Self { level: Level::here(), ..self.clone() }
    }

    pub(super) fn material() -> Outcome<Self> {
        Self::built_in(AnyEvaluator::Material, DICECHESS_EVALUATOR_MATERIAL)
    }

    pub(super) fn id(&self) -> u64 {
        self.shared.id
    }

    pub(super) fn is_thread_safe(&self) -> bool {
        self.shared.properties & DICECHESS_EVALUATOR_THREAD_SAFE != 0
    }
}

impl Argument<'_, i32> {
    /// `DICECHESS_EVALUATOR_` bits.
    fn properties(self) -> Outcome<i32> {
        let known = DICECHESS_EVALUATOR_IGNORES_CLOCKS | DICECHESS_EVALUATOR_THREAD_SAFE;
        match self.value & !known {
            0 => Ok(self.value),
            _ => Err(self.out_of_range(format_args!("is {}: not 0 to {known}", self.value))),
        }
    }
}

/// Why an evaluator of the header fails.
#[derive(Clone, Copy)]
pub(super) enum EvaluationFailure {
    /// The callback's own number.
    Callback(i32),
    Memory,
}

impl From<Infallible> for EvaluationFailure {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<NoMemory> for EvaluationFailure {
    fn from(_: NoMemory) -> Self {
        Self::Memory
    }
}

/// The error that the caller of the failed evaluation gets.
#[cold]
pub(super) fn failed(failure: EvaluationFailure) -> dicechess_error {
    match failure {
        EvaluationFailure::Callback(code) => {
            let message = format_args!("the evaluator's callback returned {code}");
            dicechess_error::new(DICECHESS_ERR_CALLBACK, message).with_detail(code)
        }
        EvaluationFailure::Memory => NoMemory.into(),
    }
}

/// What a callback returned, as a result.
fn outcome_of(code: i32) -> Result<(), EvaluationFailure> {
    if code == 0 { Ok(()) } else { Err(EvaluationFailure::Callback(code)) }
}

impl Evaluator for SharedEvaluator {
    type Error = EvaluationFailure;

    fn ignores_clocks(&self) -> bool {
        self.shared.properties & DICECHESS_EVALUATOR_IGNORES_CLOCKS != 0
    }

    fn is_material(&self) -> bool {
        matches!(self.shared.function, AnyEvaluator::Material)
    }

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, EvaluationFailure> {
        let Ok(score) = match &self.shared.function {
            AnyEvaluator::Material => Material.evaluate(state, perspective),
            AnyEvaluator::Standard => Standard.evaluate(state, perspective),
            AnyEvaluator::Aggressive => Aggressive.evaluate(state, perspective),
            AnyEvaluator::Single(callback) => {
                let (snapshot, mut score) = (dicechess_snapshot::of(state), 0);
                // SAFETY: the caller's function with the caller's data, a whole snapshot and a place for the score.
                let code = self.level.call(|| unsafe {
                    (callback.function)(
                        callback.user_data.pointer(),
                        &snapshot,
                        perspective as i32,
                        &mut score,
                    )
                });
                return outcome_of(code).map(|()| score);
            }
            AnyEvaluator::Batch(_) => {
                let mut score = [0];
                return self
                    .evaluate_batch(std::slice::from_ref(state), perspective, &mut score)
                    .map(|()| score[0]);
            }
        };
        Ok(score)
    }

    fn evaluate_batch(
        &self,
        states: &[GameState],
        perspective: Color,
        scores: &mut [i32],
    ) -> Result<(), EvaluationFailure> {
        assert_eq!(states.len(), scores.len(), "one score a state");
        let AnyEvaluator::Batch(callback) = &self.shared.function else {
            for (state, score) in states.iter().zip(scores) {
                *score = self.evaluate(state, perspective)?;
            }
            return Ok(());
        };
        if states.is_empty() {
            return Ok(());
        }
        let snapshots = try_collect(states.iter().map(dicechess_snapshot::of))?;
        // SAFETY: the caller's function with the caller's data, as many snapshots as places for scores.
        outcome_of(self.level.call(|| unsafe {
            (callback.function)(
                callback.user_data.pointer(),
                snapshots.as_ptr(),
                states.len(),
                perspective as i32,
                scores.as_mut_ptr(),
            )
        }))
    }
}

/// Makes a built-in evaluator, `DICECHESS_EVALUATOR_MATERIAL`, `_STANDARD` or `_AGGRESSIVE`. None of them looks at side to move, dice,
/// rights, targets or clocks. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_evaluator_new(
    kind: i32,
    out: *mut *mut dicechess_evaluator,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let evaluator = match kind {
            DICECHESS_EVALUATOR_MATERIAL => AnyEvaluator::Material,
            DICECHESS_EVALUATOR_STANDARD => AnyEvaluator::Standard,
            DICECHESS_EVALUATOR_AGGRESSIVE => AnyEvaluator::Aggressive,
            _ => {
                let problem = format_args!("is {kind}: not 1 (material) to 3 (aggressive)");
                return Err(argument!(0, kind).fault(DICECHESS_ERR_RANGE, problem));
            }
        };
        out.put(dicechess_evaluator::new(SharedEvaluator::built_in(evaluator, kind)?))
    })
}

/// Hands out an evaluator of a callback. It owns the user data only when nothing can fail any more.
fn put_callback(out: NewHandle<dicechess_evaluator>, function: AnyEvaluator, properties: i32) -> Outcome {
    let evaluator = SharedEvaluator::of_callback(function, properties)?;
    out.put(dicechess_evaluator::new(evaluator.clone()))?;
    match &evaluator.shared.function {
        AnyEvaluator::Single(Callback { user_data, .. })
        | AnyEvaluator::Batch(Callback { user_data, .. }) => {
            user_data.own();
        }
        AnyEvaluator::Material | AnyEvaluator::Standard | AnyEvaluator::Aggressive => {}
    }
    Ok(())
}

/// Makes an evaluator of a callback that scores one state at a time. `properties` is 0 or the sum of
/// `DICECHESS_EVALUATOR_IGNORES_CLOCKS` and `DICECHESS_EVALUATOR_THREAD_SAFE` as far as they hold.
///
/// `drop_user_data` (optional) is called once with `user_data` (optional) when the evaluator and all that uses it are gone; if this
/// call fails, `user_data` stays with the caller. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_evaluator_from_callback(
    user_data: *mut c_void,
    evaluate: dicechess_evaluate_callback,
    drop_user_data: dicechess_drop_callback,
    properties: i32,
    out: *mut *mut dicechess_evaluator,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(4, out).new_handle()?;
        let properties = argument!(3, properties).properties()?;
        let function = argument!(1, evaluate).callback()?;
        let user_data = UserData::new(user_data, drop_user_data);
        put_callback(out, AnyEvaluator::Single(Callback { function, user_data }), properties)
    })
}

/// Makes an evaluator of a callback that scores many states in one call. All else is as with `dicechess_evaluator_from_callback`.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_evaluator_from_batch_callback(
    user_data: *mut c_void,
    evaluate: dicechess_evaluate_batch_callback,
    drop_user_data: dicechess_drop_callback,
    properties: i32,
    out: *mut *mut dicechess_evaluator,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(4, out).new_handle()?;
        let properties = argument!(3, properties).properties()?;
        let function = argument!(1, evaluate).callback()?;
        let user_data = UserData::new(user_data, drop_user_data);
        put_callback(out, AnyEvaluator::Batch(Callback { function, user_data }), properties)
    })
}

/// Frees an evaluator. Caches and searches that use it keep what they need of it. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_evaluator_free(evaluator: *mut dicechess_evaluator) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(evaluator) } })
}

/// The score of `state` for `perspective`, whichever side is to move. `DICECHESS_ERR_CALLBACK`.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_evaluator_evaluate(
    evaluator: *const dicechess_evaluator,
    state: *const dicechess_state,
    perspective: dicechess_color,
    score: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let score = argument!(3, score).output()?;
        let perspective = argument!(2, perspective).color()?;
        let state = *argument!(1, state).shared()?;
        let evaluator = argument!(0, evaluator).shared()?.clone();
        score.put(evaluator.evaluate(&state, perspective).map_err(failed)?)
    })
}

/// The scores of `count` states for `perspective`, in one call of a batch callback. Nothing is written if one of them fails.
/// `DICECHESS_ERR_NULL` or `_HANDLE` with the index of the wrong state in `offset`; `DICECHESS_ERR_CALLBACK`; `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_evaluator_evaluate_batch(
    evaluator: *const dicechess_evaluator,
    states: *const *const dicechess_state,
    count: usize,
    perspective: dicechess_color,
    scores: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let scores = argument!(4, scores).array(count)?;
        let perspective = argument!(3, perspective).color()?;
        let states = argument!(1, states).copies(count)?;
        let evaluator = argument!(0, evaluator).shared()?.clone();
        let mut values = room_for(count)?;
        values.resize(count, 0);
        evaluator.evaluate_batch(&states, perspective, &mut values).map_err(failed)?;
        scores.fill(values.into_iter())
    })
}
