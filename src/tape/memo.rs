use crate::memory::NoMemory;

use super::position_cache::AttackMaps;

/// Derived values of places on a tape, by address. What lies behind the head stays until it is cut off, so that undoing finds the
/// values of the state before.
pub(super) struct Memo<D> {
    /// None until something is remembered. A place is at its address modulo their number: neighbouring places are fewer than that many
    /// cells apart.
    frames: Vec<Frame<D>>,
    /// The greatest address that was ever remembered and not cut off since.
    last: u64,
}

/// What is known of one place.
pub(super) struct Frame<D> {
    address: u64,
    pub attacks: Option<AttackMaps>,
    pub data: Option<D>,
}

const FRAMES: usize = 16;
const _: () = assert!(FRAMES >= super::group::GROUP_MAX);

impl<D> Memo<D> {
    pub const fn empty() -> Self {
        Self { frames: Vec::new(), last: 0 }
    }
}

impl<D> Frame<D> {
    const fn empty(address: u64) -> Self {
        Self { address, attacks: None, data: None }
    }
}

impl<D: Clone> Memo<D> {
    /// What is known of the place at `address`.
    pub fn get(&self, address: u64) -> Option<&Frame<D>> {
        self.frames.get(address as usize % FRAMES).filter(|frame| frame.address == address)
    }

    /// The place at `address`, for learning more about it.
    pub fn at(&mut self, address: u64) -> Result<&mut Frame<D>, NoMemory> {
        if self.frames.is_empty() {
            self.frames.try_reserve_exact(FRAMES)?;
            self.frames.extend((0..FRAMES).map(|_| Frame::empty(u64::MAX)));
        }
        let frame = &mut self.frames[address as usize % FRAMES];
        if frame.address != address {
            *frame = Frame::empty(address);
        }
        self.last = self.last.max(address);
        Ok(frame)
    }

    /// Between `from` and `to` no man has moved.
    pub fn carry_attacks(&mut self, from: u64, to: u64) {
        let known = self.get(from).and_then(|frame| frame.attacks);
        if known.is_some()
            && let Ok(frame) = self.at(to)
        {
            frame.attacks = known;
        }
    }

    /// Between `from` and `to` nothing has changed at all.
    pub fn carry(&mut self, from: u64, to: u64) {
        let known = self.get(from).map(|frame| (frame.attacks, frame.data.clone()));
        if let Some(known) = known
            && let Ok(frame) = self.at(to)
        {
            (frame.attacks, frame.data) = known;
        }
    }

    /// Forgets what lies behind `address`.
    #[inline]
    pub fn cut(&mut self, address: u64) {
        if self.last > address {
            self.forget_behind(address);
        }
    }

    #[cold]
    fn forget_behind(&mut self, address: u64) {
        for frame in &mut self.frames {
            if frame.address > address {
                *frame = Frame::empty(u64::MAX);
            }
        }
        self.last = address;
    }
}
