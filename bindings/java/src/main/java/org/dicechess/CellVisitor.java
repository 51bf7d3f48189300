package org.dicechess;

/** Is shown the cells of a position, see {@link Position#run}. */
@FunctionalInterface
public interface CellVisitor {
    /**
     * Gets one cell.
     *
     * @param address its address
     * @param cell what is recorded there
     */
    void visit(long address, Cell cell);
}
