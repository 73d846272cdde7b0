//! The memory of a process, as Linux tells it.

/// What of this process is resident now, in KiB.
pub(crate) fn resident_memory() -> Option<u64> {
    field("self", "VmRSS:")
}

/// The same of another process.
pub(crate) fn resident_of(process: u32) -> Option<u64> {
    field(&process.to_string(), "VmRSS:")
}

/// The most that was resident since [`forget_peak`], in KiB.
pub(crate) fn peak() -> Option<u64> {
    field("self", "VmHWM:")
}

/// The most that was resident of another process.
pub(crate) fn peak_of(process: u32) -> Option<u64> {
    field(&process.to_string(), "VmHWM:")
}

/// From now on the peak is what is resident from now on.
pub(crate) fn forget_peak() {
    // Without it peaks only grow: what is reported is then too much, never too little.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn field(process: &str, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}
