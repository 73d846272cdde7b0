//! Boards that wait for a lane, stored word by word so that sixteen are loaded at once.

use super::lanes::Words;
use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_mask_expand_epi32, _mm512_maskz_compress_epi32, _mm512_storeu_si512,
};

/// The words of a board, and its owner.
const ROWS: usize = 28;

/// A stack of boards, each with a number for its owner.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    words: Vec<u32>,
    capacity: usize,
    length: usize,
}

impl Stack {
    /// How many boards wait.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Drops all boards.
    pub(super) fn clear(&mut self) {
        self.length = 0;
    }

    /// Pushes the boards of the lanes in the mask.
    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) fn push(&mut self, w: &Words, owners: __m512i, mask: u16) {
        self.reserve();
        for (place, triples) in w.iter().enumerate() {
            for (k, &word) in triples.iter().enumerate() {
                self.store(3 * place + k, _mm512_maskz_compress_epi32(mask, word));
            }
        }
        self.store(ROWS - 1, _mm512_maskz_compress_epi32(mask, owners));
        self.length += mask.count_ones() as usize;
    }

    /// Pops boards into the lanes in the mask, the lowest first, and returns the lanes that got one.
    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) fn pop(&mut self, w: &mut Words, owners: &mut __m512i, mut mask: u16) -> u16 {
        while mask.count_ones() as usize > self.length {
            mask &= !(1 << mask.ilog2());
        }
        self.length -= mask.count_ones() as usize;
        for (place, triples) in w.iter_mut().enumerate() {
            for (k, word) in triples.iter_mut().enumerate() {
                *word = _mm512_mask_expand_epi32(*word, mask, self.load(3 * place + k));
            }
        }
        *owners = _mm512_mask_expand_epi32(*owners, mask, self.load(ROWS - 1));
        mask
    }

    /// Pushes two boards for each of the first lanes: `make` gives both, word by word.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn push_both(
        &mut self,
        count: usize,
        owners: __m512i,
        make: impl Fn(usize, usize) -> (__m512i, __m512i),
    ) {
        self.reserve();
        for place in 0..9 {
            for k in 0..3 {
                let (first, second) = make(place, k);
                self.store(3 * place + k, first);
                self.store_at(3 * place + k, count, second);
            }
        }
        self.store(ROWS - 1, owners);
        self.store_at(ROWS - 1, count, owners);
        self.length += 2 * count;
    }

    /// Makes room for 32 more, and for reading sixteen from anywhere.
    fn reserve(&mut self) {
        if self.length + 48 > self.capacity {
            let capacity = (2 * self.capacity).max(256);
            let mut words = vec![0; ROWS * capacity];
            for row in 0..ROWS {
                let old = &self.words[row * self.capacity..][..self.length];
                words[row * capacity..][..self.length].copy_from_slice(old);
            }
            (self.words, self.capacity) = (words, capacity);
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self, row: usize) -> __m512i {
        let words = &self.words[row * self.capacity + self.length..][..16];
        #[expect(unsafe_code, reason = "loads are by pointer")]
        // SAFETY: the slice has sixteen words, which are 64 bytes, and the load needs no alignment.
        unsafe {
            _mm512_loadu_si512(words.as_ptr().cast())
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(&mut self, row: usize, a: __m512i) {
        self.store_at(row, 0, a);
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store_at(&mut self, row: usize, offset: usize, a: __m512i) {
        let words = &mut self.words[row * self.capacity + self.length + offset..][..16];
        #[expect(unsafe_code, reason = "stores are by pointer")]
        // SAFETY: the slice has sixteen words, which are 64 bytes, and the store needs no alignment.
        unsafe {
            _mm512_storeu_si512(words.as_mut_ptr().cast(), a);
        }
    }
}
