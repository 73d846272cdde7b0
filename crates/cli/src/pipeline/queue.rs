//! What waits in a pipeline, who may take it, and where the limits are.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pencilmark::{Item, ReadOptions, StopSignal};

use super::{Far, Held, Place};
use crate::exit::Failure;
use crate::input::Piece;

/// How long to wait before looking at the clock and the stop signal again.
const BEAT: Duration = Duration::from_millis(100);

/// How much may be read and not shown, in units of a line of 81 characters.
pub(super) const WINDOW: usize = 1 << 17;

/// What a puzzle that is no such line comes to.
const WEIGHT: usize = 16;

/// Pieces that wait to be read; each has some ten thousand characters, seldom more.
pub(super) const AHEAD: usize = 8;

/// How many bytes of results may wait for a result before them.
pub(super) const ROOM: usize = 1 << 25;

/// A run of puzzles that takes longer than this is long enough.
const SPELL: Duration = Duration::from_millis(2);

/// More puzzles than this are no run.
pub(super) const LONGEST_RUN: usize = 512;

pub(super) struct Queue<R> {
    options: ReadOptions,
    wants_several: bool,
    state: Mutex<State<R>>,
    /// Something to do for workers.
    jobs: Condvar,
    /// Something to show.
    results: Condvar,
    /// Room for the reader.
    room: Condvar,
}

struct State<R> {
    groups: VecDeque<Group<R>>,
    /// How many groups have left.
    gone: usize,
    /// The first group, counting those gone, that has puzzles nobody has claimed, or may have.
    open: usize,
    /// Groups that are text, not counting those being read.
    texts: usize,
    /// How many groups, with those gone, have their puzzles counted, and how many puzzles these are.
    counted: (usize, usize),
    /// How many puzzles there were when the current input began.
    input: usize,
    /// What is read and not shown.
    weight: usize,
    /// Bytes of results that wait.
    held: usize,
    /// Workers at work.
    busy: usize,
    far: Far,
    ended: bool,
    failure: Option<Failure>,
    /// Whether a worker fell.
    fallen: bool,
}

struct Group<R> {
    stage: Stage,
    bytes: usize,
    /// The index of the first puzzle, once all above are counted.
    first: Option<usize>,
    claimed: usize,
    shown: usize,
    done: BTreeMap<usize, R>,
}

impl<R> Group<R> {
    /// Whether nothing of it is left to claim.
    fn is_claimed(&self) -> bool {
        self.first.is_some() && matches!(&self.stage, Stage::Ready(items) if self.claimed == items.len())
    }
}

enum Stage {
    Text(Piece),
    Reading,
    /// The end of the input with this name.
    End(String),
    Ready(Arc<Vec<Item>>),
}

enum Job {
    Read(usize, Piece),
    Solve { group: usize, items: Arc<Vec<Item>>, range: Range<usize>, place: Place },
    Wait,
    End,
}

fn weight(items: &[Item]) -> usize {
    items.iter().map(|item| if matches!(item, Item::Nine(_)) { 1 } else { WEIGHT }).sum()
}

