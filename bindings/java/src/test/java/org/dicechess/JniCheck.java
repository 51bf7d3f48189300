package org.dicechess;

/** Calls every kind of function in C a few times, for {@code -Xcheck:jni} to look on. */
final class JniCheck {
    private JniCheck() {
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 100; round++) {
            try (GameState state = GameState.parse(Data.MIDDLE_GAME);
                    GameState end = GameState.of(state.snapshot());
                    Turns turns = new Turns();
                    Rolls rolls = new Rolls()) {
                turns.generate(state);
                turns.fill(new short[3 * turns.size()], new byte[turns.size()], new long[turns.size()]);
                turns.finalState(0, end);
                end.firstMoves();
                end.equals(state);
                end.pieceAt(0);
                rolls.expand(state);
                rolls.outcomes();
                Risk.of(state, Color.WHITE);
                try {
                    GameState.parse("no position");
                } catch (DiceChessException expected) {
                    expected.statusName();
                }
            }
        }
        System.out.println("checked");
    }
}
