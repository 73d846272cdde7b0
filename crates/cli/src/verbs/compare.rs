//! `pencilmark compare`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use pencilmark::StopSignal;
use pencilmark::registry::KindEntry;
use pencilmark_lab::document::Document;
use pencilmark_lab::experiment::{ArmSpec, Experiment, Instances, Measure};
use pencilmark_lab::lint::lint_plan;
use pencilmark_lab::{
    ExperimentReport, Folder, Limits, LockedFolder, Manifest, Plan, Record, default_methods, labels, report,
    run_and_record, split_methods,
};

use super::document;
use crate::args::{CompareArgs, DocumentFormat};
use crate::exit::{Exit, Failure};
use crate::screen::{self, counted, grouped};
use crate::{input, interrupt, values};

pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let stop = StopSignal::default();
    interrupt::stop_on_ctrl_c(&stop);
    let threads = interrupt::threads(args.threads);
    let (folder, plan, mut manifest) = if let Some(path) = &args.resume {
        let folder = Folder::new(path);
        if args.dry_run {
            return dry_run(&folder.plan()?, args.format);
        }
        let folder = folder.lock()?;
        let plan = folder.plan()?;
        let manifest = folder.manifest_to_resume(&plan)?;
        (folder, plan, manifest)
    } else {
        let (experiment, name, text) = experiment(args)?;
        let plan = planned(experiment, (&name, &text), threads, &stop)?;
        if args.dry_run {
            return dry_run(&plan, args.format);
        }
        let folder = new_folder(args)?;
        let manifest = Manifest::new(&plan, threads, command());
        folder.create(&plan, &manifest)?;
        // The summary has them too, but before a long run they should be seen now.
        for warning in lint_plan(&plan).into_iter().filter(|_| plan.runs.len() >= LONG) {
            screen::warn(&warning.to_string());
        }
        (folder, plan, manifest)
    };
    let mut progress = screen::Progress::new(plan.runs.len() as u64, "runs");
    let records = run_and_record(&folder, &plan, &mut manifest, threads, &stop, |done| progress.show(done as u64));
    progress.finish();
    let path = folder.path().display();
    let Some(records) = records? else {
        let done = folder.records(&plan)?.len();
        screen::remark(&format!(
            "stopped after {} of {} runs; nothing is lost. Continue with: pencilmark compare --resume {path}",
            grouped(done as u64),
            grouped(plan.runs.len() as u64)
        ));
        return Ok(Exit::Interrupted);
    };
    written(&folder, &plan, &manifest, &records, args.format)
}

/// A plan with at least this many runs takes a while.
const LONG: usize = 2000;

/// The command line as it was typed, wherever the program lies. The manifest is JSON: a name that is not UTF-8 is only alike there.
pub(super) fn command() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("pencilmark".to_owned()).chain(words).collect()
}

/// Writes the report of a folder and prints what `format` asks for.
pub(crate) fn written(
    folder: &Folder,
    plan: &Plan,
    manifest: &Manifest,
    records: &[Record],
    format: DocumentFormat,
) -> Result<Exit, Failure> {
    let ExperimentReport { mut summary, full, json } = report(plan, manifest, records);
    summary.text(if plan.experiment.solutions > 1 {
        "Counts include the proof that there is no other solution, as in `pencilmark solve --stats`."
    } else {
        "Counts end at the first solution. `pencilmark solve --stats` also counts the proof that there is no other; so does \
         `compare --prove`."
    });
    folder.write_report(&full)?;
    match format {
        DocumentFormat::Json => {
            super::print(&mut std::io::stdout().lock(), &serde_json::to_string_pretty(&json).unwrap_or_default())?;
        }
        DocumentFormat::Text => document::print(&summary, format)?,
        DocumentFormat::Markdown | DocumentFormat::Html => document::print(&full, format)?,
    }
    let path = folder.path().join("report.html");
    screen::remark(&format!("the whole report: {}", path.display()));
    Ok(Exit::Done)
}

