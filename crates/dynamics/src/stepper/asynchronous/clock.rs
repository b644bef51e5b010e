//! Clocks whose ticks fit into the step, and the queue of what they call for.
//!
//! Time within a step is counted in 2⁴⁰ parts of it, and a clock ticks every 2ⁿ of them: all
//! clocks agree at the end of a step, where nothing but places and velocities is left to
//! save, and no time is ever rounded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The end of a step in parts.
pub(super) const END: u64 = 1 << FINEST;
const FINEST: u32 = 40;

/// A clock by its period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// In parts of the step; a power of two.
    pub(super) period: u64,
}

impl Clock {
    /// The slowest clock whose period is at most so many seconds of a step; none where the
    /// finest is too slow.
    pub(super) fn within(seconds: f64, step: f64) -> Option<Self> {
        let halvings =
            (0..=FINEST).find(|&halvings| step / (1_u64 << halvings) as f64 <= seconds)?;
        Some(Self { period: 1 << (FINEST - halvings) })
    }

    /// The first tick after a time.
    pub(super) fn next(self, now: u64) -> u64 {
        (now / self.period + 1) * self.period
    }

    /// Its period in seconds of a step.
    pub(super) fn seconds(self, step: f64) -> f64 {
        step * (self.period as f64 / END as f64)
    }
}

/// What is to be done at a tick; what stands first here comes first at the same tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// Weight, and what pushes from outside.
    Weight,
    /// An element.
    Element(u32),
    /// A layer of a pair.
    Layer(u32, u32),
    /// The certificate of a pair ends.
    Look(u32),
}

/// Events in the order of their ticks, and then of what they are: no order of insertion, and
/// no thread, changes it.
#[derive(Debug, Default)]
pub(super) struct Queue(BinaryHeap<Reverse<(u64, Event)>>);

impl Queue {
    /// Adds an event, unless it comes after the end of the step.
    pub(super) fn push(&mut self, tick: u64, event: Event) {
        if tick <= END {
            self.0.push(Reverse((tick, event)));
        }
    }

    /// The next event.
    pub(super) fn pop(&mut self) -> Option<(u64, Event)> {
        self.0.pop().map(|Reverse(next)| next)
    }

    /// When the next event is.
    pub(super) fn next_tick(&self) -> Option<u64> {
        self.0.peek().map(|Reverse(next)| next.0)
    }

    /// Forgets all events.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_fit_into_the_step() {
        let clock = Clock::within(0.0011, 0.01).unwrap();
        assert_eq!((clock.period, clock.seconds(0.01)), (END / 16, 0.01 / 16.0));
        assert_eq!(clock.next(0), END / 16);
        assert_eq!(clock.next(END / 16), END / 8);
        assert_eq!(clock.next(END / 16 + 1), END / 8);
        assert_eq!(Clock::within(1.0, 0.01).unwrap().period, END);
        assert_eq!(Clock::within(1e-20, 0.01), None);
        assert_eq!(Clock::within(f64::NAN, 0.01), None);
    }

    /// However they were pushed, events come by tick and then by what they are.
    #[test]
    fn events_come_in_one_order() {
        let all = [
            (7, Event::Look(0)),
            (7, Event::Layer(3, 1)),
            (7, Event::Layer(2, 9)),
            (7, Event::Element(5)),
            (9, Event::Weight),
            (2, Event::Look(4)),
        ];
        let order = |turn: usize| {
            let mut queue = Queue::default();
            (0..all.len()).for_each(|at| {
                let (tick, event) = all[(at * 5 + turn) % all.len()];
                queue.push(tick, event);
            });
            std::iter::from_fn(|| queue.pop()).collect::<Vec<_>>()
        };
        assert_eq!(order(0), order(3));
        let ticks: Vec<u64> = order(0).iter().map(|event| event.0).collect();
        assert_eq!(ticks, [2, 7, 7, 7, 7, 9]);
        assert_eq!(order(0)[2].1, Event::Layer(2, 9));
    }
}
