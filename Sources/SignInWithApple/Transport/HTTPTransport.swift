#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The library's only access to the network: sends a request and returns the complete answer, bounded in size.
///
/// An implementation never follows a redirect, never retries, and stops at the request's deadline and size limit.
public protocol HTTPTransport: Sendable {
    /// Sends the request once.
    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse
}

extension HTTPTransport {
    /// Returns the answer if it keeps to the request's size limit. This also covers transports that do not check the
    /// limit.
    func answer(to request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        let response = try await send(request)
        guard response.body.count <= request.maximumResponseBytes else { throw .responseTooLarge }
        return response
    }
}

/// A request to Apple, or to an emulator in its place.
public struct TransportRequest: Sendable {
    /// The two methods of Apple's endpoints.
    public enum Method: String, Sendable {
        /// Reads. The body is empty.
        case get = "GET"
        /// Sends a form.
        case post = "POST"
    }

    /// The HTTP method.
    public var method: Method
    /// The absolute URL. It comes from configuration, never from a token or a reply.
    public var url: String
    /// The header fields in order.
    public var headers: [(name: String, value: String)]
    /// The body, empty for GET.
    public var body: [UInt8]
    /// The maximum number of bytes in the answer's body.
    public var maximumResponseBytes: Int
    /// Seconds after which the whole call is cancelled.
    public var deadline: TimeInterval

    /// Creates a request. Nothing is sent yet.
    public init(
        method: Method, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        maximumResponseBytes: Int = 65_536, deadline: TimeInterval = 10
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumResponseBytes = maximumResponseBytes
        self.deadline = deadline
    }
}

/// An answer with its whole body.
public struct TransportResponse: Sendable {
    /// The HTTP status. A redirect is an answer like any other.
    public var status: Int
    /// Header fields in the order received.
    public var headers: [(name: String, value: String)]
    /// The body, within the request's limit.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first field of that name, in upper or lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
