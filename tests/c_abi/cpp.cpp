// The C++ classes: values, ownership, exceptions.
#include <dicechess.hpp>
#include <dicechess.hpp>

#include "check.hpp"

#include <type_traits>

using namespace dicechess;

static const char *const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static void states() {
    State state;
    CHECK(state.dfen() == initial && state.key() == 147143207481438466u);
    CHECK(state == State(initial) && state.side_to_move() == Color::white && state.faults() == 0);
    CHECK(state.piece_at(4) == (Piece{Color::white, PieceType::king}) && !state.piece_at(28));
    CHECK(state.men(Color::black, PieceType::rook) == 0x8100000000000000u);
    CHECK(state.castling_rights() == 15 && state.en_passant() == 0 && state.dice().empty());
    CHECK(state.half_move_clock() == 0 && state.full_move_number() == 1 && state.material(Color::white) == 0);
    state.set_dice({PieceType::bishop, PieceType::pawn, PieceType::knight});
    CHECK(state.dice().size() == 3 && state.dice()[0] == PieceType::pawn && state != State());
    CHECK(State(state.snapshot()) == state);
    State other = state;
    CHECK(!state.play("e2e4 g1f3 f1c4"));
    CHECK(state.dfen() == "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3 2 1");
    CHECK(state.normalised_dfen() == "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -");
    CHECK(other.first_moves().size() == 12 && other.micro_moves().size() == 20);
    other.make(other.first_moves().front());
    CHECK(other.dice().size() == 2);
    other.end_turn();
    other.set_side_to_move(Color::white);
    other = state;
    CHECK(other == state);
    other = std::move(state);
    state = other;
    CHECK(state == other);
    CHECK(State::strict(initial).perft(1, true).turns == 11225);
    CHECK(fault_names(State("8/8/8/8/8/8/8/8 w - - 0 1").faults()) == "no white king, no black king");
    static_assert(std::is_nothrow_move_constructible_v<State> && std::is_nothrow_move_assignable_v<State>);
}

static void turns() {
    const State state("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP");
    Turns turns(state);
    CHECK(turns.size() == 16 && !turns.empty() && turns.king_captures() == 4);
    CHECK(turns.uci(0) == "c2c3 c3c4 b3c5" && turns[0].uci() == turns.uci(0) && turns[3].size() == 1);
    const MicroMove capture = turns[3][0];
    CHECK(capture.is_capture() && capture.origin() == 17 && capture.destination() == 34 && !capture.promotion());
    CHECK(capture == MicroMove(capture.bits()) && capture.uci() == "b3c5" && capture.flag() == 4);
    const auto list = turns.list();
    const auto keys = turns.keys();
    for (std::size_t i = 0; i < turns.size(); i++) {
        CHECK(list[i].uci() == turns.uci(i) && keys[i] == turns.final_state(i).key());
        State played = state;
        CHECK(played.play(turns.uci(i)) == (i < 4) && played == turns.final_state(i));
    }
    turns.generate_distinct(State("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP"));
    CHECK(turns.size() == 8);
    Turns moved = std::move(turns);
    CHECK(moved.size() == 8);
    CHECK(throws([&] { turns.size(); }, DICECHESS_ERR_NULL, 0, -1));
}

static void rolls() {
    const auto table = roll_table();
    CHECK(table[0].dice[2] == PieceType::pawn && table[55].weight == 1);
    const Rolls rolls((State(initial)));
    const auto outcomes = rolls.outcomes();
    CHECK(outcomes[0].final_count == 688 && outcomes[0].dice_spent == 3 && !outcomes[0].takes_king);
    CHECK(rolls.keys(0).size() == 688 && rolls.final_state(0, 687).key() == rolls.keys(0)[687]);
    CHECK(throws([&] { rolls.final_state(0, 688); }, DICECHESS_ERR_RANGE, 2, -1));
}

static void errors() {
    CHECK(throws([] { State("8/8/8/8/8/8/8/8 x - - 0 1"); }, DICECHESS_ERR_DFEN, 1, 16));
    CHECK(throws([] { State(std::string_view("8\0", 2)); }, DICECHESS_ERR_TEXT, 0, 1));
    CHECK(throws([] { State(std::string_view()); }, DICECHESS_ERR_DFEN, 7, 0));
    CHECK(throws([] { State::strict("8/8/8/8/8/8/8/8 w - - 0 1"); }, DICECHESS_ERR_POSITION, -1, -1));
    CHECK(throws([] { State().play("e2e4"); }, DICECHESS_ERR_ILLEGAL, 0, 0));
    CHECK(throws([] { State().set_dice(std::vector<PieceType>(4, PieceType::pawn)); }, DICECHESS_ERR_RANGE, 1, -1));
    CHECK(throws([] { State().make(MicroMove(0x7000)); }, DICECHESS_ERR_RANGE, 1, -1));
    CHECK(throws([] { Turns(State(std::string(initial) + " PNB"), 339); }, DICECHESS_ERR_LIMIT, 2, -1));
    CHECK(throws([] { Turns(State(initial))[0]; }, DICECHESS_ERR_RANGE, 1, -1));
    CHECK(throws([] { (void)MicroMove(0x6000).uci(); }, DICECHESS_ERR_RANGE, 0, -1));
    State state, moved = std::move(state);
    CHECK(throws([&] { (void)state.key(); }, DICECHESS_ERR_NULL, 0, -1));
    state = moved;
    CHECK(state == moved);
}

int main() {
    states();
    turns();
    rolls();
    errors();
    return 0;
}
