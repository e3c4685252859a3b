//! Fine lines in a terminal: a Braille character is 2 dots wide and 4 high.

/// A grid of dots.
pub(crate) struct Dots {
    columns: usize,
    rows: usize,
    bits: Vec<u8>,
}

impl Dots {
    /// So many characters wide and high, without dots.
    pub(crate) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, bits: vec![0; columns * rows] }
    }

    fn dot(&mut self, x: i32, y: i32) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
            return;
        };
        let (column, row) = (x / 2, y / 4);
        if column < self.columns && row < self.rows {
            // Unicode numbers the dots down the left column, down the right one, then the bottom row.
            let bit = match (x % 2, y % 4) {
                (0, 3) => 6,
                (1, 3) => 7,
                (left_or_right, row) => 3 * left_or_right + row,
            };
            self.bits[row * self.columns + column] |= 1 << bit;
        }
    }

    /// A straight line between two points in dots.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let part = f64::from(step) / steps;
            let (x, y) = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            self.dot(x.round() as i32, y.round() as i32);
        }
    }

    /// The character at a place, if it has dots.
    pub(crate) fn symbol(&self, column: usize, row: usize) -> Option<char> {
        let bits = self.bits[row * self.columns + column];
        (bits != 0).then(|| char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' '))
    }
}
