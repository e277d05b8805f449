public import Foundation

/// Sends requests to the sign-in service or another backend. It has one method, so that tests can replace the network.
public protocol ServiceTransport: Sendable {
    /// Returns the answer, whatever its status. Throws if there was none.
    ///
    /// It must not follow redirects, nor keep cookies or a cache.
    func send(_ request: ServiceRequest) async throws -> ServiceAnswer
}

/// A request to the sign-in service or another backend.
public struct ServiceRequest: Sendable {
    /// The HTTP method.
    public var method: String
    /// The complete URL.
    public var url: URL
    /// The access token to send, if one is needed.
    public var accessToken: Secret?
    /// The body, if there is one: JSON, unless ``fields`` has another `Content-Type`.
    public var body: Data?
    /// Further header fields, such as an API key.
    public var fields: [String: String] = [:]

    /// Creates a request.
    public init(method: String, url: URL, accessToken: Secret? = nil, body: Data? = nil) {
        self.method = method
        self.url = url
        self.accessToken = accessToken
        self.body = body
    }
}

/// An answer from the backend's address.
public struct ServiceAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The `Retry-After` header in seconds, if it is a number.
    public var retryAfter: Int?
    /// The body.
    public var body: Data
    /// The `Date` header (RFC 9110 section 6.6.1), if there is one. ``SignInDiagnosis`` compares this device's clock with it.
    public var date: Date?

    /// Creates an answer.
    public init(status: Int, retryAfter: Int? = nil, body: Data) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}
