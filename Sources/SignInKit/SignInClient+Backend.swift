import Foundation

/// The calls to the device and to the backend. Each one ends with one input.
extension SignInClient {
    func openAttempt(_ opening: Opening) async {
        do throws(SignInFailure) {
            await take(.attemptOpened(try await attempt(for: opening), opening))
        } catch {
            await take(.attemptFailed(error, opening))
        }
    }

    private func attempt(for opening: Opening) async throws(SignInFailure) -> SignInAttempt {
        if let ticket = opening.options.ticket { return try await attempt(linkingBy: ticket) }
        switch opening.purpose {
        // What was prepared is for the tap. A search at the same moment may not take it away.
        case .signIn: return try await attempts.attempt()
        case .link: return try await attempt { .session($0) }
        case .upgrade: return try await attempt { .upgrade($0) }
        case .search, .transfer, .deletion, .confirmation: return try await attempts.fresh()
        }
    }

    private func attempt(linkingBy ticket: LinkTicket) async throws(SignInFailure) -> SignInAttempt {
        let backend = try linkingBackend()
        do {
            return try await backend.openAttempt(at: clock.now(), linking: .ticket(ticket))
        } catch {
            throw SignInFailure(of: error)
        }
    }

    private func attempt(
        linking target: @escaping @Sendable (BackendSession) -> LinkTarget
    ) async throws(SignInFailure) -> SignInAttempt {
        let (backend, now) = (try linkingBackend(), clock.now())
        return try await usingSession { try await backend.openAttempt(at: now, linking: target($0)) }
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
            switch try await exchange(pending) {
            case .session(let session):
                answer = .accepted(
                    StoredSession(session, appleUser: pending.appleUser, attempt: pending.attempt, at: clock.now()),
                    offer: session.offer)
            case .question(let question): answer = .asked(question)
            }
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

    private func exchange(_ pending: PendingSignIn) async throws -> SignInReply {
        if pending.purpose.isLink {
            let backend = try linkingBackend()
            let isRepeated = sentLink == pending.attempt
            sentLink = pending.attempt
            let session = try await keeper.sessionForLink(isRepeated: isRepeated)
            return try await backend.link(pending, to: session.ofBackend(at: clock.now()))
        }
        guard asksBeforeNewAccount, pending.purpose.mayTakeTime, let asking = backend as? any LinkingBackend else {
            return .session(try await backend.signIn(pending))
        }
        return try await asking.signInOrAsk(pending)
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
