//! Numbered boards: against the boards themselves, and their values against plain recursion.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use yomikiri_cgt::tabulate::Values;
use yomikiri_cgt::{Form, Forms};
use yomikiri_game::{Catalogue, Partizan, Player, Progress, SplitMix64};
use yomikiri_rulesets::clobber::Clobber;
use yomikiri_rulesets::domineering::Domineering;
use yomikiri_rulesets::hackenbush::Hackenbush;
use yomikiri_rulesets::nogo::NoGo;
use yomikiri_rulesets::toads::Toads;
use yomikiri_rulesets::{Board, Boards, Rules};

/// All boards, each once: the images of all representatives.
fn all<R: Rules>(boards: &Boards<R>) -> HashSet<usize> {
    let mut found = HashSet::new();
    for layer in 0..boards.layers() {
        for representative in boards.representatives(layer) {
            let mut class = HashSet::new();
            boards.images(representative, &mut |image, _| {
                class.insert(image);
            });
            assert_eq!(class.iter().min(), Some(&representative));
            for image in class {
                assert!(found.insert(image), "{} is in two classes", boards.board(image));
            }
        }
    }
    found
}

/// Every board can be read back, lies where it is looked up, and has the options that it has as a board.
fn are_consistent<R: Rules>(columns: usize, rows: usize) -> usize {
    let boards = Boards::<R>::new(columns, rows).expect("a small size");
    let all = all(&boards);
    let mut places = HashSet::new();
    for &number in &all {
        let board = boards.board(number);
        assert_eq!(board.to_string().parse::<Board<R>>().expect("it is one"), board);
        let (representative, exchanged) = boards.class_of(&board).expect("it fits");
        let mut images = Vec::new();
        boards.images(number, &mut |image, exchanged| images.push((image, exchanged)));
        assert!(images.contains(&(representative, exchanged)), "{board}");
        assert!(boards.place(representative) < boards.places());
        places.insert(boards.place(representative));
        for player in Player::BOTH {
            let mut numbered = Vec::new();
            boards.options(number, player, &mut |option| numbered.push(boards.board(option)));
            assert_eq!(numbered, board.options(player), "{board}");
        }
    }
    assert_eq!(places.len(), boards.places());
    all.len()
}

#[test]
fn numbers_and_boards_agree() {
    assert_eq!(are_consistent::<Domineering>(3, 3), 1 << 9);
    assert_eq!(are_consistent::<Domineering>(4, 2), 1 << 8);
    assert_eq!(are_consistent::<Clobber>(3, 2), 3usize.pow(6));
    assert_eq!(are_consistent::<Clobber>(2, 2), 3usize.pow(4));
    assert_eq!(are_consistent::<Toads>(6, 1), 3usize.pow(6));
    assert_eq!(are_consistent::<Hackenbush>(5, 1), 4usize.pow(5));
    // As many as legal positions of Go: J. Tromp, G. Farnebäck, Combinatorics of Go, 2007.
    assert_eq!(are_consistent::<NoGo>(1, 1), 1);
    assert_eq!(are_consistent::<NoGo>(2, 2), 57);
    assert_eq!(are_consistent::<NoGo>(3, 3), 12_675);
}

/// The value by nothing but options, without parts, symmetry or numbers.
fn plainly<R: Rules>(board: &Board<R>, forms: &mut Forms, known: &mut HashMap<Board<R>, Form>) -> Form {
    if let Some(&form) = known.get(board) {
        return form;
    }
    let options = Player::BOTH.map(|player| board.options(player));
    let [left, right] =
        options.map(|options| options.iter().map(|option| plainly(option, forms, known)).collect::<Vec<_>>());
    let form = forms.game(&left, &right).expect("small");
    known.insert(board.clone(), form);
    form
}

/// Fills all layers, and compares random boards, smaller ones among them, with plain recursion.
fn values_agree<R: Rules>(columns: usize, rows: usize) {
    let boards = Boards::<R>::new(columns, rows).expect("a small size");
    let (mut forms, mut known) = (Forms::new(), HashMap::new());
    let mut values = Values::new(&boards);
    for layer in 0..boards.layers() {
        let threads = NonZeroUsize::new(2).expect("not zero");
        values.fill_layer(&mut forms, &boards, layer, threads, &Progress::default()).expect("small");
    }
    let mut agrees = |board: &Board<R>| {
        let (representative, exchanged) = boards.class_of(board).expect("it fits");
        let value = values.get(representative);
        let value = if exchanged { forms.negative(value) } else { value };
        assert_eq!(value, plainly(board, &mut forms, &mut known), "{} {board}", R::WORD);
    };
    let mut random = SplitMix64::new(18);
    for _ in 0..300 {
        let (width, height) = (1 + random.below(columns), 1 + random.below(rows));
        let (width, height) = if R::FILLING.is_some() { (width, height) } else { (columns, rows) };
        let mut row = || (0..width).map(|_| R::CELLS[random.below(R::CELLS.len())].1).collect::<String>();
        let text: Vec<String> = (0..height).map(|_| row()).collect();
        if let Ok(board) = text.join("/").parse::<Board<R>>() {
            agrees(&board);
            for part in board.parts() {
                agrees(&part);
                agrees(&part.normal().0);
            }
        }
    }
}

#[test]
fn values_agree_with_plain_recursion() {
    values_agree::<Domineering>(4, 3);
    values_agree::<Domineering>(3, 3);
    values_agree::<Clobber>(3, 3);
    values_agree::<Clobber>(7, 1);
    values_agree::<NoGo>(3, 3);
    values_agree::<NoGo>(4, 2);
    values_agree::<Toads>(8, 1);
    values_agree::<Hackenbush>(7, 1);
}

#[test]
fn sizes_that_cannot_be_numbered_are_refused() {
    for (columns, rows) in [(0, 3), (64, 1), (9, 9), (usize::MAX, 2), (6, 6)] {
        assert!(Boards::<Domineering>::new(columns, rows).is_err(), "{columns}x{rows}");
        assert!(Boards::<Domineering>::memory(columns, rows).is_err(), "{columns}x{rows}");
    }
    assert!(Boards::<Toads>::new(3, 2).is_err(), "a strip has one row");
    assert_eq!(Boards::<NoGo>::sizes(3, 2), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]);
    assert_eq!(Boards::<NoGo>::sizes(2, 3), [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3)]);
}
