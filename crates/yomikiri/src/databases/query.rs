//! A board looked up.

use super::{Database, DatabaseError, Decoder};
use crate::endgames::Endgame;
use crate::values::Valued;
use yomikiri_cgt::{Dyadic, Form, Forms, Point, Thermograph, Trajectory};
use yomikiri_game::{Duration, Instant, Player};
use yomikiri_store::graph::Walls;

/// A board as a database has it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The board.
    pub board: String,
    /// What it is worth.
    pub value: Valued,
    /// Its regions, and what each is worth.
    pub regions: Vec<(String, Valued)>,
    /// The time it took to find the regions and their thermographs.
    pub elapsed: Duration,
}

impl<B: Endgame> Database<B> {
    /// Looks a board up, region by region.
    ///
    /// # Errors
    /// If a region is not in the database, or the database is damaged.
    pub fn query(&self, board: &B) -> Result<Found, DatabaseError> {
        let parts = board.parts();
        // What a player needs: the thermographs of the regions.
        let started = Instant::now();
        for part in parts.iter().filter(|part| part.integer().is_none()) {
            let code = self.code(part).ok_or_else(|| self.not_held(part))?;
            self.thermograph(code)?;
        }
        let elapsed = started.elapsed();
        let (mut decoder, mut forms) = (Decoder::default(), Forms::new());
        let mut regions = Vec::new();
        let mut sum = Form::ZERO;
        for part in &parts {
            let value = self.value(&mut decoder, &mut forms, part)?.ok_or_else(|| self.not_held(part))?;
            regions.push((part.to_string(), Valued::of(&mut forms, value)?));
            sum = forms.sum(sum, value)?;
        }
        Ok(Found { board: board.to_string(), value: Valued::of(&mut forms, sum)?, regions, elapsed })
    }

    /// The thermograph of the game with a code, as it was written.
    pub(super) fn thermograph(&self, code: u32) -> Result<Thermograph, DatabaseError> {
        let walls = self.graph.walls(code).ok_or(DatabaseError::NoThermographs)?;
        let [left, right] = Player::BOTH.map(|player| trajectory(&walls, player));
        Thermograph::from_walls(left?, right?).ok_or(DatabaseError::Thermograph)
    }
}

/// A wall that was kept, as the theory has it.
fn trajectory(walls: &Walls, player: Player) -> Result<Trajectory, DatabaseError> {
    let number = |scaled: i64| Dyadic::new(scaled.into(), walls.halvings.into());
    let corners = walls.corners[player as usize].iter();
    let corners = corners.map(|&(t, value)| Ok(Point { t: number(t)?, value: number(value)? }));
    let corners = corners.collect::<Result<Vec<_>, DatabaseError>>()?;
    Trajectory::from_corners(corners).ok_or(DatabaseError::Thermograph)
}
