import SignInAPI

/// The sign-in service lists the sessions of an account.
@_spi(SignInPrograms) extension SignInService: SessionsBackend {
    /// Returns the sessions, a hundred at most.
    public func sessions(_ session: BackendSession) async throws -> [AccountSession] {
        let reply: SessionsReply = try decode(try await answer("GET", Paths.sessions, to: session))
        return try reply.sessions.map { try AccountSession($0) }
    }

    /// Ends one session. It is no error if it has ended already.
    public func endSession(_ id: AccountSession.ID, _ session: BackendSession) async throws {
        _ = try await answer("POST", Paths.sessionEndOne, SessionEndRequest(session: id), to: session)
    }

    /// Ends every other session.
    public func endOtherSessions(_ session: BackendSession) async throws -> Int {
        let reply: SessionsEndedReply = try decode(try await answer("POST", Paths.sessionEndOthers, to: session))
        return reply.ended
    }
}

extension AccountSession {
    fileprivate init(_ entry: SessionEntry) throws(SignInFailure) {
        self.init(
            id: entry.id, client: entry.client, platform: entry.platform, browser: entry.browser,
            isCurrent: entry.isCurrent, beganAt: try SignInService.date(entry.createdAt),
            renewedAt: try SignInService.date(entry.renewedAt))
    }
}
