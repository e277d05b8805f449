import Foundation

/// What the kit's own view shows for a status: why the person is signed out, what did not work, and the button or the
/// progress.
struct SignInPresentation: Sendable, Equatable {
    /// The part with which the person goes on.
    enum Offer: Sendable, Equatable {
        /// The button. It stays while Apple's sheet covers it, so that nothing moves.
        case button
        /// The backend was asked.
        case progress
        /// The backend cannot be reached, and will be asked again.
        case waiting
        /// A question, with its own sentences.
        case question(QuestionPresentation)
        /// Somebody is signed in.
        case nothing
    }

    /// Sentences, one below the other.
    var sentences: [String] = []
    /// A page where the person can finish a deletion.
    var page: URL?
    var offer: Offer

    /// - Parameter hasLogin: whether the app offers a login of its own to people who have an account.
    init(_ status: SignInStatus, hasLogin: Bool = false) {
        switch status.state {
        case .exchanging(.asking):
            offer = .progress
        case .exchanging(.waiting):
            // The failure is that the backend cannot be reached, and nobody has to do anything.
            offer = .waiting
            sentences = [ViewText.waiting.text]
        case .asking(let question):
            offer = .question(QuestionPresentation(question, hasLogin: hasLogin, failure: status.failure))
        case .checking, .signedIn, .linking, .confirming, .transferring, .deleting:
            offer = .nothing
        case .unknown, .searching, .authorizing:
            offer = .button
            sentences = Self.sentences(about: status.failure)
        case .signedOut(let reason):
            offer = .button
            sentences = Self.sentences(because: reason) + Self.sentences(about: status.failure)
            page = Self.page(reason)
        }
    }

    private static func sentences(because reason: SignedOutReason) -> [String] {
        switch reason {
        case .notYet, .byPerson: []
        case .credentialRevoked: sentences(about: .refused(code: "consent_revoked", requestID: ""))
        case .credentialNotFound: [ViewText.credentialNotFound.text]
        case .unconfirmedAfterReinstallation, .sessionEnded: sentences(about: .sessionEnded)
        case .accountDeleted(.queued): [ViewText.accountDeleted.text]
        case .accountDeleted(.byHand): [ViewText.accountDeleted.text, ViewText.removeByHand.text]
        }
    }

    /// What happened, and what the person can do.
    static func sentences(about failure: SignInFailure?) -> [String] {
        [failure?.errorDescription, failure?.recoverySuggestion].compactMap { $0 }
    }

    /// Only a page that a browser opens: the address comes from a server.
    private static func page(_ reason: SignedOutReason) -> URL? {
        guard case .accountDeleted(.byHand(let address)) = reason, let page = URL(string: address),
            page.scheme == "https"
        else { return nil }
        return page
    }
}
