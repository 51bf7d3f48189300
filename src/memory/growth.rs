//! Lists and boxes that report that there is no memory.

use std::alloc::{Layout, alloc};
use std::ptr::NonNull;

use super::NoMemory;

/// Growth that changes nothing if it fails.
pub(crate) trait TryGrow<T> {
    /// Appends a value.
    fn try_push(&mut self, value: T) -> Result<(), NoMemory>;

    /// Appends copies of `values`.
    fn try_extend(&mut self, values: &[T]) -> Result<(), NoMemory>
    where
        T: Clone;

    /// Makes the list `len` values long: drops those beyond, or appends copies of `value`.
    fn try_resize(&mut self, len: usize, value: T) -> Result<(), NoMemory>
    where
        T: Clone;
}

impl<T> TryGrow<T> for Vec<T> {
    #[inline]
    fn try_push(&mut self, value: T) -> Result<(), NoMemory> {
        self.try_reserve(1)?;
        self.push(value);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, values: &[T]) -> Result<(), NoMemory>
    where
        T: Clone,
    {
        self.try_reserve(values.len())?;
        self.extend_from_slice(values);
        Ok(())
    }

    #[inline]
    fn try_resize(&mut self, len: usize, value: T) -> Result<(), NoMemory>
    where
        T: Clone,
    {
        self.try_reserve(len.saturating_sub(self.len()))?;
        self.resize(len, value);
        Ok(())
    }
}

/// An empty list with room for `capacity` values and no more.
pub(crate) fn list_with_room<T>(capacity: usize) -> Result<Vec<T>, NoMemory> {
    let mut list = Vec::new();
    list.try_reserve_exact(capacity)?;
    Ok(list)
}

/// The list of what an iterator of known length gives.
pub(crate) fn try_collect<T>(values: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, NoMemory> {
    let mut list = list_with_room(values.len())?;
    list.extend(values);
    Ok(list)
}

/// `value` on the heap.
pub(crate) fn try_box<T>(value: T) -> Result<Box<T>, NoMemory> {
    let layout = Layout::new::<T>();
    let pointer = if layout.size() == 0 {
        NonNull::dangling()
    } else {
        // SAFETY: the size is not zero.
        NonNull::new(unsafe { alloc(layout) }.cast::<T>()).ok_or(NoMemory)?
    };
    // SAFETY: aligned, and as large as the value, whose layout this is.
    unsafe { pointer.write(value) };
    // SAFETY: from the global allocator with the layout of the value, or dangling for one without size, as a box has it.
    Ok(unsafe { Box::from_raw(pointer.as_ptr()) })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn boxes_of_any_size_hold_their_value_and_drop_it_once() {
        #[repr(align(64))]
        struct Line(u8);
        assert_eq!(*try_box(7u64).unwrap(), 7);
        assert_eq!(try_box(Line(9)).unwrap().0, 9);
        assert!((*try_box(|| true).unwrap())());
        let value = Rc::new(());
        drop(try_box(Rc::clone(&value)).unwrap());
        assert_eq!(Rc::strong_count(&value), 1);
    }

    #[test]
    fn what_the_address_space_cannot_hold_is_refused_and_changes_nothing() {
        let mut list = vec![1u64];
        assert_eq!(list.try_resize(usize::MAX, 0), Err(NoMemory));
        assert_eq!(list, [1]);
        assert_eq!(list_with_room::<u64>(usize::MAX), Err(NoMemory));
    }
}
