//! The table of junctions against the order of the Unicode block it comes from.

use pencilmark::inside::junction::Arms;
use pencilmark_puzzles::Edge::{self, None, Thick, Thin};
use std::collections::HashSet;

const EDGES: [Edge; 3] = [None, Thin, Thick];

fn all() -> impl Iterator<Item = Arms> {
    (0..81).map(|n: usize| Arms {
        up: EDGES[n / 27],
        right: EDGES[n / 9 % 3],
        down: EDGES[n / 3 % 3],
        left: EDGES[n % 3],
    })
}

fn code(arms: Arms) -> u32 {
    u32::from(arms.box_drawing())
}

#[test]
fn every_combination_has_a_character_of_its_own() {
    let glyphs: HashSet<char> = all().map(Arms::box_drawing).collect();
    assert_eq!(glyphs.len(), 81);
    let none = Arms { up: None, right: None, down: None, left: None };
    assert!(all().filter(|&arms| arms != none).all(|arms| (0x2500..0x2580).contains(&code(arms))));
    assert_eq!(none.box_drawing(), ' ');
}

/// Arms by the letters u, r, d and l: all that are there, and those that are thick.
fn arms(there: &str, thick: &str) -> Arms {
    let edge = |letter: char| match (there.contains(letter), thick.contains(letter)) {
        (false, _) => None,
        (true, false) => Thin,
        (true, true) => Thick,
    };
    Arms { up: edge('u'), right: edge('r'), down: edge('d'), left: edge('l') }
}

/// The Unicode block "Box Drawing" as its code chart orders it: a first code, the arms, and the thick ones of each
/// code from there on.
#[test]
fn the_table_follows_the_code_chart() {
    let corner = |across, down| vec![String::new(), format!("{across}"), format!("{down}"), format!("{across}{down}")];
    let words = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
    let chart = [
        (0x2500, "lr", words(",lr")),
        (0x2502, "ud", words(",ud")),
        (0x250c, "dr", corner('r', 'd')),
        (0x2510, "dl", corner('l', 'd')),
        (0x2514, "ur", corner('r', 'u')),
        (0x2518, "ul", corner('l', 'u')),
        (0x251c, "udr", words(",r,u,d,ud,ur,dr,udr")),
        (0x2524, "udl", words(",l,u,d,ud,ul,dl,udl")),
        (0x252c, "dlr", words(",l,r,lr,d,dl,dr,dlr")),
        (0x2534, "ulr", words(",l,r,lr,u,ul,ur,ulr")),
        (0x253c, "udlr", words(",l,r,lr,u,d,ud,ul,ur,dl,dr,ulr,dlr,udl,udr,udlr")),
        (0x2574, "l", words("")),
        (0x2575, "u", words("")),
        (0x2576, "r", words("")),
        (0x2577, "d", words("")),
        (0x2578, "l", words("l")),
        (0x2579, "u", words("u")),
        (0x257a, "r", words("r")),
        (0x257b, "d", words("d")),
        (0x257c, "lr", words("r")),
        (0x257d, "ud", words("d")),
        (0x257e, "lr", words("l")),
        (0x257f, "ud", words("u")),
    ];
    let mut seen = 0;
    for (first, there, thick) in &chart {
        for (offset, thick) in thick.iter().enumerate() {
            assert_eq!(code(arms(there, thick)), first + offset as u32, "{there} with {thick} thick");
            seen += 1;
        }
    }
    assert_eq!(seen, 80);
}

/// A mirror image of a corner or of a tee across its bar is a fixed distance away in the block.
#[test]
fn mirror_images_lie_where_the_block_has_them() {
    let (mut corners, mut tees) = (0, 0);
    for arms in all() {
        let sideways = Arms { left: arms.right, right: arms.left, ..arms };
        let upside_down = Arms { up: arms.down, down: arms.up, ..arms };
        match (arms.up, arms.right, arms.down, arms.left) {
            (None, right, down, None) if right != None && down != None => {
                assert_eq!(code(sideways), code(arms) + 4, "{arms:?}");
                assert_eq!(code(upside_down), code(arms) + 8, "{arms:?}");
                corners += 1;
            }
            (up, right, down, None) if up != None && right != None && down != None => {
                assert_eq!(code(sideways), code(arms) + 8, "{arms:?}");
                tees += 1;
            }
            (None, right, down, left) if right != None && down != None && left != None => {
                assert_eq!(code(upside_down), code(arms) + 8, "{arms:?}");
                tees += 1;
            }
            _ => {}
        }
    }
    assert_eq!((corners, tees), (4, 16));
}

#[test]
fn ascii_turns_and_crosses_with_a_plus() {
    for arms in all() {
        let across = arms.left != None || arms.right != None;
        let down = arms.up != None || arms.down != None;
        let glyph = arms.ascii();
        match (across, down) {
            (true, true) => assert_eq!(glyph, '+'),
            (true, false) => assert!(".-".contains(glyph)),
            (false, true) => assert!(":|".contains(glyph)),
            (false, false) => assert_eq!(glyph, ' '),
        }
    }
}
