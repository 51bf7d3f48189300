/*
 * dicechess: exact, fast engine core for dice chess.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Plain C99, and C++11 or later. Generated from the Rust sources: edit those, then run `make header`.
 * The conventions that every function follows (statuses, error record, text, ownership, threads)
 * are in docs/abi.md.
 */

#ifndef DICECHESS_H
#define DICECHESS_H

#include <stddef.h>
#include <stdint.h>

#endif  /* DICECHESS_H */
