#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The one way out of the library: sends a request and returns the answer, whole and bounded.
///
/// An implementation never follows a redirect, never retries, and gives up at the request's deadline and size.
public protocol HTTPTransport: Sendable {
    /// Sends the request once.
    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse
}

extension HTTPTransport {
    /// The answer, where it keeps to the request's limit: a transport that does not count is no way round it.
    func answer(to request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        let response = try await send(request)
        guard response.body.count <= request.maximumResponseBytes else { throw .responseTooLarge }
        return response
    }
}

/// A request to Apple, or to an emulator that stands in for it.
public struct TransportRequest: Sendable {
    /// The two methods that Apple's endpoints know.
    public enum Method: String, Sendable {
        /// Reads; the body is empty.
        case get = "GET"
        /// Sends a form.
        case post = "POST"
    }

    /// How the request is sent.
    public var method: Method
    /// The absolute address; from configuration, never from a token or a reply.
    public var url: String
    /// Header fields in order.
    public var headers: [(name: String, value: String)]
    /// The body, empty for GET.
    public var body: [UInt8]
    /// The answer's body may have at most this many bytes.
    public var maximumResponseBytes: Int
    /// Seconds until the whole call is given up.
    public var deadline: TimeInterval

    /// Describes a request; nothing is sent yet.
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
    /// The HTTP status; a redirect is an answer like any other.
    public var status: Int
    /// Header fields in the order received.
    public var headers: [(name: String, value: String)]
    /// The body, within the request's limit.
    public var body: [UInt8]

    /// An answer as it came.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first field of that name, in any case of letters.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
