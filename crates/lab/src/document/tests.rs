use super::*;

fn document() -> Document {
    let mut document = Document::new("A < B & \"C\"");
    document.heading("Answers");
    document.push(Block::Conclusion("`mac` visits 2.1x fewer nodes".to_owned()));
    document.push(Block::Warning {
        rule: "no-op".into(),
        observed: "a|b are <same>.".into(),
        remedy: "Change it.".into(),
    });
    let mut table = Table::new("Arms", &["arm", "solved", "note"]);
    table.rows.push(vec!["one | two".into(), "12 %".into(), "holds".into()]);
    table.rows.push(vec!["three".into(), "100 %".into(), "a long entry that has to be wrapped somewhere".into()]);
    document.push(Block::Table(table));
    document.push(Block::Details("More".into(), vec![Block::Code("x < y".into())]));
    document.push(Block::Figure { svg: "<svg></svg>".into(), caption: "A picture".into() });
    document
}

#[test]
fn html_is_well_formed_and_needs_nothing_from_elsewhere() {
    let html = document().html();
    // A page is its head, its title and the part that other pages hold, too.
    let part = document().html_part();
    assert!(html.ends_with(&format!("</h1>\n{part}</main>\n</body>\n</html>\n")));
    assert!(!part.contains("style") && !part.contains("<h1>"), "{part}");
    assert!(html.contains("<title>A &lt; B &amp; &quot;C&quot;</title>"));
    assert!(html.contains("<code>mac</code> visits") && html.contains("a|b are &lt;same&gt;."));
    assert!(html.contains("class=\"holds\"") && html.contains("<svg></svg>"));
    for foreign in ["http:", "https:", "<script", "url(", "@import", "<link"] {
        assert!(!html.contains(foreign), "{foreign}");
    }
}

#[test]
fn markdown_tables_keep_their_columns() {
    let text = document().markdown();
    assert!(text.contains("| one \\| two | 12 % | holds |"));
    assert!(text.contains("| --- | ---: | --- |"));
    assert!(text.contains("> **no-op:** a|b are <same>. Change it."));
}

#[test]
fn a_terminal_is_not_overrun() {
    for width in [40, 60, 100] {
        let lines: Vec<String> = document().terminal(width).into_iter().map(|(_, line)| line).collect();
        let text = lines.join("\n");
        assert!(lines.iter().all(|line| line.chars().count() <= width), "{width}\n{text}");
        assert!(text.contains("100 %") && text.contains("wrapped"));
    }
}

#[test]
fn a_table_of_long_texts_becomes_a_list() {
    let mut table = Table::new("", &["claim", "reported", "verdict"]);
    table.rows.push(vec![
        "a claim ".repeat(40).trim().to_owned(),
        "much ".repeat(60).trim().to_owned(),
        "holds".to_owned(),
    ]);
    let document = Document { title: "T".to_owned(), blocks: vec![Block::Table(table)] };
    let lines: Vec<String> = document.terminal(60).into_iter().map(|(_, line)| line).collect();
    assert!(lines.iter().any(|line| line == "  verdict   holds"), "{lines:#?}");
    assert!(lines.iter().all(|line| line.chars().count() <= 60));
}

#[test]
fn a_table_of_many_columns_does_not_overrun_a_narrow_terminal() {
    let mut table = Table::new("", &["arm", "solved (95 %)", "median checks", "median time"]);
    table.rows.push(["exact (baseline)", "100 % (44–100)", "120 checks", "1,234 µs"].map(str::to_owned).to_vec());
    let document = Document { title: "T".to_owned(), blocks: vec![Block::Table(table)] };
    let lines: Vec<String> = document.terminal(40).into_iter().map(|(_, line)| line).collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 40), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("median time") && line.contains("1,234 µs")), "{lines:#?}");
}
