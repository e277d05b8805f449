import Foundation
import HTTPTypes
import Hummingbird
import JSONWebTokens
import Logging
import NIOCore
import Synchronization

@testable import AppleIDEmulator

/// A notification endpoint on a real socket. It records the requests and answers as configured.
final class NotificationReceiver: Sendable {
    struct Received: Sendable {
        let path: String
        let contentType: String?
        let body: String

        /// The token, neither decoded nor verified.
        var token: String {
            get throws {
                let body = try StrictJSONReader.readObject(Array(body.utf8), limits: TokenLimits(maximumBytes: 1 << 16))
                return body.text("payload") ?? ""
            }
        }

        var claims: JSONObject { get throws { try payload(of: token) } }

        /// The object in `events`, which is a string that contains JSON, as observed.
        var event: JSONObject {
            get throws {
                let text = try claims.text("events") ?? ""
                return try StrictJSONReader.readObject(Array(text.utf8), limits: .standard)
            }
        }
    }

    private let kept = Mutex<[Received]>([])
    private let answers: Mutex<[Int]>

    init(answers: [Int] = []) { self.answers = Mutex(answers) }

    var received: [Received] { kept.withLock { $0 } }

    /// Runs an emulator whose main team posts to this receiver.
    func run<Value: Sendable>(
        _ emulator: TestEmulator, _ body: @escaping @Sendable (Caller, String) async throws -> Value
    ) async throws -> Value {
        try await Self.serve(router) { url in
            try await emulator.run { caller in
                let set = "{\"team_id\":\"EMUTEAM001\",\"url\":\"\(url)\"}"
                _ = try await caller.control("/notifications/url", set)
                return try await body(caller, url)
            }
        }
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.post("**") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            self.kept.withLock {
                $0.append(
                    Received(
                        path: request.uri.path, contentType: request.headers[.contentType],
                        body: String(buffer: body)))
            }
            let status = self.answers.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
            return Response(
                status: .init(code: status), body: ResponseBody(byteBuffer: ByteBuffer(string: "answer \(status)")))
        }
        return router
    }

    /// Serves a router on a free port of this machine as long as the body runs.
    static func serve<Value: Sendable>(
        _ router: Router<BasicRequestContext>, _ body: @escaping @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "receiver")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                bound.yield(channel.localAddress?.port ?? 0)
            }, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var port = 0
            for await known in ports {
                port = known
                break
            }
            let value = try await body("http://127.0.0.1:\(port)/apple/notifications")
            group.cancelAll()
            return value
        }
    }
}

extension Caller {
    /// The log, once everything that is due has been tried.
    func notifications() async throws -> [JSONObject] {
        let reply = try await control("/notifications?settled", "", method: .get)
        return try (reply.json["entries"]?.array ?? []).compactMap(\.object)
    }

    func sendTestEvent(_ type: String, more: String = "") async throws -> Reply {
        try await control(
            "/notifications",
            "{\"type\":\"\(type)\",\"person\":\"maya\",\"client\":\"com.example.web\"\(more)}")
    }

    func advanceClock(by seconds: Int) async throws {
        _ = try await control("/clock", "{\"advance\":\(seconds)}")
    }

    /// The tokens of a first sign-in with a hidden address.
    func signInHidingEmail(_ person: String = "maya") async throws -> JSONObject {
        try await token(["code": try await code(person, [:], more: #","share_email":false"#)]).json
    }

    /// The published keys, to check signatures with.
    func keySet() async throws -> JSONWebKeySet {
        try JSONWebKeySet(json: Array(try await send(.get, "/auth/keys").text.utf8))
    }
}
