// The tape in C++: values and copies, exceptions on their way through a run, storages, streams.
#include <dicechess_tape.hpp>

#include "check.hpp"

#include <cstring>

using namespace dicechess;

static const char *const turns = "PPN e2e4 e4e5 g1f3\nppp a7a6 b7b6\nQQQ\n";

// The status of the Error that the call throws; DICECHESS_OK if it throws none.
template <class Call>
static dicechess_status status(Call call) {
    try {
        call();
    } catch (const Error &error) {
        return error.status();
    }
    return DICECHESS_OK;
}

static void positions() {
    const ChunkStore store(32);
    PositionCache cache(100000);
    Position position(State(), store, cache);
    position.play(turns);
    CHECK(position.text() == turns && position.info().turns == 3 && position.info().chunks > 0);
    Position copy = position;
    copy.unwind_turn();
    copy.unmake();
    CHECK(copy.state().dfen() == "rnbqkbnr/1ppppppp/p7/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1 pp");
    CHECK(position.info().head == position.info().end && copy.info().head < copy.info().end);
    CHECK(copy.seek_turn(1) == 17 && copy.hashes().chain == UINT64_C(0xB2C1ABDF8A4B73DD));
    CHECK(copy.unwind_to(3) == 2 && copy.step(1) == 1 && copy.seek(2) == 2);
    copy.truncate();
    copy.roll({PieceType::knight, PieceType::rook});
    copy.note(5);
    copy.make(MicroMove(static_cast<dicechess_micro_move>(6 << 6 | 21)));
    copy.end_turn();
    CHECK(copy.text() == "PPN NR @5 g1f3\n");
    CHECK(copy.attacks(Color::white, PieceType::knight) != position.attacks(Color::black, PieceType::knight));
    CHECK(copy.delta(0, copy.info().end).squares == (UINT64_C(1) << 6 | UINT64_C(1) << 21));
    copy.roll({PieceType::pawn});
    Turns list;
    copy.turns(list);
    CHECK(list.size() > 0 && list.size() == Turns(copy.state()).size());
    CHECK(status([&] { copy.turns(list, 1); }) == DICECHESS_ERR_LIMIT && list.empty());
    copy = position;
    CHECK(copy.hashes().chain == position.hashes().chain && copy.keyframe() == position.keyframe());
    CHECK(Position().keyframe()[47] == 0 && Position(State()).state() == State());

    CHECK(status([&] { Position().undo(); }) == DICECHESS_ERR_TAPE_START);
    CHECK(status([&] { copy.play("a6a5 ?"); }) == DICECHESS_ERR_TEXT);
    CHECK(status([&] { copy.seek(1000); }) == DICECHESS_ERR_RANGE);
    CHECK(cache.stats().hits + cache.stats().misses > 0);
    cache.clear();
    copy.attach(cache);

    ChunkStore same = store;
    CHECK(same.stats().chunks == store.stats().chunks);
    Position first(State(), store);
    const auto successors = store.successors(first.hashes().chain);
    CHECK(successors.size() == 1);
    CHECK(Position::from_chunk(store, successors[0]).hashes().chain == successors[0]);
    same.clear_index();
    CHECK(store.stats().chunks == 0 && copy.drop_before(0) == 0);
}

static void cells() {
    Position position;
    position.play(turns);
    const auto cells = position.read(0, position.info().end);
    CHECK(cells.size() == position.info().end && cells[0] == 0x2680 && position.read(3, 1).size() == 2);
    CHECK(cell_text(cells[1]) == "roll ppn" && describe(cells[1]).dice[2] == DICECHESS_KNIGHT);
    CHECK(status([] { describe(0); }) == DICECHESS_ERR_TAPE_CELL);
    int seen = 0;
    try {
        position.run(5, 0, [&seen](std::uint64_t address, dicechess_cell) {
            if (address == 2) throw 42;
            seen++;
        });
        CHECK(false);
    } catch (int thrown) {
        CHECK(thrown == 42 && seen == 2);
    }
}

// Keeps frames in memory. Says when it is gone.
class Memory : public ChunkStorage {
public:
    Memory(bool &gone, int &frames) : gone_(gone), count_(frames) {}
    ~Memory() override { gone_ = true; }
    std::int32_t write(std::uint64_t, const std::uint8_t *bytes, std::size_t length, std::uint64_t &place) noexcept override {
        place = frames_.size();
        frames_.emplace_back(bytes, bytes + length);
        count_++;
        return 0;
    }
    std::int32_t read(std::uint64_t place, std::uint8_t *bytes, std::size_t length) noexcept override {
        if (place >= frames_.size() || frames_[place].size() != length) return 3;
        std::memcpy(bytes, frames_[place].data(), length);
        return 0;
    }

private:
    bool &gone_;
    int &count_;
    std::vector<std::vector<std::uint8_t>> frames_;
};

static void storages() {
    bool gone = false;
    int frames = 0;
    {
        Position position(State(), ChunkStore::spilling(std::make_unique<Memory>(gone, frames), 256, 4000));
        for (std::uint16_t i = 0; i < 2000; i++) position.note(i);
        CHECK(frames > 0 && !gone);
        CHECK(position.seek(0) == 0);
    }
    CHECK(gone);
    gone = false;
    CHECK(status([&] { ChunkStore::spilling(std::make_unique<Memory>(gone, frames), 1); }) == DICECHESS_ERR_RANGE && gone);

    Position position(State(), ChunkStore::ring(32, 1000));
    for (std::uint16_t i = 0; i < 2000; i++) position.note(i);
    CHECK(position.info().horizon > 0);
    CHECK(status([&] { position.seek(0); }) == DICECHESS_ERR_TAPE_HORIZON);
}

static void streams() {
    std::vector<Position> games(6);
    for (std::size_t i = 0; i < games.size(); i++) {
        games[i].note(static_cast<std::uint16_t>(i));
        games[i].play(turns);
    }
    const ChunkStore store(32);
    std::vector<std::uint8_t> bytes = encode(games);
    Decoded decoded = decode(bytes, store);
    CHECK(decoded.report.code == DICECHESS_OK && decoded.report.closed == 1 && decoded.positions.size() == 6);
    CHECK(decoded.positions[5].hashes().chain == games[5].hashes().chain);
    CHECK(encode(decoded.positions, true).size() > bytes.size());
    CHECK(decode(bytes, store, DecodeOptions{true, false}).positions.size() == 6);
    bytes[bytes.size() / 2] ^= 1;
    decoded = decode(bytes, store);
    CHECK(decoded.report.code == DICECHESS_ERR_TAPE_CORRUPT && decoded.positions.size() == 3);
    decoded = decode(bytes, store, DecodeOptions{false, true});
    CHECK(decoded.report.code == DICECHESS_OK && decoded.report.gaps == 1);
    CHECK(status([&] { decode(encode(games), ChunkStore(32, 100)); }) == DICECHESS_ERR_TAPE_FULL);
}

int main() {
    positions();
    cells();
    storages();
    streams();
    return 0;
}
