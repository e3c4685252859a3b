//! Figure 7 of paper 000: the positions of 8×8 Trax after one and two moves, up to symmetry, and what is known of each.

use crate::data::rows;
use yomikiri::view::papers::{Known, KnownPosition};
use yomikiri_draw::{Graph, Node};
use yomikiri_game::{Canonical, Game, Notation, Played, legal_moves, play_line};
use yomikiri_trax::{Position, Rules};

/// What is known, in words.
fn words(known: Known) -> &'static str {
    match known {
        Known::First => "White wins",
        Known::FirstOrDraw => "White wins or draws",
        Known::Draw => "draw",
        Known::SecondOrDraw => "Red wins or draws",
        Known::Open => "open",
    }
}

/// What the data file says.
pub(crate) fn known() -> Vec<KnownPosition> {
    const DATA: &str = include_str!("../data/after-two-moves.tsv");
    rows(DATA, |[moves, known, remark]| {
        let known = match known {
            "white" => Known::First,
            "not-red" => Known::FirstOrDraw,
            "draw" => Known::Draw,
            "not-white" => Known::SecondOrDraw,
            "open" => Known::Open,
            _ => return None,
        };
        Some(KnownPosition { moves: moves.split_once(' ')?.into(), known, remark })
    })
}

fn start() -> Position {
    Position::new(Rules::square(8).expect("a board of the game"))
}

/// A position, with the moves that lead to it.
#[derive(Clone)]
struct Place {
    position: Position,
    moves: String,
}

/// The positions that moves lead to from those of one layer, each once, and which leads to which.
fn next(layer: &[Place]) -> (Vec<Place>, Vec<(usize, usize)>) {
    let (mut places, mut keys, mut edges) = (Vec::<Place>::new(), Vec::new(), Vec::new());
    for (from, place) in layer.iter().enumerate() {
        let mut position = place.position.clone();
        for m in legal_moves(&mut position) {
            let mut after = position.clone();
            let text = position.move_text(m);
            if matches!(after.play(m), Played::Illegal) {
                continue;
            }
            let key = after.key();
            let to = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
                keys.push(key);
                places.push(Place {
                    position: after,
                    moves: format!("{} {text}", place.moves).trim().to_owned(),
                });
                keys.len() - 1
            });
            if !edges.contains(&(from, to)) {
                edges.push((from, to));
            }
        }
    }
    (places, edges)
}

/// The graph, drawn from the rules; the captions are from the data file.
pub(crate) fn graph() -> Graph {
    let root = vec![Place { position: start(), moves: String::new() }];
    let (first, to_first) = next(&root);
    let (second, to_second) = next(&first);
    let known = known();
    let captions = |place: &Place| {
        let key = place.position.clone().key();
        let leads_there = |known: &&KnownPosition| {
            play_line(start(), &known.moves.join(" ")).is_ok_and(|mut line| line.position.key() == key)
        };
        let Some(known) = known.iter().find(leads_there) else {
            return vec![place.moves.clone()];
        };
        let captions = [known.moves.join(" "), words(known.known).to_owned(), known.remark.to_owned()];
        captions.into_iter().filter(|caption| !caption.is_empty()).collect()
    };
    let nodes = |places: &[Place]| {
        places
            .iter()
            .map(|place| Node { sketch: Some(place.position.sketch()), captions: captions(place) })
            .collect()
    };
    let start = Node { sketch: None, captions: vec!["White begins".to_owned()] };
    Graph { layers: vec![vec![start], nodes(&first), nodes(&second)], edges: vec![to_first, to_second] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_after_two_moves_is_in_the_data_file() {
        let graph = graph();
        let sizes: Vec<usize> = graph.layers.iter().map(Vec::len).collect();
        // As the paper counts them.
        assert_eq!(sizes, [1, 2, 8]);
        assert_eq!(known().len(), 8);
        for node in &graph.layers[2] {
            assert!(node.captions.len() >= 2, "nothing is known of {:?}", node.captions);
        }
        assert!(graph.edges[1].len() > 8, "some positions come from both");
    }
}
