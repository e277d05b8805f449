package io.github.appleidemulator;

/** The sheet gave the app no credential. The message has the domain and the code of the error that the app gets. */
public class SignInFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SignInFailedException(String message) {
        super(message);
    }
}
