//! `pencilmark grade`.

use pencilmark::Verdict;
use pencilmark::batch::Plans;
use pencilmark::outcome::Why;
use pencilmark::teach::{Grade, GradeRecord, Placed};

use super::teach::TeachRequest;
use super::verdict::SLIP;
use super::{item_title, origin};
use crate::args::{GradeArgs, VerdictFormat};
use crate::exit::{Exit, Failure};
use crate::screen::{BAD, BOLD, DIM, UNSURE, counted, styled};

pub(crate) fn run(args: &GradeArgs) -> Result<Exit, Failure> {
    if args.with_puzzle && args.format != VerdictFormat::Json {
        return Err(Failure::Usage("only JSON records carry puzzles\n  help: add --format json".to_owned()));
    }
    let mut request = TeachRequest::new(&args.asked, true)?;
    request.course.ratings = !args.no_ratings;
    request.plans = Some(Plans::of(request.course.options()));
    let is_text = args.format == VerdictFormat::Text;
    request.each(is_text, "graded", |item, puzzle, done| {
        let Some(grade) = item.grade(&request.course).transpose()? else { return Ok(Exit::Malformed) };
        if is_text {
            done.verdict(format!("{}: {}", item_title(item), grade_text(&grade)));
        } else {
            let record = GradeRecord::of(&grade);
            let record = if args.with_puzzle { record.with_puzzle(puzzle) } else { record };
            done.line(&Placed::new(origin(item), puzzle, record).line());
        }
        Ok(match grade.report.outcome.verdict() {
            Verdict::Unique => match grade.ended {
                None => Exit::Done,
                Some(Why::Interrupted) => Exit::Interrupted,
                Some(_) => Exit::GaveUp,
            },
            Verdict::Several => Exit::Several,
            Verdict::Refuted => Exit::Refuted,
            Verdict::Solved | Verdict::Undecided => Exit::GaveUp,
        })
    })
}

fn grade_text(grade: &Grade) -> String {
    match grade.report.outcome.verdict() {
        Verdict::Unique => {}
        Verdict::Several => return styled(UNSURE, "no grade: it has several solutions"),
        Verdict::Refuted => return styled(BAD, format_args!("no grade: it has no solution ({SLIP})")),
        Verdict::Solved | Verdict::Undecided => {
            return styled(UNSURE, "no grade: could not tell in time whether it has one solution");
        }
    }
    let level = match (grade.level, grade.ended) {
        (Some(level), _) => styled(BOLD, format_args!("level {level}")),
        (None, Some(why)) => styled(UNSURE, format_args!("no grade: {why}")),
        (None, None) => styled(BOLD, "needs search"),
    };
    let hardest = grade.hardest.map_or_else(String::new, |technique| format!(" · hardest: {}", technique.title));
    let score = grade.score.map_or_else(String::new, |score| format!(" · score {score:.2}"));
    let tiers: Vec<String> = grade.tiers.iter().map(ToString::to_string).collect();
    let details = format!("steps by tier {} · {}", tiers.join("-"), counted(grade.bottlenecks, "bottleneck"));
    let ratings = match grade.ratings[..] {
        [(_, er), (_, ep), (_, ed)] => format!(" · ER {er} EP {ep} ED {ed}"),
        _ => String::new(),
    };
    format!("{level}{score}{hardest}{ratings} · {}", styled(DIM, details))
}
