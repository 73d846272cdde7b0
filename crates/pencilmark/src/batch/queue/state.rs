//! What waits in a batch: groups from text to results, who may take what next, and where the limits are. Nothing here waits itself.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use crate::batch::{BatchError, Progress};

/// How much may be read and not shown, by weight: a 9x9 Sudoku on a line weighs 1.
pub const WINDOW: usize = 1 << 17;

/// Pieces that wait to be read; each has some ten thousand characters, seldom more.
pub const AHEAD: usize = 8;

/// How many bytes of results may wait for a result before them.
pub const ROOM: usize = 1 << 25;

/// What the reader hands over, in input order.
pub enum Piece<T> {
    /// A piece of an input, for a worker to read.
    Text {
        /// The name of the input.
        name: Option<Arc<str>>,
        /// How long the piece is.
        bytes: usize,
        /// Returns its items and their weight.
        read: Box<dyn FnOnce() -> (Vec<T>, usize) + Send>,
    },
    /// The end of an input.
    End {
        /// The name of the input.
        name: Option<Arc<str>>,
        /// What stands for the input if there was no item in it.
        missing: Box<T>,
    },
}

/// A piece that was read.
pub enum Read<T> {
    /// Its items and their weight.
    Items(Vec<T>, usize),
    /// The end of an input, and what stands for it if it had no item.
    End(Box<T>),
}

impl<T> Piece<T> {
    /// Reads it, which may take a while.
    pub fn read(self) -> Read<T> {
        match self {
            Self::Text { read, .. } => {
                let (items, weight) = read();
                Read::Items(items, weight)
            }
            Self::End { missing, .. } => Read::End(missing),
        }
    }
}

/// Items that follow each other, for one worker.
pub struct Run<T> {
    group: usize,
    items: Arc<Vec<T>>,
    range: Range<usize>,
    /// The name of their input.
    pub(in crate::batch) name: Option<Arc<str>>,
    /// The index of the first one in the batch.
    pub first: usize,
    /// Whether there is more than one item in the batch, or may be.
    pub several: bool,
}

impl<T> Run<T> {
    /// The items, in input order.
    pub fn items(&self) -> &[T] {
        &self.items[self.range.clone()]
    }
}

/// What came of a run.
pub struct Finished<R> {
    /// What is shown.
    pub result: R,
    /// How many items it is about: fewer than there were, if the work was stopped.
    pub items: usize,
    /// How much memory it takes.
    pub bytes: usize,
}

/// What an item knows of its number when the work on it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Whether more than one item is known by then.
    AsFarAsKnown,
    /// Whether there is more than one: the first item waits until that is known.
    Awaited,
    /// Every item has its number, also if there is only one.
    FromTheFirst,
}

/// What waits.
pub struct State<T, R> {
    numbers: Numbers,
    groups: VecDeque<Group<T, R>>,
    /// How many groups have left.
    gone: usize,
    /// The first group, counting those gone, that has unclaimed items, or may have.
    open: usize,
    /// Groups that are text, not counting those being read.
    pub(super) texts: usize,
    /// How many groups, with those gone, have their items counted, and how many items these are.
    counted: (usize, usize),
    /// How many items there were when the current input began.
    input: usize,
    /// What is read and not shown.
    weight: usize,
    /// Bytes of results that wait.
    held: usize,
    /// Workers at work.
    pub(super) busy: usize,
    /// How far it is.
    pub progress: Progress,
    /// Whether all is read.
    pub ended: bool,
    pub(super) failure: Option<BatchError>,
    /// Whether no more is wanted: all is over, or a thread panicked.
    pub(super) closed: bool,
    /// How often the consumer was told about a change.
    pub(super) changes: u64,
}

/// A piece of input, and what becomes of it.
struct Group<T, R> {
    stage: Stage<T>,
    name: Option<Arc<str>>,
    bytes: usize,
    weight: usize,
    /// The index of the first item, once all above are counted.
    first: Option<usize>,
    claimed: usize,
    shown: usize,
    done: BTreeMap<usize, Finished<R>>,
}

impl<T, R> Group<T, R> {
    /// Whether nothing of it is left to claim.
    fn is_claimed(&self) -> bool {
        self.first.is_some() && matches!(&self.stage, Stage::Ready(items) if self.claimed == items.len())
    }

    /// Whether nothing of it is left to show. One without items is so from the start.
    fn is_shown(&self) -> bool {
        self.first.is_some() && matches!(&self.stage, Stage::Ready(items) if self.shown >= items.len())
    }
}

/// How far a group is.
enum Stage<T> {
    Text(Piece<T>),
    Reading,
    /// The end of an input, and what stands for it if it had no item.
    End(Box<T>),
    Ready(Arc<Vec<T>>),
}

/// What a worker may do.
pub enum Job<T> {
    /// Read a piece, and hand over what it holds by this number.
    Read(usize, Piece<T>),
    /// Work on a run.
    Work(Run<T>),
    /// Wait until there is something to do.
    Wait,
    /// Leave: nothing more comes.
    End,
}

/// What there is to do, before a worker takes it.
enum Next {
    Work,
    Read(usize),
    Wait,
    End,
}

impl<T, R> State<T, R> {
    /// Nothing is there yet.
    pub fn new(numbers: Numbers) -> Self {
        Self {
            numbers,
            groups: VecDeque::new(),
            gone: 0,
            open: 0,
            texts: 0,
            counted: (0, 0),
            input: 0,
            weight: 0,
            held: 0,
            busy: 0,
            progress: Progress::default(),
            ended: false,
            failure: None,
            closed: false,
            changes: 0,
        }
    }

    /// Whether the reader has to wait.
    pub fn is_full(&self) -> bool {
        self.texts >= AHEAD
    }

