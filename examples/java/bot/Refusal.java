package bot;

/** What the bot does not do, and why. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The HTTP status. */
    final int code;
    private final String status;
    private final long offset;

    Refusal(int code, String status, String message) {
        this(code, status, message, -1);
    }

    /** With a place in the request's body. */
    Refusal(int code, String status, String message, long offset) {
        super(message);
        this.code = code;
        this.status = status;
        this.offset = offset;
    }

    String json() {
        return Json.write(
                "status", status, "message", getMessage(), "field", -1, "offset", offset, "detail", 0);
    }
}
