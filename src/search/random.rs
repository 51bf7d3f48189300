/// The 48-bit linear congruential generator of the JVM (`java.util.Random`), so that one seed gives the same games on
/// every side of the ABI. Not for secrets. Two values are equal if they will draw the same numbers.
///
/// Source: the documentation of `java.util.Random`, which prescribes this algorithm and its constants and names Knuth,
/// The Art of Computer Programming, volume 2, section 3.2.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JvmRandom {
    state: u64,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const INCREMENT: u64 = 0xB;
const MASK: u64 = (1 << 48) - 1;

impl JvmRandom {
    /// A generator that starts from `seed`, of which the lower 48 bits count.
    #[must_use]
    pub const fn new(seed: i64) -> Self {
        Self { state: (seed as u64 ^ MULTIPLIER) & MASK }
    }

    /// The next `bits` random bits as a signed number, as the JVM gives them. More than 32 bits count as 32.
    pub const fn next_bits(&mut self, bits: u32) -> i32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        let kept = if bits < 32 { bits } else { 32 };
        (self.state >> (48 - kept)) as i32
    }

    /// A number from `0` to `bound - 1`, each equally likely. `None`, and nothing is drawn, if `bound` is 0 or above
    /// `i32::MAX`, which the JVM's generator does not know.
    pub const fn next_int(&mut self, bound: u32) -> Option<u32> {
        if bound == 0 || bound > i32::MAX as u32 {
            return None;
        }
        let mut drawn = self.next_31_bits();
        if bound.is_power_of_two() {
            // The high bits of a linear congruential generator are its better ones.
            return Some(((bound as u64 * drawn as u64) >> 31) as u32);
        }
        // Draws from the last, incomplete run of `bound` numbers would favour the small ones.
        while drawn - drawn % bound > i32::MAX as u32 - (bound - 1) {
            drawn = self.next_31_bits();
        }
        Some(drawn % bound)
    }

    /// One of `items`, each equally likely; one draw even for a single item, none for an empty slice.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let index = self.next_int(u32::try_from(items.len()).ok()?)?;
        items.get(index as usize)
    }

    const fn next_31_bits(&mut self) -> u32 {
        self.next_bits(31) as u32
    }
}
