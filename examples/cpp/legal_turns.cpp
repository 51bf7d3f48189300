/*
 * Legal turns of positions, from a file with one DFEN a line or from standard input.
 *
 *   c++ -std=c++17 legal_turns.cpp $(pkg-config --cflags --libs dicechess) -o legal_turns
 *   ./legal_turns positions.dfen
 *
 * For each position: the board, every legal turn in UCI, the number of distinct final positions, the key. A bad line is reported on
 * standard error with field, offset and reason; the rest is still read, and the exit code is then 1.
 */
#include <dicechess.hpp>

#include <fstream>
#include <iomanip>
#include <iostream>

static void draw(const dicechess::State &state) {
    std::cout << state.dfen() << '\n';
    for (int rank = 7; rank >= 0; rank--) {
        std::cout << "  " << rank + 1 << ' ';
        for (int file = 0; file < 8; file++) {
            const auto piece = state.piece_at(static_cast<dicechess::Square>(rank * 8 + file));
            char letter = '.';
            if (piece) {
                const char *letters = piece->color == dicechess::Color::white ? "PNBRQK" : "pnbrqk";
                letter = letters[static_cast<int>(piece->type) - 1];
            }
            std::cout << ' ' << letter;
        }
        std::cout << '\n';
    }
    std::cout << "     a b c d e f g h\n";
}

static void list(const dicechess::State &state, dicechess::Turns &turns) {
    turns.generate_distinct(state);
    const std::size_t finals = turns.size();
    turns.generate(state);
    const std::size_t king_captures = turns.king_captures();
    std::size_t count = 0;
    for (const dicechess::Turn &turn : turns.list()) {
        std::cout << turn.uci() << (count++ < king_captures ? " takes the king\n" : "\n");
    }
    std::cout << count << " legal turns, " << king_captures << " take a king; " << finals
              << " distinct final positions; key 0x" << std::hex << std::setw(16) << std::setfill('0') << state.key()
              << std::dec << "\n\n";
}

int main(int count, char **arguments) {
    std::ifstream file;
    if (count > 1) {
        file.open(arguments[1], std::ios::binary);
        if (!file) {
            std::cerr << arguments[1] << ": cannot be read\n";
            return 2;
        }
    }
    std::istream &input = count > 1 ? file : std::cin;
    bool all_good = true;
    dicechess::Turns turns;
    std::string line;
    for (std::size_t number = 1; std::getline(input, line); number++) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty()) continue;
        try {
            const dicechess::State state(line);
            draw(state);
            list(state, turns);
        } catch (const dicechess::Error &error) {
            std::cerr << "line " << number << ": " << dicechess_status_name(error.status()) << ", field "
                      << error.field() << ", offset " << error.offset() << ": " << error.what() << '\n';
            all_good = false;
        }
    }
    return all_good ? 0 : 1;
}
