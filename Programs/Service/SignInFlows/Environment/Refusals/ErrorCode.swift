import AccountStorage
package import PasswordHashing
package import SignInWithApple

/// One error of the catalogue. Replies, pages and the list of codes are made from it.
///
/// To add an error, declare it in `ErrorCode+Flows`, `ErrorCode+OpenID` or `ErrorCode+Requests` and add it to the list at the end of that
/// file.
package struct ErrorCode: Error, Sendable, Hashable {
    /// The stable code that callers compare. It never changes.
    package let name: String
    /// The HTTP status of the reply.
    package let status: Int
    /// What happened, in one sentence for a developer.
    package let meaning: String
    /// What to do about it, in one sentence; empty if the meaning already says it.
    package let remedy: String
    /// The `WWW-Authenticate` field of the reply, if an access token is required (RFC 6750 section 3).
    package let challenge: String?
    /// The words that a person reads in a browser.
    package let page: PageWords
    /// Whether a form is shown again with a message, instead of the error page.
    package let isShownInForm: Bool
    /// The `error` of an OAuth 2.0 reply; nil if ``oauth`` derives it.
    package let oauthError: String?
    /// What happened and what to do, for the person at an OpenID client, because many clients show `error_description` to
    /// people; nil if only a developer or an operator can do something about the error.
    package let personText: String?
    /// What was seen and what is configured, in this one case; nil in the catalogue.
    package private(set) var detail: RefusalDetail?

    init(
        _ name: String, _ status: Int, _ meaning: String, _ remedy: String = "", challenge: String? = nil,
        page: PageWords = .general, isShownInForm: Bool = false, oauth: String? = nil,
        person: String? = nil
    ) {
        self.name = name
        self.status = status
        self.meaning = meaning
        self.remedy = remedy
        self.challenge = challenge
        self.page = page
        self.isShownInForm = isShownInForm
        oauthError = oauth
        personText = person
    }

    /// The message of the reply, for a developer. People read ``page``.
    package var message: String {
        [meaning, detail?.sentence ?? "", remedy].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The same error with what was seen in this case.
    package func naming(_ detail: RefusalDetail) -> ErrorCode {
        var named = self
        named.detail = detail
        return named
    }

    /// The same error with what the request named, and what is configured.
    package func naming(seen: String?, configured: some Sequence<String>) -> ErrorCode {
        naming(RefusalDetail(seen: seen, configured: configured))
    }

    /// Whether both are the same error. The detail does not count.
    package static func == (one: ErrorCode, other: ErrorCode) -> Bool {
        one.name == other.name && one.status == other.status && one.meaning == other.meaning
    }

    /// Hashes what `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(status)
        hasher.combine(meaning)
    }

    /// The key of the message above a form that is shown again, in the language files.
    package var formText: String { "forms." + name }

    /// Whether the same request can succeed later. The reply says when, in `Retry-After`.
    package var isTemporary: Bool { status == 429 || status == 503 }

    /// Every error of the catalogue.
    package static var all: [ErrorCode] { ofFlows + ofOpenID + ofRequests }
}

/// The errors with a part that is known only when they occur.
extension ErrorCode {
    /// The verifier refused the identity token, for this reason.
    package static func token(_ reason: TokenRejection) -> ErrorCode {
        Self(reason.code, 401, "The identity token was refused by the verifier: \(reason.code).", reason.advice)
    }

    /// The verifier refused the notification, for this reason.
    package static func notification(_ reason: TokenRejection) -> ErrorCode {
        Self(
            "notification_" + reason.code, 400, "The notification was refused by the verifier: \(reason.code).",
            reason == .audienceMismatch
                ? "Operator: if Apple signed it for an app of yours, name that App ID as primary_app_id of the clients, or "
                    + "add it to primary_app_ids of its team."
                : reason.advice)
    }

    /// The library refused the form posted to the callback, for this reason.
    package static func callback(_ reason: AuthorizationCallbackError) -> ErrorCode {
        Self(
            reason.code, reason == .bodyTooLarge ? 413 : 400,
            "The form posted to the callback is not one that Apple sends.")
    }

    /// The new password is not acceptable.
    package static func password(_ fault: PasswordRule.Fault) -> ErrorCode {
        switch fault {
        case .tooShort:
            Self(
                fault.rawValue, 400, "A password must have at least eight characters.",
                "Ask for a longer password; several words are easy to remember.",
                isShownInForm: true)
        case .tooLong:
            Self(
                fault.rawValue, 400, "A password may have at most 1,024 bytes.", "Ask for a shorter password.",
                isShownInForm: true)
        case .common:
            Self(
                fault.rawValue, 400, "The password is one of the most common ones, or the account's own name.",
                "Ask for a different password; several unrelated words are hard to guess.",
                isShownInForm: true)
        }
    }

    /// The key of the calling service lacks this scope.
    static func missingScope(_ scope: ServiceCredential.Scope) -> ErrorCode {
        let error = credentialScopeMissing
        return Self(
            error.name, error.status, "The key of the calling service lacks the scope \(scope.rawValue).",
            "Create a key that has it by siwa credentials create.",
            challenge: "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\"")
    }

    /// Why a disabled account cannot be used.
    static func closed(_ reason: DisabledReason?) -> ErrorCode {
        switch reason {
        case .held: .accountHeld
        case .proofRequired: .proofRequired
        case .operatorDecision, .noWayIn, nil: .accountDisabled
        }
    }
}
