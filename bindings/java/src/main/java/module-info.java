/** Dice chess: positions, legal turns, evaluation and search. */
module org.dicechess {
    exports org.dicechess;
}
