/*
 * dicechess: C++17 classes over dicechess.h. Header only.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * Each class owns one handle: it frees it, and copies and moves as a value does. A moved-from object may only be assigned to or
 * destroyed; any other use throws. What fails in C throws an Error here, and then nothing has changed. Threads: const
 * member functions may overlap, others must be alone, as dicechess.h says of thread-compatible handles.
 */

#ifndef DICECHESS_HPP
#define DICECHESS_HPP

#include <dicechess.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dicechess {

/** Why a call failed; see dicechess_error. what() is the message. */
class Error : public std::runtime_error {
public:
    explicit Error(const dicechess_error &error)
        : std::runtime_error(error.message), status_(error.code), field_(error.field), detail_(error.detail),
          offset_(error.offset) {}

    /** One of the DICECHESS_ERR_ numbers. */
    dicechess_status status() const noexcept { return status_; }
    /** The offending DFEN field, micro-move or parameter, from 0; -1: none. */
    std::int32_t field() const noexcept { return field_; }
    /** DICECHESS_FAULT_ bits with DICECHESS_ERR_POSITION, a callback's number with DICECHESS_ERR_CALLBACK. */
    std::int32_t detail() const noexcept { return detail_; }
    /** The offending byte or index; -1: none. */
    std::int64_t offset() const noexcept { return offset_; }

private:
    dicechess_status status_;
    std::int32_t field_, detail_;
    std::int64_t offset_;
};

namespace detail {

/** Calls a function of the C interface with an error record and throws what the record says. */
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
    dicechess_error error{};
    error.struct_size = sizeof error;
    if (function(arguments..., &error) != DICECHESS_OK) throw Error(error);
}

/** What a function of the C interface writes into its last output. */
template <class Value, class Function, class... Arguments>
Value get(Function function, Arguments... arguments) {
    Value value{};
    call(function, arguments..., &value);
    return value;
}

/** The text that a function of the C interface writes; `maximum` bytes hold any. */
template <std::size_t maximum, class Function, class... Arguments>
std::string text(Function function, Arguments... arguments) {
    char buffer[maximum];
    std::size_t required = 0;
    call(function, arguments..., buffer, maximum, &required);
    return std::string(buffer, required - 1);
}

/** Frees a handle. */
template <class Handle, void (*function)(Handle *)>
struct Free {
    void operator()(Handle *handle) const noexcept { function(handle); }
};

template <class Handle, void (*function)(Handle *)>
using Owner = std::unique_ptr<Handle, Free<Handle, function>>;

} // namespace detail

/** A side. */
enum class Color : std::int32_t { white = DICECHESS_WHITE, black = DICECHESS_BLACK };

/** A type of man and the face of a die that pays for moving it. */
enum class PieceType : std::int32_t {
    pawn = DICECHESS_PAWN,
    knight = DICECHESS_KNIGHT,
    bishop = DICECHESS_BISHOP,
    rook = DICECHESS_ROOK,
    queen = DICECHESS_QUEEN,
    king = DICECHESS_KING,
};

/** A man of one side. */
struct Piece {
    Color color;
    PieceType type;

    friend bool operator==(Piece a, Piece b) noexcept { return a.color == b.color && a.type == b.type; }
    friend bool operator!=(Piece a, Piece b) noexcept { return !(a == b); }
};

/** A square, 0 (a1) to 63 (h8). */
using Square = dicechess_square;

/** One man's move, in 16 bits. */
class MicroMove {
public:
    constexpr MicroMove() noexcept = default;
    constexpr explicit MicroMove(dicechess_micro_move bits) noexcept : bits_(bits) {}

    constexpr dicechess_micro_move bits() const noexcept { return bits_; }
    Square origin() const noexcept { return dicechess_micro_move_origin(bits_); }
    Square destination() const noexcept { return dicechess_micro_move_destination(bits_); }
    /** The flag of the packed form, 0 to 15. */
    std::uint8_t flag() const noexcept { return dicechess_micro_move_flag(bits_); }
    bool is_capture() const noexcept { return (flag() & 4) != 0; }
    std::optional<PieceType> promotion() const noexcept {
        const dicechess_piece_type type = dicechess_micro_move_promotion(bits_);
        return type == 0 ? std::nullopt : std::optional<PieceType>(static_cast<PieceType>(type));
    }
    std::string uci() const { return detail::text<DICECHESS_MICRO_MOVE_MAX>(dicechess_micro_move_to_uci, bits_); }

