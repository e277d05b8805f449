import HTTPServing
import RelayMail

/// A source of mail under "Sign in with Apple for Email Communication": a domain, a subdomain or a single address
/// (Apple: "Configure private email relay service").
enum EmailSource {
    /// How many a team can have. The help page names both numbers.
    static func limit(_ kind: Team.Kind) -> Int { kind == .organization ? 100 : 32 }

    /// The source in small letters. A domain covers no subdomain, so there are no wildcards.
    static func read(_ text: String) throws(PortalRefusal) -> String {
        let domain = text.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard WebsiteURLs.isDomainName(domain), !text.contains("@") || MailAddress(text) != nil else {
            throw .invalid(
                "email_source_invalid",
                "\(text.prefix(100)) is neither a domain such as example.com nor an address at one.")
        }
        return text.lowercased()
    }

    /// The domain whose policy and keys count for a source.
    static func domain(of source: String) -> String {
        source.split(separator: "@").last.map(String.init) ?? source
    }
}

/// The rules of the portal for sources of mail.
extension Portal {
    func registration(ofSources texts: [String], of teamID: String) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        guard !texts.isEmpty else {
            throw .invalid("email_source_missing", "Enter at least one domain, subdomain or address.")
        }
        var sources = Set(team.emailSources)
        for text in texts { sources.insert(try EmailSource.read(text)) }
        let limit = EmailSource.limit(team.kind)
        guard sources.count <= limit else {
            throw .conflict("email_source_limit", "An \(team.kind.rawValue) can have \(limit) email sources.")
        }
        return .emailSources(sources.sorted())
    }

    func deletion(ofSource source: String, of teamID: String) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        let source = source.lowercased()
        guard team.emailSources.contains(source) else {
            throw .unknown("email_source_unknown", "Team \(teamID) has no email source \(source).")
        }
        return .emailSources(team.emailSources.filter { $0 != source })
    }
}

/// A source with what the relay knows about it.
struct ShownEmailSource: Sendable {
    let source: String
    let spf: SPFOutcome
    /// Whether it counts already.
    let isEffective: Bool
}

extension EmulatorState {
    /// The sources of a team as they were saved, each with the outcome of SPF for the client of `mail.client_address`.
    func emailSources(of teamID: String) throws -> [ShownEmailSource] {
        let client = configuration.mailClient ?? .loopback
        return try read { world in
            let effective = world.teams[teamID]?.emailSources ?? []
            return try world.portal.team(teamID).emailSources.map { source in
                ShownEmailSource(
                    source: source,
                    spf: SPFCheck.outcome(
                        of: EmailSource.domain(of: source), client: client, in: world.mail.records),
                    isEffective: effective.contains(source))
            }
        }
    }
}
