//! The style sheet of charts and of the page around them.

/// The style sheet that a page includes once, in a `<style>`: the colours for light and dark, the layout of the page,
/// and the charts.
///
/// The reader's colour scheme decides between light and dark; `data-theme="light"` or `"dark"` on the root overrides
/// it. For the page: `main` as the column; `.conclusion`, `.warning` and `.note` are callouts; `.holds`, `.fails` and
/// `.not-comparable` are badges; a `figure` scrolls a chart or table that is too wide. In tables the first column is
/// text, and the others are numbers unless their cells have the class `text`.
pub const STYLE: &str = concat!(
    ":root {\n",
    include_str!("style/light.css"),
    "}\n@media (prefers-color-scheme: dark) {\n:root:not([data-theme=light]) {\n",
    include_str!("style/dark.css"),
    "}\n}\n[data-theme=dark] {\n",
    include_str!("style/dark.css"),
    "}\n",
    include_str!("style/page.css"),
    include_str!("style/content.css"),
    include_str!("style/plot.css"),
);

/// The style sheet for a report inside another page, in an element of the class `report`: nothing outside of it looks different.
pub const PART_STYLE: &str = concat!(
    ".report {\n",
    include_str!("style/light.css"),
    "}\n@media (prefers-color-scheme: dark) {\n:root:not([data-theme=light]) .report {\n",
    include_str!("style/dark.css"),
    "}\n}\n[data-theme=dark] .report {\n",
    include_str!("style/dark.css"),
    "}\n.report {\ncolor: var(--ink);\nbackground: var(--paper);\n& > p, & > ul, & > ol { max-width: 44rem; }\n",
    include_str!("style/content.css"),
    include_str!("style/plot.css"),
    "}\n",
);
