//! The colours of an SVG picture, as a style sheet.

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Light, or dark where the reader prefers dark.
    #[default]
    Auto,
    /// Always light: for paper.
    Light,
    /// Always dark.
    Dark,
}

/// The style sheet: what, and its colours in light and dark. In the dark shaded cells turn light, for on dark paper
/// nothing darker would stand out.
const COLOURS: [(&str, &str, &str, &str); 17] = [
    (".page", "fill", "#fff", "#15171b"),
    (".paper", "fill", "#fff", "#1d2026"),
    (".hole", "fill", "#d5d8de", "#3a3f49"),
    (".shaded", "fill", "#2f333b", "#b9bfca"),
    (".highlight", "fill", "#fff1b3", "#574a12"),
    (".shaded.highlight", "fill", "#7d6208", "#e3c552"),
    (".entered", "fill", "#c9efcf", "#1d4d2a"),
    (".shaded.entered", "fill", "#1e6b35", "#8fd6a3"),
    (".thin", "stroke", "#a9aeb8", "#4b515c"),
    (".thick", "stroke", "#1b1e24", "#c3c8d1"),
    (".given", "fill", "#1b1e24", "#eceef2"),
    (".target", "fill", "#1b1e24", "#eceef2"),
    (".entry", "fill", "#1d5fc4", "#7fb4ff"),
    (".mark", "fill", "#4c525d", "#a9afba"),
    (".picked", "fill", "#0b5c2a", "#8fe3a8"),
    (".gone", "fill", "#c4161c", "#ff8a80"),
    (".inverse", "fill", "#f2f3f5", "#15171b"),
];

impl Scheme {
    /// The colour of a class of the light or, for [`Scheme::Dark`], the dark scheme: red, green and blue. `None`: there is no such class.
    pub fn colour(self, class: &str) -> Option<[u8; 3]> {
        let (.., light, dark) = COLOURS.iter().find(|(what, ..)| what.strip_prefix('.') == Some(class))?;
        let digits = (if self == Self::Dark { dark } else { light }).strip_prefix('#')?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        let shift = |bits: u32| (number >> bits) as u8;
        Some(match digits.len() {
            3 => [8, 4, 0].map(|bits| (shift(bits) & 15) * 17),
            _ => [16, 8, 0].map(shift),
        })
    }

    /// The class of the root element, which all selectors start with.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Auto => "pencilmark",
            Self::Light => "pencilmark-light",
            Self::Dark => "pencilmark-dark",
        }
    }

    /// The `style` element.
    pub(super) fn style_sheet(self) -> String {
        let root = self.class();
        let colours = |dark: bool| -> String {
            let rule = |&(what, property, light_colour, dark_colour): &(&str, &str, &str, &str)| {
                let colour = if dark { dark_colour } else { light_colour };
                format!(".{root} {what} {{ {property}: {colour} }}\n")
            };
            COLOURS.iter().map(rule).collect()
        };
        let fonts = format!(
            ".{root} text {{ font-family: system-ui, \"Helvetica Neue\", Arial, sans-serif }}\n\
             .{root} text.given, .{root} text.picked, .{root} text.gone {{ font-weight: bold }}\n\
             .{root} text.gone {{ text-decoration: line-through }}\n"
        );
        let colours = match self {
            Self::Auto => format!("{}@media (prefers-color-scheme: dark) {{\n{}}}\n", colours(false), colours(true)),
            Self::Light => colours(false),
            Self::Dark => colours(true),
        };
        format!("<style>\n{fonts}{colours}</style>\n")
    }
}
