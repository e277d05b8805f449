import ChildPrograms
import Foundation
import JSONWebTokens

/// Tokens in Apple's form, signed with the test's own key.
struct SampleTokens {
    let key: SigningKey
    let now = 1_750_000_000
    static let subject = "001234.0123456789abcdef0123456789abcdef.1234"

    init() throws {
        key = try SigningKey.makeRS256(keyID: "SAMPLEKEY1")
    }

    var keySet: String { String(decoding: JSONWebKeySet(keys: [key.publicJSONWebKey]).json(), as: UTF8.self) }

    /// A valid token with some claims replaced; `nil` removes a claim.
    func identityToken(_ changes: [String: JSONValue?] = [:]) throws -> String {
        var claims: [(name: String, value: JSONValue)] = [
            (name: "iss", value: "https://appleid.apple.com"), (name: "aud", value: "com.example.app"),
            (name: "exp", value: .number(JSONNumber(now + 86_400))), (name: "iat", value: .number(JSONNumber(now))),
            (name: "sub", value: .string(Self.subject)), (name: "nonce", value: "n-0S6_WzA2Mj"),
            (name: "auth_time", value: .number(JSONNumber(now))), (name: "nonce_supported", value: true),
        ]
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            claims.removeAll { $0.name == name }
            if let value { claims.append((name: name, value: value)) }
        }
        return try key.sign(payload: JSONObject(claims).json)
    }

    func notification() throws -> String {
        let events = #"{"type":"consent-revoked","sub":"\#(Self.subject)","event_time":1750000000000}"#
        let claims: JSONObject = [
            "iss": "https://appleid.apple.com", "aud": "com.example.app", "exp": .number(JSONNumber(now + 86_400)),
            "iat": .number(JSONNumber(now)), "jti": "jti-1", "events": .string(events),
        ]
        return try key.sign(payload: claims.json)
    }

    /// A line for --batch.
    static func line(_ id: JSONValue, _ token: String, given: JSONObject? = nil) -> String {
        var members: [(name: String, value: JSONValue)] = [
            (name: "id", value: id), (name: "token", value: .string(token)),
        ]
        if let given { members.append((name: "given", value: .object(given))) }
        return String(decoding: JSONObject(members).json, as: UTF8.self)
    }
}

extension Program.Ended {
    /// Standard output as one JSON object.
    func object() throws -> JSONObject {
        try StrictJSONReader.readObject(Array(output.utf8))
    }

    /// Standard output as JSON lines.
    func objects() throws -> [JSONObject] {
        try lines.map { try StrictJSONReader.readObject(Array($0.utf8)) }
    }
}
