//! Checks of what callers pass. Each failure names the parameter.

use std::fmt;
use std::marker::PhantomData;

use crate::board::{Color, PieceType, Square};
use crate::memory::list_with_room;

use super::error::{Outcome, dicechess_error};
use super::handle::{Exclusive, Handle, Reenterable, Reentrant, Shared, allocate};
use super::status::{DICECHESS_ERR_BUFFER, DICECHESS_ERR_NULL, DICECHESS_ERR_RANGE};

/// A parameter of an exported function: its number, from 0, its name and its value.
///
/// Whoever makes one of a pointer promises what the header demands of callers: that it is NULL or points to what its type
/// and the function's comment say, for the length of the call `'a`. The methods rely on that and are therefore safe.
#[derive(Clone, Copy)]
pub(super) struct Argument<'a, T> {
    index: i32,
    name: &'static str,
    pub(super) value: T,
    /// Where in its struct a member lies, see [`member`].
    offset: Option<usize>,
    call: PhantomData<&'a ()>,
}

/// `argument!(0, state)` is the first parameter, `state`.
macro_rules! argument {
    ($index:literal, $name:ident) => {
        // SAFETY: the conventions at the top of the header bind the caller to what `Argument` demands.
        unsafe { $crate::ffi::argument::Argument::new($index, stringify!($name), $name) }
    };
}
pub(super) use argument;

/// `member!(options, given.depth)` is the member `depth` of the struct `given`, which the parameter `options` points to. It is checked as
/// a parameter is; a failure carries the number of the parameter and the member's place in the struct.
macro_rules! member {
    ($argument:ident, $structure:ident.$member:ident) => {{
        let offset = (&raw const $structure.$member).addr() - (&raw const *$structure).addr();
        // SAFETY: what the conventions demand of parameters they demand of members, too.
        unsafe { $argument.member(stringify!($member), $structure.$member, offset) }
    }};
}
pub(super) use member;

impl<'a, T> Argument<'a, T> {
    /// # Safety
    /// See [`Argument`].
    pub(super) const unsafe fn new(index: i32, name: &'static str, value: T) -> Self {
        Self { index, name, value, offset: None, call: PhantomData }
    }

    /// A member of the struct that this parameter points to.
    ///
    /// # Safety
    /// As with `new`.
    pub(super) const unsafe fn member<M>(
        &self,
        name: &'static str,
        value: M,
        offset: usize,
    ) -> Argument<'a, M> {
        Argument { index: self.index, name, value, offset: Some(offset), call: PhantomData }
    }

    /// The same parameter as another value.
    fn with_value<U>(self, value: U) -> Argument<'a, U> {
        Argument { index: self.index, name: self.name, value, offset: self.offset, call: PhantomData }
    }

    /// `error` because of this parameter.
    #[cold]
    pub(super) fn blame(&self, error: dicechess_error) -> dicechess_error {
        let error = error.with_field(self.index);
        self.offset.map_or(error, |offset| error.with_offset(offset))
    }

    /// A failure with this status because of this parameter. The message is its name, a space and `problem`.
    #[cold]
    pub(super) fn fault(&self, status: i32, problem: impl fmt::Display) -> dicechess_error {
        self.blame(dicechess_error::new(status, format_args!("{} {problem}", self.name)))
    }

    #[cold]
    pub(super) fn out_of_range(&self, problem: impl fmt::Display) -> dicechess_error {
        self.fault(DICECHESS_ERR_RANGE, problem)
    }

    #[inline]
    fn check_null<P>(&self, pointer: *const P) -> Outcome {
        if pointer.is_null() { Err(self.fault(DICECHESS_ERR_NULL, "is NULL")) } else { Ok(()) }
    }

    #[inline]
    pub(super) fn check<P>(&self, pointer: *const P) -> Outcome {
        self.check_null(pointer)?;
        if !pointer.is_aligned() {
            return Err(self.out_of_range("is not aligned to its type"));
        }
        Ok(())
    }

    /// `pointer` for `length` elements; for none, NULL will do.
    fn check_array<P>(&self, pointer: *const P, length: usize) -> Outcome {
        if length > isize::MAX as usize / size_of::<P>().max(1) {
            return Err(self.out_of_range(format_args!("cannot have {length} elements")));
        }
        if length == 0 { Ok(()) } else { self.check(pointer) }
    }
}

impl<'a, H: Handle> Argument<'a, *const H> {
    /// The handle, for reading.
    #[inline]
    pub(super) fn shared(self) -> Outcome<Shared<'a, H>> {
        self.check_null(self.value)?;
        // SAFETY: see `Argument`.
        unsafe { Shared::new(self.value) }.map_err(|error| self.blame(error))
    }
}

impl<'a, H: Handle> Argument<'a, *mut H>
where
    H::Value: Sync,
{
    /// A thread-safe handle, for a change that other calls may make at the same time.
    pub(super) fn concurrent(self) -> Outcome<Shared<'a, H>> {
        let value = self.value.cast_const();
        self.with_value(value).shared()
    }
}

