// Generated from include/dicechess.h by tests/jvm_native.rs: change the header, then run `make header`.
// The C half of JniNative: each function passes numbers on to the library and its result back.

#include <jni.h>
#include <stdint.h>

#include "dicechess.h"

#define METHOD(result, name) JNIEXPORT result JNICALL Java_org_dicechess_internal_JniNative_##name
#define POINTER(address) ((void *)(uintptr_t)(address))
#define ADDRESS(pointer) ((jlong)(uintptr_t)(pointer))

METHOD(jlong, address)(JNIEnv *env, jobject self, jobject direct) {
    return ADDRESS((*env)->GetDirectBufferAddress(env, direct));
}

METHOD(jobject, buffer)(JNIEnv *env, jclass type, jlong address, jlong bytes) {
    return (*env)->NewDirectByteBuffer(env, POINTER(address), bytes);
}

METHOD(jint, versionNumber)(JNIEnv *env, jobject self) {
    return (jint)dicechess_version_number();
}
METHOD(jlong, versionString)(JNIEnv *env, jobject self) {
    return ADDRESS(dicechess_version_string());
}
METHOD(jint, abiVersion)(JNIEnv *env, jobject self) {
    return (jint)dicechess_abi_version();
}
METHOD(jlong, statusName)(JNIEnv *env, jobject self, jint status) {
    return ADDRESS(dicechess_status_name((dicechess_status)status));
}
METHOD(jbyte, microMoveOrigin)(JNIEnv *env, jobject self, jshort micro_move) {
    return (jbyte)dicechess_micro_move_origin((dicechess_micro_move)micro_move);
}
METHOD(jbyte, microMoveDestination)(JNIEnv *env, jobject self, jshort micro_move) {
    return (jbyte)dicechess_micro_move_destination((dicechess_micro_move)micro_move);
}
METHOD(jbyte, microMoveFlag)(JNIEnv *env, jobject self, jshort micro_move) {
    return (jbyte)dicechess_micro_move_flag((dicechess_micro_move)micro_move);
}
METHOD(jint, microMovePromotion)(JNIEnv *env, jobject self, jshort micro_move) {
    return (jint)dicechess_micro_move_promotion((dicechess_micro_move)micro_move);
}
METHOD(jint, microMoveToUci)(
            JNIEnv *env, jobject self, jshort micro_move, jlong buffer, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_micro_move_to_uci((dicechess_micro_move)micro_move, POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, stateNew)(JNIEnv *env, jobject self, jlong out, jlong error) {
    return (jint)dicechess_state_new(POINTER(out), POINTER(error));
}
METHOD(jint, stateFromDfen)(JNIEnv *env, jobject self, jlong dfen, jlong length, jlong out, jlong error) {
    return (jint)dicechess_state_from_dfen(POINTER(dfen), (size_t)length, POINTER(out), POINTER(error));
}
METHOD(jint, stateFromDfenStrict)(
            JNIEnv *env, jobject self, jlong dfen, jlong length, jlong out, jlong error) {
    return (jint)dicechess_state_from_dfen_strict(POINTER(dfen), (size_t)length, POINTER(out), POINTER(error));
}
METHOD(jint, stateFromSnapshot)(JNIEnv *env, jobject self, jlong snapshot, jlong out, jlong error) {
    return (jint)dicechess_state_from_snapshot(POINTER(snapshot), POINTER(out), POINTER(error));
}
METHOD(jint, stateClone)(JNIEnv *env, jobject self, jlong state, jlong out, jlong error) {
    return (jint)dicechess_state_clone(POINTER(state), POINTER(out), POINTER(error));
}
METHOD(void, stateFree)(JNIEnv *env, jobject self, jlong state) {
    dicechess_state_free(POINTER(state));
}
METHOD(jint, stateAssign)(JNIEnv *env, jobject self, jlong state, jlong source, jlong error) {
    return (jint)dicechess_state_assign(POINTER(state), POINTER(source), POINTER(error));
}
METHOD(jint, stateToSnapshot)(JNIEnv *env, jobject self, jlong state, jlong snapshot, jlong error) {
    return (jint)dicechess_state_to_snapshot(POINTER(state), POINTER(snapshot), POINTER(error));
}
METHOD(jint, stateToDfen)(
            JNIEnv *env, jobject self, jlong state, jlong buffer, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_state_to_dfen(POINTER(state), POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, stateToNormalisedDfen)(
            JNIEnv *env, jobject self, jlong state, jlong buffer, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_state_to_normalised_dfen(POINTER(state), POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, stateEquals)(JNIEnv *env, jobject self, jlong state, jlong other, jlong equal, jlong error) {
    return (jint)dicechess_state_equals(POINTER(state), POINTER(other), POINTER(equal), POINTER(error));
}
METHOD(jint, stateKey)(JNIEnv *env, jobject self, jlong state, jlong key, jlong error) {
    return (jint)dicechess_state_key(POINTER(state), POINTER(key), POINTER(error));
}
METHOD(jint, stateSideToMove)(JNIEnv *env, jobject self, jlong state, jlong color, jlong error) {
    return (jint)dicechess_state_side_to_move(POINTER(state), POINTER(color), POINTER(error));
}
METHOD(jint, statePieceAt)(JNIEnv *env, jobject self, jlong state, jbyte square, jlong piece, jlong error) {
    return (jint)dicechess_state_piece_at(POINTER(state), (dicechess_square)square, POINTER(piece), POINTER(error));
}
METHOD(jint, stateMen)(
            JNIEnv *env, jobject self, jlong state, jint color, jint piece_type, jlong men, jlong error) {
    return (jint)dicechess_state_men(POINTER(state), (dicechess_color)color, (dicechess_piece_type)piece_type, POINTER(men), POINTER(error));
}
METHOD(jint, stateCastlingRights)(JNIEnv *env, jobject self, jlong state, jlong rights, jlong error) {
    return (jint)dicechess_state_castling_rights(POINTER(state), POINTER(rights), POINTER(error));
}
METHOD(jint, stateEnPassant)(JNIEnv *env, jobject self, jlong state, jlong targets, jlong error) {
    return (jint)dicechess_state_en_passant(POINTER(state), POINTER(targets), POINTER(error));
}
METHOD(jint, stateDice)(JNIEnv *env, jobject self, jlong state, jlong dice, jlong error) {
    return (jint)dicechess_state_dice(POINTER(state), POINTER(dice), POINTER(error));
}
METHOD(jint, stateHalfMoveClock)(JNIEnv *env, jobject self, jlong state, jlong clock, jlong error) {
    return (jint)dicechess_state_half_move_clock(POINTER(state), POINTER(clock), POINTER(error));
}
METHOD(jint, stateFullMoveNumber)(JNIEnv *env, jobject self, jlong state, jlong number, jlong error) {
    return (jint)dicechess_state_full_move_number(POINTER(state), POINTER(number), POINTER(error));
}
METHOD(jint, stateMaterial)(
            JNIEnv *env, jobject self, jlong state, jint color, jlong centipawns, jlong error) {
    return (jint)dicechess_state_material(POINTER(state), (dicechess_color)color, POINTER(centipawns), POINTER(error));
}
METHOD(jint, stateFaults)(JNIEnv *env, jobject self, jlong state, jlong faults, jlong error) {
    return (jint)dicechess_state_faults(POINTER(state), POINTER(faults), POINTER(error));
}
METHOD(jint, faultsToText)(
            JNIEnv *env, jobject self, jint faults, jlong buffer, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_faults_to_text((uint32_t)faults, POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, stateSetDice)(JNIEnv *env, jobject self, jlong state, jlong faces, jlong count, jlong error) {
    return (jint)dicechess_state_set_dice(POINTER(state), POINTER(faces), (size_t)count, POINTER(error));
}
METHOD(jint, stateSetSideToMove)(JNIEnv *env, jobject self, jlong state, jint color, jlong error) {
    return (jint)dicechess_state_set_side_to_move(POINTER(state), (dicechess_color)color, POINTER(error));
}
METHOD(jint, stateEndTurn)(JNIEnv *env, jobject self, jlong state, jlong error) {
    return (jint)dicechess_state_end_turn(POINTER(state), POINTER(error));
}
METHOD(jint, stateMicroMoves)(
            JNIEnv *env, jobject self, jlong state, jlong moves, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_state_micro_moves(POINTER(state), POINTER(moves), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, stateFirstMoves)(
            JNIEnv *env, jobject self, jlong state, jlong moves, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_state_first_moves(POINTER(state), POINTER(moves), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, stateMakeMicroMove)(JNIEnv *env, jobject self, jlong state, jshort micro_move, jlong error) {
    return (jint)dicechess_state_make_micro_move(POINTER(state), (dicechess_micro_move)micro_move, POINTER(error));
}
METHOD(jint, statePlayTurn)(
            JNIEnv *env, jobject self, jlong state, jlong uci, jlong length, jlong takes_king, jlong error) {
    return (jint)dicechess_state_play_turn(POINTER(state), POINTER(uci), (size_t)length, POINTER(takes_king), POINTER(error));
}
METHOD(jint, statePerft)(
            JNIEnv *env, jobject self, jlong state, jint plies, jint all_rolls, jlong perft, jlong error) {
    return (jint)dicechess_state_perft(POINTER(state), (uint32_t)plies, (int32_t)all_rolls, POINTER(perft), POINTER(error));
}
METHOD(jint, turnsNew)(JNIEnv *env, jobject self, jlong out, jlong error) {
    return (jint)dicechess_turns_new(POINTER(out), POINTER(error));
}
METHOD(void, turnsFree)(JNIEnv *env, jobject self, jlong turns) {
    dicechess_turns_free(POINTER(turns));
}
METHOD(jint, turnsGenerate)(JNIEnv *env, jobject self, jlong turns, jlong state, jlong limit, jlong error) {
    return (jint)dicechess_turns_generate(POINTER(turns), POINTER(state), (size_t)limit, POINTER(error));
}
METHOD(jint, turnsGenerateDistinct)(
            JNIEnv *env, jobject self, jlong turns, jlong state, jlong limit, jlong error) {
    return (jint)dicechess_turns_generate_distinct(POINTER(turns), POINTER(state), (size_t)limit, POINTER(error));
}
METHOD(jint, turnsCount)(JNIEnv *env, jobject self, jlong turns, jlong count, jlong error) {
    return (jint)dicechess_turns_count(POINTER(turns), POINTER(count), POINTER(error));
}
METHOD(jint, turnsKingCaptures)(JNIEnv *env, jobject self, jlong turns, jlong count, jlong error) {
    return (jint)dicechess_turns_king_captures(POINTER(turns), POINTER(count), POINTER(error));
}
METHOD(jint, turnsGet)(
            JNIEnv *env, jobject self, jlong turns, jlong index, jlong moves, jlong length, jlong error) {
    return (jint)dicechess_turns_get(POINTER(turns), (size_t)index, POINTER(moves), POINTER(length), POINTER(error));
}
METHOD(jint, turnsToUci)(
            JNIEnv *env, jobject self, jlong turns, jlong index, jlong buffer, jlong capacity,
            jlong required, jlong error) {
    return (jint)dicechess_turns_to_uci(POINTER(turns), (size_t)index, POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, turnsFinalState)(
            JNIEnv *env, jobject self, jlong turns, jlong index, jlong state, jlong error) {
    return (jint)dicechess_turns_final_state(POINTER(turns), (size_t)index, POINTER(state), POINTER(error));
}
METHOD(jint, turnsFill)(
            JNIEnv *env, jobject self, jlong turns, jlong moves, jlong lengths, jlong keys, jlong capacity,
            jlong required, jlong error) {
    return (jint)dicechess_turns_fill(POINTER(turns), POINTER(moves), POINTER(lengths), POINTER(keys), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, rollTable)(JNIEnv *env, jobject self, jlong faces, jlong weights, jlong error) {
    return (jint)dicechess_roll_table(POINTER(faces), POINTER(weights), POINTER(error));
}
METHOD(jint, rollsNew)(JNIEnv *env, jobject self, jlong out, jlong error) {
    return (jint)dicechess_rolls_new(POINTER(out), POINTER(error));
}
METHOD(void, rollsFree)(JNIEnv *env, jobject self, jlong rolls) {
    dicechess_rolls_free(POINTER(rolls));
}
METHOD(jint, rollsExpand)(JNIEnv *env, jobject self, jlong rolls, jlong state, jlong limit, jlong error) {
    return (jint)dicechess_rolls_expand(POINTER(rolls), POINTER(state), (size_t)limit, POINTER(error));
}
METHOD(jint, rollsOutcomes)(
            JNIEnv *env, jobject self, jlong rolls, jlong takes_king, jlong dice_spent, jlong final_counts,
            jlong error) {
    return (jint)dicechess_rolls_outcomes(POINTER(rolls), POINTER(takes_king), POINTER(dice_spent), POINTER(final_counts), POINTER(error));
}
METHOD(jint, rollsKeys)(
            JNIEnv *env, jobject self, jlong rolls, jlong roll, jlong keys, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_rolls_keys(POINTER(rolls), (size_t)roll, POINTER(keys), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, rollsFinalState)(
            JNIEnv *env, jobject self, jlong rolls, jlong roll, jlong index, jlong state, jlong error) {
    return (jint)dicechess_rolls_final_state(POINTER(rolls), (size_t)roll, (size_t)index, POINTER(state), POINTER(error));
}
METHOD(jint, evaluatorNew)(JNIEnv *env, jobject self, jint kind, jlong out, jlong error) {
    return (jint)dicechess_evaluator_new((int32_t)kind, POINTER(out), POINTER(error));
}
METHOD(jint, evaluatorFromCallback)(
            JNIEnv *env, jobject self, jlong user_data, jlong evaluate, jlong drop_user_data,
            jint properties, jlong out, jlong error) {
    return (jint)dicechess_evaluator_from_callback(POINTER(user_data), (dicechess_evaluate_callback)(uintptr_t)evaluate, (dicechess_drop_callback)(uintptr_t)drop_user_data, (int32_t)properties, POINTER(out), POINTER(error));
}
METHOD(jint, evaluatorFromBatchCallback)(
            JNIEnv *env, jobject self, jlong user_data, jlong evaluate, jlong drop_user_data,
            jint properties, jlong out, jlong error) {
    return (jint)dicechess_evaluator_from_batch_callback(POINTER(user_data), (dicechess_evaluate_batch_callback)(uintptr_t)evaluate, (dicechess_drop_callback)(uintptr_t)drop_user_data, (int32_t)properties, POINTER(out), POINTER(error));
}
METHOD(void, evaluatorFree)(JNIEnv *env, jobject self, jlong evaluator) {
    dicechess_evaluator_free(POINTER(evaluator));
}
METHOD(jint, evaluatorEvaluate)(
            JNIEnv *env, jobject self, jlong evaluator, jlong state, jint perspective, jlong score,
            jlong error) {
    return (jint)dicechess_evaluator_evaluate(POINTER(evaluator), POINTER(state), (dicechess_color)perspective, POINTER(score), POINTER(error));
}
METHOD(jint, evaluatorEvaluateBatch)(
            JNIEnv *env, jobject self, jlong evaluator, jlong states, jlong count, jint perspective,
            jlong scores, jlong error) {
    return (jint)dicechess_evaluator_evaluate_batch(POINTER(evaluator), POINTER(states), (size_t)count, (dicechess_color)perspective, POINTER(scores), POINTER(error));
}
METHOD(jint, evalCacheNew)(JNIEnv *env, jobject self, jlong evaluator, jlong out, jlong error) {
    return (jint)dicechess_eval_cache_new(POINTER(evaluator), POINTER(out), POINTER(error));
}
METHOD(void, evalCacheFree)(JNIEnv *env, jobject self, jlong cache) {
    dicechess_eval_cache_free(POINTER(cache));
}
METHOD(jint, evalCacheEvaluate)(
            JNIEnv *env, jobject self, jlong cache, jlong state, jint perspective, jlong score, jlong error) {
    return (jint)dicechess_eval_cache_evaluate(POINTER(cache), POINTER(state), (dicechess_color)perspective, POINTER(score), POINTER(error));
}
METHOD(jint, evalCacheEvaluateBatch)(
            JNIEnv *env, jobject self, jlong cache, jlong states, jlong count, jint perspective,
            jlong scores, jlong error) {
    return (jint)dicechess_eval_cache_evaluate_batch(POINTER(cache), POINTER(states), (size_t)count, (dicechess_color)perspective, POINTER(scores), POINTER(error));
}
METHOD(jint, evalCacheEvaluatorCalls)(JNIEnv *env, jobject self, jlong cache, jlong calls, jlong error) {
    return (jint)dicechess_eval_cache_evaluator_calls(POINTER(cache), POINTER(calls), POINTER(error));
}
METHOD(jint, evalCacheHits)(JNIEnv *env, jobject self, jlong cache, jlong hits, jlong error) {
    return (jint)dicechess_eval_cache_hits(POINTER(cache), POINTER(hits), POINTER(error));
}
METHOD(jint, evalCacheEntryCount)(JNIEnv *env, jobject self, jlong cache, jlong entries, jlong error) {
    return (jint)dicechess_eval_cache_entry_count(POINTER(cache), POINTER(entries), POINTER(error));
}
METHOD(jint, evalCacheBytesUsed)(JNIEnv *env, jobject self, jlong cache, jlong bytes, jlong error) {
    return (jint)dicechess_eval_cache_bytes_used(POINTER(cache), POINTER(bytes), POINTER(error));
}
METHOD(jint, scorePath)(
            JNIEnv *env, jobject self, jlong state, jlong moves, jlong count, jlong evaluator, jlong score,
            jlong error) {
    return (jint)dicechess_score_path(POINTER(state), POINTER(moves), (size_t)count, POINTER(evaluator), POINTER(score), POINTER(error));
}
METHOD(jint, evalCacheScorePath)(
            JNIEnv *env, jobject self, jlong cache, jlong state, jlong moves, jlong count, jlong score,
            jlong error) {
    return (jint)dicechess_eval_cache_score_path(POINTER(cache), POINTER(state), POINTER(moves), (size_t)count, POINTER(score), POINTER(error));
}
METHOD(jint, scoreTurns)(
            JNIEnv *env, jobject self, jlong turns, jlong evaluator, jlong scores, jlong capacity,
            jlong required, jlong error) {
    return (jint)dicechess_score_turns(POINTER(turns), POINTER(evaluator), POINTER(scores), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, evalCacheScoreTurns)(
            JNIEnv *env, jobject self, jlong cache, jlong turns, jlong scores, jlong capacity,
            jlong required, jlong error) {
    return (jint)dicechess_eval_cache_score_turns(POINTER(cache), POINTER(turns), POINTER(scores), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, kingCaptureProbability)(
            JNIEnv *env, jobject self, jlong state, jint defender, jlong probability, jlong error) {
    return (jint)dicechess_king_capture_probability(POINTER(state), (dicechess_color)defender, POINTER(probability), POINTER(error));
}
METHOD(jint, kingCaptureRolls)(
            JNIEnv *env, jobject self, jlong state, jint defender, jlong rolls, jlong weight, jlong error) {
    return (jint)dicechess_king_capture_rolls(POINTER(state), (dicechess_color)defender, POINTER(rolls), POINTER(weight), POINTER(error));
}
METHOD(jint, controlNew)(
            JNIEnv *env, jobject self, jlong budget, jlong nanoseconds, jlong out, jlong error) {
    return (jint)dicechess_control_new((uint64_t)budget, (uint64_t)nanoseconds, POINTER(out), POINTER(error));
}
METHOD(jint, controlNewWithClock)(
            JNIEnv *env, jobject self, jlong user_data, jlong clock, jlong drop_user_data, jlong budget,
            jlong nanoseconds, jlong out, jlong error) {
    return (jint)dicechess_control_new_with_clock(POINTER(user_data), (dicechess_clock_callback)(uintptr_t)clock, (dicechess_drop_callback)(uintptr_t)drop_user_data, (uint64_t)budget, (uint64_t)nanoseconds, POINTER(out), POINTER(error));
}
METHOD(void, controlFree)(JNIEnv *env, jobject self, jlong control) {
    dicechess_control_free(POINTER(control));
}
METHOD(jint, controlCancel)(JNIEnv *env, jobject self, jlong control, jlong error) {
    return (jint)dicechess_control_cancel(POINTER(control), POINTER(error));
}
METHOD(jint, controlIsCancelled)(JNIEnv *env, jobject self, jlong control, jlong cancelled, jlong error) {
    return (jint)dicechess_control_is_cancelled(POINTER(control), POINTER(cancelled), POINTER(error));
}
METHOD(jint, controlWorkUsed)(JNIEnv *env, jobject self, jlong control, jlong work, jlong error) {
    return (jint)dicechess_control_work_used(POINTER(control), POINTER(work), POINTER(error));
}
METHOD(jint, controlStopReason)(JNIEnv *env, jobject self, jlong control, jlong reason, jlong error) {
    return (jint)dicechess_control_stop_reason(POINTER(control), POINTER(reason), POINTER(error));
}
METHOD(jint, ttNew)(JNIEnv *env, jobject self, jlong capacity, jlong out, jlong error) {
    return (jint)dicechess_tt_new((size_t)capacity, POINTER(out), POINTER(error));
}
METHOD(jint, ttNewWithBytes)(JNIEnv *env, jobject self, jlong bytes, jlong out, jlong error) {
    return (jint)dicechess_tt_new_with_bytes((size_t)bytes, POINTER(out), POINTER(error));
}
METHOD(void, ttFree)(JNIEnv *env, jobject self, jlong tt) {
    dicechess_tt_free(POINTER(tt));
}
METHOD(jint, ttCapacity)(JNIEnv *env, jobject self, jlong tt, jlong capacity, jlong error) {
    return (jint)dicechess_tt_capacity(POINTER(tt), POINTER(capacity), POINTER(error));
}
METHOD(jint, ttBytes)(JNIEnv *env, jobject self, jlong tt, jlong bytes, jlong error) {
    return (jint)dicechess_tt_bytes(POINTER(tt), POINTER(bytes), POINTER(error));
}
METHOD(jint, ttProbe)(JNIEnv *env, jobject self, jlong tt, jlong key, jlong entry, jlong error) {
    return (jint)dicechess_tt_probe(POINTER(tt), (uint64_t)key, POINTER(entry), POINTER(error));
}
METHOD(jint, ttStore)(JNIEnv *env, jobject self, jlong tt, jlong entry, jlong error) {
    return (jint)dicechess_tt_store(POINTER(tt), POINTER(entry), POINTER(error));
}
METHOD(jint, ttClear)(JNIEnv *env, jobject self, jlong tt, jlong error) {
    return (jint)dicechess_tt_clear(POINTER(tt), POINTER(error));
}
METHOD(jint, ttTelemetry)(JNIEnv *env, jobject self, jlong tt, jlong telemetry, jlong error) {
    return (jint)dicechess_tt_telemetry(POINTER(tt), POINTER(telemetry), POINTER(error));
}
METHOD(jint, ttResetTelemetry)(JNIEnv *env, jobject self, jlong tt, jlong error) {
    return (jint)dicechess_tt_reset_telemetry(POINTER(tt), POINTER(error));
}
METHOD(jint, searchNew)(JNIEnv *env, jobject self, jlong seed, jlong out, jlong error) {
    return (jint)dicechess_search_new((int64_t)seed, POINTER(out), POINTER(error));
}
METHOD(void, searchFree)(JNIEnv *env, jobject self, jlong search) {
    dicechess_search_free(POINTER(search));
}
METHOD(jint, searchBestTurn)(
            JNIEnv *env, jobject self, jlong search, jlong state, jlong options, jlong report, jlong error) {
    return (jint)dicechess_search_best_turn(POINTER(search), POINTER(state), POINTER(options), POINTER(report), POINTER(error));
}
METHOD(jint, searchCandidates)(
            JNIEnv *env, jobject self, jlong search, jlong candidates, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_search_candidates(POINTER(search), POINTER(candidates), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, chanceNodeValue)(
            JNIEnv *env, jobject self, jlong state, jint perspective, jint plies, jlong evaluator,
            jlong bounds, jlong control, jlong value, jlong error) {
    return (jint)dicechess_chance_node_value(POINTER(state), (dicechess_color)perspective, (uint32_t)plies, POINTER(evaluator), POINTER(bounds), POINTER(control), POINTER(value), POINTER(error));
}
METHOD(jint, searchEstimateWin)(
            JNIEnv *env, jobject self, jlong search, jlong state, jlong options, jlong estimate,
            jlong error) {
    return (jint)dicechess_search_estimate_win(POINTER(search), POINTER(state), POINTER(options), POINTER(estimate), POINTER(error));
}
METHOD(jint, searchChooseTurn)(
            JNIEnv *env, jobject self, jlong search, jlong state, jlong player, jlong length,
            jlong control, jlong moves, jlong count, jlong error) {
    return (jint)dicechess_search_choose_turn(POINTER(search), POINTER(state), POINTER(player), (size_t)length, POINTER(control), POINTER(moves), POINTER(count), POINTER(error));
}
METHOD(jint, timeForTurn)(JNIEnv *env, jobject self, jlong clock, jlong nanoseconds, jlong error) {
    return (jint)dicechess_time_for_turn(POINTER(clock), POINTER(nanoseconds), POINTER(error));
}
METHOD(jint, chunkStoreNew)(JNIEnv *env, jobject self, jlong options, jlong out, jlong error) {
    return (jint)dicechess_chunk_store_new(POINTER(options), POINTER(out), POINTER(error));
}
METHOD(jint, chunkStoreRetain)(JNIEnv *env, jobject self, jlong store, jlong error) {
    return (jint)dicechess_chunk_store_retain(POINTER(store), POINTER(error));
}
METHOD(void, chunkStoreRelease)(JNIEnv *env, jobject self, jlong store) {
    dicechess_chunk_store_release(POINTER(store));
}
METHOD(jint, chunkStoreStats)(JNIEnv *env, jobject self, jlong store, jlong counts, jlong error) {
    return (jint)dicechess_chunk_store_stats(POINTER(store), POINTER(counts), POINTER(error));
}
METHOD(jint, chunkStoreSuccessors)(
            JNIEnv *env, jobject self, jlong store, jlong id, jlong ids, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_chunk_store_successors(POINTER(store), (uint64_t)id, POINTER(ids), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, chunkStoreClearIndex)(JNIEnv *env, jobject self, jlong store, jlong error) {
    return (jint)dicechess_chunk_store_clear_index(POINTER(store), POINTER(error));
}
METHOD(jint, positionCacheNew)(JNIEnv *env, jobject self, jlong bytes, jlong out, jlong error) {
    return (jint)dicechess_position_cache_new((uint64_t)bytes, POINTER(out), POINTER(error));
}
METHOD(jint, positionCacheRetain)(JNIEnv *env, jobject self, jlong cache, jlong error) {
    return (jint)dicechess_position_cache_retain(POINTER(cache), POINTER(error));
}
METHOD(void, positionCacheRelease)(JNIEnv *env, jobject self, jlong cache) {
    dicechess_position_cache_release(POINTER(cache));
}
METHOD(jint, positionCacheStats)(JNIEnv *env, jobject self, jlong cache, jlong counts, jlong error) {
    return (jint)dicechess_position_cache_stats(POINTER(cache), POINTER(counts), POINTER(error));
}
METHOD(jint, positionCacheClear)(JNIEnv *env, jobject self, jlong cache, jlong error) {
    return (jint)dicechess_position_cache_clear(POINTER(cache), POINTER(error));
}
METHOD(jint, positionNew)(
            JNIEnv *env, jobject self, jlong state, jlong store, jlong cache, jlong out, jlong error) {
    return (jint)dicechess_position_new(POINTER(state), POINTER(store), POINTER(cache), POINTER(out), POINTER(error));
}
METHOD(jint, positionFromChunk)(JNIEnv *env, jobject self, jlong store, jlong id, jlong out, jlong error) {
    return (jint)dicechess_position_from_chunk(POINTER(store), (uint64_t)id, POINTER(out), POINTER(error));
}
METHOD(jint, positionFork)(JNIEnv *env, jobject self, jlong position, jlong out, jlong error) {
    return (jint)dicechess_position_fork(POINTER(position), POINTER(out), POINTER(error));
}
METHOD(void, positionFree)(JNIEnv *env, jobject self, jlong position) {
    dicechess_position_free(POINTER(position));
}
METHOD(jint, positionAttachCache)(JNIEnv *env, jobject self, jlong position, jlong cache, jlong error) {
    return (jint)dicechess_position_attach_cache(POINTER(position), POINTER(cache), POINTER(error));
}
METHOD(jint, positionRoll)(
            JNIEnv *env, jobject self, jlong position, jlong faces, jlong count, jlong error) {
    return (jint)dicechess_position_roll(POINTER(position), POINTER(faces), (size_t)count, POINTER(error));
}
METHOD(jint, positionMakeMicroMove)(
            JNIEnv *env, jobject self, jlong position, jshort micro_move, jlong error) {
    return (jint)dicechess_position_make_micro_move(POINTER(position), (dicechess_micro_move)micro_move, POINTER(error));
}
METHOD(jint, positionEndTurn)(JNIEnv *env, jobject self, jlong position, jlong error) {
    return (jint)dicechess_position_end_turn(POINTER(position), POINTER(error));
}
METHOD(jint, positionNote)(JNIEnv *env, jobject self, jlong position, jshort note, jlong error) {
    return (jint)dicechess_position_note(POINTER(position), (uint16_t)note, POINTER(error));
}
METHOD(jint, positionUndo)(JNIEnv *env, jobject self, jlong position, jlong error) {
    return (jint)dicechess_position_undo(POINTER(position), POINTER(error));
}
METHOD(jint, positionUnmake)(JNIEnv *env, jobject self, jlong position, jlong error) {
    return (jint)dicechess_position_unmake(POINTER(position), POINTER(error));
}
METHOD(jint, positionUnwindTurn)(JNIEnv *env, jobject self, jlong position, jlong error) {
    return (jint)dicechess_position_unwind_turn(POINTER(position), POINTER(error));
}
METHOD(jint, positionUnwindTo)(
            JNIEnv *env, jobject self, jlong position, jlong address, jlong reached, jlong error) {
    return (jint)dicechess_position_unwind_to(POINTER(position), (uint64_t)address, POINTER(reached), POINTER(error));
}
METHOD(jint, positionSeek)(
            JNIEnv *env, jobject self, jlong position, jlong address, jlong reached, jlong error) {
    return (jint)dicechess_position_seek(POINTER(position), (uint64_t)address, POINTER(reached), POINTER(error));
}
METHOD(jint, positionSeekTurn)(
            JNIEnv *env, jobject self, jlong position, jlong turn, jlong reached, jlong error) {
    return (jint)dicechess_position_seek_turn(POINTER(position), (uint64_t)turn, POINTER(reached), POINTER(error));
}
METHOD(jint, positionStep)(
            JNIEnv *env, jobject self, jlong position, jlong groups, jlong moved, jlong error) {
    return (jint)dicechess_position_step(POINTER(position), (int64_t)groups, POINTER(moved), POINTER(error));
}
METHOD(jint, positionTruncate)(JNIEnv *env, jobject self, jlong position, jlong error) {
    return (jint)dicechess_position_truncate(POINTER(position), POINTER(error));
}
METHOD(jint, positionDropBefore)(
            JNIEnv *env, jobject self, jlong position, jlong address, jlong horizon, jlong error) {
    return (jint)dicechess_position_drop_before(POINTER(position), (uint64_t)address, POINTER(horizon), POINTER(error));
}
METHOD(jint, positionInfo)(JNIEnv *env, jobject self, jlong position, jlong extent, jlong error) {
    return (jint)dicechess_position_info(POINTER(position), POINTER(extent), POINTER(error));
}
METHOD(jint, positionHashes)(JNIEnv *env, jobject self, jlong position, jlong identity, jlong error) {
    return (jint)dicechess_position_hashes(POINTER(position), POINTER(identity), POINTER(error));
}
METHOD(jint, positionState)(JNIEnv *env, jobject self, jlong position, jlong state, jlong error) {
    return (jint)dicechess_position_state(POINTER(position), POINTER(state), POINTER(error));
}
METHOD(jint, positionKeyframe)(JNIEnv *env, jobject self, jlong position, jlong keyframe, jlong error) {
    return (jint)dicechess_position_keyframe(POINTER(position), POINTER(keyframe), POINTER(error));
}
METHOD(jint, positionAttacks)(
            JNIEnv *env, jobject self, jlong position, jint color, jint piece_type, jlong squares,
            jlong error) {
    return (jint)dicechess_position_attacks(POINTER(position), (dicechess_color)color, (dicechess_piece_type)piece_type, POINTER(squares), POINTER(error));
}
METHOD(jint, positionTurns)(
            JNIEnv *env, jobject self, jlong position, jlong turns, jlong limit, jlong error) {
    return (jint)dicechess_position_turns(POINTER(position), POINTER(turns), (size_t)limit, POINTER(error));
}
METHOD(jint, cellDescribe)(JNIEnv *env, jobject self, jshort cell, jlong alteration, jlong error) {
    return (jint)dicechess_cell_describe((dicechess_cell)cell, POINTER(alteration), POINTER(error));
}
METHOD(jint, cellToText)(
            JNIEnv *env, jobject self, jshort cell, jlong buffer, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_cell_to_text((dicechess_cell)cell, POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, positionRead)(
            JNIEnv *env, jobject self, jlong position, jlong from, jlong to, jlong cells, jlong capacity,
            jlong required, jlong error) {
    return (jint)dicechess_position_read(POINTER(position), (uint64_t)from, (uint64_t)to, POINTER(cells), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, positionRun)(
            JNIEnv *env, jobject self, jlong position, jlong from, jlong to, jlong user_data, jlong visit,
            jlong error) {
    return (jint)dicechess_position_run(POINTER(position), (uint64_t)from, (uint64_t)to, POINTER(user_data), (dicechess_cell_callback)(uintptr_t)visit, POINTER(error));
}
METHOD(jint, positionDelta)(
            JNIEnv *env, jobject self, jlong position, jlong from, jlong to, jlong delta, jlong error) {
    return (jint)dicechess_position_delta(POINTER(position), (uint64_t)from, (uint64_t)to, POINTER(delta), POINTER(error));
}
METHOD(jint, streamEncode)(
            JNIEnv *env, jobject self, jlong positions, jlong count, jint omit_keyframes, jlong buffer,
            jlong capacity, jlong required, jlong error) {
    return (jint)dicechess_stream_encode(POINTER(positions), (size_t)count, (int32_t)omit_keyframes, POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, streamEncodeTo)(
            JNIEnv *env, jobject self, jlong positions, jlong count, jint omit_keyframes, jlong user_data,
            jlong write, jlong error) {
    return (jint)dicechess_stream_encode_to(POINTER(positions), (size_t)count, (int32_t)omit_keyframes, POINTER(user_data), (dicechess_write_callback)(uintptr_t)write, POINTER(error));
}
METHOD(jint, streamDecode)(
            JNIEnv *env, jobject self, jlong bytes, jlong length, jlong store, jlong options,
            jlong positions, jlong capacity, jlong count, jlong report, jlong error) {
    return (jint)dicechess_stream_decode(POINTER(bytes), (size_t)length, POINTER(store), POINTER(options), POINTER(positions), (size_t)capacity, POINTER(count), POINTER(report), POINTER(error));
}
METHOD(jint, streamReplay)(
            JNIEnv *env, jobject self, jlong bytes, jlong length, jlong options, jlong user_data,
            jlong hear, jlong report, jlong error) {
    return (jint)dicechess_stream_replay(POINTER(bytes), (size_t)length, POINTER(options), POINTER(user_data), (dicechess_event_callback)(uintptr_t)hear, POINTER(report), POINTER(error));
}
METHOD(jint, positionToText)(
            JNIEnv *env, jobject self, jlong position, jlong buffer, jlong capacity, jlong required,
            jlong error) {
    return (jint)dicechess_position_to_text(POINTER(position), POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, positionPlayText)(
            JNIEnv *env, jobject self, jlong position, jlong text, jlong length, jlong error) {
    return (jint)dicechess_position_play_text(POINTER(position), POINTER(text), (size_t)length, POINTER(error));
}
METHOD(jint, streamFromText)(
            JNIEnv *env, jobject self, jlong state, jlong text, jlong length, jlong buffer, jlong capacity,
            jlong required, jlong error) {
    return (jint)dicechess_stream_from_text(POINTER(state), POINTER(text), (size_t)length, POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
METHOD(jint, streamToText)(
            JNIEnv *env, jobject self, jlong bytes, jlong length, jlong game, jlong root, jlong buffer,
            jlong capacity, jlong required, jlong error) {
    return (jint)dicechess_stream_to_text(POINTER(bytes), (size_t)length, (size_t)game, POINTER(root), POINTER(buffer), (size_t)capacity, POINTER(required), POINTER(error));
}
