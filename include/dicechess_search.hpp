/*
 * dicechess: searches as C++17 classes: controls, transposition tables, searches, estimates. Header only.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * As in dicechess.hpp, a class owns its handle and failures throw. What an evaluator or a progress function throws during a call leaves
 * that call as it was thrown; clocks must not throw.
 */

#ifndef DICECHESS_SEARCH_HPP
#define DICECHESS_SEARCH_HPP

#include <dicechess.hpp>

#include <chrono>
#include <functional>
#include <initializer_list>

namespace dicechess {

/** What a value says about the true value. */
enum class Bound : std::int32_t {
    none = DICECHESS_BOUND_NONE,
    exact = DICECHESS_BOUND_EXACT,
    lower = DICECHESS_BOUND_LOWER,
    upper = DICECHESS_BOUND_UPPER,
};

/** What stopped a search. */
enum class StopReason : std::int32_t {
    none = DICECHESS_STOP_NONE,
    cancelled = DICECHESS_STOP_CANCELLED,
    budget = DICECHESS_STOP_BUDGET,
    deadline = DICECHESS_STOP_DEADLINE,
    memory = DICECHESS_STOP_MEMORY,
};

/** How far one search may go, and how to stop it. Thread-safe; copies are the same control. */
class Control {
public:
    /** With a budget in units of work and a time in nanoseconds from now. */
    explicit Control(std::uint64_t budget = DICECHESS_NO_BUDGET, std::uint64_t nanoseconds = DICECHESS_NO_DEADLINE)
        : handle_(detail::get<dicechess_control *>(dicechess_control_new, budget, nanoseconds), dicechess_control_free) {}
    /** With a time from now; a negative one has passed. */
    explicit Control(std::chrono::nanoseconds time)
        : Control(DICECHESS_NO_BUDGET, time.count() < 0 ? 0 : static_cast<std::uint64_t>(time.count())) {}
    /** With the time of `std::int64_t clock() noexcept`, in nanoseconds, never going backwards, from any thread. */
    template <class Clock>
    static Control with_clock(Clock clock, std::uint64_t budget, std::uint64_t nanoseconds) {
        static_assert(noexcept(clock()), "a clock must not throw");
        auto owned = std::make_unique<Clock>(std::move(clock));
        const dicechess_clock_callback read = [](void *self) -> std::int64_t { return (*static_cast<Clock *>(self))(); };
        const dicechess_drop_callback drop = [](void *self) { delete static_cast<Clock *>(self); };
        dicechess_control *handle = detail::get<dicechess_control *>(
            dicechess_control_new_with_clock, static_cast<void *>(owned.get()), read, drop, budget, nanoseconds);
        owned.release();
        return Control(std::shared_ptr<dicechess_control>(handle, dicechess_control_free));
    }

    /** Stops the search, now or as soon as it begins. */
    void cancel() { detail::call(dicechess_control_cancel, handle()); }
    /** Whether a search would have to stop now. */
    bool is_cancelled() const { return detail::get<std::int32_t>(dicechess_control_is_cancelled, handle_.get()) != 0; }
    std::uint64_t work_used() const { return detail::get<std::uint64_t>(dicechess_control_work_used, handle_.get()); }
    StopReason stop_reason() const {
        return static_cast<StopReason>(detail::get<std::int32_t>(dicechess_control_stop_reason, handle_.get()));
    }

    dicechess_control *handle() noexcept { return handle_.get(); }

private:
    explicit Control(std::shared_ptr<dicechess_control> handle) noexcept : handle_(std::move(handle)) {}

    std::shared_ptr<dicechess_control> handle_;
};

/** Values that searches found, of one configuration. Thread-safe but for clear(). */
class TranspositionTable {
public:
    /** With a number of entries of 32 bytes, a power of two. */
    explicit TranspositionTable(std::size_t capacity = DICECHESS_TT_DEFAULT_CAPACITY)
        : handle_(detail::get<dicechess_tt *>(dicechess_tt_new, capacity)) {}
    /** With at most so many bytes, rounded down to a power of two. */
    static TranspositionTable with_bytes(std::size_t bytes) {
        return TranspositionTable(detail::get<dicechess_tt *>(dicechess_tt_new_with_bytes, bytes));
    }

