// Evaluators made of lambdas, the cache around them, and exceptions on their way through the library.
#include "check.hpp"

using namespace dicechess;

static const char *const f8 = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP";

static void lambdas() {
    const State state(f8);
    int calls = 0;
    const auto by_number = [&calls](const dicechess_snapshot &snapshot, Color perspective) {
        calls++;
        return snapshot.full_move_number * (perspective == Color::white ? 10 : -10);
    };
    const Evaluator evaluator = Evaluator::of(by_number);
    CHECK(evaluator.evaluate(state, Color::white) == 10 && evaluator.evaluate(state, Color::black) == -10 && calls == 2);
    const Evaluator copy = evaluator;
    CHECK(copy.evaluate(std::vector<State>(3, state), Color::white) == std::vector<std::int32_t>(3, 10) && calls == 5);

    const Turns turns(state);
    EvaluationCache cache(evaluator);
    calls = 0;
    CHECK(cache.scores(turns) == evaluator.scores(turns) && calls == 12 + 8);
    CHECK(cache.evaluator_calls() == 8 && cache.hits() == 4 && cache.entry_count() == 8 && cache.bytes_used() >= 64 * (4 + 8));
    CHECK(cache.score(state, turns[3]) == evaluator.score(state, turns[3]) && cache.hits() == 5);

    CHECK(Evaluator::material().evaluate(state, Color::black) == -200);
    CHECK(Evaluator::standard().evaluate(state, Color::white) == 200);
    CHECK(Evaluator::aggressive().evaluate(State("k7/4P3/8/8/8/8/8/4K3 w - - 0 1"), Color::white) == 175);
    CHECK(king_capture_probability(State("k7/8/8/8/8/8/8/R6K w - - 0 1"), Color::black) >= 91.0 / 216.0);
}

static void batches() {
    std::size_t largest = 0;
    const Evaluator evaluator = Evaluator::of_batches(
        [&largest](const dicechess_snapshot *states, std::size_t count, Color, std::int32_t *scores) {
            largest = count > largest ? count : largest;
            for (std::size_t i = 0; i < count; i++) scores[i] = states[i].half_move_clock;
        },
        true);
    const State state("4k3/8/8/8/8/8/8/4K3 w - - 9 1");
    CHECK(evaluator.evaluate(std::vector<State>(100, state), Color::white) == std::vector<std::int32_t>(100, 9));
    CHECK(largest == 100);
    EvaluationCache cache(evaluator);
    CHECK(cache.evaluate(std::vector<State>(5, state), Color::white) == std::vector<std::int32_t>(5, 9));
    CHECK(cache.evaluator_calls() == 1 && cache.hits() == 4);
}

static void exceptions() {
    const State state(f8);
    int throws = 3;
    const Evaluator evaluator = Evaluator::of([&throws](const dicechess_snapshot &, Color) -> std::int32_t {
        if (throws != 0) throw Refusal{throws};
        return 8;
    });
    CHECK(refusal([&] { evaluator.evaluate(state, Color::white); }) == 3);
    EvaluationCache cache(evaluator);
    CHECK(refusal([&] { cache.evaluate(state, Color::white); }) == 3);
    throws = 4;
    CHECK(refusal([&] { cache.evaluate(std::vector<State>(2, state), Color::white); }) == 4);
    CHECK(refusal([&] { cache.scores(Turns(state)); }) == 4);
    CHECK(refusal([&] { evaluator.scores(Turns(state)); }) == 4);
    CHECK(refusal([&] { evaluator.score(state, Turns(state)[0]); }) == 4);
    CHECK(cache.entry_count() == 0);
    throws = 0;
    CHECK(cache.evaluate(state, Color::white) == 8 && cache.entry_count() == 1);

    // Through two levels: the inner exception reaches the outer evaluator, which may let it pass or handle it.
    EvaluationCache *inside = nullptr;
    bool handles = false;
    const Evaluator outer = Evaluator::of([&](const dicechess_snapshot &snapshot, Color perspective) -> std::int32_t {
        if (snapshot.full_move_number == 1) throw Refusal{5};
        dicechess_snapshot first = snapshot;
        first.full_move_number = 1;
        try {
            return inside->evaluate(State(first), perspective);
        } catch (const Refusal &) {
            if (!handles) throw;
            return 77;
        }
    });
    EvaluationCache nested(outer);
    inside = &nested;
    const State second("4k3/8/8/8/8/8/P6P/4K3 w - - 0 2");
    CHECK(refusal([&] { nested.evaluate(second, Color::black); }) == 5);
    handles = true;
    CHECK(nested.evaluate(second, Color::black) == 77 && nested.entry_count() == 1);
}

// A recursion ends with the error of the call that is too deep, which arrives at the outermost one.
static void recursion() {
    const State state(f8);
    const Evaluator *itself = nullptr;
    int calls = 0;
    const Evaluator evaluator = Evaluator::of([&](const dicechess_snapshot &, Color perspective) -> std::int32_t {
        calls++;
        return itself->evaluate(state, perspective);
    });
    itself = &evaluator;
    std::int32_t status = 0;
    try {
        evaluator.evaluate(state, Color::white);
    } catch (const Error &error) {
        status = error.status();
    }
    CHECK(status == DICECHESS_ERR_LIMIT && calls == 257);
}

// Evaluators that destroy who asks them, and turns that are none.
static void hostile() {
    const State state(f8);
    std::optional<Evaluator> evaluator;
    evaluator = Evaluator::of([&evaluator](const dicechess_snapshot &, Color) -> std::int32_t {
        evaluator.reset();
        throw Refusal{9};
    });
    CHECK(refusal([&] { evaluator->evaluate(state, Color::white); }) == 9 && !evaluator);

    evaluator = Evaluator::of([&evaluator](const dicechess_snapshot &, Color) -> std::int32_t {
        evaluator.reset();
        throw 17;
    });
    int thrown = 0;
    try {
        evaluator->scores(Turns(state));
    } catch (int number) {
        thrown = number;
    }
    CHECK(thrown == 17);

    // A state that was moved from is no state.
    const Evaluator material = Evaluator::material();
    std::vector<State> states(3, state);
    const State taken = std::move(states[1]);
    bool refused = false;
    try {
        material.evaluate(states, Color::white);
    } catch (const Error &error) {
        refused = error.status() == DICECHESS_ERR_NULL && error.offset() == 1;
    }
    CHECK(refused);
    const dicechess_micro_move moves[4] = {};
    refused = false;
    try {
        Turn(moves, 4);
    } catch (const std::out_of_range &) {
        refused = true;
    }
    CHECK(refused);
}

int main() {
    hostile();
    lambdas();
    batches();
    exceptions();
    recursion();
    return 0;
}
