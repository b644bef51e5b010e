//! One step, in the words of the code:
//!
//! 1. **sort**, when a body has left the path that was foreseen: manifolds are kept by the
//!    numbers of bodies, poses take over the motion, the grid is sorted, pairs are listed,
//!    coloured as before and built.
//! 2. Every **sub-step**: pairs that have moved are looked at again; bodies accelerate and start
//!    warm; a biased sweep; bodies advance; a relaxing sweep with friction; restitution.
//!    A sub-step after which pairs may be missed halts those that follow, and the host sorts.
//! 3. **measure**: deepest overlap, contacts and energy, which travel to the host.
//!
//! Each of the three is one CUDA graph.

use crate::device::Command::{self, Fill, Kernel};
use crate::device::Grid::{Blocks, Elements};
use crate::error::GpuError;
use crate::layout::Arguments;
use crate::report::{Report, Times};
use crate::world::World;

/// Rounds in which pairs ask for colours, and colours that they ask for at first.
const ROUNDS: u32 = 14;
const WINDOW: u32 = 12;
/// Elements of a block of running sums.
const SUM_BLOCK: usize = 2048;
/// Passes of restitution, the last one included.
const BOUNCES: usize = 8;
/// Colours of so few manifolds in all share a launch.
const NARROW: u32 = 2048;

const BIASED: u32 = 0;
const RELAX: u32 = 1;
const RESTITUTE: u32 = 2;
const LAST_RESTITUTE: u32 = 3;

const ONE: crate::device::Grid = Blocks(1, 32);

impl World {
    /// One step.
    pub fn step(&mut self) -> Result<Report, GpuError> {
        self.run("begin", &[Kernel("begin_step", ONE, 0, 0)], 1)?;
        let (mut sorts, mut left) = (0, self.scene.substeps);
        let mut times = Times::default();
        loop {
            self.mark()?;
            if self.must_sort {
                let sort = self.sort_list();
                self.run("sort", &sort, 1)?;
                sorts += 1;
            }
            self.mark()?;
            let substep = self.substep_list();
            self.run("substep", &substep, left)?;
            self.mark()?;
            let measure = self.measure_list();
            self.run("measure", &measure, 1)?;
            self.mark()?;
            let stat = self.stat()?;
            if self.is_timed {
                let laps = self.device.laps()?;
                times.sort_ms += laps[0];
                times.solve_ms += laps[1];
                times.measure_ms += laps[2];
            }
            if stat.pairs_needed > stat.pairs {
                let (needed, room) = (stat.pairs_needed as usize, stat.pairs as usize);
                return Err(GpuError::TooManyPairs { needed, room });
            }
            if stat.wrong > 0 {
                return Err(GpuError::NotFinite { body: stat.wrong as usize - 1 });
            }
            if self.must_sort {
                self.fit_launches(stat.pairs as usize, stat.colours as usize)?;
            }
            self.must_sort = stat.halted > 0;
            left = self.scene.substeps.saturating_sub(stat.done as usize);
            if left == 0 {
                return self.report(&stat, sorts, times);
            }
        }
    }

    /// Twice as many sub-steps from now on.
    pub fn double_substeps(&mut self) -> Result<(), GpuError> {
        self.scene.substeps *= 2;
        self.scene.check()?;
        self.set_params();
        self.device.forget();
        let bodies = 4 * self.sizes.bodies;
        let list = [
            Kernel("halve_impulses", Elements(self.expected_pairs), 0, 0),
            Fill(self.arrays.changed, 0xFF, bodies),
        ];
        self.run("halve", &list, 1)
    }

    fn mark(&mut self) -> Result<(), GpuError> {
        if self.is_timed {
            self.device.mark()?;
        }
        Ok(())
    }

    fn run(&mut self, label: &'static str, list: &[Command], times: usize) -> Result<(), GpuError> {
        let world = Arguments { arrays: self.arrays, params: self.params };
        self.device.run(label, list, &world, times)
    }

    /// Launches follow the number of pairs and the sizes of colours.
    fn fit_launches(&mut self, pairs: usize, colours: usize) -> Result<(), GpuError> {
        let starts: Vec<u32> = self.get(self.arrays.colour_start, colours + 1)?;
        let end = starts[colours];
        let wide = starts.iter().position(|start| end - start <= NARROW).unwrap_or(colours);
        let grows = pairs > self.expected_pairs || 2 * pairs < self.expected_pairs;
        if wide > self.wide_colours || wide + 2 < self.wide_colours || grows {
            self.wide_colours = wide;
            self.expected_pairs = pairs + pairs / 4 + 128;
            self.device.forget();
        }
        Ok(())
    }

    fn sums(list: &mut Vec<Command>, which: u32, count: usize) {
        let blocks = count.div_ceil(SUM_BLOCK) as u32;
        list.push(Kernel("sum_blocks", Blocks(blocks, 256), which, 0));
        list.push(Kernel("sum_totals", Blocks(1, 1024), which, blocks));
        list.push(Kernel("sum_spread", Elements(count), which, SUM_BLOCK as u32));
    }

