package bot;

/** What the bot does not do, and why. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The status of HTTP. */
    final int code;
    final String status;
    private final String field;
    private final long offset;

    Refusal(int code, String status, String field, String message) {
        this(code, status, field, message, -1);
    }

    /** With a place in the field, or -1. */
    Refusal(int code, String status, String field, String message, long offset) {
        super(message);
        this.code = code;
        this.status = status;
        this.field = field;
        this.offset = offset;
    }

    String json() {
        return offset < 0
                ? Json.write("status", status, "field", field, "message", getMessage())
                : Json.write("status", status, "field", field, "offset", offset, "message", getMessage());
    }
}
