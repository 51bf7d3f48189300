/** Dice chess: positions, legal turns, evaluation and search. */
package org.dicechess;
