//! Compressed input: gzip and Zstandard, recognised by their first bytes and decompressed as they are read.

use std::io::{Error, ErrorKind, Read, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// A reader that decompresses what it reads, if that is compressed. Nothing is read before it is asked for.
enum Unpacked<R: Read> {
    Unread(Option<R>),
    Plain(Again<R>),
    Gzip(Box<MultiGzDecoder<Again<R>>>),
    /// The frames of a file follow one another; none is open between two.
    Zstandard(Option<Box<Frame<R>>>, Option<Again<R>>),
}

type Frame<R> = StreamingDecoder<Again<R>, FrameDecoder>;

impl<R: Read> Unpacked<R> {
    fn new(input: R) -> Self {
        Self::Unread(Some(input))
    }
}

/// How many bytes of the inputs were read, and how many bytes of text they gave.
#[derive(Clone, Default)]
pub(crate) struct Volume {
    packed: Arc<AtomicU64>,
    unpacked: Arc<AtomicU64>,
}

impl Volume {
    /// The text of an input, which may be compressed.
    pub(crate) fn unpack<R: Read>(&self, input: R) -> impl Read + use<R> {
        let packed = Counted { input, bytes: self.packed.clone() };
        Counted { input: Unpacked::new(packed), bytes: self.unpacked.clone() }
    }

    /// About how many bytes of the inputs so much text was. The reader is ahead of the work, so the share that is read is not the
    /// share that is done.
    pub(crate) fn packed(&self, text: u64) -> u64 {
        let (packed, unpacked) = (self.packed.load(Ordering::Relaxed), self.unpacked.load(Ordering::Relaxed));
        if unpacked == 0 { 0 } else { (text as f64 * packed as f64 / unpacked as f64) as u64 }
    }
}

/// A reader that adds up what it reads.
struct Counted<R> {
    input: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let length = self.input.read(buffer)?;
        self.bytes.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// An input of which the first bytes have been looked at, and are read again.
struct Again<R> {
    first: Vec<u8>,
    taken: usize,
    rest: R,
}

impl<R: Read> Again<R> {
    /// Looks at the first bytes, as few as show whether the input is compressed: somebody who types must not wait.
    fn look(mut rest: R) -> Result<Self> {
        let mut first = Vec::new();
        let mut byte = [0];
        let may_be =
            |first: &[u8]| [GZIP, ZSTANDARD].iter().any(|sign| sign.len() > first.len() && sign.starts_with(first));
        while may_be(&first) {
            match rest.read(&mut byte) {
                Ok(0) => break,
                Ok(_) => first.push(byte[0]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self { first, taken: 0, rest })
    }
}

impl<R: Read> Read for Again<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.taken == self.first.len() {
            return self.rest.read(buffer);
        }
        let length = buffer.len().min(self.first.len() - self.taken);
        buffer[..length].copy_from_slice(&self.first[self.taken..self.taken + length]);
        self.taken += length;
        Ok(length)
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            match self {
                Self::Unread(input) => {
                    let Some(input) = input.take() else { return Ok(0) };
                    let input = Again::look(input)?;
                    *self = match input.first.as_slice() {
                        sign if sign == GZIP => Self::Gzip(Box::new(MultiGzDecoder::new(input))),
                        sign if sign == ZSTANDARD => Self::Zstandard(None, Some(input)),
                        _ => Self::Plain(input),
                    };
                }
                Self::Plain(input) => return input.read(buffer),
                Self::Gzip(input) => return input.read(buffer).map_err(|error| broken("gzip", &error)),
                Self::Zstandard(frame, between) => {
                    if let Some(open) = frame {
                        match open.read(buffer).map_err(|error| broken("Zstandard", &error))? {
                            0 if !buffer.is_empty() => {}
                            length => return Ok(length),
                        }
                        *between = frame.take().map(|frame| Again::look(frame.into_inner().rest)).transpose()?;
                    }
                    let Some(input) = between.take() else { return Ok(0) };
                    if input.first.is_empty() {
                        return Ok(0);
                    }
                    match StreamingDecoder::new(input) {
                        Ok(open) => *frame = Some(Box::new(open)),
                        Err(error) => return Err(broken("Zstandard", &error)),
                    }
                }
            }
        }
    }
}

/// Why data in the format `what` cannot be unpacked. Decoders wrap the error that matters in errors of their own.
fn broken(what: &str, error: &(dyn std::error::Error + 'static)) -> Error {
    let is_end = |error: &(dyn std::error::Error + 'static)| {
        error.downcast_ref::<Error>().is_some_and(|error| error.kind() == ErrorKind::UnexpectedEof)
    };
    let mut innermost = error;
    while let Some(source) = innermost.source().filter(|_| !is_end(innermost)) {
        innermost = source;
    }
    let text = if is_end(innermost) {
        format!("its {what} data is incomplete: it ends too early")
    } else {
        format!("its {what} data is damaged ({innermost})")
    };
    Error::new(ErrorKind::InvalidData, text)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn half_of_the_text_is_half_of_the_packed_bytes() {
        let line = |number: u64| format!("{:081}\n", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let text: String = (0..20_000).map(line).collect();
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(text.as_bytes()).expect("packs");
        let packed = packer.finish().expect("packs");
        assert!(packed.len() * 2 < text.len());
        for (input, size) in [(&packed[..], packed.len()), (text.as_bytes(), text.len())] {
            let volume = Volume::default();
            assert_eq!(volume.packed(1), 0);
            let mut read = String::new();
            volume.unpack(input).read_to_string(&mut read).expect("unpacks");
            assert!(read == text && volume.packed(text.len() as u64) == size as u64);
            assert_eq!(volume.packed(text.len() as u64 / 2), size as u64 / 2);
        }
    }
}
