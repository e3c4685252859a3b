//! A proof read as a book is a strategy: whoever follows it, and tries every reply, reaches only what was claimed.
//!
//! This is also a second check of the proofs: the walk shares with the examiner only the rules and the search.

mod proof_writer;

use proof_writer::forgery::{nudged, tampered};
use proof_writer::samples::{CORNER, SETS, TWO_ROWS};
use proof_writer::{Content, Random, Writer, after, as_it_lies, children, seal_as};
use yomikiri_check::amazons::Amazons;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::positional::Stones;
use yomikiri_check::proof::{Book, Entry, Failure, Games, Monitor, Reason, Statement};
use yomikiri_check::referee::{Outcome, Played, Player, Referee};
use yomikiri_check::toss::Toss;
use yomikiri_check::trax::Trax;

fn open(file: &[u8]) -> Result<Book, Failure> {
    Games::default().with::<Heap>("heap").open(file, &Monitor::default())
}

/// A heap of coins, of which a player takes two or three. Whoever cannot loses.
#[derive(Clone)]
struct Heap {
    coins: u8,
    taken: Vec<u8>,
}

impl Referee for Heap {
    fn start(name: &str, _: Option<&str>) -> Result<Self, String> {
        let coins = name.strip_prefix("heap:").and_then(|coins| coins.parse().ok());
        Ok(Self { coins: coins.ok_or("how many?")?, taken: Vec::new() })
    }

    fn short_name(&self) -> String {
        "heap".to_owned()
    }

    fn to_move(&self) -> Player {
        Player::BOTH[self.taken.len() % 2]
    }

    fn candidates(&self, codes: &mut Vec<u32>) {
        codes.extend([2, 3]);
    }

    fn play(&mut self, code: u32) -> Played {
        match u8::try_from(code) {
            Ok(code @ 2..=3) if code <= self.coins => {
                self.coins -= code;
                self.taken.push(code);
                Played::Open
            }
            _ => Played::Illegal,
        }
    }

    fn undo(&mut self) {
        self.coins += self.taken.pop().unwrap_or_default();
    }

    fn stuck(&self) -> Outcome {
        Outcome::Win(self.to_move().opponent())
    }

    fn position(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.coins, (self.taken.len() % 2) as u8]);
    }

    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
        let &[coins, parity] = bytes else { return Err("two bytes are expected".to_owned()) };
        *self = Self { coins, taken: vec![0; usize::from(parity % 2)] };
        Ok(())
    }
}

fn prover(Statement { player, can_win }: Statement) -> Player {
    if can_win { player } else { player.opponent() }
}

fn is_wanted(Statement { player, can_win }: Statement, outcome: Outcome) -> bool {
    (outcome == Outcome::Win(player)) == can_win
}

