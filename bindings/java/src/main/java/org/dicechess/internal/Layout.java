// Generated from include/dicechess.h by tests/jvm_native.rs: change the header, then run `make header`.
package org.dicechess.internal;

/** Sizes of the structs of include/dicechess.h and offsets of their members, in bytes, where pointers have 8. */
public final class Layout {
    private Layout() {
    }

    public static final int ERROR_SIZE = 256;
    public static final int ERROR_STRUCT_SIZE = 0;
    public static final int ERROR_CODE = 4;
    public static final int ERROR_FIELD = 8;
    public static final int ERROR_DETAIL = 12;
    public static final int ERROR_OFFSET = 16;
    public static final int ERROR_MESSAGE = 24;

    public static final int SNAPSHOT_SIZE = 168;
    public static final int SNAPSHOT_STRUCT_SIZE = 0;
    public static final int SNAPSHOT_SIDE_TO_MOVE = 4;
    public static final int SNAPSHOT_BY_COLOR = 8;
    public static final int SNAPSHOT_BY_TYPE = 24;
    public static final int SNAPSHOT_EN_PASSANT = 72;
    public static final int SNAPSHOT_KEY = 80;
    public static final int SNAPSHOT_MAILBOX = 88;
    public static final int SNAPSHOT_DICE = 152;
    public static final int SNAPSHOT_CASTLING_RIGHTS = 155;
    public static final int SNAPSHOT_HALF_MOVE_CLOCK = 156;
    public static final int SNAPSHOT_FULL_MOVE_NUMBER = 160;
    public static final int SNAPSHOT_MATERIAL = 164;

    public static final int PERFT_SIZE = 72;
    public static final int PERFT_STRUCT_SIZE = 0;
    public static final int PERFT_PLIES = 4;
    public static final int PERFT_TURNS = 8;
    public static final int PERFT_KING_CAPTURES = 16;
    public static final int PERFT_FINALS = 24;
    public static final int PERFT_PASSES = 32;
    public static final int PERFT_WEIGHTED_TURNS = 40;
    public static final int PERFT_WEIGHTED_KING_CAPTURES = 48;
    public static final int PERFT_WEIGHTED_FINALS = 56;
    public static final int PERFT_WEIGHTED_PASSES = 64;

    public static final int TT_ENTRY_SIZE = 32;
    public static final int TT_ENTRY_STRUCT_SIZE = 0;
    public static final int TT_ENTRY_BOUND = 4;
    public static final int TT_ENTRY_KEY = 8;
    public static final int TT_ENTRY_VALUE = 16;
    public static final int TT_ENTRY_DEPTH = 24;
    public static final int TT_ENTRY_LOSS_TAINTED = 28;

    public static final int TELEMETRY_SIZE = 48;
    public static final int TELEMETRY_STRUCT_SIZE = 0;
    public static final int TELEMETRY_STORES = 8;
    public static final int TELEMETRY_OVERWRITES = 16;
    public static final int TELEMETRY_COLLISIONS = 24;
    public static final int TELEMETRY_HITS = 32;
    public static final int TELEMETRY_MISSES = 40;

    public static final int UTILITY_BOUNDS_SIZE = 32;
    public static final int UTILITY_BOUNDS_TERMINAL_LOSS = 0;
    public static final int UTILITY_BOUNDS_LEAF_MIN = 8;
    public static final int UTILITY_BOUNDS_LEAF_MAX = 16;
    public static final int UTILITY_BOUNDS_TERMINAL_WIN = 24;

    public static final int SEARCH_PROGRESS_SIZE = 48;
    public static final int SEARCH_PROGRESS_STRUCT_SIZE = 0;
    public static final int SEARCH_PROGRESS_DEPTH = 4;
    public static final int SEARCH_PROGRESS_CANDIDATES_DONE = 8;
    public static final int SEARCH_PROGRESS_CANDIDATES = 16;
    public static final int SEARCH_PROGRESS_MOVES = 24;
    public static final int SEARCH_PROGRESS_LENGTH = 30;
    public static final int SEARCH_PROGRESS_VALUE = 32;
    public static final int SEARCH_PROGRESS_WORK = 40;

