/* Byte streams: the specified bytes, games there and back, every truncation and every flipped bit, wrong arguments. */
#include "tape.h"

enum { MOST = 1 << 16, GAMES = 3, FRAME_HEADER = 24, STREAM_HEADER = 16 };

/* The golden turn as a stream, up to the frame that closes it. */
static const char golden[] = "894443540d0a1a0a010000001a4924c0"
                             "010e110024000000349d073729834bd3dd734b8adfabc1b2"
                             "802689a4801711c64c505c40d461801709c65c506440d47100170ac6865095409036"
                             "0000bb5cb622";

typedef struct {
    uint8_t bytes[MOST];
    size_t length;
} Stream;

static void encode(dicechess_position *const *positions, size_t count, Stream *stream) {
    const dicechess_position *const *list = (const dicechess_position *const *)positions;
    size_t required = 0;
    CHECK(dicechess_stream_encode(list, count, 0, NULL, 0, &required, NULL) == DICECHESS_ERR_BUFFER);
    OK(dicechess_stream_encode(list, count, 0, stream->bytes, MOST, &stream->length, record));
    CHECK(stream->length == required);
}

static dicechess_position *random_game(dicechess_chunk_store *store, int groups) {
    dicechess_position *position = position_of(NULL, store, NULL);
    dicechess_state *walker = state_of(INITIAL);
    for (int i = 0; i < groups; i++) random_group(walker, position, NULL);
    dicechess_state_free(walker);
    return position;
}

static void free_all(dicechess_position **positions, size_t count) {
    for (size_t i = 0; i < count; i++) dicechess_position_free(positions[i]);
}

static dicechess_status decode(const uint8_t *bytes, size_t length, const dicechess_stream_options *options,
                               dicechess_position **positions, size_t *count, dicechess_stream_report *report) {
    return dicechess_stream_decode(bytes, length, NULL, options, positions, GAMES, count, report, &error);
}

static void golden_stream(void) {
    dicechess_position *position = position_of(NULL, NULL, NULL), *found[GAMES];
    Stream stream;
    play(position, "PPN e2e4 e4e5 g1f3\n");
    encode(&position, 1, &stream);
    const size_t length = (sizeof golden - 1) / 2;
    CHECK(length == 80 && stream.length == length + FRAME_HEADER + 4);
    for (size_t i = 0; i < length; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", stream.bytes[i]);
        CHECK(memcmp(digits, golden + 2 * i, 2) == 0);
    }
    size_t count = 0;
    dicechess_stream_report report = {.struct_size = sizeof report};
    OK(decode(stream.bytes, stream.length, NULL, found, &count, &report));
    CHECK(count == 1 && report.code == DICECHESS_OK && report.byte_offset == stream.length && report.games == 1);
    CHECK(report.frames == 1 && report.cells == 17 && report.cell_address == 17 && report.gaps == 0 && report.unverified == 0);
    CHECK(report.closed == 1 && report.reserved == 0);
    CHECK(identity_of(found[0]).chain == UINT64_C(0xB2C1ABDF8A4B73DD) && extent_of(found[0]).head == 17);
    dicechess_position_free(found[0]);

    /* Cut between two frames, it reads well as far as it goes, and lacks the frame that closes it. */
    for (size_t cut = STREAM_HEADER; cut <= length; cut += length - STREAM_HEADER) {
        report.closed = 7;
        OK(decode(stream.bytes, cut, NULL, found, &count, &report));
        CHECK(count == (cut == length) && report.code == DICECHESS_OK && report.byte_offset == cut && report.closed == 0);
        free_all(found, count);
    }

    /* The same game from text, and back. */
    Stream again;
    OK(dicechess_stream_from_text(NULL, "ppn e2e4 e4e5 g1f3", 18, again.bytes, MOST, &again.length, record));
    CHECK(again.length == stream.length && memcmp(again.bytes, stream.bytes, again.length) == 0);
    char text[100];
    dicechess_state *root = state_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1 K");
    OK(dicechess_stream_to_text(stream.bytes, stream.length, 0, root, text, sizeof text, NULL, record));
    CHECK(strcmp(text, "PPN e2e4 e4e5 g1f3\n") == 0 && has_dfen(root, INITIAL));
    FAILS(dicechess_stream_to_text(stream.bytes, stream.length, 1, NULL, text, sizeof text, NULL, record), DICECHESS_ERR_RANGE, 2, -1, "game is 1");
    FAILS(dicechess_stream_to_text(stream.bytes, 79, 0, NULL, text, sizeof text, NULL, record), DICECHESS_ERR_TAPE_TRUNCATED, -1, 16, "byte 16");
    FAILS(dicechess_stream_to_text(NULL, 79, 0, NULL, text, sizeof text, NULL, record), DICECHESS_ERR_NULL, 0, -1, "bytes");
    FAILS(dicechess_stream_to_text(stream.bytes, stream.length, 0, NULL, text, 9, NULL, record), DICECHESS_ERR_BUFFER, 4, -1, "20 are required");
    FAILS(dicechess_stream_from_text(NULL, "e2e4 e2e4", 9, again.bytes, MOST, NULL, record), DICECHESS_ERR_ILLEGAL, 1, 5, "byte 5");
    FAILS(dicechess_stream_from_text(NULL, "e2e4 ?", 6, again.bytes, MOST, NULL, record), DICECHESS_ERR_TEXT, 1, 5, "byte 5");
    FAILS(dicechess_stream_from_text(root, "e2e4", 4, again.bytes, 9, NULL, record), DICECHESS_ERR_BUFFER, 3, -1, "buffer holds 9");
    dicechess_state_free(root);
    dicechess_position_free(position);
}

