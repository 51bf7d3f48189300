// Generated from include/dicechess.h by tests/jvm_native.rs: change the header, then run `make header`.
package org.dicechess.internal;

import static org.dicechess.internal.PanamaLibrary.function;
import static org.dicechess.internal.PanamaLibrary.rethrown;
import static org.dicechess.internal.PanamaLibrary.shortFunction;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Calls C through java.lang.foreign. For Java 22 and newer. */
final class PanamaNative extends Native {
    // In a signature the result comes first; B, S, C, I, J, D and V are the types of the virtual machine.
    private static final MethodHandle VERSION_NUMBER = shortFunction("dicechess_version_number", "I");
    private static final MethodHandle VERSION_STRING = function("dicechess_version_string", "J");
    private static final MethodHandle ABI_VERSION = shortFunction("dicechess_abi_version", "I");
    private static final MethodHandle STATUS_NAME = function("dicechess_status_name", "JI");
    private static final MethodHandle MICRO_MOVE_ORIGIN = shortFunction("dicechess_micro_move_origin", "BC");
    private static final MethodHandle MICRO_MOVE_DESTINATION =
            shortFunction("dicechess_micro_move_destination", "BC");
    private static final MethodHandle MICRO_MOVE_FLAG = shortFunction("dicechess_micro_move_flag", "BC");
    private static final MethodHandle MICRO_MOVE_PROMOTION =
            shortFunction("dicechess_micro_move_promotion", "IC");
    private static final MethodHandle MICRO_MOVE_TO_UCI =
            shortFunction("dicechess_micro_move_to_uci", "ICJJJJ");
    private static final MethodHandle STATE_NEW = function("dicechess_state_new", "IJJ");
    private static final MethodHandle STATE_FROM_DFEN = function("dicechess_state_from_dfen", "IJJJJ");
    private static final MethodHandle STATE_FROM_DFEN_STRICT =
            function("dicechess_state_from_dfen_strict", "IJJJJ");
    private static final MethodHandle STATE_FROM_SNAPSHOT = function("dicechess_state_from_snapshot", "IJJJ");
    private static final MethodHandle STATE_CLONE = function("dicechess_state_clone", "IJJJ");
    private static final MethodHandle STATE_FREE = function("dicechess_state_free", "VJ");
    private static final MethodHandle STATE_ASSIGN = shortFunction("dicechess_state_assign", "IJJJ");
    private static final MethodHandle STATE_TO_SNAPSHOT =
            shortFunction("dicechess_state_to_snapshot", "IJJJ");
    private static final MethodHandle STATE_TO_DFEN = shortFunction("dicechess_state_to_dfen", "IJJJJJ");
    private static final MethodHandle STATE_TO_NORMALISED_DFEN =
            function("dicechess_state_to_normalised_dfen", "IJJJJJ");
    private static final MethodHandle STATE_EQUALS = shortFunction("dicechess_state_equals", "IJJJJ");
    private static final MethodHandle STATE_KEY = shortFunction("dicechess_state_key", "IJJJ");
    private static final MethodHandle STATE_SIDE_TO_MOVE =
            shortFunction("dicechess_state_side_to_move", "IJJJ");
    private static final MethodHandle STATE_PIECE_AT = shortFunction("dicechess_state_piece_at", "IJIJJ");
    private static final MethodHandle STATE_MEN = shortFunction("dicechess_state_men", "IJIIJJ");
    private static final MethodHandle STATE_CASTLING_RIGHTS =
            shortFunction("dicechess_state_castling_rights", "IJJJ");
    private static final MethodHandle STATE_EN_PASSANT = shortFunction("dicechess_state_en_passant", "IJJJ");
    private static final MethodHandle STATE_DICE = shortFunction("dicechess_state_dice", "IJJJ");
    private static final MethodHandle STATE_HALF_MOVE_CLOCK =
            shortFunction("dicechess_state_half_move_clock", "IJJJ");
    private static final MethodHandle STATE_FULL_MOVE_NUMBER =
            shortFunction("dicechess_state_full_move_number", "IJJJ");
    private static final MethodHandle STATE_MATERIAL = shortFunction("dicechess_state_material", "IJIJJ");
    private static final MethodHandle STATE_FAULTS = shortFunction("dicechess_state_faults", "IJJJ");
    private static final MethodHandle FAULTS_TO_TEXT = function("dicechess_faults_to_text", "IIJJJJ");
    private static final MethodHandle STATE_SET_DICE = shortFunction("dicechess_state_set_dice", "IJJJJ");
    private static final MethodHandle STATE_SET_SIDE_TO_MOVE =
            shortFunction("dicechess_state_set_side_to_move", "IJIJ");
    private static final MethodHandle STATE_END_TURN = shortFunction("dicechess_state_end_turn", "IJJ");
    private static final MethodHandle STATE_MICRO_MOVES = function("dicechess_state_micro_moves", "IJJJJJ");
    private static final MethodHandle STATE_FIRST_MOVES = function("dicechess_state_first_moves", "IJJJJJ");
    private static final MethodHandle STATE_MAKE_MICRO_MOVE =
            shortFunction("dicechess_state_make_micro_move", "IJCJ");
    private static final MethodHandle STATE_PLAY_TURN = function("dicechess_state_play_turn", "IJJJJJ");
    private static final MethodHandle STATE_PERFT = function("dicechess_state_perft", "IJIIJJ");
    private static final MethodHandle TURNS_NEW = function("dicechess_turns_new", "IJJ");
    private static final MethodHandle TURNS_FREE = function("dicechess_turns_free", "VJ");
    private static final MethodHandle TURNS_GENERATE = function("dicechess_turns_generate", "IJJJJ");
    private static final MethodHandle TURNS_GENERATE_DISTINCT =
            function("dicechess_turns_generate_distinct", "IJJJJ");
    private static final MethodHandle TURNS_COUNT = shortFunction("dicechess_turns_count", "IJJJ");
    private static final MethodHandle TURNS_KING_CAPTURES =
            shortFunction("dicechess_turns_king_captures", "IJJJ");
    private static final MethodHandle TURNS_GET = shortFunction("dicechess_turns_get", "IJJJJJ");
    private static final MethodHandle TURNS_TO_UCI = shortFunction("dicechess_turns_to_uci", "IJJJJJJ");
    private static final MethodHandle TURNS_FINAL_STATE =
            shortFunction("dicechess_turns_final_state", "IJJJJ");
    private static final MethodHandle TURNS_FILL = function("dicechess_turns_fill", "IJJJJJJJ");
    private static final MethodHandle ROLL_TABLE = function("dicechess_roll_table", "IJJJ");
    private static final MethodHandle ROLLS_NEW = function("dicechess_rolls_new", "IJJ");
    private static final MethodHandle ROLLS_FREE = function("dicechess_rolls_free", "VJ");
    private static final MethodHandle ROLLS_EXPAND = function("dicechess_rolls_expand", "IJJJJ");
    private static final MethodHandle ROLLS_OUTCOMES = function("dicechess_rolls_outcomes", "IJJJJJ");
    private static final MethodHandle ROLLS_KEYS = function("dicechess_rolls_keys", "IJJJJJJ");
    private static final MethodHandle ROLLS_FINAL_STATE = function("dicechess_rolls_final_state", "IJJJJJ");
    private static final MethodHandle EVALUATOR_NEW = function("dicechess_evaluator_new", "IIJJ");
    private static final MethodHandle EVALUATOR_FROM_CALLBACK =
            function("dicechess_evaluator_from_callback", "IJJJIJJ");
    private static final MethodHandle EVALUATOR_FROM_BATCH_CALLBACK =
            function("dicechess_evaluator_from_batch_callback", "IJJJIJJ");
    private static final MethodHandle EVALUATOR_FREE = function("dicechess_evaluator_free", "VJ");
    private static final MethodHandle EVALUATOR_EVALUATE = function("dicechess_evaluator_evaluate", "IJJIJJ");
    private static final MethodHandle EVALUATOR_EVALUATE_BATCH =
            function("dicechess_evaluator_evaluate_batch", "IJJJIJJ");
    private static final MethodHandle EVAL_CACHE_NEW = function("dicechess_eval_cache_new", "IJJJ");
    private static final MethodHandle EVAL_CACHE_FREE = function("dicechess_eval_cache_free", "VJ");
    private static final MethodHandle EVAL_CACHE_EVALUATE =
            function("dicechess_eval_cache_evaluate", "IJJIJJ");
    private static final MethodHandle EVAL_CACHE_EVALUATE_BATCH =
            function("dicechess_eval_cache_evaluate_batch", "IJJJIJJ");
    private static final MethodHandle EVAL_CACHE_EVALUATOR_CALLS =
            function("dicechess_eval_cache_evaluator_calls", "IJJJ");
    private static final MethodHandle EVAL_CACHE_HITS = function("dicechess_eval_cache_hits", "IJJJ");
    private static final MethodHandle EVAL_CACHE_ENTRY_COUNT =
            function("dicechess_eval_cache_entry_count", "IJJJ");
    private static final MethodHandle EVAL_CACHE_BYTES_USED =
            function("dicechess_eval_cache_bytes_used", "IJJJ");
    private static final MethodHandle SCORE_PATH = function("dicechess_score_path", "IJJJJJJ");
    private static final MethodHandle EVAL_CACHE_SCORE_PATH =
            function("dicechess_eval_cache_score_path", "IJJJJJJ");
    private static final MethodHandle SCORE_TURNS = function("dicechess_score_turns", "IJJJJJJ");
    private static final MethodHandle EVAL_CACHE_SCORE_TURNS =
            function("dicechess_eval_cache_score_turns", "IJJJJJJ");
    private static final MethodHandle KING_CAPTURE_PROBABILITY =
            function("dicechess_king_capture_probability", "IJIJJ");
    private static final MethodHandle KING_CAPTURE_ROLLS = function("dicechess_king_capture_rolls", "IJIJJJ");
    private static final MethodHandle CONTROL_NEW = function("dicechess_control_new", "IJJJJ");
    private static final MethodHandle CONTROL_NEW_WITH_CLOCK =
            function("dicechess_control_new_with_clock", "IJJJJJJJ");
    private static final MethodHandle CONTROL_FREE = function("dicechess_control_free", "VJ");
    private static final MethodHandle CONTROL_CANCEL = function("dicechess_control_cancel", "IJJ");
    private static final MethodHandle CONTROL_IS_CANCELLED =
            function("dicechess_control_is_cancelled", "IJJJ");
    private static final MethodHandle CONTROL_WORK_USED =
            shortFunction("dicechess_control_work_used", "IJJJ");
    private static final MethodHandle CONTROL_STOP_REASON = function("dicechess_control_stop_reason", "IJJJ");
    private static final MethodHandle TT_NEW = function("dicechess_tt_new", "IJJJ");
    private static final MethodHandle TT_NEW_WITH_BYTES = function("dicechess_tt_new_with_bytes", "IJJJ");
    private static final MethodHandle TT_FREE = function("dicechess_tt_free", "VJ");
    private static final MethodHandle TT_CAPACITY = function("dicechess_tt_capacity", "IJJJ");
    private static final MethodHandle TT_BYTES = function("dicechess_tt_bytes", "IJJJ");
    private static final MethodHandle TT_PROBE = shortFunction("dicechess_tt_probe", "IJJJJ");
    private static final MethodHandle TT_STORE = shortFunction("dicechess_tt_store", "IJJJ");
    private static final MethodHandle TT_CLEAR = function("dicechess_tt_clear", "IJJ");
    private static final MethodHandle TT_TELEMETRY = function("dicechess_tt_telemetry", "IJJJ");
    private static final MethodHandle TT_RESET_TELEMETRY = function("dicechess_tt_reset_telemetry", "IJJ");
    private static final MethodHandle SEARCH_NEW = function("dicechess_search_new", "IJJJ");
    private static final MethodHandle SEARCH_FREE = function("dicechess_search_free", "VJ");
    private static final MethodHandle SEARCH_BEST_TURN = function("dicechess_search_best_turn", "IJJJJJ");
    private static final MethodHandle SEARCH_CANDIDATES = function("dicechess_search_candidates", "IJJJJJ");
    private static final MethodHandle CHANCE_NODE_VALUE =
            function("dicechess_chance_node_value", "IJIIJJJJJ");
    private static final MethodHandle SEARCH_ESTIMATE_WIN =
            function("dicechess_search_estimate_win", "IJJJJJ");
    private static final MethodHandle SEARCH_CHOOSE_TURN =
            function("dicechess_search_choose_turn", "IJJJJJJJJ");
    private static final MethodHandle TIME_FOR_TURN = function("dicechess_time_for_turn", "IJJJ");
    private static final MethodHandle CHUNK_STORE_NEW = function("dicechess_chunk_store_new", "IJJJ");
    private static final MethodHandle CHUNK_STORE_RETAIN = function("dicechess_chunk_store_retain", "IJJ");
    private static final MethodHandle CHUNK_STORE_RELEASE = function("dicechess_chunk_store_release", "VJ");
    private static final MethodHandle CHUNK_STORE_STATS = function("dicechess_chunk_store_stats", "IJJJ");
    private static final MethodHandle CHUNK_STORE_SUCCESSORS =
            function("dicechess_chunk_store_successors", "IJJJJJJ");
    private static final MethodHandle CHUNK_STORE_CLEAR_INDEX =
            function("dicechess_chunk_store_clear_index", "IJJ");
    private static final MethodHandle POSITION_CACHE_NEW = function("dicechess_position_cache_new", "IJJJ");
    private static final MethodHandle POSITION_CACHE_RETAIN =
            function("dicechess_position_cache_retain", "IJJ");
    private static final MethodHandle POSITION_CACHE_RELEASE =
            function("dicechess_position_cache_release", "VJ");
    private static final MethodHandle POSITION_CACHE_STATS =
            function("dicechess_position_cache_stats", "IJJJ");
    private static final MethodHandle POSITION_CACHE_CLEAR =
            function("dicechess_position_cache_clear", "IJJ");
    private static final MethodHandle POSITION_NEW = function("dicechess_position_new", "IJJJJJ");
    private static final MethodHandle POSITION_FROM_CHUNK =
            function("dicechess_position_from_chunk", "IJJJJ");
    private static final MethodHandle POSITION_FORK = function("dicechess_position_fork", "IJJJ");
    private static final MethodHandle POSITION_FREE = function("dicechess_position_free", "VJ");
    private static final MethodHandle POSITION_ATTACH_CACHE =
            function("dicechess_position_attach_cache", "IJJJ");
    private static final MethodHandle POSITION_ROLL = function("dicechess_position_roll", "IJJJJ");
    private static final MethodHandle POSITION_MAKE_MICRO_MOVE =
            function("dicechess_position_make_micro_move", "IJCJ");
    private static final MethodHandle POSITION_END_TURN = function("dicechess_position_end_turn", "IJJ");
    private static final MethodHandle POSITION_NOTE = function("dicechess_position_note", "IJCJ");
    private static final MethodHandle POSITION_UNDO = function("dicechess_position_undo", "IJJ");
    private static final MethodHandle POSITION_UNMAKE = function("dicechess_position_unmake", "IJJ");
    private static final MethodHandle POSITION_UNWIND_TURN =
            function("dicechess_position_unwind_turn", "IJJ");
    private static final MethodHandle POSITION_UNWIND_TO = function("dicechess_position_unwind_to", "IJJJJ");
    private static final MethodHandle POSITION_SEEK = function("dicechess_position_seek", "IJJJJ");
    private static final MethodHandle POSITION_SEEK_TURN = function("dicechess_position_seek_turn", "IJJJJ");
    private static final MethodHandle POSITION_STEP = function("dicechess_position_step", "IJJJJ");
    private static final MethodHandle POSITION_TRUNCATE = function("dicechess_position_truncate", "IJJ");
    private static final MethodHandle POSITION_DROP_BEFORE =
            function("dicechess_position_drop_before", "IJJJJ");
    private static final MethodHandle POSITION_INFO = function("dicechess_position_info", "IJJJ");
    private static final MethodHandle POSITION_HASHES = function("dicechess_position_hashes", "IJJJ");
    private static final MethodHandle POSITION_STATE = function("dicechess_position_state", "IJJJ");
    private static final MethodHandle POSITION_KEYFRAME = function("dicechess_position_keyframe", "IJJJ");
    private static final MethodHandle POSITION_ATTACKS = function("dicechess_position_attacks", "IJIIJJ");
    private static final MethodHandle POSITION_TURNS = function("dicechess_position_turns", "IJJJJ");
    private static final MethodHandle CELL_DESCRIBE = function("dicechess_cell_describe", "ICJJ");
    private static final MethodHandle CELL_TO_TEXT = function("dicechess_cell_to_text", "ICJJJJ");
    private static final MethodHandle POSITION_READ = function("dicechess_position_read", "IJJJJJJJ");
    private static final MethodHandle POSITION_RUN = function("dicechess_position_run", "IJJJJJJ");
    private static final MethodHandle POSITION_DELTA = function("dicechess_position_delta", "IJJJJJ");
    private static final MethodHandle STREAM_ENCODE = function("dicechess_stream_encode", "IJJIJJJJ");
    private static final MethodHandle STREAM_ENCODE_TO = function("dicechess_stream_encode_to", "IJJIJJJ");
    private static final MethodHandle STREAM_DECODE = function("dicechess_stream_decode", "IJJJJJJJJJ");
    private static final MethodHandle STREAM_REPLAY = function("dicechess_stream_replay", "IJJJJJJJ");
    private static final MethodHandle POSITION_TO_TEXT = function("dicechess_position_to_text", "IJJJJJ");
    private static final MethodHandle POSITION_PLAY_TEXT = function("dicechess_position_play_text", "IJJJJ");
    private static final MethodHandle STREAM_FROM_TEXT = function("dicechess_stream_from_text", "IJJJJJJJ");
    private static final MethodHandle STREAM_TO_TEXT = function("dicechess_stream_to_text", "IJJJJJJJJ");

