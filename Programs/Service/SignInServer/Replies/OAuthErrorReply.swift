import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// The reply to a refused request of an OpenID client (RFC 6749 section 5.2, RFC 6750 section 3).
struct OAuthErrorReply: Sendable {
    let reply: ErrorReply
    let request: Request
    /// The URL of the page that explains the codes.
    let documentation: String

    /// The paths whose replies have this form.
    static let paths = [Paths.oauthToken, Paths.oauthUserInfo, Paths.oauthRevoke, Paths.oauthIntrospect]

    /// Statuses of HTTP itself. The standard leaves them open, and says 400 for everything else.
    private static let statusesOfHTTP: Set<Int> = [404, 405, 413, 415, 431]

    private struct Body: Encodable {
        let error: String
        let description: String
        let uri: String

        enum CodingKeys: String, CodingKey {
            case error
            case description = "error_description"
            case uri = "error_uri"
        }
    }

    func response() throws -> Response {
        let body = Body(
            error: error, description: reply.code.oauthDescription, uri: documentation + "#" + reply.code.name)
        var response = try Response.json(body, status: status)
        response.headers[.pragma] = "no-cache"
        if let challenge { response.headers[.wwwAuthenticate] = challenge }
        return response
    }

    private var isUserInfo: Bool { request.uri.path == Paths.oauthUserInfo }

    /// A request for claims without a token.
    private var lacksToken: Bool { isUserInfo && reply.code == .authorizationMissing }

    private var error: String { lacksToken ? "invalid_token" : reply.code.oauth }

    private var status: HTTPResponse.Status {
        if lacksToken { return .unauthorized }
        if reply.code == .originNotAllowed { return .forbidden }
        if Self.statusesOfHTTP.contains(reply.status.code) { return reply.status }
        return HTTPResponse.Status(code: reply.code.oauthStatus)
    }

    private var challenge: String? {
        // A request without a token is told only that it needs one (RFC 6750 section 3.1).
        if lacksToken { return #"Bearer realm="siwa""# }
        if isUserInfo { return reply.code.challenge }
        return error == "invalid_client" && request.headers.contains(.authorization) ? #"Basic realm="siwa""# : nil
    }
}
