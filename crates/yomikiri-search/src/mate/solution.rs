//! A mate in full: its first moves and the principal line.

use crate::mate::search::{MateSearch, Mateable, Scope};
use crate::mate::sight::Step;
use crate::mate::{FoundMate, LongerWin};
use crate::watch::StopReason;
use yomikiri_game::{Outcome, Played, Status, legal_moves, try_move};

/// Up to this length the full search is asked how long each reply really lasts. Beyond it a line goes by the
/// mates that the search happened to find: to show that there is no shorter one can take longer than the search
/// itself.
const REFINED: u32 = 5;

impl<M: Copy + Eq> MateSearch<'_, '_, M> {
    /// The first moves that win within `plies`, as far as the limits allow.
    pub(crate) fn first_moves<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        plies: u32,
        scope: Scope,
    ) -> Vec<M> {
        let mut moves = legal_moves(game);
        moves.retain(|&m| matches!(self.length_after(game, m, plies, scope), Ok(Some(_))));
        moves
    }

    /// Finds the other winning first moves, as far as the limits allow.
    pub(crate) fn complete<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        mate: &mut FoundMate<M>,
        scope: Scope,
        max_plies: u32,
    ) {
        let others = legal_moves(game).into_iter().filter(|m| !mate.first_moves.contains(m));
        let mut others: Vec<(M, Option<u32>)> = others.map(|m| (m, None)).collect();
        // Cheap answers first: all moves of a short length, then threats, then all moves a little deeper each time.
        let lengths = || (mate.plies..max_plies).step_by(2).chain([max_plies.max(mate.plies)]);
        let by = |scope: Scope| lengths().map(move |plies| (scope, plies));
        let mut steps: Vec<(Scope, u32)> = by(Scope::Threats).collect();
        if scope == Scope::Full {
            let first = if mate.plies <= REFINED { 0 } else { steps.len() };
            steps.insert(first, (Scope::Full, mate.plies));
            steps.extend(by(Scope::Full).skip(1));
        }
        let deepening = || {
            for (scope, plies) in steps {
                for (m, length) in others.iter_mut().filter(|(_, length)| length.is_none()) {
                    *length = self.length_after(game, *m, plies, scope)?;
                }
            }
            Ok::<_, StopReason>(())
        };
        let is_complete = deepening().is_ok();
        for (m, length) in others {
            match length {
                Some(plies) if plies <= mate.plies => mate.first_moves.push(m),
                Some(plies) => mate.longer_wins.push(LongerWin { m, plies }),
                None if !is_complete => mate.undecided.push(m),
                None => {}
            }
        }
        mate.longer_wins.sort_by_key(|win| win.plies);
    }

    /// How long the attacker takes to win after a legal first move, that move included, if no more than `plies`.
    fn length_after<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        m: M,
        plies: u32,
        scope: Scope,
    ) -> Result<Option<u32>, StopReason> {
        let length = try_move(game, m, |game, status| match status {
            Status::Over(outcome) => Ok((outcome == Outcome::Win(self.attacker)).then_some(1)),
            Status::Open => {
                // Under threats alone a move counts only if it threatens.
                let counts = scope == Scope::Full || plies > 1 && self.sight.threatens(game, 1);
                let defended = if counts { self.defend(game, plies - 1, scope, 1)? } else { None };
                Ok(defended.map(|length| length + 1))
            }
        });
        length.unwrap_or(Ok(None))
    }

    /// Plays out the mate of this length that was found at the position, both sides doing their best, and adds
    /// the moves to `line`. The game is left as it was.
    pub(crate) fn follow<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        plies: u32,
        scope: Scope,
        depth: u32,
        line: &mut Vec<M>,
    ) -> Result<(), StopReason> {
        if let Some(m) = self.winning_move(game) {
            line.push(m);
            return Ok(());
        }
        for Step { m, .. } in self.attacks(game, scope, depth).unwrap_or_default() {
            let Played::Open(token) = game.play(m) else {
                unreachable!("the look ahead saw that the game goes on");
            };
            let followed = match self.defend(game, plies - 1, scope, depth + 1) {
                Ok(Some(_)) => {
                    line.push(m);
                    self.resist(game, plies - 1, scope, depth + 1, line).map(|()| true)
                }
                Ok(None) => Ok(false),
                Err(reason) => Err(reason),
            };
            game.undo(token);
            if followed? {
                return Ok(());
            }
        }
        unreachable!("a mate of {plies} plies was found here before")
    }

    /// The same with the defender to move, who is lost: he holds out as long as he can.
    fn resist<G: Mateable<Move = M>>(
        &mut self,
        game: &mut G,
        plies: u32,
        scope: Scope,
        depth: u32,
        line: &mut Vec<M>,
    ) -> Result<(), StopReason> {
        let mut best: Option<(M, u32)> = None;
        for m in legal_moves(game) {
            let length = try_move(game, m, |game, status| match status {
                Status::Over(_) => Ok(Some(0)),
                Status::Open if scope == Scope::Threats || plies <= REFINED + 1 => {
                    self.shortest(game, plies - 1, scope, depth + 1)
                }
                Status::Open => self.attack(game, plies - 1, scope, depth + 1),
            });
            let length = length.transpose()?.flatten().unwrap_or(0);
            if best.is_none_or(|(_, longest)| length > longest) {
                best = Some((m, length));
            }
        }
        // Without a legal move the game is over.
        let Some((m, length)) = best else {
            return Ok(());
        };
        line.push(m);
        let followed = try_move(game, m, |game, status| match status {
            Status::Over(_) => Ok(()),
            Status::Open => self.follow(game, length, scope, depth + 1, line),
        });
        followed.unwrap_or_else(|| unreachable!("it was played just now"))
    }
}
