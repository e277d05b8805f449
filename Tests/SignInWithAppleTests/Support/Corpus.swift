import Foundation
import JSONWebTokens
import Testing

@testable @_spi(SignInPrograms) import SignInWithApple

/// `Laboratory/corpus/tokens`: tokens signed by an independent implementation.
enum Corpus {
    static let setting = load("setting", as: CorpusSetting.self)
    static let identity = load("identity", as: CorpusFile.self)
    static let notification = load("notification", as: CorpusFile.self)

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Laboratory/corpus/tokens")

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

    /// Cached, because reading a key set takes longer than verifying a token.
    private static let trusts: [String: TokenTrust] = {
        do {
            let raw = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appendingPathComponent("setting.json")))
            let sets = (raw as? [String: Any])?["key_sets"] as? [String: Any] ?? [:]
            return try sets.mapValues { keys in
                let json = try JSONSerialization.data(withJSONObject: keys)
                return try TokenTrust(
                    issuer: setting.issuer, clientIDs: Set(setting.clientIds.map(ClientID.init(rawValue:))),
                    keys: try JSONWebKeySet(json: [UInt8](json)), leeway: 0)
            }
        } catch {
            preconditionFailure("setting.json cannot be read: \(error)")
        }
    }()

    static func trust(_ keys: String? = nil) throws -> TokenTrust {
        try #require(trusts[keys ?? setting.keys])
    }
}

struct CorpusSetting: Decodable {
    let issuer: String
    let clientIds: [String]
    let keys: String
    let nonce: CorpusCase.Nonce
    let now: Double
}

/// One file of the corpus.
struct CorpusFile: Decodable {
    struct Family: Decodable {
        /// The check that refuses the family's tokens, or `form` if they are refused before the list of checks.
        let check: String?
    }

    let families: [String: Family]
    let cases: [CorpusCase]

    var refused: [CorpusCase] { cases.filter { $0.verdict == "refuse" } }
    var accepted: [CorpusCase] { cases.filter { $0.verdict == "accept" } }

    func refused(by check: String) -> [CorpusCase] {
        refused.filter { families[$0.family]?.check == check }
    }
}

struct CorpusCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Given: Decodable {
        let code: String?
        let accessToken: String?
    }

    struct Nonce: Decodable {
        let equals: String?
        let sha256Of: String?
    }

    struct Run: Decodable {
        let text: String
        let times: Int
    }

    let id: String
    let family: String
    let verdict: String
    let reason: String?
    let given: Given?
    let keys: String?
    let maximumAge: Double?
    let reads: [String: CorpusValue?]?
    private let token: String
    private let then: Run?
    /// If it is missing, the setting's nonce is expected. With null, the nonce is not compared.
    private let nonce: Nonce??

    private enum CodingKeys: CodingKey {
        case id, family, verdict, reason, given, keys, maximumAge, reads, token, then, nonce
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        family = try container.decode(String.self, forKey: .family)
        verdict = try container.decode(String.self, forKey: .verdict)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        given = try container.decodeIfPresent(Given.self, forKey: .given)
        keys = try container.decodeIfPresent(String.self, forKey: .keys)
        maximumAge = try container.decodeIfPresent(Double.self, forKey: .maximumAge)
        reads = try container.decodeIfPresent([String: CorpusValue?].self, forKey: .reads)
        token = try container.decode(String.self, forKey: .token)
        then = try container.decodeIfPresent(Run.self, forKey: .then)
        nonce = container.contains(.nonce) ? .some(try container.decodeIfPresent(Nonce.self, forKey: .nonce)) : .none
    }

    var testDescription: String { [reason, id].compactMap(\.self).joined(separator: ": ") }

    var text: String { token + String(repeating: then?.text ?? "", count: then?.times ?? 0) }

    var expectedNonce: ExpectedNonce {
        guard let nonce = nonce ?? Corpus.setting.nonce else { return .notUsed(because: "the case says so") }
        if let raw = nonce.sha256Of { return .sha256(of: raw) }
        return .raw(nonce.equals ?? "")
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

    /// The refusal's code, or `nil` if the token is accepted.
    func identityTokenRefusal(without check: String? = nil) throws -> String? {
        let verifier = IdentityTokenVerifier(trust: try Corpus.trust(keys))
        do {
            guard let check else {
                _ = try verified(by: verifier)
                return nil
            }
            _ = try verifier.verify(
                HeaderChecks.decode(text, known: .none), nonce: expectedNonce, beside: companion,
                maximumAge: maximumAge, at: Date(timeIntervalSince1970: Corpus.setting.now),
                checks: IdentityTokenChecks.all.filter { $0.name != check })
            return nil
        } catch {
            return error.code
        }
    }

    func verified(by verifier: IdentityTokenVerifier) throws(TokenRejection) -> VerifiedIdentityToken {
        try verifier.verify(
            text, nonce: expectedNonce, beside: companion, maximumAge: maximumAge,
            at: Date(timeIntervalSince1970: Corpus.setting.now))
    }

    func notificationRefusal(without check: String? = nil) throws -> String? {
        let verifier = NotificationVerifier(trust: try Corpus.trust(keys))
        let now = Date(timeIntervalSince1970: Corpus.setting.now)
        do {
            guard let check else {
                _ = try verifier.verify(text, at: now)
                return nil
            }
            _ = try verifier.verify(
                HeaderChecks.decode(text, known: .none), at: now,
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
