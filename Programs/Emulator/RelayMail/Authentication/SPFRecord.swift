/// What the check of a sender's policy found (RFC 7208 section 2.6).
package enum SPFOutcome: String, Sendable {
    case pass, fail, softfail, neutral, permerror
    /// The domain has no policy.
    case noPolicy = "none"
}

/// A policy of a domain, parsed (RFC 7208 sections 4.6 and 5).
struct SPFRecord: Sendable {
    enum Mechanism: Sendable, Equatable {
        case all, ptr
        case include(String), exists(String)
        case addresses(of: String?, SPFPrefixes)
        case mailServers(of: String?, SPFPrefixes)
        case network(IPAddress, bits: Int)
    }

    struct Term: Sendable {
        let outcome: SPFOutcome
        let mechanism: Mechanism
    }

    /// A policy that cannot be read. The whole policy counts as `permerror` then.
    struct Mistake: Error {}

    private(set) var terms: [Term] = []
    private(set) var redirect: String?

    /// Whether a text is a policy.
    static func isPolicy(_ text: String) -> Bool {
        let text = text.lowercased()
        return text == "v=spf1" || text.hasPrefix("v=spf1 ")
    }

    init(_ text: String) throws(Mistake) {
        for word in text.split(separator: " ").dropFirst() {
            // macros depend on facts that a test does not set
            guard word.utf8.count <= 255, !word.contains("%") else { throw Mistake() }
            if let equals = word.firstIndex(of: "="), !word[..<equals].contains(where: { ":/".contains($0) }) {
                try take(modifier: word[..<equals].lowercased(), String(word[word.index(after: equals)...]))
            } else {
                terms.append(try Self.term(word))
            }
        }
    }

    private mutating func take(modifier name: String, _ value: String) throws(Mistake) {
        guard name == "redirect" else { return }
        guard redirect == nil, !value.isEmpty else { throw Mistake() }
        redirect = value
    }

    private static func term(_ word: Substring) throws(Mistake) -> Term {
        var rest = word
        var outcome = SPFOutcome.pass
        if let sign = rest.first, let other = qualifiers[sign] {
            outcome = other
            rest.removeFirst()
        }
        let name = rest.prefix { $0 != ":" && $0 != "/" }
        let argument = rest.dropFirst(name.count)
        return Term(outcome: outcome, mechanism: try mechanism(name.lowercased(), argument))
    }

    private static let qualifiers: [Character: SPFOutcome] = [
        "+": .pass, "-": .fail, "~": .softfail, "?": .neutral,
    ]

    private static func mechanism(_ name: String, _ argument: Substring) throws(Mistake) -> Mechanism {
        switch name {
        case "all":
            guard argument.isEmpty else { throw Mistake() }
            return .all
        case "include": return .include(try domain(argument))
        case "exists": return .exists(try domain(argument))
        case "ptr": return .ptr
        case "ip4", "ip6": return try network(argument, isVersion4: name == "ip4")
        case "a", "mx":
            let slash = argument.firstIndex(of: "/") ?? argument.endIndex
            let prefixes = try SPFPrefixes(argument[slash...])
            let owner = argument[..<slash].isEmpty ? nil : try domain(argument[..<slash])
            return name == "mx" ? .mailServers(of: owner, prefixes) : .addresses(of: owner, prefixes)
        default: throw Mistake()
        }
    }

    private static func domain(_ argument: Substring) throws(Mistake) -> String {
        guard argument.first == ":", argument.count > 1, !argument.contains("/") else { throw Mistake() }
        return String(argument.dropFirst())
    }

    private static func network(_ argument: Substring, isVersion4: Bool) throws(Mistake) -> Mechanism {
        guard argument.first == ":" else { throw Mistake() }
        let parts = argument.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let most = isVersion4 ? 32 : 128
        guard (1...2).contains(parts.count), let address = IPAddress(String(parts[0])),
            address.isVersion4 == isVersion4
        else { throw Mistake() }
        let bits = parts.count == 2 ? Int(parts[1]) : most
        guard let bits, (0...most).contains(bits) else { throw Mistake() }
        return .network(address, bits: bits)
    }
}

/// How many bits of an address have to match, such as `/24//64` (RFC 7208 section 5.6).
struct SPFPrefixes: Sendable, Equatable {
    var version4 = 32
    var version6 = 128

    init(_ text: Substring) throws(SPFRecord.Mistake) {
        guard !text.isEmpty else { return }
        let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: version4 = try Self.bits(parts[0], upTo: 32)
        case 2 where parts[0].isEmpty: version6 = try Self.bits(parts[1], upTo: 128)
        case 3 where parts[1].isEmpty:
            version4 = try Self.bits(parts[0], upTo: 32)
            version6 = try Self.bits(parts[2], upTo: 128)
        default: throw SPFRecord.Mistake()
        }
    }

    private static func bits(_ text: Substring, upTo most: Int) throws(SPFRecord.Mistake) -> Int {
        guard let bits = Int(text), (0...most).contains(bits) else { throw SPFRecord.Mistake() }
        return bits
    }
}
