package consumer;

import org.dicechess.GameState;
import org.dicechess.Library;

/** A program outside the module {@code org.dicechess}. Says what it sees of it. */
final class ModuleUser {
    private ModuleUser() {
    }

    public static void main(String[] arguments) {
        System.out.println(Library.class.getModule().getName());
        System.out.println(Library.class.getModule().isExported("org.dicechess.internal"));
        try (GameState state = GameState.initial()) {
            System.out.println(state.dfen());
        }
    }
}
