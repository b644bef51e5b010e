//! The kernels on the processor: the same text compiled by the C++ compiler of the machine, a
//! grid of one thread. Slow, and the same bits as on a graphics card.

#![allow(unsafe_code)]

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command as Process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::describe::Variant;
use crate::device::{Command, CommandTimes, Device};
use crate::error::GpuError;
use crate::layout::Arguments;
use crate::source::{KERNELS, text};

type Run = unsafe extern "C" fn(u32, *const Arguments, u32, u32);

/// The kernels in a shared library that was compiled a moment ago.
pub(crate) struct Twin {
    memory: Vec<Vec<u128>>,
    library: libloading::Library,
    marks: Vec<Instant>,
    is_timed: bool,
    times: CommandTimes,
}

fn failed(reason: impl ToString) -> GpuError {
    GpuError::Compile { reason: reason.to_string() }
}

/// Compiles the kernels, unless the same text was compiled before.
fn compile(variant: Variant, backwards: bool) -> Result<PathBuf, GpuError> {
    let mut source = String::from(if backwards { "#define BACKWARDS\n" } else { "" });
    source.push_str(&text(variant));
    source.push_str("extern \"C\" void stickslip_run(u32 kernel, const World* w, u32 x, u32 y) {\n  switch (kernel) {\n");
    for (at, name) in KERNELS.iter().enumerate() {
        let _ = writeln!(source, "    case {at}: {name}(*w, x, y); break;");
    }
    source.push_str("  }\n}\n");
    let hash = source.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let folder = std::env::temp_dir().join("stickslip-twin");
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let library = folder.join(format!("{hash:016x}.so"));
    if library.exists() {
        return Ok(library);
    }
    // Several processes and threads may compile at once; the file takes its name when it is whole.
    static COMPILED: AtomicUsize = AtomicUsize::new(0);
    let number = COMPILED.fetch_add(1, Ordering::Relaxed);
    let own = format!("{hash:016x}.{}.{number}", std::process::id());
    let (code, made) = (folder.join(format!("{own}.cpp")), folder.join(format!("{own}.so")));
    std::fs::write(&code, source).map_err(failed)?;
    let out = Process::new("c++")
        .args(["-std=c++17", "-O2", "-ffp-contract=off", "-w", "-shared", "-fPIC", "-o"])
        .args([&made, &code])
        .output()
        .map_err(failed)?;
    if !out.status.success() {
        return Err(failed(String::from_utf8_lossy(&out.stderr)));
    }
    std::fs::rename(&made, &library).map_err(failed)?;
    let _ = std::fs::remove_file(&code);
    Ok(library)
}

impl Twin {
    /// `backwards`: every loop over threads from its end.
    pub(crate) fn new(variant: Variant, backwards: bool) -> Result<Self, GpuError> {
        let path = compile(variant, backwards)?;
        // SAFETY: the library was made of our own text and runs nothing when it is loaded.
        let library = unsafe { libloading::Library::new(path) }.map_err(failed)?;
        Ok(Self {
            memory: Vec::new(),
            library,
            marks: Vec::new(),
            is_timed: false,
            times: CommandTimes::new(),
        })
    }

    fn kernel(&self) -> Result<libloading::Symbol<'_, Run>, GpuError> {
        // SAFETY: the symbol is declared with this type in `compile`.
        unsafe { self.library.get(b"stickslip_run") }.map_err(failed)
    }
}

impl Device for Twin {
    fn name(&self) -> &str {
        "the processor"
    }

    fn allocate(&mut self, bytes: usize) -> Result<u64, GpuError> {
        let own = vec![0_u128; bytes.div_ceil(16) + 1];
        let address = own.as_ptr() as u64;
        self.memory.push(own);
        Ok(address)
    }

    fn free_bytes(&self) -> Option<usize> {
        None
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), GpuError> {
        // SAFETY: the caller writes within what `allocate` gave at this address.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len());
        }
        Ok(())
    }

    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        // SAFETY: the caller reads within what `allocate` gave at this address.
        unsafe {
            std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), bytes.len());
        }
        Ok(())
    }

    fn run(
        &mut self,
        _label: &'static str,
        commands: &[Command],
        world: &Arguments,
        times: usize,
    ) -> Result<(), GpuError> {
        let mut spent = std::mem::take(&mut self.times);
        let kernel = self.kernel()?;
        for command in (0..times).flat_map(|_| commands) {
            let clock = self.is_timed.then(Instant::now);
            match *command {
                Command::Kernel(name, _, x, y) => {
                    let at = KERNELS.iter().position(|own| *own == name);
                    let at = at.ok_or_else(|| failed(format!("no kernel {name}")))?;
                    // SAFETY: the arrays have the sizes that the kernels were written for.
                    unsafe { kernel(at as u32, world, x, y) };
                }
                Command::Fill(address, byte, count) => {
                    // SAFETY: the caller fills within what `allocate` gave at this address.
                    unsafe { std::ptr::write_bytes(address as *mut u8, byte, count) };
                }
            }
            if let Some(clock) = clock {
                let (count, sum) = spent.entry(command.key()).or_default();
                *count += 1;
                *sum += clock.elapsed().as_secs_f64() * 1e3;
            }
        }
        self.times = spent;
        Ok(())
    }

    fn forget(&mut self) {}

    fn time_commands(&mut self, wanted: bool) -> Result<(), GpuError> {
        self.is_timed = wanted;
        Ok(())
    }

    fn command_times(&mut self) -> CommandTimes {
        std::mem::take(&mut self.times)
    }

    fn mark(&mut self) -> Result<usize, GpuError> {
        self.marks.push(Instant::now());
        Ok(self.marks.len() - 1)
    }

    fn laps(&mut self) -> Result<Vec<f64>, GpuError> {
        let marks = std::mem::take(&mut self.marks);
        Ok(marks.windows(2).map(|two| (two[1] - two[0]).as_secs_f64() * 1e3).collect())
    }
}
