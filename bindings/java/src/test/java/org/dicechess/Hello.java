package org.dicechess;

/** Says what library it has got. */
final class Hello {
    private Hello() {
    }

    public static void main(String[] arguments) {
        System.out.print(Library.version() + " " + Library.backend() + "\n");
    }
}