impl<'a, H: Handle> Argument<'a, *const H> {
    /// A single-owner handle, for reading.
    pub(super) fn exclusive(self) -> Outcome<Exclusive<'a, H>> {
        self.check_null(self.value)?;
        // SAFETY: see `Argument`.
        unsafe { Exclusive::new(self.value) }.map_err(|error| self.blame(error))
    }

    /// The same for a handle that the caller may do without.
    pub(super) fn optional_shared(self) -> Outcome<Option<Shared<'a, H>>> {
        if self.value.is_null() { Ok(None) } else { self.shared().map(Some) }
    }
}

impl<'a, H: Handle> Argument<'a, *mut H> {
    /// The handle, for changing it.
    #[inline]
    pub(super) fn exclusive(self) -> Outcome<Exclusive<'a, H>> {
        self.check_null(self.value)?;
        // SAFETY: see `Argument`.
        unsafe { Exclusive::new(self.value) }.map_err(|error| self.blame(error))
    }

    /// The same for a handle that the caller may do without.
    pub(super) fn optional_exclusive(self) -> Outcome<Option<Exclusive<'a, H>>> {
        if self.value.is_null() { Ok(None) } else { self.exclusive().map(Some) }
    }
}

impl<'a, H: Handle> Argument<'a, *const H>
where
    H::Value: Reenterable,
{
    /// The handle, for a use that its own callbacks may nest others in.
    pub(super) fn reentrant(self) -> Outcome<Reentrant<'a, H>> {
        self.check_null(self.value)?;
        // SAFETY: see `Argument`.
        unsafe { Reentrant::new(self.value) }.map_err(|error| self.blame(error))
    }
}

impl<'a, H: Handle> Argument<'a, *mut H>
where
    H::Value: Reenterable,
{
    /// The handle, for a use that its own callbacks may nest others in.
    pub(super) fn reentrant(self) -> Outcome<Reentrant<'a, H>> {
        let value = self.value.cast_const();
        self.with_value(value).reentrant()
    }
}

impl<H: Handle> Argument<'_, *mut *mut H> {
    /// Where a new handle goes. `boundary!` has put NULL there.
    pub(super) fn new_handle(self) -> Outcome<NewHandle<H>> {
        self.check(self.value)?;
        Ok(NewHandle(self.value))
    }
}

/// Where a new handle goes.
pub(super) struct NewHandle<H>(*mut *mut H);

impl<H: Handle> NewHandle<H> {
    pub(super) fn put(self, handle: H) -> Outcome {
        let pointer = allocate(handle)?;
        // SAFETY: checked and written to before.
        unsafe { self.0.write(pointer) };
        Ok(())
    }
}

impl<'a, T> Argument<'a, *mut T> {
    /// The same memory as arrays of a fixed length.
    pub(super) fn arrays<const N: usize>(self) -> Argument<'a, *mut [T; N]> {
        let value = self.value.cast();
        self.with_value(value)
    }
}

impl<'a, T> Argument<'a, *const T> {
    /// An array that the call reads; NULL is an empty one.
    pub(super) fn slice(self, length: usize) -> Outcome<&'a [T]> {
        self.check_array(self.value, length)?;
        if length == 0 {
            return Ok(&[]);
        }
        // SAFETY: see `Argument`; the length is not too large for a slice.
        Ok(unsafe { std::slice::from_raw_parts(self.value, length) })
    }
}

impl<T> Argument<'_, *mut T> {
    /// Where a value goes.
    pub(super) fn output(self) -> Outcome<Output<T>> {
        self.check(self.value)?;
        Ok(Output(self.value))
    }

    /// Where a value goes if the caller wants it.
    pub(super) fn optional_output(self) -> Outcome<Option<Output<T>>> {
        if self.value.is_null() { Ok(None) } else { self.output().map(Some) }
    }
}

impl<H: Handle> Argument<'_, *const *const H>
where
    H::Value: Copy,
{
    /// Copies of what `count` handles hold. For calls with callbacks, which may change or free what they like.
    pub(super) fn copies(self, count: usize) -> Outcome<Vec<H::Value>> {
        let handles = self.slice(count)?;
        let mut copies = room_for(count)?;
        for (index, &handle) in handles.iter().enumerate() {
            if handle.is_null() {
                let problem = format_args!("has NULL at {index}");
                return Err(self.fault(DICECHESS_ERR_NULL, problem).with_offset(index));
            }
            // SAFETY: see `Argument`: the elements are handles.
            let shared = unsafe { Shared::new(handle) };
            copies.push(*shared.map_err(|error| error.with_field(self.index).with_offset(index))?);
        }
        Ok(copies)
    }
}

/// An empty list with room for `count` elements.
pub(super) fn room_for<T>(count: usize) -> Outcome<Vec<T>> {
    Ok(list_with_room(count)?)
}

/// Where a value goes. Nothing is read from there, so it need not be initialised.
#[derive(Clone, Copy)]
pub(super) struct Output<T>(*mut T);

