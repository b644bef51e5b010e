//! A graphics card by CUDA's driver. Nothing of CUDA is needed to build this; the driver and
//! its compiler of kernels are looked for when a card is asked for.

#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{CString, c_void};

use cudarc::driver::{DriverError, result as driver, sys};
use cudarc::nvrtc;

use crate::describe::Variant;
use crate::device::{Command, CommandTimes, Device, Grid};
use crate::error::GpuError;
use crate::layout::Arguments;
use crate::source::{KERNELS, text};

/// Threads of a block, where a kernel does not say.
const BLOCK: u32 = 128;
/// The first driver whose graphs take kernels that overlap: CUDA 12.3.
const OVERLAP_DRIVER: i32 = 12030;

/// A card with the kernels on it.
pub(crate) struct Cuda {
    name: String,
    context: sys::CUcontext,
    number: sys::CUdevice,
    module: sys::CUmodule,
    stream: sys::CUstream,
    functions: BTreeMap<&'static str, sys::CUfunction>,
    /// By their labels, and where manifolds are: their arrays change places.
    graphs: BTreeMap<(&'static str, u64), sys::CUgraphExec>,
    memory: Vec<u64>,
    marks: Vec<sys::CUevent>,
    marked: usize,
    /// Most blocks of a grid-stride loop.
    most_blocks: u32,
    /// Whether a kernel may begin before the one before it has ended, and wait by itself.
    may_overlap: bool,
    is_timed: bool,
    times: CommandTimes,
}

// SAFETY: a driver's handles may be used by any thread that has made the context its own, which
// every call of `Device` does first.
unsafe impl Send for Cuda {}

fn failed(call: &'static str) -> impl Fn(DriverError) -> GpuError {
    move |error| GpuError::Device { call, reason: format!("{error}") }
}

fn missing(reason: impl Into<String>) -> GpuError {
    GpuError::NoDevice { reason: reason.into() }
}

/// How many cards there are.
pub(crate) fn count() -> Result<usize, GpuError> {
    // SAFETY: looks for the library and for nothing else.
    if !unsafe { sys::is_culib_present() } {
        return Err(missing("there is no NVIDIA driver (libcuda) on this machine"));
    }
    driver::init()
        .map_err(|error| missing(format!("the NVIDIA driver does not start: {error}")))?;
    let count = driver::device::get_count().map_err(failed("counting cards"))?;
    usize::try_from(count).ok().filter(|count| *count > 0).ok_or_else(|| missing("there is none"))
}

/// The CUDA version of the driver, as 1000 · major + 10 · minor.
fn driver_version() -> Result<i32, GpuError> {
    let mut version = 0;
    // SAFETY: the driver is there, and writes one number.
    unsafe { sys::cuDriverGetVersion(&raw mut version) }
        .result()
        .map_err(failed("asking the driver"))?;
    Ok(version)
}

/// Compiles the kernels for a compute capability, by nvrtc.
pub(crate) fn compile(variant: Variant, (major, minor): (i32, i32)) -> Result<Vec<u8>, GpuError> {
    // SAFETY: looks for the library and for nothing else.
    if !unsafe { nvrtc::sys::is_culib_present() } {
        return Err(missing("CUDA's compiler of kernels (libnvrtc) is not on this machine"));
    }
    let options = nvrtc::CompileOptions {
        fmad: Some(false),
        options: vec!["--std=c++17".into(), format!("--gpu-architecture=compute_{major}{minor}")],
        ..Default::default()
    };
    let ptx = nvrtc::compile_ptx_with_opts(text(variant), options).map_err(|error| {
        let reason = match error {
            nvrtc::CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
            other => format!("{other:?}"),
        };
        GpuError::Compile { reason }
    })?;
    let mut image = ptx.as_bytes().map_or_else(|| ptx.to_src().into_bytes(), <[u8]>::to_vec);
    image.push(0);
    Ok(image)
}

impl Cuda {
    /// Card number `number`, with one variant of the kernels.
    pub(crate) fn new(number: usize, variant: Variant) -> Result<Self, GpuError> {
        let cards = count()?;
        if number >= cards {
            return Err(missing(format!("there is no card {number}, only {cards}")));
        }
        let device = driver::device::get(number as i32).map_err(failed("finding the card"))?;
        let name = driver::device::get_name(device).map_err(failed("naming the card"))?;
        let ask = |what| {
            // SAFETY: the device was just found.
            unsafe { driver::device::get_attribute(device, what) }
                .map_err(failed("asking the card"))
        };
        use sys::CUdevice_attribute_enum as Attribute;
        let major = ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let processors = ask(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        if major < 8 {
            return Err(missing(format!(
                "{name} has compute capability {major}.{minor}, and 8.0 is needed"
            )));
        }
        let image = compile(variant, (major, minor))?;
        // SAFETY: the device is valid; its context is released in `drop`.
        let context = unsafe { driver::primary_ctx::retain(device) }
            .map_err(failed("taking the card's context"))?;
        // SAFETY: the context was just made.
        unsafe { driver::ctx::set_current(context) }.map_err(failed("taking the context"))?;
        // SAFETY: the image ends with a zero byte and outlives the call.
        let module = unsafe { driver::module::load_data(image.as_ptr().cast()) }
            .map_err(failed("loading the kernels"))?;
        let mut functions = BTreeMap::new();
        for kernel in KERNELS {
            let symbol = CString::new(kernel).map_err(|_| missing("a kernel has no name"))?;
            // SAFETY: the module was just loaded.
            let found = unsafe { driver::module::get_function(module, symbol) };
            functions.insert(kernel, found.map_err(failed("finding a kernel"))?);
        }
        let stream = driver::stream::create(driver::stream::StreamKind::NonBlocking)
            .map_err(failed("making a stream"))?;
        Ok(Self {
            name,
            context,
            number: device,
            module,
            stream,
            functions,
            graphs: BTreeMap::new(),
            memory: Vec::new(),
            marks: Vec::new(),
            marked: 0,
            most_blocks: 16 * processors.max(1) as u32,
            may_overlap: major >= 9 && driver_version()? >= OVERLAP_DRIVER,
            is_timed: false,
            times: BTreeMap::new(),
        })
    }

    /// Makes the card's context that of the thread.
    fn enter(&self) -> Result<(), GpuError> {
        // SAFETY: the context lives as long as `self`.
        unsafe { driver::ctx::set_current(self.context) }.map_err(failed("taking the context"))
    }

    fn wait(&self) -> Result<(), GpuError> {
        // SAFETY: the stream lives as long as `self`.
        unsafe { driver::stream::synchronize(self.stream) }.map_err(failed("waiting for kernels"))
    }

    /// `overlaps`: the kernel may begin as soon as the one before it lets it, and waits by itself
    /// for its end (`IN_TURN` in the kernels).
    fn launch(&self, command: &Command, world: &Arguments, overlaps: bool) -> Result<(), GpuError> {
        match *command {
            Command::Fill(address, byte, count) => {
                // SAFETY: within an allocation of this device, by the caller.
                unsafe { driver::memset_d8_async(address, byte, count, self.stream) }
                    .map_err(failed("filling memory"))
            }
            Command::Kernel(name, grid, mut x, mut y) => {
                let (blocks, threads) = match grid {
                    Grid::Elements(count) => {
                        let blocks = count.div_ceil(BLOCK as usize).max(1);
                        ((blocks.min(self.most_blocks as usize)) as u32, BLOCK)
                    }
                    Grid::Blocks(blocks, threads) => (blocks, threads),
                };
                let function = self.functions.get(name).ok_or_else(|| missing("no such kernel"))?;
                let mut world = *world;
                let mut arguments: [*mut c_void; 3] =
                    [(&raw mut world).cast(), (&raw mut x).cast(), (&raw mut y).cast()];
                use sys::CUlaunchAttributeID_enum as Attribute;
                let mut overlap = sys::CUlaunchAttribute {
                    id: Attribute::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
                    pad: [0; 4],
                    value: sys::CUlaunchAttributeValue {
                        programmaticStreamSerializationAllowed: 1,
                    },
                };
                let how = sys::CUlaunchConfig {
                    gridDimX: blocks,
                    gridDimY: 1,
                    gridDimZ: 1,
                    blockDimX: threads,
                    blockDimY: 1,
                    blockDimZ: 1,
                    sharedMemBytes: 0,
                    hStream: self.stream,
                    attrs: &raw mut overlap,
                    numAttrs: u32::from(overlaps),
                };
                let (to, none) = (arguments.as_mut_ptr(), std::ptr::null_mut());
                // SAFETY: every kernel takes these three arguments, which are copied by the
                // call, and stays within the arrays, whose sizes the parameters say.
                unsafe { sys::cuLaunchKernelEx(&raw const how, *function, to, none) }
                    .result()
                    .map_err(failed("starting a kernel"))
            }
        }
    }

    /// Runs commands without a graph, with events between them.
    fn run_timed(&mut self, commands: &[Command], world: &Arguments) -> Result<(), GpuError> {
        self.marked = 0;
        self.mark()?;
        for command in commands {
            self.launch(command, world, false)?;
            self.mark()?;
        }
        for (command, ms) in commands.iter().zip(self.laps()?) {
            let (count, sum) = self.times.entry(command.key()).or_default();
            *count += 1;
            *sum += ms;
        }
        Ok(())
    }

    /// A graph of commands.
    fn capture(
        &self,
        commands: &[Command],
        world: &Arguments,
    ) -> Result<sys::CUgraphExec, GpuError> {
        let failed = failed("making a graph");
        let mode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        // SAFETY: the stream is valid and captures nothing else; the graph is destroyed after
        // its executable copy has been made.
        unsafe {
            driver::stream::begin_capture(self.stream, mode).map_err(&failed)?;
            let mut follows_kernel = false;
            let launched = commands.iter().try_for_each(|command| {
                let overlaps = self.may_overlap && follows_kernel;
                follows_kernel = matches!(command, Command::Kernel(..));
                self.launch(command, world, overlaps)
            });
            let graph = driver::stream::end_capture(self.stream).map_err(&failed)?;
            launched?;
            let made = driver::graph::instantiate(graph, sys::CUgraphInstantiate_flags(0))
                .map_err(&failed);
            driver::graph::destroy(graph).map_err(&failed)?;
            made
        }
    }
}

impl Device for Cuda {
    fn name(&self) -> &str {
        &self.name
    }

