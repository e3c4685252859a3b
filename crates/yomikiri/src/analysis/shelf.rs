//! The games that the page offers first. Any other game can be typed.

use crate::job::{METHODS, method_name};
use crate::registry::{Family, Registry};
use crate::view;

/// Games worth a first look: a name, and what it is.
const FIRST: [(&str, &str); 11] = [
    ("trax", "Trax without a limit"),
    ("trax:8x8", "Limited Trax, 8×8"),
    ("trax:4x4", "Trax 4×4"),
    ("trax:3x3", "Trax 3×3"),
    ("amazons:10x10", "Amazons 10×10"),
    ("amazons:6x6", "Amazons 6×6"),
    ("amazons:4x4", "Amazons 4×4"),
    ("gttt:3x3,animal=tic", "Tic-tac-toe"),
    ("gttt:4x4,animal=tippy", "Tippy on a plane, 4×4"),
    ("torus:4x4,animal=tippy", "Tippy on a torus, 4×4"),
    ("gomoku:7x7,k=4", "Four in a row, 7×7"),
];

/// The games of the page and the families of the registry.
pub(super) fn games(registry: &Registry) -> view::Games {
    // A registry of somebody else's may lack some of them.
    let known = FIRST.into_iter().filter(|(name, _)| registry.name(name).is_ok());
    let offer = |(game, title): (&str, &str)| view::Offer { game: game.to_owned(), title: title.to_owned() };
    let family = |family: &dyn Family| view::Family {
        pattern: family.pattern().into(),
        summary: family.summary().into(),
    };
    view::Games {
        games: known.map(offer).collect(),
        families: registry.families().map(family).collect(),
        methods: METHODS.into_iter().map(|method| method_name(method).to_owned()).collect(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::NoFiles;

    #[test]
    fn every_game_on_the_shelf_loads() {
        for (name, _) in FIRST {
            let game = Registry::shared().name(name).expect(name).load(&NoFiles).expect(name);
            assert_eq!(game.to_string(), name, "the usual form");
            assert!(game.board().scene().is_some_and(|scene| !scene.choices.is_empty()), "{name}");
        }
    }
}
