//! Ranks as processes of MPI.
//!
//! A rank that fails takes all others along (`MPI_Abort`), or they would wait for ever.

use ::mpi::environment::Universe as Environment;
use ::mpi::request::scope;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};

use super::{Comm, Lost, Parcel};

/// MPI from its beginning to its end; once a process.
pub struct Universe(Environment);

impl Universe {
    /// Begins MPI. None where it has begun already. From now on a panic ends all ranks.
    pub fn begin() -> Option<Self> {
        let (environment, _) = ::mpi::initialize_with_threading(::mpi::Threading::Funneled)?;
        let rank = environment.world().rank();
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            usual(panic);
            fail(&format!("rank {rank} failed"));
        }));
        Some(Self(environment))
    }

    /// This process as a rank.
    pub fn world(&self) -> Mpi {
        let world = self.0.world();
        Mpi { rank: world.rank() as usize, size: world.size() as usize }
    }
}

/// Says why, and ends all ranks at once with exit code 1.
pub fn fail(reason: &str) -> ! {
    eprintln!("error: {reason}");
    world().abort(1)
}

/// A process as a rank.
#[derive(Clone, Copy, Debug)]
pub struct Mpi {
    rank: usize,
    size: usize,
}

fn world() -> SimpleCommunicator {
    SimpleCommunicator::world()
}

impl Comm for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn exchange(
        &self,
        sent: &[Parcel],
        received: &mut [Parcel],
        meanwhile: &mut dyn FnMut(),
    ) -> Result<(), Lost> {
        let world = world();
        scope(|scope| {
            let mut requests = Vec::with_capacity(sent.len() + received.len());
            for parcel in received.iter_mut().filter(|parcel| !parcel.words.is_empty()) {
                let other = world.process_at_rank(parcel.rank as i32);
                requests.push(other.immediate_receive_into(scope, &mut parcel.words[..]));
            }
            let mut sends = Vec::with_capacity(sent.len());
            for parcel in sent.iter().filter(|parcel| !parcel.words.is_empty()) {
                let other = world.process_at_rank(parcel.rank as i32);
                sends.push(other.immediate_send(scope, &parcel.words[..]));
            }
            meanwhile();
            for request in sends {
                request.wait();
            }
            for request in requests {
                request.wait();
            }
        });
        Ok(())
    }

    fn gather(&self, own: &[u64]) -> Result<Vec<u64>, Lost> {
        let mut all = vec![0; own.len() * self.size()];
        if !own.is_empty() {
            world().all_gather_into(own, &mut all[..]);
        }
        Ok(all)
    }

    fn transpose(&self, words: &[u64]) -> Result<Vec<u64>, Lost> {
        let mut all = vec![0; words.len()];
        world().all_to_all_into(words, &mut all[..]);
        Ok(all)
    }
}
