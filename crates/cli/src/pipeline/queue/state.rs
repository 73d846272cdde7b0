//! What waits in a pipeline: groups from text to results, who may take what next, and where the limits are. Nothing here waits itself.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use pencilmark::{Item, ReadOptions};

use crate::exit::Failure;
use crate::input::Piece;
use crate::pipeline::{Far, Held, Place};

/// How much may be read and not shown, in units of a line of 81 characters.
pub(super) const WINDOW: usize = 1 << 17;

/// What a puzzle that is no such line comes to.
const WEIGHT: usize = 16;

/// Pieces that wait to be read; each has some ten thousand characters, seldom more.
pub(super) const AHEAD: usize = 8;

/// How many bytes of results may wait for a result before them.
pub(super) const ROOM: usize = 1 << 25;

/// What waits.
pub(super) struct State<R> {
    groups: VecDeque<Group<R>>,
    /// How many groups have left.
    gone: usize,
    /// The first group, counting those gone, that has puzzles nobody has claimed, or may have.
    open: usize,
    /// Groups that are text, not counting those being read.
    pub(super) texts: usize,
    /// How many groups, with those gone, have their puzzles counted, and how many puzzles these are.
    counted: (usize, usize),
    /// How many puzzles there were when the current input began.
    input: usize,
    /// What is read and not shown.
    weight: usize,
    /// Bytes of results that wait.
    held: usize,
    /// Workers at work.
    pub(super) busy: usize,
    pub(super) far: Far,
    /// Whether all is read.
    pub(super) ended: bool,
    pub(super) failure: Option<Failure>,
    /// Whether nobody wants more: all is over, or somebody fell.
    pub(super) closed: bool,
    /// How often whoever shows results was told that something is new.
    pub(super) news: u64,
}

/// A piece of input, and what becomes of it.
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

    /// Whether nothing of it is left to show. One without puzzles is so from the start.
    fn is_shown(&self) -> bool {
        self.first.is_some() && matches!(&self.stage, Stage::Ready(items) if self.shown >= items.len())
    }
}

/// How far a group is.
enum Stage {
    Text(Piece),
    Reading,
    /// The end of the input with this name.
    End(String),
    Ready(Arc<Vec<Item>>),
}

/// What a worker may do.
pub(super) enum Job {
    Read(usize, Piece),
    Solve { group: usize, items: Arc<Vec<Item>>, range: Range<usize>, place: Place },
    Wait,
    End,
}

/// What puzzles come to in [`WINDOW`].
fn weight(items: &[Item]) -> usize {
    items.iter().map(|item| if matches!(item, Item::Nine(_)) { 1 } else { WEIGHT }).sum()
}

/// A piece that was read.
pub(super) enum Read {
    Items(Vec<Item>),
    End(String),
    Failed(Failure),
}

impl Read {
    /// Reads a piece.
    pub(super) fn of(piece: Piece, options: &ReadOptions) -> Self {
        match piece {
            Piece::Chunk(chunk) => Self::Items(chunk.items(options)),
            Piece::Items(items) => Self::Items(items),
            Piece::End(name) => Self::End(name),
            Piece::Failed(failure) => Self::Failed(failure),
        }
    }
}

impl<R> Default for State<R> {
    fn default() -> Self {
        Self {
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
            closed: false,
            news: 0,
        }
    }
}

impl<R: Held> State<R> {
    /// Whether the reader has to wait.
    pub(super) fn is_full(&self) -> bool {
        self.texts >= AHEAD
    }

    /// A piece from the reader.
    pub(super) fn push(&mut self, piece: Piece) {
        let bytes = if let Piece::Chunk(chunk) = &piece { chunk.bytes() } else { 0 };
        let stage = Stage::Text(piece);
        self.groups.push_back(Group { stage, bytes, first: None, claimed: 0, shown: 0, done: BTreeMap::new() });
        self.texts += 1;
    }

    /// Whether nothing more can come; `stopped` if nobody begins anything more.
    pub(super) fn is_over(&self, stopped: bool) -> bool {
        self.ended && self.groups.is_empty() || self.busy == 0 && (stopped || self.closed)
    }

    /// What to do next: the oldest puzzles that nobody has claimed, then the oldest text. `only_look` leaves it to be done.
    pub(super) fn job(&mut self, length: usize, wants_several: bool, only_look: bool) -> Job {
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

    /// What came of a piece.
    pub(super) fn read(&mut self, group: usize, read: Read) {
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

    /// What came of a run.
    pub(super) fn done(&mut self, group: usize, start: usize, result: R) {
        self.held += result.bytes();
        self.groups[group - self.gone].done.insert(start, result);
    }

    /// Whether there is something to take: a result whose turn it is, or a group that can leave.
    pub(super) fn is_due(&self) -> bool {
        self.groups.front().is_some_and(|group| group.done.contains_key(&group.shown) || group.is_shown())
    }

    /// The results whose turn it is. Groups of which all is shown leave.
    pub(super) fn take_due(&mut self) -> Vec<R> {
        let mut due = Vec::new();
        while let Some(group) = self.groups.front_mut() {
            while let Some(result) = group.done.remove(&group.shown) {
                group.shown += result.puzzles();
                self.far.shown += result.puzzles();
                self.held -= result.bytes();
                due.push(result);
            }
            let Stage::Ready(items) = &group.stage else { break };
            if !group.is_shown() {
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
