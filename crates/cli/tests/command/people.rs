//! Compressed files, and other names of kinds.

use std::io::Write as _;

use crate::common::{UNIQUE, command, folder, run};

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
    for (packed, what) in [(gzip(&text), "gzip"), (zstandard(&text), "Zstandard")] {
        let path = folder.join("cut.bin");
        std::fs::write(&path, &packed[..packed.len() - 10]).expect("a file to write to");
        let ran = run(&["convert", "--to", "line", &path.display().to_string()]);
        assert_eq!(ran.code, 2, "{}", ran.err);
        let expected = format!("cut.bin: its {what} data is incomplete: it ends too early\n");
        assert!(ran.err.ends_with(&expected), "{}", ran.err);
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
    assert!(run(&["list", "kinds"]).out.contains("queens"));
    assert!(run(&["solve", "--help"]).out.contains("queens"));
    assert_eq!(run(&["rules", "queens"]).code, 0);
}
