import AsyncHTTPClient
import HTTPServing
package import JSONWebTokens
import NIOCore
import NIOHTTP1

/// Makes control calls to a running emulator.
package struct EmulatorConnection: Sendable {
    private let client: HTTPClient
    private let baseURL: String
    private let token: String?
    private let limits: CallLimits

    /// More than the largest answer of a control call.
    private static let maximumAnswer = 64 << 20

    /// Calls `body` with a connection to the emulator at this base URL, and closes it afterwards.
    ///
    /// - Parameter token: the control token, for an emulator that has one.
    package static func with<Value>(
        _ baseURL: String, token: String?, _ body: (EmulatorConnection) async throws -> Value
    ) async throws -> Value {
        try await with(baseURL, token: token, limits: .recording, body)
    }

    static func with<Value>(
        _ baseURL: String, token: String?, limits: CallLimits, _ body: (EmulatorConnection) async throws -> Value
    ) async throws -> Value {
        // The control token must not cross a network unencrypted.
        guard let address = try? RecordingBaseURL(baseURL) else { throw EmulatorCallFailure.baseURL(baseURL) }
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: limits.connect), decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        // Outside browsers, few resolvers know names below localhost (RFC 6761 §6.3).
        if address.host.hasSuffix(".localhost") { configuration.dnsOverride[address.host] = "127.0.0.1" }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let connection = EmulatorConnection(client: client, baseURL: address.text, token: token, limits: limits)
        do {
            let value = try await body(connection)
            try await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// Makes one call, and returns the members of the answer.
    package func send(_ call: EmulatorCall) async throws -> JSONObject {
        let response = try await answer(to: call, deadline: NIODeadline.now() + limits.call)
        let body = try await bytes(of: response)
        guard let members = try? StrictJSONReader.readObject(body, limits: Self.readable) else {
            throw EmulatorCallFailure.notAnEmulator(baseURL)
        }
        guard (200...299).contains(response.status.code) else {
            throw Self.refusal(response.status, members)
        }
        return members
    }

    /// Hands on the JSON of each event until the stream ends.
    package func follow(_ call: EmulatorCall, _ take: (String) -> Void) async throws {
        let response = try await answer(to: call, deadline: .distantFuture)
        guard response.status == .ok else {
            let body = try await bytes(of: response)
            throw Self.refusal(response.status, try? StrictJSONReader.readObject(body, limits: Self.readable))
        }
        var lines = EventStreamLines()
        do {
            for try await part in response.body {
                for data in lines.take(part.readableBytesView) { take(data) }
            }
        } catch {
            throw EmulatorCallFailure.unreachable(baseURL, RecordingClient.name(of: error))
        }
    }

    private static func refusal(_ status: HTTPResponseStatus, _ members: JSONObject?) -> EmulatorCallFailure {
        .refused(
            code: members?.text("error") ?? "status_\(status.code)",
            message: members?.text("message") ?? "The emulator refused the call.")
    }

    /// Answers list every person and event, so they may be much longer than a token.
    private static let readable = TokenLimits(
        maximumBytes: maximumAnswer, maximumDepth: 32, maximumMembers: 1_000_000)

    private func answer(to call: EmulatorCall, deadline: NIODeadline) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: baseURL + "/_emulator" + call.path)
        request.method = HTTPMethod(rawValue: call.method)
        request.headers.add(name: "User-Agent", value: "apple-id-emulator/\(Release.version)")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body = call.body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(body.bytes)
        }
        do {
            return try await client.execute(request, deadline: deadline)
        } catch {
            throw EmulatorCallFailure.unreachable(baseURL, RecordingClient.name(of: error))
        }
    }

    private func bytes(of response: HTTPClientResponse) async throws -> [UInt8] {
        do {
            let body = try await response.body.collect(upTo: Self.maximumAnswer)
            return Array(body.readableBytesView)
        } catch {
            throw EmulatorCallFailure.unreachable(baseURL, RecordingClient.name(of: error))
        }
    }
}

/// Why a command did not get what it asked for.
package enum EmulatorCallFailure: Error, Equatable, CustomStringConvertible {
    /// No address to which a control token may be sent.
    case baseURL(String)
    /// Nobody answers there.
    case unreachable(String, String)
    /// Something else answers there.
    case notAnEmulator(String)
    /// The emulator refused the call.
    case refused(code: String, message: String)

    /// The failure in a sentence.
    package var description: String {
        switch self {
        case .baseURL(let text):
            "\(text) must be an origin without a path, https or on this machine, such as http://127.0.0.1:9080."
        case .unreachable(let baseURL, let reason):
            "No emulator could be reached at \(baseURL): \(reason). Start one, or name another with --base-url."
        case .notAnEmulator(let baseURL): "\(baseURL) does not answer like an emulator."
        case .refused(let code, let message): "\(code): \(message)"
        }
    }
}
