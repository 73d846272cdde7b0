//! Where to cut a text of which more may come.

use std::sync::Arc;

use pencilmark_puzzles::text::batch::{Open, SAMPLE, begins_block, is_nine, stated_kind, survey};
use pencilmark_puzzles::text::{Columns, Line};
use pencilmark_puzzles::{ParseError, Source};

use super::Reading;
use super::chunk::{Form, List};
use super::objects::{self, begins_object, lines};
use super::split::{Among, list_of};
use crate::registry::JSON;

/// Where a chunk ends, and what that means for the text below.
pub(super) struct Cut {
    pub(super) length: usize,
    pub(super) form: Form,
    /// The list of lines that goes on below.
    pub(super) list: Option<List>,
    /// The table that goes on below.
    pub(super) columns: Option<Columns>,
    /// How lines below are read that are texts of their own, if a comment named their kind.
    pub(super) stated: Option<Arc<Reading>>,
    /// What to do next, if not to read on.
    pub(super) then: Option<Then>,
}

/// What to do after a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// Nothing: the rest is not read.
    End,
    /// Leave out the rest of the line.
    SkipLine,
    /// Leave out all up to a blank line.
    SkipBlock,
}

impl Cut {
    fn new(length: usize, form: Form, list: Option<List>) -> Self {
        let columns = list.as_ref().and_then(|list| list.columns);
        Self { length, form, list, columns, stated: None, then: None }
    }

    pub(super) fn bad(length: usize, error: ParseError, then: Then) -> Self {
        Self { then: Some(then), ..Self::new(length, Form::Bad(error), None) }
    }
}

/// A text of whole lines, of which more may come.
pub(super) struct Cutter<'a> {
    pub(super) source: Source<'a>,
    pub(super) reading: &'a Arc<Reading>,
}

