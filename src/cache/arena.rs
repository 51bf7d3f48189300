use std::ops::{Index, IndexMut, Range};

use crate::memory::FixedVec;

/// Length of the first chunk, and the number of the first value: so the highest bit of a number tells its chunk, the other bits
/// the place in it.
pub(super) const FIRST: u32 = 32;

/// A growing list whose values never move: chunks of 32, 64, 128 … values. Values are addressed by number, the first by 32; 0 is no
/// value's number.
#[derive(Debug)]
pub(super) struct Arena<T> {
    /// The chunk of the numbers 2ⁿ to 2ⁿ⁺¹ − 1 is at n, one without room as long as there are none.
    chunks: [FixedVec<T>; u32::BITS as usize],
    next: u32,
}

impl<T> Arena<T> {
    pub(super) const fn new() -> Self {
        Self { chunks: [const { FixedVec::empty() }; u32::BITS as usize], next: FIRST }
    }

    pub(super) fn len(&self) -> usize {
        (self.next - FIRST) as usize
    }

    /// The numbers of all values, in the order in which they were appended.
    pub(super) fn numbers(&self) -> Range<u32> {
        FIRST..self.next
    }

    /// Makes room for one more value; `None` if there is no memory for it.
    pub(super) fn reserve(&mut self) -> Option<()> {
        let (chunk, _) = split(self.next);
        if self.chunks[chunk].capacity() == 0 {
            self.chunks[chunk] = FixedVec::with_capacity(1 << chunk)?;
        }
        Some(())
    }

    /// Appends a value, for which there must be room, and returns its number.
    pub(super) fn push(&mut self, value: T) -> u32 {
        let number = self.next;
        self.chunks[split(number).0].push(value);
        self.next += 1;
        number
    }

    /// The value with this number, if there is one.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let (chunk, place) = split(number);
        self.chunks[chunk].get(place)
    }

    /// Bytes that the chunks take up, unused ends included.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.capacity() * size_of::<T>()).sum()
    }
}

impl<T> Index<u32> for Arena<T> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        let (chunk, place) = split(number);
        &self.chunks[chunk][place]
    }
}

impl<T> IndexMut<u32> for Arena<T> {
    fn index_mut(&mut self, number: u32) -> &mut T {
        let (chunk, place) = split(number);
        &mut self.chunks[chunk][place]
    }
}

/// Chunk and place of a number.
#[inline]
fn split(number: u32) -> (usize, usize) {
    let chunk = (number | 1).ilog2();
    (chunk as usize, (number ^ 1 << chunk) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn append<T>(arena: &mut Arena<T>, value: T) -> u32 {
        arena.reserve().unwrap();
        arena.push(value)
    }

    #[test]
    fn values_keep_number_and_address() {
        let mut arena = Arena::new();
        let numbers: Vec<u32> = (0..1000).map(|value| append(&mut arena, value)).collect();
        let addresses: Vec<*const i32> = numbers.iter().map(|&number| &raw const arena[number]).collect();
        for value in 1000..5000 {
            append(&mut arena, value);
        }
        assert_eq!(arena.len(), 5000);
        assert_eq!(
            (numbers[0], arena.get(0), arena.get(FIRST - 1), arena.get(FIRST + 5000)),
            (FIRST, None, None, None)
        );
        for (value, (&number, &address)) in numbers.iter().zip(&addresses).enumerate() {
            assert_eq!(arena[number], value as i32);
            assert_eq!(&raw const arena[number], address);
        }
        arena[numbers[77]] = -1;
        assert_eq!(arena[numbers[77]], -1);
    }

    #[test]
    fn chunks_double() {
        let mut arena = Arena::new();
        assert_eq!(arena.bytes(), 0);
        for value in 0..33_u64 {
            append(&mut arena, value);
        }
        assert_eq!(arena.bytes(), (32 + 64) * 8);
    }
}