static void games(void) {
    dicechess_chunk_store *store = small_store();
    dicechess_position *positions[GAMES], *found[GAMES] = {NULL};
    Stream stream, again;
    for (int i = 0; i < GAMES; i++) positions[i] = random_game(store, 40 + 30 * i);
    encode(positions, GAMES, &stream);
    size_t count = 0;
    for (int32_t trusted = 0; trusted < 2; trusted++) {
        const dicechess_stream_options options = {.struct_size = sizeof options, .trusted = trusted};
        OK(dicechess_stream_decode(stream.bytes, stream.length, store, &options, found, GAMES, &count, NULL, record));
        CHECK(count == GAMES);
        for (int i = 0; i < GAMES; i++) {
            CHECK(identity_of(found[i]).chain == identity_of(positions[i]).chain);
            CHECK(identity_of(found[i]).key == identity_of(positions[i]).key);
            CHECK(extent_of(found[i]).chunks == extent_of(positions[i]).chunks);
            OK(dicechess_position_undo(found[i], record));
        }
        /* The same bytes wherever the heads are. */
        encode(found, GAMES, &again);
        CHECK(again.length == stream.length && memcmp(again.bytes, stream.bytes, again.length) == 0);
        free_all(found, GAMES);
    }
    /* Two places for three games. */
    found[0] = found[1] = positions[0];
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, store, NULL, found, 2, &count, NULL, record), DICECHESS_ERR_BUFFER, 4, -1, "3 are required");
    CHECK(count == 3 && found[0] == NULL && found[1] == NULL);
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, store, NULL, NULL, 0, &count, NULL, record), DICECHESS_ERR_BUFFER, 4, -1, "3 are required");
    /* A stream without games is one, too. */
    encode(NULL, 0, &again);
    CHECK(again.length == STREAM_HEADER + FRAME_HEADER + 4);
    OK(dicechess_stream_decode(again.bytes, again.length, NULL, NULL, NULL, 0, &count, NULL, record));
    CHECK(count == 0);
    free_all(positions, GAMES);
    dicechess_chunk_store_release(store);
}

/* A sink for pieces of a stream. */
typedef struct {
    Stream stream;
    int pieces, fails_at;
} Sink;

static int32_t take(void *user_data, const uint8_t *bytes, size_t length) {
    Sink *sink = user_data;
    if (++sink->pieces == sink->fails_at) return 5;
    CHECK(sink->stream.length + length <= MOST);
    memcpy(sink->stream.bytes + sink->stream.length, bytes, length);
    sink->stream.length += length;
    return 0;
}

