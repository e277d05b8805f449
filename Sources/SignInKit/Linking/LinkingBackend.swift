public import Foundation

/// A backend whose accounts have several ways to sign in, and that may ask before it makes an account.
///
/// Only the first four functions are needed. Without the others, nobody is asked, and no account is found by a ticket.
/// The errors are those of ``SignInBackend``.
public protocol LinkingBackend: AccountBackend {
    /// Opens an attempt whose sign-in leads to this account.
    ///
    /// - Throws: ``SignInFailure/notSupported`` for a target that the backend does not know.
    func openAttempt(at now: Date, linking target: LinkTarget) async throws -> SignInAttempt
    /// Adds Apple's identity to the account of a session: the attempt was opened for this session. With the purpose
    /// ``SheetPurpose/upgrade``, the account's password is removed.
    ///
    /// It is called again with the same answer if the reply was lost. The session may be over by then, because a link can
    /// end the session that began it. Return the session that continues.
    func link(_ signIn: PendingSignIn, to session: BackendSession) async throws -> SignInReply
    /// Returns the ways to sign in to the account, oldest first.
    ///
    /// An empty list, or one without ``SignInIdentity/isApple``, means that no Apple Account opens the account: the kit
    /// forgets the person's. Throw an error if you cannot say it.
    func identities(_ session: BackendSession) async throws -> [SignInIdentity]
    /// Removes a way to sign in. The backend must refuse to remove the last one.
    func unlink(_ identity: SignInIdentity.ID, _ session: BackendSession) async throws

    /// Exchanges Apple's answer for a session, or asks before it makes an account. By default, it never asks.
    func signInOrAsk(_ signIn: PendingSignIn) async throws -> SignInReply
    /// Takes the answer to a question. With `session` and `merge`, the session of the person who is signed in is passed.
    /// Do not end it: the reply may get lost. The kit ends it once it has another one.
    ///
    /// - Throws: a refusal with the code `question_over` if the question cannot be answered any longer, or with that of a
    ///   person who gets no account, or not yet: `person_not_known`, `person_not_invited`, `address_hidden`,
    ///   `account_held` or `proof_required`. After any other refusal the person is asked again.
    func answer(
        _ answer: AccountAnswer, to question: OpenQuestion, as session: BackendSession?
    ) async throws -> AnswerReply
}

extension LinkingBackend {
    /// Never asks.
    public func signInOrAsk(_ signIn: PendingSignIn) async throws -> SignInReply {
        .session(try await self.signIn(signIn))
    }

    /// Takes no answer.
    public func answer(
        _ answer: AccountAnswer, to question: OpenQuestion, as session: BackendSession?
    ) async throws -> AnswerReply { throw SignInFailure.notSupported }
}

/// What a backend says to Apple's answer, unless it refuses.
public enum SignInReply: Sendable, Equatable {
    /// The person is signed in.
    case session(BackendSession)
    /// The person has to answer first.
    case question(OpenQuestion)
}

/// What a backend says to the answer of a question, unless it refuses.
public enum AnswerReply: Sendable, Equatable {
    /// The person is signed in.
    case session(BackendSession)
    /// Two accounts were merged into this one, and the session continues.
    case account(SignInAccount)
}
