//! Every chart with every kind of data: well-formed, complete, inside its sheet, the same every time.

mod order;
mod scale;
mod style;
mod text;

use super::{
    Axis, BandLine, BandPoint, Bar, BarGroup, BoxRow, Caption, FiveNumbers, Pair, PointGroup, RatioRow, Sides,
    StepLine, bands, bars, boxes, ratios, scatter, steps,
};
use roxmltree::{Document, Node};

/// Numbers that are hard to draw.
const NASTY: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    1e-9,
    1e17,
    1_234_567.0,
    0.1 + 0.2,
    99.5,
];

/// Names that are hard to write.
const NAMES: [&str; 8] = [
    "a<b & \"c\" 'd' </svg>",
    "",
    "]]>",
    "a name with so many words that there is no hope of it ever fitting on one line, nor on two, of any chart at all",
    "AVeryLongIdentifierWithoutASingleSpaceInItThatAnEngineWouldOtherwiseNeverBreakAnywhereAtAllEver",
    "数独の難しい問題をすべて解くための最も速い方法はどれか、そしてなぜそうなのか、誰も知らない",
    "bell \u{7} and null \u{0} and \u{ffff}",
    "two\nlines",
];

fn axes() -> Vec<Axis> {
    let made = [Axis::linear, Axis::log, Axis::symlog, Axis::share];
    let plain = made.iter().map(|axis| axis(NAMES[0]));
    let fixed = made.iter().map(|axis| axis(NAMES[3]).within(100.0, 101.0));
    let wrong = made.iter().map(|axis| axis("").within(f64::NAN, -5.0));
    let equal = made.iter().map(|axis| axis("x").within(3.0, 3.0));
    plain.chain(fixed).chain(wrong).chain(equal).collect()
}

/// All charts of some numbers and names. Numbers meet in all roles.
fn charts(numbers: &[f64], names: &[&str], axis: &Axis) -> Vec<(&'static str, String)> {
    let caption = Caption::new(names.first().copied().unwrap_or_default(), names.last().copied().unwrap_or_default());
    let at = |index: usize| numbers[index % numbers.len().max(1)];
    let each = |count: usize| 0..if numbers.is_empty() { 0 } else { count };
    let named = || names.iter().enumerate().map(|(index, name)| (index, (*name).to_owned()));
    let step_lines: Vec<StepLine> = named()
        .map(|(index, name)| StepLine {
            name,
            start: (index % 2 == 0).then_some(0.0),
            points: each(numbers.len()).map(|point| (at(point + index), at(point))).collect(),
            censored: each(index).map(at).collect(),
        })
        .collect();
    let band_lines: Vec<BandLine> = named()
        .map(|(index, name)| {
            let point = |i: usize| BandPoint { x: at(i), low: at(i + index), middle: at(i + 1), high: at(i + 2) };
            BandLine { name, points: each(numbers.len()).map(point).collect() }
        })
        .collect();
    let bar = |(index, name): (usize, String)| {
        let (value, interval) = if numbers.is_empty() {
            (f64::NAN, None)
        } else {
            (at(index), (index % 3 > 0).then(|| (at(index + 1), at(index + 2))))
        };
        Bar { name: name.clone(), value, interval, note: name }
    };
    let groups: Vec<BarGroup> = named().map(|(_, name)| BarGroup { name, bars: named().map(bar).collect() }).collect();
    let box_rows: Vec<BoxRow> = named()
        .map(|(index, name)| {
            let five =
                |i: usize| FiveNumbers { min: at(i), q1: at(i + 1), median: at(i + 2), q3: at(i + 3), max: at(i + 4) };
            BoxRow { name, numbers: (!numbers.is_empty()).then(|| five(index)), unsolved: index }
        })
        .collect();
    let ratio_rows: Vec<RatioRow> = named()
        .map(|(index, name)| {
            let [estimate, low, high] =
                if numbers.is_empty() { [f64::NAN; 3] } else { [at(index), at(index + 1), at(index + 2)] };
            RatioRow { name: name.clone(), estimate, low, high, note: name }
        })
        .collect();
    let point_groups: Vec<PointGroup> = named()
        .map(|(index, name)| {
            let pair = |i: usize| Pair {
                name: name.clone(),
                x: Some(at(i)),
                y: (!i.is_multiple_of(3)).then(|| at(i + index)),
            };
            PointGroup { name: name.clone(), pairs: each(numbers.len()).map(pair).collect() }
        })
        .collect();
    let sides = Sides { below: caption.title.clone(), above: caption.description.clone() };
    let arms = (caption.title.as_str(), caption.description.as_str());
    vec![
        ("steps", steps(&caption, axis, axis, &step_lines)),
        ("bands", bands(&caption, axis, axis, &caption.title, &band_lines)),
        ("bars", bars(&caption, axis, &groups)),
        ("boxes", boxes(&caption, axis, &box_rows)),
        ("ratios", ratios(&caption, axis, &sides, &ratio_rows)),
        ("scatter", scatter(&caption, axis, arms, &point_groups)),
    ]
}

/// The numbers in the attributes of an element that say where it is, with whether they are across.
fn places(node: Node) -> Vec<(bool, f64)> {
    let mut places = Vec::new();
    for (name, across) in [("x", true), ("cx", true), ("y", false), ("cy", false)] {
        if let Some(value) = node.attribute(name) {
            places.push((across, value.parse().expect("a number")));
        }
    }
    for (from, length, across) in [("x", "width", true), ("y", "height", false)] {
        if let (Some(from), Some(length)) = (node.attribute(from), node.attribute(length)) {
            let (from, length): (f64, f64) = (from.parse().expect("a number"), length.parse().expect("a number"));
            assert!(length >= 0.0);
            places.push((across, from + length));
        }
    }
    places.extend(path_points(node.attribute("d").unwrap_or_default()));
    places
}

