//! The paper's figures, drawn again.
//!
//! The scan that we have lost the pictures, so the boards of figures 1, 2 and 7 to 9 are examples of our own that show
//! what the text says of them. Figures 4 to 6 are defined by the text. For figures 10 to 12 the text has the moves
//! `{2|0}` and `{2|-2}` and says that ½ hides the first of them, which is enough to find values, and boards that have them.

mod examples;

use super::pool::Boards;
use crate::Error;
use examples::{Example, Wanted};
use yomikiri::Task;
use yomikiri::endgames::rows;
use yomikiri::values;
use yomikiri_amazons::Board;
use yomikiri_cgt::strategies::Choice;
use yomikiri_draw::piece::Piece;
use yomikiri_draw::thermograph::Plot;
use yomikiri_draw::{Tree, squares};
use yomikiri_game::Player;

/// Figures 1 and 2: an endgame that has fallen into five regions.
const ENDGAME: &str = ".x##.o#..#|#.o#x.#...|..##.##o.#|##########|..#..#.#o.|..#.x#..#.|#.#.##.##.|##..##x.##|\
                       #.##.#.#.#|##.#.#####";

/// Figures 4, 5 and 6: file, number, game.
const THERMOGRAPHS: [(&str, u32, &str); 3] =
    [("figure-04.svg", 4, "{3|0}"), ("figure-05.svg", 5, "{{3|0}|-3}"), ("figure-06.svg", 6, "{{3|0},1|-3}")];

/// Figures 10 to 12: the values of two subgames in which both strategies go wrong as the text describes. The simplest such
/// pair has `{1/2,{2|0}|-2}`, which no 4×4 board with one amazon each is worth.
const HIDDEN: [&str; 2] = ["{1/2,{2|0}|-2,{0|-2}}", "{2|-2}"];

/// A figure of the paper.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The name of its file.
    pub file: &'static str,
    /// What it shows.
    pub caption: String,
    /// The figure.
    pub svg: String,
}

/// All of them. Examples in which somebody errs are looked for among random sums.
pub(super) fn all(boards: &mut Boards, task: &Task) -> Result<Vec<Drawing>, Error> {
    let mut drawings = vec![endgame(), smallest_trees()];
    for (file, number, text) in THERMOGRAPHS {
        let form = boards.forms.parse(text)?;
        let series = values::series(&*boards.forms.thermograph(form)?, text.to_owned());
        let svg = Plot::new(vec![series]).svg().document();
        drawings.push(Drawing { file, caption: format!("Figure {number}: the thermograph of {text}"), svg });
    }
    if let Some(example) = examples::find(boards, 3, Wanted::HotstratErrsByTie, task)? {
        let title = "Thermostrat is right, Hotstrat wrong: two subgames tie for the highest temperature";
        let svg = drawing(boards, &example, title)?.document();
        let caption = format!("Figures 7 to 9, with an example of our own: {title}");
        drawings.push(Drawing { file: "figure-07-09.svg", caption, svg });
    }
    if let Some(example) = examples::by_values(boards, &HIDDEN, Wanted::BothErr)? {
        let title = "Both strategies are wrong: near temperature 0, the move to {2|0} hides below that to ½";
        let svg = drawing(boards, &example, title)?.document();
        let caption = format!("Figures 10 to 12, with the values that fit the text. {title}");
        drawings.push(Drawing { file: "figure-10-12.svg", caption, svg });
    }
    Ok(drawings)
}

/// Figures 1 and 2: an endgame and its regions.
fn endgame() -> Drawing {
    let board: Board = ENDGAME.parse().expect("a board");
    let regions = board.regions().into_iter().map(|region| squares::board(&rows(&region.trimmed())));
    let svg = Piece::column(&[
        squares::board(&rows(&board)),
        Piece::caption("Its regions: squares that have not been shot and hang together in eight directions"),
        Piece::row(&regions.collect::<Vec<_>>()),
    ]);
    let caption =
        "Figures 1 and 2, with an example of our own: an endgame of Amazons, and the regions it consists of";
    Drawing { file: "figure-01-02.svg", caption: caption.to_owned(), svg: svg.document() }
}

/// Figure 3: the trees of 0 and 1.
fn smallest_trees() -> Drawing {
    let one = Tree { label: "1".to_owned(), left: vec![Tree::leaf("0")], right: Vec::new() };
    let games = [
        (Tree::leaf("0"), "0 = {|}: nobody has a move"),
        (one, "1 = {0|} = {{|}|}: Left has one move, Right has none"),
    ];
    let games = games.map(|(tree, caption)| Piece::column(&[tree.svg(), Piece::caption(caption)]));
    let caption = "Figure 3: the trees of two subgames";
    Drawing { file: "figure-03.svg", caption: caption.to_owned(), svg: Piece::row(&games).document() }
}

/// The boards side by side, what each strategy does, and the thermographs in one frame.
fn drawing(boards: &mut Boards, example: &Example, title: &str) -> Result<Piece, Error> {
    let mut thermographs = Vec::new();
    let mut pictures = Vec::new();
    for (number, subgame) in example.subgames.iter().enumerate() {
        let letter = char::from(b'A' + number as u8);
        let text = boards.forms.text(subgame.part.value);
        pictures.push(Piece::column(&[
            squares::board(&rows(&subgame.board)),
            Piece::caption(&format!("{letter} = {text}")),
            values::tree(&boards.forms, subgame.part.value).svg(),
        ]));
        thermographs
            .push(values::series(&*boards.forms.thermograph(subgame.part.value)?, letter.to_string()));
    }
    let choice = |name: &str, choice: Choice| {
        let subgame = &example.subgames[choice.part];
        let moved = subgame.board.continuations(Player::First).nth(choice.option);
        let text = moved.map_or(String::new(), |(m, _)| subgame.board.move_text(m));
        let value = boards.forms.text(subgame.part.options[0][choice.option]);
        Piece::caption(&format!("{name}: {text} in {}, to {value}", char::from(b'A' + choice.part as u8)))
    };
    Ok(Piece::column(&[
        Piece::caption(title),
        Piece::row(&pictures),
        choice("Hotstrat", example.hot),
        choice("Thermostrat", example.thermo),
        choice("A move that wins", example.winning),
        Plot::new(thermographs).svg(),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the paper says of figures 10 to 12 holds of ours: both strategies move to 2 in the second subgame, which loses, and
    /// the move to {2|0} in the first one wins.
    #[test]
    fn figures_10_to_12_show_what_the_text_says() {
        let mut boards = Boards::compute(&Task::default()).expect("not stopped");
        let example = examples::by_values(&mut boards, &HIDDEN, Wanted::BothErr).expect("small values");
        let Example { subgames, hot, thermo, winning } = example.expect("boards with these values");
        let to = |choice: Choice| {
            let value = subgames[choice.part].part.options[0][choice.option];
            (choice.part, boards.forms.text(value))
        };
        assert_eq!([to(hot), to(thermo)], [(1, "2".to_owned()), (1, "2".to_owned())]);
        assert_eq!(to(winning), (0, "{2|0}".to_owned()));
    }

    #[test]
    fn the_endgame_has_five_regions() {
        let board: Board = ENDGAME.parse().expect("a board");
        assert_eq!(board.regions().len(), 5);
    }
}
