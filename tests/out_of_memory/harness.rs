//! What every call through the C ABI has to do when memory runs out.

use std::cell::Cell;
use std::ffi::CString;
use std::fmt::Debug;
use std::panic;
use std::ptr::{NonNull, null_mut};
use std::sync::Once;

use dicechess::ffi::*;

use crate::allocator::{Refusal, alive, allowing, refusing};
use crate::material_callback::material;

pub type Error = *mut dicechess_error;

/// A handle that frees itself, which takes no memory.
pub struct Owned<H> {
    pointer: *mut H,
    free: unsafe extern "C" fn(*mut H),
}

impl<H> Owned<H> {
    pub fn new(
        free: unsafe extern "C" fn(*mut H),
        make: impl FnOnce(*mut *mut H, Error) -> dicechess_status,
    ) -> Self {
        let mut pointer = null_mut();
        assert_eq!(make(&mut pointer, null_mut()), DICECHESS_OK);
        Self { pointer, free }
    }

    pub const fn get(&self) -> *mut H {
        self.pointer
    }
}

impl<H> Drop for Owned<H> {
    fn drop(&mut self) {
        // SAFETY: a live handle that nothing else frees.
        let ((), asked) = refusing(Refusal::From(0), || unsafe { (self.free)(self.pointer) });
        assert_eq!(asked, 0, "freeing asks for memory");
    }
}

thread_local! {
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// Counts panics of the call instead of printing them; those of the test itself are printed.
fn watch_panics() {
    static WATCHING: Once = Once::new();
    WATCHING.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            allowing(|| print(panic));
        }));
    });
}

/// Makes the call with some memory refused, and checks what any call owes. Whether it succeeded, and how many allocations it asked for.
fn attempt(name: &str, refusal: Refusal, call: impl FnOnce(Error) -> dicechess_status) -> (bool, usize) {
    let mut error: dicechess_error = structure();
    let panics = PANICS.get();
    let (status, asked) = refusing(refusal, || call(&mut error));
    assert_eq!(PANICS.get(), panics, "{name}, {refusal:?}: a panic");
    assert_eq!(status, error.code, "{name}, {refusal:?}");
    if status != DICECHESS_OK {
        assert_eq!(status, DICECHESS_ERR_MEMORY, "{name}, {refusal:?}");
        assert!(asked > refusal.first(), "{name}, {refusal:?}: nothing was refused");
        assert!(error.message[0] != 0, "{name}, {refusal:?}: no message");
    }
    (status == DICECHESS_OK, asked)
}

/// Makes the call with every allocation refused in turn, alone and with all after it. What fails has changed nothing, leaves no memory
/// allocated, and succeeds when it is repeated; what succeeds all the same has done all of it. Returns the number of allocations.
///
/// `make` gives fresh things to call with, and `look` all of them that a caller can see.
pub fn survives<S, A: PartialEq + Debug>(
    name: &str,
    make: impl Fn() -> S,
    call: impl Fn(&mut S, Error) -> dicechess_status,
    look: impl Fn(&mut S) -> A,
) -> usize {
    check(name, make, call, look, None)
}

/// Checks a call that leaves the things as `emptied` when it fails.
pub fn empties<S, A: PartialEq + Debug>(
    name: &str,
    make: impl Fn() -> S,
    call: impl Fn(&mut S, Error) -> dicechess_status,
    look: impl Fn(&mut S) -> A,
    emptied: A,
) -> usize {
    check(name, make, call, look, Some(emptied))
}

fn check<S, A: PartialEq + Debug>(
    name: &str,
    make: impl Fn() -> S,
    call: impl Fn(&mut S, Error) -> dicechess_status,
    look: impl Fn(&mut S) -> A,
    emptied: Option<A>,
) -> usize {
    watch_panics();
    let expected = {
        let mut things = make();
        assert_eq!(call(&mut things, null_mut()), DICECHESS_OK, "{name}");
        look(&mut things)
    };
    let mut first = 0;
    loop {
        let mut needed = 0;
        for refusal in Refusal::both(first) {
            let before = alive();
            let mut things = make();
            let untouched = look(&mut things);
            let (succeeded, asked) = attempt(name, refusal, |error| call(&mut things, error));
            if !succeeded {
                let left = emptied.as_ref().unwrap_or(&untouched);
                assert_eq!(&look(&mut things), left, "{name}, {refusal:?}: changed by a call that failed");
                assert_eq!(call(&mut things, null_mut()), DICECHESS_OK, "{name}, {refusal:?}: repeated");
            }
            assert_eq!(look(&mut things), expected, "{name}, {refusal:?}");
            drop((things, untouched));
            assert_eq!(alive(), before, "{name}, {refusal:?}: memory is lost");
            needed = needed.max(asked);
        }
        if needed <= first {
            return needed;
        }
        first += 1;
    }
}

