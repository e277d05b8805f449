import Foundation
import SignInAPI

/// Calls of many concurrent clients from this process to the service, and their cost on the service's processor.
struct ServiceLoad {
    let system: SignInSystem
    let calls: HTTPCalls
    let connections: Int

    /// The figures for many calls of one kind.
    struct Spent {
        /// Processor time of the service in microseconds for one call.
        let processor: Double
        /// Calls per second, as seen by the clients.
        let rate: Double
        /// In milliseconds.
        let p50: Double
        let p99: Double

        init(milliseconds: [Double], seconds: Double, processor: Double) {
            let count = milliseconds.count
            self.processor = processor / Double(count)
            rate = Double(count) / seconds
            p50 = milliseconds[count / 2]
            p99 = milliseconds[count * 99 / 100]
        }
    }

    /// Signs in every person of the emulator for the first time, and returns the refresh tokens of their sessions.
    func signInEverybody() async throws -> [String] {
        let signIn = system.addresses.service + Paths.nativeSignIn
        var tokens: [String] = []
        for body in try await prepared(SignInSystem.people, withCode: true) {
            tokens.append(
                try JSONDecoder().decode(SessionReply.self, from: try await calls.post(signIn, body)).refreshToken)
        }
        return tokens
    }

    /// Requests that do nothing. They show the cost of HTTP alone.
    func emptyRequests(_ count: Int) async throws -> Spent {
        let live = system.addresses.service + Paths.live
        let calls = calls
        return try await spent { connections in
            try await HTTPCalls.load(count, connections: connections) { _ in _ = try await calls.get(live) }
        }
    }

    /// Sign-ins of known people with prepared bodies.
    func signIns(_ bodies: [Data]) async throws -> Spent {
        let signIn = system.addresses.service + Paths.nativeSignIn
        let calls = calls
        return try await spent { connections in
            try await HTTPCalls.load(bodies.count, connections: connections) { index in
                _ = try await calls.post(signIn, bodies[index])
            }
        }
    }

    /// Renewals: every connection has a session of its own and repeatedly exchanges its refresh token.
    func refreshes(_ count: Int, of tokens: [String]) async throws -> Spent {
        try await spent { _ in
            let (milliseconds, seconds, _) = try await renewals(count, of: tokens)
            return (milliseconds, seconds)
        }
    }

    /// Renews sessions, and also returns the newest refresh tokens.
    func renewals(
        _ count: Int, of tokens: [String]
    ) async throws -> (milliseconds: [Double], seconds: Double, clients: [String]) {
        let (calls, addresses) = (calls, system.addresses)
        return try await HTTPCalls.load(clients: tokens, each: max(1, count / tokens.count)) { token in
            try await Self.renewed(token, addresses, calls).refreshToken
        }
    }

    /// Exchanges the refresh token for a new access token.
    func renewed(_ token: String) async throws -> SessionReply {
        try await Self.renewed(token, system.addresses, calls)
    }

    private static func renewed(
        _ token: String, _ addresses: SignInSystem.Addresses, _ calls: HTTPCalls
    ) async throws -> SessionReply {
        let body = try JSONEncoder().encode(SessionRefreshRequest(refreshToken: token, client: "app"))
        let url = addresses.service + Paths.sessionRefresh
        return try JSONDecoder().decode(SessionReply.self, from: try await calls.post(url, body))
    }

    private func spent(
        _ load: (Int) async throws -> (milliseconds: [Double], seconds: Double)
    ) async throws -> Spent {
        let before = try system.service.processorMicroseconds()
        let (milliseconds, seconds) = try await load(connections)
        let after = try system.service.processorMicroseconds()
        return Spent(milliseconds: milliseconds, seconds: seconds, processor: after - before)
    }

    /// Opens attempts at the service and lets the emulator's device answer them. Returns bodies that are ready to post.
    func prepared(_ count: Int, withCode: Bool = false) async throws -> [Data] {
        let addresses = system.addresses
        let calls = calls
        var bodies: [Data] = []
        for start in stride(from: 0, to: count, by: 16) {
            let part = try await withThrowingTaskGroup(of: Data.self) { group in
                for number in start..<min(start + 16, count) {
                    group.addTask { try await Self.credential(number, addresses, calls, withCode: withCode) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            bodies += part
            Progress.show("preparing \(bodies.count) of \(count)")
        }
        Progress.clear()
        return bodies
    }

    private static func credential(
        _ number: Int, _ addresses: SignInSystem.Addresses, _ calls: HTTPCalls, withCode: Bool
    ) async throws -> Data {
        let attempt = try await calls.post(
            addresses.service + Paths.nativeAttempts, ["client": "app"], as: NativeAttemptReply.self)
        let hashed = Nonce.hashed(attempt.nonce)
        let credential = try await calls.post(
            addresses.emulator + "/_emulator/device/credentials",
            ["person": "person\(number % SignInSystem.people)", "bundle_id": "com.example.app", "nonce": hashed],
            as: Credential.self)
        return try JSONEncoder().encode(
            NativeSignInRequest(
                attempt: attempt.attempt, identityToken: credential.identityToken,
                code: withCode ? credential.authorizationCode : nil))
    }

    private struct Credential: Decodable {
        let identityToken: String
        let authorizationCode: String

        enum CodingKeys: String, CodingKey {
            case identityToken = "identity_token"
            case authorizationCode = "authorization_code"
        }
    }
}