    public static final int SEARCH_OPTIONS_SIZE = 128;
    public static final int SEARCH_OPTIONS_STRUCT_SIZE = 0;
    public static final int SEARCH_OPTIONS_DEPTH = 4;
    public static final int SEARCH_OPTIONS_EVALUATOR = 8;
    public static final int SEARCH_OPTIONS_PRE_RANK = 16;
    public static final int SEARCH_OPTIONS_RESCORER = 24;
    public static final int SEARCH_OPTIONS_RESCORER_WEIGHT = 32;
    public static final int SEARCH_OPTIONS_TT = 40;
    public static final int SEARCH_OPTIONS_CONTROL = 48;
    public static final int SEARCH_OPTIONS_USER_DATA = 56;
    public static final int SEARCH_OPTIONS_PROGRESS = 64;
    public static final int SEARCH_OPTIONS_BOUNDS = 72;
    public static final int SEARCH_OPTIONS_CANDIDATE_LIMIT = 104;
    public static final int SEARCH_OPTIONS_THREADS = 112;
    public static final int SEARCH_OPTIONS_ITERATIVE = 116;
    public static final int SEARCH_OPTIONS_EXACT_ONLY = 120;
    public static final int SEARCH_OPTIONS_CACHE = 124;

    public static final int SEARCH_REPORT_SIZE = 184;
    public static final int SEARCH_REPORT_STRUCT_SIZE = 0;
    public static final int SEARCH_REPORT_SCORE = 4;
    public static final int SEARCH_REPORT_MOVES = 8;
    public static final int SEARCH_REPORT_LENGTH = 14;
    public static final int SEARCH_REPORT_BOUND = 16;
    public static final int SEARCH_REPORT_DEPTH = 20;
    public static final int SEARCH_REPORT_VALUE = 24;
    public static final int SEARCH_REPORT_COMPLETE = 32;
    public static final int SEARCH_REPORT_STOP_REASON = 36;
    public static final int SEARCH_REPORT_WINNERS = 40;
    public static final int SEARCH_REPORT_WORK = 48;
    public static final int SEARCH_REPORT_ELAPSED = 56;
    public static final int SEARCH_REPORT_NODES_PER_SECOND = 64;
    public static final int SEARCH_REPORT_LOSS_RISK = 72;
    public static final int SEARCH_REPORT_WIN_CHANCE = 80;
    public static final int SEARCH_REPORT_TRUNCATED = 88;
    public static final int SEARCH_REPORT_FELL_BACK_TO_PRE_RANK = 92;
    public static final int SEARCH_REPORT_LEGAL_TURNS = 96;
    public static final int SEARCH_REPORT_CANDIDATES_SELECTED = 104;
    public static final int SEARCH_REPORT_CANDIDATES_COMPLETED = 112;
    public static final int SEARCH_REPORT_CANDIDATES_ABANDONED = 120;
    public static final int SEARCH_REPORT_CUTOFFS = 128;
    public static final int SEARCH_REPORT_ROLLS_SAVED = 136;
    public static final int SEARCH_REPORT_PROBE_CUTOFFS = 144;
    public static final int SEARCH_REPORT_TABLE_PROBES = 152;
    public static final int SEARCH_REPORT_TABLE_HITS = 160;
    public static final int SEARCH_REPORT_TABLE_CUTOFFS = 168;
    public static final int SEARCH_REPORT_DISTINCT_STATES = 176;

