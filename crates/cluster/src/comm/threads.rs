//! Ranks as threads of one process, with a channel from each to each.
//!
//! A rank that ends drops its channels, and whoever waits for it ends with [`Lost`] and drops
//! its own: a run never hangs on a rank that has failed.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Comm, Lost, Parcel};
use crate::error::ClusterError;

/// One of the ranks.
pub struct Threads {
    rank: usize,
    to: Vec<Sender<Vec<u64>>>,
    from: Vec<Receiver<Vec<u64>>>,
    /// Memory of messages that were read, for those that are sent next.
    spent: RefCell<Vec<Vec<u64>>>,
}

impl Threads {
    /// So many ranks.
    pub fn world(size: usize) -> Vec<Self> {
        let rank = |rank| {
            let (to, from) = (Vec::new(), Vec::new());
            Self { rank, to, from, spent: RefCell::default() }
        };
        let mut ranks: Vec<Self> = (0..size).map(rank).collect();
        for sender in 0..size {
            for receiver in 0..size {
                let (to, from) = channel();
                ranks[sender].to.push(to);
                ranks[receiver].from.push(from);
            }
        }
        ranks
    }

    fn send(&self, rank: usize, words: &[u64]) -> Result<(), Lost> {
        let mut message = self.spent.borrow_mut().pop().unwrap_or_default();
        message.clear();
        message.extend_from_slice(words);
        self.to[rank].send(message).map_err(|_| Lost { rank })
    }

    fn keep(&self, spent: Vec<u64>) {
        self.spent.borrow_mut().push(spent);
    }

    fn receive(&self, rank: usize) -> Result<Vec<u64>, Lost> {
        self.from[rank].recv().map_err(|_| Lost { rank })
    }
}

impl Comm for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn exchange(
        &self,
        sent: &[Parcel],
        received: &mut [Parcel],
        meanwhile: &mut dyn FnMut(),
    ) -> Result<(), Lost> {
        for parcel in sent.iter().filter(|parcel| !parcel.words.is_empty()) {
            self.send(parcel.rank, &parcel.words)?;
        }
        meanwhile();
        for parcel in received.iter_mut().filter(|parcel| !parcel.words.is_empty()) {
            let spent = std::mem::replace(&mut parcel.words, self.receive(parcel.rank)?);
            self.keep(spent);
        }
        Ok(())
    }

    fn gather(&self, own: &[u64]) -> Result<Vec<u64>, Lost> {
        for rank in 0..self.size() {
            self.send(rank, own)?;
        }
        let mut all = Vec::with_capacity(own.len() * self.size());
        for rank in 0..self.size() {
            let words = self.receive(rank)?;
            all.extend_from_slice(&words);
            self.keep(words);
        }
        Ok(all)
    }

    fn transpose(&self, words: &[u64]) -> Result<Vec<u64>, Lost> {
        for (rank, &word) in words.iter().enumerate() {
            self.send(rank, &[word])?;
        }
        let word = |rank| {
            let words = self.receive(rank)?;
            let word = words[0];
            self.keep(words);
            Ok(word)
        };
        (0..self.size()).map(word).collect()
    }
}

/// Runs `work` on so many ranks, each a thread, and gives what each came to, in their order. If
/// one fails, the reason of the first that failed by itself.
pub fn on_threads<T: Send>(
    size: usize,
    work: impl Fn(Threads) -> Result<T, ClusterError> + Sync,
) -> Result<Vec<T>, ClusterError> {
    let work = &work;
    let guarded = |comm: Threads| {
        let rank = comm.rank;
        // A rank is one thread: what it calls does not spread over the others' cores.
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let ended = catch_unwind(AssertUnwindSafe(|| work(comm)));
        drop(alone);
        ended.unwrap_or_else(|panic| Err(ClusterError::Panicked { rank, reason: said(&*panic) }))
    };
    let ended: Vec<Result<T, ClusterError>> = std::thread::scope(|scope| {
        let ranks = Threads::world(size).into_iter();
        let running: Vec<_> = ranks.map(|comm| scope.spawn(move || guarded(comm))).collect();
        let joined = running.into_iter().enumerate();
        let end = |rank| {
            move |panic: Box<dyn Any + Send>| {
                Err(ClusterError::Panicked { rank, reason: said(&*panic) })
            }
        };
        joined.map(|(rank, thread)| thread.join().unwrap_or_else(end(rank))).collect()
    });
    let mut done = Vec::with_capacity(size);
    let mut failure = None;
    for result in ended {
        match result {
            Ok(own) => done.push(own),
            // Those that waited for the one that failed know only that it has ended.
            Err(error) => match &failure {
                None | Some(ClusterError::Lost(_)) => failure = Some(error),
                Some(_) => {}
            },
        }
    }
    failure.map_or(Ok(done), Err)
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
