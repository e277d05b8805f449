import Foundation
import SignInWithApple

/// Checks siwa's access tokens in another service, without a request to siwa for each
/// (Documentation/checking-sessions.md).
actor SessionChecker {
    /// The token is invalid: answer 401. Any other error means that the token cannot be checked now: answer 503, and
    /// log it.
    struct Refused: Error {
        let reason: String
    }

    /// siwa refused the request of this program. Its own words name the scope that the key lacks.
    struct NotAnswered: Error {
        let url: String, status: Int, answer: String
    }

    private struct EndedSessions: Decodable {
        struct Entry: Decodable { let session: String, endedAt: Int64 }
        let sessions: [Entry], next: String, more: Bool
    }

    let issuer: String, audience: String, seconds: TimeInterval
    let authorization: [(name: String, value: String)]
    let transport: any HTTPTransport
    private var keys = JSONWebKeySet(keys: []), keysReadAt: ContinuousClock.Instant?
    private var ended: [String: Int64] = [:], next: String?, endedReadAt: ContinuousClock.Instant?

    init(
        issuer: String, audience: String, seconds: TimeInterval = 30, siwaKey: String? = nil,
        transport: any HTTPTransport
    ) {
        (self.issuer, self.audience, self.seconds, self.transport) = (issuer, audience, seconds, transport)
        authorization = siwaKey.map { [("Authorization", "Bearer " + $0)] } ?? []
    }

    /// Returns the account of a valid token.
    func check(_ token: String) async throws -> String {
        guard let jws = try? CompactJWS(token), jws.header.type == "at+jwt", let keyID = jws.header.keyID else {
            throw Refused(reason: "not_an_access_token")
        }
        // Each key in the set is bound to its algorithm, so the token's header cannot choose another one.
        guard jws.isSigned(by: try await key(keyID)), let claims = try? jws.claims() else {
            throw Refused(reason: "bad_signature")
        }
        guard claims.text("iss", is: issuer), claims.text("aud", is: audience), let account = claims.text("sub"),
            let session = claims.text("sid"), let expiry = claims.double("exp"), expiry > Date().timeIntervalSince1970
        else { throw Refused(reason: "bad_claims") }
        if isOlder(endedReadAt, seconds) { try await readEndedSessions() }
        guard ended[session] == nil else { throw Refused(reason: "session_ended") }
        return account
    }

    /// Keys are cached for five minutes. For an unknown key the set is fetched again, at most once in `seconds`.
    private func key(_ id: String) async throws -> VerificationKey {
        if isOlder(keysReadAt, keys.key(withID: id, algorithm: .es256) == nil ? seconds : 300) {
            keys = try JSONWebKeySet(json: await get("/.well-known/jwks.json"))
            keysReadAt = .now
        }
        guard let key = keys.key(withID: id, algorithm: .es256) else { throw Refused(reason: "unknown_key") }
        return key
    }

    private func readEndedSessions() async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var page: EndedSessions
        repeat {
            let path = "/v1/ended-sessions" + (next.map { "?since=" + $0 } ?? "")
            page = try decoder.decode(EndedSessions.self, from: Data(await get(path, authorization)))
            for entry in page.sessions { ended[entry.session] = entry.endedAt }
            next = page.next
        } while page.more
        let latest = ended.values.max() ?? 0  // by siwa's clock, drop sessions whose access tokens have all expired
        ended = ended.filter { $0.value > latest - 20 * 60_000 }
        endedReadAt = .now
    }

    private func get(_ path: String, _ headers: [(name: String, value: String)] = []) async throws -> [UInt8] {
        let reply = try await transport.send(
            TransportRequest(method: .get, url: issuer + path, headers: headers, maximumResponseBytes: 1 << 20))
        guard reply.status == 200 else {
            let answer = String(decoding: reply.body.prefix(1_000), as: UTF8.self)
            throw NotAnswered(url: issuer + path, status: reply.status, answer: answer)
        }
        return reply.body
    }

    private func isOlder(_ moment: ContinuousClock.Instant?, _ seconds: TimeInterval) -> Bool {
        moment.map { ContinuousClock.now - $0 >= .seconds(seconds) } ?? true
    }
}