    friend constexpr bool operator==(MicroMove a, MicroMove b) noexcept { return a.bits_ == b.bits_; }
    friend constexpr bool operator!=(MicroMove a, MicroMove b) noexcept { return a.bits_ != b.bits_; }

private:
    dicechess_micro_move bits_ = 0;
};

/** The micro-moves of one turn. */
class Turn {
public:
    /** Of at most three; more throw std::out_of_range. */
    Turn(const dicechess_micro_move *moves, std::size_t length) : length_(length) {
        for (std::size_t i = 0; i < length; i++) moves_.at(i) = MicroMove(moves[i]);
    }

    std::size_t size() const noexcept { return length_; }
    const MicroMove *begin() const noexcept { return moves_.data(); }
    const MicroMove *end() const noexcept { return moves_.data() + length_; }
    MicroMove operator[](std::size_t index) const { return moves_.at(index); }
    /** UCI texts joined by spaces. */
    std::string uci() const {
        std::string text;
        for (const MicroMove micro_move : *this) text += (text.empty() ? "" : " ") + micro_move.uci();
        return text;
    }

private:
    std::array<MicroMove, 3> moves_{};
    std::size_t length_;
};

/** A position with side to move, castling rights, en-passant targets, dice and clocks. */
class State {
public:
    /** The initial position without dice. */
    State() : State(detail::get<dicechess_state *>(dicechess_state_new)) {}
    /** Reads a DFEN; the position need not be sensible. */
    explicit State(std::string_view dfen)
        : State(detail::get<dicechess_state *>(dicechess_state_from_dfen, dfen.data(), dfen.size())) {}
    explicit State(const dicechess_snapshot &snapshot)
        : State(detail::get<dicechess_state *>(dicechess_state_from_snapshot, &snapshot)) {}
    /** Reads a DFEN and refuses a position with faults. */
    static State strict(std::string_view dfen) {
        return State(detail::get<dicechess_state *>(dicechess_state_from_dfen_strict, dfen.data(), dfen.size()));
    }

    State(const State &other) : State(detail::get<dicechess_state *>(dicechess_state_clone, other.handle())) {}
    State(State &&) noexcept = default;
    State &operator=(State &&) noexcept = default;
    State &operator=(const State &other) {
        if (handle_) {
            detail::call(dicechess_state_assign, handle(), other.handle());
        } else {
            *this = State(other);
        }
        return *this;
    }
    ~State() = default;

    std::string dfen() const { return detail::text<DICECHESS_DFEN_MAX>(dicechess_state_to_dfen, handle()); }
    std::string normalised_dfen() const {
        return detail::text<DICECHESS_DFEN_MAX>(dicechess_state_to_normalised_dfen, handle());
    }
    dicechess_snapshot snapshot() const {
        dicechess_snapshot snapshot{};
        snapshot.struct_size = sizeof snapshot;
        detail::call(dicechess_state_to_snapshot, handle(), &snapshot);
        return snapshot;
    }

