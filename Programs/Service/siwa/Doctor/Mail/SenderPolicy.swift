import HTTPServing

/// What the SPF policy of a domain says about who may send for it (RFC 7208).
struct SenderPolicy: Equatable {
    enum Fault: Equatable {
        /// Nobody answered a question.
        case unanswered(String)
        /// A domain has no policy.
        case missing(String)
        /// A domain has two policies.
        case several(String)
        /// A term that RFC 7208 does not know.
        case term(String)
    }

    /// The addresses that may send.
    private(set) var ranges: [AddressRange] = []
    /// How many of its terms ask DNS; ten are allowed (RFC 7208 section 4.6.4).
    private(set) var lookups = 0
    private(set) var fault: Fault?
    /// Whether some of it depends on the message, so that it cannot be judged in advance.
    private(set) var hasMacros = false

    static let mostLookups = 10
    /// We go on beyond what is allowed, to be able to say how many there are, but not for ever.
    private static let mostQuestions = 40

    init(of domain: String, _ look: DNSLookup) {
        read(domain, look)
    }

    /// Whether the address may send.
    func covers(_ address: NetworkAddress) -> Bool { ranges.contains { $0.contains(address) } }

    private mutating func read(_ domain: String, _ look: DNSLookup) {
        guard fault == nil else { return }
        guard let texts = look(domain, .text) else { return fault = .unanswered(domain) }
        let policies = texts.filter { $0.lowercased() == "v=spf1" || $0.lowercased().hasPrefix("v=spf1 ") }
        guard let policy = policies.first else { return fault = .missing(domain) }
        guard policies.count == 1 else { return fault = .several(domain) }
        for term in policy.split(separator: " ").dropFirst() {
            take(String(term), of: domain, look)
        }
    }

    private mutating func take(_ term: String, of domain: String, _ look: DNSLookup) {
        guard fault == nil, lookups < Self.mostQuestions else { return }
        guard !term.contains("%") else { return hasMacros = true }
        let allows = !["-", "~", "?"].contains(term.prefix(1))
        let bare = term.drop { "+-~?".contains($0) }
        let name = bare.prefix { $0.isLetter || $0.isNumber }.lowercased()
        let rest = bare.dropFirst(name.count)
        switch name {
        case "all", "exp": break
        case "ip4", "ip6":
            guard rest.first == ":", let range = AddressRange(String(rest.dropFirst())) else {
                return fault = .term(term)
            }
            if allows { ranges.append(range) }
        case "a", "mx": takeHosts(name, rest, allows, of: domain, look)
        case "include", "redirect":
            guard rest.first == ":" || rest.first == "=", rest.count > 1 else { return fault = .term(term) }
            lookups += 1
            read(String(rest.dropFirst()), look)
        case "exists", "ptr":
            lookups += 1
            hasMacros = true
        // Another modifier has no meaning for us (RFC 7208 section 6).
        default: if rest.first != "=" { fault = .term(term) }
        }
    }

    private mutating func takeHosts(
        _ name: String, _ rest: Substring, _ allows: Bool, of domain: String, _ look: DNSLookup
    ) {
        lookups += 1
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        let target = parts.first.map { $0.hasPrefix(":") ? String($0.dropFirst()) : domain } ?? domain
        guard let hosts = name == "mx" ? look(target, .mailServer) : [target] else {
            return fault = .unanswered(target)
        }
        for host in hosts.prefix(Self.mostLookups) {
            for (kind, prefix) in [(DNSRecordKind.address, parts.dropFirst().first), (.longAddress, nil)] {
                guard let addresses = look(host, kind) else { return fault = .unanswered(host) }
                for address in addresses where allows {
                    let text = prefix.map { "\(address)/\($0)" } ?? address
                    if let range = AddressRange(text) { ranges.append(range) }
                }
            }
        }
    }
}
