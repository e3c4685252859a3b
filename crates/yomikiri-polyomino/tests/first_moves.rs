//! `#firstmoves` is obeyed by whoever plays or encodes the game: plain minimax over the file, every method of search, and
//! the corrective encoding find the same winner in random positional games.
//!
//! `YOMIKIRI_SEED` and `YOMIKIRI_GAMES` choose other games and more of them.

use std::collections::BTreeSet;
use yomikiri_game::{Game, Notation, Player, SplitMix64};
use yomikiri_polyomino::{Arena, Position, TurnError, pg};
use yomikiri_qbf::{Budget, corrective, solver};
use yomikiri_search::{Method, Monitor, Options, Question, Shallow, ask};

/// A positional game as its file has it, and its rules played by definition.
struct Plain {
    cells: usize,
    first: BTreeSet<usize>,
    sets: [Vec<BTreeSet<usize>>; 2],
    owned: [BTreeSet<usize>; 2],
    /// The player of each time.
    times: Vec<usize>,
}

impl Plain {
    fn random(random: &mut SplitMix64) -> Self {
        let cells = 3 + random.below(5);
        let mut owned = [BTreeSet::new(), BTreeSet::new()];
        for cell in 0..cells {
            match random.below(8) {
                0 => owned[0].insert(cell),
                1 => owned[1].insert(cell),
                _ => false,
            };
        }
        let free: Vec<_> = (0..cells).filter(|cell| !owned.iter().any(|own| own.contains(cell))).collect();
        let mut first = BTreeSet::new();
        for _ in 0..random.below(3) {
            first.extend(free.get(random.below(cells)));
        }
        let mut sets = [Vec::new(), Vec::new()];
        for (player, sets) in sets.iter_mut().enumerate() {
            for _ in 0..random.below(6) {
                let set: BTreeSet<_> = (0..1 + random.below(4)).map(|_| random.below(cells)).collect();
                // Nobody has won at the start.
                if !set.is_subset(&owned[player]) && !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        let alternating = random.below(2) == 0;
        let times = 0..random.below(free.len() + 1);
        let times = times.map(|time| if alternating { time % 2 } else { random.below(2) }).collect();
        Self { cells, first, sets, owned, times }
    }

    fn text(&self) -> String {
        let names =
            |cells: &BTreeSet<usize>| cells.iter().map(|cell| format!("c{cell} ")).collect::<String>();
        let times = |player| {
            let own = self.times.iter().enumerate().filter(move |(_, of)| player == 2 || **of == player);
            own.map(|(at, _)| format!("t{at} ")).collect::<String>()
        };
        let sets = |player: usize| self.sets[player].iter().map(|set| names(set) + "\n").collect::<String>();
        format!(
            "#version\n1.0\n#positions\n{}\n#blackinitials\n{}\n#whiteinitials\n{}\n#times\n{}\n#blackturns\n{}\n#blackwins\n{}\
             #whitewins\n{}#firstmoves\n{}\n",
            names(&(0..self.cells).collect()),
            names(&self.owned[0]),
            names(&self.owned[1]),
            times(2),
            times(0),
            sets(0),
            sets(1),
            names(&self.first)
        )
    }

    /// Whether a player can force a win, stone by stone.
    fn can_win(&self, player: usize) -> bool {
        self.wins(player, &mut self.owned.clone(), 0)
    }

    fn wins(&self, player: usize, owned: &mut [BTreeSet<usize>; 2], time: usize) -> bool {
        let Some(&mover) = self.times.get(time) else {
            return false;
        };
        let mut some = false;
        for cell in 0..self.cells {
            let taken = owned.iter().any(|own| own.contains(&cell));
            if taken || time == 0 && !self.first.is_empty() && !self.first.contains(&cell) {
                continue;
            }
            owned[mover].insert(cell);
            let complete = self.sets[mover].iter().any(|set| set.is_subset(&owned[mover]));
            let wins = if complete { mover == player } else { self.wins(player, owned, time + 1) };
            owned[mover].remove(&cell);
            if wins == (mover == player) {
                return wins;
            }
            some = true;
        }
        some && mover != player
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

#[test]
fn search_and_formula_agree() {
    let seed = number("YOMIKIRI_SEED", 3);
    let mut found = [[0; 2]; 2];
    for at in 0..number("YOMIKIRI_GAMES", 400) {
        let mut random = SplitMix64::new(seed.wrapping_mul(1_000_003).wrapping_add(at));
        let plain = Plain::random(&mut random);
        let text = plain.text();
        let context = format!("seed {seed}, game {at}:\n{text}");
        let game = pg::read(&text).unwrap_or_else(|error| panic!("{error}\n{context}"));
        let start = Position::<1>::new(Arena::of_sets(&game)).owning(&game.owned);
        for player in Player::BOTH {
            let expected = plain.can_win(player as usize);
            found[usize::from(!plain.first.is_empty())][usize::from(expected)] += 1;
            assert!(!(expected && yomikiri_game::Tactics::cannot_win(&start, player)), "{context}");
            for method in [Method::Dfs, Method::Id, Method::IdTable, Method::Pns, Method::Dfpn] {
                for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
                    let options = Options { method, shallow, memory: 1 << 20, ..Options::default() };
                    let report = ask(&start, Question { can_win: player }, &options, &Monitor::default())
                        .expect("little memory");
                    let answer = report.answer.known();
                    assert_eq!(answer, Some(expected), "{player} {method:?} {shallow:?}, {context}");
                }
            }
            for game in [&game, &start.positional()] {
                let formula = corrective::encode(game, player, &Budget::default()).expect("no limit").formula;
                let answer =
                    solver::solve(&formula, &solver::Options::default(), &solver::Progress::default());
                assert_eq!(answer.known(), Some(expected), "{player} by formula, {context}");
            }
        }
    }
    assert!(found.iter().flatten().all(|&count| count > 20), "{found:?}");
}

/// Two cells side by side win; the first stone may not go to the middle, from which they would.
#[test]
fn the_rule_changes_the_winner_and_is_shown() {
    let text = |first: &str| {
        format!(
            "#positions\na b c\n#times\nt1 t2 t3\n#blackturns\nt1 t3\n#blackwins\na b\nb c\n#whitewins\n#firstmoves\n{first}\n"
        )
    };
    let start = |first: &str| {
        let game = pg::read(&text(first)).expect("well formed");
        Position::<1>::new(Arena::of_sets(&game))
    };
    let wins = |start: &Position<1>| {
        let question = Question { can_win: Player::First };
        let report = ask(start, question, &Options::default(), &Monitor::default()).expect("little memory");
        report.answer.known()
    };
    assert_eq!(wins(&start("")), Some(true));
    assert_eq!(wins(&start("b")), Some(true));
    let bound = start("a c");
    assert_eq!(wins(&bound), Some(false));
    let mut moves = Vec::new();
    bound.moves(&mut moves);
    assert_eq!(moves.iter().map(|&m| bound.move_text(m)).collect::<Vec<_>>(), ["a", "c"]);
    assert_eq!(bound.parse_move("b"), Err(TurnError::NotFirst("a,c".to_owned())));
    assert!(yomikiri_game::play_line(bound, "a b c").is_ok(), "only the first move is bound");
}
