import Foundation
import HTTPServing
import SignInServer

/// What can be seen from outside of the way of mail to relay addresses: SPF, DKIM, the envelope's domain, and Apple's servers.
/// Which senders are registered, only the portal knows.
struct MailChecks {
    let mail: RelayMailConfiguration
    /// The sender address of the service's own mail; `nil` if it sends none.
    let from: String?
    let look: DNSLookup

    /// The domains of the relay (https://developer.apple.com/news/?id=1ptvdtcm).
    let relayDomains: [String]

    func findings() -> [Finding] {
        guard !mail.senders.isEmpty else { return [Finding.sendersMissing] + relays() }
        return [Finding.sourcesToRegister(sources)] + sender() + envelope() + authors.flatMap(author) + relays()
    }

    /// The domains that stand in From.
    private var authors: [String] {
        let domains = mail.senders.map(Self.domain) + (from.map { [Self.domain(of: $0)] } ?? [])
        return Set(domains).sorted()
    }

    private var envelopeDomain: String? { mail.envelopeDomain ?? from.map(Self.domain) ?? authors.first }

    /// Everything that has to be registered, each line by itself.
    private var sources: [String] {
        let envelope = envelopeDomain.map { mail.covers($0) ? [] : [$0] } ?? []
        return Set(mail.senders + envelope).sorted()
    }

    /// The name by which a mail server of this domain introduces itself, or one that names no host (RFC 5321 section 4.1.3).
    var greetingName: String { envelopeDomain ?? "[127.0.0.1]" }

    private static func domain(of source: String) -> String {
        source.split(separator: "@").last.map { $0.lowercased() } ?? source
    }

    private func sender() -> [Finding] {
        guard let from, !mail.covers(from) else { return [] }
        return [.senderUnregistered(from)]
    }

    private func envelope() -> [Finding] {
        guard let domain = envelopeDomain else { return [] }
        let registration: [Finding] =
            mail.covers(domain) ? [] : [.envelopeUnregistered(domain, isSigned: !mail.selectors.isEmpty)]
        return registration + policy(of: domain)
    }

    private func policy(of domain: String) -> [Finding] {
        let policy = SenderPolicy(of: domain, look)
        if let fault = policy.fault { return [.policyFault(fault, of: domain)] }
        guard policy.lookups <= SenderPolicy.mostLookups else { return [.policyLookups(policy.lookups, of: domain)] }
        let missing = mail.sendingAddresses.filter { address in
            NetworkAddress(address).map { !policy.covers($0) } ?? false
        }
        guard missing.isEmpty || policy.hasMacros else { return missing.map { .policyDoesNotCover($0, of: domain) } }
        return [.fine("spf_found", domain, "The policy can be read, and asks DNS \(policy.lookups) times.")]
    }

    private func author(_ domain: String) -> [Finding] {
        guard !mail.selectors.isEmpty else { return [.signatureUnknown(domain)] + alignment(domain) }
        return mail.selectors.map { key($0, of: domain) } + alignment(domain)
    }

    private func key(_ selector: String, of domain: String) -> Finding {
        let name = "\(selector)._domainkey.\(domain)"
        guard let texts = look(name, .text) else { return .unanswered(name) }
        let records = texts.map(Self.tags).filter { $0["p"] != nil }
        guard let record = records.first, let value = record["p"] else { return .keyMissing(name) }
        guard !value.isEmpty else { return .keyRevoked(name) }
        guard let key = Data(base64Encoded: value) else { return .keyMissing(name) }
        // A key of 2,048 bits takes 294 octets (RFC 5280 section 4.1), and one of Ed25519 takes 32 (RFC 8463).
        guard record["k"] == "ed25519" || key.count >= 290 else { return .keyShort(name) }
        return .fine("dkim_key_found", name, "The key can be read.")
    }

    /// The tags of a record (RFC 6376 section 3.2).
    private static func tags(_ record: String) -> [String: String] {
        let pairs = record.split(separator: ";").compactMap { field -> (String, String)? in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let bare = parts.map { String($0.filter { !$0.isWhitespace }) }
            return (bare[0].lowercased(), bare[1])
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private func alignment(_ domain: String) -> [Finding] {
        guard let texts = look("_dmarc.\(domain)", .text) else { return [.unanswered("_dmarc.\(domain)")] }
        return texts.contains { $0.lowercased().hasPrefix("v=dmarc1") } ? [] : [.alignmentMissing(domain)]
    }

    private func relays() -> [Finding] {
        relayDomains.map { domain in
            guard let servers = look(domain, .mailServer) else { return .unanswered(domain) }
            guard !servers.isEmpty else { return .relayMissing(domain) }
            return .fine("relay_found", domain, "Mail goes to \(servers.joined(separator: ", ")).")
        }
    }

    /// How many servers of a domain are greeted.
    private static let mostServers = 3

    /// Whether a server of each domain of the relay greets this machine.
    func connections(_ greet: MailServerProbe) async -> [Finding] {
        var findings: [Finding] = []
        for domain in relayDomains {
            // A domain without servers has a finding of its own.
            guard let servers = look(domain, .mailServer), !servers.isEmpty else { continue }
            findings.append(await connection(to: domain, servers, greet))
        }
        return findings
    }

    private func connection(to domain: String, _ servers: [String], _ greet: MailServerProbe) async -> Finding {
        var words: String?
        var isTried = false
        // The first server about which DNS gave no answer.
        var unanswered: String?
        for server in servers.prefix(Self.mostServers) {
            let found = [DNSRecordKind.address, .longAddress].map { look(server, $0) }
            if found.contains(nil) { unanswered = unanswered ?? server }
            for address in found.compactMap({ $0?.first }) {
                isTried = true
                switch await greet(address) {
                case .ready: return .fine("relay_mx_answers", domain, "\(server) greets this machine.")
                case .refused(let reply): words = "\(server) says: \(reply)"
                case .silent: continue
                }
            }
        }
        if isTried { return .relayUnreachable(domain, servers, said: words) }
        return unanswered.map(Finding.unanswered) ?? .relayWithoutAddress(domain, servers)
    }
}