    fn sort_list(&self) -> Vec<Command> {
        let (a, n, buckets) = (&self.arrays, self.sizes.bodies, self.sizes.buckets);
        let (bodies, pairs) = (Elements(n), Elements(self.expected_pairs));
        let zero = |address, elements: usize| Fill(address, 0, 4 * elements);
        let mut list = vec![
            Kernel("keep", pairs, 0, 0),
            Kernel("begin_segment", ONE, 0, 0),
            Kernel("reset_bounds", ONE, 0, 0),
            Kernel("settle", bodies, 0, 0),
            zero(a.bucket_count, buckets),
            zero(a.bucket_fill, buckets),
            zero(a.second_count, n),
            zero(a.second_fill, n),
            zero(a.colour_count, 66),
            zero(a.left, 64),
            zero(a.used, 2 * n),
            Fill(a.claims, 0xFF, 4 * 64 * n),
            Fill(a.changed, 0xFF, 4 * n),
            Kernel("count_cells", bodies, 0, 0),
        ];
        Self::sums(&mut list, 0, buckets);
        list.extend([
            Kernel("scatter_bodies", bodies, 0, 0),
            Kernel("sort_buckets", Elements(buckets), 0, 0),
            Kernel("permute", bodies, 0, 0),
            Kernel("place_bodies", bodies, 0, 0),
            Kernel("count_pairs", bodies, 0, 0),
        ]);
        Self::sums(&mut list, 1, n);
        list.push(Kernel("write_pairs", bodies, 0, 0));
        Self::sums(&mut list, 2, n);
        list.extend([
            Kernel("list_seconds", pairs, 0, 0),
            Kernel("sort_seconds", bodies, 0, 0),
            Kernel("match_pairs", pairs, 0, 0),
        ]);
        for round in 0..ROUNDS {
            let window = (WINDOW + 3 * round.saturating_sub(1)).min(60);
            let threads = if round < 2 { pairs } else { Elements(self.expected_pairs / 4) };
            list.push(Kernel("claim_colours", threads, round, window));
            list.push(Kernel("resolve_colours", threads, round, 0));
        }
        list.extend([
            Kernel("leave_rest", Elements(1024), ROUNDS, 0),
            Kernel("count_colours", pairs, 0, 0),
            Kernel("start_colours", ONE, 0, 0),
            Kernel("seat_manifolds", pairs, 0, 0),
            Kernel("order_rest", Elements(1024), 0, 0),
            Kernel("build", pairs, 0, 0),
        ]);
        list
    }

    fn sweep(&self, list: &mut Vec<Command>, stage: u32) {
        let each = Elements(self.expected_pairs * 3 / (2 * self.wide_colours.max(1)));
        let wide = self.wide_colours as u32;
        list.extend((0..wide).map(|colour| Kernel("sweep", each, stage, colour)));
        list.push(Kernel("sweep_tail", Blocks(1, 512), stage, wide));
    }

    fn substep_list(&self) -> Vec<Command> {
        let (bodies, pairs) = (Elements(self.sizes.bodies), Elements(self.expected_pairs));
        let mut list = vec![Kernel("look_again", pairs, 0, 0)];
        if self.bounces {
            list.push(Kernel("note_approach", pairs, 0, 0));
        }
        list.push(Kernel("accelerate", bodies, 0, 0));
        self.sweep(&mut list, BIASED);
        list.push(Kernel("advance", bodies, 0, 0));
        self.sweep(&mut list, RELAX);
        if self.bounces {
            (1..BOUNCES).for_each(|_| self.sweep(&mut list, RESTITUTE));
            self.sweep(&mut list, LAST_RESTITUTE);
        }
        list.push(Kernel("end_substep", ONE, 0, 0));
        list
    }

    fn measure_list(&self) -> Vec<Command> {
        let n = self.sizes.bodies;
        vec![
            Kernel("begin_measure", ONE, 0, 0),
            Kernel("measure", Elements(self.expected_pairs), 0, 0),
            Kernel("sum_energy", Elements(n.div_ceil(64)), 0, 0),
            Kernel("sum_energies", Elements(n.div_ceil(4096)), 0, 0),
            Kernel("sum_energies", ONE, 1, 0),
        ]
    }

    pub(crate) fn read_out(&mut self) -> Result<(), GpuError> {
        self.run("read out", &[Kernel("read_out", Elements(self.sizes.bodies), 0, 0)], 1)
    }

    pub(crate) fn run_checksum(&mut self) -> Result<(), GpuError> {
        let bodies = Elements(self.sizes.bodies);
        let list = [Kernel("begin_measure", ONE, 0, 0), Kernel("checksum", bodies, 0, 0)];
        self.run("checksum", &list, 1)
    }
}