    fn allocate(&mut self, bytes: usize) -> Result<u64, GpuError> {
        self.enter()?;
        let bytes = bytes.max(16);
        // SAFETY: the memory is zeroed at once and freed in `drop`.
        let address = unsafe { driver::malloc_sync(bytes) }.map_err(failed("taking memory"))?;
        self.memory.push(address);
        // SAFETY: within what was just allocated.
        unsafe { driver::memset_d8_sync(address, 0, bytes) }.map_err(failed("clearing memory"))?;
        Ok(address)
    }

    fn free_bytes(&self) -> Option<usize> {
        self.enter().ok()?;
        driver::mem_get_info().ok().map(|(free, _)| free)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), GpuError> {
        self.enter()?;
        self.wait()?;
        // SAFETY: within an allocation of this device, by the caller.
        unsafe { driver::memcpy_htod_sync(address, bytes) }.map_err(failed("copying to the card"))
    }

    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.enter()?;
        self.wait()?;
        // SAFETY: within an allocation of this device, by the caller.
        unsafe { driver::memcpy_dtoh_sync(bytes, address) }.map_err(failed("copying from the card"))
    }

    fn run(
        &mut self,
        label: &'static str,
        commands: &[Command],
        world: &Arguments,
        times: usize,
    ) -> Result<(), GpuError> {
        self.enter()?;
        if self.is_timed {
            return (0..times).try_for_each(|_| self.run_timed(commands, world));
        }
        let key = (label, world.arrays.normal);
        let graph = match self.graphs.get(&key) {
            Some(graph) => *graph,
            None => {
                let graph = self.capture(commands, world)?;
                self.graphs.insert(key, graph);
                graph
            }
        };
        for _ in 0..times {
            // SAFETY: graph and stream live as long as `self`.
            unsafe { driver::graph::launch(graph, self.stream) }
                .map_err(failed("starting a graph"))?;
        }
        Ok(())
    }

