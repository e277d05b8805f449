import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// Rules that a fixed corpus of tokens cannot test: keys that a token brings along, and the leeway.
@Suite struct VerifierRulesTests {
    private static let issuer = "https://appleid.apple.com"
    private static let app = ClientID(rawValue: "com.example.app")
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let apples = Result { try SigningKey.makeRS256(keyID: "APPLE00001") }
    private static let strangers = Result { try SigningKey.makeRS256(keyID: "STRANGER01") }

    private static func claims(expiry: Int = 600, notBefore: Int? = nil) -> [UInt8] {
        let seconds = Int(now.timeIntervalSince1970)
        var members: [(name: String, value: JSONValue)] = [
            (name: "iss", value: .string(issuer)), (name: "aud", value: .string(app.rawValue)),
            (name: "sub", value: "001234.abc.5678"), (name: "nonce", value: "n"),
            (name: "iat", value: .number(JSONNumber(seconds - 100))),
            (name: "exp", value: .number(JSONNumber(seconds + expiry))),
        ]
        if let notBefore { members.append((name: "nbf", value: .number(JSONNumber(seconds + notBefore)))) }
        return JSONObject(members).json
    }

    /// Every header member with which a token can contain or name a key (RFC 7515, section 4.1).
    private static func keyMembers() throws -> [(name: String, value: JSONValue)] {
        let key = JSONValue.object(try strangers.get().publicJSONWebKey.members)
        let address: JSONValue = "https://stranger.example/keys"
        return [
            (name: "jwk", value: key), (name: "jku", value: address), (name: "x5u", value: address),
            (name: "x5c", value: ["MIIB"]), (name: "x5t", value: "aGFzaA"), (name: "x5t#S256", value: "aGFzaA"),
        ]
    }

    @Test func `a key that a token brings along is never used, and no address in it is asked`() async throws {
        let (apples, stranger) = (try Self.apples.get(), try Self.strangers.get())
        let published = String(decoding: JSONWebKeySet(keys: [apples.publicJSONWebKey]).json(), as: UTF8.self)
        let transport = RecordingTransport([.json(published)])
        let client = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: "TEAM123456"), signingKeys: [.makeES256(keyID: "KEY1234567")],
                clientIDs: [Self.app]),
            keys: AppleKeySet(
                transport: transport, now: { Self.now }, policy: KeyRefreshPolicy(unknownKeyInterval: 0), jitter: { 0 }),
            transport: transport, now: { Self.now })
        let cases: [(keyID: String?, reason: TokenRejection)] = [
            ("APPLE00001", .signatureInvalid), ("STRANGER01", .unknownKey), (nil, .signatureInvalid),
        ]
        for member in try Self.keyMembers() {
            for (keyID, reason) in cases {
                var header: [(name: String, value: JSONValue)] = [(name: "alg", value: "RS256"), member]
                if let keyID { header.append((name: "kid", value: .string(keyID))) }
                let token = try stranger.sign(header: JSONObject(header).json, payload: Self.claims())
                await #expect(
                    throws: TokenVerificationFailure.rejected(reason), "\(member.name), \(keyID ?? "no kid")"
                ) {
                    try await client.verify(token, nonce: .raw("n"), beside: .nothing)
                }
            }
        }
        #expect(await Set(transport.requests.map(\.url)) == [AppleEndpoints.apple.keys])
    }

    @Test func `a key that Apple's own token brings along changes nothing`() throws {
        let apples = try Self.apples.get()
        let verifier = try IdentityTokenVerifier(
            issuer: Self.issuer, clientIDs: [Self.app], keys: JSONWebKeySet(keys: [apples.publicJSONWebKey]))
        for member in try Self.keyMembers() {
            let token = try apples.sign(payload: Self.claims(), extraHeaders: [member])
            let verified = try verifier.verify(token, nonce: .raw("n"), beside: .nothing, at: Self.now)
            #expect(verified.subject.rawValue == "001234.abc.5678", "\(member.name)")
        }
    }

    @Test(arguments: [(0, 0), (0, 1), (60, 59), (60, 60)])
    func `the leeway is as many seconds as the caller allows, for exp and for nbf`(leeway: Int, past: Int) throws {
        let apples = try Self.apples.get()
        let verifier = try IdentityTokenVerifier(
            issuer: Self.issuer, clientIDs: [Self.app], keys: JSONWebKeySet(keys: [apples.publicJSONWebKey]),
            leeway: leeway)
        let refusal = { (claims: [UInt8]) throws -> TokenRejection? in
            let token = try apples.sign(payload: claims)
            do throws(TokenRejection) {
                _ = try verifier.verify(token, nonce: .raw("n"), beside: .nothing, at: Self.now)
                return nil
            } catch {
                return error
            }
        }
        #expect(try refusal(Self.claims(expiry: -past)) == (past < leeway ? nil : .expired))
        #expect(try refusal(Self.claims(notBefore: past)) == (past <= leeway ? nil : .notYetValid))
    }
}
