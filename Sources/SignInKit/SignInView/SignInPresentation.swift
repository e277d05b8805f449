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
        /// The answer to a question that needs nothing else from the app, and the way out.
        case answers(AccountAnswer)
        /// Somebody is signed in.
        case nothing
    }

    /// Sentences, one below the other.
    var sentences: [String] = []
    /// A page where the person can finish a deletion.
    var page: URL?
    var offer: Offer

    init(_ status: SignInStatus) {
        switch status.state {
        case .exchanging(.asking):
            offer = .progress
        case .exchanging(.waiting):
            // The failure is that the backend cannot be reached, and nobody has to do anything.
            offer = .waiting
            sentences = [ViewText.waiting.text]
        case .asking(let question):
            offer = .answers(Self.answer(to: question))
            sentences = Self.sentences(asking: question) + Self.sentences(about: status.failure)
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

    private static func answer(to question: AccountQuestion) -> AccountAnswer {
        if question.merge != nil { return .merge }
        return question.person == nil ? .new : .session
    }

    private static func sentences(asking question: AccountQuestion) -> [String] {
        switch answer(to: question) {
        case .merge: [ViewText.questionMerge.text]
        case .session: [ViewText.questionAdd.text]
        case .new, .ticket: [ViewText.questionKnown.text, ViewText.questionExplanation.text]
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

    private static func sentences(about failure: SignInFailure?) -> [String] {
        [failure?.errorDescription, failure?.recoverySuggestion].compactMap { $0 }
    }

    /// What the button of an answer says.
    static func title(of answer: AccountAnswer) -> String {
        switch answer {
        case .new, .ticket: ViewText.answerNew.text
        case .session: ViewText.answerSession.text
        case .merge: ViewText.answerMerge.text
        }
    }

    /// Only a page that a browser opens: the address comes from a server.
    private static func page(_ reason: SignedOutReason) -> URL? {
        guard case .accountDeleted(.byHand(let address)) = reason, let page = URL(string: address),
            page.scheme == "https"
        else { return nil }
        return page
    }
}
