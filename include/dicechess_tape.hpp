/*
 * dicechess: the tape as C++17 classes: positions that play and take back, chunk stores, position caches, streams. Header only.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * As in dicechess.hpp, a class owns its handle and failures throw. Chunk stores and position caches are shared: copies name the
 * same one. A copy of a position is one of its own with the same history.
 */

#ifndef DICECHESS_TAPE_HPP
#define DICECHESS_TAPE_HPP

#include <dicechess.hpp>

namespace dicechess {

/** A caller's storage for chunks. Its functions may be called on any thread that uses a position, but not two at once on one position. */
class ChunkStorage {
public:
    virtual ~ChunkStorage() = default;
    /** Stores bytes and sets a place to find them by. Returns 0, or a number that becomes the detail of an Error. */
    virtual std::int32_t write(std::uint64_t chunk_id, const std::uint8_t *bytes, std::size_t length,
                               std::uint64_t &place) noexcept = 0;
    /** Fills bytes with what was stored at place. Returns 0, or a number that becomes the detail of an Error. */
    virtual std::int32_t read(std::uint64_t place, std::uint8_t *bytes, std::size_t length) noexcept = 0;
};

/** Where positions keep what has been played. Thread-safe. */
class ChunkStore {
public:
    /** Lossless: playing on fails when the budget, in bytes, is used up. 0 stands for a default. */
    explicit ChunkStore(std::uint64_t capacity = 0, std::uint64_t budget = 0)
        : ChunkStore(options(DICECHESS_CHUNK_STORE_LOSSLESS, capacity, budget)) {}
    /** Positions give up their oldest chunks when the budget is used up. */
    static ChunkStore ring(std::uint64_t capacity = 0, std::uint64_t budget = 0) {
        return ChunkStore(options(DICECHESS_CHUNK_STORE_RING, capacity, budget));
    }
    /** Chunks go to a storage when the budget is used up. */
    static ChunkStore spilling(std::unique_ptr<ChunkStorage> storage, std::uint64_t capacity = 0,
                               std::uint64_t budget = 0) {
        dicechess_chunk_store_options spilling = options(DICECHESS_CHUNK_STORE_SPILL, capacity, budget);
        spilling.user_data = storage.get();
        spilling.write = [](void *self, std::uint64_t id, const std::uint8_t *bytes, std::size_t length,
                            std::uint64_t *place) {
            return static_cast<ChunkStorage *>(self)->write(id, bytes, length, *place);
        };
        spilling.read = [](void *self, std::uint64_t place, std::uint8_t *bytes, std::size_t length) {
            return static_cast<ChunkStorage *>(self)->read(place, bytes, length);
        };
        spilling.drop_user_data = [](void *self) { delete static_cast<ChunkStorage *>(self); };
        ChunkStore store(spilling);
        storage.release();
        return store;
    }

    dicechess_chunk_store_counts stats() const {
        dicechess_chunk_store_counts counts{};
        counts.struct_size = sizeof counts;
        detail::call(dicechess_chunk_store_stats, handle(), &counts);
        return counts;
    }
    /** Identifiers of chunks that are known to continue a history. */
    std::vector<std::uint64_t> successors(std::uint64_t id) const {
        std::vector<std::uint64_t> ids(DICECHESS_SUCCESSORS_MAX);
        std::size_t required = 0;
        detail::call(dicechess_chunk_store_successors, handle(), id, ids.data(), ids.size(), &required);
        ids.resize(required);
        return ids;
    }
    /** Forgets where chunks are. Only sharing is lost. */
    void clear_index() { detail::call(dicechess_chunk_store_clear_index, handle_.get()); }

    const dicechess_chunk_store *handle() const noexcept { return handle_.get(); }

private:
    explicit ChunkStore(const dicechess_chunk_store_options &options)
        : handle_(detail::get<dicechess_chunk_store *>(dicechess_chunk_store_new, &options),
                  dicechess_chunk_store_release) {}