fn planned(
    experiment: Experiment,
    (name, text): (&str, &str),
    threads: usize,
    stop: &StopSignal,
) -> Result<Plan, Failure> {
    let wanted: usize = experiment.instances.iter().filter_map(|group| group.get_ref().count).sum();
    let progress = std::sync::Mutex::new(screen::Progress::new(wanted as u64, "puzzles made"));
    let plan = Plan::new(experiment, (name, text), threads, stop, &|done| {
        if let Ok(mut progress) = progress.lock() {
            progress.show(done as u64);
        }
    });
    if let Ok(progress) = progress.lock() {
        progress.finish();
    }
    Ok(plan?)
}

/// The experiment that the arguments describe, and the text it was read from, for errors.
fn experiment(args: &CompareArgs) -> Result<(Experiment, String, String), Failure> {
    if let [file] = &args.what[..]
        && Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
    {
        input::is_there(Path::new(file))?;
        let (mut experiment, text) = Experiment::read(Path::new(file))?;
        let name = file.to_string_lossy().into_owned();
        refuse_flags(args, &name)?;
        // What is measured, seeds and effort may be tried out without editing the file.
        experiment.budget = limits(args).or(experiment.budget);
        experiment.seeds = args.effort.seeds.unwrap_or(experiment.seeds);
        experiment.measure = measure(args)?.or(experiment.measure);
        return Ok((experiment, name, text));
    }
    let (name, instances) = instances(args)?;
    let mut experiment = Experiment::named(&name);
    experiment.instances = instances.into_iter().map(spanned).collect();
    experiment.seeds = args.effort.seeds.unwrap_or(experiment.seeds);
    experiment.first_seed = args.effort.seed.announce();
    experiment.solutions = if args.arms.prove { 2 } else { 1 };
    experiment.measure = measure(args)?;
    experiment.budget = limits(args);
    let methods = args.arms.methods.as_deref().map_or_else(default_methods, split_methods);
    let baseline = args.arms.baseline.as_deref();
    experiment.name = format!("{}: {} compared", experiment.name, counted(methods.len(), "method"));
    for (method, label) in methods.iter().zip(labels(&methods)) {
        let label = (label != *method).then_some(label);
        let is_baseline = baseline == Some(method.as_str());
        experiment.arms.push(spanned(ArmSpec {
            label,
            method: method.clone(),
            baseline: is_baseline,
            ..ArmSpec::default()
        }));
    }
    if let Some(baseline) = baseline.filter(|baseline| !methods.iter().any(|method| method == baseline)) {
        return Err(Failure::Usage(format!(
            "the baseline `{baseline}` is none of the methods: {}",
            methods.join(", ")
        )));
    }
    Ok((experiment, String::new(), String::new()))
}

/// Flags that an experiment file already answers.
fn refuse_flags(args: &CompareArgs, file: &str) -> Result<(), Failure> {
    let puzzles = &args.puzzles;
    let given = [
        ("--methods", args.arms.methods.is_some()),
        ("--prove", args.arms.prove),
        ("--corpus", puzzles.corpus.is_some()),
        ("--count", puzzles.count.is_some()),
    ];
    let given = given.iter().filter(|(_, given)| *given).map(|(flag, _)| (*flag).to_owned());
    let settings = puzzles.settings.0.iter().map(|(name, _)| format!("--{name}"));
    match given.chain(settings).next() {
        Some(flag) => Err(Failure::Usage(format!("{flag} does not go with an experiment file; edit {file} instead"))),
        None => Ok(()),
    }
}

