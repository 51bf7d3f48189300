package org.dicechess;

import static org.dicechess.Tape.fails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.dicechess.Alteration.Operation;
import org.junit.jupiter.api.Test;

/** What cells say, with values read off the table of encodings. */
class CellTest {
    private static final Set<CastlingRight> NO_RIGHTS = Set.of();
    private static final List<PieceType> NO_DICE = List.of();

    private static void says(int bits, String text, Alteration alteration) {
        Cell cell = new Cell(bits);
        assertEquals(text, cell.text());
        assertEquals(alteration, cell.describe());
    }

    private static Alteration plain(Operation operation, Color color, PieceType type, int square, int clock,
            boolean flag) {
        return new Alteration(operation, color, type, square, NO_RIGHTS, NO_DICE, 0, 0, clock, 0, flag);
    }

    @Test
    void everyOperation() {
        says(0x1785, "step, clock 5 to 0", plain(Operation.STEP, null, null, 0, 5, true));
        says(0x177F, "step, clock 127 counts", plain(Operation.STEP, null, null, 0, 127, false));
        says(0x2681, "turn of Black begins", plain(Operation.TURN_START, Color.BLACK, null, 0, 0, false));
        says(0x3690, "turn of White ends", plain(Operation.TURN_END, Color.WHITE, null, 0, 0, false));
        says(0x3693, "turn of Black ends", plain(Operation.TURN_END, Color.BLACK, null, 0, 0, true));
        says(0x4095, "place N on f3", plain(Operation.PLACE, Color.WHITE, PieceType.KNIGHT, 21, 0, false));
        says(0x53BC, "remove k from e8", plain(Operation.REMOVE, Color.BLACK, PieceType.KING, 60, 0, false));
        says(0x61D4, "en-passant target e3 appears",
                plain(Operation.EN_PASSANT_SET, null, null, 20, 0, false));
        says(0x71D4, "en-passant target e3 goes",
                plain(Operation.EN_PASSANT_CLEAR, null, null, 20, 0, false));
        says(0x91D4, "en-passant target e3 expires",
                plain(Operation.EN_PASSANT_EXPIRE, null, null, 20, 0, false));
        says(0x8203, "castling KQ lost", new Alteration(Operation.CASTLING_LOST, null, null, 0,
                Set.of(CastlingRight.WHITE_KING_SIDE, CastlingRight.WHITE_QUEEN_SIDE), NO_DICE,
                0, 0, 0, 0, false));
        says(0xA489, "roll ppn", new Alteration(Operation.DICE_ROLLED, null, null, 0, NO_RIGHTS,
                List.of(PieceType.PAWN, PieceType.PAWN, PieceType.KNIGHT), 0, 0, 0, 0, false));
        says(0xB403, "drop b", new Alteration(
                Operation.DICE_DROPPED, null, null, 0, NO_RIGHTS, List.of(PieceType.BISHOP),
                0, 0, 0, 0, false));
        says(0xC654, "use die r", new Alteration(
                Operation.DIE_USED, null, PieceType.ROOK, 0, NO_RIGHTS, NO_DICE, 2, 2, 0, 0, false));
        says(0xEFFF, "note 2047", new Alteration(
                Operation.NOTE, null, null, 0, NO_RIGHTS, NO_DICE, 0, 0, 0, 2047, false));
    }

    @Test
    void everyBitPatternIsDescribedOrRefused() {
        int meaningful = 0;
        for (int bits = 0; bits < 0x10000; bits++) {
            Cell cell = new Cell(bits);
            try {
                cell.describe();
                assertTrue(cell.text().length() > 5);
                meaningful++;
            } catch (DiceChessException exception) {
                assertEquals("TAPE_CELL", exception.statusName());
            }
        }
        // 256 steps, turns, 2 × 12 × 64 men, 3 × 64 targets, 15 rights, 2 × 83 pools, dice, 2048 notes.
        assertTrue(meaningful >= 256 + 5 + 2 * 768 + 3 * 64 + 15 + 2 * 83 + 2048);
    }

    @Test
    void refused() {
        fails("TAPE_CELL", 0, -1, () -> new Cell(0).describe());
        fails("TAPE_CELL", 0, -1, () -> new Cell(0xFFFF).text());
        assertThrows(IllegalArgumentException.class, () -> new Cell(-1));
        assertThrows(IllegalArgumentException.class, () -> new Cell(0x10000));
    }
}
