use crate::memory::NoMemory;

/// A client's data of the places on a tape that were visited last, by address. What lies past the
/// head stays until it is cut off, so that undoing finds the data of the state before.
pub(super) struct RecentData<D> {
    /// None until something is remembered. A place is at its address modulo their number:
    /// neighbouring places are fewer than that many cells apart.
    places: Vec<Option<(u64, D)>>,
    /// The greatest address that was ever remembered and not cut off since.
    last: u64,
}

const PLACES: usize = 16;
const _: () = assert!(PLACES >= super::group::GROUP_MAX);

impl<D> RecentData<D> {
    pub const fn none() -> Self {
        Self { places: Vec::new(), last: 0 }
    }
}

impl<D: Clone> RecentData<D> {
    /// The data of the place at `address`.
    pub fn get(&self, address: u64) -> Option<D> {
        let (known, data) = self.places.get(address as usize % PLACES)?.as_ref()?;
        (*known == address).then(|| data.clone())
    }

    /// Remembers the data of the place at `address`.
    pub fn remember(&mut self, address: u64, data: D) -> Result<(), NoMemory> {
        if self.places.is_empty() {
            self.places.try_reserve_exact(PLACES)?;
            self.places.resize_with(PLACES, || None);
        }
        self.places[address as usize % PLACES] = Some((address, data));
        self.last = self.last.max(address);
        Ok(())
    }

    /// Forgets what lies past `address`.
    #[inline]
    pub fn cut(&mut self, address: u64) {
        if self.last > address {
            self.forget_past(address);
        }
    }

    #[cold]
    fn forget_past(&mut self, address: u64) {
        for place in &mut self.places {
            place.take_if(|(known, _)| *known > address);
        }
        self.last = address;
    }
}
