//! Compressed input: gzip and Zstandard, recognised by their first bytes and decompressed as they are read.

use std::io::{BufRead, BufReader, Cursor, Error, ErrorKind, Read, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder, StreamingDecoder};

use crate::screen;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// A reader that decompresses what it reads, if that is compressed. Nothing is read before it is asked for.
enum Unpacked<R: Read> {
    Unread(Option<R>),
    Plain(Packed<R>),
    /// The members of a file follow one another.
    Gzip(Option<Box<GzDecoder<Packed<R>>>>),
    /// So do frames.
    Zstandard(Option<Box<Frame<R>>>),
    /// What was unpacked before the data proved to be damaged, and the error that follows.
    Damaged(Cursor<Vec<u8>>, Option<Error>),
    /// After the last member of a gzip file, something else follows.
    Trailing,
    Ended,
}

type Packed<R> = Again<BufReader<R>>;
type Frame<R> = StreamingDecoder<Packed<R>, FrameDecoder>;

/// How much of the inputs was read, and what was wrong with them.
#[derive(Clone, Default)]
pub(crate) struct Volume {
    /// Bytes of the inputs.
    packed: Arc<AtomicU64>,
    /// Bytes of text that they gave.
    unpacked: Arc<AtomicU64>,
    /// Whether one could not be read to its end.
    broken: Arc<AtomicBool>,
    /// The names of those with something else after their gzip data.
    trailing: Arc<Mutex<Vec<String>>>,
}

impl Volume {
    /// The text of an input, which may be compressed.
    pub(crate) fn unpack<R: Read>(&self, name: String, input: R) -> impl Read + use<R> {
        let packed = Counted { input, bytes: self.packed.clone() };
        Text { input: Unpacked::Unread(Some(packed)), name, volume: self.clone() }
    }

    /// About how many bytes of the inputs so much text was. The reader is ahead of the work, so the share that is read is not the
    /// share that is done.
    pub(crate) fn packed(&self, text: u64) -> u64 {
        let (packed, unpacked) = (self.packed.load(Ordering::Relaxed), self.unpacked.load(Ordering::Relaxed));
        if unpacked == 0 { 0 } else { (text as f64 * packed as f64 / unpacked as f64) as u64 }
    }

    /// An input cannot be read, or not to its end.
    pub(crate) fn breaks(&self) {
        self.broken.store(true, Ordering::Relaxed);
    }

    /// Whether an input could not be read to its end.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Warns of inputs with something else after their gzip data, of each once.
    pub(crate) fn warn(&self) {
        for name in std::mem::take(&mut *self.trailing.lock().unwrap_or_else(PoisonError::into_inner)) {
            screen::warn(&format!("{name}: what follows its gzip data is no gzip data, and was ignored"));
        }
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

/// The text of an input. It tells the volume how it went.
struct Text<R: Read> {
    input: Unpacked<R>,
    name: String,
    volume: Volume,
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = self.input.read(buffer);
        match &read {
            Ok(length) => {
                self.volume.unpacked.fetch_add(*length as u64, Ordering::Relaxed);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => self.volume.breaks(),
        }
        if matches!(self.input, Unpacked::Trailing) {
            self.input = Unpacked::Ended;
            self.volume.trailing.lock().unwrap_or_else(PoisonError::into_inner).push(self.name.clone());
        }
        read
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

impl<R: BufRead> BufRead for Again<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.taken == self.first.len() { self.rest.fill_buf() } else { Ok(&self.first[self.taken..]) }
    }

    fn consume(&mut self, length: usize) {
        if self.taken == self.first.len() {
            self.rest.consume(length);
        } else {
            self.taken += length;
        }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let next = match self {
                Self::Trailing | Self::Ended => return Ok(0),
                Self::Unread(input) => {
                    let Some(input) = input.take() else { return Ok(0) };
                    let input = Again::look(BufReader::new(input))?;
                    match input.first.as_slice() {
                        sign if sign == GZIP => Self::Gzip(Some(Box::new(GzDecoder::new(input)))),
                        sign if sign == ZSTANDARD => frame(input)?,
                        _ => Self::Plain(input),
                    }
                }
                Self::Plain(input) => return input.read(buffer),
                Self::Gzip(member) => {
                    let Some(open) = member else { return Ok(0) };
                    match open.read(buffer) {
                        Ok(0) => {}
                        Err(error) if error.kind() != ErrorKind::Interrupted => return Err(broken("gzip", &error)),
                        read => return read,
                    }
                    let Some(ended) = member.take() else { return Ok(0) };
                    let next = Again::look(ended.into_inner().rest)?;
                    match next.first.as_slice() {
                        [] => Self::Ended,
                        sign if sign == GZIP => Self::Gzip(Some(Box::new(GzDecoder::new(next)))),
                        _ => Self::Trailing,
                    }
                }
                Self::Zstandard(open) => {
                    let Some(mut ended) = open.take() else { return Ok(0) };
                    match ended.read(buffer) {
                        Ok(0) => {}
                        Ok(length) => {
                            *open = Some(ended);
                            return Ok(length);
                        }
                        Err(error) => {
                            *self = Self::Damaged(rest_of(*ended), Some(broken("Zstandard", &error)));
                            continue;
                        }
                    }
                    let sums = (ended.decoder.get_checksum_from_data(), ended.decoder.get_calculated_checksum());
                    if let (Some(told), Some(found)) = sums
                        && told != found
                    {
                        return Err(broken("Zstandard", &Error::other("its checksum does not match")));
                    }
                    let next = Again::look(ended.into_inner().rest)?;
                    if next.first.is_empty() { Self::Ended } else { frame(next)? }
                }
                Self::Damaged(rest, error) => match rest.read(buffer) {
                    Ok(0) => return error.take().map_or(Ok(0), Err),
                    read => return read,
                },
            };
            *self = next;
        }
    }
}

/// Opens a frame.
fn frame<R: Read>(input: Packed<R>) -> Result<Unpacked<R>> {
    match StreamingDecoder::new(input) {
        Ok(frame) => Ok(Unpacked::Zstandard(Some(Box::new(frame)))),
        Err(error) => Err(broken("Zstandard", &error)),
    }
}

/// What a damaged frame had unpacked. Its decoder keeps that for blocks that refer to it, until it sees the last one: here, one
/// without content, and a checksum that nobody compares.
fn rest_of<R: Read>(frame: Frame<R>) -> Cursor<Vec<u8>> {
    const LAST: &[u8] = &[1, 0, 0, 0, 0, 0, 0];
    let mut decoder = frame.into_frame_decoder();
    let ended = decoder.decode_blocks(&mut &*LAST, BlockDecodingStrategy::All).is_ok();
    Cursor::new(if ended { decoder.collect() } else { None }.unwrap_or_default())
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
            volume.unpack(String::new(), input).read_to_string(&mut read).expect("unpacks");
            assert!(read == text && volume.packed(text.len() as u64) == size as u64);
            assert_eq!(volume.packed(text.len() as u64 / 2), size as u64 / 2);
        }
    }
}
