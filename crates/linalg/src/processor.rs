//! Which processor this is.

/// What the bits of a result depend on beside the code: the libraries below
/// choose their kernels by the processor, and by the sizes of its caches the
/// order of their sums. Bits are kept for one kind of it.
pub fn processor() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = |key: &str| {
        let found = about.lines().find(|line| line.starts_with(key));
        found.and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value)
    };
    format!("{} {}, {}", std::env::consts::ARCH, line("model name"), line("cache size"))
}