    static dicechess_chunk_store_options options(std::int32_t policy, std::uint64_t capacity,
                                                 std::uint64_t budget) noexcept {
        dicechess_chunk_store_options options{};
        options.struct_size = sizeof options;
        options.policy = policy;
        options.capacity = capacity;
        options.budget = budget;
        return options;
    }

    std::shared_ptr<dicechess_chunk_store> handle_;
};

/** Positions that were met, and what was derived from them. Thread-safe. */
class PositionCache {
public:
    explicit PositionCache(std::uint64_t bytes)
        : handle_(detail::get<dicechess_position_cache *>(dicechess_position_cache_new, bytes),
                  dicechess_position_cache_release) {}

    dicechess_position_cache_counts stats() const {
        dicechess_position_cache_counts counts{};
        counts.struct_size = sizeof counts;
        detail::call(dicechess_position_cache_stats, handle(), &counts);
        return counts;
    }
    void clear() { detail::call(dicechess_position_cache_clear, handle_.get()); }

    const dicechess_position_cache *handle() const noexcept { return handle_.get(); }

private:
    std::shared_ptr<dicechess_position_cache> handle_;
};

/** What a cell says in words. */
inline std::string cell_text(dicechess_cell cell) {
    return detail::text<DICECHESS_CELL_TEXT_MAX>(dicechess_cell_to_text, cell);
}

/** What a cell says. */
inline dicechess_alteration describe(dicechess_cell cell) {
    dicechess_alteration alteration{};
    alteration.struct_size = sizeof alteration;
    detail::call(dicechess_cell_describe, cell, &alteration);
    return alteration;
}

/**
 * A state to play and take back on, with all that has been played. One thread at a time, const member functions included. Taking back
 * throws an Error with DICECHESS_ERR_TAPE_START where nothing is left.
 */
class Position {
public:
    /** At the initial position, with a store of its own. */
    Position() : Position(nullptr, nullptr, nullptr) {}
    explicit Position(const State &root) : Position(root.handle(), nullptr, nullptr) {}
    Position(const State &root, const ChunkStore &store) : Position(root.handle(), store.handle(), nullptr) {}
    Position(const State &root, const ChunkStore &store, const PositionCache &cache)
        : Position(root.handle(), store.handle(), cache.handle()) {}
    /** With the history that ends with a chunk of a store. */
    static Position from_chunk(const ChunkStore &store, std::uint64_t id) {
        return Position(detail::get<dicechess_position *>(dicechess_position_from_chunk, store.handle(), id));
    }
    /** Takes over a handle. */
    explicit Position(dicechess_position *handle) noexcept : handle_(handle) {}

    Position(const Position &other)
        : Position(detail::get<dicechess_position *>(dicechess_position_fork, other.handle())) {}
    Position(Position &&) noexcept = default;
    Position &operator=(Position &&) noexcept = default;
    Position &operator=(const Position &other) { return *this = Position(other); }
    ~Position() = default;

    void attach(const PositionCache &cache) {
        detail::call(dicechess_position_attach_cache, handle_.get(), cache.handle());
    }

    void roll(const std::vector<PieceType> &dice) {
        std::vector<std::uint8_t> faces;
        for (const PieceType face : dice) faces.push_back(static_cast<std::uint8_t>(face));
        detail::call(dicechess_position_roll, handle_.get(), faces.data(), faces.size());
    }
    void make(MicroMove micro_move) {
        detail::call(dicechess_position_make_micro_move, handle_.get(), micro_move.bits());
    }
    void end_turn() { detail::call(dicechess_position_end_turn, handle_.get()); }
    /** A number of the caller's own, up to DICECHESS_NOTE_MAX. */
    void note(std::uint16_t data) { detail::call(dicechess_position_note, handle_.get(), data); }
    /** Plays turns written as text, or none of them. */
    void play(std::string_view turns) {
        detail::call(dicechess_position_play_text, handle_.get(), turns.data(), turns.size());
    }

