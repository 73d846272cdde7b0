//! How to read a text: what the caller knows about it, and the formats that this leaves. It is worked out once for an
//! input, and again where a comment names a kind.

use std::borrow::Cow;
use std::sync::Arc;

use pencilmark_puzzles::sudoku::Sudoku;
use pencilmark_puzzles::text::Token;
use pencilmark_puzzles::text::rows::shown;
use pencilmark_puzzles::{ParseError, Remedy, Source};

use super::{ReadOptions, settings};
use crate::registry::{FormatEntry, JSON, KindEntry, choices};

/// A format that a text may be in.
pub(super) type Candidate = (&'static KindEntry, &'static FormatEntry);

/// The options for a text, with the kind's own name, and the formats that they leave; JSON is not among these.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(super) options: ReadOptions,
    pub(super) formats: Vec<Candidate>,
}

/// How a caller wants a text to be read.
pub(crate) type Asked = Result<Arc<Reading>, Refused>;

/// Options that make no sense: what is wrong with them, and what to do.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(super) what: String,
    pub(super) remedy: Remedy,
}

impl Refused {
    /// Returns the error at the start of a text that should have been read.
    pub(super) fn at_start(&self, source: &Source<'_>) -> ParseError {
        source.error_at_start(self.what.clone(), self.remedy.clone())
    }
}

impl Reading {
    /// Works out how to read with these options.
    pub(crate) fn new(options: &ReadOptions) -> Asked {
        let options = resolved(options).into_owned();
        settings::check(&options)?;
        let formats = formats(&options)?;
        Ok(Arc::new(Self { options, formats }))
    }

    /// Returns what a comment `# kind: NAME` makes of this. `None` if no comment counts: there is none, or the caller
    /// named a kind.
    pub(super) fn with_stated(
        &self,
        source: &Source<'_>,
        stated: Option<Token<'_>>,
    ) -> Option<Result<Arc<Self>, ParseError>> {
        let stated = stated.filter(|_| self.options.kind.is_none())?;
        let options = ReadOptions { kind: Some(stated.text.to_owned()), ..self.options.clone() };
        Some(Self::new(&options).map_err(|Refused { what, remedy }| source.error_at(&stated, what, remedy)))
    }

    /// Whether a line of 81 digits and dots is a Sudoku and nothing else.
    pub(super) fn takes_nine(&self) -> bool {
        self.formats.iter().any(|(entry, format)| entry.info.id == Sudoku::INFO.id && format.id == Sudoku::LINE)
    }
}

/// The options with the kind's own name, and with the settings that it has under the name given.
fn resolved(options: &ReadOptions) -> Cow<'_, ReadOptions> {
    let own = |id: &str| options.registry.kind(id).map(|entry| entry.info.id).filter(|own| *own != id);
    let Some((id, own)) = options.kind.as_deref().and_then(|id| Some((id, own(id)?))) else {
        return Cow::Borrowed(options);
    };
    let (kind, settings) = (Some(own.to_owned()), options.registry.settings_of(id, &options.settings));
    Cow::Owned(ReadOptions { kind, settings, ..options.clone() })
}

/// The formats that the options leave.
fn formats(options: &ReadOptions) -> Result<Vec<Candidate>, Refused> {
    let all = |entry: &'static KindEntry| entry.formats.iter().map(move |format| (entry, format));
    let (of_kind, title): (Vec<Candidate>, _) = match options.kind.as_deref() {
        None => (options.registry.kinds().iter().copied().flat_map(all).collect(), None),
        Some(id) => {
            let Some(entry) = options.registry.kind(id) else {
                let what = format!("there is no kind {}", shown(id));
                return Err(Refused { what, remedy: choices(id, options.registry.kind_names()).into() });
            };
            (all(entry).collect(), Some(entry.info.title))
        }
    };
    let Some(wanted) = options.format.as_deref() else { return Ok(of_kind) };
    let chosen: Vec<Candidate> = of_kind.iter().copied().filter(|(_, format)| format.id == wanted).collect();
    if chosen.is_empty() && wanted != JSON.0 {
        let mut known: Vec<&str> = of_kind.iter().map(|(_, format)| format.id).chain([JSON.0]).collect();
        known.sort_unstable();
        known.dedup();
        let who = title.map_or_else(|| "there is".to_owned(), |title| format!("{title} has"));
        let what = format!("{who} no format {}", shown(wanted));
        return Err(Refused { what, remedy: choices(wanted, known).into() });
    }
    Ok(chosen)
}
