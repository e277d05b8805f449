import Foundation

/// The calls to the device and to the backend. Each one ends with one input.
extension SignInClient {
    func openAttempt(_ opening: Opening) async {
        do throws(SignInFailure) {
            // What was prepared is for the tap. A search at the same moment may not take it away.
            let attempt =
                if opening.purpose == .signIn {
                    try await attempts.attempt()
                } else {
                    try await attempts.fresh()
                }
            await take(.attemptOpened(attempt, opening))
        } catch {
            await take(.attemptFailed(error, opening))
        }
    }

    /// Asks the device for the credential state. No answer within ten seconds counts as none.
    func credentialAnswer(about user: String) async -> CredentialAnswer {
        await clock.answer(within: 10, otherwise: .unknown) { [device] in
            do { return .state(try await device.credentialState(of: user)) } catch { return .unknown }
        }
    }

    func submit(_ pending: PendingSignIn) async {
        confirmation = pending.purpose == .deletion ? pending : nil
        let answer: SubmissionAnswer
        do {
            let session = try await backend.signIn(pending)
            answer = .accepted(
                StoredSession(session, appleUser: pending.appleUser, attempt: pending.attempt, at: clock.now()))
        } catch {
            let failure = SignInFailure(of: error)
            answer =
                if case .unreachable(let retryAfter) = failure {
                    .unreachable(retryAfter: retryAfter)
                } else {
                    .refused(failure)
                }
        }
        if case .accepted = answer {} else { confirmation = nil }
        await take(.submissionAnswered(answer, attempt: pending.attempt))
    }

    func confirmSession() async { await take(.sessionAnswered(await keeper.confirm())) }

    /// Ends a session at the backend if possible. Without a network, it exists there until it expires.
    func end(_ session: StoredSession, because reason: SignedOutReason = .byPerson) async {
        try? await backend.end(session.ofBackend(at: clock.now()), because: reason)
    }

    func erase() async {
        do {
            let session = try await keeper.validSession().ofBackend(at: clock.now())
            await take(.deletionDone(try await backend.deleteAccount(session, confirmedBy: confirmation)))
        } catch {
            await take(.deletionFailed(SignInFailure(of: error)))
        }
        confirmation = nil
    }

    /// The backend, if it knows accounts.
    func accountBackend() throws(SignInFailure) -> any AccountBackend {
        guard let backend = backend as? any AccountBackend else { throw .notSupported }
        return backend
    }
}
