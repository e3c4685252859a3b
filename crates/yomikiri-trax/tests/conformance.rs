//! Trax under every rule set, through the conformance kit, against the reference rules.

use yomikiri_check::trax as reference;
use yomikiri_game::conformance::Reference;
use yomikiri_game::{Outcome, Player, Status, conformance, position_conformance};
use yomikiri_trax::rules::{Full, Stuck};
use yomikiri_trax::{Position, Rules};

fn position(name: &str) -> Position {
    Position::new(name.parse().expect(name))
}

/// The reference rules, speaking the kit's language.
#[derive(Clone)]
struct Adapter(reference::Board);

impl Adapter {
    fn new(name: &str) -> Self {
        let rules: Rules = name.parse().expect(name);
        Self(reference::Board::new(reference::Rules {
            limit: rules.limit().map(|n| u8::try_from(n).expect("at most 16")),
            line: rules.line().map(u32::from),
            stuck: match rules.stuck() {
                Stuck::Loss => reference::Stuck::Loss,
                Stuck::Draw => reference::Stuck::Draw,
                Stuck::LastMoverLoses => reference::Stuck::LastMoverLoses,
            },
            full: match rules.full() {
                Full::Draw => reference::Full::Draw,
                Full::LastMoverLoses => reference::Full::LastMoverLoses,
            },
        }))
    }
}

fn player(side: reference::Side) -> Player {
    match side {
        reference::Side::White => Player::First,
        reference::Side::Red => Player::Second,
    }
}

impl Reference<Position> for Adapter {
    fn to_move(&self) -> Player {
        player(self.0.to_move())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    fn play(&mut self, text: &str) {
        self.0.play(text).expect("legal by the fast rules");
    }

    fn status(&self) -> Status {
        match self.0.status() {
            reference::Status::Open => Status::Open,
            reference::Status::Won { by, .. } => Status::Over(Outcome::Win(player(by))),
            reference::Status::Draw { .. } => Status::Over(Outcome::Draw),
        }
    }

    fn ending(&self) -> String {
        match self.0.status() {
            reference::Status::Open => "open".to_owned(),
            reference::Status::Won { how, .. } | reference::Status::Draw { how } => {
                format!("{how:?}").to_lowercase()
            }
        }
    }

    fn compare(&self, position: &Position) {
        let ours: Vec<_> = position
            .diagram()
            .tiles()
            .map(|((row, column), tile)| ((u32::from(row) + 1, u32::from(column) + 1), tile.white()))
            .collect();
        let theirs: Vec<_> = self.0.cells().collect();
        assert_eq!(ours, theirs);
    }
}

conformance! {
    trax_2x2: Position = position("trax:2x2"), games 50, reference Adapter::new("trax:2x2");
    trax_3x3: Position = position("trax:3x3"), games 200, reference Adapter::new("trax:3x3");
    trax_4x4: Position = position("trax:4x4"), games 100, reference Adapter::new("trax:4x4");
    trax_5x5: Position = position("trax:5x5"), games 100, reference Adapter::new("trax:5x5");
    trax_6x6: Position = position("trax:6x6"), games 60, reference Adapter::new("trax:6x6");
    trax_7x7: Position = position("trax:7x7"), games 40, reference Adapter::new("trax:7x7");
    trax_8x8: Position = position("trax:8x8"), games 30, reference Adapter::new("trax:8x8");
    trax_12x12: Position = position("trax:12x12"), games 10, reference Adapter::new("trax:12x12");
    trax_16x16: Position = position("trax:16x16"), games 10, reference Adapter::new("trax:16x16");
    unlimited: Position = position("trax"), games 10, reference Adapter::new("trax");
    loop_5x5: Position = position("trax-loop:5x5"), games 50, reference Adapter::new("trax-loop:5x5");
    long_lines: Position = position("trax:5x5,line=8,stuck=draw"), games 50,
        reference Adapter::new("trax:5x5,line=8,stuck=draw");
    short_lines: Position = position("trax:6x6,line=3"), games 50, reference Adapter::new("trax:6x6,line=3");
    last_mover_loses: Position = position("trax-loop:4x4,stuck=last-mover-loses,full=last-mover-loses"), games 100,
        reference Adapter::new("trax-loop:4x4,stuck=last-mover-loses,full=last-mover-loses");
}

position_conformance! {
    trax_2x2_positions: Position = position("trax:2x2"), games 40;
    trax_4x4_positions: Position = position("trax:4x4"), games 60;
    trax_6x6_positions: Position = position("trax:6x6"), games 30;
    trax_8x8_positions: Position = position("trax:8x8"), games 10;
    unlimited_positions: Position = position("trax"), games 1;
    loop_5x5_positions: Position = position("trax-loop:5x5"), games 30;
}