    @Override
    public String backend() {
        return "panama";
    }

    @Override
    public long address(ByteBuffer direct) {
        return MemorySegment.ofBuffer(direct.duplicate().clear()).address();
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }

    @Override public int versionNumber() {
        try { return (int) VERSION_NUMBER.invokeExact();
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public long versionString() {
        try { return (long) VERSION_STRING.invokeExact();
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int abiVersion() {
        try { return (int) ABI_VERSION.invokeExact(); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public long statusName(int status) {
        try { return (long) STATUS_NAME.invokeExact(status);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public byte microMoveOrigin(short microMove) {
        try { return (byte) MICRO_MOVE_ORIGIN.invokeExact((char) microMove);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public byte microMoveDestination(short microMove) {
        try { return (byte) MICRO_MOVE_DESTINATION.invokeExact((char) microMove);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public byte microMoveFlag(short microMove) {
        try { return (byte) MICRO_MOVE_FLAG.invokeExact((char) microMove);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int microMovePromotion(short microMove) {
        try { return (int) MICRO_MOVE_PROMOTION.invokeExact((char) microMove);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int microMoveToUci(
            short microMove, long buffer, long capacity, long required, long error) {
        try { return (int) MICRO_MOVE_TO_UCI.invokeExact((char) microMove, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateNew(long out, long error) {
        try { return (int) STATE_NEW.invokeExact(out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateFromDfen(long dfen, long length, long out, long error) {
        try { return (int) STATE_FROM_DFEN.invokeExact(dfen, length, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateFromDfenStrict(long dfen, long length, long out, long error) {
        try { return (int) STATE_FROM_DFEN_STRICT.invokeExact(dfen, length, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateFromSnapshot(long snapshot, long out, long error) {
        try { return (int) STATE_FROM_SNAPSHOT.invokeExact(snapshot, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateClone(long state, long out, long error) {
        try { return (int) STATE_CLONE.invokeExact(state, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void stateFree(long state) {
        try { STATE_FREE.invokeExact(state); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateAssign(long state, long source, long error) {
        try { return (int) STATE_ASSIGN.invokeExact(state, source, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateToSnapshot(long state, long snapshot, long error) {
        try { return (int) STATE_TO_SNAPSHOT.invokeExact(state, snapshot, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateToDfen(long state, long buffer, long capacity, long required, long error) {
        try { return (int) STATE_TO_DFEN.invokeExact(state, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateToNormalisedDfen(
            long state, long buffer, long capacity, long required, long error) {
        try { return (int) STATE_TO_NORMALISED_DFEN.invokeExact(state, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateEquals(long state, long other, long equal, long error) {
        try { return (int) STATE_EQUALS.invokeExact(state, other, equal, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateKey(long state, long key, long error) {
        try { return (int) STATE_KEY.invokeExact(state, key, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateSideToMove(long state, long color, long error) {
        try { return (int) STATE_SIDE_TO_MOVE.invokeExact(state, color, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int statePieceAt(long state, byte square, long piece, long error) {
        try { return (int) STATE_PIECE_AT.invokeExact(state, square & 0xff, piece, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateMen(long state, int color, int pieceType, long men, long error) {
        try { return (int) STATE_MEN.invokeExact(state, color, pieceType, men, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateCastlingRights(long state, long rights, long error) {
        try { return (int) STATE_CASTLING_RIGHTS.invokeExact(state, rights, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateEnPassant(long state, long targets, long error) {
        try { return (int) STATE_EN_PASSANT.invokeExact(state, targets, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateDice(long state, long dice, long error) {
        try { return (int) STATE_DICE.invokeExact(state, dice, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateHalfMoveClock(long state, long clock, long error) {
        try { return (int) STATE_HALF_MOVE_CLOCK.invokeExact(state, clock, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateFullMoveNumber(long state, long number, long error) {
        try { return (int) STATE_FULL_MOVE_NUMBER.invokeExact(state, number, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateMaterial(long state, int color, long centipawns, long error) {
        try { return (int) STATE_MATERIAL.invokeExact(state, color, centipawns, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateFaults(long state, long faults, long error) {
        try { return (int) STATE_FAULTS.invokeExact(state, faults, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int faultsToText(int faults, long buffer, long capacity, long required, long error) {
        try { return (int) FAULTS_TO_TEXT.invokeExact(faults, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateSetDice(long state, long faces, long count, long error) {
        try { return (int) STATE_SET_DICE.invokeExact(state, faces, count, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateSetSideToMove(long state, int color, long error) {
        try { return (int) STATE_SET_SIDE_TO_MOVE.invokeExact(state, color, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateEndTurn(long state, long error) {
        try { return (int) STATE_END_TURN.invokeExact(state, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateMicroMoves(long state, long moves, long capacity, long required, long error) {
        try { return (int) STATE_MICRO_MOVES.invokeExact(state, moves, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateFirstMoves(long state, long moves, long capacity, long required, long error) {
        try { return (int) STATE_FIRST_MOVES.invokeExact(state, moves, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int stateMakeMicroMove(long state, short microMove, long error) {
        try { return (int) STATE_MAKE_MICRO_MOVE.invokeExact(state, (char) microMove, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int statePlayTurn(long state, long uci, long length, long takesKing, long error) {
        try { return (int) STATE_PLAY_TURN.invokeExact(state, uci, length, takesKing, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int statePerft(long state, int plies, int allRolls, long perft, long error) {
        try { return (int) STATE_PERFT.invokeExact(state, plies, allRolls, perft, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsNew(long out, long error) {
        try { return (int) TURNS_NEW.invokeExact(out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void turnsFree(long turns) {
        try { TURNS_FREE.invokeExact(turns); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsGenerate(long turns, long state, long limit, long error) {
        try { return (int) TURNS_GENERATE.invokeExact(turns, state, limit, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsGenerateDistinct(long turns, long state, long limit, long error) {
        try { return (int) TURNS_GENERATE_DISTINCT.invokeExact(turns, state, limit, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsCount(long turns, long count, long error) {
        try { return (int) TURNS_COUNT.invokeExact(turns, count, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsKingCaptures(long turns, long count, long error) {
        try { return (int) TURNS_KING_CAPTURES.invokeExact(turns, count, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsGet(long turns, long index, long moves, long length, long error) {
        try { return (int) TURNS_GET.invokeExact(turns, index, moves, length, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsToUci(
            long turns, long index, long buffer, long capacity, long required, long error) {
        try { return (int) TURNS_TO_UCI.invokeExact(turns, index, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsFinalState(long turns, long index, long state, long error) {
        try { return (int) TURNS_FINAL_STATE.invokeExact(turns, index, state, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int turnsFill(
            long turns, long moves, long lengths, long keys, long capacity, long required, long error) {
        try { return (int) TURNS_FILL.invokeExact(turns, moves, lengths, keys, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int rollTable(long faces, long weights, long error) {
        try { return (int) ROLL_TABLE.invokeExact(faces, weights, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int rollsNew(long out, long error) {
        try { return (int) ROLLS_NEW.invokeExact(out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void rollsFree(long rolls) {
        try { ROLLS_FREE.invokeExact(rolls); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int rollsExpand(long rolls, long state, long limit, long error) {
        try { return (int) ROLLS_EXPAND.invokeExact(rolls, state, limit, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int rollsOutcomes(
            long rolls, long takesKing, long diceSpent, long finalCounts, long error) {
        try { return (int) ROLLS_OUTCOMES.invokeExact(rolls, takesKing, diceSpent, finalCounts, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int rollsKeys(
            long rolls, long roll, long keys, long capacity, long required, long error) {
        try { return (int) ROLLS_KEYS.invokeExact(rolls, roll, keys, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int rollsFinalState(long rolls, long roll, long index, long state, long error) {
        try { return (int) ROLLS_FINAL_STATE.invokeExact(rolls, roll, index, state, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evaluatorNew(int kind, long out, long error) {
        try { return (int) EVALUATOR_NEW.invokeExact(kind, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evaluatorFromCallback(
            long userData, long evaluate, long dropUserData, int properties, long out, long error) {
        try { return (int) EVALUATOR_FROM_CALLBACK.invokeExact(userData, evaluate, dropUserData, properties, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evaluatorFromBatchCallback(
            long userData, long evaluate, long dropUserData, int properties, long out, long error) {
        try { return (int) EVALUATOR_FROM_BATCH_CALLBACK.invokeExact(userData, evaluate, dropUserData, properties, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void evaluatorFree(long evaluator) {
        try { EVALUATOR_FREE.invokeExact(evaluator); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evaluatorEvaluate(
            long evaluator, long state, int perspective, long score, long error) {
        try { return (int) EVALUATOR_EVALUATE.invokeExact(evaluator, state, perspective, score, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evaluatorEvaluateBatch(
            long evaluator, long states, long count, int perspective, long scores, long error) {
        try { return (int) EVALUATOR_EVALUATE_BATCH.invokeExact(evaluator, states, count, perspective, scores, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheNew(long evaluator, long out, long error) {
        try { return (int) EVAL_CACHE_NEW.invokeExact(evaluator, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void evalCacheFree(long cache) {
        try { EVAL_CACHE_FREE.invokeExact(cache); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheEvaluate(long cache, long state, int perspective, long score, long error) {
        try { return (int) EVAL_CACHE_EVALUATE.invokeExact(cache, state, perspective, score, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheEvaluateBatch(
            long cache, long states, long count, int perspective, long scores, long error) {
        try { return (int) EVAL_CACHE_EVALUATE_BATCH.invokeExact(cache, states, count, perspective, scores, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheEvaluatorCalls(long cache, long calls, long error) {
        try { return (int) EVAL_CACHE_EVALUATOR_CALLS.invokeExact(cache, calls, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheHits(long cache, long hits, long error) {
        try { return (int) EVAL_CACHE_HITS.invokeExact(cache, hits, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheEntryCount(long cache, long entries, long error) {
        try { return (int) EVAL_CACHE_ENTRY_COUNT.invokeExact(cache, entries, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheBytesUsed(long cache, long bytes, long error) {
        try { return (int) EVAL_CACHE_BYTES_USED.invokeExact(cache, bytes, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int scorePath(
            long state, long moves, long count, long evaluator, long score, long error) {
        try { return (int) SCORE_PATH.invokeExact(state, moves, count, evaluator, score, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheScorePath(
            long cache, long state, long moves, long count, long score, long error) {
        try { return (int) EVAL_CACHE_SCORE_PATH.invokeExact(cache, state, moves, count, score, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int scoreTurns(
            long turns, long evaluator, long scores, long capacity, long required, long error) {
        try { return (int) SCORE_TURNS.invokeExact(turns, evaluator, scores, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int evalCacheScoreTurns(
            long cache, long turns, long scores, long capacity, long required, long error) {
        try { return (int) EVAL_CACHE_SCORE_TURNS.invokeExact(cache, turns, scores, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int kingCaptureProbability(long state, int defender, long probability, long error) {
        try { return (int) KING_CAPTURE_PROBABILITY.invokeExact(state, defender, probability, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int kingCaptureRolls(long state, int defender, long rolls, long weight, long error) {
        try { return (int) KING_CAPTURE_ROLLS.invokeExact(state, defender, rolls, weight, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int controlNew(long budget, long nanoseconds, long out, long error) {
        try { return (int) CONTROL_NEW.invokeExact(budget, nanoseconds, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int controlNewWithClock(
            long userData, long clock, long dropUserData, long budget, long nanoseconds, long out,
            long error) {
        try { return (int) CONTROL_NEW_WITH_CLOCK.invokeExact(userData, clock, dropUserData, budget, nanoseconds, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void controlFree(long control) {
        try { CONTROL_FREE.invokeExact(control); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int controlCancel(long control, long error) {
        try { return (int) CONTROL_CANCEL.invokeExact(control, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int controlIsCancelled(long control, long cancelled, long error) {
        try { return (int) CONTROL_IS_CANCELLED.invokeExact(control, cancelled, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int controlWorkUsed(long control, long work, long error) {
        try { return (int) CONTROL_WORK_USED.invokeExact(control, work, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int controlStopReason(long control, long reason, long error) {
        try { return (int) CONTROL_STOP_REASON.invokeExact(control, reason, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttNew(long capacity, long out, long error) {
        try { return (int) TT_NEW.invokeExact(capacity, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttNewWithBytes(long bytes, long out, long error) {
        try { return (int) TT_NEW_WITH_BYTES.invokeExact(bytes, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void ttFree(long tt) {
        try { TT_FREE.invokeExact(tt); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttCapacity(long tt, long capacity, long error) {
        try { return (int) TT_CAPACITY.invokeExact(tt, capacity, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttBytes(long tt, long bytes, long error) {
        try { return (int) TT_BYTES.invokeExact(tt, bytes, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttProbe(long tt, long key, long entry, long error) {
        try { return (int) TT_PROBE.invokeExact(tt, key, entry, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttStore(long tt, long entry, long error) {
        try { return (int) TT_STORE.invokeExact(tt, entry, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttClear(long tt, long error) {
        try { return (int) TT_CLEAR.invokeExact(tt, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttTelemetry(long tt, long telemetry, long error) {
        try { return (int) TT_TELEMETRY.invokeExact(tt, telemetry, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int ttResetTelemetry(long tt, long error) {
        try { return (int) TT_RESET_TELEMETRY.invokeExact(tt, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int searchNew(long seed, long out, long error) {
        try { return (int) SEARCH_NEW.invokeExact(seed, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void searchFree(long search) {
        try { SEARCH_FREE.invokeExact(search); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int searchBestTurn(long search, long state, long options, long report, long error) {
        try { return (int) SEARCH_BEST_TURN.invokeExact(search, state, options, report, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int searchCandidates(
            long search, long candidates, long capacity, long required, long error) {
        try { return (int) SEARCH_CANDIDATES.invokeExact(search, candidates, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int chanceNodeValue(
            long state, int perspective, int plies, long evaluator, long bounds, long control, long value,
            long error) {
        try { return (int) CHANCE_NODE_VALUE.invokeExact(state, perspective, plies, evaluator, bounds, control, value, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int searchEstimateWin(
            long search, long state, long options, long estimate, long error) {
        try { return (int) SEARCH_ESTIMATE_WIN.invokeExact(search, state, options, estimate, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int searchChooseTurn(
            long search, long state, long player, long length, long control, long moves, long count,
            long error) {
        try { return (int) SEARCH_CHOOSE_TURN.invokeExact(search, state, player, length, control, moves, count, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int timeForTurn(long clock, long nanoseconds, long error) {
        try { return (int) TIME_FOR_TURN.invokeExact(clock, nanoseconds, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int chunkStoreNew(long options, long out, long error) {
        try { return (int) CHUNK_STORE_NEW.invokeExact(options, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int chunkStoreRetain(long store, long error) {
        try { return (int) CHUNK_STORE_RETAIN.invokeExact(store, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void chunkStoreRelease(long store) {
        try { CHUNK_STORE_RELEASE.invokeExact(store); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int chunkStoreStats(long store, long counts, long error) {
        try { return (int) CHUNK_STORE_STATS.invokeExact(store, counts, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int chunkStoreSuccessors(
            long store, long id, long ids, long capacity, long required, long error) {
        try { return (int) CHUNK_STORE_SUCCESSORS.invokeExact(store, id, ids, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int chunkStoreClearIndex(long store, long error) {
        try { return (int) CHUNK_STORE_CLEAR_INDEX.invokeExact(store, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionCacheNew(long bytes, long out, long error) {
        try { return (int) POSITION_CACHE_NEW.invokeExact(bytes, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionCacheRetain(long cache, long error) {
        try { return (int) POSITION_CACHE_RETAIN.invokeExact(cache, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void positionCacheRelease(long cache) {
        try { POSITION_CACHE_RELEASE.invokeExact(cache);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionCacheStats(long cache, long counts, long error) {
        try { return (int) POSITION_CACHE_STATS.invokeExact(cache, counts, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionCacheClear(long cache, long error) {
        try { return (int) POSITION_CACHE_CLEAR.invokeExact(cache, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionNew(long state, long store, long cache, long out, long error) {
        try { return (int) POSITION_NEW.invokeExact(state, store, cache, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionFromChunk(long store, long id, long out, long error) {
        try { return (int) POSITION_FROM_CHUNK.invokeExact(store, id, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionFork(long position, long out, long error) {
        try { return (int) POSITION_FORK.invokeExact(position, out, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public void positionFree(long position) {
        try { POSITION_FREE.invokeExact(position); } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionAttachCache(long position, long cache, long error) {
        try { return (int) POSITION_ATTACH_CACHE.invokeExact(position, cache, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionRoll(long position, long faces, long count, long error) {
        try { return (int) POSITION_ROLL.invokeExact(position, faces, count, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionMakeMicroMove(long position, short microMove, long error) {
        try { return (int) POSITION_MAKE_MICRO_MOVE.invokeExact(position, (char) microMove, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionEndTurn(long position, long error) {
        try { return (int) POSITION_END_TURN.invokeExact(position, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionNote(long position, short note, long error) {
        try { return (int) POSITION_NOTE.invokeExact(position, (char) note, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionUndo(long position, long error) {
        try { return (int) POSITION_UNDO.invokeExact(position, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionUnmake(long position, long error) {
        try { return (int) POSITION_UNMAKE.invokeExact(position, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionUnwindTurn(long position, long error) {
        try { return (int) POSITION_UNWIND_TURN.invokeExact(position, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionUnwindTo(long position, long address, long reached, long error) {
        try { return (int) POSITION_UNWIND_TO.invokeExact(position, address, reached, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionSeek(long position, long address, long reached, long error) {
        try { return (int) POSITION_SEEK.invokeExact(position, address, reached, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionSeekTurn(long position, long turn, long reached, long error) {
        try { return (int) POSITION_SEEK_TURN.invokeExact(position, turn, reached, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionStep(long position, long groups, long moved, long error) {
        try { return (int) POSITION_STEP.invokeExact(position, groups, moved, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionTruncate(long position, long error) {
        try { return (int) POSITION_TRUNCATE.invokeExact(position, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionDropBefore(long position, long address, long horizon, long error) {
        try { return (int) POSITION_DROP_BEFORE.invokeExact(position, address, horizon, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionInfo(long position, long extent, long error) {
        try { return (int) POSITION_INFO.invokeExact(position, extent, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionHashes(long position, long identity, long error) {
        try { return (int) POSITION_HASHES.invokeExact(position, identity, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionState(long position, long state, long error) {
        try { return (int) POSITION_STATE.invokeExact(position, state, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionKeyframe(long position, long keyframe, long error) {
        try { return (int) POSITION_KEYFRAME.invokeExact(position, keyframe, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionAttacks(long position, int color, int pieceType, long squares, long error) {
        try { return (int) POSITION_ATTACKS.invokeExact(position, color, pieceType, squares, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionTurns(long position, long turns, long limit, long error) {
        try { return (int) POSITION_TURNS.invokeExact(position, turns, limit, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int cellDescribe(short cell, long alteration, long error) {
        try { return (int) CELL_DESCRIBE.invokeExact((char) cell, alteration, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int cellToText(short cell, long buffer, long capacity, long required, long error) {
        try { return (int) CELL_TO_TEXT.invokeExact((char) cell, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionRead(
            long position, long from, long to, long cells, long capacity, long required, long error) {
        try { return (int) POSITION_READ.invokeExact(position, from, to, cells, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionRun(
            long position, long from, long to, long userData, long visit, long error) {
        try { return (int) POSITION_RUN.invokeExact(position, from, to, userData, visit, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionDelta(long position, long from, long to, long delta, long error) {
        try { return (int) POSITION_DELTA.invokeExact(position, from, to, delta, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int streamEncode(
            long positions, long count, int omitKeyframes, long buffer, long capacity, long required,
            long error) {
        try { return (int) STREAM_ENCODE.invokeExact(positions, count, omitKeyframes, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int streamEncodeTo(
            long positions, long count, int omitKeyframes, long userData, long write, long error) {
        try { return (int) STREAM_ENCODE_TO.invokeExact(positions, count, omitKeyframes, userData, write, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int streamDecode(
            long bytes, long length, long store, long options, long positions, long capacity, long count,
            long report, long error) {
        try { return (int) STREAM_DECODE.invokeExact(bytes, length, store, options, positions, capacity, count, report, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int streamReplay(
            long bytes, long length, long options, long userData, long hear, long report, long error) {
        try { return (int) STREAM_REPLAY.invokeExact(bytes, length, options, userData, hear, report, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionToText(
            long position, long buffer, long capacity, long required, long error) {
        try { return (int) POSITION_TO_TEXT.invokeExact(position, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int positionPlayText(long position, long text, long length, long error) {
        try { return (int) POSITION_PLAY_TEXT.invokeExact(position, text, length, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int streamFromText(
            long state, long text, long length, long buffer, long capacity, long required, long error) {
        try { return (int) STREAM_FROM_TEXT.invokeExact(state, text, length, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
    @Override public int streamToText(
            long bytes, long length, long game, long root, long buffer, long capacity, long required,
            long error) {
        try { return (int) STREAM_TO_TEXT.invokeExact(bytes, length, game, root, buffer, capacity, required, error);
        } catch (Throwable thrown) { throw rethrown(thrown); }
    }
}
