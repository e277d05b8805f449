public import Foundation

extension SignInFailure: LocalizedError {
    /// What happened, in one sentence for the person and in the app's language. `localizedDescription` is the same.
    public var errorDescription: String? { TextCatalog.text(text.descriptionKey, english: text.description) }

    /// What the person can do, in the app's language. After a refusal that the person cannot influence, it contains the
    /// request id as a reference for the support.
    public var recoverySuggestion: String? {
        let suggestion = TextCatalog.text(text.suggestionKey, english: text.suggestion)
        guard let reference else { return suggestion }
        // `String(format:)` reads memory that it does not own if a translation has another placeholder.
        return suggestion.replacingOccurrences(of: "%@", with: reference)
    }
}

extension SignInFailure {
    /// The text for this failure. Failures share a text if they mean the same to a person.
    var text: FailureText {
        switch self {
        case .sheet(let failure): failure.text
        case .stateMismatch: .stateMismatch
        case .credentialIncomplete: .credentialIncomplete
        case .otherPerson: .otherPerson
        case .otherAccount: .otherAccount
        case .refused(let code, _):
            FailureText.ofRefusals[code] ?? (reference == nil ? .refused : .refusedWithReference)
        case .held(let code, _, _): FailureText.ofRefusals[code] ?? .accountHeld
        case .unreachable(let retryAfter): retryAfter == nil ? .serviceUnreachable : .serviceUnavailable
        case .attemptExpired: .attemptExpired
        case .sessionEnded: .sessionEnded
        case .notSignedIn: .notSignedIn
        case .storageLocked: .storageLocked
        case .addressRefused: .addressRefused
        case .notSupported: .notSupported
        }
    }

    /// The request id if it looks like one. Nothing else that a server sends is shown to people.
    private var reference: String? {
        guard case .refused(_, let id) = self, (1...64).contains(id.utf8.count) else { return nil }
        let isPlain = id.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
            default: false
            }
        }
        return isPlain ? id : nil
    }
}

extension SheetFailure {
    fileprivate var text: FailureText {
        switch self {
        case .unknown: .sheetUnknown
        case .canceled: .sheetCanceled
        case .invalidResponse, .notHandled, .failed, .unexpectedCredential, .unanswered, .other: .sheetFailed
        case .notInteractive, .preferSignInWithApple: .sheetNotInteractive
        case .noWindow: .sheetNoWindow
        }
    }
}

/// A failure in words for people: what happened, and what to do. This is the English text, which needs no resources.
///
/// To add a text, declare it here, add it to ``all``, and add both keys to `Localizable.xcstrings`.
struct FailureText: Sendable, Hashable {
    /// The part of the catalog's keys that names the text.
    let name: String
    /// What happened, in English.
    let description: String
    /// What the person can do, in English.
    let suggestion: String

    private init(_ name: String, _ description: String, _ suggestion: String) {
        self.name = name
        self.description = description
        self.suggestion = suggestion
    }

    var descriptionKey: String { "failure.\(name).description" }
    var suggestionKey: String { "failure.\(name).suggestion" }
}

