//! Structs that start with their size and can therefore grow.

use super::argument::Argument;
use super::error::Outcome;
use super::status::{DICECHESS_ERR_STRUCT_SIZE, DICECHESS_ERR_UNSUPPORTED};

/// A struct of the header whose first member is `struct_size`.
///
/// # Safety
/// It is `repr(C)` and starts with a `u32` that the caller sets to the size of the struct as it knows it.
pub(super) unsafe trait Extensible: Copy {}

/// No version of any struct is larger, so that a size that was never set is noticed instead of read up to.
pub(super) const LARGEST_STRUCT: usize = 4096;

impl<T> Argument<'_, T> {
    /// The size that the caller gave, which is at least ours: no released version was smaller.
    fn size_of_struct<S: Extensible>(&self, pointer: *const S) -> Outcome<usize> {
        self.check(pointer)?;
        // SAFETY: see `Argument` and `Extensible`.
        let size = unsafe { pointer.cast::<u32>().read() } as usize;
        if !(size_of::<S>()..=LARGEST_STRUCT).contains(&size) {
            let problem = format_args!("has struct_size {size}, expected {}", size_of::<S>());
            return Err(self.fault(DICECHESS_ERR_STRUCT_SIZE, problem).with_offset(0));
        }
        Ok(size)
    }
}

impl<'a, S: Extensible> Argument<'a, *const S> {
    /// A struct that the call reads. What a newer caller's has beyond ours must be 0.
    pub(super) fn structure(self) -> Outcome<&'a S> {
        let size = self.size_of_struct(self.value)?;
        // SAFETY: see `Argument`: the struct is as large as it says.
        let bytes = unsafe { std::slice::from_raw_parts(self.value.cast::<u8>(), size) };
        if let Some(unknown) = bytes[size_of::<S>()..].iter().position(|&byte| byte != 0) {
            let problem = "has a member that this version does not know, with a value other than 0";
            return Err(self.fault(DICECHESS_ERR_UNSUPPORTED, problem).with_offset(size_of::<S>() + unknown));
        }
        // SAFETY: checked for NULL, alignment and size.
        Ok(unsafe { &*self.value })
    }
}

/// A struct of the caller's that the call fills.
pub(super) struct StructOutput<S>(*mut S);

impl<S: Extensible> Argument<'_, *mut S> {
    /// Where a struct goes. What a newer caller's has beyond ours is left alone.
    pub(super) fn structure_output(self) -> Outcome<StructOutput<S>> {
        self.size_of_struct(self.value.cast_const())?;
        Ok(StructOutput(self.value))
    }
}

impl<S: Extensible> StructOutput<S> {
    /// Writes all members but `struct_size`.
    pub(super) fn put(self, value: S) -> Outcome {
        // SAFETY: checked in `structure_output`; `struct_size` comes first.
        unsafe {
            let size = self.0.cast::<u32>().read();
            self.0.write(value);
            self.0.cast::<u32>().write(size);
        }
        Ok(())
    }
}