    /// A piece from the reader.
    pub fn push(&mut self, piece: Piece<T>) {
        let (name, bytes) = match &piece {
            Piece::Text { name, bytes, .. } => (name.clone(), *bytes),
            Piece::End { name, .. } => (name.clone(), 0),
        };
        let (stage, done) = (Stage::Text(piece), BTreeMap::new());
        self.groups.push_back(Group { stage, name, bytes, weight: 0, first: None, claimed: 0, shown: 0, done });
        self.texts += 1;
    }

    /// Whether nothing more can come; `stopped` if nothing more is begun.
    pub fn is_over(&self, stopped: bool) -> bool {
        self.ended && self.groups.is_empty() || self.busy == 0 && (stopped || self.closed)
    }

    /// Whether all groups are counted.
    fn all_counted(&self) -> bool {
        self.counted.0 == self.gone + self.groups.len()
    }

    /// Whether the first item need not wait any longer: there are more, or there will be none.
    fn may_begin(&self) -> bool {
        self.numbers != Numbers::Awaited || self.counted.1 > 1 || self.ended && self.all_counted()
    }

    /// What there is to do: work on the oldest unclaimed items, or read the oldest text.
    fn next(&mut self) -> Next {
        let may_begin = self.may_begin();
        self.open = self.open.max(self.gone);
        while self.groups.get(self.open - self.gone).is_some_and(Group::is_claimed) {
            self.open += 1;
        }
        if let Some(group) = self.groups.get(self.open - self.gone)
            && let (Some(first), Stage::Ready(_)) = (group.first, &group.stage)
            && (first + group.claimed > 0 || may_begin)
        {
            return if self.held > ROOM && self.open > self.gone { Next::Wait } else { Next::Work };
        }
        if self.texts > 0 && (self.weight < WINDOW || !may_begin) {
            let from = self.open - self.gone;
            let mut groups = self.groups.iter().enumerate().skip(from);
            if let Some((index, _)) = groups.find(|(_, group)| matches!(group.stage, Stage::Text(_))) {
                return Next::Read(index);
            }
        }
        if self.ended && self.open == self.gone + self.groups.len() { Next::End } else { Next::Wait }
    }

    /// Whether there is work for one more.
    pub(super) fn has_work(&mut self) -> bool {
        matches!(self.next(), Next::Work | Next::Read(_))
    }

    /// What to do next; a run has at most `length` items.
    pub fn job(&mut self, length: usize) -> Job<T> {
        let next = self.next();
        let several = self.counted.1 > 1 || self.numbers == Numbers::FromTheFirst;
        let (number, gone) = (self.open, self.gone);
        match next {
            Next::Wait => Job::Wait,
            Next::End => Job::End,
            Next::Work => {
                let group = &mut self.groups[number - gone];
                let (Some(first), Stage::Ready(items)) = (group.first, &group.stage) else { return Job::Wait };
                let range = group.claimed..items.len().min(group.claimed + length);
                let (items, name) = (items.clone(), group.name.clone());
                group.claimed = range.end;
                Job::Work(Run { group: number, items, first: first + range.start, range, name, several })
            }
            Next::Read(index) => {
                let stage = std::mem::replace(&mut self.groups[index].stage, Stage::Reading);
                let Stage::Text(piece) = stage else { return Job::Wait };
                self.texts -= 1;
                Job::Read(gone + index, piece)
            }
        }
    }

    /// What came of a piece.
    pub fn read(&mut self, group: usize, read: Read<T>) {
        let group = &mut self.groups[group - self.gone];
        group.stage = match read {
            Read::Items(items, weight) => {
                group.weight = weight;
                self.weight += weight;
                Stage::Ready(Arc::new(items))
            }
            Read::End(missing) => Stage::End(missing),
        };
        self.count();
    }

    /// Counts items as far as all above are read.
    fn count(&mut self) {
        while let Some(group) = self.groups.get_mut(self.counted.0 - self.gone) {
            if matches!(group.stage, Stage::End(_))
                && let Stage::End(missing) = std::mem::replace(&mut group.stage, Stage::Reading)
            {
                // An input without any item is malformed.
                let missing = (self.counted.1 == self.input).then_some(*missing);
                self.input = self.counted.1 + usize::from(missing.is_some());
                group.stage = Stage::Ready(Arc::new(missing.into_iter().collect()));
            }
            let Stage::Ready(items) = &group.stage else { break };
            group.first = Some(self.counted.1);
            self.counted = (self.counted.0 + 1, self.counted.1 + items.len());
        }
    }

    /// What came of a run.
    pub fn done(&mut self, run: &Run<T>, finished: Finished<R>) {
        let group = &mut self.groups[run.group - self.gone];
        self.held += finished.bytes;
        group.done.insert(run.range.start, finished);
    }

    /// Whether there is something to take: a result whose turn it is, or a group that can leave.
    pub fn is_ready(&self) -> bool {
        let first = self.groups.front();
        first.is_some_and(|group| group.done.contains_key(&group.shown) || group.is_shown())
    }

    /// The results whose turn it is. Groups of which all is shown leave.
    pub fn take_ready(&mut self) -> Vec<R> {
        let mut ready = Vec::new();
        while let Some(group) = self.groups.front_mut() {
            while let Some(finished) = group.done.remove(&group.shown) {
                group.shown += finished.items;
                self.progress.shown += finished.items;
                self.held -= finished.bytes;
                ready.push(finished.result);
            }
            if !group.is_shown() {
                break;
            }
            self.weight -= group.weight;
            self.progress.bytes += group.bytes as u64;
            self.gone += 1;
            self.groups.pop_front();
        }
        if self.ended && self.all_counted() {
            self.progress.total = Some(self.counted.1);
        }
        ready
    }
}
