#[cfg(target_arch = "x86_64")]
use std::ptr;

/// Starts to load the cache line in which `value` begins. Does nothing on processors other than x86-64.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing as far as the program can tell, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
