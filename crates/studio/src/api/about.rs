//! What there is: all of it read off the registries.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use pencilmark::outcome::Counters;
use pencilmark::registry::{self, Complete, Parameter, Takes};
use pencilmark::{Settings, Spec, corpus, teach};
use pencilmark_lab::experiment::{DEFAULT_SEEDS, Measure};
use pencilmark_lab::lint::RULES;
use pencilmark_lab::{DEFAULT_CHECKS, DEFAULT_INSTANCES, DEFAULT_SECONDS, default_methods};
use schemars::JsonSchema;
use serde::Serialize;

use crate::workers::Workers;

/// Everything that menus and forms are made from.
#[derive(Serialize, JsonSchema)]
pub(crate) struct About {
    /// The version of the program.
    version: &'static str,
    kinds: Vec<KindAbout>,
    methods: Vec<MethodAbout>,
    /// The levels of puzzles, starting at 1: their names, and what they ask of a solver.
    levels: Vec<Named>,
    /// What runs count.
    counters: Vec<Named>,
    experiment: ExperimentAbout,
    limits: LimitsAbout,
}

/// What the form of an experiment needs.
#[derive(Serialize, JsonSchema)]
struct ExperimentAbout {
    /// What effort can be measured in.
    measures: Vec<Named>,
    /// What the linter looks for.
    rules: Vec<Named>,
    /// The methods that are compared if none are named.
    methods: Vec<String>,
    /// Seeds of a stochastic arm, if not set.
    seeds: u64,
    /// Puzzles of a group that is generated, if not set.
    puzzles: usize,
    /// Checks that a run may spend, if no effort is limited.
    checks: u64,
    /// Seconds after which a run is stopped for safety, if not set.
    seconds: f64,
}

/// A name, and what it stands for.
#[derive(Serialize, JsonSchema)]
struct Named {
    name: &'static str,
    about: &'static str,
}

/// A kind of puzzle.
#[derive(Serialize, JsonSchema)]
struct KindAbout {
    id: &'static str,
    title: &'static str,
    /// Other names that it goes by.
    aliases: Vec<AliasAbout>,
    summary: &'static str,
    rules: &'static str,
    /// The rules in one or two sentences.
    short_rules: &'static str,
    sizes: &'static str,
    /// The square boards that the generator makes.
    boards: Vec<BoardAbout>,
    /// Whether every board has as many rows as columns.
    square: bool,
    /// Whether a board may have holes.
    holes: bool,
    /// An empty form to type a puzzle into.
    template: &'static str,
    /// What a text may leave open, and what a generator can be asked for.
    settings: Vec<SettingAbout>,
    /// The formats that its puzzles can be written in.
    formats: Vec<&'static str>,
    models: Vec<Named>,
    presets: Vec<PresetAbout>,
    techniques: Vec<TechniqueAbout>,
    corpus: Vec<Named>,
}

/// Square boards of one size.
#[derive(Clone, Serialize, JsonSchema)]
struct BoardAbout {
    /// How many rows and columns they have.
    side: usize,
    /// The levels that the generator does not refuse for them.
    levels: Vec<u8>,
}

/// Another name for a kind.
#[derive(Serialize, JsonSchema)]
struct AliasAbout {
    /// The name, which requests accept as a kind.
    name: &'static str,
    title: &'static str,
    /// The settings that it stands for, unless a request sets them.
    settings: BTreeMap<&'static str, &'static str>,
}

/// Settings of a method that suit a kind.
#[derive(Serialize, JsonSchema)]
struct PresetAbout {
    name: &'static str,
    method: &'static str,
    about: &'static str,
}

/// A technique.
#[derive(Serialize, JsonSchema)]
struct TechniqueAbout {
    id: &'static str,
    title: &'static str,
    tier: u8,
    rating: f64,
    assumes_uniqueness: bool,
    about: &'static str,
}

