/// The result of Apple's sheet.
public enum SheetResult: Sendable, Equatable {
    /// The person signed in with Apple.
    case apple(AppleCredential)
    /// The person chose a password from their keychain.
    case password(PasswordCredential)
    /// There was no sign-in.
    case failed(SheetFailure)
    /// Apple's framework reported an error. It counts as the ``SheetFailure`` of its number.
    case error(FrameworkError)
}

/// The reason why Apple's sheet returned no credential, by the code of `ASAuthorizationError`.
///
/// The code is a number, so that codes newer than the compiler are kept and no code needs a newer SDK.
public enum SheetFailure: Error, Sendable, Hashable {
    /// 1000: any error. Observed if the capability is missing, and on a device or simulator without an Apple Account.
    case unknown
    /// 1001: the person closed the sheet, or a quiet request found nothing.
    case canceled
    /// 1002: Apple's answer was malformed.
    case invalidResponse
    /// 1003: the request was not handled.
    case notHandled
    /// 1004: the request failed.
    case failed
    /// 1005: the request needs interaction, but must not show anything.
    case notInteractive
    /// 1009: while a passkey was being created, the system suggested Sign in with Apple. Begin a sign-in.
    case preferSignInWithApple
    /// There is no window in which the sheet could be presented.
    case noWindow
    /// The credential is of a kind that was not requested.
    case unexpectedCredential
    /// The system did not say how the sheet ended until the attempt had expired.
    case unanswered
    /// Any other code.
    case other(Int)

    /// Creates the failure for a code of `ASAuthorizationError`.
    public init(code: Int) {
        self =
            switch code {
            case 1000: .unknown
            case 1001: .canceled
            case 1002: .invalidResponse
            case 1003: .notHandled
            case 1004: .failed
            case 1005: .notInteractive
            case 1009: .preferSignInWithApple
            default: .other(code)
            }
    }
}
