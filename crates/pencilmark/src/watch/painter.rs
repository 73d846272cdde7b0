//! A search on the board: what is right, what is wrong, and where to look.

use std::time::Duration;

use pencilmark_csp::{Budget, Domain, Value, Var, Verdict};
use pencilmark_puzzles::{Accent, Answer, Board, Cell, Marks, Position};

use crate::watch::BoardMap;
use crate::{Options, Plan, Puzzle, SolveError};

/// How long to look for the solution that partial boards are compared with.
const SOLUTION_TIME: Duration = Duration::from_secs(1);

/// Draws the boards of a search on a puzzle.
#[derive(Clone, Debug)]
pub struct BoardPainter {
    pub(super) puzzle: Puzzle,
    board_map: BoardMap,
    plain: Board,
    /// What the clues leave in each cell.
    clues: Marks,
    /// The layout of marks: the same from the first frame to the last.
    mark_shape: (usize, usize),
    /// The only solution, if that was quick to find.
    solution: Option<Answer>,
}

impl BoardPainter {
    /// A painter for a search by this plan. Solves the puzzle by its own engine, so that what a search decides can be
    /// told right from wrong.
    pub fn new(puzzle: &Puzzle, plan: &Plan) -> Result<Self, SolveError> {
        let budget = Budget { time: Some(SOLUTION_TIME), stop: plan.run.budget.stop.clone(), ..Budget::default() };
        let model = Some(plan.model.to_owned());
        let exact = Options::default().limit(2).model(model).budget(budget).from_position(plan.from_position);
        let outcome = puzzle.solver().options(&exact).run()?.outcome;
        let unique = outcome.verdict() == Verdict::Unique;
        let board_map = BoardMap::new(puzzle, plan);
        let everything = Position { marks: board_map.all_marks(), ..Position::empty(puzzle.shape()) };
        Ok(Self {
            clues: board_map.clues(),
            mark_shape: puzzle.clues.board(None, Some(&everything)).mark_shape,
            board_map,
            plain: puzzle.clues.board(None, None),
            solution: outcome.solutions.into_iter().next().filter(|_| unique),
            puzzle: puzzle.clone(),
        })
    }

    /// What the variables stand for.
    pub fn board_map(&self) -> &BoardMap {
        &self.board_map
    }

    /// Whether the only solution is known, so that partial boards can be told right from wrong.
    pub fn is_solved(&self) -> bool {
        self.solution.is_some()
    }

    /// The drawing of a partial or complete board.
    ///
    /// On a complete board a cell is wrong if it has a part in a broken rule. On a partial one it is wrong if the solution
    /// has something else there, or, where that is not known, if it breaks a rule already.
    pub fn draw(&self, board: &[Option<Value>], focus: &[Cell]) -> Board {
        self.draw_marked(board, &[], focus)
    }

    /// The same with what is still possible in each cell, when the variables have these domains; without any, without marks.
    /// What is certain is drawn as if it were decided.
    pub fn draw_marked(&self, board: &[Option<Value>], domains: &[Domain], focus: &[Cell]) -> Board {
        let complete: Option<Vec<Value>> = board.iter().copied().collect();
        let answer = complete.as_ref().and_then(|board| self.board_map.answer(board));
        let mut position = self.board_map.position(board);
        let mut inferred = Vec::new();
        if !domains.is_empty() {
            position.marks = self.board_map.marks(domains);
            for cell in position.marks.cells() {
                if position.entries[cell].is_none() {
                    position.entries[cell] = position.marks.certain(cell);
                    inferred.extend(position.entries[cell].map(|entry| (cell, entry)));
                }
            }
        }
        let mut drawing = match &answer {
            Some(answer) => self.puzzle.clues.board(Some(answer), None),
            None => self.puzzle.clues.board(None, Some(&position)),
        };
        if !domains.is_empty() {
            drawing.mark_shape = self.mark_shape;
        }
        for (cell, entry) in inferred.into_iter().filter(|&(cell, _)| self.clues.certain(cell).is_none()) {
            let wrong = self.solution.as_ref().is_some_and(|solution| solution[cell] != entry);
            drawing.faces[cell].accent = Some(if wrong { Accent::Wrong } else { Accent::Right });
        }
        let blamed = match (&answer, &self.solution) {
            (None, Some(_)) => Vec::new(),
            _ => self.board_map.blamed(board),
        };
        for (var, value) in (0..).map(Var).zip(board) {
            let Some((cell, thing)) = value.and_then(|value| self.board_map.cell(var, value)) else { continue };
            if self.board_map.is_fixed(var) {
                continue;
            }
            let wrong = match (&answer, &self.solution) {
                (None, Some(solution)) => solution[cell] != thing,
                _ => blamed.contains(&var),
            };
            let accent = &mut drawing.faces[cell].accent;
            if *accent != Some(Accent::Wrong) {
                *accent = Some(if wrong { Accent::Wrong } else { Accent::Right });
            }
        }
        for cell in drawing.faces.cells() {
            // Marks of decided cells would make room for themselves halfway through; colour tells them apart, too.
            drawing.faces[cell].corner.clone_from(&self.plain.faces[cell].corner);
        }
        for &cell in focus {
            drawing.faces[cell].accent = Some(Accent::Focus);
        }
        drawing
    }
}
