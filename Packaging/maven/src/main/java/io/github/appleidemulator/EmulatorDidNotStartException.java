package io.github.appleidemulator;

/** The program could not be found, ended, or said nothing in time. The message holds what it wrote. */
public final class EmulatorDidNotStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EmulatorDidNotStartException(String message) {
        super(message);
    }
}
