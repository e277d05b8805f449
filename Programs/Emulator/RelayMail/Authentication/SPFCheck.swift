/// Checks whether a domain lets a client send in its name (RFC 7208 section 4).
package struct SPFCheck {
    /// The limits of RFC 7208 section 4.6.4, for the whole check.
    private static let mostLookups = 10
    private static let mostEmptyLookups = 2

    private let client: IPAddress
    private let records: MailRecords
    private var lookups = 0
    private var emptyLookups = 0

    /// The outcome for a client that names this domain in the envelope.
    package static func outcome(of domain: String, client: IPAddress, in records: MailRecords) -> SPFOutcome {
        var check = SPFCheck(client: client, records: records)
        return (try? check.evaluate(domain)) ?? .permerror
    }

    private init(client: IPAddress, records: MailRecords) { (self.client, self.records) = (client, records) }

    private mutating func evaluate(_ domain: String) throws(SPFRecord.Mistake) -> SPFOutcome {
        let policies = records[domain].txt.filter(SPFRecord.isPolicy)
        guard let policy = policies.first else { return .noPolicy }
        guard policies.count == 1 else { throw SPFRecord.Mistake() }
        let record = try SPFRecord(policy)
        for term in record.terms {
            if try matches(term.mechanism, of: domain) { return term.outcome }
        }
        guard let target = record.redirect else { return .neutral }
        try count()
        let outcome = try evaluate(target)
        guard outcome != .noPolicy else { throw SPFRecord.Mistake() }
        return outcome
    }

    private mutating func matches(
        _ mechanism: SPFRecord.Mechanism, of domain: String
    ) throws(SPFRecord.Mistake) -> Bool {
        switch mechanism {
        case .all: return true
        case .network(let address, let bits): return client.matches(address, bits: bits)
        case .include(let other):
            try count()
            let outcome = try evaluate(other)
            guard outcome != .noPolicy, outcome != .permerror else { throw SPFRecord.Mistake() }
            return outcome == .pass
        case .exists(let name):
            try count()
            let found = try addresses(of: name)
            return !found.isEmpty
        case .addresses(let name, let prefixes):
            try count()
            let found = try addresses(of: name ?? domain)
            return isAmong(found, prefixes)
        case .mailServers(let name, let prefixes):
            try count()
            return try isMailServer(of: name ?? domain, prefixes)
        case .ptr:
            // discouraged (RFC 7208 section 5.5), and names of addresses are not among the records
            try count()
            return false
        }
    }

    private mutating func isMailServer(
        of domain: String, _ prefixes: SPFPrefixes
    ) throws(SPFRecord.Mistake) -> Bool {
        let servers = records[domain].mx
        guard servers.count <= Self.mostLookups else { throw SPFRecord.Mistake() }
        if servers.isEmpty { try countEmpty() }
        for server in servers {
            let found = try addresses(of: server)
            if isAmong(found, prefixes) { return true }
        }
        return false
    }

    private mutating func addresses(of name: String) throws(SPFRecord.Mistake) -> [IPAddress] {
        let found = records[name].a.compactMap(IPAddress.init)
        if found.isEmpty { try countEmpty() }
        return found
    }

    private func isAmong(_ addresses: [IPAddress], _ prefixes: SPFPrefixes) -> Bool {
        addresses.contains { client.matches($0, bits: $0.isVersion4 ? prefixes.version4 : prefixes.version6) }
    }

    private mutating func count() throws(SPFRecord.Mistake) {
        lookups += 1
        guard lookups <= Self.mostLookups else { throw SPFRecord.Mistake() }
    }

    private mutating func countEmpty() throws(SPFRecord.Mistake) {
        emptyLookups += 1
        guard emptyLookups <= Self.mostEmptyLookups else { throw SPFRecord.Mistake() }
    }
}