/// Makes a handle with every allocation refused in turn. What fails leaves NULL.
pub fn makes<H>(
    name: &str,
    free: unsafe extern "C" fn(*mut H),
    make: impl Fn(*mut *mut H, Error) -> dicechess_status,
) -> usize {
    watch_panics();
    drop(Owned::new(free, &make));
    for first in 0.. {
        let mut needed = 0;
        for refusal in Refusal::both(first) {
            let before = alive();
            let mut pointer = NonNull::dangling().as_ptr();
            let (succeeded, asked) = attempt(name, refusal, |error| make(&mut pointer, error));
            assert_eq!(pointer.is_null(), !succeeded, "{name}, {refusal:?}");
            if succeeded {
                drop(Owned { pointer, free });
            }
            drop(Owned::new(free, &make));
            assert_eq!(alive(), before, "{name}, {refusal:?}: memory is lost");
            needed = needed.max(asked);
        }
        if needed <= first {
            return first;
        }
    }
    unreachable!("some number of allocations suffices")
}

/// Makes a call that needs no memory.
pub fn needs_none(name: &str, call: impl FnOnce(Error) -> dicechess_status) {
    watch_panics();
    let (succeeded, asked) = attempt(name, Refusal::From(0), call);
    assert_eq!((succeeded, asked), (true, 0), "{name}");
}

/// A struct of the header, all zeros except its size.
pub fn structure<T: Copy>() -> T {
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    // SAFETY: the structs of the header begin with their size, and zeros are values of all their members.
    unsafe {
        value.as_mut_ptr().cast::<u32>().write(size_of::<T>() as u32);
        value.assume_init()
    }
}

/// The bytes of a struct of the header without padding.
pub fn bytes<T: Copy>(value: &T) -> Vec<u8> {
    // SAFETY: as many bytes as the struct has, all of them initialised.
    unsafe { std::slice::from_raw_parts((&raw const *value).cast::<u8>(), size_of::<T>()) }.to_vec()
}

pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB";

pub fn state(dfen: &str) -> Owned<dicechess_state> {
    let text = CString::new(dfen).unwrap();
    // SAFETY: a terminated text.
    let parse = |out, error| unsafe {
        dicechess_state_from_dfen(text.as_ptr(), DICECHESS_NUL_TERMINATED, out, error)
    };
    Owned::new(dicechess_state_free, parse)
}

/// The DFEN of a state.
pub fn dfen(state: *const dicechess_state) -> String {
    let mut text = [0; DICECHESS_DFEN_MAX];
    // SAFETY: a live handle and a buffer of this length.
    let status =
        unsafe { dicechess_state_to_dfen(state, text.as_mut_ptr(), text.len(), null_mut(), null_mut()) };
    assert_eq!(status, DICECHESS_OK);
    text.iter().take_while(|&&byte| byte != 0).map(|&byte| byte as u8 as char).collect()
}

pub fn evaluator(kind: i32) -> Owned<dicechess_evaluator> {
    // SAFETY: the places are those of `Owned`.
    Owned::new(dicechess_evaluator_free, |out, error| unsafe { dicechess_evaluator_new(kind, out, error) })
}

/// An evaluator of a callback: material, in batches.
pub fn callback_evaluator(properties: i32) -> Owned<dicechess_evaluator> {
    // SAFETY: the places are those of `Owned`.
    Owned::new(dicechess_evaluator_free, |out, error| unsafe {
        dicechess_evaluator_from_batch_callback(null_mut(), Some(material), None, properties, out, error)
    })
}
