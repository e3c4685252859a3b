//! Generalised tic-tac-toe, on a plane or a torus, and k in a row.

use crate::board::{self, Board};
use crate::files::Files;
use crate::playable::{Layouts, Playable, Provable, Texts};
use crate::registry::{Family, LoadError, Rules};
use std::sync::Arc;
use yomikiri_game::{PositionalGame, Stop, TransitionSystem};
use yomikiri_polyomino::{Arena, Goal, Position, Surface, Winner};
use yomikiri_toss::make::{self, Parameters};

impl<const WORDS: usize> Playable for Position<WORDS> {
    fn provable(&self) -> Option<Provable<Self>> {
        Some(Provable::exact())
    }

    fn texts(&self) -> Option<Texts<Self>> {
        Some(Texts::of())
    }

    fn layouts(&self) -> Option<Layouts<Self>> {
        Some(Layouts::of())
    }
}

pub(super) struct Polyominoes;

impl Family for Polyominoes {
    fn words(&self) -> &[&str] {
        &["gttt", "torus", "gomoku"]
    }

    fn pattern(&self) -> &str {
        "gttt:CxR,animal=NAME, torus:CxR,animal=NAME, gomoku:CxR,k=K"
    }

    fn summary(&self) -> &str {
        "generalised tic-tac-toe on a plane or a torus of C columns and R rows; K in a row"
    }

    fn name(&self, text: &str) -> Result<String, String> {
        let rules: yomikiri_polyomino::Rules = text.parse().map_err(|error| format!("{error}"))?;
        Ok(rules.to_string())
    }

    fn load(&self, name: &str, _files: &dyn Files, _stop: &Stop) -> Result<Arc<dyn Rules>, LoadError> {
        let rules = name
            .parse()
            .map_err(|error: yomikiri_polyomino::rules::RulesError| super::described_wrongly(name, &error))?;
        Ok(Arc::new(OnBoard(rules)))
    }
}

/// A game on a board, by its rules.
struct OnBoard(yomikiri_polyomino::Rules);

impl OnBoard {
    /// The game in the language of Toss; `name` is for errors.
    fn described(&self, name: &str) -> Result<String, LoadError> {
        described(&self.0).map_err(|error| super::described_wrongly(name, &error))
    }
}

impl Rules for OnBoard {
    fn start(&self) -> Box<dyn Board> {
        let Self(rules) = self;
        if rules.board().cells() <= 64 {
            Box::new(board::Position::new(Position::<1>::new(Arena::of_rules(rules))))
        } else {
            Box::new(board::Position::new(Position::<6>::new(Arena::of_rules(rules))))
        }
    }

    fn colours(&self) -> [&str; 2] {
        ["X", "O"]
    }

    fn within(&self, turns: u32) -> Option<Arc<dyn Rules>> {
        let limit = u16::try_from(turns).unwrap_or(u16::MAX);
        let limit = self.0.turns().map_or(limit, |turns| turns.min(limit));
        Some(Arc::new(Self(self.0.clone().with_turns(Some(limit)))))
    }

    fn positional(&self) -> Option<PositionalGame> {
        Some(self.0.positional())
    }

    fn description(&self) -> Result<Option<String>, LoadError> {
        self.described(&self.0.to_string()).map(Some)
    }

    fn transitions(&self, stop: &Stop) -> Result<Option<TransitionSystem>, LoadError> {
        let name = self.0.to_string();
        let text = self.described(&name)?;
        let limit = self.0.turns().map(u32::from);
        Ok(Some(super::toss::position(&name, &text, limit, stop)?.transitions()))
    }
}

/// A game of generalised tic-tac-toe described in the language of Toss.
fn described(rules: &yomikiri_polyomino::Rules) -> Result<String, make::MakeError> {
    let board = rules.board();
    let parameters = Parameters {
        title: rules.to_string(),
        columns: board.columns(),
        rows: board.rows(),
        torus: board.surface() == Surface::Torus,
        goal: match rules.goal() {
            Goal::Animal(animal) => make::Goal::Shapes(animal.orientations()),
            Goal::Row(length) => make::Goal::Row(*length),
        },
        stones: rules.stones(),
        first_stones: rules.first_stones(),
        only_first_wins: rules.winner() == Winner::First,
    };
    make::make(&parameters)
}
