import Foundation

/// The calls to the device's sheet and to the backend. Each one ends with one input.
extension SignInClient {
    func openAttempt(_ purpose: SheetPurpose) async {
        do throws(SignInFailure) {
            await take(.attemptOpened(try await attempts.attempt(), purpose))
        } catch {
            await take(.attemptFailed(error, purpose))
        }
    }

    func present(_ request: SheetRequest) async {
        await take(.sheetEnded(await device.present(request), attempt: request.attempt.id))
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

    func confirmSession() async {
        do throws(SignInFailure) {
            try await keeper.renew()
            await take(.sessionAnswered(.alive))
        } catch {
            // Whoever renewed the session has already reported that it ended.
            await take(.sessionAnswered(error == .sessionEnded ? .ended : .unreachable))
        }
    }

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
