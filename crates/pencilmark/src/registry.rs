//! The registries: kinds, formats and methods, each listed once and read by everything else.

use std::sync::LazyLock;

use pencilmark_puzzles::{EXACT, GenerateError, Hints, Kind, KindInfo, ParseError, Sniff, Source, Spec, for_each_kind};
use pencilmark_search::{METHODS, MethodInfo};

use crate::Puzzle;
use crate::puzzle::Erased;

/// A kind of puzzle.
pub struct KindEntry {
    /// What it says about itself.
    pub info: &'static KindInfo,
    /// Its text formats. JSON, which all kinds share, is not among them: see [`JSON`].
    pub formats: Vec<FormatInfo>,
    /// Its own methods, that no other kind has.
    pub methods: Vec<&'static MethodInfo>,
    pub(crate) generate: fn(&Spec, u64, u64) -> Result<Puzzle, GenerateError>,
    pub(crate) from_json: fn(&pencilmark_puzzles::text::json::Object<'_>, &Hints) -> Result<Puzzle, ParseError>,
}

/// A text format of a kind.
pub struct FormatInfo {
    /// Its name on the command line.
    pub id: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// Whether a puzzle is one line.
    pub one_line: bool,
    /// Whether it has a place of its own for the solution.
    pub carries_solution: bool,
    pub(crate) sniff: fn(&Source<'_>) -> Sniff,
    pub(crate) read: Box<Read>,
}

type Read = dyn Fn(&Source<'_>, &Hints) -> Result<Puzzle, ParseError> + Send + Sync;

/// The format that carries every kind: its name and one line about it.
pub const JSON: (&str, &str) = ("json", "Pencilmark JSON: one object a puzzle, JSON Lines for many");

/// Every kind, in the order of listings.
pub fn kinds() -> &'static [KindEntry] {
    macro_rules! entries {
        ($($kind:ty,)*) => { vec![$(entry::<$kind>()),*] };
    }
    static KINDS: LazyLock<Vec<KindEntry>> = LazyLock::new(|| for_each_kind!(entries));
    &KINDS
}

/// The kind with this name.
pub fn kind(id: &str) -> Option<&'static KindEntry> {
    kinds().iter().find(|entry| entry.info.id == id)
}

/// Makes puzzle number `index` of this seed; it depends on `spec`, `seed` and `index` alone.
///
/// ```
/// let spec = pencilmark::Spec { size: Some((6, 6)), ..Default::default() };
/// let kenken = pencilmark::kind("kenken").expect("KenKen is there");
/// let puzzle = pencilmark::generate(kenken, &spec, 2026, 0)?;
/// assert_eq!(puzzle.shape(), (6, 6));
/// # Ok::<(), pencilmark::GenerateError>(())
/// ```
pub fn generate(kind: &KindEntry, spec: &Spec, seed: u64, index: u64) -> Result<Puzzle, GenerateError> {
    (kind.generate)(spec, seed, index)
}

fn entry<K: Kind>() -> KindEntry {
    let formats = K::formats().iter().map(|format| FormatInfo {
        id: format.id,
        title: format.title,
        one_line: format.one_line,
        carries_solution: format.carries_solution,
        sniff: format.sniff,
        read: Box::new(|source, hints| (format.read)(source, hints).map(Puzzle::from_parsed)),
    });
    KindEntry {
        info: &K::INFO,
        formats: formats.collect(),
        methods: K::own_methods().iter().map(|own| own.info).collect(),
        generate: |spec, seed, index| K::generate(spec, seed, index).map(Puzzle::new),
        from_json: |object, hints| K::from_json(object, hints).map(Puzzle::new),
    }
}

/// Every method: the kinds' own engine first, then those over constraints, then those of one kind alone.
pub fn methods() -> impl Iterator<Item = &'static MethodInfo> {
    let own = kinds().iter().flat_map(|kind| kind.methods.iter().copied());
    std::iter::once(&EXACT).chain(METHODS.iter().map(|entry| entry.info)).chain(own)
}

/// The method with this name.
pub fn method(id: &str) -> Option<&'static MethodInfo> {
    methods().find(|info| info.id == id)
}

/// Makes sure that the erased trait stays in step with the registry.
const _: fn() = || {
    fn is_erased<K: Kind>()
    where
        pencilmark_puzzles::Parsed<K>: Erased,
    {
    }
    macro_rules! each {
        ($($kind:ty,)*) => { $(is_erased::<$kind>();)* };
    }
    for_each_kind!(each);
};