static void encoding_arguments(void) {
    static Sink sink;
    static Stream stream;
    dicechess_position *positions[2] = {random_game(NULL, 50), random_game(NULL, 20)};
    const dicechess_position *const *list = (const dicechess_position *const *)positions;
    encode(positions, 2, &stream);
    OK(dicechess_stream_encode_to(list, 2, 0, &sink, take, record));
    CHECK(sink.pieces == 3 && sink.stream.length == stream.length && memcmp(sink.stream.bytes, stream.bytes, stream.length) == 0);
    sink.pieces = 0;
    sink.stream.length = 0;
    sink.fails_at = 2;
    CHECK(dicechess_stream_encode_to(list, 2, 0, &sink, take, record) == DICECHESS_ERR_CALLBACK);
    CHECK(error.detail == 5 && memcmp(sink.stream.bytes, stream.bytes, sink.stream.length) == 0);
    FAILS(dicechess_stream_encode_to(list, 2, 0, &sink, NULL, record), DICECHESS_ERR_NULL, 4, -1, "write");
    FAILS(dicechess_stream_encode_to(NULL, 2, 0, &sink, take, record), DICECHESS_ERR_NULL, 0, -1, "positions");
    FAILS(dicechess_stream_encode_to(list, 2, 2, &sink, take, record), DICECHESS_ERR_RANGE, 2, -1, "omit_keyframes");
    FAILS(dicechess_stream_encode(NULL, 1, 0, stream.bytes, MOST, NULL, record), DICECHESS_ERR_NULL, 0, -1, "positions");
    FAILS(dicechess_stream_encode(list, 2, -1, stream.bytes, MOST, NULL, record), DICECHESS_ERR_RANGE, 2, -1, "omit_keyframes");
    FAILS(dicechess_stream_encode(list, 2, 0, NULL, MOST, NULL, record), DICECHESS_ERR_NULL, 3, -1, "buffer");
    const dicechess_position *const holed[] = {positions[0], NULL};
    FAILS(dicechess_stream_encode(holed, 2, 0, stream.bytes, MOST, NULL, record), DICECHESS_ERR_NULL, 0, 1, "NULL at 1");
    dicechess_chunk_store *store = small_store();
    const dicechess_position *const foreign[] = {positions[0], (dicechess_position *)store};
    FAILS(dicechess_stream_encode(foreign, 2, 0, stream.bytes, MOST, NULL, record), DICECHESS_ERR_HANDLE, 0, 1, "no live");

    /* Keyframes that a reader can do without: 48 bytes a chunk. */
    dicechess_position *chunked = random_game(store, 200);
    const dicechess_position *const one[] = {chunked};
    size_t with = 0, without = 0;
    OK(dicechess_stream_encode(one, 1, 0, stream.bytes, MOST, &with, record));
    OK(dicechess_stream_encode(one, 1, 1, stream.bytes, MOST, &without, record));
    CHECK(with == without + DICECHESS_KEYFRAME_SIZE * extent_of(chunked).chunks && extent_of(chunked).chunks > 5);
    dicechess_position *found[GAMES];
    size_t count = 0;
    OK(decode(stream.bytes, without, NULL, found, &count, NULL));
    CHECK(count == 1 && identity_of(found[0]).chain == identity_of(chunked).chain);
    dicechess_position_free(found[0]);
    dicechess_position_free(chunked);
    free_all(positions, 2);
    dicechess_chunk_store_release(store);
}

static void decoding_arguments(void) {
    static Stream stream;
    dicechess_position *position = random_game(NULL, 5), *found[GAMES];
    encode(&position, 1, &stream);
    size_t count = 0;
    dicechess_stream_options options = {.struct_size = sizeof options, .trusted = 2};
    dicechess_stream_report report = {.struct_size = 4};
    FAILS(dicechess_stream_decode(NULL, 9, NULL, NULL, found, GAMES, &count, NULL, record), DICECHESS_ERR_NULL, 0, -1, "bytes");
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, NULL, &options, found, GAMES, &count, NULL, record), DICECHESS_ERR_RANGE, 3, 4, "2");
    options.trusted = 0;
    options.salvage = -1;
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, NULL, &options, found, GAMES, &count, NULL, record), DICECHESS_ERR_RANGE, 3, 8, "-1");
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, NULL, NULL, NULL, GAMES, &count, NULL, record), DICECHESS_ERR_NULL, 4, -1, "positions");
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, NULL, NULL, found, GAMES, &count, &report, record), DICECHESS_ERR_STRUCT_SIZE, 7, 0, "struct_size 4");
    FAILS(dicechess_stream_decode(stream.bytes, SIZE_MAX, NULL, NULL, found, GAMES, &count, NULL, record), DICECHESS_ERR_RANGE, 0, -1, "bytes");
    CHECK(count == 0 && found[0] == NULL);
    report = (dicechess_stream_report){.struct_size = sizeof report, .games = 77};
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, NULL, NULL, found, 0, &count, &report, record), DICECHESS_ERR_BUFFER, 4, -1, "1 are required");
    CHECK(count == 1 && report.games == 77);
    FAILS(dicechess_stream_replay(stream.bytes, stream.length, NULL, NULL, NULL, NULL, record), DICECHESS_ERR_NULL, 4, -1, "hear");
    FAILS(dicechess_stream_decode(NULL, 0, NULL, NULL, found, GAMES, &count, NULL, record), DICECHESS_ERR_TAPE_TRUNCATED, -1, 0, "byte 0");
    /* A store without room: nothing is delivered, and it is no fault of the bytes. */
    dicechess_chunk_store_options tight = {.struct_size = sizeof tight, .capacity = 32, .budget = 300};
    dicechess_chunk_store *store = NULL;
    dicechess_position *longer = random_game(NULL, 200);
    OK(dicechess_chunk_store_new(&tight, &store, record));
    encode(&longer, 1, &stream);
    FAILS(dicechess_stream_decode(stream.bytes, stream.length, store, NULL, found, GAMES, &count, NULL, record), DICECHESS_ERR_TAPE_FULL, -1, -1, "full");
    CHECK(count == 0 && found[0] == NULL);
    dicechess_chunk_store_release(store);
    dicechess_position_free(longer);
    dicechess_position_free(position);
}