    std::uint64_t key() const { return detail::get<std::uint64_t>(dicechess_state_key, handle()); }
    Color side_to_move() const {
        return static_cast<Color>(detail::get<dicechess_color>(dicechess_state_side_to_move, handle()));
    }
    std::optional<Piece> piece_at(Square square) const {
        const auto code = detail::get<std::uint8_t>(dicechess_state_piece_at, handle(), square);
        if (code == 0) return std::nullopt;
        return Piece{static_cast<Color>(code >> 3), static_cast<PieceType>(code & 7)};
    }
    /** Bitboard of one side's men of one type. */
    std::uint64_t men(Color color, PieceType type) const {
        return detail::get<std::uint64_t>(dicechess_state_men, handle(), number(color), number(type));
    }
    /** DICECHESS_CASTLE_ bits. */
    std::int32_t castling_rights() const {
        return detail::get<std::int32_t>(dicechess_state_castling_rights, handle());
    }
    /** Bitboard of the en-passant targets. */
    std::uint64_t en_passant() const { return detail::get<std::uint64_t>(dicechess_state_en_passant, handle()); }
    /** The dice still to be spent, ascending. */
    std::vector<PieceType> dice() const {
        std::uint8_t faces[3];
        detail::call(dicechess_state_dice, handle(), faces);
        std::vector<PieceType> dice;
        for (const std::uint8_t face : faces) {
            if (face != 0) dice.push_back(static_cast<PieceType>(face));
        }
        return dice;
    }
    std::int32_t half_move_clock() const {
        return detail::get<std::int32_t>(dicechess_state_half_move_clock, handle());
    }
    std::int32_t full_move_number() const {
        return detail::get<std::int32_t>(dicechess_state_full_move_number, handle());
    }
    /** Own men minus the other side's, in centipawns. */
    std::int32_t material(Color color) const {
        return detail::get<std::int32_t>(dicechess_state_material, handle(), number(color));
    }
    /** DICECHESS_FAULT_ bits. */
    std::uint32_t faults() const { return detail::get<std::uint32_t>(dicechess_state_faults, handle()); }

    void set_dice(const std::vector<PieceType> &dice) {
        std::vector<std::uint8_t> faces;
        for (const PieceType face : dice) faces.push_back(static_cast<std::uint8_t>(face));
        detail::call(dicechess_state_set_dice, handle(), faces.data(), faces.size());
    }
    void set_side_to_move(Color color) { detail::call(dicechess_state_set_side_to_move, handle(), number(color)); }

    /** What the board and the faces of the dice allow. */
    std::vector<MicroMove> micro_moves() const { return moves(dicechess_state_micro_moves); }
    /** What begins a legal turn. */
    std::vector<MicroMove> first_moves() const { return moves(dicechess_state_first_moves); }
    void make(MicroMove micro_move) { detail::call(dicechess_state_make_micro_move, handle(), micro_move.bits()); }
    void end_turn() { detail::call(dicechess_state_end_turn, handle()); }
    /**
     * Plays a whole turn; an empty text is a pass. Whether it took a king, which ends the game. The field of an error is the
     * first micro-move with which no legal turn goes on.
     */
    bool play(std::string_view uci) {
        std::int32_t takes_king = 0;
        detail::call(dicechess_state_play_turn, handle(), uci.data(), uci.size(), &takes_king);
        return takes_king != 0;
    }
    /** With all_rolls the first ply has every roll, without it the dice of this state. */
    dicechess_perft perft(std::uint32_t plies, bool all_rolls) const {
        dicechess_perft perft{};
        perft.struct_size = sizeof perft;
        detail::call(dicechess_state_perft, handle(), plies, std::int32_t{all_rolls}, &perft);
        return perft;
    }

    /** Equal in every field, clocks included. */
    friend bool operator==(const State &a, const State &b) {
        return detail::get<std::int32_t>(dicechess_state_equals, a.handle(), b.handle()) != 0;
    }
    friend bool operator!=(const State &a, const State &b) { return !(a == b); }

    /** For functions of dicechess.h. Stays owned by this object. */
    dicechess_state *handle() noexcept { return handle_.get(); }
    const dicechess_state *handle() const noexcept { return handle_.get(); }

private:
    explicit State(dicechess_state *handle) noexcept : handle_(handle) {}

    template <class Enum>
    static constexpr std::int32_t number(Enum value) noexcept {
        return static_cast<std::int32_t>(value);
    }

    template <class Function>
    std::vector<MicroMove> moves(Function function) const {
        std::vector<dicechess_micro_move> packed(256);
        std::size_t required = 0;
        dicechess_error error{};
        error.struct_size = sizeof error;
        while (function(handle(), packed.data(), packed.size(), &required, &error) != DICECHESS_OK) {
            if (error.code != DICECHESS_ERR_BUFFER) throw Error(error);
            packed.resize(required);
        }
        return std::vector<MicroMove>(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(required));
    }

