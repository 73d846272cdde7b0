//! The table entry of a kind: what can be done without a puzzle.

use std::fmt;
use std::sync::Arc;

use pencilmark_csp::Budget;
use pencilmark_search::Parameters;

use crate::technique::{self, TechniqueInfo};
use crate::text::json::Object;
use crate::{
    Draw, Format, GenerateError, Generated, Kind, KindInfo, ParseError, Parsed, Rejects, Settings, Sniff, Source, Spec,
};

/// The format that carries every kind: its name and one line about it.
pub const JSON: (&str, &str) = ("json", "Pencilmark JSON: one object per puzzle, JSON Lines for many");

/// The format that shows what is possible in every cell, whatever the kind: its name and one line
/// about it.
pub const CANDIDATES: (&str, &str) =
    ("candidates", "the puzzle with what is possible in every cell, after `# position`");

/// A puzzle of any kind, and what came with it.
pub type AnyParsed = Parsed<Arc<dyn Kind>>;

type Read = dyn Fn(&Source<'_>, &Parameters) -> Result<AnyParsed, ParseError> + Send + Sync;
type ReadJson = dyn Fn(&Object<'_>, &Parameters) -> Result<Arc<dyn Kind>, ParseError> + Send + Sync;
type Form = dyn Fn(&Parameters) -> Result<String, GenerateError> + Send + Sync;
type Prepare = dyn Fn(&Parameters) -> Result<Arc<Make>, GenerateError> + Send + Sync;
type Make = dyn Fn(&Draw<'_>) -> Result<Generated<Arc<dyn Kind>>, GenerateError> + Send + Sync;

/// A kind of puzzle: its description, its formats and its generator.
///
/// [`KindEntry::new`] makes the entry of a kind whose puzzles are values of one Rust type. Its
/// functions may be closures, so a program can also make entries while it runs.
pub struct KindEntry {
    /// Its description.
    pub info: &'static KindInfo,
    /// Its text formats. Those that all kinds share are not among them: see [`JSON`] and
    /// [`CANDIDATES`].
    pub formats: Vec<FormatEntry>,
    /// The techniques that people use on it, the easiest first; then those of all kinds.
    pub techniques: Vec<&'static TechniqueInfo>,
    read_json: Box<ReadJson>,
    form: Box<Form>,
    prepare: Box<Prepare>,
}

/// Makes puzzles of one kind with the same settings, which were parsed and checked when it was made.
#[derive(Clone)]
pub struct Generator {
    settings: Arc<Parameters>,
    make: Arc<Make>,
    budget: Budget,
    rejects: Rejects,
}

impl Generator {
    /// Makes puzzle number `index` of a seed. It depends on the settings and on these two alone.
    pub fn generate(&self, seed: u64, index: u64) -> Result<Generated<Arc<dyn Kind>>, GenerateError> {
        (self.make)(&Draw { seed, index, budget: &self.budget, rejects: &self.rejects })
    }

    /// The settings.
    pub fn settings(&self) -> &Parameters {
        &self.settings
    }

    /// How many drafts were thrown away so far.
    pub fn rejects(&self) -> u64 {
        self.rejects.count()
    }

    /// The same generator with another budget for a puzzle.
    pub fn within(&self, budget: Budget) -> Self {
        Self { budget, ..self.clone() }
    }
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// A text format of a kind.
pub struct FormatEntry {
    /// Its name on the command line.
    pub id: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// Whether a puzzle is one line.
    pub one_line: bool,
    /// Whether it has a place of its own for the solution.
    pub carries_solution: bool,
    /// Whether puzzles can be written in it, and not only read.
    pub is_written: bool,
    /// Looks at the shape of the text alone.
    pub sniff: fn(&Source<'_>) -> Sniff,
    kind: &'static KindInfo,
    read: Box<Read>,
}

impl KindEntry {
    /// Creates the entry of a kind from its formats, from the function that reads the kind's own
    /// fields of a JSON object, and from the function that makes a generator from settings. That
    /// function refuses requests that make no sense, before anything is drawn.
    ///
    /// A puzzle depends on the settings, and on seed and index of the [`Draw`], alone.
    pub fn new<K: Kind, G>(
        info: &'static KindInfo,
        formats: &'static [Format<K>],
        read_json: impl Fn(&Object<'_>, &Parameters) -> Result<K, ParseError> + Send + Sync + 'static,
        generator: impl Fn(&Parameters) -> Result<G, GenerateError> + Send + Sync + 'static,
    ) -> Self
    where
        G: Fn(&Draw<'_>) -> Result<Generated<K>, GenerateError> + Send + Sync + 'static,
    {
        Self {
            info,
            formats: formats.iter().map(|format| FormatEntry::new(info, format)).collect(),
            techniques: technique::techniques(info),
            read_json: Box::new(move |object, settings| Ok(Arc::new(read_json(object, settings)?))),
            form: Box::new(|_| Ok(info.form_board())),
            prepare: Box::new(move |settings| {
                let make = generator(settings)?;
                Ok(Arc::new(move |draw: &Draw<'_>| {
                    let Generated { puzzle, solution, climb } = make(draw)?;
                    Ok(Generated { puzzle: Arc::new(puzzle) as Arc<dyn Kind>, solution, climb })
                }))
            }),
        }
    }

    /// Adds a text format.
    #[must_use]
    pub fn with_format(mut self, format: FormatEntry) -> Self {
        self.formats.push(format);
        self
    }

    /// Sets how the board of an empty form is made, in the size and variant that the settings ask
    /// for. It goes below the comments of the template. Without this, every form is the template.
    #[must_use]
    pub fn with_form(
        mut self,
        form: impl Fn(&Parameters) -> Result<String, GenerateError> + Send + Sync + 'static,
    ) -> Self {
        self.form = Box::new(form);
        self
    }

    /// Reads the kind's own fields of a JSON object.
    pub fn read_json(&self, object: &Object<'_>, settings: &Settings) -> Result<Arc<dyn Kind>, ParseError> {
        (self.read_json)(object, &settings.for_reading(self.info))
    }

    /// Returns the board of an empty form.
    pub fn form(&self, settings: &Settings) -> Result<String, GenerateError> {
        (self.form)(&settings.for_kind(self.info)?)
    }

    /// Makes a generator for a request. Fails if the request makes no sense for the kind.
    pub fn generator(&self, spec: &Spec) -> Result<Generator, GenerateError> {
        let settings = spec.settings.for_kind(self.info)?;
        let make = (self.prepare)(&settings)?;
        Ok(Generator { settings: settings.into(), make, budget: spec.budget.clone(), rejects: spec.rejects.clone() })
    }

    /// Makes puzzle number `index` of a seed. For several puzzles, make a [`generator`](Self::generator) once.
    pub fn generate(&self, spec: &Spec, seed: u64, index: u64) -> Result<Arc<dyn Kind>, GenerateError> {
        Ok(self.generator(spec)?.generate(seed, index)?.puzzle)
    }

    /// The names of the formats that its puzzles can be written in, those that all kinds share last.
    pub fn written_formats(&self) -> impl Iterator<Item = &'static str> {
        let own = self.formats.iter().filter(|format| format.is_written && format.id != CANDIDATES.0);
        own.map(|format| format.id).chain([CANDIDATES.0, JSON.0])
    }
}

impl FormatEntry {
    /// Creates a format that is only read, over several lines, from a function that may keep data of
    /// its own.
    pub fn reading(
        kind: &'static KindInfo,
        id: &'static str,
        title: &'static str,
        sniff: fn(&Source<'_>) -> Sniff,
        read: impl Fn(&Source<'_>, &Parameters) -> Result<AnyParsed, ParseError> + Send + Sync + 'static,
    ) -> Self {
        let read = Box::new(read);
        Self { id, title, one_line: false, carries_solution: false, is_written: false, sniff, kind, read }
    }

    fn new<K: Kind>(kind: &'static KindInfo, format: &'static Format<K>) -> Self {
        Self {
            kind,
            id: format.id,
            title: format.title,
            one_line: format.one_line,
            carries_solution: format.carries_solution,
            is_written: format.write.is_some(),
            sniff: format.sniff,
            read: Box::new(move |source, settings| {
                let Parsed { puzzle, carried } = (format.read)(source, settings)?;
                Ok(Parsed { puzzle: Arc::new(puzzle), carried })
            }),
        }
    }

    /// Reads the text of one puzzle, without its `# solution` and `# position` blocks.
    pub fn read(&self, source: &Source<'_>, settings: &Settings) -> Result<AnyParsed, ParseError> {
        (self.read)(source, &settings.for_reading(self.kind))
    }
}

impl fmt::Debug for FormatEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FormatEntry").field(&self.id).finish()
    }
}

impl fmt::Debug for KindEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KindEntry").field(&self.info.id).finish()
    }
}
