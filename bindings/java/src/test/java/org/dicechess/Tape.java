package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.function.Executable;

/** What the tests of positions, stores and streams share. */
final class Tape {
    /** The turn of the specification's golden vector. Cells and identifiers are worked out there. */
    static final String GOLDEN_TEXT = "PPN e2e4 e4e5 g1f3\n";
    static final int[] GOLDEN = {
        0x2680, 0xA489, 0x1780, 0xC611, 0x504C, 0x405C, 0x61D4, 0x1780, 0xC609, 0x505C, 0x4064, 0x71D4,
        0x1700, 0xC60A, 0x5086, 0x4095, 0x3690,
    };
    static final long GOLDEN_ROOT = 0xD34B832937079D34L;
    static final long GOLDEN_ID = 0xB2C1ABDF8A4B73DDL;
    static final String GOLDEN_END = "rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1";
    static final String GOLDEN_KEYFRAME = "24533642" + "11111111" + "0".repeat(32) + "99999999" + "acdbbeca"
            + "0".repeat(16) + "01000000" + "1e000000";
    static final String GOLDEN_STREAM = "894443540d0a1a0a010000001a4924c0"
            + "010e110024000000349d073729834bd3dd734b8adfabc1b2"
            + "802689a4801711c64c505c40d461801709c65c506440d47100170ac6865095409036" + "0000bb5cb622";

    private Tape() {
    }

    static List<Cell> goldenCells() {
        return Arrays.stream(GOLDEN).mapToObj(Cell::new).toList();
    }

    static MicroMove move(int origin, int destination, int flag) {
        return new MicroMove(destination | origin << 6 | flag << 12);
    }

    static String dfen(Position position) {
        try (GameState state = position.state()) {
            return state.dfen();
        }
    }

    /** Both sides' knights go out and back, some times. */
    static void shuffle(Position position, int times) {
        position.playText("g1f3\ng8f6\nf3g1\nf6g8\n".repeat(times));
    }

    /** The call fails with a status, and where. */
    static DiceChessException fails(String status, Executable call) {
        DiceChessException exception = assertThrows(DiceChessException.class, call);
        assertEquals(status, exception.statusName(), exception.getMessage());
        return exception;
    }

    static void fails(String status, int field, long offset, Executable call) {
        DiceChessException exception = fails(status, call);
        assertEquals(field, exception.field(), exception.getMessage());
        assertEquals(offset, exception.offset(), exception.getMessage());
    }

    /** The numbers of the C example record_game: xorshift. */
    static LongSupplier xorshift(long start) {
        long[] seed = {start};
        return () -> {
            seed[0] ^= seed[0] << 13;
            seed[0] ^= seed[0] >>> 7;
            seed[0] ^= seed[0] << 17;
            return seed[0] >>> 11;
        };
    }
}