    detail::Owner<dicechess_state, dicechess_state_free> handle_;
};

/** The legal turns of a state with its dice. Those that take a king come first. Empty: the turn is passed. */
class Turns {
public:
    /** An empty list, to be filled. */
    Turns() : handle_(detail::get<dicechess_turns *>(dicechess_turns_new)) {}
    explicit Turns(const State &state, std::size_t limit = DICECHESS_NO_LIMIT) : Turns() { generate(state, limit); }

    /** Fills the list with all legal turns. More than the limit throw; the list is then empty. */
    void generate(const State &state, std::size_t limit = DICECHESS_NO_LIMIT) {
        detail::call(dicechess_turns_generate, handle_.get(), state.handle(), limit);
    }
    /** Fills the list with one turn for each distinct state that the legal turns lead to, king captures left out. */
    void generate_distinct(const State &state, std::size_t limit = DICECHESS_NO_LIMIT) {
        detail::call(dicechess_turns_generate_distinct, handle_.get(), state.handle(), limit);
    }

    std::size_t size() const { return detail::get<std::size_t>(dicechess_turns_count, handle()); }
    bool empty() const { return size() == 0; }
    std::size_t king_captures() const { return detail::get<std::size_t>(dicechess_turns_king_captures, handle()); }
    Turn operator[](std::size_t index) const {
        dicechess_micro_move moves[3];
        std::size_t length = 0;
        detail::call(dicechess_turns_get, handle(), index, moves, &length);
        return Turn(moves, length);
    }
    std::string uci(std::size_t index) const {
        return detail::text<DICECHESS_TURN_MAX>(dicechess_turns_to_uci, handle(), index);
    }
    /** The state after a turn. If it takes a king, the winner is still to move. */
    State final_state(std::size_t index) const {
        State state;
        detail::call(dicechess_turns_final_state, handle(), index, state.handle());
        return state;
    }
    /** All turns in one call. */
    std::vector<Turn> list() const {
        const std::size_t count = size();
        std::vector<dicechess_micro_move> moves(3 * count + 1);
        std::vector<std::uint8_t> lengths(count + 1);
        fill(moves.data(), lengths.data(), nullptr, count);
        std::vector<Turn> turns;
        turns.reserve(count);
        for (std::size_t i = 0; i < count; i++) turns.emplace_back(&moves[3 * i], lengths[i]);
        return turns;
    }
    /** The keys of all final states in one call. */
    std::vector<std::uint64_t> keys() const {
        std::vector<std::uint64_t> keys(size());
        fill(nullptr, nullptr, keys.data(), keys.size());
        return keys;
    }

    dicechess_turns *handle() noexcept { return handle_.get(); }
    const dicechess_turns *handle() const noexcept { return handle_.get(); }

private:
    void fill(dicechess_micro_move *moves, std::uint8_t *lengths, std::uint64_t *keys, std::size_t count) const {
        detail::call(dicechess_turns_fill, handle(), moves, lengths, keys, count, static_cast<std::size_t *>(nullptr));
    }

    detail::Owner<dicechess_turns, dicechess_turns_free> handle_;
};

/** One of the 56 rolls. */
struct Roll {
    std::array<PieceType, 3> dice;
    /** How many of the 216 ordered outcomes show it. */
    std::uint8_t weight;
};

/** All rolls in the order of their numbers. */
inline std::array<Roll, DICECHESS_ROLLS> roll_table() {
    std::uint8_t faces[3 * DICECHESS_ROLLS], weights[DICECHESS_ROLLS];
    detail::call(dicechess_roll_table, faces, weights);
    std::array<Roll, DICECHESS_ROLLS> rolls{};
    for (std::size_t i = 0; i < rolls.size(); i++) {
        for (std::size_t die = 0; die < 3; die++) rolls[i].dice[die] = static_cast<PieceType>(faces[3 * i + die]);
        rolls[i].weight = weights[i];
    }
    return rolls;
}

