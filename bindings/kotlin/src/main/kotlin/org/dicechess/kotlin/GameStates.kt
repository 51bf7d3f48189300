package org.dicechess.kotlin

import org.dicechess.CastlingRight
import org.dicechess.Color
import org.dicechess.DiceChessException
import org.dicechess.Fault
import org.dicechess.GameState
import org.dicechess.MicroMove
import org.dicechess.Piece
import org.dicechess.PieceType
import org.dicechess.Risk
import org.dicechess.Turn

/*
 * States, turns and micro-moves with properties. What is said of them in Java holds here.
 */

/**
 * The state that a DFEN describes; the caller closes it.
 *
 * @param strict whether a position with [faults] is refused. Those of games can have one, too: a man who stands on a
 *     square that a pawn has skipped
 * @throws DiceChessException DFEN with [field] and [offset]; TEXT for a character that is not ASCII; POSITION with
 *     [faults]
 */
public fun String.toGameState(strict: Boolean = false): GameState =
    if (strict) GameState.parseStrict(this) else GameState.parse(this)

/** As [toGameState], but null if the text is refused. */
public fun String.toGameStateOrNull(strict: Boolean = false): GameState? =
    attempt { toGameState(strict) }.getOrNull()

/** The text of the state; the dice come as a seventh field if there are any. */
public val GameState.dfen: String get() = dfen()

/** The key of opening books: no clocks, no dice, and of the en-passant targets those that can be taken. */
public val GameState.normalisedDfen: String get() = normalisedDfen()

/** The Zobrist key: men, side to move, castling rights, targets and dice, without clocks. */
public val GameState.key: Long get() = key()

/** Who is to move. Setting it leaves all else as it is, see [GameState.endTurn]. */
public var GameState.sideToMove: Color
    get() = sideToMove()
    set(color) = setSideToMove(color)

/** The dice still to be spent, by ascending faces. Up to three can be set, in any order. */
public var GameState.dice: List<PieceType>
    get() = dice()
    set(dice) = setDice(dice)

/** The rights to castle, whether or not the board still allows it. */
public val GameState.castlingRights: Set<CastlingRight> get() = castlingRights()

/** The en-passant targets of both sides, as a bitboard. */
public val GameState.enPassant: Long get() = enPassant()

/** Micro-moves since the last capture or pawn move, 0 to 127, where it stops counting. */
public val GameState.halfMoveClock: Int get() = halfMoveClock()

/** The number of the current full move, from 1 on. */
public val GameState.fullMoveNumber: Int get() = fullMoveNumber()

/** What is odd about the position. Games show nothing but [Fault.TARGET_OCCUPIED], and missing kings at their end. */
public val GameState.faults: Set<Fault> get() = faults()

/** The man on a square, 0 (a1) to 63 (h8); null if it is empty. */
public operator fun GameState.get(square: Int): Piece? = pieceAt(square)

/** The risk that the next roll of [defender]'s opponent lets it take a king of [defender]. */
public fun GameState.risk(defender: Color): Risk = Risk.of(this, defender)

/**
 * The state that a turn leads to; the caller closes it, and this state stays as it is.
 *
 * @throws DiceChessException ILLEGAL with the number of the first micro-move with which no legal turn goes on as [field]
 */
public fun GameState.after(turn: Turn): GameState {
    val next = copy()
    try {
        next.playTurn(turn)
    } catch (failure: Throwable) {
        next.close()
        throw failure
    }
    return next
}

/** The texts of the micro-moves with spaces between them, such as `e2e4 g1f3`; empty for a pass. */
public val Turn.uci: String get() = uci()

/** Whether nothing is moved. */
public val Turn.isPass: Boolean get() = moves.isEmpty()

/** Where the man comes from, 0 to 63. */
public val MicroMove.origin: Int get() = origin()

/** Where the man goes to, 0 to 63; for castling, where the king goes to. */
public val MicroMove.destination: Int get() = destination()

/** What a pawn becomes; null if nothing is promoted. */
public val MicroMove.promotion: PieceType? get() = promotion()

/** Its text, such as `e2e4` or `a7a8q`. */
public val MicroMove.uci: String get() = uci()