/* What a replay says, checked against a position of the same game. */
typedef struct {
    dicechess_position *position;
    int games, groups, frames, gaps, unverified, stops_after;
} Listener;

static int32_t hear(void *user_data, const dicechess_stream_event *event) {
    Listener *listener = user_data;
    dicechess_state *said = NULL, *stood = state_of(INITIAL);
    CHECK(event->struct_size == sizeof *event && (event->state != NULL) == (event->kind <= DICECHESS_EVENT_GROUP));
    listener->games += event->kind == DICECHESS_EVENT_GAME;
    listener->frames += event->kind == DICECHESS_EVENT_FRAME_END;
    listener->gaps += event->kind == DICECHESS_EVENT_GAP;
    listener->unverified += event->kind == DICECHESS_EVENT_UNVERIFIED;
    if (event->state != NULL && listener->position != NULL) {
        dicechess_cell cells[16];
        uint64_t reached = 0;
        const uint64_t end = event->address + event->cell_count;
        CHECK(event->game == (uint32_t)listener->games - 1 && event->cell_count <= 16);
        OK(dicechess_position_seek(listener->position, end, &reached, record));
        CHECK(reached == end && extent_of(listener->position).in_turn == event->in_turn);
        OK(dicechess_position_read(listener->position, event->address, end, cells, 16, NULL, record));
        CHECK(event->cell_count == 0 || memcmp(cells, event->cells, event->cell_count * sizeof *cells) == 0);
        OK(dicechess_state_from_snapshot(event->state, &said, record));
        OK(dicechess_position_state(listener->position, stood, record));
        CHECK(equal(said, stood));
        dicechess_state_free(said);
    }
    dicechess_state_free(stood);
    listener->groups += event->kind == DICECHESS_EVENT_GROUP;
    return listener->groups == listener->stops_after ? 31 : 0;
}

static void replaying(void) {
    static Stream stream;
    dicechess_chunk_store *store = small_store();
    dicechess_position *position = random_game(store, 60);
    Listener listener = {.position = position, .stops_after = -1};
    dicechess_stream_report report = {.struct_size = sizeof report};
    encode(&position, 1, &stream);
    OK(dicechess_stream_replay(stream.bytes, stream.length, NULL, &listener, hear, &report, record));
    const dicechess_position_extent extent = extent_of(position);
    CHECK(listener.games == 1 && listener.groups >= 60 && listener.frames == (int)extent.chunks + 1);
    CHECK(report.code == DICECHESS_OK && report.cells == extent.end && extent.head == extent.end);
    listener = (Listener){.position = position, .stops_after = 7};
    CHECK(dicechess_stream_replay(stream.bytes, stream.length, NULL, &listener, hear, &report, &error) == DICECHESS_ERR_CALLBACK);
    CHECK(error.detail == 31 && listener.groups == 7 && report.code == DICECHESS_OK);
    dicechess_position_free(position);
    dicechess_chunk_store_release(store);
}

