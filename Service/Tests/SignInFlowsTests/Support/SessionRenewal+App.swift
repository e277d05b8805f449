import SignInFlows

extension SessionRenewal {
    /// Renews as the app of these tests does.
    @discardableResult
    func renew(refreshToken: String) async throws(SignInError) -> RenewedSession {
        try await renew(refreshToken: refreshToken, client: "app")
    }
}
