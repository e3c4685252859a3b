//! The same rules once more, for the checker of proofs. Nothing is shared with the game.

use yomikiri_check::referee::{Outcome, Played, Player, Referee};

#[derive(Clone)]
pub struct Heap {
    size: u8,
    /// The player to move and the coins, now and before each move.
    history: Vec<(Player, u8)>,
}

impl Heap {
    fn now(&self) -> (Player, u8) {
        self.history[self.history.len() - 1]
    }
}

impl Referee for Heap {
    fn start(name: &str, _definition: Option<&str>) -> Result<Self, String> {
        let size = name.strip_prefix("coins:").and_then(|size| size.parse().ok()).filter(|size| (1..=100).contains(size));
        let size = size.ok_or("expected coins:N with N from 1 to 100")?;
        Ok(Self { size, history: vec![(Player::First, size)] })
    }

    fn short_name(&self) -> String {
        format!("coins:{}", self.size)
    }

    fn to_move(&self) -> Player {
        self.now().0
    }

    fn candidates(&self, codes: &mut Vec<u32>) {
        codes.extend(1..=3);
    }

    fn play(&mut self, code: u32) -> Played {
        let (player, coins) = self.now();
        let left = u32::from(coins).checked_sub(code).filter(|_| (1..=3).contains(&code));
        let Some(left) = left else {
            return Played::Illegal;
        };
        self.history.push((player.opponent(), left as u8));
        if left == 0 { Played::Over(Outcome::Win(player)) } else { Played::Open }
    }

    fn undo(&mut self) {
        self.history.truncate((self.history.len() - 1).max(1));
    }

    fn stuck(&self) -> Outcome {
        Outcome::Win(self.to_move().opponent())
    }

    fn position(&self, bytes: &mut Vec<u8>) {
        let (player, coins) = self.now();
        bytes.extend([player as u8, coins]);
    }

    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
        let &[player @ 0..=1, coins] = bytes else {
            return Err("expected a player and a number of coins".to_owned());
        };
        self.history = vec![(Player::BOTH[usize::from(player)], coins.clamp(1, self.size))];
        if coins == self.now().1 { Ok(()) } else { Err(format!("there are never {coins} coins")) }
    }
}
