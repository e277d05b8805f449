import Foundation
import SignInAPI

/// The sign-in service opens its own pages.
extension SignInService {
    /// Fetches a code, and returns the request that opens the page with it.
    func webRequest(for page: AccountPage, _ session: BackendSession) async throws(SignInFailure) -> ServiceRequest {
        guard let refreshToken = session.refreshToken else { throw .notSupported }
        let message = SessionHandOffRequest(refreshToken: refreshToken.exposed, page: page.rawValue)
        let reply: SessionHandOffReply = try decode(
            try await answer("POST", Paths.sessionHandOff, message, to: session))
        guard let code = reply.code.addingPercentEncoding(withAllowedCharacters: .alphanumerics) else {
            throw .unreachable(retryAfter: nil)
        }
        var request = ServiceRequest(
            method: "POST", url: address.appendingPathComponent(Paths.webHandOff), body: Data("code=\(code)".utf8))
        request.fields["Content-Type"] = "application/x-www-form-urlencoded"
        return request
    }
}