/** What the side to move can do with every roll. */
class Rolls {
public:
    explicit Rolls(const State &state, std::size_t limit = DICECHESS_NO_LIMIT)
        : handle_(detail::get<dicechess_rolls *>(dicechess_rolls_new)) {
        expand(state, limit);
    }

    /** More end states than the limit throw; every roll is then a pass. */
    void expand(const State &state, std::size_t limit = DICECHESS_NO_LIMIT) {
        detail::call(dicechess_rolls_expand, handle_.get(), state.handle(), limit);
    }

    /** What can be done with one roll; all 0 for a pass. */
    struct Outcome {
        bool takes_king;
        std::uint8_t dice_spent;
        std::size_t final_count;
    };

    std::array<Outcome, DICECHESS_ROLLS> outcomes() const {
        std::uint8_t takes_king[DICECHESS_ROLLS], dice_spent[DICECHESS_ROLLS];
        std::size_t final_counts[DICECHESS_ROLLS];
        detail::call(dicechess_rolls_outcomes, handle(), takes_king, dice_spent, final_counts);
        std::array<Outcome, DICECHESS_ROLLS> outcomes{};
        for (std::size_t i = 0; i < outcomes.size(); i++) {
            outcomes[i] = Outcome{takes_king[i] != 0, dice_spent[i], final_counts[i]};
        }
        return outcomes;
    }
    /** The keys of the distinct states that a roll leads to without taking a king. */
    std::vector<std::uint64_t> keys(std::size_t roll) const {
        std::vector<std::uint64_t> keys(outcomes().at(roll).final_count);
        detail::call(dicechess_rolls_keys, handle(), roll, keys.data(), keys.size(), static_cast<std::size_t *>(nullptr));
        return keys;
    }
    State final_state(std::size_t roll, std::size_t index) const {
        State state;
        detail::call(dicechess_rolls_final_state, handle(), roll, index, state.handle());
        return state;
    }

    const dicechess_rolls *handle() const noexcept { return handle_.get(); }

private:
    detail::Owner<dicechess_rolls, dicechess_rolls_free> handle_;
};

namespace detail {

/**
 * The exceptions on their way from an evaluator through the C interface to whoever asked for the score. Each travels as a number of
 * its own, so that calls on several threads or inside each other get back exactly what was thrown in them.
 */
class Thrown {
public:
    /** Keeps the exception that is being handled and returns its number. */
    std::int32_t keep() noexcept {
        try {
            // Numbers are used again when all have been: the exceptions of so long ago have arrived.
            const std::int32_t number = static_cast<std::int32_t>(last_++ % INT32_MAX + 1);
            const std::lock_guard<std::mutex> lock(mutex_);
            exceptions_[number] = std::current_exception();
            return number;
        } catch (...) {
            return -1;
        }
    }

    /** Throws the exception with this number if there is one. */
    void rethrow(std::int32_t number) {
        std::exception_ptr exception;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            const auto found = exceptions_.find(number);
            if (found == exceptions_.end()) return;
            exception = found->second;
            exceptions_.erase(found);
        }
        std::rethrow_exception(exception);
    }

private:
    std::mutex mutex_;
    std::map<std::int32_t, std::exception_ptr> exceptions_;
    /* One for all, so that a call that uses several evaluators finds out whose exception it was. */
    static inline std::atomic<std::uint32_t> last_{0};
};

/**
 * Like call(); what an evaluator has thrown is thrown again. Holds on to the exceptions, for the evaluator may destroy the object that
 * asks it.
 */
template <class... Arguments>
void call_evaluating(std::shared_ptr<Thrown> thrown, Arguments... arguments) {
    try {
        call(arguments...);
    } catch (const Error &error) {
        if (thrown && error.status() == DICECHESS_ERR_CALLBACK) thrown->rethrow(error.detail());
        throw;
    }
}

/** A function object as user data of a C evaluator. */
template <class Function>
struct Callback {
    Function function;
    std::shared_ptr<Thrown> thrown;