    void undo() { detail::call(dicechess_position_undo, handle_.get()); }
    void unmake() { detail::call(dicechess_position_unmake, handle_.get()); }
    void unwind_turn() { detail::call(dicechess_position_unwind_turn, handle_.get()); }
    /** These return the address of the head. */
    std::uint64_t unwind_to(std::uint64_t address) {
        return detail::get<std::uint64_t>(dicechess_position_unwind_to, handle_.get(), address);
    }
    std::uint64_t seek(std::uint64_t address) {
        return detail::get<std::uint64_t>(dicechess_position_seek, handle_.get(), address);
    }
    std::uint64_t seek_turn(std::uint64_t turn) {
        return detail::get<std::uint64_t>(dicechess_position_seek_turn, handle_.get(), turn);
    }
    /** By how many groups the head moved. */
    std::uint64_t step(std::int64_t groups) {
        return detail::get<std::uint64_t>(dicechess_position_step, handle_.get(), groups);
    }
    void truncate() { detail::call(dicechess_position_truncate, handle_.get()); }
    /** Gives up old chunks; the first address that is left. */
    std::uint64_t drop_before(std::uint64_t address) {
        return detail::get<std::uint64_t>(dicechess_position_drop_before, handle_.get(), address);
    }

    dicechess_position_extent info() const {
        dicechess_position_extent extent{};
        extent.struct_size = sizeof extent;
        detail::call(dicechess_position_info, handle(), &extent);
        return extent;
    }
    dicechess_position_identity hashes() const {
        dicechess_position_identity identity{};
        identity.struct_size = sizeof identity;
        detail::call(dicechess_position_hashes, handle(), &identity);
        return identity;
    }
    State state() const {
        State state;
        detail::call(dicechess_position_state, handle(), state.handle());
        return state;
    }
    std::array<std::uint8_t, DICECHESS_KEYFRAME_SIZE> keyframe() const {
        std::array<std::uint8_t, DICECHESS_KEYFRAME_SIZE> keyframe{};
        detail::call(dicechess_position_keyframe, handle(), keyframe.data());
        return keyframe;
    }
    /** Bitboard of the squares that the men of one side and type attack. */
    std::uint64_t attacks(Color color, PieceType type) const {
        return detail::get<std::uint64_t>(dicechess_position_attacks, handle(), static_cast<dicechess_color>(color),
                                          static_cast<dicechess_piece_type>(type));
    }

    /** Fills `turns` with all legal turns at the head. They are remembered here and in the cache. */
    void turns(Turns &turns, std::size_t limit = DICECHESS_NO_LIMIT) const {
        detail::call(dicechess_position_turns, handle(), turns.handle(), limit);
    }

    std::vector<dicechess_cell> read(std::uint64_t from, std::uint64_t to) const {
        std::vector<dicechess_cell> cells;
        run(from < to ? from : to, from < to ? to : from,
            [&cells](std::uint64_t, dicechess_cell cell) { cells.push_back(cell); });
        return cells;
    }
    /** Calls `function(address, cell)` for every cell between, backwards if `from` is the greater. What it throws comes out. */
    template <class Function>
    void run(std::uint64_t from, std::uint64_t to, Function function) const {
        struct Visitor {
            Function &function;
            std::exception_ptr thrown;

            static std::int32_t visit(void *self, std::uint64_t address, dicechess_cell cell) noexcept {
                Visitor &visitor = *static_cast<Visitor *>(self);
                try {
                    visitor.function(address, cell);
                    return 0;
                } catch (...) {
                    visitor.thrown = std::current_exception();
                    return 1;
                }
            }
        } visitor{function, nullptr};
        try {
            detail::call(dicechess_position_run, handle(), from, to, static_cast<void *>(&visitor), &Visitor::visit);
        } catch (const Error &) {
            if (visitor.thrown) std::rethrow_exception(visitor.thrown);
            throw;
        }
    }
    dicechess_delta delta(std::uint64_t from, std::uint64_t to) const {
        dicechess_delta delta{};
        delta.struct_size = sizeof delta;
        detail::call(dicechess_position_delta, handle(), from, to, &delta);
        return delta;
    }
    /** The turns as text. */
    std::string text() const {
        std::string text(256, '\0');
        std::size_t required = 0;
        dicechess_error error{};
        error.struct_size = sizeof error;
        while (dicechess_position_to_text(handle(), &text[0], text.size(), &required, &error) != DICECHESS_OK) {
            if (error.code != DICECHESS_ERR_BUFFER) throw Error(error);
            text.resize(required);
        }
        text.resize(required - 1);
        return text;
    }

