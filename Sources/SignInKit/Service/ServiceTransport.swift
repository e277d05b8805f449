public import Foundation

/// Carries a request to the sign-in service. One method, so that tests can stand in for the network.
public protocol ServiceTransport: Sendable {
    /// The answer, whatever its status. Throws when none came.
    ///
    /// Redirects are not followed, and nothing is kept: no cookies, no cache.
    func send(_ request: ServiceRequest) async throws -> ServiceAnswer
}

/// A request to the sign-in service.
public struct ServiceRequest: Sendable {
    /// The method.
    public var method: String
    /// The whole address.
    public var url: URL
    /// The access token to send, where one is needed.
    public var accessToken: Secret?
    /// JSON, where there is a body.
    public var body: Data?

    /// A request.
    public init(method: String, url: URL, accessToken: Secret? = nil, body: Data? = nil) {
        self.method = method
        self.url = url
        self.accessToken = accessToken
        self.body = body
    }
}

/// An answer of whoever answers at the service's address.
public struct ServiceAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The `Retry-After` field in seconds, where it is a number.
    public var retryAfter: Int?
    /// The body.
    public var body: Data

    /// An answer.
    public init(status: Int, retryAfter: Int? = nil, body: Data) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}