/// Goes through everything that a book says of a claim, up to a number of positions. Returns how many there were of
/// each kind: moves, replies, stuck, searched, theorems.
fn walked<G: Referee>(book: &Book, claim: usize, start: &G, most: usize) -> [usize; 5] {
    let statement = book.claims()[claim].statement;
    let mut kinds = [0; 5];
    let mut open = vec![(Vec::<String>::new(), after(start, &book.claims()[claim].moves.join(" ")))];
    while let Some((path, board)) = open.pop() {
        let what = format!("{} claim {claim} after {path:?}", book.game());
        let entry = book.after(claim, &path, &Monitor::default());
        let Entry { to_move, reason, branches, .. } = entry.unwrap_or_else(|lost| panic!("{what}: {lost}"));
        assert_eq!(to_move, board.to_move(), "{what}");
        // Whoever does not know the claim finds the same statement, perhaps by another lemma.
        let moves: Vec<String> = book.claims()[claim].moves.iter().chain(&path).cloned().collect();
        let about = book.about(statement.player, &as_it_lies(start), &moves, &Monitor::default());
        let about = about.unwrap_or_else(|lost| panic!("{what}: {lost}"));
        assert!(
            about.is_some_and(|about| about.statement == statement && about.to_move == to_move),
            "{what}"
        );
        let children = children(&board);
        let legal: Vec<String> = children.iter().map(|&(code, ..)| board.move_text(code)).collect();
        let given: Vec<&str> = branches.iter().map(|branch| branch.text.as_str()).collect();
        match reason {
            Reason::Stuck(outcome) => {
                assert!(
                    legal.is_empty() && outcome == board.stuck() && is_wanted(statement, outcome),
                    "{what}"
                );
            }
            Reason::Theorem => assert!(board.theorem(statement.player), "{what}"),
            Reason::Move | Reason::Search if to_move == prover(statement) => {
                assert_eq!(given.len(), 1, "{what}");
            }
            Reason::Move => panic!("{what}: it is not the prover's move"),
            Reason::Replies | Reason::Search => assert_eq!(given, legal, "{what}"),
        }
        kinds[match reason {
            Reason::Move => 0,
            Reason::Replies => 1,
            Reason::Stuck(_) => 2,
            Reason::Search => 3,
            Reason::Theorem => 4,
        }] += 1;
        if kinds.iter().sum::<usize>() >= most {
            break;
        }
        for branch in branches {
            let index = legal.iter().position(|text| *text == branch.text).expect("a legal move");
            let (_, played, child) = children[index].clone();
            match (played, branch.ends) {
                (Played::Over(outcome), Some(told)) => {
                    assert!(outcome == told && is_wanted(statement, outcome), "{what} {}", branch.text);
                }
                (Played::Open, None) => {
                    let mut path = path.clone();
                    path.push(branch.text);
                    open.push((path, child));
                }
                _ => panic!("{what} {}", branch.text),
            }
        }
    }
    kinds
}

/// Proofs of all that is true of some positions, walked in full or up to a number of positions.
fn walk_all<G: Referee>(
    (game, definition): (&str, Option<&str>),
    from: Option<&[u8]>,
    moves: &[&str],
) -> [usize; 5] {
    let mut kinds = [0; 5];
    for (version, search, lemma_every) in
        [(2, 0, 1), (2, 5, 2), (2, 40, usize::MAX), (3, 5, 2), (3, 40, usize::MAX), (1, 4, 3)]
    {
        if version == 1 && (definition.is_some() || from.is_some() || !game.starts_with("trax")) {
            continue;
        }
        let mut writer = Writer::<G>::written_as(version, game, definition, search, lemma_every);
        let mut start = G::start(game, definition).expect("a game");
        if let Some(from) = from {
            writer.begin_at(from);
            start.set_position(from).expect("a position");
        }
        for moves in moves {
            writer.claim_all(moves);
        }
        let book = open(&writer.finish().to_file()).expect("it is well formed");
        assert_eq!((book.definition(), book.from().is_some()), (definition, from.is_some()));
        for claim in 0..book.claims().len() {
            for (sum, more) in kinds.iter_mut().zip(walked(&book, claim, &start, 3000)) {
                *sum += more;
            }
        }
    }
    kinds
}

#[test]
fn a_book_answers_every_reply() {
    let kinds = [
        walk_all::<Trax>(("trax:2x2,line=2,stuck=loss,full=draw", None), None, &["", "@0/"]),
        walk_all::<Trax>(("trax:3x3,line=3,stuck=loss,full=draw", None), None, &["", "@0+"]),
        walk_all::<Mnk>(("mnk:3x3,k=3", None), None, &["", "a1 b1"]),
        walk_all::<Stones>(("gttt:3x2,animal=#./##,p=1,q=1,win=either", None), None, &["", "b1 a1"]),
        walk_all::<Amazons>(("amazons:4x4", None), Some(&CORNER), &["", "a4-b4-a4"]),
        walk_all::<Stones>(("pg", Some(SETS)), None, &["", "a d,e"]),
        walk_all::<Heap>(("heap:12", None), None, &["", "2"]),
        walk_all::<Toss>(("toss", Some(TWO_ROWS)), None, &["", "a1"]),
    ];
    let sum = kinds.iter().fold([0; 5], |sum, kinds| std::array::from_fn(|kind| sum[kind] + kinds[kind]));
    assert!(sum.iter().all(|&kind| kind > 0), "every kind of entry is there: {sum:?}");
}