    dicechess_position *handle() noexcept { return handle_.get(); }
    const dicechess_position *handle() const noexcept { return handle_.get(); }

private:
    Position(const dicechess_state *root, const dicechess_chunk_store *store, const dicechess_position_cache *cache)
        : Position(detail::get<dicechess_position *>(dicechess_position_new, root, store, cache)) {}

    detail::Owner<dicechess_position, dicechess_position_free> handle_;
};

/** The games of positions as a stream. */
inline std::vector<std::uint8_t> encode(const std::vector<Position> &positions, bool omit_keyframes = false) {
    std::vector<const dicechess_position *> handles;
    for (const Position &position : positions) handles.push_back(position.handle());
    std::vector<std::uint8_t> bytes;
    const auto append = [](void *self, const std::uint8_t *piece, std::size_t length) noexcept -> std::int32_t {
        auto &written = *static_cast<std::vector<std::uint8_t> *>(self);
        try {
            written.insert(written.end(), piece, piece + length);
            return 0;
        } catch (...) {
            return 1;
        }
    };
    const dicechess_write_callback write = append;
    detail::call(dicechess_stream_encode_to, handles.data(), handles.size(), std::int32_t{omit_keyframes},
                 static_cast<void *>(&bytes), write);
    return bytes;
}

/** The games of a stream and how far reading got. */
struct Decoded {
    std::vector<Position> positions;
    /** Its code is DICECHESS_OK, or tells what is wrong in the bytes after these games; `closed` is 0 if something may be missing. */
    dicechess_stream_report report;
};

/** How to read a stream, see dicechess_stream_options. */
struct DecodeOptions {
    bool trusted = false;
    bool salvage = false;
};

/** Reads the games of a stream. Faults in the bytes do not throw; anything else does. */
inline Decoded decode(const std::vector<std::uint8_t> &bytes, const ChunkStore &store, DecodeOptions how = {}) {
    dicechess_stream_options options{};
    options.struct_size = sizeof options;
    options.trusted = how.trusted;
    options.salvage = how.salvage;
    Decoded decoded{};
    decoded.report.struct_size = sizeof decoded.report;
    dicechess_error error{};
    error.struct_size = sizeof error;
    std::vector<dicechess_position *> handles(4);
    std::size_t count = 0;
    const auto read = [&] {
        return dicechess_stream_decode(bytes.data(), bytes.size(), store.handle(), &options, handles.data(),
                                       handles.size(), &count, &decoded.report, &error);
    };
    dicechess_status status = read();
    if (status == DICECHESS_ERR_BUFFER) {
        handles.resize(count);
        status = read();
    }
    /* Reserved first, so that no handle gets lost. */
    std::vector<detail::Owner<dicechess_position, dicechess_position_free>> owners(count);
    for (std::size_t i = 0; i < count; i++) owners[i].reset(handles[i]);
    if (status != DICECHESS_OK && status != decoded.report.code) throw Error(error);
    decoded.positions.reserve(count);
    for (auto &owner : owners) decoded.positions.emplace_back(owner.release());
    return decoded;
}

} // namespace dicechess

#endif /* DICECHESS_TAPE_HPP */
