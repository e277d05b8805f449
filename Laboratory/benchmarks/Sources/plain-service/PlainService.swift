import ArgumentParser
import AsyncHTTPClient
import GRDB
import Hummingbird
import JWTKit
import Logging
import NIOFoundationCompat

/// A sign-in service as a Swift team would write it first: Hummingbird, jwt-kit, Codable, and one GRDB write for each
/// request. `Scripts/benchmark peers` measures it next to the service.
@main
struct PlainService: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plain-service", abstract: "A plain sign-in service to be measured against.")

    @Option(help: "The port on 127.0.0.1.") var port: Int
    @Option(help: "Where Apple's keys are.") var emulator: String
    @Option(help: "The database file.") var database: String

    func run() async throws {
        let sessions = try PlainSessions(
            path: database, apple: try await Self.keys(of: emulator), ours: try await Self.ownKeys())
        let router = Router()
        router.post("/sign-in") { request, context in
            let message = try await request.decode(as: SignInMessage.self, context: context)
            return try await Self.answer { try await sessions.signIn(message) }
        }
        router.post("/refresh") { request, context in
            let message = try await request.decode(as: RefreshMessage.self, context: context)
            return try await Self.answer { try await sessions.refresh(message) }
        }
        router.get("/session") { request, _ in
            let token = request.headers[.authorization].map { String($0.dropFirst("Bearer ".count)) }
            return try await Self.answer { try await sessions.check(token ?? "") }
        }
        var logger = Logger(label: "plain-service")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            logger: logger)
        try await application.runService()
    }

    /// Turns every error into one refusal, because jwt-kit throws errors of several types.
    private static func answer<Reply>(_ work: () async throws -> Reply) async throws -> Reply {
        do {
            return try await work()
        } catch {
            throw HTTPError(.unauthorized)
        }
    }

    private static func keys(of emulator: String) async throws -> JWTKeyCollection {
        let reply = try await HTTPClient.shared.execute(
            HTTPClientRequest(url: emulator + "/auth/keys"), timeout: .seconds(10))
        let keys = JWTKeyCollection()
        return try await keys.add(jwksJSON: String(buffer: try await reply.body.collect(upTo: 1 << 16)))
    }

    private static func ownKeys() async throws -> JWTKeyCollection {
        await JWTKeyCollection().add(ecdsa: ES256PrivateKey(), kid: "plain")
    }
}

struct SignInMessage: Decodable {
    let identityToken: String
    let nonce: String

    enum CodingKeys: String, CodingKey {
        case identityToken = "identity_token"
        case nonce
    }
}

struct RefreshMessage: Decodable {
    let refreshToken: String

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}
