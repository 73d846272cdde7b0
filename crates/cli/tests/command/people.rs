//! Compressed files, and other names of kinds.

use std::io::Write as _;

use crate::common::{Ran, UNIQUE, command, folder, run};

fn gzip(text: &str) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(text.as_bytes()).expect("packs");
    packer.finish().expect("packs")
}

/// A frame of one block that is stored as it is.
fn zstandard(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("a short text");
    let block = (u32::from(length) << 3 | 1).to_le_bytes();
    [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, length], &block[..3], text.as_bytes()].concat()
}

#[test]
fn compressed_files_and_pipes_are_read() {
    let folder = folder("packed");
    let text = format!("{UNIQUE}\n");
    let twice = |packed: Vec<u8>| [packed.clone(), packed].concat();
    for (packed, count) in [
        (gzip(&text), 1),
        (zstandard(&text), 1),
        (twice(gzip(&text)), 2),
        (twice(zstandard(&text)), 2),
        (text.clone().into_bytes(), 1),
    ] {
        // The name says nothing: the first bytes do.
        let path = folder.join("puzzles.txt");
        std::fs::write(&path, &packed).expect("a file to write to");
        let expected = vec![UNIQUE; count].join("\n") + "\n";
        let ran = run(&["convert", "--to", "line", &path.display().to_string()]);
        assert_eq!((ran.code, ran.out.as_str()), (0, expected.as_str()), "{}", ran.err);
        let mut child = command()
            .args(["convert", "--to", "line", "-"])
            .stdin(std::process::Stdio::piped())
            .spawn()
            .expect("starts");
        child.stdin.take().expect("a pipe").write_all(&packed).expect("writes");
        let output = child.wait_with_output().expect("ends");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

/// What `check` makes of a packed file and of a good one after it, as JSON.
fn checked_before_another(packed: &[u8]) -> Ran {
    let folder = folder("damaged");
    let (first, second) = (folder.join("first.bin"), folder.join("second.txt"));
    std::fs::write(&first, packed).expect("a file to write to");
    std::fs::write(&second, UNIQUE).expect("a file to write to");
    let text = run(&["check", &first.display().to_string(), &second.display().to_string()]);
    let ran = run(&["check", "--format", "json", &first.display().to_string(), &second.display().to_string()]);
    assert_eq!(ran.code, text.code, "{}", text.err);
    assert!(text.err.contains(" puzzles: "), "the summary is there: {}", text.err);
    let objects = ran.objects();
    assert_eq!(objects[objects.len() - 1]["file"], second.display().to_string(), "the next file is read");
    ran
}

#[test]
fn damaged_data_is_answered_up_to_the_damage_and_the_next_file_is_read() {
    let text = format!("{UNIQUE}\n").repeat(6);
    let half = text.len() / 2;
    let mut sum = gzip(&text);
    let place = sum.len() - 8;
    sum[place] ^= 1;
    let mut frame = zstandard(&text[..half]);
    // Two blocks, of which the second is cut off in its second line, and one with a checksum that is wrong.
    let (head, block) = (frame.len() - half - 3, frame.len() - half);
    frame[head] &= !1;
    let second = [&frame[head..block], &text.as_bytes()[..20]].concat();
    let mut sized = [&frame[..], &second].concat();
    sized[5] = u8::try_from(text.len()).expect("a short text");
    let mut summed = zstandard(&text);
    summed[4] |= 4;
    summed.extend([0; 4]);
    let stored = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        packer.write_all(text.as_bytes()).expect("packs");
        packer.finish().expect("packs")
    };
    // What is unpacked, and the line at which that ends.
    for (packed, complete, line, what) in [
        (&sum[..], 6, 7, "its gzip data is damaged (corrupt gzip stream does not have a matching checksum)"),
        // The trailer has eight bytes, and the last line is not whole.
        (&stored[..stored.len() - 10], 5, 6, "its gzip data is incomplete: it ends too early"),
        (&sized, 3, 4, "its Zstandard data is incomplete: it ends too early"),
        (&summed, 6, 7, "its Zstandard data is damaged (its checksum does not match)"),
    ] {
        let ran = checked_before_another(packed);
        let objects = ran.objects();
        assert_eq!((ran.code, objects.len()), (2, complete + 2), "{what}: {}", ran.out);
        assert!(objects[..complete].iter().all(|object| object["verdict"] == "unique"), "{what}: {}", ran.out);
        let fault = &objects[complete];
        assert_eq!((&fault["outcome"], &fault["line"]), (&"malformed".into(), &line.into()), "{fault}");
        let told = fault["error"]["what"].as_str().expect("words");
        assert!(told.contains(what), "{told}");
    }
}

#[test]
fn what_follows_gzip_data_is_ignored_with_a_warning() {
    let text = format!("{UNIQUE}\n");
    for tail in [&b"\0\0\0\0"[..], b"junk", b"\x1f"] {
        let ran = checked_before_another(&[&gzip(&text), tail].concat());
        assert_eq!((ran.code, ran.objects().len()), (0, 2), "{}", ran.err);
        assert_eq!(ran.err.matches("warning: ").count(), 1, "{}", ran.err);
    }
}

#[test]
fn queens_is_a_kind_with_one_star() {
    let made = run(&["generate", "queens", "--size", "6", "--format", "regions"]);
    assert!(made.code == 0 && made.out.starts_with("6 1\n"), "{}{}", made.out, made.err);
    let board = "AABB\nABBC\nDDCC\nDDDC";
    let read = run(&["convert", "--to", "json", "--kind", "queens", "--text", board]);
    assert!(
        read.out.contains("\"kind\":\"star-battle\"") && read.out.contains("\"stars\":1"),
        "{}{}",
        read.out,
        read.err
    );
    let two = run(&["generate", "queens", "--stars", "2"]);
    assert_eq!((two.code, two.out.as_str()), (2, ""));
    assert!(
        two.err.contains("`queens` is Star Battle with `stars` 1, not 2\n  help: ask for star-battle (--stars 2)"),
        "{}",
        two.err
    );
    assert_eq!(run(&["generate", "queens", "--stars", "1", "--size", "6"]).code, 0);
    assert!(run(&["list", "kinds"]).out.contains("queens"));
    assert!(run(&["solve", "--help"]).out.contains("queens"));
    assert_eq!(run(&["rules", "queens"]).code, 0);
}
