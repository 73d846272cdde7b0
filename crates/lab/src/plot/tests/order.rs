//! Where things are drawn: in the order of their values, at the ends if they are beyond.

use super::{charts, path_points};
use crate::plot::scale::{Domain, Place};
use crate::plot::{
    Axis, Bar, BarGroup, BoxRow, Caption, FiveNumbers, Pair, PointGroup, RatioRow, Scale, Sides, StepLine, bars, boxes,
    ratios, scatter, steps,
};
use roxmltree::{Document, Node};

/// Elements of a class, below groups of another one.
fn of_class<'a>(document: &'a Document, group: &str, class: &str) -> Vec<Node<'a, 'a>> {
    let has =
        |node: &Node, class: &str| node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class));
    let below = |node: &Node| group.is_empty() || node.ancestors().any(|above| has(&above, group));
    document.descendants().filter(|node| has(node, class) && below(node)).collect()
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).expect("the attribute").parse().expect("a number")
}

fn rises(values: &[f64]) -> bool {
    values.windows(2).all(|pair| pair[0] < pair[1])
}

#[test]
fn values_map_in_order() {
    let values = [-1e301, -40.0, -1.0, -0.5, 0.0, 1e-7, 0.3, 1.0, 2.0, 9.0, 11.0, 1e3, 12_345.0, 1e9, f64::INFINITY];
    for scale in [Scale::Linear, Scale::Log, Scale::Symlog, Scale::Share] {
        for range in [None, Some((0.5, 1e4)), Some((3.0, 1.0))] {
            let domain = Domain::fit(&Axis { label: String::new(), scale, range }, values);
            let places = values.map(|value| domain.fraction(value));
            assert!(places.windows(2).all(|pair| pair[0] <= pair[1]), "{domain:?} {places:?}");
            assert!((0.0..=1.0).contains(&places[0]) && (0.0..=1.0).contains(&places[14]));
            let inside = values.iter().filter(|value| domain.place(**value) == Place::Inside);
            let tight = Domain::fit(&Axis { label: String::new(), scale, range: Some((1.0, 20.0)) }, []);
            assert!(rises(&[1.0, 2.0, 9.0, 11.0, 20.0].map(|value| tight.fraction(value))), "{scale:?}");
            assert!(inside.count() > 0);
        }
    }
}

#[test]
fn a_step_line_goes_right_and_up() {
    let points: Vec<(f64, f64)> =
        (1..=20).map(|index| (f64::from(index * index * 10), f64::from(index) / 20.0)).collect();
    let mut shuffled = points.clone();
    shuffled.reverse();
    let draw = |points: Vec<(f64, f64)>| {
        let line = StepLine { name: "line".to_owned(), start: Some(0.0), points, censored: vec![5000.0, 9000.0] };
        steps(&Caption::default(), &Axis::log("x"), &Axis::share("y"), &[line])
    };
    assert_eq!(draw(points.clone()), draw(shuffled));
    let svg = draw(points);
    let document = Document::parse(&svg).expect("well-formed");
    // The first is the sample in the legend.
    let lines = of_class(&document, "series", "line");
    let path = path_points(lines[1].attribute("d").expect("a path"));
    let across: Vec<f64> = path.iter().filter(|point| point.0).map(|point| point.1).collect();
    let up: Vec<f64> = path.iter().filter(|point| !point.0).map(|point| -point.1).collect();
    assert!(across.len() > 20 && rises(&across), "{across:?}");
    assert!(up.len() > 20 && rises(&up), "{up:?}");
    let ticks = of_class(&document, "series", "censored");
    let places: Vec<f64> = ticks.iter().map(|tick| path_points(tick.attribute("d").expect("a path"))[0].1).collect();
    assert!(places.len() == 2 && rises(&places));
    assert!((places[1] - across[across.len() - 1]).abs() < 0.01, "the line ends at its last censored run");
}

#[test]
fn thousands_of_points_stay_small() {
    let points = (1..=50_000).map(|index| (f64::from(index), f64::from(index) / 50_000.0)).collect();
    let line = StepLine { name: "line".to_owned(), start: None, points, censored: vec![60_000.0; 5000] };
    let svg = steps(&Caption::default(), &Axis::log("x"), &Axis::share("y"), &[line]);
    assert!(svg.len() < 60_000, "{}", svg.len());
    assert!(svg.contains("5000 unsolved up to here"));
}

#[test]
fn longer_bars_are_longer() {
    let bar =
        |value: f64| Bar { name: "arm".to_owned(), value, interval: Some((value, value * 2.0)), note: String::new() };
    let group = BarGroup { name: String::new(), bars: [1.0, 5.0, 7.0, 30.0].map(bar).into() };
    let svg = bars(&Caption::default(), &Axis::linear("x"), &[group]);
    let document = Document::parse(&svg).expect("well-formed");
    let widths: Vec<f64> = of_class(&document, "row", "bar").iter().map(|bar| number(bar, "width")).collect();
    assert!(widths.len() == 4 && rises(&widths), "{widths:?}");
    assert!((widths[3] / widths[0] - 30.0).abs() < 0.1, "bars start at 0: {widths:?}");
}

