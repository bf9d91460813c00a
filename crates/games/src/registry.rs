//! The list of all games. No game knows this module. The interface of an entry is in [`family`](crate::family).
//!
//! To add a game: write its folder, implement [`Family`] there, and add one line to [`tour`].
//! Everything else (command line, catalogue, laws, tests) follows from that line.

pub use crate::family::{Family, Info, Playable, Tour, Visitor};

/// Calls `tour.family` for every family of games, in the order in which they are listed to people.
///
/// **This is the only list of games.**
pub fn tour(tour: &mut impl Tour) {
    tour.family::<crate::positional::families::TicTacToeFamily>();
    tour.family::<crate::positional::families::WeightedTicTacToeFamily>();
    tour.family::<crate::positional::families::MnkFamily>();
    tour.family::<crate::positional::families::ConnectKFamily>();
    tour.family::<crate::connect4::Connect4Family>();
    tour.family::<crate::positional::families::NotaktoFamily>();
    tour.family::<crate::positional::families::TicTacToe3dFamily>();
    tour.family::<crate::positional::families::PositionalFamily>();
    tour.family::<crate::rules_file::RulesFamily>();
    tour.family::<crate::variants::VariantsFamily>();
    tour.family::<crate::grid_walk::GridWalkFamily>();
    tour.family::<crate::graph::GraphFamily>();
    tour.family::<crate::rule_sheet::RuleSheetFamily>();
    tour.family::<crate::asked::ProgramFamily>();
    tour.family::<crate::take_ends::TakeEndsFamily>();
    tour.family::<crate::two_stacks::TwoStacksFamily>();
    tour.family::<crate::stones::StonesFamily>();
    tour.family::<crate::pair_board::PairBoardFamily>();
    tour.family::<crate::card_pairs::CardPairsFamily>();
    tour.family::<crate::shiritori::ShiritoriFamily>();
    tour.family::<crate::word_chain::WordChainFamily>();
    tour.family::<crate::circle::CircleFamily>();
    tour.family::<crate::mens_morris::ThreeMensMorrisFamily>();
    tour.family::<crate::mens_morris::SixMensMorrisFamily>();
    tour.family::<crate::domineering::DomineeringFamily>();
    tour.family::<crate::clobber::ClobberFamily>();
    tour.family::<crate::amazons::AmazonsFamily>();
    tour.family::<crate::toads_and_frogs::ToadsAndFrogsFamily>();
    tour.family::<crate::toppling_dominoes::TopplingDominoesFamily>();
    tour.family::<crate::colouring::ColFamily>();
    tour.family::<crate::colouring::SnortFamily>();
    tour.family::<crate::nogo::NogoFamily>();
    tour.family::<crate::cutcake::CutcakeFamily>();
    tour.family::<crate::hackenbush::HackenbushFamily>();
    tour.family::<crate::dots_and_boxes::DotsAndBoxesFamily>();
    tour.family::<crate::pawns::HexapawnFamily>();
    tour.family::<crate::pawns::BreakthroughFamily>();
    tour.family::<crate::othello::OthelloFamily>();
    tour.family::<crate::heaps::NimFamily>();
    tour.family::<crate::heaps::HeapsFamily>();
    tour.family::<crate::chomp::ChompFamily>();
    tour.family::<crate::kalah::KalahFamily>();
    tour.family::<crate::hex::HexFamily>();
    tour.family::<crate::switching::SwitchingFamily>();
    tour.family::<crate::trails::PongHauKiFamily>();
    tour.family::<crate::trails::HareAndHoundsFamily>();
    tour.family::<crate::dobutsu_shogi::DobutsuShogiFamily>();
    tour.family::<crate::gobblet::GobbletFamily>();
}
