//! One step, in the words of the code:
//!
//! 1. **sort**, when a body has left the path that was foreseen: poses take over the motion, the
//!    grid is sorted, pairs are listed and coloured as before; manifolds of before are found by
//!    the numbers of bodies and carried over, new ones are built.
//! 2. Every **sub-step**: bodies accelerate and start warm; a biased sweep; bodies advance; pairs
//!    that have moved are looked at again; a relaxing sweep with friction; restitution.
//!    A sub-step after which pairs may be missed halts those that follow, and the host sorts.
//! 3. **measure**: deepest overlap, contacts and energy, which travel to the host.
//!
//! Each of the three is a CUDA graph, several sub-steps together one.

use crate::device::Command::{self, Fill, Kernel};
use crate::device::Grid::{Blocks, Elements};
use crate::error::GpuError;
use crate::layout::Arguments;
use crate::report::{KernelTime, Report, Times};
use crate::world::World;

/// Rounds in which pairs ask for colours, and colours that they ask for at first.
const ROUNDS: u32 = 14;
const WINDOW: u32 = 12;
/// Elements of a block of running sums.
const SUM_BLOCK: usize = 2048;
/// Passes of restitution, the last one included.
const BOUNCES: usize = 8;
/// Sub-steps of one graph, where so many follow each other.
const TOGETHER: usize = 4;
/// Colours of so few manifolds in all share a launch.
const NARROW: u32 = 2048;

const BIASED: u32 = 0;
const RELAX: u32 = 1;
const RESTITUTE: u32 = 2;
const LAST_RESTITUTE: u32 = 3;
/// Of a stage: another pass over the joints.
const AGAIN: u32 = 8;

const ONE: crate::device::Grid = Blocks(1, 32);

impl World {
    /// One step.
    pub fn step(&mut self) -> Result<Report, GpuError> {
        let (mut sorts, mut left, mut since) =
            (0, self.scene.substeps, self.counted.since as usize);
        let mut times = Times::default();
        loop {
            self.mark()?;
            if self.must_sort {
                self.keep_manifolds();
                let sort = self.sort_list();
                self.run("sort", &sort, 1)?;
                (sorts, since) = (sorts + 1, 0);
            }
            self.mark()?;
            // Lists of pairs are likely to hold as long as the last ones did, and those that did
            // for twice as long as yet.
            let ahead = if since > self.held { since } else { self.held + 1 - since };
            let ahead = if self.held == 0 { left } else { ahead.min(left) };
            let substep = self.substep_list();
            self.run("substeps", &substep.repeat(TOGETHER), ahead / TOGETHER)?;
            self.run("substep", &substep, ahead % TOGETHER)?;
            self.mark()?;
            if ahead == left {
                let measure = self.measure_list();
                self.run("measure", &measure, 1)?;
            }
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
            since = stat.since as usize;
            if self.must_sort {
                self.held = since;
            }
            let done = stat.done.wrapping_sub(self.counted.done) as usize;
            left = self.scene.substeps.saturating_sub(done);
            if left == 0 {
                return Ok(self.report(&stat, sorts, times));
            }
        }
    }

    /// Manifolds are those of before from here on; their places are those of the next ones.
    fn keep_manifolds(&mut self) {
        let a = &mut self.arrays;
        for (own, kept) in [
            (&mut a.colour, &mut a.kept_colour),
            (&mut a.slot, &mut a.kept_slot),
            (&mut a.normal, &mut a.kept_normal),
            (&mut a.apart, &mut a.kept_apart),
            (&mut a.seen_way, &mut a.kept_seen_way),
            (&mut a.seen_turn, &mut a.kept_seen_turn),
            (&mut a.arm, &mut a.kept_arm),
            (&mut a.mass, &mut a.kept_mass),
            (&mut a.grip, &mut a.kept_grip),
            (&mut a.push, &mut a.kept_push),
            (&mut a.drag, &mut a.kept_drag),
            (&mut a.approach, &mut a.kept_approach),
            (&mut a.feature, &mut a.kept_feature),
        ] {
            std::mem::swap(own, kept);
        }
    }

