use arrayvec::ArrayVec;

use crate::memory::FixedVec;

/// Length of the first chunk, and the number of the first value: with that offset the highest bit of a number tells its chunk, the other bits the
/// place in it.
const FIRST: u32 = 32;
const FIRST_BITS: u32 = FIRST.ilog2();
const CHUNKS: usize = (u32::BITS - FIRST_BITS) as usize;

/// A growing list whose values never move: chunks of 32, 64, 128 … values. Values are addressed by number, the first by 32; 0 is no
/// value's number.
#[derive(Debug)]
pub(super) struct Arena<T> {
    chunks: ArrayVec<FixedVec<T>, CHUNKS>,
    next: u32,
}

impl<T> Arena<T> {
    pub(super) const fn new() -> Self {
        Self { chunks: ArrayVec::new_const(), next: FIRST }
    }

    pub(super) fn len(&self) -> usize {
        (self.next - FIRST) as usize
    }

    /// Appends a value and returns its number; `None` if there is no memory for it.
    pub(super) fn push(&mut self, value: T) -> Option<u32> {
        let number = self.next;
        let (chunk, place) = split(number);
        if place == 0 {
            self.chunks.push(FixedVec::with_capacity(1 << (chunk as u32 + FIRST_BITS))?);
        }
        self.chunks[chunk].push(value);
        self.next += 1;
        Some(number)
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> &T {
        let (chunk, place) = split(number);
        &self.chunks[chunk][place]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, number: u32) -> &mut T {
        let (chunk, place) = split(number);
        &mut self.chunks[chunk][place]
    }

    /// Bytes that the chunks take up, unused ends included.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.capacity() * size_of::<T>()).sum()
    }
}

/// Chunk and place of a number.
#[inline]
fn split(number: u32) -> (usize, usize) {
    let highest = (number | FIRST).ilog2();
    ((highest - FIRST_BITS) as usize, (number ^ 1 << highest) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_number_and_address() {
        let mut arena = Arena::new();
        let numbers: Vec<u32> = (0..1000).map(|value| arena.push(value).unwrap()).collect();
        let addresses: Vec<*const i32> =
            numbers.iter().map(|&number| &raw const *arena.get(number)).collect();
        for value in 1000..5000 {
            arena.push(value).unwrap();
        }
        assert_eq!(arena.len(), 5000);
        assert_eq!(numbers[0], FIRST);
        for (value, (&number, &address)) in numbers.iter().zip(&addresses).enumerate() {
            assert_eq!(*arena.get(number), value as i32);
            assert_eq!(&raw const *arena.get(number), address);
        }
        *arena.get_mut(numbers[77]) = -1;
        assert_eq!(*arena.get(numbers[77]), -1);
    }

    #[test]
    fn chunks_double() {
        let mut arena = Arena::new();
        assert_eq!(arena.bytes(), 0);
        for value in 0..33_u64 {
            arena.push(value).unwrap();
        }
        assert_eq!(arena.bytes(), (32 + 64) * 8);
    }
}
