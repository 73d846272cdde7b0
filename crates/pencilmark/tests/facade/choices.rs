//! Every table of parameters: what it declares is taken and runs, and nothing else gets past it.

use std::time::Duration;

use pencilmark::registry::{self, Parameter, Parameters, Registry, Scalar, Setting, Takes};
use pencilmark::{Budget, GenerateError, MethodChoice, Options, Settings, Spec};

/// Values that a parameter takes, in the spelling that names and records use: every word, and the ends of every range.
fn taken(parameter: &Parameter) -> Vec<String> {
    let numbers = |least: f64, most: f64| vec![least.to_string(), most.min(1.0).to_string()];
    match parameter.takes {
        Takes::Word(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
        Takes::Flag => vec!["yes".to_owned(), "no".to_owned()],
        Takes::Whole(least, most) => vec![least.to_string(), (least + 1).min(most).to_string()],
        Takes::Wholes(least, most) => vec![least.to_string(), format!("{least}..{}", most.min(least + 3))],
        Takes::Number(least, most) | Takes::Numbers(least, most) => numbers(least, most),
        Takes::Size(least, _) => vec![format!("{0}x{0}", least.max(4))],
        Takes::Text(_) => Vec::new(),
    }
}

/// Values that it does not take.
fn misspelt(parameter: &Parameter) -> Vec<String> {
    let below = |least: f64| (least - 1.0).to_string();
    let mut wrong: Vec<String> = vec![String::new(), "  ".to_owned()];
    match parameter.takes {
        Takes::Word(words) => wrong.extend(words.iter().map(|(word, _)| format!("{word}q"))),
        Takes::Flag => wrong.extend(["true", "1", "ja"].map(str::to_owned)),
        Takes::Whole(least, _) | Takes::Wholes(least, _) => wrong.extend(["x".to_owned(), below(least as f64)]),
        Takes::Number(least, _) | Takes::Numbers(least, _) => {
            wrong.extend(["x".to_owned(), "nan".to_owned(), "inf".to_owned(), below(least)]);
        }
        Takes::Size(least, most) => {
            wrong.extend([format!("{}x{least}", least - 1), format!("{least}x{}", most + 1), "4by4".to_owned()]);
        }
        Takes::Text(_) => {}
    }
    wrong
}

/// Checks that a parameter takes its own values and its default, each in every form a caller may give it, and no other.
fn check(what: &str, parameter: &Parameter) {
    let set = |value: &Scalar| {
        let mut parameters = Parameters::default();
        parameters.put(parameter, value).map(|()| parameters.get(parameter.name).cloned().expect("it was set"))
    };
    let default = parameter.default_text();
    for text in taken(parameter).into_iter().chain(parameter.default.map(|_| default.clone())) {
        let value = set(&text.as_str().into()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(value.to_string(), text, "{what} {}", parameter.name);
        let whole = text.parse::<i64>().map(Scalar::Whole).ok();
        let number = text.parse::<f64>().map(Scalar::Number).ok();
        let flag = (parameter.takes == Takes::Flag).then_some(Scalar::Flag(text == "yes"));
        for scalar in [whole, number, flag].into_iter().flatten() {
            assert_eq!(set(&scalar).as_ref(), Ok(&value), "{what} {} {scalar:?}", parameter.name);
        }
    }
    for text in misspelt(parameter) {
        let error = set(&text.as_str().into()).expect_err("misspelt").to_string();
        assert!(error.contains(parameter.name) && error.contains(&text), "{what}: {error}");
    }
}

#[test]
fn every_table_takes_what_it_declares_and_nothing_else() {
    for info in registry::methods() {
        info.parameters.iter().for_each(|parameter| check(info.id, parameter));
        assert!(Parameters::default().set(info, "colour", "red").is_err());
    }
    for kind in Registry::built_in().kinds() {
        for Setting { parameter, .. } in kind.info.settings {
            check(kind.info.id, parameter);
            for text in misspelt(parameter) {
                let spec = Spec::default().with(parameter.name, text);
                assert!(matches!(kind.generator(&spec), Err(GenerateError::Spec { .. })), "{}", parameter.name);
            }
        }
        assert!(Settings::default().with("colour", "red").for_kind(kind.info).is_err());
    }
}

#[test]
fn every_choice_of_every_method_runs() {
    for kind in Registry::built_in().kinds() {
        let puzzle = registry::generate(kind, &Spec::sized(4, 4), 3, 0).expect("a small puzzle");
        for info in registry::methods() {
            for parameter in info.parameters {
                for text in taken(parameter) {
                    let mut method = MethodChoice::new(info);
                    method.parameters.set(info, parameter.name, text.as_str()).expect("a value that it takes");
                    let limits = Budget { checks: Some(20_000), evaluations: Some(2_000), ..Budget::default() };
                    let budget = Budget { time: Some(Duration::from_secs(20)), ..limits };
                    let report =
                        puzzle.solver().options(&Options::default().method(method.clone()).budget(budget)).run();
                    let report = report.unwrap_or_else(|error| panic!("{} {method}: {error}", kind.info.id));
                    let plan = puzzle.plan(&Options::default().method(method)).expect("a plan");
                    assert!(plan.settings(info).contains(&(parameter.name, text)), "{}", parameter.name);
                    assert!(report.solution().is_none_or(|answer| puzzle.judge(answer).is_ok()));
                }
            }
        }
    }
}

#[test]
fn every_choice_of_every_kind_runs() {
    let budget = Budget { nodes: Some(20_000), time: Some(Duration::from_secs(5)), ..Budget::default() };
    for kind in Registry::built_in().kinds() {
        for Setting { parameter, .. } in kind.info.settings {
            // A level takes a while; tests of the generators ask for each.
            if [Settings::LEVEL, Settings::SCORE, Settings::TEACH].contains(&parameter.name) {
                continue;
            }
            for text in taken(parameter) {
                let spec = Spec { budget: budget.clone(), ..Spec::sized(6, 6) }.with(parameter.name, &text);
                match registry::Generator::new(kind, &spec).and_then(|made| made.generate(5, 0)) {
                    Ok(made) => assert!(made.puzzle.id().is_some_and(|id| id.starts_with(kind.info.id))),
                    Err(GenerateError::Interrupted) => panic!("nobody interrupts: {} {text}", parameter.name),
                    // Not every board has room for every value.
                    Err(GenerateError::Spec { .. } | GenerateError::NotFound { .. }) => {
                        assert!(!matches!(parameter.takes, Takes::Word(_) | Takes::Flag), "{} {text}", parameter.name);
                    }
                }
            }
        }
    }
}
