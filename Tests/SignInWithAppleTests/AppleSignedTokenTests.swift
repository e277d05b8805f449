import Foundation
import JSONWebTokens
import Testing

@testable @_spi(SignInPrograms) import SignInWithApple

/// Real tokens that Apple signed, all long expired. They are not part of the project. `SIGN_IN_TEST_DATA` names their
/// folder.
@Suite struct AppleSignedTokenTests {
    struct Recorded: Decodable {
        let kind: String
        let aud: String
        let iat: Double
        let exp: Double
        let token: String
    }

    private struct File: Decodable {
        let tokens: [Recorded]
    }

    private static let folder = ProcessInfo.processInfo.environment["SIGN_IN_TEST_DATA"].map(URL.init(fileURLWithPath:))

    private func load() throws -> (tokens: [Recorded], keys: JSONWebKeySet)? {
        guard let folder = Self.folder else {
            print("not run: tokens signed by Apple, since SIGN_IN_TEST_DATA is not set")
            return nil
        }
        let tokens = try JSONDecoder().decode(
            File.self, from: Data(contentsOf: folder.appendingPathComponent("apple-real-tokens.json")))
        let keys = try JSONWebKeySet(
            json: [UInt8](Data(contentsOf: folder.appendingPathComponent("apple-jwks-history.json"))))
        return (tokens.tokens, keys)
    }

    private func refusal(
        of token: Recorded, text: String? = nil, audience: String? = nil, at now: Double, keys: JSONWebKeySet
    ) throws -> String? {
        let clients: Set = [ClientID(rawValue: audience ?? token.aud)]
        let now = Date(timeIntervalSince1970: now)
        do {
            if token.kind == "notification" {
                let verifier = try NotificationVerifier(
                    issuer: AppleEndpoints.apple.issuer, clientIDs: clients, keys: keys)
                _ = try verifier.verify(text ?? token.token, at: now)
            } else {
                let verifier = try IdentityTokenVerifier(
                    issuer: AppleEndpoints.apple.issuer, clientIDs: clients, keys: keys)
                _ = try verifier.verify(
                    text ?? token.token, nonce: .notUsed(because: "no recorded token has one"), beside: .nothing,
                    at: now)
            }
            return nil
        } catch let rejection as TokenRejection {
            return rejection.code
        }
    }

    @Test func `accepts all twenty within their life, and refuses them outside it, changed, or for another app`() throws
    {
        guard let (tokens, keys) = try load() else { return }
        #expect(tokens.filter { $0.kind == "id_token" }.count == 17 && tokens.count == 20)
        for token in tokens {
            #expect(try refusal(of: token, at: token.iat, keys: keys) == nil)
            #expect(try refusal(of: token, at: token.exp - 1, keys: keys) == nil)
            #expect(try refusal(of: token, at: token.exp, keys: keys) == "expired")
            #expect(try refusal(of: token, at: token.iat - 61, keys: keys) == "issued_in_future")
            #expect(
                try refusal(of: token, audience: "com.example.other", at: token.iat, keys: keys) == "audience_mismatch")
            for part in 0..<3 {
                var parts = token.token.split(separator: ".").map { Array($0.utf8) }
                let place = parts[part].count / 2
                parts[part][place] = parts[part][place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
                let changed = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
                #expect(try refusal(of: token, text: changed, at: token.iat, keys: keys) != nil)
            }
        }
    }

    @Test func `reads the events of the recorded notifications`() throws {
        guard let (tokens, keys) = try load() else { return }
        for token in tokens where token.kind == "notification" {
            let verifier = try NotificationVerifier(
                issuer: AppleEndpoints.apple.issuer, clientIDs: [ClientID(rawValue: token.aud)], keys: keys)
            let notification = try verifier.verify(token.token, at: Date(timeIntervalSince1970: token.iat))
            #expect([.emailDisabled, .consentRevoked].contains(notification.event.kind))
            #expect(abs(notification.event.occurredAt.timeIntervalSince1970 - token.iat) < 60)
        }
    }
}