/// The coordinates of a path, with whether they are across.
fn path_points(data: &str) -> Vec<(bool, f64)> {
    let mut points = Vec::new();
    for piece in data.replace(['M', 'L'], "\n ").replace('H', "\nH").replace('V', "\nV").replace('z', "").lines() {
        let numbers = piece.trim_start_matches(['H', 'V']).split_whitespace();
        let numbers: Vec<f64> = numbers.map(|number| number.parse().expect("a number")).collect();
        match (piece.chars().next(), numbers.as_slice()) {
            (Some('H'), [x]) => points.push((true, *x)),
            (Some('V'), [y]) => points.push((false, *y)),
            (_, [x, y]) => points.extend([(true, *x), (false, *y)]),
            (_, []) => {}
            _ => panic!("path {data}"),
        }
    }
    points
}

/// What holds of every chart.
fn check(name: &str, svg: &str, labels: &[&str]) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{name}: {error}\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"), "{name}");
    let size: Vec<f64> =
        root.attribute("viewBox").expect("a view box").split(' ').map(|side| side.parse().expect("a number")).collect();
    let children: Vec<&str> = root.children().take(2).map(|node| node.tag_name().name()).collect();
    assert_eq!(children, ["title", "desc"], "{name}");
    for node in document.descendants().filter(Node::is_element) {
        assert_eq!(node.attribute("id"), None, "{name}");
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{name}: {}={value}", attribute.name());
        }
        if node != root {
            for (across, place) in places(node) {
                let most = if across { size[2] } else { size[3] };
                assert!((0.0..=most).contains(&place), "{name}: {place} in {node:?} leaves {size:?}");
            }
        }
    }
    let texts: Vec<String> = document
        .descendants()
        .filter(|node| ["title", "desc", "text"].contains(&node.tag_name().name()))
        .map(|node| node.text().unwrap_or_default().to_owned())
        .collect();
    for label in labels {
        let shown: String = label
            .chars()
            .map(|glyph| if glyph == '\n' { ' ' } else { glyph })
            .map(|glyph| if glyph.is_control() || glyph == '\u{ffff}' { '?' } else { glyph })
            .collect();
        assert!(texts.iter().any(|text| text.contains(&shown)), "{name}: {label:?} is missing");
    }
}

#[test]
fn any_numbers_on_any_axis() {
    let cases: [&[f64]; 8] = [
        &[],
        &[7.0],
        &[0.0; 5],
        &[1234.0; 5],
        &[f64::NAN; 5],
        &[f64::INFINITY; 5],
        &[1.0, 10.0, 1e3, 1e8, 0.25, 5e5],
        &NASTY,
    ];
    for axis in axes() {
        for numbers in cases {
            for names in [&[][..], &["one"], &["one", "two", "three"]] {
                for (name, svg) in charts(numbers, names, &axis) {
                    check(&format!("{name} of {numbers:?} on {axis:?}"), &svg, names);
                }
            }
        }
    }
}

#[test]
fn any_names() {
    let twenty: Vec<&str> = NAMES.iter().cycle().take(20).copied().collect();
    for names in [&NAMES[..], &NAMES[..1], &NAMES[3..4], &NAMES[4..5], &NAMES[5..6], &twenty] {
        for (name, svg) in charts(&[1.0, 20.0, 300.0], names, &Axis::log("effort")) {
            check(&format!("{name} of {names:?}"), &svg, names);
        }
    }
}

#[test]
fn twice_the_same() {
    for axis in axes() {
        assert_eq!(charts(&NASTY, &NAMES, &axis), charts(&NASTY, &NAMES, &axis));
    }
}

#[test]
fn charts_have_no_colour_font_or_script() {
    for (name, svg) in charts(&[1.0, 20.0, 300.0], &["one", "two"], &Axis::log("effort")) {
        for word in ["#", "rgb", "font-family", "fill=", "stroke=", "style", "script", "href", "url("] {
            assert!(!svg.contains(word), "{name}: {word}");
        }
    }
}

#[test]
fn what_has_no_place_is_told() {
    let line = |x| {
        vec![StepLine { name: "line".to_owned(), start: None, points: vec![(x, 1.0), (50.0, 1.0)], censored: vec![] }]
    };
    let text = |axis: &Axis, x| steps(&Caption::default(), axis, &Axis::linear("y"), &line(x));
    assert!(text(&Axis::log("checks"), 0.0).contains("checks: 0 has no place on a log axis"));
    assert!(!text(&Axis::linear("checks"), 0.0).contains("no place"));
    assert!(text(&Axis::log("checks").within(1.0, 20.0), 5.0).contains("checks: values beyond the axis"));
    assert!(!text(&Axis::log("checks"), 5.0).contains("beyond"));
    assert!(text(&Axis::log("checks"), f64::INFINITY).contains("1 unsolved"));
    let arms = [BoxRow { name: "arm".to_owned(), numbers: None, unsolved: 3 }];
    assert!(boxes(&Caption::default(), &Axis::log("checks"), &arms).contains(">3 unsolved</text>"));
    for chart in charts(&[], &[], &Axis::log("checks")) {
        assert!(chart.1.contains("no data"), "{}", chart.0);
    }
}