fn instances(args: &CompareArgs) -> Result<(String, Vec<Instances>), Failure> {
    let puzzles = &args.puzzles;
    let settings = &puzzles.settings.0;
    let common = Instances {
        count: puzzles.count,
        seed: args.effort.seed.number(),
        settings: settings.clone().into(),
        ..Instances::default()
    };
    if let [word] = &args.what[..]
        && let Some(kind) = kind(word)
    {
        let name = word.to_str().unwrap_or_default();
        let settings = pencilmark::registry::settings_to_generate(name, settings)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let title = pencilmark::registry::alias(name).map_or(kind.info.title, |alias| alias.title).to_owned();
        let (word, common) = (kind.info.id, Instances { settings: settings.clone().into(), ..common });
        if settings.is_empty() {
            let sets = puzzles.corpus.clone().map_or_else(|| default_sets(word), |set| vec![set]);
            let of = |set| Instances { corpus: Some(set), seed: 0, ..common.clone() };
            return Ok((title, sets.into_iter().map(of).collect()));
        }
        let kind = Some(word.to_owned());
        let count = Some(puzzles.count.unwrap_or(pencilmark_lab::DEFAULT_INSTANCES));
        return Ok((title, vec![Instances { kind, count, ..common }]));
    }
    if args.what.len() > 1 && args.what.iter().any(|word| kind(word).is_some()) {
        return Err(Failure::Usage("compare one kind at a time, or files, or an experiment".to_owned()));
    }
    for file in &args.what {
        if !Path::new(file).exists() {
            let name = file.to_string_lossy();
            let choices = pencilmark::registry::choices(&name, pencilmark::registry::kind_names());
            return Err(Failure::Usage(format!("there is no file `{name}`, and no kind of that name; {choices}")));
        }
    }
    let name = args
        .what
        .first()
        .and_then(|file| Path::new(file).file_stem())
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok((
        name,
        vec![Instances {
            files: args.what.iter().map(PathBuf::from).collect(),
            kind: puzzles.kind.clone(),
            seed: 0,
            ..common
        }],
    ))
}

/// The kind of this name.
fn kind(word: &OsStr) -> Option<&'static KindEntry> {
    word.to_str().and_then(pencilmark::registry::kind)
}

/// The built-in sets of a kind to compare on: the normal one, and the hard one if its boards are of the same size.
fn default_sets(kind: &str) -> Vec<String> {
    let named = ["normal", "hard"].map(|level| format!("{kind}/{level}"));
    let shapes = named.each_ref().map(|name| {
        let puzzles = pencilmark::corpus::set(name).unwrap_or_default();
        puzzles.iter().map(pencilmark::Puzzle::shape).collect::<std::collections::HashSet<_>>()
    });
    let both = shapes[0] == shapes[1];
    named.into_iter().take(if both { 2 } else { 1 }).collect()
}

fn limits(args: &CompareArgs) -> Limits {
    let effort = &args.effort;
    Limits {
        checks: effort.max_checks,
        nodes: effort.max_nodes,
        evaluations: effort.max_evaluations,
        states: effort.max_states,
        seconds: effort.timeout.map(|seconds| if seconds == 0.0 { 1e9 } else { seconds }),
    }
}

fn measure(args: &CompareArgs) -> Result<Option<Measure>, Failure> {
    let Some(word) = &args.arms.measure else { return Ok(None) };
    let found = Measure::ALL.into_iter().find(|measure| measure.word() == word);
    let choices = || pencilmark::registry::choices(word, Measure::ALL.map(Measure::word));
    found.map(Some).ok_or_else(|| Failure::Usage(format!("`{word}` cannot be measured; {}", choices())))
}

/// The folder for a new experiment: as asked for, or one that is not there yet: pencilmark-lab/sudoku,
/// pencilmark-lab/sudoku-2, …
fn new_folder(args: &CompareArgs) -> Result<LockedFolder, Failure> {
    if let Some(path) = &args.out {
        return Ok(Folder::new(path).make_and_lock()?);
    }
    let first = args.what.first().and_then(|what| Path::new(what).file_stem());
    let name = values::file_name(&first.map_or_else(String::new, |name| name.to_string_lossy().into_owned()));
    Ok(Folder::make_new_and_lock(Path::new("pencilmark-lab"), &name)?)
}

fn spanned<T>(value: T) -> pencilmark_lab::experiment::Spanned<T> {
    pencilmark_lab::experiment::Spanned::new(0..0, value)
}

fn dry_run(plan: &Plan, format: DocumentFormat) -> Result<Exit, Failure> {
    let mut document = Document::new(plan.experiment.name.clone());
    document.text(format!(
        "{}, {}, {}; at most {} per run. Nothing was run.",
        counted(plan.instances.len(), "puzzle"),
        counted(plan.arms.len(), "arm"),
        counted(plan.runs.len(), "run"),
        plan.experiment.budget
    ));
    document.blocks.extend(pencilmark_lab::plan_blocks(plan, &lint_plan(plan)));
    document::print(&document, format)?;
    Ok(Exit::Done)
}
