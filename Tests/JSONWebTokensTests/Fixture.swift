import Foundation
import JSONWebTokens

/// The files of Tests/Fixtures/tokens, signed by another implementation (Scripts/make-fixtures). They are read with Foundation's
/// decoder, so that our own reader is not its own witness.
enum Fixture {
    static func decode<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try JSONDecoder().decode(type, from: Data(contentsOf: tests.appending(path: "Fixtures/tokens/\(name)")))
    }

    /// A long run of one text, so that the files stay small.
    struct Run: Decodable {
        let text: String
        let times: Int
    }

    struct Signed: Decodable {
        struct Token: Decodable {
            let name: String
            let token: String
            let payload: String
        }
        let keys: [[String: String]]
        let tokens: [Token]

        /// The public keys all the tokens are checked against.
        func published() throws -> JSONWebKeySet {
            try JSONWebKeySet(json: Array(JSONSerialization.data(withJSONObject: ["keys": keys])))
        }
    }

    struct Hostile: Decodable {
        struct Token: Decodable {
            let family: String
            let name: String
            let token: String
            let then: Run?
            let error: String?

            var text: String { token + String(repeating: then?.text ?? "", count: then?.times ?? 0) }
        }
        let tokens: [Token]
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
