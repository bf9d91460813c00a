//! The data of a board: places, pieces and their looks.

use serde::Serialize;
use yomikiri_catalog::diagram::{Look, Mark};
use yomikiri_catalog::lang::{Lang, said};
use yomikiri_catalog::play::notes;
use yomikiri_catalog::{Board, Diagram, Player};

/// A board with its pieces.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct DiagramData {
    /// The form of the board: `grid`, `columns` (marks fall), `graph` or `heaps`.
    layout: &'static str,
    look: LookData,
    /// The pieces beside the board that their owner may place on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hands: Vec<HandData>,
    places: Vec<PlaceData>,
    links: Vec<LinkData>,
    /// Lines of text beside the board, without those about the turn and the result.
    notes: Vec<String>,
    /// The places, by index, that show why the game is over.
    decisive: Vec<usize>,
}

/// The look of the pictures of a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct LookData {
    /// The form of the places: `cells` (round points where links join them), `checks` (of two colours by turns),
    /// `hexes` (a step to the right is two columns), `boxes` (rows and columns of dots are even, and boxes are no
    /// places), `pits` (two rows of them, Second's above), `bar` (what has no mark has been eaten), `cards`,
    /// `words` (wide cards), `ring` (places in a circle), `edges` (of a graph with `nodes`) or `branches` (edges that are
    /// gone where they have no mark).
    ground: &'static str,
    /// The form of most pieces, one of the forms of a piece.
    glyph: &'static str,
    /// Whether there may be pieces beside the board.
    hands: bool,
    /// The owners of the top, the right, the bottom and the left side, if sides have owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    sides: Option<[Option<&'static str>; 4]>,
    /// The nodes of the graph whose edges the places are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeData>,
    /// The nodes, by index, that each place joins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges: Vec<[usize; 2]>,
}

/// A node of a graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct NodeData {
    name: String,
    /// Row and column, in half steps from 0.
    at: [u16; 2],
    /// Whether it is one of the nodes to join, or the ground.
    is_end: bool,
}

/// Equal pieces beside the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct HandData {
    mark: MarkData,
    count: u32,
}

/// A place on the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct PlaceData {
    name: String,
    /// Layer, row and column, from 0.
    at: [u16; 3],
    /// The piece on the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<MarkData>,
    /// The text on the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

/// A piece.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct MarkData {
    symbol: char,
    /// Its form: `mark` (as its symbol is written), `disc`, `pawn`, `king` (a disc with a crown), `queen` (one of balls), `token` (a disc with
    /// its symbol), `tile` (with its symbol; First's point up) or `domino` (a half of one).
    glyph: &'static str,
    /// `first` or `second`, if the piece has an owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'static str>,
}

/// A connection between two places, by index.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct LinkData {
    from: usize,
    to: usize,
    directed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

fn look_data(look: &Look) -> LookData {
    let sides = look.sides.map(|side| side.map(Player::name));
    let nodes = look.nodes.iter().map(|node| NodeData {
        name: node.name.clone(),
        at: [node.at.0, node.at.1],
        is_end: node.is_end,
    });
    LookData {
        ground: look.ground.name(),
        glyph: look.glyph.name(),
        hands: look.hands,
        sides: sides.iter().any(Option::is_some).then_some(sides),
        nodes: nodes.collect(),
        edges: look.edges.iter().map(|&(a, b)| [a, b]).collect(),
    }
}

pub(super) fn diagram(board: &Board, diagram: &Diagram, lang: Lang) -> DiagramData {
    let look = &board.look;
    let mark = |mark: Mark| {
        let special = look
            .glyphs
            .iter()
            .find(|(symbol, _)| *symbol == mark.symbol);
        MarkData {
            symbol: mark.symbol,
            glyph: special.map_or(look.glyph, |(_, glyph)| *glyph).name(),
            owner: mark.owner.map(Player::name),
        }
    };
    let hands = board.hands.iter().map(|hand| HandData {
        mark: mark(hand.mark),
        count: hand.count,
    });
    let places = diagram.places.iter().map(|place| PlaceData {
        name: place.name.clone(),
        at: [place.at.0, place.at.1, place.at.2],
        mark: place.mark.map(mark),
        label: place.label.clone(),
    });
    let links = diagram.links.iter().map(|link| LinkData {
        from: link.from,
        to: link.to,
        directed: link.directed,
        label: link.label.clone(),
    });
    DiagramData {
        layout: board.layout.name(),
        look: look_data(look),
        hands: hands.collect(),
        places: places.collect(),
        links: links.collect(),
        notes: notes(diagram).map(|note| said(note, lang)).collect(),
        decisive: board.decisive.clone(),
    }
}