    public static final int CANDIDATE_SIZE = 72;
    public static final int CANDIDATE_STRUCT_SIZE = 0;
    public static final int CANDIDATE_PRE_RANK = 4;
    public static final int CANDIDATE_MOVES = 8;
    public static final int CANDIDATE_LENGTH = 14;
    public static final int CANDIDATE_ALPHA = 16;
    public static final int CANDIDATE_VALUE = 24;
    public static final int CANDIDATE_FINAL_VALUE = 32;
    public static final int CANDIDATE_ROLLS_PROCESSED = 40;
    public static final int CANDIDATE_BOUND = 48;
    public static final int CANDIDATE_LOSS_TAINTED = 52;
    public static final int CANDIDATE_BY_PROBE = 56;
    public static final int CANDIDATE_FROM_TABLE = 60;
    public static final int CANDIDATE_IS_RESCORED = 64;
    public static final int CANDIDATE_RESCORE = 68;

    public static final int MONTE_CARLO_OPTIONS_SIZE = 32;
    public static final int MONTE_CARLO_OPTIONS_STRUCT_SIZE = 0;
    public static final int MONTE_CARLO_OPTIONS_ROLLOUTS = 4;
    public static final int MONTE_CARLO_OPTIONS_MAX_PLIES = 8;
    public static final int MONTE_CARLO_OPTIONS_MIN_ROLLOUTS = 12;
    public static final int MONTE_CARLO_OPTIONS_TARGET_ERROR = 16;
    public static final int MONTE_CARLO_OPTIONS_CONTROL = 24;

    public static final int WIN_ESTIMATE_SIZE = 48;
    public static final int WIN_ESTIMATE_STRUCT_SIZE = 0;
    public static final int WIN_ESTIMATE_ROLLOUTS = 4;
    public static final int WIN_ESTIMATE_WHITE_WIN = 8;
    public static final int WIN_ESTIMATE_BLACK_WIN = 16;
    public static final int WIN_ESTIMATE_UNDECIDED = 24;
    public static final int WIN_ESTIMATE_STANDARD_ERROR = 32;
    public static final int WIN_ESTIMATE_VARIANCE_REDUCTION = 40;

    public static final int GAME_CLOCK_SIZE = 40;
    public static final int GAME_CLOCK_STRUCT_SIZE = 0;
    public static final int GAME_CLOCK_MOVES_TO_GO = 4;
    public static final int GAME_CLOCK_REMAINING = 8;
    public static final int GAME_CLOCK_INCREMENT = 16;
    public static final int GAME_CLOCK_SAFETY_MARGIN = 24;
    public static final int GAME_CLOCK_EXPECTED_TURNS = 32;

    public static final int CHUNK_STORE_OPTIONS_SIZE = 56;
    public static final int CHUNK_STORE_OPTIONS_STRUCT_SIZE = 0;
    public static final int CHUNK_STORE_OPTIONS_POLICY = 4;
    public static final int CHUNK_STORE_OPTIONS_CAPACITY = 8;
    public static final int CHUNK_STORE_OPTIONS_BUDGET = 16;
    public static final int CHUNK_STORE_OPTIONS_USER_DATA = 24;
    public static final int CHUNK_STORE_OPTIONS_WRITE = 32;
    public static final int CHUNK_STORE_OPTIONS_READ = 40;
    public static final int CHUNK_STORE_OPTIONS_DROP_USER_DATA = 48;

    public static final int CHUNK_STORE_COUNTS_SIZE = 48;
    public static final int CHUNK_STORE_COUNTS_STRUCT_SIZE = 0;
    public static final int CHUNK_STORE_COUNTS_CAPACITY = 4;
    public static final int CHUNK_STORE_COUNTS_CHUNKS = 8;
    public static final int CHUNK_STORE_COUNTS_BYTES = 16;
    public static final int CHUNK_STORE_COUNTS_SHARED = 24;
    public static final int CHUNK_STORE_COUNTS_COLLISIONS = 32;
    public static final int CHUNK_STORE_COUNTS_SPILLED = 40;

    public static final int POSITION_CACHE_COUNTS_SIZE = 32;
    public static final int POSITION_CACHE_COUNTS_STRUCT_SIZE = 0;
    public static final int POSITION_CACHE_COUNTS_RESERVED = 4;
    public static final int POSITION_CACHE_COUNTS_CAPACITY = 8;
    public static final int POSITION_CACHE_COUNTS_HITS = 16;
    public static final int POSITION_CACHE_COUNTS_MISSES = 24;

