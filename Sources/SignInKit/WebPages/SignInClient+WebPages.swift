#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Pages of the sign-in service in a web view.
extension SignInClient {
    /// Returns the request with which a web view opens a page of the sign-in service as the person who is signed in:
    /// `webView.load(request)`.
    ///
    /// It has a code that can be used once, within a minute. Make a request for each page that the app opens, and load it
    /// at once. The web view then holds the app's session: it ends there when the person signs out in the app, and the
    /// other way round.
    ///
    /// - Throws: like ``readAccount()``, or ``SignInFailure/notSupported`` if the backend is not the sign-in service.
    public func webRequest(for page: AccountPage) async throws(SignInFailure) -> URLRequest {
        guard let service = backend as? SignInService else { throw .notSupported }
        try await launchForToken()
        await keeper.readTokensAgain()
        let request = try await request(for: page, at: service)
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method
        message.httpBody = request.body
        for (name, value) in request.fields { message.setValue(value, forHTTPHeaderField: name) }
        return message
    }

    /// Asks once more with a renewed session if the service refuses the refresh token. The refusal does not end the session,
    /// and only a renewal says whether it goes on.
    private func request(
        for page: AccountPage, at service: SignInService
    ) async throws(SignInFailure) -> ServiceRequest {
        do throws(SignInFailure) {
            return try await usingSession { try await service.webRequest(for: page, $0) }
        } catch {
            guard error.isRefusal(.refreshTokenInvalid) else { throw error }
        }
        guard let refused = await keeper.current?.accessToken else { throw .notSignedIn }
        _ = try await keeper.accessToken(replacing: refused)
        do throws(SignInFailure) {
            return try await usingSession { try await service.webRequest(for: page, $0) }
        } catch {
            throw error.isRefusal(.refreshTokenInvalid) ? .unreachable(retryAfter: nil) : error
        }
    }
}