    static std::int32_t single(void *self, const dicechess_snapshot *state, dicechess_color perspective,
                               std::int32_t *score) noexcept {
        Callback &callback = *static_cast<Callback *>(self);
        try {
            *score = callback.function(*state, static_cast<Color>(perspective));
            return 0;
        } catch (...) {
            return callback.thrown->keep();
        }
    }
    static std::int32_t batch(void *self, const dicechess_snapshot *states, std::size_t count,
                              dicechess_color perspective, std::int32_t *scores) noexcept {
        Callback &callback = *static_cast<Callback *>(self);
        try {
            callback.function(states, count, static_cast<Color>(perspective), scores);
            return 0;
        } catch (...) {
            return callback.thrown->keep();
        }
    }
    static void drop(void *self) noexcept { delete static_cast<Callback *>(self); }
};

inline std::vector<const dicechess_state *> handles(const std::vector<State> &states) {
    std::vector<const dicechess_state *> handles;
    handles.reserve(states.size());
    for (const State &state : states) handles.push_back(state.handle());
    return handles;
}

inline std::array<dicechess_micro_move, 3> packed(const Turn &turn) {
    std::array<dicechess_micro_move, 3> moves{};
    for (std::size_t i = 0; i < turn.size(); i++) moves[i] = turn[i].bits();
    return moves;
}

} // namespace detail

/**
 * What a state is worth to one side, in centipawns. Made of a function object, which must be pure; what it throws arrives at
 * the call that asked for the score. It may call the library; a call that might call back from more than 256 functions inside each
 * other throws DICECHESS_ERR_LIMIT. Copies share the function. `properties` are DICECHESS_EVALUATOR_ bits: whether the function ignores
 * clocks, and whether several threads may call it at once.
 */
class Evaluator {
public:
    static Evaluator material() { return Evaluator(DICECHESS_EVALUATOR_MATERIAL); }
    static Evaluator standard() { return Evaluator(DICECHESS_EVALUATOR_STANDARD); }
    static Evaluator aggressive() { return Evaluator(DICECHESS_EVALUATOR_AGGRESSIVE); }

    /** Of `std::int32_t function(const dicechess_snapshot &state, Color perspective)`. */
    template <class Function>
    static Evaluator of(Function function, std::int32_t properties = 0) {
        return Evaluator(dicechess_evaluator_from_callback, &detail::Callback<Function>::single, std::move(function),
                         properties);
    }
    /** Of `void function(const dicechess_snapshot *states, std::size_t count, Color perspective, std::int32_t *scores)`. */
    template <class Function>
    static Evaluator of_batches(Function function, std::int32_t properties = 0) {
        return Evaluator(dicechess_evaluator_from_batch_callback, &detail::Callback<Function>::batch,
                         std::move(function), properties);
    }

    std::int32_t evaluate(const State &state, Color perspective) const {
        std::int32_t score = 0;
        detail::call_evaluating(thrown_, dicechess_evaluator_evaluate, handle(), state.handle(),
                                static_cast<dicechess_color>(perspective), &score);
        return score;
    }
    std::vector<std::int32_t> evaluate(const std::vector<State> &states, Color perspective) const {
        const auto handles = detail::handles(states);
        std::vector<std::int32_t> scores(states.size());
        detail::call_evaluating(thrown_, dicechess_evaluator_evaluate_batch, handle(), handles.data(), handles.size(),
                                static_cast<dicechess_color>(perspective), scores.data());
        return scores;
    }
    /** The score of a turn for the side that plays it; DICECHESS_TERMINAL_WIN_SCORE if it takes a king. */
    std::int32_t score(const State &state, const Turn &turn) const {
        const auto moves = detail::packed(turn);
        std::int32_t score = 0;
        detail::call_evaluating(thrown_, dicechess_score_path, state.handle(), moves.data(), turn.size(), handle(),
                                &score);
        return score;
    }
    /** The scores of all turns of a list. */
    std::vector<std::int32_t> scores(const Turns &turns) const {
        std::vector<std::int32_t> scores(turns.size());
        detail::call_evaluating(thrown_, dicechess_score_turns, turns.handle(), handle(), scores.data(), scores.size(),
                                static_cast<std::size_t *>(nullptr));
        return scores;
    }