impl<R: Held> Queue<R> {
    pub(super) fn new(options: ReadOptions, wants_several: bool) -> Self {
        let state = State {
            groups: VecDeque::new(),
            gone: 0,
            open: 0,
            texts: 0,
            counted: (0, 0),
            input: 0,
            weight: 0,
            held: 0,
            busy: 0,
            far: Far::default(),
            ended: false,
            failure: None,
            fallen: false,
        };
        let (jobs, results, room) = Default::default();
        Self { options, wants_several, state: Mutex::new(state), jobs, results, room }
    }

    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a piece from the reader, once there is room.
    pub(super) fn push(&self, piece: Piece) -> bool {
        let mut state = self.lock();
        while state.texts >= AHEAD {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let bytes = if let Piece::Chunk(chunk) = &piece { chunk.bytes() } else { 0 };
        let stage = Stage::Text(piece);
        state.groups.push_back(Group { stage, bytes, first: None, claimed: 0, shown: 0, done: BTreeMap::new() });
        state.texts += 1;
        self.jobs.notify_one();
        self.results.notify_one();
        true
    }

    fn end(&self) {
        self.lock().ended = true;
        self.jobs.notify_all();
        self.results.notify_one();
    }

    /// The results whose turn it is, how far they come, and whether there is work for one more.
    pub(super) fn due(&self) -> (Vec<R>, Far, bool) {
        let mut state = self.lock();
        let due = state.take_due();
        if !due.is_empty() {
            self.jobs.notify_all();
        }
        let hungry = !matches!(state.job(1, self.wants_several, true), Job::Wait | Job::End);
        (due, state.far, hungry)
    }

    /// Waits for a result whose turn it is, or a beat.
    pub(super) fn wait(&self) {
        let state = self.lock();
        if !state.is_due() {
            drop(self.results.wait_timeout(state, BEAT));
        }
    }

    /// Whether a result is there whose turn it is.
    pub(super) fn is_due(&self) -> bool {
        self.lock().is_due()
    }

    /// Whether nothing more can come.
    pub(super) fn is_over(&self, stop: &StopSignal) -> bool {
        let state = self.lock();
        state.ended && state.groups.is_empty() || state.busy == 0 && (stop.is_raised() || state.fallen)
    }

    pub(super) fn failure(&self) -> Option<Failure> {
        self.lock().failure.take()
    }

    /// What a worker does.
    pub(super) fn work(&self, stop: &StopSignal, work: &impl Fn(Place, &[Item]) -> R) {
        let mut length = 1;
        let mut state = self.lock();
        while !stop.is_raised() && !state.fallen {
            match state.job(length, self.wants_several, false) {
                Job::End => break,
                Job::Wait => {
                    state = self.jobs.wait_timeout(state, BEAT).unwrap_or_else(PoisonError::into_inner).0;
                    continue;
                }
                Job::Read(group, piece) => {
                    state.busy += 1;
                    drop(state);
                    self.room.notify_one();
                    let fall = Fall(self);
                    let read = Read::of(piece, &self.options);
                    std::mem::forget(fall);
                    state = self.lock();
                    state.read(group, read);
                    self.jobs.notify_all();
                }
                Job::Solve { group, items, range, place } => {
                    state.busy += 1;
                    drop(state);
                    let (start, fall) = (Instant::now(), Fall(self));
                    let result = work(place, &items[range.clone()]);
                    std::mem::forget(fall);
                    length = match start.elapsed() {
                        time if time < SPELL => (2 * length).min(LONGEST_RUN),
                        time if time > 4 * SPELL => (length / 4).max(1),
                        _ => length,
                    };
                    state = self.lock();
                    state.done(group, range.start, result);
                }
            }
            state.busy -= 1;
            if state.busy == 0 || state.is_due() {
                self.results.notify_one();
            }
        }
        drop(state);
        self.jobs.notify_all();
        self.results.notify_one();
    }
}

/// Says that no more comes, also if the reader falls.
pub(super) struct End<'a, R: Held>(pub(super) &'a Queue<R>);

impl<R: Held> Drop for End<'_, R> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Says that a worker fell, unless it is forgotten before.
struct Fall<'a, R: Held>(&'a Queue<R>);

impl<R: Held> Drop for Fall<'_, R> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.fallen = true;
        state.busy -= 1;
        self.0.results.notify_one();
    }
}

/// A piece that was read.
enum Read {
    Items(Vec<Item>),
    End(String),
    Failed(Failure),
}

impl Read {
    fn of(piece: Piece, options: &ReadOptions) -> Self {
        match piece {
            Piece::Chunk(chunk) => Self::Items(chunk.items(options)),
            Piece::Items(items) => Self::Items(items),
            Piece::End(name) => Self::End(name),
            Piece::Failed(failure) => Self::Failed(failure),
        }
    }
}

