import Foundation
import JSONWebTokens

/// The files of Tests/Fixtures/tokens and of Laboratory/corpus, signed by another implementation (Scripts/make-fixtures). They
/// are read with Foundation's decoder, so that the reader under test is not its own reference.
enum Fixture {
    static func decode<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try decode(path: "Tests/Fixtures/tokens/\(name)")
    }

    static func decode<Value: Decodable>(path: String, as type: Value.Type = Value.self) throws -> Value {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try JSONDecoder().decode(type, from: Data(contentsOf: root.appending(path: path)))
    }

    /// A long repetition of one text, so that the files stay small.
    struct Run: Decodable {
        let text: String
        let times: Int

        var whole: String { String(repeating: text, count: times) }
    }

    /// The signed tokens of Laboratory/corpus/tokens, whatever they claim.
    struct Tokens: Decodable {
        struct Case: Decodable {
            let id: String
            let family: String
            let verdict: String
            let reason: String?
            let token: String
            let then: Run?
            /// The name of a key set other than the usual one.
            let keys: String?
            /// This package's error code, if the format alone decides.
            let shape: String?
            let payload: String?

            var text: String { token + (then?.whole ?? "") }
        }
        let cases: [Case]

        static func all(_ kind: String) throws -> [Case] {
            try Fixture.decode(path: "Laboratory/corpus/tokens/\(kind).json", as: Tokens.self).cases
        }

        /// The public keys of a setting.
        static func published(_ keySet: String) throws -> JSONWebKeySet {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let data = try Data(contentsOf: root.appending(path: "Laboratory/corpus/tokens/setting.json"))
            let setting = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            let keys = (setting?["key_sets"] as? [String: Any])?[keySet] ?? [:]
            return try JSONWebKeySet(json: Array(JSONSerialization.data(withJSONObject: keys)))
        }
    }

    /// A text of Laboratory/corpus/json.
    struct Text: Decodable {
        let id: String
        let group: String
        let name: String
        let rfc: String
        let ours: String
        let text: String?
        let base64: String?
        let then: Run?

        var bytes: [UInt8] {
            let start = text.map { Array($0.utf8) } ?? Array(Data(base64Encoded: base64 ?? "") ?? Data())
            return start + Array((then?.whole ?? "").utf8)
        }

        var label: String { "\(id): \(group), \(name)" }
    }

    struct KeySets: Decodable {
        struct Skipped: Decodable, Equatable {
            let position: Int
            let reason: String

            init(position: Int, reason: String) {
                (self.position, self.reason) = (position, reason)
            }

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                position = try container.decode(Int.self)
                reason = try container.decode(String.self)
            }
        }
        struct KeySet: Decodable {
            let name: String
            let text: String
            let then: Run?
            let usable: [String?]?
            let skipped: [Skipped]?
            let error: String?

            var bytes: [UInt8] { Array((text + String(repeating: then?.text ?? "", count: then?.times ?? 0)).utf8) }
        }
        let sets: [KeySet]
    }

    struct PrivateKeys: Decodable {
        struct Readable: Decodable {
            let name: String
            let text: String
            let `public`: [String: String]
        }
        struct Wrong: Decodable {
            let name: String
            let text: String
            let algorithm: String?
            let error: String
        }
        let readable: [Readable]
        let wrong: [Wrong]
        let needed: [Wrong]
    }
}
