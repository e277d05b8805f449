import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInKit
import Synchronization
import Testing

/// Passes the kit's requests to the router.
struct RouterTransport: ServiceTransport {
    let client: ServiceClient

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        var fields = HTTPFields()
        if request.body != nil { fields[.contentType] = "application/json" }
        if let token = request.accessToken { fields[.authorization] = "Bearer \(token.exposed)" }
        let method = try #require(HTTPRequest.Method(request.method))
        let answer = try await client.executeRequest(
            uri: request.url.path, method: method, headers: fields,
            body: request.body.map { ByteBuffer(bytes: $0) })
        return ServiceAnswer(
            status: answer.status.code, retryAfter: answer.headers[.retryAfter].flatMap { Int($0) },
            body: Data(answer.body.readableBytesView))
    }
}

/// Loses the answers to requests while told to. The requests arrive.
final class LossyTransport: ServiceTransport {
    let inner: RouterTransport
    let losesAnswers = Mutex(false)
    /// The number of requests that are answered before.
    private let answered = Mutex(0)

    init(inner: RouterTransport) { self.inner = inner }

    func losesAnswersAfter(_ count: Int) { answered.withLock { $0 = count } }

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let answer = try await inner.send(request)
        let isSpared = answered.withLock { left -> Bool in
            defer { left = max(0, left - 1) }
            return left > 0
        }
        if losesAnswers.withLock({ $0 }), !isSpared { throw URLError(.networkConnectionLost) }
        return answer
    }
}

/// The processes of an app on one device, one after another.
final class AppProcesses: Sendable {
    private let ended = Mutex(0)

    /// The transport of a process that begins now.
    func begin(_ inner: any ServiceTransport) -> some ServiceTransport {
        ProcessRequests(inner: inner, processes: self, ended: ended.withLock { $0 })
    }

    /// Ends all that have begun. What a test still runs for them, such as a repeat after a pause, sends nothing more.
    func end() { ended.withLock { $0 += 1 } }

    private struct ProcessRequests: ServiceTransport {
        let inner: any ServiceTransport
        let processes: AppProcesses
        let ended: Int

        private func requireProcess() throws {
            guard processes.ended.withLock({ $0 }) == ended else { throw URLError(.networkConnectionLost) }
        }

        func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
            try requireProcess()
            let answer = try await inner.send(request)
            try requireProcess()
            return answer
        }
    }
}
