//! The five student reports that Pencilmark grew out of. Methods cite them as sources, presets named `report` use their
//! settings, and the crate `pencilmark-reproduce` reruns their experiments.

/// The title of the report about a kind, as a literal that `concat!` accepts.
#[macro_export]
macro_rules! report_title {
    (hidato) => {
        "Hidato: A Tale of Love & Numbers"
    };
    (kenken) => {
        "CS560 Assignment 1: Kenken"
    };
    (hitori) => {
        "Solving Hitori Grid game using informed and local search algorithms and comparing their time and space complexities"
    };
    (sudoku) => {
        "Search, Constraint Satisfaction, and Sudoku"
    };
    (star_battle) => {
        "CS541 Artificial Intelligence: Winter 2020 Term Project Report"
    };
}

/// A student report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudentReport {
    /// The kind of puzzle it is about, by its identifier.
    pub kind: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The year it was written, where it says so.
    pub year: Option<u16>,
}

/// All five.
pub const REPORTS: [StudentReport; 5] = [
    StudentReport { kind: "hidato", title: report_title!(hidato), year: Some(2021) },
    StudentReport { kind: "kenken", title: report_title!(kenken), year: Some(2019) },
    StudentReport { kind: "hitori", title: report_title!(hitori), year: None },
    StudentReport { kind: "sudoku", title: report_title!(sudoku), year: None },
    StudentReport { kind: "star-battle", title: report_title!(star_battle), year: Some(2020) },
];

/// The report about a kind.
pub fn report_about(kind: &str) -> Option<&'static StudentReport> {
    REPORTS.iter().find(|report| report.kind == kind)
}