    /// One step with every kernel by itself: what each of them takes, longest first.
    pub fn time_kernels(&mut self) -> Result<(Report, Vec<KernelTime>), GpuError> {
        let was_timed = std::mem::take(&mut self.is_timed);
        self.device.time_commands(true)?;
        let report = self.step()?;
        self.device.time_commands(false)?;
        self.is_timed = was_timed;
        let time = |((name, first), (runs, ms)): ((&str, u32), (usize, f64))| {
            let kernel = format!("{name} {first}");
            KernelTime { kernel, runs, ms }
        };
        let mut times: Vec<KernelTime> =
            self.device.command_times().into_iter().map(time).collect();
        times.sort_by(|one, two| two.ms.total_cmp(&one.ms));
        Ok((report, times))
    }

    /// How many manifolds each colour has, those that are solved one by one at last.
    pub fn colour_sizes(&mut self) -> Result<Vec<usize>, GpuError> {
        let starts: Vec<u32> = self.get(self.arrays.colour_start, 66)?;
        Ok(starts.windows(2).map(|two| (two[1] - two[0]) as usize).collect())
    }

    /// Twice as many sub-steps from now on.
    pub fn double_substeps(&mut self) -> Result<(), GpuError> {
        self.scene.substeps *= 2;
        self.scene.check_substeps()?;
        self.set_params();
        self.device.forget();
        let joints = self.scene.joints.len();
        let list = [
            Kernel("halve_impulses", Elements(self.expected_pairs), 0, 0),
            Kernel("halve_joints", Elements(joints), joints as u32, 0),
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
        if times == 0 {
            return Ok(());
        }
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
        list.push(Fill(a.claims, 0xFF, 4 * 64 * n));
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
            Kernel("carry_manifolds", pairs, 0, 0),
            Kernel("build", pairs, 0, 0),
            Kernel("gather_impulses", bodies, 0, 0),
        ]);
        list
    }

    /// All joints, colour by colour; restitution leaves them out.
    fn joints(&self, list: &mut Vec<Command>, stage: u32) {
        if stage & !AGAIN <= RELAX {
            let all = self.joint_colours.iter().enumerate();
            list.extend(all.map(|(colour, count)| {
                Kernel("sweep_joints", Elements(*count), stage, colour as u32)
            }));
        }
    }

    fn sweep(&self, list: &mut Vec<Command>, stage: u32) {
        let each = Elements(self.expected_pairs * 3 / (2 * self.wide_colours.max(1)));
        self.joints(list, stage);
        let wide = self.wide_colours as u32;
        let kernel = match stage {
            BIASED => "sweep_biased",
            RELAX => "sweep_relaxing",
            _ => "sweep_restituting",
        };
        list.extend((0..wide).map(|colour| Kernel(kernel, each, stage, colour)));
        list.push(Kernel("sweep_tail", Blocks(1, 512), stage, wide));
        self.joints(list, stage | AGAIN);
    }

    fn substep_list(&self) -> Vec<Command> {
        let (bodies, pairs) = (Elements(self.sizes.bodies), Elements(self.expected_pairs));
        let mut list = Vec::new();
        if self.bounces {
            list.push(Kernel("note_approach", pairs, 0, 0));
        }
        list.push(Kernel("accelerate", bodies, 0, 0));
        self.sweep(&mut list, BIASED);
        let some = Elements(self.expected_pairs / 4);
        list.extend([
            Kernel("advance", bodies, 0, 0),
            Kernel("look", pairs, 0, 0),
            Kernel("build", some, 0, 0),
        ]);
        self.sweep(&mut list, RELAX);
        if self.bounces {
            (1..BOUNCES).for_each(|_| self.sweep(&mut list, RESTITUTE));
            self.sweep(&mut list, LAST_RESTITUTE);
        }
        list.push(Kernel("gather_impulses", Elements(self.sizes.bodies / 4), 1, 0));
        list
    }

    fn measure_list(&self) -> Vec<Command> {
        let (n, joints) = (self.sizes.bodies, self.scene.joints.len());
        vec![
            Kernel("begin_measure", ONE, 0, 0),
            Kernel("measure_joints", Elements(joints), joints as u32, 0),
            Kernel("measure", Elements(self.expected_pairs), 0, 0),
            Kernel("sum_energy", Elements(n.div_ceil(16)), 0, 0),
            Kernel("sum_energies", Elements(n.div_ceil(1024)), 0, 0),
            Kernel("sum_energies", Elements(n.div_ceil(65536)), 1, 0),
            Kernel("sum_energies", ONE, 2, 1),
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