    std::size_t capacity() const { return detail::get<std::size_t>(dicechess_tt_capacity, handle_.get()); }
    std::size_t bytes() const { return detail::get<std::size_t>(dicechess_tt_bytes, handle_.get()); }
    /** What is stored under a key. */
    std::optional<dicechess_tt_entry> probe(std::uint64_t key) {
        dicechess_tt_entry entry{};
        entry.struct_size = sizeof entry;
        detail::call(dicechess_tt_probe, handle(), key, &entry);
        if (entry.bound == DICECHESS_BOUND_NONE) return std::nullopt;
        return entry;
    }
    /** Sets struct_size by itself. */
    void store(dicechess_tt_entry entry) {
        entry.struct_size = sizeof entry;
        detail::call(dicechess_tt_store, handle(), const_cast<const dicechess_tt_entry *>(&entry));
    }
    /** Throws an Error with DICECHESS_ERR_BUSY while a search uses the table. */
    void clear() { detail::call(dicechess_tt_clear, handle()); }
    dicechess_telemetry telemetry() const {
        dicechess_telemetry telemetry{};
        telemetry.struct_size = sizeof telemetry;
        detail::call(dicechess_tt_telemetry, static_cast<const dicechess_tt *>(handle_.get()), &telemetry);
        return telemetry;
    }
    void reset_telemetry() { detail::call(dicechess_tt_reset_telemetry, handle()); }

    dicechess_tt *handle() noexcept { return handle_.get(); }

private:
    explicit TranspositionTable(dicechess_tt *handle) noexcept : handle_(handle) {}

    detail::Owner<dicechess_tt, dicechess_tt_free> handle_;
};

/** How far a search has come; see dicechess_search_progress. */
struct SearchProgress : dicechess_search_progress {
    /** The best turn so far. */
    Turn turn() const noexcept { return Turn(moves, length); }
};

/** What a search searches with, and how far; see dicechess_search_options, also for what 0 stands for. */
struct SearchOptions {
    std::uint32_t depth = 2;
    std::size_t candidate_limit = 8;
    std::uint32_t threads = 1;
    bool iterative = false;
    bool exact_only = false;
    bool cache = false;
    std::optional<Evaluator> evaluator = std::nullopt;
    std::optional<Evaluator> pre_rank = std::nullopt;
    std::optional<Evaluator> rescorer = std::nullopt;
    double rescorer_weight = 0;
    dicechess_utility_bounds bounds = {};
    TranspositionTable *table = nullptr;
    std::optional<Control> control = std::nullopt;
    std::function<void(const SearchProgress &)> progress = nullptr;
};

/** What a search found; see dicechess_search_report for the other members. */
struct SearchReport : dicechess_search_report {
    /** The turn to play; empty for a pass. */
    Turn turn() const noexcept { return Turn(moves, length); }
    bool is_complete() const noexcept { return complete != 0; }
    StopReason reason() const noexcept { return static_cast<StopReason>(stop_reason); }
};

/** What a search found out about one candidate; see dicechess_candidate for the other members. */
struct Candidate : dicechess_candidate {
    Turn turn() const noexcept { return Turn(moves, length); }
};

/** Finds turns. One thread at a time; a function that it calls may not use it. */
class Search {
public:
    /** With random numbers that start from this seed. */
    explicit Search(std::int64_t seed = 0)
        : handle_(detail::get<dicechess_search *>(dicechess_search_new, seed)), thrown_(std::make_shared<detail::Thrown>()) {}

