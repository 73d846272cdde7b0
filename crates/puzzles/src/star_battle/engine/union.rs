//! Two neighbouring lines where there is little room: all ways to take columns, as bits of a word.
//!
//! The two lines of a **strip** hold their stars in pairwise non-adjacent columns. On boards as tight as people print them
//! there are few such sets of columns, **unions**: 84 for 14 rows and 3 stars, 91 for 25 and 6. Removing a
//! cell is an operation on words, and most changes remove no union, which a comparison shows. It infers what `strip` does.

use std::sync::OnceLock;

use super::super::{LARGEST, MOST_STARS};
use super::state::{Geometry, Refuted, State, WIDTH, bits};

/// A set of unions.
type Set = u128;
/// Unions that are looked up together: a byte of a set.
const GROUP: usize = 8;

/// Stands among the cells of a strip that has to be looked at even if nothing changed: no cell has this place.
const UNSEEN: u32 = 1;

/// The unions of a board.
pub struct Unions {
    having: [Set; WIDTH], // column -> unions that have it
    groups: Vec<[Columns; 1 << GROUP]>,
    all: Set,
    stars: usize,
}

/// Columns of some unions.
#[derive(Clone, Copy)]
struct Columns {
    some: u32,  // those that one of them has
    every: u32, // those that all of them have
}

/// What is known about a strip since it was looked at last.
#[derive(Clone, Copy)]
pub(super) struct Known {
    alive: Set,     // unions that may be the one
    open: [u32; 2], // cells of the two lines that may hold a star, or do
    starred: u32,   // columns with a star
    every: u32,     // columns that all unions have
}

impl Known {
    /// What is known about a strip at the start, where each line may have `cells`.
    pub(super) fn nothing(unions: Option<&Unions>, cells: u32) -> Self {
        let alive = unions.map_or(0, |unions| unions.all);
        // With one union or none, something follows before anything is known; with more, nothing does.
        let unseen = if alive <= 1 { UNSEEN } else { 0 };
        Self { alive, open: [cells | unseen; 2], starred: 0, every: 0 }
    }
}

impl Unions {
    /// The unions of a board of this size with this many stars; `None` if they are too many for a word.
    pub fn of(size: usize, stars: usize) -> Option<&'static Self> {
        static KNOWN: [[OnceLock<Option<Unions>>; MOST_STARS + 1]; LARGEST + 1] =
            [const { [const { OnceLock::new() }; MOST_STARS + 1] }; LARGEST + 1];
        KNOWN[size][stars].get_or_init(|| Self::new(size, stars)).as_ref()
    }

    fn new(size: usize, stars: usize) -> Option<Self> {
        // Without the column after each but the last, the columns of a union may be any.
        let (taken, places) = (2 * stars, (size + 1).checked_sub(2 * stars)?);
        let mut unions = Vec::new();
        let mut choice = (1u32 << taken) - 1;
        while choice < 1 << places {
            unions.push(bits(choice).enumerate().fold(0u32, |union, (before, at)| union | 2 << (at + before)));
            if unions.len() > Set::BITS as usize {
                return None;
            }
            // The next larger word with as many bits.
            let low = choice & choice.wrapping_neg();
            let ripple = choice + low;
            choice = ripple | (choice ^ ripple) >> (2 + low.trailing_zeros());
        }
        let mut having = [0; WIDTH];
        for (index, &union) in unions.iter().enumerate() {
            bits(union).for_each(|column| having[column] |= 1 << index);
        }
        let groups = unions.chunks(GROUP).map(|group| {
            std::array::from_fn(|chosen| {
                let chosen = group.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
                chosen.fold(Columns { some: 0, every: u32::MAX }, |columns, (_, union)| Columns {
                    some: columns.some | union,
                    every: columns.every & union,
                })
            })
        });
        let all = Set::MAX.checked_shr(Set::BITS - unions.len() as u32).unwrap_or(0);
        Some(Self { having, groups: groups.collect(), all, stars })
    }

    /// Brings lines `line` and `line + 1` to what they can hold together. Once is enough.
    pub fn filter(&self, state: &mut State, geometry: &Geometry, direction: usize, line: usize) -> Result<(), Refuted> {
        let (first, second) = (state.open[direction][line], state.open[direction][line + 1]);
        let starred = state.starred[direction][line] | state.starred[direction][line + 1];
        let known = &mut state.known[direction][line];
        let mut alive = known.alive;
        for at in bits((known.open[0] | known.open[1]) & !(first | second)) {
            alive &= !self.having[at];
        }
        for at in bits(starred & !known.starred) {
            alive &= self.having[at];
        }
        if alive == known.alive && known.open == [first, second] {
            known.starred = starred;
            return Ok(());
        }
        let (over_first, full_first) = self.count(first & !second);
        let (over_second, full_second) = self.count(second & !first);
        alive &= !(over_first | over_second);
        if alive == 0 {
            return Err(Refuted);
        }
        let (mut can_first, mut can_second) = (first, second);
        if alive != known.alive || known.open[0] & UNSEEN != 0 {
            let Columns { some, every } = self.columns(alive);
            known.every = every;
            (can_first, can_second) = (first & some, second & some);
        }
        if alive & full_first != 0 {
            can_first &= !second | self.columns(alive & !full_first).some;
        }
        if alive & full_second != 0 {
            can_second &= !first | self.columns(alive & !full_second).some;
        }
        let every = known.every & !starred;
        let (must_first, must_second) = (every & can_first & !can_second, every & can_second & !can_first);
        known.alive = alive;
        known.open = [can_first, can_second];
        known.starred = starred | must_first | must_second;
        state.clear(geometry, direction, line, first & !can_first)?;
        state.clear(geometry, direction, line + 1, second & !can_second)?;
        state.star_all(geometry, direction, line, must_first)?;
        state.star_all(geometry, direction, line + 1, must_second)
    }

    /// The columns of the unions of a set.
    #[inline]
    fn columns(&self, set: Set) -> Columns {
        let mut columns = Columns { some: 0, every: u32::MAX };
        for (group, chosen) in self.groups.iter().zip(set.to_le_bytes()) {
            let of_group = group[usize::from(chosen)];
            columns.some |= of_group.some;
            columns.every &= of_group.every;
        }
        columns
    }

    /// The unions that have more of these columns than a line has stars, and, besides others, those that have as many.
    #[inline]
    fn count(&self, columns: u32) -> (Set, Set) {
        let start = 7 - self.stars; // so that a star too many is carried
        let [mut ones, mut twos, mut fours] = [0, 1, 2].map(|bit| if start >> bit & 1 == 1 { Set::MAX } else { 0 });
        let mut over = 0;
        for at in bits(columns) {
            let having = self.having[at];
            let carry = ones & having;
            let carried = twos & carry;
            over |= fours & carried;
            ones ^= having;
            twos ^= carry;
            fours ^= carried;
        }
        (over, ones & twos & fours)
    }
}