    fn forget(&mut self) {
        let _ = self.enter().and_then(|()| self.wait());
        for graph in std::mem::take(&mut self.graphs).into_values() {
            // SAFETY: nothing runs any more, and nobody else has the graph.
            let _ = unsafe { driver::graph::exec_destroy(graph) };
        }
    }

    fn time_commands(&mut self, wanted: bool) -> Result<(), GpuError> {
        self.enter()?;
        self.wait()?;
        self.is_timed = wanted;
        // SAFETY: tells a profiler, where one listens, what to record; nothing else.
        let told = unsafe { if wanted { sys::cuProfilerStart() } else { sys::cuProfilerStop() } };
        told.result().map_err(failed("telling a profiler"))?;
        Ok(())
    }

    fn command_times(&mut self) -> CommandTimes {
        std::mem::take(&mut self.times)
    }

    fn mark(&mut self) -> Result<usize, GpuError> {
        self.enter()?;
        if self.marked == self.marks.len() {
            let event = driver::event::create(sys::CUevent_flags::CU_EVENT_DEFAULT);
            self.marks.push(event.map_err(failed("making a mark"))?);
        }
        // SAFETY: event and stream live as long as `self`.
        unsafe { driver::event::record(self.marks[self.marked], self.stream) }
            .map_err(failed("marking time"))?;
        self.marked += 1;
        Ok(self.marked - 1)
    }

    fn laps(&mut self) -> Result<Vec<f64>, GpuError> {
        self.enter()?;
        self.wait()?;
        let marks = &self.marks[..std::mem::take(&mut self.marked)];
        let lap = |two: &[sys::CUevent]| {
            // SAFETY: both were recorded, and the stream has passed them.
            unsafe { driver::event::elapsed(two[0], two[1]) }.map(f64::from)
        };
        marks.windows(2).map(lap).collect::<Result<_, _>>().map_err(failed("reading time"))
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        self.forget();
        // SAFETY: all of these were made by `self`, nothing runs any more, and nobody else has
        // them. A failure leaves memory to the end of the process.
        unsafe {
            for address in self.memory.drain(..) {
                let _ = driver::free_sync(address);
            }
            for event in self.marks.drain(..) {
                let _ = driver::event::destroy(event);
            }
            let _ = driver::stream::destroy(self.stream);
            let _ = driver::module::unload(self.module);
            let _ = driver::primary_ctx::release(self.number);
        }
    }
}
