//! Small sets that meet every set of a family (minimum hitting sets), where the family is not known in full.
//!
//! Branch and bound: a set that is not hit yet has to lose one of its members to the choice, so the search branches over them; a member that was tried is
//! barred from the branches beside it. Sets without common members need a choice each, which bounds the search from below.

use pencilmark_csp::Why;

/// A set of small numbers, all sets of a problem equally wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Set(Vec<u64>);

impl Set {
    /// No members, with room for the numbers below `most`.
    pub(crate) fn none(most: usize) -> Self {
        Self(vec![0; most.div_ceil(64)])
    }

    /// These members, all below `most`.
    pub(crate) fn of(most: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::none(most);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    pub(crate) fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    pub(crate) fn remove(&mut self, member: usize) {
        self.0[member / 64] &= !(1 << (member % 64));
    }

    pub(crate) fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let rest = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|&word| word != 0).map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }

    fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u64, u64)> + 'a {
        self.0.iter().copied().zip(other.0.iter().copied())
    }

    /// The first member of both.
    pub(crate) fn common(&self, other: &Self) -> Option<usize> {
        let mut both = self.pairs(other).map(|(a, b)| a & b).enumerate();
        both.find(|&(_, word)| word != 0).map(|(index, word)| index * 64 + word.trailing_zeros() as usize)
    }

    /// The numbers below `most` that are not members.
    pub(crate) fn complement(&self, most: usize) -> Self {
        let mut set = Self(self.0.iter().map(|word| !word).collect());
        if let Some(last) = set.0.last_mut()
            && !most.is_multiple_of(64)
        {
            *last &= (1 << (most % 64)) - 1;
        }
        set
    }

    fn meets(&self, other: &Self) -> bool {
        self.pairs(other).any(|(a, b)| a & b != 0)
    }

    fn is_within(&self, other: &Self) -> bool {
        self.pairs(other).all(|(a, b)| a & !b == 0)
    }

    fn len_without(&self, other: &Self) -> usize {
        self.pairs(other).map(|(a, b)| (a & !b).count_ones() as usize).sum()
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    fn take_away(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, less)| *word &= !less);
    }

    fn keep(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, kept)| *word &= kept);
    }
}

/// Sets to hit, the smallest first. None contains another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Family {
    sets: Vec<Set>,
    sizes: Vec<usize>,
}

/// Who knows all sets, and lets the search learn of them one by one.
pub(crate) trait Oracle {
    /// Whether a choice that hits all known sets hits all there are.
    fn ask(&mut self, chosen: &Set) -> Result<Answer, Why>;

    /// Pays for one choice.
    fn pay(&mut self) -> Result<(), Why>;
}

/// What an [`Oracle`] answers.
pub(crate) enum Answer {
    /// It does, or a part of it.
    Enough(Set),
    /// It does not hit this set.
    Misses(Set),
}

impl Family {
    /// Adds a set, unless one of its subsets is there already.
    pub(crate) fn insert(&mut self, set: &Set) {
        let size = set.len();
        let larger = self.sizes.partition_point(|&other| other <= size);
        if self.sets[..larger].iter().any(|other| other.is_within(set)) {
            return;
        }
        for index in (larger..self.sets.len()).rev() {
            if set.is_within(&self.sets[index]) {
                self.sets.remove(index);
                self.sizes.remove(index);
            }
        }
        self.sets.insert(larger, set.clone());
        self.sizes.insert(larger, size);
    }

    /// What each number below `width` is worth: it hits sets, and a set counts the more the smaller it is.
    pub(crate) fn gains(&self, width: usize) -> Vec<usize> {
        gains(&self.sets, width)
    }

    /// A choice that hits all sets, found by always taking the number that is worth most.
    pub(crate) fn greedy(&self, width: usize) -> Set {
        let mut chosen = Set::none(width);
        let mut open: Vec<&Set> = self.sets.iter().collect();
        while !open.is_empty() {
            let gains = gains(open.iter().copied(), width);
            let Some(best) = (0..width).rev().max_by_key(|&member| gains[member]) else { break };
            chosen.insert(best);
            open.retain(|set| !set.contains(best));
        }
        chosen
    }

    /// A choice of up to `most` of the numbers below `width` that hits all sets, those included that only the oracle knows; `None` if there is none.
    pub(crate) fn hit(&mut self, width: usize, most: usize, oracle: &mut impl Oracle) -> Result<Option<Set>, Why> {
        let mut search = Search { family: self, oracle };
        search.node(&Set::none(width), Set::none(width), most)
    }
}

fn gains<'s>(sets: impl IntoIterator<Item = &'s Set>, width: usize) -> Vec<usize> {
    let mut gains = vec![0; width];
    for set in sets {
        let worth = 1_000 / set.len().max(1);
        set.iter().for_each(|member| gains[member] += worth);
    }
    gains
}

struct Search<'a, O> {
    family: &'a mut Family,
    oracle: &'a mut O,
}

/// What stands in the way of a choice.
enum Sight {
    /// Too much: no choice within the bound.
    Hopeless,
    /// Nothing that is known.
    Clear,
    /// This set, which has to be hit by one of these members.
    Branches(Vec<usize>),
}

impl<O: Oracle> Search<'_, O> {
    /// Looks for a choice with these members, without those that are `barred`, and up to `left` more.
    fn node(&mut self, chosen: &Set, mut barred: Set, left: usize) -> Result<Option<Set>, Why> {
        self.oracle.pay()?;
        let branches = loop {
            match self.look(chosen, &barred, left) {
                Sight::Hopeless => return Ok(None),
                Sight::Branches(members) => break members,
                Sight::Clear => match self.oracle.ask(chosen)? {
                    Answer::Enough(set) => return Ok(Some(set)),
                    Answer::Misses(set) => self.family.insert(&set),
                },
            }
        };
        for member in branches {
            let mut more = chosen.clone();
            more.insert(member);
            if let Some(found) = self.node(&more, barred.clone(), left - 1)? {
                return Ok(Some(found));
            }
            barred.insert(member);
        }
        Ok(None)
    }

    fn look(&self, chosen: &Set, barred: &Set, left: usize) -> Sight {
        let open = || self.family.sets.iter().filter(|set| !set.meets(chosen));
        let mut fewest: Option<(usize, &Set)> = None;
        let mut apart = 0;
        let mut met = Set(vec![0; chosen.0.len()]);
        for set in open() {
            let size = set.len_without(barred);
            if fewest.is_none_or(|(least, _)| size < least) {
                fewest = Some((size, set));
            }
            if size == 0 || left == 0 {
                return Sight::Hopeless;
            }
            if set.pairs(barred).zip(&met.0).all(|((word, barred), &met)| word & !barred & met == 0) {
                apart += 1;
                if apart > left {
                    return Sight::Hopeless;
                }
                met.add(set);
                met.take_away(barred);
            }
        }
        let Some((_, set)) = fewest else { return Sight::Clear };
        let mut able = set.clone();
        able.take_away(barred);
        if left == 1 {
            // The last member has to hit everything that is left.
            open().for_each(|set| able.keep(set));
            return if able.len() == 0 { Sight::Hopeless } else { Sight::Branches(able.iter().collect()) };
        }
        let mut members: Vec<(usize, usize)> = able.iter().map(|member| (0, member)).collect();
        for set in open() {
            for (hits, member) in &mut members {
                *hits += usize::from(set.contains(*member));
            }
        }
        members.sort_by_key(|&(hits, member)| (std::cmp::Reverse(hits), member));
        Sight::Branches(members.into_iter().map(|(_, member)| member).collect())
    }
}
