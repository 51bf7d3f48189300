//! Structs that start with their size and can therefore grow.

use super::argument::{Argument, Output};
use super::error::{Outcome, dicechess_error};
use super::status::{DICECHESS_ERR_BUFFER, DICECHESS_ERR_STRUCT_SIZE, DICECHESS_ERR_UNSUPPORTED};

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

    /// The same for a struct that the caller may do without.
    pub(super) fn optional_structure(self) -> Outcome<Option<&'a S>> {
        if self.value.is_null() { Ok(None) } else { self.structure().map(Some) }
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

/// An array of structs of the caller's that the call fills.
pub(super) struct StructBuffer<S> {
    first: *mut S,
    /// Bytes from one struct to the next: what the caller takes for its size.
    distance: usize,
    capacity: usize,
    required: Option<Output<usize>>,
    too_small: dicechess_error,
}

impl<S: Extensible> Argument<'_, *mut S> {
    /// A buffer for up to `capacity` structs, of which the first one's `struct_size` is that of all. The number needed goes to `required`,
    /// which is optional; 0 until then.
    pub(super) fn structure_buffer(
        self,
        capacity: usize,
        required: Argument<'_, *mut usize>,
    ) -> Outcome<StructBuffer<S>> {
        let required = required.optional_count()?;
        let distance =
            if capacity == 0 { size_of::<S>() } else { self.size_of_struct(self.value.cast_const())? };
        if !distance.is_multiple_of(align_of::<S>()) {
            let problem = format_args!("has struct_size {distance}: no multiple of {}", align_of::<S>());
            return Err(self.fault(DICECHESS_ERR_STRUCT_SIZE, problem).with_offset(0));
        }
        if capacity > isize::MAX as usize / distance {
            return Err(self.out_of_range(format_args!("cannot have {capacity} elements")));
        }
        let too_small = self.fault(DICECHESS_ERR_BUFFER, "is too small");
        Ok(StructBuffer { first: self.value, distance, capacity, required, too_small })
    }
}

impl<S: Extensible> StructBuffer<S> {
    /// Writes all structs or, if they do not fit, none.
    pub(super) fn fill(&self, structs: impl ExactSizeIterator<Item = S>) -> Outcome {
        if let Some(required) = self.required {
            required.put(structs.len())?;
        }
        if structs.len() > self.capacity {
            return Err(self.too_small);
        }
        structs.enumerate().take(self.capacity).try_for_each(|(index, value)| {
            // SAFETY: inside the buffer, whose pointer, length and size of elements were checked.
            let place = unsafe { self.first.byte_add(index * self.distance) };
            // SAFETY: as above; the caller need not have set the size of any but the first.
            unsafe { place.cast::<u32>().write(self.distance as u32) };
            StructOutput(place).put(value)
        })
    }
}
