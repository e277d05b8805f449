import Foundation
import JSONWebTokens
import Testing

@testable import SignInWithApple

/// `Tests/Fixtures/rejected`: tokens signed by an independent implementation.
enum Corpus {
    static let setting = load("setting", as: CorpusSetting.self)
    static let rejectedIdentityTokens = load("identity-rejected", as: [CorpusCase].self)
    static let acceptedIdentityTokens = load("identity-accepted", as: [CorpusCase].self)
    static let rejectedNotifications = load("notification-rejected", as: [CorpusCase].self)
    static let acceptedNotifications = load("notification-accepted", as: [CorpusCase].self)

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/rejected")

    private static func load<Value: Decodable>(_ name: String, as type: Value.Type) -> Value {
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(
                type, from: try Data(contentsOf: folder.appendingPathComponent(name + ".json")))
        } catch {
            preconditionFailure("\(name).json cannot be read: \(error)")
        }
    }

    static func trust(_ keys: String? = nil) throws -> TokenTrust {
        let raw = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appendingPathComponent("setting.json")))
        let sets = try #require((raw as? [String: Any])?["keys"] as? [String: Any])
        let json = try JSONSerialization.data(withJSONObject: try #require(sets[keys ?? "usual"]))
        return try TokenTrust(
            issuer: setting.issuer, clientIDs: Set(setting.clientIds.map(ClientID.init(rawValue:))),
            keys: try JSONWebKeySet(json: [UInt8](json)), leeway: 0)
    }
}

struct CorpusSetting: Decodable {
    let issuer: String
    let clientIds: [String]
    let nonce: String
    let now: Double
}

struct CorpusCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Given: Decodable {
        let code: String?
        let accessToken: String?
    }

    let check: String?
    let error: String?
    let name: String
    let token: String
    let given: Given?
    let nonce: String?
    let nonceSha256Of: String?
    let noNonce: Bool?
    let keys: String?
    let expect: [String: CorpusValue?]?

    var testDescription: String { [error, name].compactMap(\.self).joined(separator: ": ") }

    var expectedNonce: ExpectedNonce {
        if noNonce == true { return .notUsed(because: "the case says so") }
        if let nonceSha256Of { return .sha256(of: nonceSha256Of) }
        return .raw(nonce ?? Corpus.setting.nonce)
    }

    var companion: TokenCompanion {
        switch (given?.code, given?.accessToken) {
        case (let code?, let token?):
            .both(AuthorizationCode(secretValue: code), AccessToken(secretValue: token))
        case (let code?, nil): .authorizationCode(AuthorizationCode(secretValue: code))
        case (nil, let token?): .accessToken(AccessToken(secretValue: token))
        case (nil, nil): .nothing
        }
    }

    /// The refusal's code, or `nil` when the token is accepted.
    func identityTokenRefusal(without check: String? = nil) throws -> String? {
        let verifier = IdentityTokenVerifier(trust: try Corpus.trust(keys))
        do {
            guard let check else {
                _ = try verified(by: verifier)
                return nil
            }
            _ = try verifier.verify(
                HeaderChecks<IdentityTokenRejection>.decode(token), nonce: expectedNonce, beside: companion,
                at: Date(timeIntervalSince1970: Corpus.setting.now),
                checks: IdentityTokenChecks.all.filter { $0.name != check })
            return nil
        } catch {
            return error.code
        }
    }

    func verified(by verifier: IdentityTokenVerifier) throws(IdentityTokenRejection) -> VerifiedIdentityToken {
        try verifier.verify(
            token, nonce: expectedNonce, beside: companion, at: Date(timeIntervalSince1970: Corpus.setting.now))
    }

    func notificationRefusal(without check: String? = nil) throws -> String? {
        let verifier = NotificationVerifier(trust: try Corpus.trust(keys))
        let now = Date(timeIntervalSince1970: Corpus.setting.now)
        do {
            guard let check else {
                _ = try verifier.verify(token, at: now)
                return nil
            }
            _ = try verifier.verify(
                HeaderChecks<NotificationRejection>.decode(token), at: now,
                checks: NotificationChecks.all.filter { $0.name != check })
            return nil
        } catch {
            return error.code
        }
    }
}

enum CorpusValue: Decodable, Equatable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}
