//! The pieces, base variants and irrelevant keys that are known without a file.

/// The named kinds of pieces, with their moves in Betza's notation.
pub(super) const PIECES: &[(&str, &str)] = &[
    ("pawn", "mfWcfF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The moves of a king, unless the variant defines them.
pub(super) const KING: &str = "K";

/// The variants on which others may be based, in the same format.
pub(super) const VARIANTS: &str = "
[chess]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
[gardner:chess]
maxRank = 5
maxFile = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStep = false
castling = false
[losalamos:chess]
bishop = -
maxRank = 6
maxFile = 6
startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1
promotionRegionWhite = *6
promotionRegionBlack = *1
promotionPieceTypes = nrq
doubleStep = false
castling = false
[crazyhouse:chess]
pieceDrops = true
capturesToHand = true
[breakthrough]
breakthrough = p
startFen = pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1
flagPiece = p
flagRegionWhite = *8
flagRegionBlack = *1
stalemateValue = loss
[clobber]
clobber = p
maxRank = 5
maxFile = 6
startFen = PpPpPp/pPpPpP/PpPpPp/pPpPpP/PpPpPp w 0 1
stalemateValue = loss
";

/// The keys that change no rules: pictures, piece values for engines, and move counts. (Values of perfect play are
/// computed without move counts.)
pub(super) const ASIDES: &[&str] = &[
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "chess960",
    "nMoveRule",
    "nMoveRuleTypes",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "nFoldRule",
    "dropNoDoubledCount",
    "soldierPromotionRank",
    "enclosingDropStart",
    "wallingRegionWhite",
    "wallingRegionBlack",
];

/// The former names of keys, which are still read.
const BEFORE: [(&str, &str); 4] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// Returns the current name of a key.
pub(super) fn today(key: &str) -> &str {
    let found = BEFORE.iter().find(|(before, _)| *before == key);
    found.map_or(key, |(_, today)| today)
}

/// The keys of moves that are refused as a whole: castling and double steps.
pub(super) const PARTS: &[&str] = &[
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegion",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "enPassantTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingKingPiece",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "castlingRookPieces",
    "castlingDroppedPiece",
    "oppositeCastling",
];

/// The keys for which only the default value is supported.
pub(super) const REFUSED: &[(&str, &str)] = &[
    ("adjudicateFullBoard", "false"),
    ("bikjangRule", "false"),
    ("blastImmuneTypes", "none"),
    ("blastOnCapture", "false"),
    ("cambodianMoves", "false"),
    ("castlingWins", "-"),
    ("chasingRule", "none"),
    ("checkCounting", "false"),
    ("checking", "true"),
    ("checkmateValue", "loss"),
    ("collinearN", "0"),
    ("connectRegion1Black", "-"),
    ("connectRegion1White", "-"),
    ("connectRegion2Black", "-"),
    ("connectRegion2White", "-"),
    ("countingRule", "none"),
    ("diagonalLines", "-"),
    ("dropChecks", "true"),
    ("dropNoDoubled", "-"),
    ("dropOppositeColoredBishop", "false"),
    ("dropPromoted", "false"),
    ("dupleCheck", "false"),
    ("enclosingDrop", "none"),
    ("extinctionClaim", "false"),
    ("extinctionOpponentPieceCount", "0"),
    ("flagMove", "false"),
    ("flagPieceBlockedWin", "false"),
    ("flagPieceSafe", "false"),
    ("flipEnclosedPieces", "none"),
    ("flyingGeneral", "false"),
    ("gating", "false"),
    ("immobilityIllegal", "false"),
    ("makpongRule", "false"),
    ("materialCounting", "none"),
    ("moveRepetitionIllegal", "false"),
    ("mustCapture", "false"),
    ("mustDropType", "*"),
    ("mutuallyImmuneTypes", "none"),
    ("pass", "false"),
    ("passBlack", "false"),
    ("passOnStalemate", "false"),
    ("passOnStalemateBlack", "false"),
    ("passOnStalemateWhite", "false"),
    ("passWhite", "false"),
    ("perpetualCheckIllegal", "false"),
    ("petrifyBlastPieces", "false"),
    ("petrifyOnCaptureTypes", "-"),
    ("pieceDemotion", "false"),
    ("piecePromotionOnCapture", "false"),
    ("promotionLimit", ""),
    ("seirawanGating", "false"),
    ("shatarMateRule", "false"),
    ("shogiPawnDropMateIllegal", "false"),
    ("sittuyinPromotion", "false"),
    ("sittuyinRookDrop", "false"),
    ("stalematePieceCount", "false"),
    ("twoBoards", "false"),
    ("wallOrMove", "false"),
    ("wallingRule", "none"),
];
