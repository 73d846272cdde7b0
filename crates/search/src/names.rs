//! Names as people type them: `AC3` for `ac-3`, `Star Battle` for `star-battle`, `bactracking` for `backtracking`.

/// Reduces a name to what people do not vary: its letters and digits, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether two names are equal up to case, blanks, hyphens and other punctuation.
///
/// ```
/// # use pencilmark_search::names::is_same;
/// assert!(is_same("AC3", "ac-3") && is_same("two_not touch", "two-not-touch"));
/// assert!(!is_same("sat", "stat") && !is_same("-", "+"));
/// ```
pub fn is_same(one: &str, other: &str) -> bool {
    let name = plain(one);
    one == other || !name.is_empty() && name == plain(other)
}

/// Returns the known name that was meant: an exact match, or else the first that [is the
/// same](is_same).
pub fn find<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let exact = known.iter().find(|name| **name == asked);
    exact.or_else(|| known.iter().find(|name| is_same(name, asked))).copied()
}

/// Returns the known name most similar to the one asked for, or `None` if none is similar.
///
/// ```
/// # use pencilmark_search::names::nearest;
/// assert_eq!(nearest("bactracking", ["sat", "backtracking"]), Some("backtracking"));
/// assert_eq!(nearest("anneal", ["sat", "annealing"]), Some("annealing"));
/// assert_eq!(nearest("sudko", ["kenken", "sudoku"]), Some("sudoku"));
/// assert_eq!(nearest("mvr", ["in-order", "mrv", "mrv-degree"]), Some("mrv"));
/// assert_eq!(nearest("chess", ["sudoku", "hitori"]), None);
/// ```
pub fn nearest<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let asked = plain(asked);
    // A long text is not a name.
    let length = asked.chars().count();
    if !(2..=60).contains(&length) {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let other = plain(name);
        // A name that was only begun counts as near.
        let begun = length >= 3 && other.starts_with(&asked) || other.len() >= 3 && asked.starts_with(&other);
        let away = if begun { 1 } else { distance(&asked, &other) };
        // A typo changes at most a third of the longer name: at least one letter, at most four.
        let most = (length.max(other.chars().count()) / 3).clamp(1, 4);
        if away <= most && best.is_none_or(|(least, _)| away < least) {
            best = Some((away, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The known names that share a word with the one that was asked for, sorted; if there are none, the
/// [`nearest`] one.
///
/// ```
/// # use pencilmark_search::names::resembling;
/// assert_eq!(resembling("some wing", ["x-wing", "swordfish", "w-wing"]), ["w-wing", "x-wing"]);
/// assert_eq!(resembling("swordfsh", ["x-wing", "swordfish"]), ["swordfish"]);
/// ```
pub fn resembling<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let known: Vec<&str> = known.into_iter().collect();
    let words: Vec<String> =
        asked.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect();
    let shares = |name: &&str| name.split('-').any(|part| part.len() > 2 && words.iter().any(|word| word == part));
    let mut like: Vec<&str> = known.iter().copied().filter(shares).collect();
    like.sort_unstable();
    like.dedup();
    if like.is_empty() { nearest(asked, known).into_iter().collect() } else { like }
}

/// Returns advice about an unknown name: `did you mean a? choose one of a, b`.
///
/// ```
/// # use pencilmark_search::names::choices;
/// assert_eq!(choices("sta", ["sat", "exact"]), "did you mean `sat`? choose one of sat, exact");
/// assert_eq!(choices("quantum", ["sat", "exact"]), "choose one of sat, exact");
/// assert_eq!(choices("order", []), "there is none");
/// ```
pub fn choices<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if known.is_empty() {
        return "there is none".to_owned();
    }
    let list = format!("choose one of {}", known.join(", "));
    nearest(asked, known).map_or(list.clone(), |meant| format!("did you mean `{meant}`? {list}"))
}

/// Returns the edit distance between two names: letters added, left out, replaced, or swapped with
/// their neighbour.
///
/// ```
/// # use pencilmark_search::names::distance;
/// assert_eq!((distance("position", "positon"), distance("sat", "ast"), distance("sat", "")), (1, 1, 3));
/// ```
pub fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let changed = rows[i][j] + usize::from(a != b);
            let mut least = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}