extension FailureText {
    static let sheetUnknown = Self(
        "sheet_unknown", "Sign in with Apple isn’t available right now.",
        "Make sure you’re signed in to your Apple Account on this device, then try again.")
    static let sheetCanceled = Self("sheet_canceled", "The sign-in was canceled.", "You can sign in at any time.")
    static let sheetFailed = Self("sheet_failed", "Sign in with Apple didn’t work.", "Try again.")
    static let sheetNotInteractive = Self(
        "sheet_not_interactive", "Sign in with Apple needs your confirmation.", "Use the button to sign in.")
    static let sheetNoWindow = Self(
        "sheet_no_window", "Sign in with Apple can’t be shown here.", "Open the app to sign in.")
    static let stateMismatch = Self(
        "state_mismatch", "Apple’s answer didn’t match this sign-in, so it wasn’t used.", "Try again.")
    static let credentialIncomplete = Self(
        "credential_incomplete", "Apple’s answer was incomplete.", "Try again. Nothing you entered is lost.")
    static let otherPerson = Self(
        "other_person", "You confirmed with a different Apple Account.",
        "Try again with the Apple Account that you use for this app.")
    static let otherAccount = Self(
        "other_account", "This Apple Account belongs to a different account in this app. Nothing was changed.",
        "Sign in with the Apple Account that you use for this app.")
    static let serviceUnreachable = Self(
        "service_unreachable", "The service can’t be reached.", "Check your internet connection, then try again.")
    static let serviceUnavailable = Self(
        "service_unavailable", "The service isn’t available right now.", "Try again later.")
    static let attemptExpired = Self(
        "attempt_expired", "The sign-in took too long.", "Sign in again. Nothing you entered is lost.")
    static let sessionEnded = Self("session_ended", "You were signed out.", "Sign in again.")
    static let notSignedIn = Self("not_signed_in", "You’re not signed in.", "Sign in to continue.")
    static let storageLocked = Self(
        "storage_locked", "Your sign-in can’t be read yet.", "Unlock this device, then try again.")
    static let addressRefused = Self(
        "address_refused", "This app isn’t set up correctly.", "Contact the developer of this app.")
    static let notSupported = Self(
        "not_supported", "This feature isn’t available in this app.",
        "Contact the developer of this app if you need it.")
    static let refused = Self(
        "refused", "The service declined the request.",
        "Try again. If this keeps happening, contact the developer of this app.")
    static let refusedWithReference = Self(
        "refused_with_reference", "The service declined the request.",
        "Try again. If this keeps happening, contact the developer of this app and mention the reference %@.")
    static let accountDisabled = Self(
        "account_disabled", "This account is closed. Your Apple Account isn’t affected.",
        "Contact the developer of this app.")
    static let accountHeld = Self(
        "account_held", "This account is being reviewed.", "Try again later, or contact the developer of this app.")
    static let consentRevoked = Self(
        "consent_revoked", "You stopped using your Apple Account with this app.", "Sign in again to continue.")
    static let providerOff = Self(
        "provider_off", "Sign in with Apple is turned off for this app.",
        "Sign in another way, or contact the developer of this app.")
    static let proofRequired = Self(
        "proof_required", "This app needs to check that you’re a real person.",
        "Follow the next step in the app, then try again.")
    static let personNotKnown = Self(
        "person_not_known", "You don’t have an account in this app.",
        "If you have one, sign in the way you did before. Otherwise, contact the developer of this app.")
    static let personNotInvited = Self(
        "person_not_invited", "This app is by invitation only.",
        "Use your invitation, or contact the developer of this app.")
    static let addressHidden = Self(
        "address_hidden", "This app needs your email address.",
        "Wait a minute, sign in again, and choose “Share My Email”.")
    static let freshSignInRequired = Self(
        "fresh_sign_in_required", "To protect your account, this step requires a new sign-in.",
        "Sign in again, then repeat this step.")
    static let attemptOver = Self("attempt_over", "This sign-in can’t be used anymore.", "Sign in again if necessary.")
    static let passwordWrong = Self(
        "password_wrong", "The name or the password is wrong.", "Check both, then try again.")
    static let rateLimited = Self(
        "rate_limited", "There were too many attempts.", "Wait a few minutes, then try again.")
    static let passwordsOff = Self(
        "passwords_off", "This app doesn’t accept passwords.", "Use Sign in with Apple instead.")
    static let linkTicketInvalid = Self(
        "link_ticket_invalid", "This step can’t be finished anymore.", "Start again from your account in this app.")
    static let questionOver = Self(
        "question_over", "This question is no longer open.", "Sign in again to continue.")
    static let lastWayIn = Self(
        "last_way_in", "This is the only way to sign in to your account.", "Add another way to sign in first.")
    static let passwordUnsuitable = Self(
        "password_unsuitable", "This password can’t be used.",
        "Choose another one, with at least eight characters. Several unrelated words are easy to remember.")
    static let nameInvalid = Self("name_invalid", "This name can’t be used.", "Try a shorter name or another spelling.")

    /// All texts.
    static let all: [FailureText] = [
        sheetUnknown, sheetCanceled, sheetFailed, sheetNotInteractive, sheetNoWindow, stateMismatch,
        credentialIncomplete, otherPerson, otherAccount, serviceUnreachable, serviceUnavailable, attemptExpired,
        sessionEnded, notSignedIn, storageLocked, addressRefused, notSupported, refused, refusedWithReference,
        accountDisabled, accountHeld, proofRequired, consentRevoked, providerOff, freshSignInRequired, attemptOver,
        passwordWrong, rateLimited, passwordsOff, linkTicketInvalid, questionOver, lastWayIn, passwordUnsuitable,
        nameInvalid, personNotKnown, personNotInvited, addressHidden,
    ]

