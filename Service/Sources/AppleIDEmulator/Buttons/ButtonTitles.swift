import Foundation

/// The title that a button shows.
enum ButtonKind: String, Sendable, CaseIterable {
    case signIn = "sign-in"
    case continueWith = "continue"
    case signUp = "sign-up"
}

/// The titles of the button, by locale.
enum ButtonTitles {
    /// The title in a language. English, if the locale is unknown.
    static func title(_ kind: ButtonKind, locale: String) -> String {
        switch kind {
        case .signIn: "Sign in with Apple"
        case .continueWith: "Continue with Apple"
        case .signUp: "Sign up with Apple"
        }
    }

    /// Whether the language is written from right to left.
    static func isRightToLeft(_ locale: String) -> Bool { ["ar_SA", "iw_IL"].contains(locale) }
}

/// The mark beside the title, in place of Apple's logo, as an SVG path in a square of 24 units. Drawn for this project.
enum ButtonMark {
    static let size = 24
    static let path = "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12Z"
}
