// The C++ classes for searches: values, callbacks, exceptions on their way through the library.
#include <dicechess_search.hpp>

#include "check.hpp"

#include <thread>

using namespace dicechess;

static const State bishop("7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK");

static void searches() {
    Search search;
    SearchReport report = search.best_turn(bishop);
    CHECK(report.turn().uci() == "e1d1" && report.score == -207 && report.is_complete());
    CHECK(report.reason() == StopReason::none && report.cutoffs == 3);
    const auto candidates = search.candidates();
    CHECK(candidates.size() == 4 && candidates[0].turn().uci() == "e1d1" && candidates[0].value == report.value);

    TranspositionTable table(1 << 12);
    SearchOptions options;
    options.table = &table;
    options.evaluator = Evaluator::of(
        [](const dicechess_snapshot &state, Color color) { return color == Color::white ? state.material : -state.material; },
        DICECHESS_EVALUATOR_IGNORES_CLOCKS | DICECHESS_EVALUATOR_THREAD_SAFE);
    options.cache = true;
    std::size_t told = 0;
    options.progress = [&told](const SearchProgress &progress) { told += progress.turn().size() == 1; };
    report = search.best_turn(bishop, options);
    CHECK(report.turn().uci() == "e1d1" && report.score == -207 && told == 4);
    report = search.best_turn(bishop, options);
    CHECK(report.table_hits == 1 && table.telemetry().hits > 0);
    options.threads = 2;
    CHECK(search.best_turn(bishop, options).score == -207);
    options.rescorer = Evaluator::standard();
    options.rescorer_weight = 0.5;
    CHECK(throws([&] { search.best_turn(bishop, options); }, DICECHESS_ERR_UNSUPPORTED, 2, offsetof(dicechess_search_options, tt)));
    table.clear();
    search.best_turn(bishop, options);
    CHECK(search.candidates()[0].is_rescored);
    options.depth = 9;
    CHECK(throws([&] { search.best_turn(bishop, options); }, DICECHESS_ERR_RANGE, 2, 4));
    CHECK(search.candidates().empty());
}

static void tables() {
    auto table = TranspositionTable::with_bytes(1000);
    CHECK(table.capacity() == 16 && table.bytes() == 512 && !table.probe(0));
    dicechess_tt_entry entry{};
    entry.key = 3;
    entry.value = -0.5;
    entry.bound = DICECHESS_BOUND_UPPER;
    table.store(entry);
    CHECK(table.probe(3) && table.probe(3)->value == -0.5 && table.telemetry().stores == 1);
    table.reset_telemetry();
    CHECK(table.telemetry().stores == 0);
    CHECK(throws([] { TranspositionTable(3); }, DICECHESS_ERR_RANGE, 0, -1));
}

static void controls() {
    Search search;
    SearchOptions options;
    options.control = Control(0);
    SearchReport report = search.best_turn(bishop, options);
    CHECK(!report.is_complete() && report.reason() == StopReason::budget && report.length == 1);
    CHECK(options.control->work_used() == 0 && options.control->stop_reason() == StopReason::budget);
    options.control = Control(std::chrono::hours(1));
    CHECK(search.best_turn(bishop, options).is_complete() && !options.control->is_cancelled());
    std::int64_t now = 5;
    Control control = Control::with_clock([&now]() noexcept { return now; }, DICECHESS_NO_BUDGET, 10);
    CHECK(!control.is_cancelled());
    now = 15;
    CHECK(control.is_cancelled() && control.stop_reason() == StopReason::deadline);

    // Another thread cancels a search that would take for ever.
    std::atomic<bool> started{false};
    options.evaluator = Evaluator::of([&started](const dicechess_snapshot &, Color) {
        started = true;
        return 0;
    });
    options.control = Control();
    options.depth = 8;
    std::thread other([&started, control = *options.control]() mutable {
        while (!started) std::this_thread::yield();
        control.cancel();
    });
    report = search.best_turn(State("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB"), options);
    other.join();
    CHECK(report.reason() == StopReason::cancelled && report.length == 3);
}

// What is thrown during a search leaves it as it is, from any of its callbacks and threads.
static void exceptions() {
    Search search;
    const auto throwing = [](int number, int at) {
        auto calls = std::make_shared<std::atomic<int>>(0);
        return Evaluator::of(
            [=](const dicechess_snapshot &state, Color color) -> std::int32_t {
                if (++*calls == at) throw Refusal{number};
                return color == Color::white ? state.material : -state.material;
            },
            DICECHESS_EVALUATOR_THREAD_SAFE);
    };
    for (const int at : {1, 2, 50, 200}) {
        SearchOptions options;
        options.evaluator = throwing(at, at);
        options.threads = static_cast<std::uint32_t>(at % 2 + 1);
        CHECK(refusal([&] { search.best_turn(bishop, options); }) == at);
        CHECK(search.best_turn(bishop, options).score == -207);
    }
    SearchOptions options;
    options.evaluator = throwing(1, 1000000);
    options.pre_rank = throwing(2, 3);
    CHECK(refusal([&] { search.best_turn(bishop, options); }) == 2);
    options.pre_rank.reset();
    options.rescorer = throwing(3, 1);
    options.rescorer_weight = 0.5;
    CHECK(refusal([&] { search.best_turn(bishop, options); }) == 3);
    options.rescorer.reset();
    options.rescorer_weight = 0;
    options.progress = [](const SearchProgress &progress) {
        if (progress.candidates_done == 2) throw Refusal{4};
    };
    CHECK(refusal([&] { search.best_turn(bishop, options); }) == 4);
    // The search cannot be used by what it calls.
    options.progress = [&search](const SearchProgress &) { search.best_turn(bishop); };
    CHECK(throws([&] { search.best_turn(bishop, options); }, DICECHESS_ERR_BUSY, 0, -1));
    CHECK(refusal([&] { Search::chance_node_value(bishop, Color::white, 1, throwing(5, 7)); }) == 5);
}

static void estimates() {
    Search search(42);
    dicechess_monte_carlo_options options{};
    options.rollouts = 50;
    options.max_plies = 40;
    CHECK(search.estimate_win(State("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), options).white_win == 0.8880354194669499);
    CHECK(search.choose_turn(State("k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR"), "greedy").uci() == "a1a8");
    CHECK(throws([&] { search.choose_turn(bishop, "nobody"); }, DICECHESS_ERR_RANGE, 2, -1));
    const State pawns("4k3/8/8/8/8/8/P6P/4K3 b - - 0 1");
    CHECK(Search::chance_node_value(pawns, Color::white, 1) == 199.99999999999983);
    CHECK(throws([&] { Search::chance_node_value(pawns, Color::white, 1, std::nullopt, nullptr, Control(3)); },
                 DICECHESS_ERR_BUDGET, -1, -1));
    dicechess_game_clock clock{};
    clock.remaining = 60050000000;
    CHECK(time_for_turn(clock) == std::chrono::seconds(2));
}

int main() {
    searches();
    tables();
    controls();
    exceptions();
    estimates();
    return 0;
}
