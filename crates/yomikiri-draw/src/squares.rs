//! Boards of squares with amazons and arrows on them.

use crate::piece::Piece;

/// The side of a square.
const SIDE: f64 = 34.0;

/// A board from its rows of characters: `x` and `o` are pieces, `#` is blocked, anything else is empty.
#[must_use]
pub fn board(rows: &[Vec<char>]) -> Piece {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let margin = 18.0;
    let mut piece = Piece::new(margin + SIDE * columns as f64, SIDE * rows.len() as f64 + margin);
    for (y, row) in rows.iter().enumerate() {
        let top = SIDE * y as f64;
        piece.text(margin - 6.0, top + SIDE / 2.0 + 4.0, "end", "#888", &(rows.len() - y).to_string());
        for (x, &symbol) in row.iter().enumerate() {
            square(&mut piece, margin + SIDE * x as f64, top, symbol, (x + y) % 2 == 0);
        }
    }
    for x in 0..columns {
        let letter = char::from(b'a' + (x % 26) as u8).to_string();
        let middle = margin + SIDE * (x as f64 + 0.5);
        piece.text(middle, SIDE * rows.len() as f64 + 14.0, "middle", "#888", &letter);
    }
    piece
}

fn square(piece: &mut Piece, x: f64, y: f64, symbol: char, light: bool) {
    let fill = match (symbol, light) {
        ('#', _) => "#5b6770",
        (_, true) => "#f3ead7",
        (_, false) => "#e7d9bd",
    };
    piece.element(&format!(
        r##"<rect x="{x:.1}" y="{y:.1}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#b8a888"/>"##
    ));
    let (middle, centre) = (x + SIDE / 2.0, y + SIDE / 2.0);
    let colours = match symbol {
        'x' => ("#1d1d1d", "#1d1d1d"),
        'o' => ("#ffffff", "#1d1d1d"),
        '#' => {
            let (a, b) = (SIDE * 0.3, SIDE * 0.7);
            piece.element(&format!(
                r##"<path d="M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}" stroke="#c9d1d6" stroke-width="2"/>"##,
                x + a, y + a, x + b, y + b, x + b, y + a, x + a, y + b,
            ));
            return;
        }
        _ => return,
    };
    // A crown: five points over a band.
    let (fill, stroke) = colours;
    let crown: Vec<String> =
        [(-0.3, 0.28), (-0.36, -0.2), (-0.17, 0.02), (0.0, -0.3), (0.17, 0.02), (0.36, -0.2), (0.3, 0.28)]
            .iter()
            .map(|(dx, dy)| format!("{:.1},{:.1}", middle + dx * SIDE, centre + dy * SIDE))
            .collect();
    piece.element(&format!(
        r#"<polygon points="{}" fill="{fill}" stroke="{stroke}" stroke-width="1.6" stroke-linejoin="round"/>"#,
        crown.join(" "),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_drawn() {
        let rows: Vec<Vec<char>> = ["x.#", ".o."].iter().map(|row| row.chars().collect()).collect();
        let document = board(&rows).document();
        // The ground is a rectangle too.
        assert_eq!(document.matches("<rect").count(), 1 + 6);
        assert_eq!(document.matches("<polygon").count(), 2);
        assert_eq!(document.matches("<path").count(), 1);
    }
}