/* Every truncation point, and what is delivered: frames that are whole, checked or trusted. */
static void truncations(void) {
    static Stream stream;
    dicechess_chunk_store *store = small_store();
    dicechess_position *positions[2] = {random_game(store, 25), random_game(store, 15)}, *found[GAMES];
    const uint64_t ends[2] = {extent_of(positions[0]).end, extent_of(positions[1]).end};
    encode(positions, 2, &stream);
    for (size_t length = 0; length < stream.length; length++) {
        /* Memory of exactly this length, so that the sanitizers see a read beyond it. */
        uint8_t *cut = malloc(length + 1);
        CHECK(cut != NULL);
        memcpy(cut + 1, stream.bytes, length);
        for (int32_t salvage = 0; salvage < 2; salvage++) {
            const dicechess_stream_options options = {.struct_size = sizeof options, .trusted = (int32_t)length % 2, .salvage = salvage};
            dicechess_stream_report report = {.struct_size = sizeof report};
            size_t count = 0;
            const dicechess_status status = decode(cut + 1, length, &options, found, &count, &report);
            CHECK(status == DICECHESS_OK || status == DICECHESS_ERR_TAPE_TRUNCATED);
            CHECK(report.closed == 0);
            CHECK(report.code == status && report.byte_offset <= length && count <= report.games && report.games <= 2);
            if (status != DICECHESS_OK) CHECK(error.offset == (int64_t)report.byte_offset && error.field == -1);
            uint64_t cells = 0;
            for (size_t i = 0; i < count; i++) {
                const uint64_t end = extent_of(found[i]).end;
                CHECK(end <= ends[i] && (i + 1 == count || end == ends[i]));
                cells += end;
                OK(dicechess_position_seek(positions[i], end, NULL, record));
                CHECK(identity_of(found[i]).chain == identity_of(positions[i]).chain);
                OK(dicechess_position_seek(found[i], 0, NULL, record));
                CHECK(stands(found[i], INITIAL));
            }
            CHECK(cells == report.cells + report.unverified && (salvage || report.unverified == 0));
            free_all(found, count);
        }
        free(cut);
    }
    free_all(positions, 2);
    dicechess_chunk_store_release(store);
}