    /** The turn to play in a state with its dice. */
    SearchReport best_turn(const State &state, const SearchOptions &options = {}) {
        Watcher watcher{options.progress, *thrown_};
        std::optional<Control> control = options.control;
        dicechess_search_options given{};
        given.struct_size = sizeof given;
        given.depth = options.depth;
        given.candidate_limit = options.candidate_limit;
        given.threads = options.threads;
        given.iterative = options.iterative;
        given.exact_only = options.exact_only;
        given.cache = options.cache;
        given.evaluator = handle_of(options.evaluator);
        given.pre_rank = handle_of(options.pre_rank);
        given.rescorer = handle_of(options.rescorer);
        given.rescorer_weight = options.rescorer_weight;
        given.bounds = options.bounds;
        given.tt = options.table == nullptr ? nullptr : options.table->handle();
        given.control = control ? control->handle() : nullptr;
        given.user_data = &watcher;
        given.progress = options.progress ? &Watcher::tell : nullptr;
        SearchReport report{};
        report.struct_size = sizeof(dicechess_search_report);
        rethrowing({&options.evaluator, &options.pre_rank, &options.rescorer}, [&] {
            detail::call(dicechess_search_best_turn, handle(), state.handle(),
                         static_cast<const dicechess_search_options *>(&given),
                         static_cast<dicechess_search_report *>(&report));
        });
        return report;
    }
    /** The candidates of the last search, as far as it came. */
    std::vector<Candidate> candidates() const {
        std::size_t count = 0;
        dicechess_search_candidates(handle_.get(), nullptr, 0, &count, nullptr);
        std::vector<Candidate> candidates(count);
        if (count > 0) candidates[0].struct_size = sizeof(Candidate);
        detail::call(dicechess_search_candidates, static_cast<const dicechess_search *>(handle_.get()),
                     static_cast<dicechess_candidate *>(candidates.data()), count, &count);
        return candidates;
    }
    /** The turn of a built-in player: random, greedy, cautious, aggressive, monte-carlo or expectimax. Empty: a pass. */
    Turn choose_turn(const State &state, std::string_view player, std::optional<Control> control = std::nullopt) {
        dicechess_micro_move moves[3];
        std::size_t count = 0;
        detail::call(dicechess_search_choose_turn, handle(), state.handle(), player.data(), player.size(),
                     control ? control->handle() : nullptr, moves, &count);
        return Turn(moves, count);
    }
    /** Each side's chance to win from a state on, before its dice are rolled. Sets struct_size by itself. */
    dicechess_win_estimate estimate_win(const State &state, dicechess_monte_carlo_options options = {}) {
        dicechess_win_estimate estimate{};
        estimate.struct_size = sizeof estimate;
        options.struct_size = sizeof options;
        detail::call(dicechess_search_estimate_win, handle(), state.handle(),
                     static_cast<const dicechess_monte_carlo_options *>(&options), &estimate);
        return estimate;
    }

    dicechess_search *handle() noexcept { return handle_.get(); }

    /** The exact value of a state before its dice are rolled, for `perspective`, when both sides play on for `plies` turns. */
    static double chance_node_value(const State &state, Color perspective, std::uint32_t plies,
                                    const std::optional<Evaluator> &evaluator = std::nullopt,
                                    const dicechess_utility_bounds *bounds = nullptr,
                                    std::optional<Control> control = std::nullopt) {
        double value = 0;
        detail::call_evaluating(evaluator ? evaluator->thrown_ : nullptr, dicechess_chance_node_value, state.handle(),
                                static_cast<dicechess_color>(perspective), plies, handle_of(evaluator), bounds,
                                control ? control->handle() : nullptr, &value);
        return value;
    }

private:
    /** A progress function, as user data of the C callback. */
    struct Watcher {
        const std::function<void(const SearchProgress &)> &progress;
        detail::Thrown &thrown;

        static std::int32_t tell(void *self, const dicechess_search_progress *known) noexcept {
            const Watcher &watcher = *static_cast<Watcher *>(self);
            try {
                watcher.progress(SearchProgress{*known});
                return 0;
            } catch (...) {
                return watcher.thrown.keep();
            }
        }
    };

    static const dicechess_evaluator *handle_of(const std::optional<Evaluator> &evaluator) noexcept {
        return evaluator ? evaluator->handle() : nullptr;
    }

    /** Makes a call; what the progress function or one of the evaluators has thrown is thrown again. */
    template <class Call>
    void rethrowing(std::initializer_list<const std::optional<Evaluator> *> evaluators, Call call) {
        try {
            call();
        } catch (const Error &error) {
            if (error.status() != DICECHESS_ERR_CALLBACK) throw;
            thrown_->rethrow(error.detail());
            for (const std::optional<Evaluator> *evaluator : evaluators) {
                if (*evaluator && (*evaluator)->thrown_) (*evaluator)->thrown_->rethrow(error.detail());
            }
            throw;
        }
    }

    detail::Owner<dicechess_search, dicechess_search_free> handle_;
    std::shared_ptr<detail::Thrown> thrown_;
};

/** The time to spend on one turn. Sets struct_size by itself. */
inline std::chrono::nanoseconds time_for_turn(dicechess_game_clock clock) {
    clock.struct_size = sizeof clock;
    const auto nanoseconds =
        detail::get<std::uint64_t>(dicechess_time_for_turn, static_cast<const dicechess_game_clock *>(&clock));
    return std::chrono::nanoseconds(static_cast<std::chrono::nanoseconds::rep>(nanoseconds));
}

} // namespace dicechess

#endif /* DICECHESS_SEARCH_HPP */
