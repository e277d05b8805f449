import Foundation
import JSONWebTokens
import Testing

/// One file of Project Wycheproof, from the folder `wycheproof` in SIGN_IN_TEST_DATA.
struct WycheproofFile {
    struct Case {
        let id: Int
        let comment: String
        /// `valid`, `acceptable` or `invalid`.
        let result: String
        let values: [String: Any]
        let group: [String: Any]

        var label: String { "\(id) (\(comment))" }

        func text(_ name: String) throws -> String {
            try #require(values[name] as? String)
        }

        /// Decodes a value that the file has in hexadecimal.
        func bytes(_ name: String) throws -> [UInt8] {
            try WycheproofFile.bytes(hexadecimal: text(name))
        }
    }

    let name: String
    let cases: [Case]

    /// Returns nil if SIGN_IN_TEST_DATA is not set. If CI is set, a named folder must contain the file.
    init?(_ name: String) throws {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["SIGN_IN_TEST_DATA"], !folder.isEmpty else {
            print("not run: Wycheproof's \(name), since SIGN_IN_TEST_DATA is not set")
            return nil
        }
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: folder).appending(path: "wycheproof/\(name).json"))
        } catch  where environment["CI"] == nil {
            print("not run: Wycheproof's \(name) is not in \(folder)")
            return nil
        }
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        self.name = name
        cases = try #require(document["testGroups"] as? [[String: Any]]).flatMap { group in
            try #require(group["tests"] as? [[String: Any]]).map { values in
                Case(
                    id: try #require(values["tcId"] as? Int), comment: try #require(values["comment"] as? String),
                    result: try #require(values["result"] as? String), values: values, group: group)
            }
        }
        #expect(document["numberOfTests"] as? Int == cases.count)
    }

    /// The cases in which this package decides differently from the file.
    struct Differences: Equatable {
        var acceptedThoughInvalid: [String] = []
        var refusedThoughNot: [Int] = []
        var accepted = 0
    }

    func differences(_ accepts: (Case) throws -> Bool) rethrows -> Differences {
        var found = Differences()
        for entry in cases {
            let isAccepted = try accepts(entry)
            found.accepted += isAccepted ? 1 : 0
            if isAccepted, entry.result == "invalid" { found.acceptedThoughInvalid.append(entry.label) }
            if !isAccepted, entry.result != "invalid" { found.refusedThoughNot.append(entry.id) }
        }
        return found
    }

    static func bytes(hexadecimal text: String) throws -> [UInt8] {
        try stride(from: 0, to: text.count, by: 2).map { offset in
            let start = text.index(text.startIndex, offsetBy: offset)
            return try #require(UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16))
        }
    }
}

extension WycheproofFile.Case {
    /// The public half of the group's key or keys, with all other members as in the file.
    func publishedKeys() throws -> JSONWebKeySet {
        let given = try #require((group["public"] ?? group["private"]) as? [String: Any])
        let keys = try given["keys"].map { try #require($0 as? [[String: Any]]) } ?? [given]
        let halves = keys.map { key in key.filter { !["d", "p", "q", "dp", "dq", "qi"].contains($0.key) } }
        return try Self.keySet(halves)
    }

    /// The group's key or keys with their private members, as the file has them.
    func privateKeys() throws -> JSONWebKeySet {
        let given = try #require(group["private"] as? [String: Any])
        return try Self.keySet(given["keys"].map { try #require($0 as? [[String: Any]]) } ?? [given])
    }

    /// The P-256 key of a group of raw signatures.
    func point() throws -> VerificationKey {
        let key = try #require(group["publicKey"] as? [String: Any])
        func coordinate(_ name: String) throws -> String {
            let digits = Array(try WycheproofFile.bytes(hexadecimal: #require(key[name] as? String)).drop { $0 == 0 })
            return Base64URL.encode(Array(repeating: 0, count: 32 - digits.count) + digits)
        }
        return try JSONWebKey(p256X: coordinate("wx"), y: coordinate("wy"), keyID: nil).verificationKey()
    }

    /// The RSA key of a group of raw signatures, or nil if this package does not accept keys of its kind.
    func rsaKey() throws -> VerificationKey? {
        try Self.keySet([#require(group["keyJwk"] as? [String: Any])]).keys.first
    }

    private static func keySet(_ keys: [[String: Any]]) throws -> JSONWebKeySet {
        try JSONWebKeySet(json: Array(JSONSerialization.data(withJSONObject: ["keys": keys])))
    }
}