#[test]
fn boxes_hold_their_median() {
    let numbers = FiveNumbers { min: 3.0, q1: 20.0, median: 50.0, q3: 400.0, max: 9000.0 };
    let arms = [BoxRow { name: "arm".to_owned(), numbers: Some(numbers), unsolved: 0 }];
    let svg = boxes(&Caption::default(), &Axis::log("x"), &arms);
    let document = Document::parse(&svg).expect("well-formed");
    let shape = &of_class(&document, "row", "bar")[0];
    let median = path_points(of_class(&document, "row", "median")[0].attribute("d").expect("a path"))[0].1;
    let stems = of_class(&document, "row", "stem");
    let ends: Vec<f64> = stems
        .iter()
        .flat_map(|stem| path_points(stem.attribute("d").expect("a path")))
        .filter(|end| end.0)
        .map(|end| end.1)
        .collect();
    let least = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ends.iter().copied().fold(0.0, f64::max);
    let left = number(shape, "x");
    assert!(rises(&[least, left, median, left + number(shape, "width"), most]), "{svg}");
}

#[test]
fn ratios_lie_on_their_side_of_one() {
    let row = |estimate: f64, low: f64, high: f64| RatioRow {
        name: "row".to_owned(),
        estimate,
        low,
        high,
        note: String::new(),
    };
    let rows = [row(0.4, 0.3, 0.6), row(1.1, 0.8, 1.5), row(3.0, 2.0, f64::INFINITY), row(0.1, 0.0, 0.5)];
    let svg = ratios(&Caption::default(), &Axis::linear("ratio"), &Sides::default(), &rows);
    let document = Document::parse(&svg).expect("well-formed");
    let one = path_points(of_class(&document, "", "one")[0].attribute("d").expect("a path"))[0].1;
    for (class, count) in [("below", 2), ("above", 1), ("undecided", 1)] {
        assert_eq!(of_class(&document, "row", class).len(), count, "{class}");
        for marker in of_class(&document, class, "stem") {
            for (across, place) in path_points(marker.attribute("d").expect("a path")) {
                let right_side = if class == "below" { place < one } else { place > one };
                assert!(!across || class == "undecided" || right_side, "{class} at {place}, 1 at {one}");
            }
        }
    }
    assert!(svg.contains("3 (2 to ∞)") && svg.contains("0.1 (0 to 0.5)"), "{svg}");
}

#[test]
fn unsolved_instances_are_beyond_the_axes() {
    let pair = |x: Option<f64>, y: Option<f64>| Pair { name: "board".to_owned(), x, y };
    let pairs = vec![
        pair(Some(10.0), Some(1000.0)),
        pair(Some(500.0), Some(20.0)),
        pair(Some(1000.0), None),
        pair(None, Some(10.0)),
        pair(Some(f64::INFINITY), None),
    ];
    let svg =
        scatter(&Caption::default(), &Axis::log("checks"), ("A", "B"), &[PointGroup { name: String::new(), pairs }]);
    let document = Document::parse(&svg).expect("well-formed");
    let dots = of_class(&document, "dot", "marker");
    let across: Vec<f64> = dots.iter().map(|dot| number(dot, "cx")).collect();
    let up: Vec<f64> = dots.iter().map(|dot| -number(dot, "cy")).collect();
    assert!(rises(&[across[0], across[1], across[2], across[3]]), "{across:?}");
    assert!(rises(&[up[3], up[1], up[0], up[2]]), "{up:?}");
    assert_eq!((across[4], up[4]), (across[3], up[2]));
    assert!(
        svg.contains("Less for A (above the diagonal): 2; less for B (below it): 2; equal: 0; unsolved by both: 1."),
        "{svg}"
    );
}

#[test]
fn every_series_has_a_marker_of_its_own() {
    let names = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    let (_, svg) = charts(&[1.0, 2.0, 3.0], &names, &Axis::log("x")).remove(0);
    let document = Document::parse(&svg).expect("well-formed");
    let mut looks: Vec<String> = (1..=12)
        .map(|series| {
            let class = format!("n{series}");
            let marker = of_class(&document, &class, "marker")[0];
            let points = path_points(marker.attribute("d").unwrap_or_default());
            let first: Vec<i64> =
                points.iter().map(|point| ((point.1 - points[usize::from(!point.0)].1) * 10.0) as i64).collect();
            format!("{:?} {first:?}", marker.attribute("class"))
        })
        .collect();
    looks.sort();
    looks.dedup();
    assert_eq!(looks.len(), 12, "{looks:?}");
}