impl<T> Output<T> {
    pub(super) fn put(self, value: T) -> Outcome {
        // SAFETY: checked in `Argument::output`.
        unsafe { self.0.write(value) };
        Ok(())
    }
}

impl Argument<'_, *mut usize> {
    /// Where a count goes; 0 until then.
    pub(super) fn count(self) -> Outcome<Output<usize>> {
        let output = self.output()?;
        output.put(0)?;
        Ok(output)
    }

    /// The same for a count that the caller may do without.
    pub(super) fn optional_count(self) -> Outcome<Option<Output<usize>>> {
        if self.value.is_null() { Ok(None) } else { self.count().map(Some) }
    }
}

impl<T: Copy> Argument<'_, *mut T> {
    /// A buffer for up to `capacity` elements. The number needed goes to `required`, which is optional; 0 until then.
    pub(super) fn buffer(self, capacity: usize, required: Argument<'_, *mut usize>) -> Outcome<Buffer<T>> {
        let required = required.optional_count()?;
        self.check_array(self.value, capacity)?;
        Ok(Buffer { index: self.index, name: self.name, start: self.value, capacity, required })
    }

    /// Where exactly `length` elements go.
    pub(super) fn array(self, length: usize) -> Outcome<Buffer<T>> {
        self.check_array(self.value, length)?;
        Ok(Buffer { index: self.index, name: self.name, start: self.value, capacity: length, required: None })
    }

    /// The same for a buffer that the caller may do without.
    pub(super) fn optional_buffer(
        self,
        capacity: usize,
        required: Argument<'_, *mut usize>,
    ) -> Outcome<Option<Buffer<T>>> {
        if self.value.is_null() { Ok(None) } else { self.buffer(capacity, required).map(Some) }
    }
}

/// A buffer of the caller.
pub(super) struct Buffer<T> {
    index: i32,
    name: &'static str,
    start: *mut T,
    capacity: usize,
    required: Option<Output<usize>>,
}

impl<T: Copy> Buffer<T> {
    /// Fails, after telling the number, unless the buffer has room for `length` elements.
    pub(super) fn require(&self, length: usize) -> Outcome {
        if let Some(required) = self.required {
            required.put(length)?;
        }
        if length <= self.capacity {
            return Ok(());
        }
        let (name, capacity) = (self.name, self.capacity);
        let message = format_args!("{name} holds {capacity} elements, {length} are required");
        Err(dicechess_error::new(DICECHESS_ERR_BUFFER, message).with_field(self.index))
    }

    /// Writes one element. Beyond the capacity nothing is written.
    pub(super) fn set(&self, index: usize, element: T) {
        if index < self.capacity {
            // SAFETY: inside the buffer, whose pointer and length were checked.
            unsafe { self.start.add(index).write(element) };
        }
    }

    /// Writes all elements or, if they do not fit, none.
    pub(super) fn fill(&self, elements: impl ExactSizeIterator<Item = T>) -> Outcome {
        self.require(elements.len())?;
        elements.enumerate().for_each(|(index, element)| self.set(index, element));
        Ok(())
    }
}

impl Argument<'_, i32> {
    pub(super) fn color(self) -> Outcome<Color> {
        let color = u8::try_from(self.value).ok().and_then(Color::from_index);
        color.ok_or_else(|| {
            self.out_of_range(format_args!("is {}: neither 0 (White) nor 1 (Black)", self.value))
        })
    }

    pub(super) fn piece_type(self) -> Outcome<PieceType> {
        let piece_type = u8::try_from(self.value).ok().and_then(PieceType::from_face);
        piece_type
            .ok_or_else(|| self.out_of_range(format_args!("is {}: not 1 (pawn) to 6 (king)", self.value)))
    }

    pub(super) fn truth(self) -> Outcome<bool> {
        match self.value {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.out_of_range(format_args!("is {other}: neither 0 nor 1"))),
        }
    }

    pub(super) fn byte(self) -> Outcome<u8> {
        u8::try_from(self.value)
            .map_err(|_| self.out_of_range(format_args!("is {}: not 0 to 255", self.value)))
    }
}

impl Argument<'_, f64> {
    pub(super) fn finite(self) -> Outcome<f64> {
        if self.value.is_finite() {
            return Ok(self.value);
        }
        Err(self.out_of_range(format_args!("is {}: not finite", self.value)))
    }
}

impl Argument<'_, u8> {
    pub(super) fn square(self) -> Outcome<Square> {
        let square = Square::from_index(self.value);
        square.ok_or_else(|| self.out_of_range(format_args!("is {}: not 0 (a1) to 63 (h8)", self.value)))
    }
}

impl Argument<'_, usize> {
    /// The value if it is below `length`.
    pub(super) fn below(self, length: usize) -> Outcome<usize> {
        if self.value < length {
            return Ok(self.value);
        }
        Err(self.out_of_range(format_args!("is {}: there are {length}", self.value)))
    }
}
