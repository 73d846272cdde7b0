//! What a client may ask for.

use std::time::Duration;

/// What a client may ask for: one that asks for more is refused, one that asks when all workers are busy waits its turn or is told to come back.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request.
    pub body: usize,
    /// Connections at a time; more are turned away.
    pub connections: usize,
    /// How long the head of a request may take to arrive, and a connection to be idle; a fifth of it when half of the connections are taken.
    pub head_time: Duration,
    /// How long the rest of a request may take to arrive.
    pub body_time: Duration,
    /// How long a client may take nothing of an answer that is there.
    pub read_time: Duration,
    /// Quick requests that are worked on at a time.
    pub quick: usize,
    /// Quick requests that may wait for a worker.
    pub waiting: usize,
    /// How long one may wait before it is told to come back.
    pub wait_time: Duration,
    /// Runs at a time.
    pub runs: usize,
    /// What a quick request may take.
    pub quick_time: Duration,
    /// What a run may take.
    pub run_time: Duration,
    /// Frames of a search that are told; the rest is counted.
    pub frames: usize,
    /// States that a search may hold: what bounds its memory.
    pub states: usize,
    /// What planning an experiment may take while it is being written.
    pub plan_time: Duration,
    /// Runs of an experiment.
    pub experiment_runs: usize,
    /// Puzzles that a text may hold, a generator may make, a sheet may print or an experiment may have.
    pub puzzles: usize,
}

impl Limits {
    /// Seconds after which a refused client may ask again.
    pub const RETRY_AFTER: u64 = 1;
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            body: 2 << 20,
            connections: 512,
            head_time: Duration::from_secs(5),
            body_time: Duration::from_secs(10),
            read_time: Duration::from_secs(15),
            quick: cores.max(2),
            waiting: 64,
            wait_time: Duration::from_secs(5),
            runs: cores.max(4),
            quick_time: Duration::from_secs(10),
            run_time: Duration::from_secs(600),
            frames: 20_000,
            states: 2_000_000,
            plan_time: Duration::from_secs(2),
            experiment_runs: 20_000,
            puzzles: 500,
        }
    }
}