impl Cutter<'_> {
    /// The first chunk, if its end is there; `ends` if no more comes.
    pub(super) fn cut(&self, list: Option<&List>, ends: bool) -> Option<Cut> {
        if self.source.text.is_empty() {
            return None;
        }
        match (list, ends) {
            (Some(list), _) => self.below(list, ends),
            (None, true) => Some(Cut::new(self.source.text.len(), Form::Fresh(self.reading.clone()), None)),
            (None, false) if self.reading.options.format.as_deref() == Some(JSON.0) => self.objects(),
            (None, false) => self.fresh(),
        }
    }

    /// All lines, each to be read as a text of its own, up to one that says how to read those below it. `stated` is how
    /// they are read since the last comment `# kind: NAME`.
    pub(super) fn each(&self, stated: Option<&Arc<Reading>>) -> Option<Cut> {
        let (text, stated) = (self.source.text, stated.cloned());
        let first = self.source.lines().next()?;
        let mut ends = lines(text).map(|(at, line)| (at, Line { text: line, number: 0 })).skip(1);
        if !begins_block(&first) {
            let end = ends.find(|(_, line)| begins_block(line)).map_or(text.len(), |(at, _)| at);
            let form = Form::Each(stated.clone().unwrap_or_else(|| self.reading.clone()));
            return Some(Cut { stated, columns: self.source.columns, ..Cut::new(end, form, None) });
        }
        let end = ends.next().map_or(text.len(), |(at, _)| at);
        let columns = Columns::named(&first).or(self.source.columns);
        let cut = Cut { columns, ..Cut::new(end, Form::Fresh(self.reading.clone()), None) };
        Some(match self.reading.with_stated(&self.source, stated_kind(&first)) {
            None => Cut { stated, ..cut },
            Some(Ok(reading)) => Cut { stated: Some(reading), ..cut },
            Some(Err(error)) => Cut { stated, form: Form::Bad(error), ..cut },
        })
    }

    /// The next line that begins an object, where such lines count.
    fn next_object(&self, text: &str) -> Option<usize> {
        if self.reading.options.format.is_some() {
            return None;
        }
        lines(text).find(|(at, _)| begins_object(&text[*at..])).map(|(at, _)| at)
    }

    /// Objects on a line whose end is still to come; it begins at `line`, below whole lines that are not cut by themselves.
    pub(super) fn cut_line(&self, list: Option<&List>, text: &str, line: usize) -> Option<Cut> {
        if self.reading.options.format.as_deref().is_some_and(|id| id != JSON.0) || !begins_object(&text[line..]) {
            return None;
        }
        let mut at = 0;
        loop {
            at += lines(&text[at..]).find(|(start, _)| begins_object(&text[at + start..]))?.0;
            let (length, is_text) = objects::cut(&text[at..]);
            at += length;
            if !is_text {
                break;
            }
        }
        // An object ends a list.
        let cut = match list {
            Some(list) => Cut::new(line, Form::Below(list.clone(), self.reading.clone()), None),
            None => Cut::new(at, Form::Fresh(self.reading.clone()), None),
        };
        // Four characters tell an object from pencil marks.
        let is_decided = text[at..].chars().filter(|c| !c.is_whitespace()).nth(3).is_some();
        (at > line && is_decided).then_some(cut)
    }

    /// In the middle of a list: more lines of it, or its last one and what follows.
    fn below(&self, list: &List, ends: bool) -> Option<Cut> {
        let text = self.source.text;
        let begun = || Some(List { begun: true, ..list.clone() });
        let (mut last, mut next) = (0, 0);
        while let Some(length) = nine_length(&text.as_bytes()[next..]) {
            (last, next) = (next, next + length);
        }
        if last > 0 {
            return Some(Cut::new(last, Form::Lines(list.clone()), begun()));
        }
        if let Some(object) = self.next_object(text) {
            return Some(Cut::new(object, Form::Below(list.clone(), self.reading.clone()), None));
        }
        if ends {
            return Some(Cut::new(text.len(), Form::Below(list.clone(), self.reading.clone()), None));
        }
        let survey = survey(&self.source, true);
        if survey.complete > 0 {
            let cut = Cut::new(survey.complete, Form::Below(list.clone(), self.reading.clone()), None);
            return Some(Cut { columns: survey.columns, ..cut });
        }
        let last = survey.open.map(|open| open.last).filter(|&last| last > 0)?;
        Some(Cut::new(last, Form::Lines(list.clone()), begun()))
    }

    /// Texts and objects, as many as are there.
    fn fresh(&self) -> Option<Cut> {
        let (mut at, mut columns) = (0, self.source.columns);
        loop {
            let text = &self.source.text[at..];
            if let Some(object) = self.next_object(text) {
                let (next, is_text) = objects::cut(&text[object..]);
                at += object + next;
                columns = None;
                if !is_text {
                    break;
                }
            } else {
                let survey = survey(&Source { text, columns, ..self.source }, false);
                at += survey.complete;
                columns = survey.columns;
                if at == 0 {
                    return survey.open.and_then(|open| self.list(&open));
                }
                break;
            }
        }
        (at > 0).then(|| Cut { columns, ..Cut::new(at, Form::Fresh(self.reading.clone()), None) })
    }

    /// All but the last line of a block that is a list of lines, whatever follows.
    fn list(&self, open: &Open<'_>) -> Option<Cut> {
        let reading = self.reading.with_stated(&self.source, open.kind);
        let reading = reading.unwrap_or_else(|| Ok(self.reading.clone()));
        let among = match &reading {
            Ok(reading) => list_of(&open.body, open.lines, reading),
            Err(_) => (open.lines > SAMPLE).then_some(Among::All),
        };
        let body = &open.body;
        let list = List { reading, among: among?, begun: false, first_line: body.first_line, columns: body.columns };
        let rest = List { begun: true, ..list.clone() };
        Some(Cut::new(open.last, Form::Lines(list), Some(rest)))
    }

    /// Objects and nothing else; what is none ends the text.
    fn objects(&self) -> Option<Cut> {
        let text = self.source.text;
        let (next, is_text) = objects::cut(text);
        if is_text {
            let length = text[next..].find('\n').map_or(text.len(), |end| next + end + 1);
            return Some(Cut { then: Some(Then::End), ..Cut::new(length, Form::Fresh(self.reading.clone()), None) });
        }
        (next > 0).then(|| Cut::new(next, Form::Fresh(self.reading.clone()), None))
    }

    pub(super) fn too_long(&self, what: &str, most: usize, remedy: &str) -> ParseError {
        self.source.error_at_start(format!("{what} has more than {most} characters"), remedy)
    }
}

/// How many bytes a line of 81 digits and dots takes, its end included, if the text begins with one.
fn nine_length(text: &[u8]) -> Option<usize> {
    let line = text.get(..81).filter(|line| is_nine(line))?;
    match &text[line.len()..] {
        [b'\n', ..] => Some(82),
        [b'\r', b'\n', ..] => Some(83),
        _ => None,
    }
}
