//! What a world asks of the machine that runs its kernels.

use std::collections::BTreeMap;

use crate::error::GpuError;
use crate::layout::Arguments;

/// How many threads a kernel gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    /// About one for each of so many elements.
    Elements(usize),
    /// So many blocks of so many threads.
    Blocks(u32, u32),
}

/// A launch: a kernel, its threads and two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Kernel(&'static str, Grid, u32, u32),
    /// Sets bytes from an address on.
    Fill(u64, u8, usize),
}

/// How often a kernel with its first number ran, and for how many milliseconds in all.
pub(crate) type CommandTimes = BTreeMap<(&'static str, u32), (usize, f64)>;

impl Command {
    /// What it is timed under.
    pub(crate) fn key(&self) -> (&'static str, u32) {
        match *self {
            Self::Kernel(name, _, first, _) => (name, first),
            Self::Fill(..) => ("fill", 0),
        }
    }
}

/// Memory and kernels: a graphics card, or their twin on the processor.
///
/// Addresses are those that [`Device::allocate`] gave; a device frees all of them at its end.
pub(crate) trait Device: Send {
    /// What it is, in words.
    fn name(&self) -> &str;

    /// Zeroed memory.
    fn allocate(&mut self, bytes: usize) -> Result<u64, GpuError>;

    /// Bytes that can still be allocated, where that is known.
    fn free_bytes(&self) -> Option<usize>;

    /// Copies to the device.
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), GpuError>;

    /// Waits for all commands, then copies from the device.
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError>;

    /// Runs commands in their order, `times` times over. Lists of one `label` are the same until
    /// [`Device::forget`] is called.
    fn run(
        &mut self,
        label: &'static str,
        commands: &[Command],
        world: &Arguments,
        times: usize,
    ) -> Result<(), GpuError>;

    /// Lists may be others from now on.
    fn forget(&mut self);

    /// Runs every command by itself and times it, or ceases to.
    fn time_commands(&mut self, wanted: bool) -> Result<(), GpuError>;

    /// What was timed since the last call.
    fn command_times(&mut self) -> CommandTimes;

    /// Marks a point in time between commands; gives the number of the mark.
    fn mark(&mut self) -> Result<usize, GpuError>;

    /// Milliseconds between neighbouring marks, once all commands are done; marks begin anew.
    fn laps(&mut self) -> Result<Vec<f64>, GpuError>;
}
