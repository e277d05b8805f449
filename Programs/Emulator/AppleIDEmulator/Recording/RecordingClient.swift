import AsyncHTTPClient
import HTTPServing
import NIOCore
import NIOHTTP1

/// A call as it is sent, with its values.
struct RecordingRequest: Sendable, Equatable {
    var method = "GET"
    let url: String
    var headers: [RecordingField] = []
    var body: [UInt8] = []
}

/// A header field.
struct RecordingField: Sendable, Equatable {
    let name: String
    let value: String
}

/// An answer as it came, not redacted.
struct RecordingResponse: Sendable, Equatable {
    var status: Int
    var headers: [RecordingField] = []
    /// Nil if the body was larger than the limit.
    var body: [UInt8]?

    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}

/// Sends the calls of a script over HTTP, one at a time.
struct RecordingClient: Sendable {
    /// Tells the server's operators who calls.
    static let userAgent = "apple-id-emulator/\(Release.version) (sign-in-with-apple for Swift; record)"
    static let maximumAnswer = 1 << 20

    private let client: HTTPClient
    private let limits: CallLimits

    /// Calls `body` with a client that follows no redirects, tries nothing again, and keeps no cookies.
    static func with<Value>(
        _ limits: CallLimits, _ body: (RecordingClient) async throws -> Value
    ) async throws -> Value {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: limits.connect), decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let value = try await body(RecordingClient(client: client, limits: limits))
            try await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private init(client: HTTPClient, limits: CallLimits) { (self.client, self.limits) = (client, limits) }

    func send(_ request: RecordingRequest) async throws -> RecordingResponse {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = HTTPMethod(rawValue: request.method)
        sent.headers.add(name: "User-Agent", value: Self.userAgent)
        for field in request.headers { sent.headers.add(name: field.name, value: field.value) }
        if !request.body.isEmpty { sent.body = .bytes(request.body) }
        let response = try await client.execute(sent, timeout: limits.call)
        var body: [UInt8]? = []
        for try await part in response.body {
            guard (body?.count ?? 0) + part.readableBytes <= Self.maximumAnswer else {
                body = nil
                break
            }
            body?.append(contentsOf: part.readableBytesView)
        }
        return RecordingResponse(
            status: Int(response.status.code),
            headers: response.headers.map { RecordingField(name: $0.name, value: $0.value) }, body: body)
    }

    /// A name for an error of the connection, without anything of the request.
    static func name(of error: any Error) -> String {
        if error is CancellationError { return "cancelled" }
        return switch error as? HTTPClientError {
        case .connectTimeout, .deadlineExceeded, .readTimeout: "timed out"
        case .remoteConnectionClosed: "the connection was closed"
        default: "connection failed"
        }
    }
}
