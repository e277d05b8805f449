import Foundation
import JSONWebTokens

/// Tokens that must be refused: those of `Laboratory/corpus/tokens`, and some made here to be as expensive as 64 KiB allow.
struct HostileTokens {
    struct Token {
        let family: String
        let name: String
        let text: String
        /// The key set with which it is verified.
        let keys: JSONWebKeySet
        /// Whether the signature is valid, so that only Apple, or the holder of the key, could have made it.
        var isSigned = false
    }

    /// The codes of checks that run before the signature is verified.
    private static let unsigned: Set<String> = [
        "token_too_large", "token_malformed", "header_malformed", "algorithm_not_allowed", "extension_not_understood",
        "type_mismatch", "unknown_key", "signature_invalid",
    ]

    /// The tokens of the corpus that every verifier must refuse, each with the key set that it is meant for.
    static func corpus(in folder: String) throws -> [Token] {
        struct File: Decodable {
            struct Run: Decodable {
                let text: String
                let times: Int
            }
            struct Case: Decodable {
                let id: String
                let family: String
                let verdict: String
                let reason: String?
                let token: String
                let then: Run?
                let keys: String?
            }
            let cases: [Case]
        }
        let read = { (name: String) in try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json")) }
        let setting = try JSONSerialization.jsonObject(with: read("setting")) as? [String: Any]
        let sets = try (setting?["key_sets"] as? [String: Any] ?? [:]).mapValues { keys in
            try JSONWebKeySet(json: [UInt8](JSONSerialization.data(withJSONObject: keys)))
        }
        return try ["identity", "jws"].flatMap { name in
            try JSONDecoder().decode(File.self, from: read(name)).cases.filter { $0.verdict == "refuse" }.map { entry in
                let rest = entry.then.map { String(repeating: $0.text, count: $0.times) } ?? ""
                guard let keys = sets[entry.keys ?? setting?["keys"] as? String ?? "usual"] else {
                    throw BenchmarkFault("the corpus has no key set for \(entry.id)")
                }
                return Token(
                    family: "corpus", name: "\(entry.family), \(entry.id)", text: entry.token + rest, keys: keys,
                    isSigned: !Self.unsigned.contains(entry.reason ?? ""))
            }
        }
    }

    let fixture: TokenFixture
    /// The number of bytes that fit into a token of 64 KiB besides its other parts.
    private static let room = 47_000

    init(_ fixture: TokenFixture) {
        self.fixture = fixture
    }

    func made() throws -> [Token] {
        try headers() + signatures() + shapes()
    }

    private func token(_ family: String, _ name: String, _ text: String) -> Token {
        Token(family: family, name: name, text: text, keys: fixture.keys)
    }

    /// A token with the right key's id and one more member in its header, a small payload, and a signature of the right
    /// length.
    private func withHeader(_ name: String, _ member: String, family: String = "made: header") -> Token {
        let header = #"{"kid":"BENCHMARK1","alg":"RS256","# + member + "}"
        let parts = [Array(header.utf8), Array("{}".utf8), Array(repeating: 7, count: 256)]
        return token(family, name, parts.map { Base64URL.encode($0) }.joined(separator: "."))
    }

    private func headers() -> [Token] {
        let room = Self.room
        let list = { (element: String) in
            let count = room / (element.utf8.count + 1)
            return #""x":["# + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        let members = { (count: Int, name: (Int) -> String) in
            (0..<count).map { "\"\(name($0))\":0" }.joined(separator: ",")
        }
        let short = { (number: Int) in String(number, radix: 36) }
        let escaped = { (number: Int) in short(number) + "\\u0061" }
        return [
            withHeader("one long text", #""x":""# + String(repeating: "y", count: room) + #"""#),
            withHeader("a text of two-byte letters", #""x":""# + String(repeating: "ü", count: room / 2) + #"""#),
            withHeader("a text of escapes", #""x":""# + String(repeating: "\\n", count: room / 2) + #"""#),
            withHeader(
                "a text of surrogate pairs", #""x":""# + String(repeating: "\\ud83d\\ude00", count: room / 12) + #"""#),
            withHeader("white space", String(repeating: " ", count: room) + #""x":0"#),
            withHeader("a list of numbers", list("0")),
            withHeader("a list of long numbers", list(String(repeating: "7", count: 400))),
            withHeader("a list of words", list("true")),
            withHeader("a list of texts", list(#""""#)),
            withHeader("a list of empty objects", list("{}")),
            withHeader("a list of empty lists", list("[]")),
            withHeader("a list of objects of one member", list(#"{"a":0}"#)),
            withHeader("a list of objects of two escaped members", list(#"{"\u0061":0,"\u0062":0}"#)),
            withHeader("a list of objects of seven escaped members", list("{" + members(7, escaped) + "}")),
            withHeader("a list of objects of fifteen members", list("{" + members(15, short) + "}")),
            withHeader("a list of objects of forty members", list("{" + members(40, short) + "}")),
            withHeader("a list of objects of forty escaped members", list("{" + members(40, escaped) + "}")),
            withHeader("64 levels, again and again", list(Self.nested(61))),
            withHeader("65 levels", #""x":"# + Self.nested(65)),
            withHeader("990 members", members(990, short)),
            withHeader("990 escaped members", members(990, escaped)),
            withHeader("2,000 members", members(2_000, short)),
            withHeader("990 names that begin alike", members(990) { String(repeating: "n", count: 40) + short($0) }),
            withHeader("a doubled name at the end", members(990, short) + #","0":1"#),
        ]
    }

    private static func nested(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    private func signatures() throws -> [Token] {
        let parts = try TokenFixture.token(fixture.key, at: fixture.now).split(separator: ".").map(String.init)
        let long = try TokenFixture.token(fixture.key, at: fixture.now, filler: 44_000).split(separator: ".")
            .map(String.init)
        let zeros = Base64URL.encode(Array(repeating: 0 as UInt8, count: 256))
        let forged = Base64URL.encode(Array(repeating: 7 as UInt8, count: 256))
        let kid = { (name: String) in Base64URL.encode(Array(#"{"kid":"\#(name)","alg":"RS256"}"#.utf8)) }
        return [
            token("made: signature", "a forged one", "\(parts[0]).\(parts[1]).\(forged)"),
            token("made: signature", "zeros", "\(parts[0]).\(parts[1]).\(zeros)"),
            token("made: signature", "another token's", "\(parts[0]).\(long[1]).\(parts[2])"),
            token("made: signature", "a forged one under 58 KiB of claims", "\(long[0]).\(long[1]).\(forged)"),
            token("made: signature", "48 KiB long", "\(parts[0]).\(parts[1])." + String(repeating: "A", count: 64_000)),
            token("made: kid", "unknown", "\(kid("BENCHMARK3")).\(parts[1]).\(parts[2])"),
            token("made: kid", "unknown, over 58 KiB of claims", "\(kid("BENCHMARK3")).\(long[1]).\(forged)"),
            token(
                "made: kid", "40,000 characters",
                "\(kid(String(repeating: "K", count: 40_000))).\(parts[1]).\(parts[2])"),
        ]
    }

    private func shapes() throws -> [Token] {
        let parts = fixture.token.split(separator: ".").map(String.init)
        let filler = String(repeating: "A", count: 60_000)
        return [
            token("made: shape", "60,000 dots", String(repeating: ".", count: 60_000)),
            token("made: shape", "60,000 parts of one letter", String(repeating: "A.", count: 30_000)),
            token("made: shape", "no dot", filler),
            token("made: shape", "a foreign letter at the end", "\(parts[0]).\(filler)+.\(parts[2])"),
            token("made: shape", "padding at the end", "\(parts[0]).\(parts[1]).\(filler)=="),
            token("made: shape", "loose bits at the end", "\(parts[0]).\(parts[1]).\(filler)B"),
            token("made: shape", "a megabyte", String(repeating: filler, count: 17)),
            token("made: shape", "a header that is no JSON", "\(filler).\(parts[1]).\(parts[2])"),
        ]
    }
}
