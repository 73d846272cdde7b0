//! Descriptions of experiments that are wrong.

use pencilmark_lab::experiment::Instances;

use super::*;

#[test]
fn what_is_wrong_with_an_experiment_is_told_with_its_place() {
    let cases = [
        ("name = 3", "x.toml:1:8", "string"),
        ("name = \"a\"\nbudge = 1", "x.toml:2:1", "budge"),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/tiny\"\n[[arms]]\nmethod = \"sat\"",
            "x.toml:2:1",
            "sudoku/normal",
        ),
        ("name = \"a\"\n[[instances]]\ncount = 3\n[[arms]]\nmethod = \"sat\"", "x.toml:2:1", "corpus"),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"magic\"",
            "x.toml:5:1",
            "backtracking",
        ),
        ("name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"", "x.toml:1:1", "nothing to run"),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[factors]\norder = [\"mrv\"]",
            "x.toml:4:1",
            "[base]",
        ),
        (
            "name = \"a\"\n[[instances]]\nfiles = [\"nowhere\"]\n[[arms]]\nmethod = \"sat\"",
            "x.toml:2:1",
            "cannot read nowhere",
        ),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"sat\"\nmodel = \"magic\"",
            "x.toml:6:1",
            "no model",
        ),
        (
            "name = \"a\"\nseeds = 0\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"sat\"",
            "x.toml:2:1",
            "at least 1",
        ),
        (
            "name = \"a\"\n[budget]\nseconds = -1.0\n[[instances]]\ncorpus = \"sudoku/small\"\n[[arms]]\nmethod = \"sat\"",
            "x.toml:3:1",
            "from 0 to",
        ),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[base]\nmethod = \"genetic\"\n[factors]\n\
             population = [1,2,3,4,5,6,7,8,9,10,11]\ngenerations = [1,2,3,4,5,6,7,8,9,10]\ncontestants = [1,2,3,4,5,6,7,8,9,10]\n\
             elite = [1,2,3,4,5,6,7,8,9,10]\nstagnation = [1,2,3,4,5,6,7,8,9,10]",
            "x.toml:6:1",
            "more than 10000 arms",
        ),
        (
            "name = \"a\"\n[[instances]]\ncorpus = \"sudoku/small\"\n[base]\nmethod = \"backtracking\"\n[factors]\norder = [\"magic\"]",
            "x.toml:7:10",
            "mrv-degree",
        ),
    ];
    for (text, place, word) in cases {
        let plan = Experiment::parse("x.toml", text)
            .and_then(|experiment| Plan::new(experiment, ("x.toml", text), 1, &StopSignal::default(), &|_| ()));
        let error = plan.expect_err(text).to_string();
        assert!(error.starts_with(place) && error.contains(word), "{text}\n{error}");
    }
}

#[test]
fn no_slip_of_the_keyboard_makes_it_panic() {
    let factorial = "name = \"x\"\nseeds = 2\n[budget]\nchecks = 9\nseconds = 1\n[[instances]]\nkind = \"sudoku\"\nsize = \"4\"\n\
        count = 1\nmissing = 0.5\n[base]\nmethod = \"backtracking\"\n[factors]\norder = [\"mrv\", \"in-order\"]\n";
    let (mut read, mut refused) = (0, 0);
    for text in [SMALL, factorial] {
        for (place, _) in text.char_indices() {
            for slip in ["", "9", "-", "\"", "]", "\n"] {
                let text = format!("{}{slip}{}", &text[..place], &text[place + 1..]);
                let plan = Experiment::parse("x.toml", &text).and_then(|experiment| {
                    Plan::new(experiment, ("x.toml", &text), 1, &StopSignal::default(), &|_| ())
                });
                match plan {
                    Ok(plan) => read += usize::from(!plan.runs.is_empty()),
                    Err(error) => refused += usize::from(!error.to_string().is_empty()),
                }
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

#[test]
fn reading_files_ends_at_the_first_error_and_when_it_is_interrupted() {
    let scratch = Scratch::new("files");
    fs::create_dir_all(&scratch.0).expect("a folder");
    let file = scratch.0.join("puzzles.txt");
    fs::write(&file, "1..............4\n\n1.\n\n2.\n").expect("a file");
    let instances = Instances { files: vec![file], ..Instances::default() };
    let stop = StopSignal::default();
    let load = || instances.load(1, &stop, &|_| ()).expect_err("an error");
    assert!(matches!(load(), LabError::Puzzle(error) if error.line == 3));
    stop.raise();
    assert!(matches!(load(), LabError::Interrupted));
}