/// A method.
#[derive(Serialize, JsonSchema)]
struct MethodAbout {
    id: &'static str,
    title: &'static str,
    /// What it spends its effort on: counts are compared within a family only.
    family: &'static str,
    /// The counters that it may spend.
    spends: &'static [&'static str],
    /// Whether it proves what it says; null if that depends on its settings.
    complete: Option<bool>,
    settings: Vec<SettingAbout>,
    /// Where it comes from.
    source: &'static str,
    /// The one kind that it works on, if it is not all.
    kind: Option<&'static str>,
}

/// Something that can be set.
#[derive(Serialize, JsonSchema)]
struct SettingAbout {
    name: &'static str,
    help: &'static str,
    /// What it is if it is not set; empty if it is unset then.
    default: String,
    takes: TakesAbout,
    /// What it takes, in words.
    takes_words: String,
    /// Whether a text may leave it open; if not, it is for the generator alone.
    reading: bool,
}

/// What a setting takes.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum TakesAbout {
    /// One of these words.
    Word { words: Vec<Named> },
    /// A whole number.
    Whole { least: u64, most: Option<u64> },
    /// A number.
    Number { least: f64, most: Option<f64> },
    /// `yes` or `no`.
    Flag,
    /// Rows and columns, such as `8x10`.
    Size { least: usize, most: usize },
    /// A whole number or a range such as `2..4`.
    Wholes { least: u64, most: Option<u64> },
    /// A number or a range.
    Numbers { least: f64, most: Option<f64> },
    /// Any text.
    Text { what: &'static str },
}

/// What may be asked for.
#[derive(Serialize, JsonSchema)]
struct LimitsAbout {
    /// Seconds that a run may take.
    run_seconds: f64,
    /// Frames of a search that are told.
    frames: usize,
    /// Puzzles at a time, or of an experiment.
    puzzles: usize,
    /// Runs of an experiment.
    experiment_runs: usize,
}

fn setting(parameter: &'static Parameter, reading: bool) -> SettingAbout {
    let finite = |most: f64| most.is_finite().then_some(most);
    let bounded = |most: u64| (most < u64::MAX).then_some(most);
    let takes = match parameter.takes {
        Takes::Word(words) => {
            TakesAbout::Word { words: words.iter().map(|&(name, about)| Named { name, about }).collect() }
        }
        Takes::Whole(least, most) => TakesAbout::Whole { least, most: bounded(most) },
        Takes::Number(least, most) => TakesAbout::Number { least, most: finite(most) },
        Takes::Flag => TakesAbout::Flag,
        Takes::Size(least, most) => TakesAbout::Size { least, most },
        Takes::Wholes(least, most) => TakesAbout::Wholes { least, most: bounded(most) },
        Takes::Numbers(least, most) => TakesAbout::Numbers { least, most: finite(most) },
        Takes::Text(what) => TakesAbout::Text { what },
    };
    let (name, help, default) = (parameter.name, parameter.help, parameter.default_text());
    SettingAbout { name, help, default, takes, takes_words: parameter.takes.in_words(), reading }
}

/// The boards of each kind, by its name.
static BOARDS: LazyLock<BTreeMap<&str, Vec<BoardAbout>>> =
    LazyLock::new(|| registry::kinds().iter().map(|entry| (entry.info.id, boards(entry))).collect());

/// Returns the square boards that the generator makes, and the levels that it takes for them.
///
/// A request that is impossible has no generator.
fn boards(entry: &'static registry::KindEntry) -> Vec<BoardAbout> {
    let is_taken = |settings: Settings| entry.generator(&Spec { settings, ..Spec::default() }).is_ok();
    let size = entry.info.settings.iter().find(|known| known.parameter.name == Settings::SIZE);
    let Some(&Takes::Size(least, most)) = size.map(|known| &known.parameter.takes) else { return Vec::new() };
    let board = |side: usize| {
        let sized = Settings::default().with(Settings::SIZE, format!("{side}x{side}"));
        let levels = (1_u8..).take(teach::LEVELS.len());
        let levels = levels.filter(|level| is_taken(sized.clone().with(Settings::LEVEL, level.to_string())));
        is_taken(sized.clone()).then(|| BoardAbout { side, levels: levels.collect() })
    };
    (least..=most).filter_map(board).collect()
}

