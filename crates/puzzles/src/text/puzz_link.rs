//! puzz.link addresses: `NAME/PART/PART/…`, bare, after `?`, or after a whole `https://…/p?` of any host.

use super::{ParseError, Sniff, Source, Token};

/// What follows `NAME/`, if the text is such an address of the puzzle with this name.
pub fn body<'a>(source: &Source<'a>, name: &str) -> Option<Token<'a>> {
    let line = source.single_line()?;
    let path = match line.text.split_once('?') {
        // `puzz.link/p`, with or without `https://` before it.
        Some((host, path)) if host.is_empty() || host.contains('.') && !host.contains(char::is_whitespace) => path,
        Some(_) => return None,
        None => line.text,
    };
    // Sites put settings of their own before and behind it, such as `type=player&` and `&edit=1`.
    let rest = path.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('/'))?;
    let before = &line.text[..rest.as_ptr() as usize - line.text.as_ptr() as usize];
    Some(Token { text: rest, line: line.line, column: line.column + before.chars().count() })
}

/// Such an address says itself what it is.
pub fn sniff(source: &Source<'_>, name: &str) -> Sniff {
    if body(source, name).is_some() { Sniff::Yes } else { Sniff::No }
}

/// The parts between slashes; `form` says what they should be, such as `sudoku/WIDTH/HEIGHT/CELLS`.
pub fn parts<'a, const COUNT: usize>(
    source: &Source<'a>,
    name: &str,
    form: &str,
) -> Result<[Token<'a>; COUNT], ParseError> {
    let remedy = format!("write {form}, bare or after https://puzz.link/p?");
    let Some(body) = body(source, name) else {
        return Err(source.error_at_start(format!("this is not a puzz.link address of a {name}"), remedy));
    };
    let mut parts = between_slashes(&body);
    if let Some(extra) = parts.get(COUNT) {
        let what = format!("one part too many: {}", super::rows::shown(extra.text));
        return Err(source.error_at(extra, what, remedy));
    }
    let end = body.at(body.text.chars().count());
    if parts.len() + 1 < COUNT {
        let what = format!("the address ends after {} of {COUNT} parts", parts.len());
        return Err(source.error_at(&end, what, remedy));
    }
    // No cells at all: the reader of the cells says how many it lacks.
    parts.resize(COUNT, end);
    parts.try_into().map_err(|_| source.error_at(&body, "not an address", remedy))
}

/// The parts of a text, empty ones too, but for one behind a slash at the end.
fn between_slashes<'a>(body: &Token<'a>) -> Vec<Token<'a>> {
    let text = body.text.strip_suffix('/').unwrap_or(body.text);
    let mut column = body.column;
    let part = |part: &'a str| {
        let token = Token { text: part, line: body.line, column };
        column += part.chars().count() + 1;
        token
    };
    if text.is_empty() { Vec::new() } else { text.split('/').map(part).collect() }
}

/// The whole address.
pub fn address(name: &str, rest: &str) -> String {
    format!("https://puzz.link/p?{name}/{rest}\n")
}
