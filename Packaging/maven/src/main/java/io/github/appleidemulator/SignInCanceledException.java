package io.github.appleidemulator;

/** The person did not confirm on the sheet. An app gets {@code ASAuthorizationError.canceled}. */
public final class SignInCanceledException extends SignInFailedException {
    private static final long serialVersionUID = 1L;

    SignInCanceledException(String message) {
        super(message);
    }
}