/* Every single flipped bit is noticed; what is delivered is a true prefix. */
static void flipped_bits(void) {
    static Stream stream;
    dicechess_chunk_store *store = small_store();
    dicechess_position *position = random_game(store, 25), *found[GAMES];
    const uint64_t end = extent_of(position).end;
    encode(&position, 1, &stream);
    for (size_t bit = 0; bit < 8 * stream.length; bit++) {
        dicechess_stream_report report = {.struct_size = sizeof report};
        Listener listener = {.stops_after = -1};
        size_t count = 0;
        stream.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        const dicechess_status status = decode(stream.bytes, stream.length, NULL, found, &count, &report);
        CHECK(status <= DICECHESS_ERR_TAPE_CORRUPT && status >= DICECHESS_ERR_TAPE_UNSUPPORTED);
        CHECK(status != DICECHESS_ERR_TAPE_START && error.offset == (int64_t)report.byte_offset);
        CHECK(bit / 8 >= STREAM_HEADER || (count == 0 && report.byte_offset < STREAM_HEADER));
        CHECK(dicechess_stream_replay(stream.bytes, stream.length, NULL, &listener, hear, NULL, &error) == status);
        for (size_t i = 0; i < count; i++) {
            CHECK(i == 0 && extent_of(found[i]).end <= end);
            OK(dicechess_position_seek(position, extent_of(found[i]).end, NULL, record));
            CHECK(identity_of(found[i]).chain == identity_of(position).chain);
        }
        free_all(found, count);
        stream.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    dicechess_position_free(position);
    dicechess_chunk_store_release(store);
}

/* One frame in the middle is damaged: salvage goes on behind it. */
static void salvage(void) {
    static Stream stream;
    dicechess_chunk_store *store = small_store();
    dicechess_position *position = random_game(store, 60), *found[GAMES];
    encode(&position, 1, &stream);
    size_t second = STREAM_HEADER + FRAME_HEADER + 4;
    second += stream.bytes[STREAM_HEADER + 4] + (size_t)(stream.bytes[STREAM_HEADER + 5] << 8);
    stream.bytes[second + 70] ^= 1;
    const dicechess_stream_options options = {.struct_size = sizeof options, .salvage = 1};
    dicechess_stream_report report = {.struct_size = sizeof report};
    size_t count = 0;
    CHECK(decode(stream.bytes, stream.length, NULL, found, &count, &report) == DICECHESS_ERR_TAPE_CORRUPT);
    CHECK(error.offset == (int64_t)second && report.byte_offset == second && count == 1 && report.frames == 1);
    const uint64_t first_end = extent_of(found[0]).end;
    free_all(found, count);
    OK(decode(stream.bytes, stream.length, &options, found, &count, &report));
    CHECK(count == 2 && report.gaps == 1 && report.code == DICECHESS_OK && report.unverified == 0);
    CHECK(extent_of(found[0]).end == first_end && identity_of(found[1]).key == identity_of(position).key);
    /* The part behind the gap starts where the third chunk does. */
    OK(dicechess_position_seek(found[1], 0, NULL, record));
    OK(dicechess_position_seek(position, extent_of(position).end - extent_of(found[1]).end, NULL, record));
    CHECK(identity_of(found[1]).key == identity_of(position).key);
    free_all(found, count);
    Listener listener = {.stops_after = -1};
    OK(dicechess_stream_replay(stream.bytes, stream.length, &options, &listener, hear, NULL, record));
    CHECK(listener.games == 2 && listener.gaps == 1 && listener.unverified == 0);
    /* Of a frame whose end is missing come the groups that are whole. */
    stream.bytes[second + 70] ^= 1;
    listener = (Listener){.stops_after = -1};
    CHECK(dicechess_stream_replay(stream.bytes, second - 10, &options, &listener, hear, &report, &error) == DICECHESS_ERR_TAPE_TRUNCATED);
    CHECK(listener.unverified == 1 && report.unverified > 0 && report.frames == 0);
    dicechess_position_free(position);
    dicechess_chunk_store_release(store);
}

static void put(Stream *stream, const uint8_t *bytes, size_t length) {
    memcpy(stream->bytes + stream->length, bytes, length);
    stream->length += length;
}

/* The end of a frame is missing, a whole frame follows, and another one without an end: what is taken of both counts. */
static void salvage_twice(void) {
    static Stream stream, twice;
    dicechess_position *position = position_of(NULL, NULL, NULL), *found[GAMES];
    play(position, "PPN e2e4 e4e5 g1f3\n");
    encode(&position, 1, &stream);
    const uint8_t *frame = stream.bytes + STREAM_HEADER;
    const size_t cells = FRAME_HEADER + 2 * 17, whole = FRAME_HEADER + 36 + 4;
    put(&twice, stream.bytes, STREAM_HEADER);
    put(&twice, frame, cells);
    /* 65535 cells in 131072 bytes. */
    memcpy(twice.bytes + STREAM_HEADER + 2, "\xff\xff\0\0\2", 6);
    put(&twice, frame, whole);
    put(&twice, frame, cells);
    const dicechess_stream_options options = {.struct_size = sizeof options, .salvage = 1};
    dicechess_stream_report report = {.struct_size = sizeof report};
    size_t count = 0;
    CHECK(decode(twice.bytes, twice.length, &options, found, &count, &report) == DICECHESS_ERR_TAPE_TRUNCATED);
    CHECK(count == 3 && report.games == 3 && report.gaps == 1 && report.cells == 17 && report.unverified == 34);
    for (size_t i = 0; i < count; i++) CHECK(identity_of(found[i]).chain == identity_of(position).chain);
    free_all(found, count);
    dicechess_position_free(position);
}

/* Every eight bytes begin what looks like a frame of 131120 bytes: they are not all looked through, which would be 137 GB. */
static void overlapping_frames(void) {
    const size_t length = (size_t)8 << 20;
    uint8_t *bytes = malloc(length);
    CHECK(bytes != NULL);
    Stream empty;
    encode(NULL, 0, &empty);
    memcpy(bytes, empty.bytes, STREAM_HEADER);
    for (size_t i = STREAM_HEADER; i < length; i += 8) memcpy(bytes + i, "\1\1\xff\xff\x30\0\2", 8);
    const dicechess_stream_options options = {.struct_size = sizeof options, .salvage = 1};
    dicechess_stream_report report = {.struct_size = sizeof report};
    size_t count = 5;
    dicechess_position *found[GAMES];
    CHECK(decode(bytes, length, &options, found, &count, &report) == DICECHESS_ERR_TAPE_CORRUPT);
    CHECK(count == 0 && report.byte_offset == STREAM_HEADER && report.gaps == 0 && report.unverified == 0);
    free(bytes);
}

int main(void) {
    golden_stream();
    games();
    encoding_arguments();
    decoding_arguments();
    replaying();
    truncations();
    flipped_bits();
    salvage();
    salvage_twice();
    overlapping_frames();
    return 0;
}
