//! Headlines while runs are missing.

use super::*;

#[test]
fn a_run_that_is_not_finished_says_so_first() {
    let plan = plan(TWO);
    let records = run(&plan);
    let part = &records[..9];
    let text = shown(&plan, part);
    let (banner, best) = (text.find("9 of 40 runs have ended"), text.find("by nodes"));
    assert!(
        banner.is_some() && banner < best && text.contains("the 4 of 20 puzzles on which every arm has ended"),
        "{text}"
    );
    // An arm without runs has no share.
    let one: Vec<Record> = records.iter().filter(|record| record.arm == "one").cloned().collect();
    let analysis = Analysis::of(&plan, &one.iter().collect::<Vec<_>>());
    assert!(analysis.arm("two").is_some_and(|arm| arm.share.is_none() && arm.runs == 0));
    let text = shown(&plan, &one);
    assert!(text.contains("the 0 of 20 puzzles") && !text.contains("NaN") && !text.contains("0 %"), "{text}");
}

#[test]
fn nothing_is_said_before_a_puzzle_is_complete() {
    let plan = plan(WALKS);
    let records = run(&plan);
    let part: Vec<Record> = records.iter().filter(|run| run.seed == 0).cloned().collect();
    assert_eq!(
        reported(&plan, &part),
        ["There is no puzzle yet on which every arm has ended, so nothing can be said."]
    );
}

#[test]
fn a_report_on_part_of_the_puzzles_counts_those() {
    let plan = plan(WALKS);
    let records = with_ends(&run(&plan), |run| run.seed == 0);
    // Three puzzles are complete, and of a fourth there is a run or two.
    let text = shown(&plan, &records[..26]);
    assert!(text.contains("**few-runs:** 3 puzzles"), "{text}");
    assert!(text.contains("`hill-climbing` answers 3 of 12 runs"), "{text}");
    // What is advised to be compared is there to be seen, also where there is little room.
    let narrow = report(&plan, &Manifest::new(&plan, 1, Vec::new()), &records).summary.terminal(80);
    let narrow: Vec<String> = narrow.into_iter().map(|(_, line)| line).collect();
    assert!(narrow.iter().any(|line| line.contains("PAR2  ")), "{narrow:#?}");
    assert!(!narrow.concat().contains("uartiles"), "{narrow:#?}");
}
