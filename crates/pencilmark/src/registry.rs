//! The registries: kinds, formats and methods, each listed once and read by everything else.

use std::fmt;
use std::sync::{Arc, LazyLock};

use pencilmark_puzzles::{EXACT, GenerateError, Remedy, Settings, Spec};
use pencilmark_search::{METHODS, names};
use sha2::{Digest as _, Sha256};

pub use pencilmark_puzzles::{
    Alias, AliasRules, Applies, CANDIDATES, FormatEntry, JSON, KindEntry, KindInfo, ModelInfo, Preset, Setting,
    SettingError, SettingValue,
};
pub use pencilmark_search::names::{choices, find, nearest};
pub use pencilmark_search::{
    Complete, Draws, Entry as MethodEntry, Family, MethodInfo, Parameter, ParameterError, Parameters, Takes,
};

use crate::Puzzle;

/// The kinds that puzzles are read as. The built-in ones are the default, and a program may add its
/// own while it runs.
#[derive(Clone)]
pub struct Registry {
    kinds: Arc<[&'static KindEntry]>,
}

impl Registry {
    /// The built-in kinds.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Registry> = LazyLock::new(|| {
            let kinds = pencilmark_puzzles::kinds().into_iter().map(|entry| &*Box::leak(Box::new(entry)));
            Registry { kinds: kinds.collect() }
        });
        &BUILT_IN
    }

    /// Adds a kind, or replaces the one with its name. Its entry lives as long as the program.
    #[must_use]
    pub fn with(&self, entry: KindEntry) -> Self {
        let others = self.kinds.iter().copied().filter(|other| other.info.id != entry.info.id);
        let others: Vec<&'static KindEntry> = others.collect();
        Self { kinds: others.into_iter().chain([&*Box::leak(Box::new(entry))]).collect() }
    }

    /// Every kind, in the order of listings.
    pub fn kinds(&self) -> &[&'static KindEntry] {
        &self.kinds
    }

    /// Returns the kind with this name or alias. Case, blanks and hyphens do not matter.
    pub fn kind(&self, id: &str) -> Option<&'static KindEntry> {
        let own = self.kinds.iter().find(|entry| entry.info.id == id);
        let found = own.or_else(|| {
            let name = self.kind_name(id)?;
            let is_named = |alias: &Alias| alias.name == name;
            self.kinds.iter().find(|entry| entry.info.id == name || entry.info.aliases.iter().any(is_named))
        });
        found.copied()
    }

    /// Returns the name of a kind or alias as listings spell it: `two-not-touch` for
    /// `Two Not Touch`. `None` if it is unknown.
    pub fn kind_name(&self, id: &str) -> Option<&'static str> {
        names::find(id, self.kind_names())
    }

    /// Returns what is known about a kind under this name, if the name is not its own.
    pub fn alias(&self, id: &str) -> Option<&'static Alias> {
        let name = self.kind_name(id)?;
        self.kinds.iter().flat_map(|entry| entry.info.aliases).find(|alias| alias.name == name)
    }

    /// The names of all kinds, and the other names that they go by.
    pub fn kind_names(&self) -> impl Iterator<Item = &'static str> {
        let aliases = |entry: &'static KindEntry| entry.info.aliases.iter().map(|alias| alias.name);
        self.kinds.iter().flat_map(move |&entry| std::iter::once(entry.info.id).chain(aliases(entry)))
    }

    /// Returns these settings, with those that a kind has under this name where they are not set.
    pub fn settings_of(&self, id: &str, settings: &Settings) -> Settings {
        let known = self.alias(id).map_or(&[][..], |alias| alias.settings);
        let open = known.iter().filter(|(name, _)| settings.get(name).is_none());
        open.fold(settings.clone(), |settings, (name, value)| settings.with(*name, *value))
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self::built_in().clone()
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.kinds.iter().map(|entry| entry.info.id)).finish()
    }
}

/// Every built-in kind, in the order of listings.
pub fn kinds() -> &'static [&'static KindEntry] {
    Registry::built_in().kinds()
}