fn three_by_three() -> Content {
    let mut writer = Writer::<Trax>::new("trax:3x3,line=3,stuck=loss,full=draw", 4, 2);
    writer.claim_all("");
    writer.finish()
}

#[test]
fn what_is_not_in_the_book_is_said() {
    let book = open(&three_by_three().to_file()).expect("a proof");
    let claims = book.claims().len();
    let ask = |claim: usize, path: &[&str]| {
        book.after(claim, path, &Monitor::default()).expect_err("nothing there").to_string()
    };
    assert_eq!(ask(claims, &[]), format!("there is no claim {}", claims + 1));
    assert!(ask(0, &["nonsense"]).starts_with("move 1 (`nonsense`): "));
    assert_eq!(ask(0, &["@0/", "@0/"]), "move 2 (`@0/`): it is illegal");
    let provers =
        book.claims().iter().position(|claim| prover(claim.statement) == Player::First).expect("one");
    let entry = book.after(provers, &[] as &[&str], &Monitor::default()).expect("the claim");
    let other = if entry.branches[0].text == "@0/" { "@0+" } else { "@0/" };
    let why = ask(provers, &[other]);
    assert_eq!(why, format!("move 1 (`{other}`): the proof goes on with another move"));
}

#[test]
fn a_book_is_silent_about_what_it_does_not_cover() {
    // After the corner and the centre White holds a draw; nothing is said about other openings.
    let mut writer = Writer::<Mnk>::written_as(2, "mnk:3x3,k=3", None, 0, 1);
    writer.claim_all("a1 b2");
    let book = open(&writer.finish().to_file()).expect("a proof");
    let start = Mnk::start("mnk:3x3,k=3", None).expect("a game");
    let ask = |player, moves: &[&str]| {
        let found = book.about(player, &as_it_lies(&start), moves, &Monitor::default());
        found.expect("the proof is right").map(|entry| entry.statement.can_win)
    };
    for player in Player::BOTH {
        assert_eq!(ask(player, &[]), None);
        assert_eq!(ask(player, &["b2", "a1"]), None);
        assert_eq!(ask(player, &["a1", "b2"]), Some(false));
        assert_eq!(ask(player, &["c3", "b2"]), Some(false), "the same, turned");
        assert_eq!(ask(player, &["a1", "a1"]), None, "no such game");
        assert_eq!(ask(player, &["nonsense"]), None);
    }
    let elsewhere = book.about(Player::First, b"nonsense", &["a1", "b2"], &Monitor::default());
    assert!(elsewhere.expect("the proof is right").is_none());
}

/// Whatever is in a file, a walk through it ends with an entry or a reason.
#[test]
fn wrong_proofs_lead_nowhere() {
    let content = three_by_three();
    let bytes = content.to_bytes();
    let mut random = Random(11);
    let (mut opened, mut entries, mut lost) = (0, 0, 0);
    for round in 0..600 {
        let changed = if round % 2 == 0 {
            tampered(&content, &mut random).to_bytes()
        } else {
            nudged(&bytes, &mut random)
        };
        let Ok(book) = open(&seal_as(content.version, &changed)) else { continue };
        opened += 1;
        for claim in 0..book.claims().len() {
            let mut path = Vec::new();
            loop {
                match book.after(claim, &path, &Monitor::default()) {
                    Ok(entry) => {
                        entries += 1;
                        let open: Vec<_> =
                            entry.branches.iter().filter(|branch| branch.ends.is_none()).collect();
                        if open.is_empty() {
                            break;
                        }
                        path.push(random.choose(&open).text.clone());
                    }
                    Err(_) => {
                        lost += 1;
                        break;
                    }
                }
            }
        }
    }
    assert!(opened > 300 && entries > 1000 && lost > 20, "{opened} opened, {entries} entries, {lost} lost");
}