    /// The service's codes that a person can do something about. All other codes have one general text.
    ///
    /// Throttled requests of the kit itself are ``SignInFailure/unreachable(retryAfter:)``. An app's own
    /// ``PasswordLogin`` may throw their codes.
    static let ofRefusals: [String: FailureText] = [
        "account_disabled": accountDisabled,
        "account_held": accountHeld,
        "proof_required": proofRequired,
        "attempt_expired": attemptExpired,
        "attempt_used": attemptOver,
        "attempt_ended": attemptOver,
        "attempt_unknown": attemptOver,
        "consent_revoked": consentRevoked,
        "provider_off": providerOff,
        "person_not_known": personNotKnown,
        "person_not_invited": personNotInvited,
        "address_hidden": addressHidden,
        "fresh_sign_in_required": freshSignInRequired,
        "identity_linked_elsewhere": otherAccount,
        "last_way_in": lastWayIn,
        "link_proof_required": linkTicketInvalid,
        "link_ticket_invalid": linkTicketInvalid,
        "name_invalid": nameInvalid,
        "password_common": passwordUnsuitable,
        "password_too_long": passwordUnsuitable,
        "password_too_short": passwordUnsuitable,
        "password_wrong": passwordWrong,
        "password_delayed": rateLimited,
        "rate_limited": rateLimited,
        "passwords_off": passwordsOff,
        "question_over": questionOver,
        "session_ended": sessionEnded,
        "session_expired": sessionEnded,
        "refresh_token_invalid": sessionEnded,
        "refresh_token_reused": sessionEnded,
        "refresh_token_wrong_client": sessionEnded,
    ]
}

/// Finds a text in the app's own catalog, then in the kit's. If neither has it, the English text is used.
enum TextCatalog {
    /// The app's catalog for texts of the kit: `SignInKit.xcstrings`.
    static let appTable = "SignInKit"

    /// The bundle of the kit's resources. It is named after the package and the target (`PackageBuilder` in
    /// https://github.com/swiftlang/swift-package-manager).
    static let bundleName = "sign-in-with-apple_SignInKit"

    /// Returns the text for a key, or the English text if there is no translation.
    static func text(
        _ key: String, english: String, app: Bundle = .main, kit: Bundle? = TextCatalog.bundle
    ) -> String {
        let text = kit?.localizedString(forKey: key, value: english, table: nil) ?? english
        return app.localizedString(forKey: key, value: text, table: appTable)
    }

    /// The kit's resources, or nil if they were not packaged with the app.
    ///
    /// The generated `Bundle.module` is not used, because it calls `fatalError` if it does not find the bundle
    /// (`generateResourceAccessor` in https://github.com/swiftlang/swift-package-manager). A missing translation must
    /// not end an app. The kit looks where the accessor of Xcode's build system does
    /// (`generatePackageTargetBundleAccessorForSwift` in https://github.com/swiftlang/swift-build).
    static var bundle: Bundle? {
        #if canImport(ObjectiveC)
            return firstBundle(
                in: [Bundle.main.resourceURL, Bundle(for: KitImage.self).resourceURL, Bundle.main.bundleURL])
        #else
            return firstBundle(in: [Bundle.main.resourceURL, Bundle.main.bundleURL])
        #endif
    }

    /// Returns the first bundle of the kit's resources in these folders.
    static func firstBundle(in folders: [URL?]) -> Bundle? {
        for folder in folders.compactMap({ $0 }) {
            // The first is that of Apple's platforms, the second that of SwiftPM on other systems.
            for suffix in ["bundle", "resources"] {
                let place = folder.appendingPathComponent("\(bundleName).\(suffix)")
                if let bundle = Bundle(url: place) { return bundle }
            }
        }
        return nil
    }
}

#if canImport(ObjectiveC)
    /// Only for `Bundle(for:)`, which finds the framework or the app that contains the kit's code.
    private final class KitImage {}
#endif
