//! The memory of this process, as Linux tells it.

/// What is resident now, in KiB.
pub(crate) fn resident() -> Option<u64> {
    field("VmRSS:")
}

/// The most that was resident since [`forget_peak`], in KiB.
pub(crate) fn peak() -> Option<u64> {
    field("VmHWM:")
}

/// From now on the peak is what is resident from now on.
pub(crate) fn forget_peak() {
    // Without it peaks only grow: what is reported is then too much, never too little.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn field(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}