impl<R: Held> State<R> {
    /// What to do next: the oldest puzzles that nobody has claimed, then the oldest text. `only_look` leaves it to be done.
    fn job(&mut self, length: usize, wants_several: bool, only_look: bool) -> Job {
        let knows =
            !wants_several || self.counted.1 > 1 || self.ended && self.counted.0 == self.gone + self.groups.len();
        self.open = self.open.max(self.gone);
        while self.group(self.open).is_some_and(|group| group.is_claimed()) {
            self.open += 1;
        }
        let (number, gone, full) = (self.open, self.gone, self.held > ROOM);
        let counted = self.counted.1;
        if let Some(group) = self.group(number)
            && let (Some(first), Stage::Ready(items)) = (group.first, &group.stage)
            && (first + group.claimed > 0 || knows)
        {
            if full && number > gone {
                return Job::Wait;
            }
            let range = group.claimed..items.len().min(group.claimed + length);
            let place = Place { first: first + range.start, several: counted > 1 };
            let items = items.clone();
            if !only_look {
                group.claimed = range.end;
            }
            return Job::Solve { group: number, items, range, place };
        }
        if self.texts > 0 && (self.weight < WINDOW || !knows) {
            let from = self.open - self.gone;
            let text =
                self.groups.iter_mut().enumerate().skip(from).find(|(_, group)| matches!(group.stage, Stage::Text(_)));
            if let Some((index, group)) = text {
                let piece = if only_look { None } else { Some(std::mem::replace(&mut group.stage, Stage::Reading)) };
                let Some(Stage::Text(piece)) = piece else { return Job::Read(gone + index, Piece::Items(Vec::new())) };
                self.texts -= 1;
                return Job::Read(gone + index, piece);
            }
        }
        if self.ended && self.open == self.gone + self.groups.len() { Job::End } else { Job::Wait }
    }

    /// A group by its number, counting those gone.
    fn group(&mut self, number: usize) -> Option<&mut Group<R>> {
        self.groups.get_mut(number - self.gone)
    }

    fn read(&mut self, group: usize, read: Read) {
        let group = &mut self.groups[group - self.gone];
        group.stage = match read {
            Read::Items(items) => {
                self.weight += weight(&items);
                Stage::Ready(Arc::new(items))
            }
            Read::End(name) => Stage::End(name),
            Read::Failed(failure) => {
                self.failure = Some(failure);
                Stage::Ready(Arc::default())
            }
        };
        self.count();
    }

    /// Counts puzzles as far as all above are read.
    fn count(&mut self) {
        while let Some(group) = self.groups.get_mut(self.counted.0 - self.gone) {
            if let Stage::End(name) = &group.stage {
                // An input without any puzzle is malformed.
                let missing = (self.counted.1 == self.input).then(|| Item::Read(Err(pencilmark::no_puzzle(name))));
                self.weight += missing.as_ref().map_or(0, |_| WEIGHT);
                self.input = self.counted.1 + usize::from(missing.is_some());
                group.stage = Stage::Ready(Arc::new(missing.into_iter().collect()));
            }
            let Stage::Ready(items) = &group.stage else { break };
            group.first = Some(self.counted.1);
            self.counted = (self.counted.0 + 1, self.counted.1 + items.len());
        }
    }

    fn done(&mut self, group: usize, start: usize, result: R) {
        self.held += result.bytes();
        self.groups[group - self.gone].done.insert(start, result);
    }

    /// Whether a result is there whose turn it is.
    fn is_due(&self) -> bool {
        self.groups.front().is_some_and(|group| group.done.contains_key(&group.shown))
    }

    fn take_due(&mut self) -> Vec<R> {
        let mut due = Vec::new();
        while let Some(group) = self.groups.front_mut() {
            while let Some(result) = group.done.remove(&group.shown) {
                group.shown += result.puzzles();
                self.far.shown += result.puzzles();
                self.held -= result.bytes();
                due.push(result);
            }
            let Stage::Ready(items) = &group.stage else { break };
            if group.first.is_none() || group.shown < items.len() {
                break;
            }
            self.weight -= weight(items);
            self.far.bytes += group.bytes as u64;
            self.gone += 1;
            self.groups.pop_front();
        }
        if self.ended && self.counted.0 == self.gone + self.groups.len() {
            self.far.total = Some(self.counted.1);
        }
        due
    }
}