    const dicechess_evaluator *handle() const noexcept { return handle_.get(); }

private:
    friend class EvaluationCache;
    friend class Search;

    explicit Evaluator(std::int32_t kind)
        : handle_(detail::get<dicechess_evaluator *>(dicechess_evaluator_new, kind), dicechess_evaluator_free) {}

    template <class Make, class Trampoline, class Function>
    Evaluator(Make make, Trampoline trampoline, Function function, std::int32_t properties)
        : thrown_(std::make_shared<detail::Thrown>()) {
        using Callback = detail::Callback<Function>;
        std::unique_ptr<Callback> callback(new Callback{std::move(function), thrown_});
        handle_.reset(detail::get<dicechess_evaluator *>(make, callback.get(), trampoline, &Callback::drop,
                                                         properties),
                      dicechess_evaluator_free);
        callback.release();
    }

    std::shared_ptr<dicechess_evaluator> handle_;
    std::shared_ptr<detail::Thrown> thrown_;
};

/** Remembers the scores of one evaluator for one search. One thread at a time; the evaluator may use the cache that calls it. */
class EvaluationCache {
public:
    explicit EvaluationCache(const Evaluator &evaluator)
        : handle_(detail::get<dicechess_eval_cache *>(dicechess_eval_cache_new, evaluator.handle())),
          thrown_(evaluator.thrown_) {}

    std::int32_t evaluate(const State &state, Color perspective) {
        std::int32_t score = 0;
        detail::call_evaluating(thrown_, dicechess_eval_cache_evaluate, handle(), state.handle(),
                                static_cast<dicechess_color>(perspective), &score);
        return score;
    }
    std::vector<std::int32_t> evaluate(const std::vector<State> &states, Color perspective) {
        const auto handles = detail::handles(states);
        std::vector<std::int32_t> scores(states.size());
        detail::call_evaluating(thrown_, dicechess_eval_cache_evaluate_batch, handle(), handles.data(),
                                handles.size(), static_cast<dicechess_color>(perspective), scores.data());
        return scores;
    }
    std::int32_t score(const State &state, const Turn &turn) {
        const auto moves = detail::packed(turn);
        std::int32_t score = 0;
        detail::call_evaluating(thrown_, dicechess_eval_cache_score_path, handle(), state.handle(), moves.data(),
                                turn.size(), &score);
        return score;
    }
    std::vector<std::int32_t> scores(const Turns &turns) {
        std::vector<std::int32_t> scores(turns.size());
        detail::call_evaluating(thrown_, dicechess_eval_cache_score_turns, handle(), turns.handle(), scores.data(),
                                scores.size(), static_cast<std::size_t *>(nullptr));
        return scores;
    }

    std::uint64_t evaluator_calls() const {
        return detail::get<std::uint64_t>(dicechess_eval_cache_evaluator_calls, handle_.get());
    }
    std::uint64_t hits() const { return detail::get<std::uint64_t>(dicechess_eval_cache_hits, handle_.get()); }
    std::uint64_t entry_count() const {
        return detail::get<std::uint64_t>(dicechess_eval_cache_entry_count, handle_.get());
    }
    std::uint64_t bytes_used() const {
        return detail::get<std::uint64_t>(dicechess_eval_cache_bytes_used, handle_.get());
    }

    dicechess_eval_cache *handle() noexcept { return handle_.get(); }

private:
    detail::Owner<dicechess_eval_cache, dicechess_eval_cache_free> handle_;
    std::shared_ptr<detail::Thrown> thrown_;
};

/** The probability that the next roll of the opponent of `defender` lets it take a king of `defender`. */
inline double king_capture_probability(const State &state, Color defender) {
    return detail::get<double>(dicechess_king_capture_probability, state.handle(),
                               static_cast<dicechess_color>(defender));
}

/** Names of DICECHESS_FAULT_ bits. */
inline std::string fault_names(std::uint32_t faults) {
    return detail::text<DICECHESS_FAULTS_MAX>(dicechess_faults_to_text, faults);
}

} // namespace dicechess

#endif /* DICECHESS_HPP */
