//! What either player would win by at a position of Trax, and the classic shapes that lead there.
//!
//! This is for people to look at: everything is tried. A search has faster ways to see threats
//! ([`yomikiri_game::Tactics`]).

use yomikiri_game::{Game, Notation, Played, Player};
use yomikiri_trax::shapes::{Attack, Shape};
use yomikiri_trax::tile::Colour;
use yomikiri_trax::{Position, Turn};

/// The threats of both players, those of the player to move first.
#[derive(Clone, Debug)]
pub struct Threats {
    /// Whose move it is.
    pub to_move: Player,
    /// Every move that would win at once.
    pub threats: Vec<Threat>,
    /// Every move that makes one of the classic shapes into more.
    pub shapes: Vec<ShapeMove>,
}

/// A move that would win at once if it were the player's turn.
#[derive(Clone, Debug)]
pub struct Threat {
    /// Whose move it is.
    pub player: Player,
    /// The move.
    pub turn: Turn,
    /// The move as text.
    pub text: String,
    /// How it wins.
    pub kind: Attack,
    /// The position after it.
    pub after: Position,
}

/// A move that makes one of the classic shapes into more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeMove {
    /// Whose move it is.
    pub player: Player,
    /// The move as text.
    pub text: String,
    /// The shape.
    pub shape: Shape,
}

impl Threats {
    /// The threats at a position at which the game goes on.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut position = position.clone();
        let mut seen = Self::none(&position);
        for player in [position.to_move(), !position.to_move()] {
            for (turn, kind) in position.attacks(player) {
                let text = position.move_text(turn);
                if let Some(after) = after(&position, player, &text) {
                    seen.threats.push(Threat { player, turn, text, kind, after });
                }
            }
            for (turn, shape) in position.shapes(player) {
                seen.shapes.push(ShapeMove { player, text: position.move_text(turn), shape });
            }
        }
        seen
    }

    /// No threats: those at a position at which the game is over, or nobody has looked.
    #[must_use]
    pub fn none(position: &Position) -> Self {
        Self { to_move: position.to_move(), threats: Vec::new(), shapes: Vec::new() }
    }

    /// The players, the one to move first.
    #[must_use]
    pub fn players(&self) -> [Player; 2] {
        [self.to_move, !self.to_move]
    }

    /// A sentence, without a full stop, for each player who could win at once.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let sentence = |player: Player| {
            let own = self.threats.iter().filter(|threat| threat.player == player);
            let moves: Vec<_> = own.map(|threat| format!("{} ({})", threat.text, threat.kind)).collect();
            let verb = if player == self.to_move { "wins at once by" } else { "threatens to win by" };
            let side = match Colour::of(player) {
                Colour::White => "White",
                Colour::Red => "Red",
            };
            (!moves.is_empty()).then(|| format!("{side} {verb} {}", moves.join(", ")))
        };
        self.players().into_iter().filter_map(sentence).collect()
    }

    /// The moves of a player that make a shape into more, as text.
    #[must_use]
    pub fn of_shape(&self, player: Player, shape: Shape) -> Vec<&str> {
        let own = self.shapes.iter().filter(|made| made.player == player && made.shape == shape);
        own.map(|made| made.text.as_str()).collect()
    }
}

/// The position after a move of a player, whoever's turn it is.
fn after(position: &Position, player: Player, text: &str) -> Option<Position> {
    let mut after = position.with_to_move(player);
    let turn = after.parse_move(text).ok()?;
    match after.play(turn) {
        Played::Illegal => None,
        Played::Open(_) | Played::Over(..) => Some(after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::{Outcome, legal_moves, play_line};
    use yomikiri_trax::Rules;

    fn threats(moves: &str) -> Threats {
        Threats::of(&play_line(Position::new(Rules::unlimited()), moves).expect(moves).position)
    }

    /// Every threat is found by playing every move, and every one that is listed wins.
    #[test]
    fn threats_are_the_moves_that_win_when_they_are_played() {
        for moves in ["@0/", r"@0/ @1\", r"@0/ B1+ C1\", r"@0/ A2+ @2/ @2/", r"@0/ B1\ C1\ @1/ B2/"] {
            let seen = threats(moves);
            let start = play_line(Position::new(Rules::unlimited()), moves).expect(moves).position;
            for player in seen.players() {
                let mut wins = Vec::new();
                let mut position = start.with_to_move(player);
                for turn in legal_moves(&mut position) {
                    let text = position.move_text(turn);
                    if let Played::Over(outcome, token) = position.play(turn) {
                        position.undo(token);
                        wins.extend((outcome == Outcome::Win(player)).then_some(text));
                    } else {
                        position = start.with_to_move(player);
                    }
                }
                let own = seen.threats.iter().filter(|threat| threat.player == player);
                let mut listed: Vec<_> = own.map(|threat| threat.text.clone()).collect();
                wins.sort_unstable();
                listed.sort_unstable();
                assert_eq!(listed, wins, "{player} after {moves}");
            }
        }
    }

    #[test]
    fn sentences_name_the_player_and_the_moves() {
        let seen = threats(r"@0/ B1+ C1\");
        assert_eq!(seen.sentences(), ["Red wins at once by B2+ (wide loop attack)"]);
        let seen = threats(r"@0/ @1\");
        let sentence = r"White wins at once by A0/ (narrow loop attack), B0\ (narrow loop attack)";
        assert_eq!(seen.sentences(), [sentence]);
    }
}
