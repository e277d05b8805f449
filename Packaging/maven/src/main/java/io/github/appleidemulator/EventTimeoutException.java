package io.github.appleidemulator;

/** No such event came in time. */
public final class EventTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EventTimeoutException(String message) {
        super(message);
    }
}
