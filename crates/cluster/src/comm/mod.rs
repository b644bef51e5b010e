//! What ranks say to each other, in words of 64 bits.
//!
//! Every rank makes the same calls in the same order. [`Serial`] is a rank alone, [`on_threads`]
//! makes ranks of threads, and `Mpi` of processes; nothing else knows which it is.

#[cfg(feature = "mpi")]
mod mpi;
mod serial;
mod threads;

#[cfg(feature = "mpi")]
pub use self::mpi::{Mpi, Universe, fail};
pub use serial::Serial;
pub use threads::{Threads, on_threads};

use std::cell::Cell;
use std::time::Instant;

/// Whoever was waited for has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rank {rank} has ended")]
pub struct Lost {
    /// The rank.
    pub rank: usize,
}

/// Words for, or from, another rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcel {
    /// The other rank.
    pub rank: usize,
    /// The words.
    pub words: Vec<u64>,
}

/// A way to reach the other ranks.
pub trait Comm: Send {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// Sends parcels, does what can be done meanwhile, and fills those that are received, whose
    /// lengths are known; empty ones are neither sent nor received.
    fn exchange(
        &self,
        sent: &[Parcel],
        received: &mut [Parcel],
        meanwhile: &mut dyn FnMut(),
    ) -> Result<(), Lost>;

    /// The words of all ranks, as many of each, in the order of the ranks.
    fn gather(&self, own: &[u64]) -> Result<Vec<u64>, Lost>;

    /// A word for every rank; gives those of all ranks for this one.
    fn transpose(&self, words: &[u64]) -> Result<Vec<u64>, Lost>;
}

/// A way to reach the other ranks that counts what goes over it.
pub struct Link {
    comm: Box<dyn Comm>,
    messages: Cell<u64>,
    words: Cell<u64>,
    waited: Cell<f64>,
}

/// What went over a link.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Messages sent.
    pub messages: u64,
    /// Bytes sent.
    pub bytes: u64,
    /// Seconds from asking to having, waiting for slower ranks included.
    pub waited_s: f64,
}

impl Link {
    /// Counts from now on.
    pub fn new(comm: impl Comm + 'static) -> Self {
        let comm = Box::new(comm);
        Self { comm, messages: Cell::default(), words: Cell::default(), waited: Cell::default() }
    }

    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.comm.rank()
    }

    /// How many there are.
    pub fn size(&self) -> usize {
        self.comm.size()
    }

    /// What went over it so far.
    pub fn traffic(&self) -> Traffic {
        Traffic {
            messages: self.messages.get(),
            bytes: 8 * self.words.get(),
            waited_s: self.waited.get(),
        }
    }

    fn count<T>(&self, messages: usize, words: usize, work: impl FnOnce() -> T) -> T {
        self.messages.set(self.messages.get() + messages as u64);
        self.words.set(self.words.get() + words as u64);
        let clock = Instant::now();
        let result = work();
        self.waited.set(self.waited.get() + clock.elapsed().as_secs_f64());
        result
    }

    /// [`Comm::exchange`]. What is done meanwhile is no waiting.
    pub fn exchange(
        &self,
        sent: &[Parcel],
        received: &mut [Parcel],
        meanwhile: impl FnOnce(),
    ) -> Result<(), Lost> {
        let messages = sent.iter().filter(|parcel| !parcel.words.is_empty()).count();
        let words = sent.iter().map(|parcel| parcel.words.len()).sum();
        let mut meanwhile = Some(meanwhile);
        let mut work = || {
            let clock = Instant::now();
            if let Some(meanwhile) = meanwhile.take() {
                meanwhile();
            }
            self.waited.set(self.waited.get() - clock.elapsed().as_secs_f64());
        };
        self.count(messages, words, || self.comm.exchange(sent, received, &mut work))
    }

    /// [`Comm::gather`].
    pub fn gather(&self, own: &[u64]) -> Result<Vec<u64>, Lost> {
        let others = self.size() - 1;
        self.count(others, others * own.len(), || self.comm.gather(own))
    }

    /// The words of all ranks, however many of each, in the order of the ranks.
    pub fn gather_any(&self, own: &[u64]) -> Result<Vec<Vec<u64>>, Lost> {
        let lengths = self.gather(&[own.len() as u64])?;
        let longest = lengths.iter().copied().max().unwrap_or(0) as usize;
        let mut padded = own.to_vec();
        padded.resize(longest, 0);
        let all = if longest > 0 { self.gather(&padded)? } else { Vec::new() };
        let own_of = |(rank, &length): (usize, &u64)| {
            all[rank * longest..rank * longest + length as usize].to_vec()
        };
        Ok(lengths.iter().enumerate().map(own_of).collect())
    }

    /// Whether any rank says yes.
    pub fn any(&self, own: bool) -> Result<bool, Lost> {
        Ok(self.gather(&[u64::from(own)])?.contains(&1))
    }

    /// Sends parcels to whomever, and gives those that came, in the order of the ranks. A
    /// parcel to this rank comes back; at most one goes to a rank.
    pub fn deliver(&self, mut parcels: Vec<Parcel>) -> Result<Vec<Parcel>, Lost> {
        let mut lengths = vec![0; self.size()];
        parcels.retain(|parcel| !parcel.words.is_empty());
        parcels.iter().for_each(|parcel| lengths[parcel.rank] = parcel.words.len() as u64);
        let others = self.size() - 1;
        let coming = self.count(others, others, || self.comm.transpose(&lengths))?;
        let own = parcels.iter().position(|parcel| parcel.rank == self.rank());
        let own = own.map(|at| parcels.swap_remove(at));
        let others = coming.iter().enumerate();
        let others = others.filter(|&(rank, &length)| length > 0 && rank != self.rank());
        let parcel =
            |(rank, &length): (usize, &u64)| Parcel { rank, words: vec![0; length as usize] };
        let mut received: Vec<Parcel> = others.map(parcel).collect();
        self.exchange(&parcels, &mut received, || ())?;
        received.extend(own);
        received.sort_unstable_by_key(|parcel| parcel.rank);
        Ok(received)
    }
}
