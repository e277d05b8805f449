import Foundation

@testable import JSONWebTokens
@testable import SignInWithApple

/// The project's corpora, as seeds and as the setting in which tokens are verified.
enum Corpora {
    struct Run: Decodable {
        let text: String
        let times: Int
    }

    struct Entry: Decodable {
        let verdict: String?
        let token: String?
        let text: String?
        let base64: String?
        let then: Run?

        var bytes: [UInt8] {
            let start = (token ?? text).map { Array($0.utf8) } ?? Array(Data(base64Encoded: base64 ?? "") ?? Data())
            return start + Array(String(repeating: then?.text ?? "", count: then?.times ?? 0).utf8)
        }
    }

    struct File: Decodable {
        let cases: [Entry]
    }

    struct KeySets: Decodable {
        let sets: [Entry]
    }

    struct PrivateKeys: Decodable {
        let readable: [Entry]
        let wrong: [Entry]
    }

    struct Setting: Decodable {
        let issuer: String
        let clientIDs: [String]
        let now: Double

        private enum CodingKeys: String, CodingKey {
            case issuer, now
            case clientIDs = "client_ids"
        }
    }

    /// Longer seeds add little and slow everything down.
    static let longest = 6_000

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func read<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: root.appending(path: path)))
    }

    static func tokens(_ kind: String) throws -> [[UInt8]] {
        try read("Laboratory/corpus/tokens/\(kind).json", as: File.self).cases.map(\.bytes)
            .filter { $0.count <= longest }
    }

    /// The payloads of the corpus's tokens, without duplicates.
    static func payloads(_ kind: String) throws -> [[UInt8]] {
        let all = try tokens(kind).compactMap { token -> [UInt8]? in
            let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            return try? Base64URL.decode(Array(parts[1]))
        }
        return Array(Set(all)).sorted { $0.lexicographicallyPrecedes($1) }
    }

    static func trust() throws -> TokenTrust {
        let setting = try read("Laboratory/corpus/tokens/setting.json", as: Setting.self)
        let data = try Data(contentsOf: root.appending(path: "Laboratory/corpus/tokens/setting.json"))
        let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let keys = (document?["key_sets"] as? [String: Any])?["usual"] ?? [:]
        return try TokenTrust(
            issuer: setting.issuer, clientIDs: Set(setting.clientIDs.map(ClientID.init(rawValue:))),
            keys: try JSONWebKeySet(json: Array(JSONSerialization.data(withJSONObject: keys))), leeway: 0)
    }

    static func now() throws -> Date {
        Date(timeIntervalSince1970: try read("Laboratory/corpus/tokens/setting.json", as: Setting.self).now)
    }

    /// Reads a value that every target needs. Exits if that fails, because nothing can run without it.
    static func needed<Value>(_ value: () throws -> Value) -> Value {
        do {
            return try value()
        } catch {
            remark("fuzz: the corpora cannot be read: \(error)")
            exit(2)
        }
    }
}