    public static final int POSITION_EXTENT_SIZE = 48;
    public static final int POSITION_EXTENT_STRUCT_SIZE = 0;
    public static final int POSITION_EXTENT_IN_TURN = 4;
    public static final int POSITION_EXTENT_HEAD = 8;
    public static final int POSITION_EXTENT_END = 16;
    public static final int POSITION_EXTENT_HORIZON = 24;
    public static final int POSITION_EXTENT_TURNS = 32;
    public static final int POSITION_EXTENT_CHUNKS = 40;

    public static final int POSITION_IDENTITY_SIZE = 40;
    public static final int POSITION_IDENTITY_STRUCT_SIZE = 0;
    public static final int POSITION_IDENTITY_RESERVED = 4;
    public static final int POSITION_IDENTITY_KEY = 8;
    public static final int POSITION_IDENTITY_TURN_KEY = 16;
    public static final int POSITION_IDENTITY_CHAIN = 24;
    public static final int POSITION_IDENTITY_PREVIOUS = 32;

    public static final int ALTERATION_SIZE = 32;
    public static final int ALTERATION_STRUCT_SIZE = 0;
    public static final int ALTERATION_OPERATION = 4;
    public static final int ALTERATION_COLOR = 8;
    public static final int ALTERATION_PIECE_TYPE = 12;
    public static final int ALTERATION_SQUARE = 16;
    public static final int ALTERATION_RIGHTS = 17;
    public static final int ALTERATION_DICE = 18;
    public static final int ALTERATION_COUNT = 21;
    public static final int ALTERATION_SLOT = 22;
    public static final int ALTERATION_CLOCK = 23;
    public static final int ALTERATION_NOTE = 24;
    public static final int ALTERATION_RESERVED = 26;
    public static final int ALTERATION_FLAG = 28;

    public static final int DELTA_SIZE = 144;
    public static final int DELTA_STRUCT_SIZE = 0;
    public static final int DELTA_RESERVED = 4;
    public static final int DELTA_SQUARES = 8;
    public static final int DELTA_REMOVED = 16;
    public static final int DELTA_ADDED = 80;

    public static final int STREAM_OPTIONS_SIZE = 12;
    public static final int STREAM_OPTIONS_STRUCT_SIZE = 0;
    public static final int STREAM_OPTIONS_TRUSTED = 4;
    public static final int STREAM_OPTIONS_SALVAGE = 8;

    public static final int STREAM_REPORT_SIZE = 64;
    public static final int STREAM_REPORT_STRUCT_SIZE = 0;
    public static final int STREAM_REPORT_CODE = 4;
    public static final int STREAM_REPORT_BYTE_OFFSET = 8;
    public static final int STREAM_REPORT_CELL_ADDRESS = 16;
    public static final int STREAM_REPORT_GAMES = 24;
    public static final int STREAM_REPORT_GAPS = 28;
    public static final int STREAM_REPORT_FRAMES = 32;
    public static final int STREAM_REPORT_CELLS = 40;
    public static final int STREAM_REPORT_UNVERIFIED = 48;
    public static final int STREAM_REPORT_CLOSED = 56;
    public static final int STREAM_REPORT_RESERVED = 60;

    public static final int STREAM_EVENT_SIZE = 56;
    public static final int STREAM_EVENT_STRUCT_SIZE = 0;
    public static final int STREAM_EVENT_KIND = 4;
    public static final int STREAM_EVENT_GAME = 8;
    public static final int STREAM_EVENT_IN_TURN = 12;
    public static final int STREAM_EVENT_ADDRESS = 16;
    public static final int STREAM_EVENT_SKIPPED = 24;
    public static final int STREAM_EVENT_CELLS = 32;
    public static final int STREAM_EVENT_CELL_COUNT = 40;
    public static final int STREAM_EVENT_STATE = 48;
}
