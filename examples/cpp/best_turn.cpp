/*
 * The best turn of positions with dice, from a file with one DFEN a line or from standard input, by an evaluator of one's own.
 *
 *   c++ -std=c++17 best_turn.cpp $(pkg-config --cflags --libs dicechess) -o best_turn
 *   ./best_turn [-d DEPTH] [-t MILLISECONDS] positions.dfen
 *
 * Looks DEPTH turns ahead, 2 by default; with a time limit for each position it goes on as deep as the time allows, up to DEPTH if that
 * is given. A cache spares repeated evaluations; one table serves all positions. On a terminal a line shows how far the search is.
 * A bad line is reported on standard error; the rest is still read, and the exit code is then 1.
 */
#include <dicechess_search.hpp>

#include <bitset>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <unistd.h>

using std::chrono::milliseconds;

static std::int32_t count(std::uint64_t board) { return static_cast<std::int32_t>(std::bitset<64>(board).count()); }

/*
 * Material, and on top of it 10 for each man on the sixteen squares in the middle of the board (c3 to f6) and 40 for each pawn that is
 * at most two steps from promotion; the other side's count against it.
 */
static std::int32_t evaluate(const dicechess_snapshot &state, dicechess::Color perspective) {
    const std::uint64_t middle = 0x00003C3C3C3C0000, white_advanced = 0x00FFFF0000000000, black_advanced = 0x0000000000FFFF00;
    const auto bonus = [&](int color, std::uint64_t advanced) {
        const std::uint64_t men = state.by_color[color];
        return 10 * count(men & middle) + 40 * count(men & state.by_type[0] & advanced);
    };
    const std::int32_t white = state.material + bonus(0, white_advanced) - bonus(1, black_advanced);
    return perspective == dicechess::Color::white ? white : -white;
}

/* Overwrites one line of the terminal. */
static void show_progress(const dicechess::SearchProgress &progress) {
    std::cerr << "\rdepth " << progress.depth << ": " << progress.candidates_done << " of " << progress.candidates
              << " candidates, best value " << std::fixed << std::setprecision(1) << progress.value << ", work "
              << progress.work << "   ";
}

static void print(const dicechess::State &state, const dicechess::SearchReport &report) {
    const dicechess::Turn turn = report.turn();
    std::cout << state.dfen() << "\n  best turn  " << (turn.size() == 0 ? "pass" : turn.uci()) << "\n  score      ";
    if (report.score == DICECHESS_TERMINAL_WIN_SCORE) {
        std::cout << "takes the king";
    } else {
        std::cout << report.score
                  << (report.bound == DICECHESS_BOUND_EXACT || turn.size() == 0 ? "" : " before the search");
    }
    std::cout << "\n  search     depth " << report.depth << ", work " << report.work << ", " << report.candidates_selected
              << " of " << report.legal_turns << " turns, " << (report.is_complete() ? "complete" : "stopped")
              << "\n  speed      " << std::fixed << std::setprecision(0) << report.nodes_per_second << " nodes/s"
              << "\n  risk       " << std::setprecision(1) << 100 * report.loss_risk
              << " % to lose the king to the next roll, " << 100 * report.win_chance
              << " % to take one with the roll after it\n\n";
}

int main(int argument_count, char **arguments) {
    dicechess::SearchOptions options;
    std::optional<milliseconds> limit;
    std::optional<std::uint32_t> depth;
    for (int option; (option = getopt(argument_count, arguments, "d:t:")) != -1;) {
        const long number = optarg == nullptr ? 0 : std::atol(optarg);
        if (number <= 0 || number > 1000000000) {
            std::cerr << "usage: " << arguments[0] << " [-d DEPTH] [-t MILLISECONDS] [FILE]\n";
            return 2;
        }
        if (option == 'd') depth = static_cast<std::uint32_t>(number);
        if (option == 't') limit = milliseconds(number);
    }
    std::ifstream file;
    if (optind < argument_count) {
        file.open(arguments[optind], std::ios::binary);
        if (!file) {
            std::cerr << arguments[optind] << ": cannot be read\n";
            return 2;
        }
    }
    std::istream &input = optind < argument_count ? file : std::cin;

    dicechess::Search search;
    dicechess::TranspositionTable table;
    options.evaluator =
        dicechess::Evaluator::of(evaluate, DICECHESS_EVALUATOR_IGNORES_CLOCKS | DICECHESS_EVALUATOR_THREAD_SAFE);
    options.table = &table;
    options.cache = true;
    options.iterative = limit.has_value();
    options.depth = depth.value_or(limit ? DICECHESS_SEARCH_MAX_DEPTH : 2);
    const bool terminal = isatty(STDERR_FILENO);
    if (terminal) options.progress = show_progress;

    bool all_good = true;
    std::string line;
    for (std::size_t number = 1; std::getline(input, line); number++) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty()) continue;
        try {
            const dicechess::State state(line);
            // A control serves one search.
            options.control = limit ? dicechess::Control(*limit) : dicechess::Control();
            const dicechess::SearchReport report = search.best_turn(state, options);
            if (terminal) std::cerr << '\r' << std::string(79, ' ') << '\r';
            print(state, report);
        } catch (const dicechess::Error &error) {
            std::cerr << "line " << number << ": " << dicechess_status_name(error.status()) << ": " << error.what() << '\n';
            all_good = false;
        }
    }
    return all_good ? 0 : 1;
}
