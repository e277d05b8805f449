import AccountStorage
package import PasswordHashing
package import SignInWithApple

/// One row of the catalogue of errors: all that is known of a code. A reply, a page and the list of codes are made of it.
///
/// A new code is a row in `ErrorCode+Flows` or `ErrorCode+Requests`, and its name in the list at the end of that file.
package struct ErrorCode: Error, Sendable, Hashable {
    /// What callers compare; it never changes.
    package let name: String
    /// Of the reply.
    package let status: Int
    /// What happened, in one sentence for a developer.
    package let meaning: String
    /// What to do about it, in one sentence; empty where the meaning says it.
    package let remedy: String
    /// Of the reply, where an access token would help (RFC 6750 section 3).
    package let challenge: String?
    /// What a person reads who meets it in a browser.
    package let page: PageWords
    /// What a form says that is shown once more; nil where the page takes its place.
    package let form: String?

    init(
        _ name: String, _ status: Int, _ meaning: String, _ remedy: String = "", challenge: String? = nil,
        page: PageWords = .general, form: String? = nil
    ) {
        self.name = name
        self.status = status
        self.meaning = meaning
        self.remedy = remedy
        self.challenge = challenge
        self.page = page
        self.form = form
    }

    /// What a developer reads in the reply.
    package var message: String { remedy.isEmpty ? meaning : meaning + " " + remedy }

    /// Whether trying again later can succeed; the reply says when, in `Retry-After`.
    package var isTemporary: Bool { status == 429 || status == 503 }

    /// Every code there is.
    package static var all: [ErrorCode] { ofFlows + ofRequests }
}

/// The codes that the library and the rule for passwords name.
extension ErrorCode {
    /// The identity token was refused; the reason is the verifier's.
    package static func token(_ reason: TokenRejection) -> ErrorCode {
        Self(
            reason.code, 401, "The identity token was refused by the verifier: \(reason.code).", "Begin a new sign-in.")
    }

    /// The notification was refused; the reason is the verifier's.
    package static func notification(_ reason: TokenRejection) -> ErrorCode {
        Self(
            "notification_" + reason.code, 400, "The notification was refused by the verifier: \(reason.code).",
            "Send the notification unchanged, as Apple signed it for one of the configured apps.")
    }

    /// The form posted to the callback was refused; the reason is the library's.
    package static func callback(_ reason: AuthorizationCallbackError) -> ErrorCode {
        Self(
            reason.code, reason == .bodyTooLarge ? 413 : 400,
            "The form posted to the callback is not one that Apple sends.")
    }

    /// The new password cannot be chosen.
    package static func password(_ fault: PasswordRule.Fault) -> ErrorCode {
        switch fault {
        case .tooShort:
            Self(
                fault.rawValue, 400, "A password must have at least eight characters.",
                "Ask for a longer password; several words are easy to remember.",
                form: "Please use at least eight characters. Several words are easy to remember.")
        case .tooLong:
            Self(
                fault.rawValue, 400, "A password may have at most 1,024 bytes.", "Ask for a shorter password.",
                form: "This password is too long.")
        case .common:
            Self(
                fault.rawValue, 400, "The password is one of the most common ones, or the account's own name.",
                "Ask for a different password; several unrelated words are hard to guess.",
                form: "This password is among the first that an attacker tries. "
                    + "Several unrelated words are hard to guess.")
        }
    }

    /// Why a closed account cannot be used.
    static func closed(_ reason: DisabledReason?) -> ErrorCode {
        switch reason {
        case .held: .accountHeld
        case .proofRequired: .proofRequired
        case .operatorDecision, .noWayIn, nil: .accountDisabled
        }
    }
}
