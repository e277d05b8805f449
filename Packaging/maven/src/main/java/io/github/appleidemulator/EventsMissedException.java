package io.github.appleidemulator;

/** More than a thousand events came since the last wait, so the one that was waited for may be among the lost. */
public final class EventsMissedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EventsMissedException(String message) {
        super(message);
    }
}
