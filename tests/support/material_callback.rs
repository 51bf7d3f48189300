//! Material as a callback of the C ABI, in batches, that any thread may call.

use std::ffi::c_void;

use dicechess::ffi::dicechess_snapshot;

pub unsafe extern "C" fn material(
    _: *mut c_void,
    states: *const dicechess_snapshot,
    count: usize,
    perspective: i32,
    scores: *mut i32,
) -> i32 {
    for at in 0..count {
        // SAFETY: the library passes as many states as places for scores.
        unsafe {
            let balance = (*states.add(at)).material;
            *scores.add(at) = if perspective == 0 { balance } else { -balance };
        }
    }
    0
}
