import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// One delivery attempt: a POST with `{"payload":"<JWT>"}`. A receiver can neither stall it nor fill the memory.
struct NotificationCall: Sendable {
    /// How many bytes of an answer are read.
    static let maximumAnswer = 4_096
    /// How many of them the log keeps.
    static let keptAnswer = 200

    struct Outcome: Sendable {
        var status: Int?
        var error: String?
        var answer: String?
    }

    let client: HTTPClient
    let limits: CallLimits

    /// A client that does not follow redirects, retry or decompress.
    static func makeClient(_ limits: CallLimits) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: limits.connect), decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        // an attempt on an idle connection that the receiver has closed would fail
        configuration.connectionPool.idleTimeout = .seconds(1)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func post(_ token: String, to url: String) async -> Outcome {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await exchange(token, url) }
            group.addTask { [limits] in
                try? await Task.sleep(for: .nanoseconds(limits.call.nanoseconds))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? Outcome(error: "timed_out")
        }
    }

    private func exchange(_ token: String, _ url: String) async -> Outcome {
        let address = NotificationURL.address(of: url)
        var request = HTTPClientRequest(url: address.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "User-Agent", value: "apple-id-emulator")
        if let host = address.host { request.headers.replaceOrAdd(name: "Host", value: host) }
        request.body = .bytes(OrderedJSON.object([("payload", .string(token))]).bytes)
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            let status = Int(response.status.code)
            let body = await beginning(of: response.body)
            return Outcome(status: status, answer: status == 200 ? nil : body)
        } catch let error as HTTPClientError {
            return Outcome(error: Self.name(of: error))
        } catch is CancellationError {
            return Outcome(error: "timed_out")
        } catch {
            return Outcome(error: "connection_failed")
        }
    }

    /// The status alone decides the outcome. The body is read only for the log.
    private func beginning(of body: HTTPClientResponse.Body) async -> String? {
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                bytes += part.readableBytesView.prefix(Self.maximumAnswer - bytes.count)
                if bytes.count >= Self.maximumAnswer { break }
            }
        } catch {
            // the receiver stopped in the middle; what was read so far is enough
        }
        return bytes.isEmpty ? nil : String(decoding: bytes.prefix(Self.keptAnswer), as: UTF8.self)
    }

    private static func name(of error: HTTPClientError) -> String {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .cancelled: "timed_out"
        case .connectTimeout: "connection_failed"
        case .remoteConnectionClosed: "connection_closed"
        default: "answer_invalid"
        }
    }
}
