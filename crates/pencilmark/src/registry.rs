//! The registries: kinds, formats and methods, each listed once and read by everything else.

use std::fmt;
use std::sync::{Arc, LazyLock};

use pencilmark_csp::Budget;
use pencilmark_puzzles::{EXACT, GenerateError, Remedy, Settings, Spec};
use pencilmark_search::{METHODS, names};
use sha2::{Digest as _, Sha256};

pub use pencilmark_puzzles::{
    Alias, AliasRules, Applies, CANDIDATES, FormatEntry, JSON, KindEntry, KindInfo, ModelInfo, Preset, Setting,
    SettingError,
};
pub use pencilmark_search::names::{choices, find, nearest};
pub use pencilmark_search::{
    AStar, Complete, Draws, Family, Key, MethodEntry, MethodInfo, Parameter, ParameterError, ParameterValue,
    Parameters, Scalar, Takes, ValueError,
};

pub use crate::generated::Generated;

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
/// assert_eq!(settings_of("queens", &Settings::default()).get("stars"), Some(&"1".into()));
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
        let value = settings.get(name).map(ToString::to_string).filter(|value| value != known);
        let Some((value, entry)) = value.zip(kind(id)) else { continue };
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
    let entry = kind_to_generate(name)?;
    let name = kind_name(name).unwrap_or(entry.info.id);
    let board = entry.form(&settings_to_generate(name, settings)?)?;
    let comments = alias(name).and_then(|alias| alias.form).map_or_else(|| entry.info.form_comments(), str::to_owned);
    // Without this line, a filled-in form could be read as another kind.
    Ok(format!("# kind: {name}\n{comments}{board}"))
}

/// Returns the kind with this name. Fails with the names that exist.
pub(crate) fn kind_to_generate(name: &str) -> Result<&'static KindEntry, GenerateError> {
    kind(name).ok_or_else(|| {
        let what = format!("there is no kind `{name}`");
        GenerateError::Spec { what, remedy: choices(name, kind_names()).into() }
    })
}

/// Makes puzzles of one kind with the same settings. They were parsed and checked when it was made.
#[derive(Clone, Debug)]
pub struct Generator {
    kind: &'static KindEntry,
    /// How its puzzles are called, up to the seed: see [`seed_name`].
    name: String,
    inner: pencilmark_puzzles::Generator,
}

impl Generator {
    /// Makes a generator. Fails if the request makes no sense for the kind.
    ///
    /// ```
    /// let spec = pencilmark::Spec::default().with("size", "6x6");
    /// let kenken = pencilmark::registry::kind("kenken").expect("KenKen is there");
    /// let generator = pencilmark::registry::Generator::new(kenken, &spec)?;
    /// let puzzle = generator.generate(2026, 0)?.puzzle;
    /// assert_eq!(puzzle.shape(), (6, 6));
    /// assert_eq!(puzzle.id(), Some("kenken-6x6-2026-0"));
    /// # Ok::<(), pencilmark::GenerateError>(())
    /// ```
    pub fn new(kind: &'static KindEntry, spec: &Spec) -> Result<Self, GenerateError> {
        let inner = kind.generator(spec)?;
        Ok(Self { kind, name: name_of(kind, inner.settings()), inner })
    }

    /// Makes puzzle number `index` of a seed; it depends on the settings and on these two alone. Its id is
    /// `{name}-{index}`, where `name` is the [`seed_name`].
    pub fn generate(&self, seed: u64, index: u64) -> Result<Generated, GenerateError> {
        let pencilmark_puzzles::Generated { puzzle, solution, climb } = self.inner.generate(seed, index)?;
        let puzzle = Puzzle::new(self.kind, puzzle).with_id(format!("{}-{seed}-{index}", self.name));
        Ok(Generated { puzzle, solution, climb })
    }

    /// The same generator with another budget for a puzzle.
    pub fn within(&self, budget: Budget) -> Self {
        Self { inner: self.inner.within(budget), ..self.clone() }
    }

    /// Whether its puzzles have one solution.
    pub fn is_unique(&self) -> bool {
        !Setting::SEVERAL_OK.get(self.inner.settings())
    }

    /// The kind of its puzzles.
    pub fn kind(&self) -> &'static KindEntry {
        self.kind
    }

    /// How many drafts were thrown away so far.
    pub fn rejects(&self) -> u64 {
        self.inner.rejects()
    }
}

/// Makes puzzle number `index` of this seed. For several puzzles, make a [`Generator`] once.
pub fn generate(kind: &'static KindEntry, spec: &Spec, seed: u64, index: u64) -> Result<Puzzle, GenerateError> {
    Ok(Generator::new(kind, spec)?.generate(seed, index)?.puzzle)
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
/// # use pencilmark::registry::{Parameters, kind, seed_name};
/// let sudoku = kind("sudoku").expect("Sudoku is there");
/// assert_eq!(seed_name(sudoku, &Parameters::default(), 7), "sudoku-7");
/// let settings = Settings::default().with("level", "2..3").with("size", 6).with("minimal", true);
/// assert_eq!(seed_name(sudoku, &settings.for_kind(sudoku.info)?, 7), "sudoku-6x6-level-2..3-minimal-7");
/// # Ok::<(), pencilmark::registry::SettingError>(())
/// ```
pub fn seed_name(kind: &KindEntry, settings: &Parameters, seed: u64) -> String {
    format!("{}-{seed}", name_of(kind, settings))
}

/// The name of a seed without the seed.
fn name_of(kind: &KindEntry, settings: &Parameters) -> String {
    let mut name = kind.info.id.to_owned();
    for Setting { parameter, .. } in kind.info.settings {
        let is_size = parameter.name == Settings::SIZE;
        let Some(value) = settings.get(parameter.name) else { continue };
        let written = value.to_string();
        if !is_size && written == parameter.default_text() {
            continue;
        }
        let technique =
            kind.techniques.iter().find(|known| parameter.name == Settings::TEACH && known.is_named(&written));
        let words: &[&str] = match value {
            _ if is_size => &[&written],
            ParameterValue::Flag(true) => &[parameter.name],
            ParameterValue::Text(_) => match technique {
                Some(technique) => &[parameter.name, technique.id],
                None if is_short_word(&written) => &[parameter.name, &written],
                None => &[parameter.name, &hash_of(&written)],
            },
            _ => &[parameter.name, &written],
        };
        name.extend(words.iter().flat_map(|word| ["-", *word]));
    }
    name
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
