//! Threads that go through stages together.
//!
//! A stage is a number of shares that may be done in any order; the next stage begins when all
//! of them are done. Whoever is there takes shares that nobody has taken, at first those that
//! it had in earlier stages, whose memory is near it: so nobody waits for a thread that has not
//! come, only for shares that one is working at. (The same as the stages of Box2D v3.)

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// So many looks at a stage that others finish, before the thread lets others run.
const LOOKS: usize = 2000;

/// A number that threads count in, away from all others.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Count(AtomicUsize);

/// Which shares are taken and how many are done. Keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Crew {
    taken: Vec<AtomicBool>,
    done: Vec<Count>,
}

/// Counts a share as done, even where it panics.
struct Doing<'a>(&'a Count);

impl Drop for Doing<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::Release);
    }
}

impl Crew {
    /// Does all shares of all stages, whose numbers of shares are given, in the pool of the
    /// caller.
    pub(super) fn work(&mut self, shares: &[usize], share: impl Fn(usize, usize) + Sync) {
        self.taken.clear();
        self.taken.resize_with(shares.iter().sum(), AtomicBool::default);
        self.done.clear();
        self.done.resize_with(shares.len(), Count::default);
        let (crew, share) = (&*self, &share);
        rayon::scope(|scope| {
            for _ in 1..rayon::current_num_threads() {
                scope.spawn(move |_| crew.help(shares, share));
            }
            crew.help(shares, share);
        });
    }

    /// Goes through all stages.
    fn help(&self, shares: &[usize], share: &(impl Fn(usize, usize) + Sync)) {
        let threads = rayon::current_num_threads();
        let own = rayon::current_thread_index().unwrap_or(0);
        let mut before = 0;
        for (stage, (&count, done)) in shares.iter().zip(&self.done).enumerate() {
            let taken = &self.taken[before..before + count];
            before += count;
            if done.0.load(Ordering::Acquire) == count {
                continue;
            }
            for at in 0..count {
                let at = (own * count / threads + at) % count;
                let free = !taken[at].load(Ordering::Relaxed);
                if free && !taken[at].swap(true, Ordering::Relaxed) {
                    let _doing = Doing(done);
                    share(stage, at);
                }
            }
            let mut looks = 0;
            while done.0.load(Ordering::Acquire) < count {
                looks += 1;
                match looks < LOOKS {
                    true => std::hint::spin_loop(),
                    false => std::thread::yield_now(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Every share is done once, and none before all of the stage before it.
    #[test]
    fn stages_come_one_after_the_other() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let log = Mutex::new(Vec::new());
        let shares = [7, 1, 0, 30, 3];
        let mut crew = Crew::default();
        for _ in 0..20 {
            log.lock().unwrap().clear();
            pool.install(|| crew.work(&shares, |stage, at| log.lock().unwrap().push((stage, at))));
            let mut done = log.lock().unwrap().clone();
            assert!(done.is_sorted_by_key(|it| it.0), "{done:?}");
            done.sort_unstable();
            let all = shares.iter().enumerate();
            let all: Vec<_> =
                all.flat_map(|(stage, &n)| (0..n).map(move |at| (stage, at))).collect();
            assert_eq!(done, all);
        }
    }
}
