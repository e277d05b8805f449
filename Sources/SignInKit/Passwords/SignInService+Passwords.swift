import SignInAPI

/// The sign-in service changes and resets passwords, if its operator allows them.
@_spi(SignInPrograms) extension SignInService: PasswordBackend {
    /// Returns whether the account has a password, and the names that go with it.
    public func password(_ session: BackendSession) async throws -> PasswordFacts {
        let reply: AccountPasswordReply = try decode(try await answer("GET", Paths.accountPassword, to: session))
        return PasswordFacts(since: try reply.since.map { try Self.date($0) }, names: reply.names)
    }

    /// Replaces the password. Every other session ends.
    public func changePassword(to new: Secret, current: Secret?, _ session: BackendSession) async throws {
        let request = PasswordChangeRequest(current: current?.exposed, password: new.exposed)
        _ = try await answer("POST", Paths.accountPassword, request, to: session)
    }

    /// Requests mail. The service answers the same whether or not the name exists.
    public func requestPasswordReset(for name: String) async throws {
        _ = try await answer("POST", Paths.passwordResetRequests, PasswordResetMailRequest(name: name))
    }

    /// Sets the new password. Every session ends.
    public func resetPassword(code: Secret, to new: Secret) async throws {
        let request = PasswordResetRequest(token: code.exposed, password: new.exposed)
        _ = try await answer("POST", Paths.passwordReset, request)
    }
}