/// Returns the built-in kind with this name or [`alias`]. Case, blanks and hyphens do not matter.
///
/// ```
/// # use pencilmark::registry::{kind, settings_of};
/// # use pencilmark::Settings;
/// assert_eq!(kind("Queens").map(|entry| entry.info.id), Some("star-battle"));
/// assert_eq!(settings_of("queens", &Settings::default()).get("stars"), Some("1"));
/// ```
pub fn kind(id: &str) -> Option<&'static KindEntry> {
    Registry::built_in().kind(id)
}

/// See [`Registry::kind_name`].
pub fn kind_name(id: &str) -> Option<&'static str> {
    Registry::built_in().kind_name(id)
}

/// See [`Registry::alias`].
pub fn alias(id: &str) -> Option<&'static Alias> {
    Registry::built_in().alias(id)
}

/// See [`Registry::kind_names`].
pub fn kind_names() -> impl Iterator<Item = &'static str> {
    Registry::built_in().kind_names()
}

/// See [`Registry::settings_of`].
pub fn settings_of(id: &str, settings: &Settings) -> Settings {
    Registry::built_in().settings_of(id, settings)
}

/// Returns the rules of a kind, in the words of an alias that has its own.
///
/// ```
/// # use pencilmark::registry::{alias, kind, rules};
/// let star_battle = kind("queens").expect("Queens is there").info;
/// assert!(rules(star_battle, alias("queens")).short.contains("queen"));
/// assert!(rules(star_battle, alias("two-not-touch")).short.contains("star"));
/// ```
pub fn rules(kind: &'static KindInfo, alias: Option<&Alias>) -> AliasRules {
    let own = AliasRules { short: kind.short_rules, full: kind.rules, sizes: kind.sizes };
    alias.and_then(|alias| alias.rules).unwrap_or(own)
}

/// Returns the settings that [`settings_of`] returns, for puzzles to generate. Fails if what is set
/// contradicts the name.
///
/// ```
/// # use pencilmark::registry::settings_to_generate;
/// # use pencilmark::Settings;
/// let error = settings_to_generate("queens", &Settings::default().with("stars", 2)).unwrap_err();
/// assert!(error.to_string().starts_with("`queens` is Star Battle with `stars` 1, not 2; ask for star-battle"));
/// ```
pub fn settings_to_generate(id: &str, settings: &Settings) -> Result<Settings, GenerateError> {
    for &(name, known) in alias(id).map_or(&[][..], |alias| alias.settings) {
        let Some((value, entry)) = settings.get(name).filter(|&value| value != known).zip(kind(id)) else { continue };
        return Err(GenerateError::Spec {
            what: format!("`{id}` is {} with `{name}` {known}, not {value}", entry.info.title),
            remedy: Remedy::new(format!("ask for {}", entry.info.id)).or_set_to(name, value),
        });
    }
    Ok(settings_of(id, settings))
}

/// Returns an empty form for a puzzle of the kind with this name, in the size and variant that the
/// settings ask for.
///
/// ```
/// # use pencilmark::registry::form;
/// # use pencilmark::Settings;
/// let form = form("queens", &Settings::default().with("size", 5))?;
/// assert!(form.starts_with("# kind: queens\n# Queens: ") && form.ends_with("\n5 1\nAAAAA\nAAAAA\nAAAAA\nAAAAA\nAAAAA\n"));
/// # Ok::<(), pencilmark::GenerateError>(())
/// ```
pub fn form(name: &str, settings: &Settings) -> Result<String, GenerateError> {
    let Some((entry, name)) = kind(name).zip(kind_name(name)) else {
        let what = format!("there is no kind `{name}`");
        return Err(GenerateError::Spec { what, remedy: choices(name, kind_names()).into() });
    };
    let board = entry.form(&settings_to_generate(name, settings)?)?;
    let comments = alias(name).and_then(|alias| alias.form).map_or_else(|| entry.info.form_comments(), str::to_owned);
    // Without this line, a filled-in form could be read as another kind.
    Ok(format!("# kind: {name}\n{comments}{board}"))
}

