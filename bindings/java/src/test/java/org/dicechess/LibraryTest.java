package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The library is there, is the right one, and is called the way that was asked for. */
class LibraryTest {
    @Test
    void versionsAreThoseOfTheHeader() {
        assertEquals("0.1.0", Library.version());
        assertEquals(100, Library.versionNumber());
        assertEquals(1, Library.abiVersion());
    }

    @Test
    void theBackEndIsTheOneAskedFor() {
        assertEquals(System.getProperty("dicechess.backend"), Library.backend());
    }
}
