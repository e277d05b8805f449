import SignInFlows

extension SessionRenewal {
    /// Renews a session of the client `app`.
    @discardableResult
    func renew(refreshToken: String) async throws(SignInError) -> RenewedSession {
        try await renew(refreshToken: refreshToken, client: "app")
    }
}