/// Makes puzzle number `index` of this seed; it depends on `spec`, `seed` and `index` alone. Its id is `{name}-{index}`,
/// where `name` is the [`seed_name`].
///
/// ```
/// let spec = pencilmark::Spec::default().with("size", "6x6");
/// let kenken = pencilmark::registry::kind("kenken").expect("KenKen is there");
/// let puzzle = pencilmark::registry::generate(kenken, &spec, 2026, 0)?;
/// assert_eq!(puzzle.shape(), (6, 6));
/// assert_eq!(puzzle.id(), Some("kenken-6x6-2026-0"));
/// # Ok::<(), pencilmark::GenerateError>(())
/// ```
pub fn generate(kind: &'static KindEntry, spec: &Spec, seed: u64, index: u64) -> Result<Puzzle, GenerateError> {
    let puzzle = Puzzle::new(kind, kind.generate(spec, seed, index)?);
    Ok(puzzle.with_id(format!("{}-{index}", seed_name(kind, &spec.settings, seed))))
}

/// Names the puzzles of a seed: the kind, every setting that is not its default, and the seed.
/// Puzzle number `index` is called `{name}-{index}`.
///
/// Different settings make different puzzles, so they give different names. A size that is set is
/// always written, because the default may depend on other settings, such as the number of stars.
/// The value of a free-text setting, such as a mask, appears as a hash unless it is a short word.
///
/// ```
/// # use pencilmark::Settings;
/// # use pencilmark::registry::{kind, seed_name};
/// let sudoku = kind("sudoku").expect("Sudoku is there");
/// assert_eq!(seed_name(sudoku, &Settings::default(), 7), "sudoku-7");
/// assert_eq!(seed_name(sudoku, &Settings::default().with("size", 9), 7), "sudoku-9x9-7");
/// let settings = Settings::default().with("level", "2..3").with("size", 6).with("minimal", true);
/// assert_eq!(seed_name(sudoku, &settings, 7), "sudoku-6x6-level-2..3-minimal-7");
/// ```
pub fn seed_name(kind: &KindEntry, settings: &Settings, seed: u64) -> String {
    let mut name = kind.info.id.to_owned();
    for Setting { parameter, .. } in kind.info.settings {
        let written = |text: &str| parameter.takes.canonical(text);
        let is_usual = |value: &String| parameter.name != Settings::SIZE && *value == written(parameter.default);
        let Some(value) = settings.get(parameter.name).map(written).filter(|value| !is_usual(value)) else {
            continue;
        };
        let technique =
            kind.techniques.iter().find(|known| parameter.name == Settings::TEACH && known.is_named(&value));
        let value = technique.map_or(value, |known| known.id.to_owned());
        let value = match parameter.takes {
            Takes::Text(_) if !is_short_word(&value) => hash_of(&value),
            _ => value,
        };
        let words: &[&str] = match parameter.takes {
            _ if parameter.name == Settings::SIZE => &[&value],
            Takes::Flag if value == "yes" => &[parameter.name],
            _ => &[parameter.name, &value],
        };
        name.extend(words.iter().flat_map(|word| ["-", *word]));
    }
    format!("{name}-{seed}")
}

/// Whether a text is as short and plain as the name of a technique. Rejects digits: a hash has
/// some, so the two cannot be confused.
fn is_short_word(text: &str) -> bool {
    text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// Returns the first 64 bits of the SHA-256 of a text in hexadecimal, after a 0, so that it is
/// never a short word.
fn hash_of(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let bits = digest.iter().take(8).fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    format!("0{bits:016x}")
}

/// Every method: the kinds' own engine first, then those over constraints, then those of one kind alone.
pub fn methods() -> impl Iterator<Item = &'static MethodInfo> {
    let own = kinds().iter().flat_map(|kind| kind.info.methods.iter().copied());
    std::iter::once(&EXACT).chain(METHODS.iter().map(|entry| entry.info)).chain(own)
}

/// Returns the method with this name. Case, blanks and hyphens do not matter.
///
/// ```
/// assert_eq!(pencilmark::registry::method("AC3").map(|info| info.id), Some("ac-3"));
/// ```
pub fn method(id: &str) -> Option<&'static MethodInfo> {
    let id = names::find(id, methods().map(|info| info.id))?;
    methods().find(|info| info.id == id)
}