fn kind(entry: &'static registry::KindEntry) -> KindAbout {
    let info = entry.info;
    let reading = |applies| applies == registry::Applies::ReadingAndGenerating;
    KindAbout {
        id: info.id,
        title: info.title,
        aliases: info
            .aliases
            .iter()
            .map(|alias| AliasAbout {
                name: alias.name,
                title: alias.title,
                settings: alias.settings.iter().copied().collect(),
            })
            .collect(),
        summary: info.summary,
        rules: info.rules,
        short_rules: info.short_rules,
        sizes: info.sizes,
        boards: BOARDS.get(info.id).cloned().unwrap_or_default(),
        square: info.square,
        holes: info.holes,
        template: info.template,
        settings: info.settings.iter().map(|known| setting(&known.parameter, reading(known.applies))).collect(),
        formats: entry.written_formats().collect(),
        models: info.models.iter().map(|model| Named { name: model.id, about: model.title }).collect(),
        presets: info
            .presets
            .iter()
            .map(|preset| PresetAbout { name: preset.name, method: preset.method, about: preset.about })
            .collect(),
        techniques: teach::techniques(info)
            .iter()
            .map(|technique| TechniqueAbout {
                id: technique.id,
                title: technique.title,
                tier: technique.tier,
                rating: technique.rating.number(),
                assumes_uniqueness: technique.assumes_uniqueness,
                about: technique.about,
            })
            .collect(),
        corpus: corpus::sets()
            .filter(|set| set.kind == info.id)
            .map(|set| Named { name: set.size, about: set.about })
            .collect(),
    }
}

fn method(info: &'static registry::MethodInfo) -> MethodAbout {
    let owner = registry::kinds().iter().find(|entry| entry.info.methods.iter().any(|own| own.id == info.id));
    MethodAbout {
        id: info.id,
        title: info.title,
        family: info.family.title(),
        spends: info.family.spends(),
        complete: match info.complete {
            Complete::Yes => Some(true),
            Complete::No => Some(false),
            Complete::If(..) => None,
        },
        settings: info.parameters.iter().map(|parameter| setting(parameter, false)).collect(),
        source: info.source,
        kind: owner.map(|entry| entry.info.id),
    }
}

/// Kinds, methods, techniques, counters and built-in puzzles.
pub(crate) async fn about(State(workers): State<Workers>) -> Json<About> {
    let limits = workers.limits;
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        kinds: registry::kinds().iter().copied().map(kind).collect(),
        methods: registry::methods().map(method).collect(),
        levels: teach::LEVELS.iter().map(|&(name, about)| Named { name, about }).collect(),
        counters: Counters::LIST.iter().map(|counter| Named { name: counter.name, about: counter.about }).collect(),
        experiment: experiment(),
        limits: LimitsAbout {
            run_seconds: limits.run_time.as_secs_f64(),
            frames: limits.frames,
            puzzles: limits.puzzles,
            experiment_runs: limits.experiment_runs,
        },
    })
}

fn experiment() -> ExperimentAbout {
    ExperimentAbout {
        measures: Measure::ALL.iter().map(|it| Named { name: it.word(), about: it.about() }).collect(),
        rules: RULES.iter().map(|rule| Named { name: rule.name, about: rule.about }).collect(),
        methods: default_methods(),
        seeds: DEFAULT_SEEDS,
        puzzles: DEFAULT_INSTANCES,
        checks: DEFAULT_CHECKS,
        seconds: DEFAULT_SECONDS,
    }
}

/// Whether workers are free.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Status {
    /// Whether no work is under way.
    free: bool,
}

pub(crate) async fn status(State(workers): State<Workers>) -> Json<Status> {
    Json(Status { free: workers.are_free() })
}
