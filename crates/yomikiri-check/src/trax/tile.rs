//! The tile, in its six placements.

use super::edge::Edge;
use super::notation::Sign;
use super::side::Side;

/// One tile as it lies: named by the two edges which its white line joins. Its
/// red line joins the other two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::enum_variant_names, reason = "the names say which line is meant")]
pub enum Tile {
    WhiteNorthSouth,
    WhiteEastWest,
    WhiteNorthWest,
    WhiteSouthEast,
    WhiteNorthEast,
    WhiteSouthWest,
}

impl Tile {
    pub const ALL: [Tile; 6] = [
        Tile::WhiteNorthSouth,
        Tile::WhiteEastWest,
        Tile::WhiteNorthWest,
        Tile::WhiteSouthEast,
        Tile::WhiteNorthEast,
        Tile::WhiteSouthWest,
    ];

    /// How this tile is written.
    pub fn sign(self) -> Sign {
        match self {
            Tile::WhiteNorthSouth | Tile::WhiteEastWest => Sign::Cross,
            Tile::WhiteNorthWest | Tile::WhiteSouthEast => Sign::Slash,
            Tile::WhiteNorthEast | Tile::WhiteSouthWest => Sign::Backslash,
        }
    }

    /// The two edges which the white line joins.
    pub fn white_edges(self) -> [Edge; 2] {
        match self {
            Tile::WhiteNorthSouth => [Edge::North, Edge::South],
            Tile::WhiteEastWest => [Edge::East, Edge::West],
            Tile::WhiteNorthWest => [Edge::North, Edge::West],
            Tile::WhiteSouthEast => [Edge::South, Edge::East],
            Tile::WhiteNorthEast => [Edge::North, Edge::East],
            Tile::WhiteSouthWest => [Edge::South, Edge::West],
        }
    }

    /// The same tile with its colours exchanged.
    pub fn recoloured(self) -> Tile {
        match self {
            Tile::WhiteNorthSouth => Tile::WhiteEastWest,
            Tile::WhiteEastWest => Tile::WhiteNorthSouth,
            Tile::WhiteNorthWest => Tile::WhiteSouthEast,
            Tile::WhiteSouthEast => Tile::WhiteNorthWest,
            Tile::WhiteNorthEast => Tile::WhiteSouthWest,
            Tile::WhiteSouthWest => Tile::WhiteNorthEast,
        }
    }

    /// The two edges which the line of `colour` joins.
    pub fn edges_of(self, colour: Side) -> [Edge; 2] {
        match colour {
            Side::White => self.white_edges(),
            Side::Red => self.recoloured().white_edges(),
        }
    }

    /// The white edges as a mask, N = 1, E = 2, S = 4, W = 8.
    pub fn white_mask(self) -> u8 {
        let [one, other] = self.white_edges();
        one.bit() | other.bit()
    }

    /// The colour of the line that crosses `edge`.
    pub fn colour_at(self, edge: Edge) -> Side {
        if self.white_edges().contains(&edge) { Side::White } else { Side::Red }
    }

    /// The edge by which the line that enters across `edge` leaves.
    pub fn way_on(self, edge: Edge) -> Edge {
        let [one, other] = self.edges_of(self.colour_at(edge));
        if edge == one { other } else { one }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_two_white_edges_and_two_red_ones() {
        for tile in Tile::ALL {
            for side in Side::BOTH {
                let edges = Edge::ALL.iter().filter(|&&e| tile.colour_at(e) == side);
                assert_eq!(edges.count(), 2, "{tile:?} {side}");
                for edge in tile.edges_of(side) {
                    assert_eq!(tile.colour_at(edge), side, "{tile:?} {side}");
                }
            }
            assert_eq!(tile.white_mask().count_ones(), 2);
        }
    }

    #[test]
    fn the_signs_name_the_edges_that_are_joined() {
        for tile in Tile::ALL {
            let joined = match tile.sign() {
                Sign::Cross => [(Edge::North, Edge::South), (Edge::East, Edge::West)],
                Sign::Slash => [(Edge::North, Edge::West), (Edge::South, Edge::East)],
                Sign::Backslash => [(Edge::North, Edge::East), (Edge::South, Edge::West)],
            };
            for (one, other) in joined {
                assert_eq!(tile.way_on(one), other, "{tile:?}");
                assert_eq!(tile.way_on(other), one, "{tile:?}");
            }
            assert_eq!(tile.recoloured().sign(), tile.sign());
        }
    }

    #[test]
    fn a_sign_and_the_colour_of_one_edge_make_one_tile() {
        for sign in Sign::ALL {
            for edge in Edge::ALL {
                for side in Side::BOTH {
                    let fitting = Tile::ALL.iter().filter(|t| t.sign() == sign && t.colour_at(edge) == side);
                    assert_eq!(fitting.count(), 1);
                }
            }
        }
    }
}
