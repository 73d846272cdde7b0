//! Who is to blame for a broken rule: not all that it is about, but those whose value has a part in it.

use pencilmark_csp::rule::{AllDifferent, Connected, Count, Path};
use pencilmark_csp::{Csp, Rule, Value, Var};

/// The variables that have a part in a broken rule of a partial or complete board, each once, in order.
pub(crate) fn blamed(csp: &Csp, board: &[Option<Value>]) -> Vec<Var> {
    let mut to_blame = vec![false; board.len()];
    for var in csp.posted.iter().flat_map(|posted| breaking(&posted.rule, board)) {
        to_blame[var.index()] = true;
    }
    csp.vars().filter(|var| to_blame[var.index()]).collect()
}

/// The variables that have a part in breaking this rule; none if it is not broken.
pub(crate) fn breaking(rule: &Rule, board: &[Option<Value>]) -> Vec<Var> {
    if rule.violation(board) == 0 {
        return Vec::new();
    }
    let mut vars = match rule {
        Rule::AllDifferent(rule) => repeated(rule, board),
        Rule::Count(rule) => miscounted(rule, board),
        Rule::Connected(rule) => cut_off(rule, board),
        Rule::Path(rule) => astray(rule, board),
        rule => rule.scope(),
    };
    vars.retain(|var| board[var.index()].is_some());
    vars
}

/// The variables that hold a value which another one holds, too.
fn repeated(rule: &AllDifferent, board: &[Option<Value>]) -> Vec<Var> {
    let holders = |value: Value| rule.vars.iter().filter(|var| board[var.index()] == Some(value)).count();
    let twice = |var: &&Var| board[var.index()].is_some_and(|value| holders(value) > 1);
    rule.vars.iter().filter(twice).copied().collect()
}

/// Too many: those inside. Too few: those outside.
fn miscounted(rule: &Count, board: &[Option<Value>]) -> Vec<Var> {
    let inside = |value: Value, term: usize| rule.terms[term].set.contains(value);
    let held = |term: usize| board[rule.terms[term].var.index()].map(|value| inside(value, term));
    let too_many = (0..rule.terms.len()).filter(|&term| held(term) == Some(true)).count() > rule.max;
    let to_blame = (0..rule.terms.len()).filter(|&term| held(term) == Some(too_many));
    to_blame.map(|term| rule.terms[term].var).collect()
}

/// Those inside that do not hang together with the largest piece; what is open may still join them.
fn cut_off(rule: &Connected, board: &[Option<Value>]) -> Vec<Var> {
    let value = |node: usize| board[rule.vars[node].index()];
    let inside = |node: usize| value(node).is_none_or(|value| value == rule.inside);
    let mut seen = vec![false; rule.vars.len()];
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for start in 0..rule.vars.len() {
        let mut piece = Vec::new();
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            if inside(node) && !std::mem::replace(&mut seen[node], true) {
                piece.push(node);
                open.extend(rule.graph.neighbours[node].iter().map(|&next| next as usize));
            }
        }
        pieces.push(piece);
    }
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    pieces.into_iter().skip(1).flatten().map(|node| rule.vars[node]).collect()
}

/// Numbers that have no neighbour with the number before, or none with the one after.
fn astray(rule: &Path, board: &[Option<Value>]) -> Vec<Var> {
    let number = |node: usize| board[rule.vars[node].index()].map(|value| value.0);
    let lost = |node: &usize| {
        let Some(own) = number(*node) else { return false };
        let beside = |wanted: u16| {
            let mut neighbours = rule.graph.neighbours[*node].iter().map(|&other| number(other as usize));
            neighbours.any(|other| other.is_none_or(|other| other == wanted))
        };
        !(own <= 1 || beside(own - 1)) || !(own >= rule.length || beside(own + 1))
    };
    (0..rule.vars.len()).filter(lost).map(|node| rule.vars[node]).collect()
}
