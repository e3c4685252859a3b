//! Changing inputs at random: without a look at what they reach, but with any compiler, and the same each time.
//!
//! libFuzzer finds more, because it sees which code an input reaches. What it has found is kept under `seeds/`, and a change to one of
//! those gets far, too.

use yomikiri_game::SplitMix64;

/// A source of inputs: the kept ones, and those made of them that were of use.
pub struct Mutator {
    random: SplitMix64,
    kept: Vec<Vec<u8>>,
    /// The latest that were of use, to be changed further.
    made: Vec<Vec<u8>>,
    longest: usize,
}

/// How many inputs are changed further.
const MOST_MADE: usize = 64;

/// Bytes at which something often changes.
const INTERESTING: [u8; 14] = [0, 1, 2, 7, 8, 9, 10, b' ', b'0', b'9', 0x7F, 0x80, 0xFE, 0xFF];

impl Mutator {
    /// Makes inputs of these, up to a length.
    #[must_use]
    pub fn new(seed: u64, kept: Vec<Vec<u8>>, longest: usize) -> Self {
        Self { random: SplitMix64::new(seed), kept, made: Vec::new(), longest }
    }

    /// Another input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.any().to_vec();
        for _ in 0..=self.random.below(6) {
            self.change(&mut input);
        }
        input.truncate(self.longest);
        input
    }

    /// An input was of use.
    pub fn keep(&mut self, input: Vec<u8>) {
        if self.made.len() < MOST_MADE {
            self.made.push(input);
        } else if self.random.below(16) == 0 {
            let at = self.random.below(MOST_MADE);
            self.made[at] = input;
        }
    }

    fn any(&mut self) -> &[u8] {
        let from_kept = self.made.is_empty() || !self.kept.is_empty() && self.random.below(2) == 0;
        let from = if from_kept { &self.kept } else { &self.made };
        if from.is_empty() { &[] } else { &from[self.random.below(from.len())] }
    }

    /// A piece of a text: where it begins, and how long it is.
    fn piece(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.random.below(length + 1);
        let most = (length - start).min(if self.random.below(4) == 0 { 64 } else { 6 });
        start..start + self.random.below(most + 1)
    }

    fn byte(&mut self) -> u8 {
        match self.random.below(2) {
            0 => INTERESTING[self.random.below(INTERESTING.len())],
            _ => self.random.below(256) as u8,
        }
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        match self.random.below(8) {
            0 if !input.is_empty() => {
                let at = self.random.below(input.len());
                input[at] ^= 1 << self.random.below(8);
            }
            1 if !input.is_empty() => {
                let at = self.random.below(input.len());
                input[at] = self.byte();
            }
            2 => {
                let at = self.random.below(input.len() + 1);
                let byte = self.byte();
                input.insert(at, byte);
            }
            3 => {
                let piece = self.piece(input.len());
                input.drain(piece);
            }
            // A piece of itself once more, or many times.
            4 => {
                let piece = self.piece(input.len());
                let times = if self.random.below(8) == 0 { 1 + self.random.below(30) } else { 1 };
                let at = self.random.below(input.len() + 1);
                let copy = input[piece].repeat(times);
                input.splice(at..at, copy);
            }
            // A piece of another input, in place of one of its own.
            5 | 6 => {
                let other = self.any().to_vec();
                let from = self.piece(other.len());
                let to = self.piece(input.len());
                input.splice(to, other[from].iter().copied());
            }
            // Another number.
            _ => {
                let digits = input.iter().position(u8::is_ascii_digit);
                if let Some(start) = digits {
                    let end = start + input[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let number = [0, 1, 2, 9, 100, 65_536, u64::MAX][self.random.below(7)];
                    input.splice(start..end, number.to_string().into_bytes());
                }
            }
        }
    }
}
