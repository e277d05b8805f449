/// How Apple's sheet ended.
public enum SheetResult: Sendable, Equatable {
    /// The person signed in with Apple.
    case apple(AppleCredential)
    /// The person chose a password of their keychain.
    case password(PasswordCredential)
    /// Nobody signed in.
    case failed(SheetFailure)
}

/// Why Apple's sheet gave no credential, by the number of `ASAuthorizationError`.
///
/// By number, so that a number newer than the compiler is kept and none needs a newer SDK.
public enum SheetFailure: Error, Sendable, Hashable {
    /// 1000: anything; seen where the capability is missing, and on a device or simulator without an Apple Account.
    case unknown
    /// 1001: the person closed the sheet, or a silent request found nothing.
    case canceled
    /// 1002: Apple's answer was malformed.
    case invalidResponse
    /// 1003: nobody took the request.
    case notHandled
    /// 1004: it failed.
    case failed
    /// 1005: something would have to be shown, and nothing may.
    case notInteractive
    /// 1009: while a passkey was made, the system suggests Sign in with Apple: begin a sign-in.
    case preferSignInWithApple
    /// A window to show the sheet over could not be found.
    case noWindow
    /// The credential is of a kind that was not asked for.
    case unexpectedCredential
    /// Any other number.
    case other(Int)

    /// The failure of a number of `ASAuthorizationError`.
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
