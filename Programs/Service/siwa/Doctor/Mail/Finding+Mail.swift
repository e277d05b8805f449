extension Finding {
    private static let guide = "See hidden-mail.md."

    static let sendersMissing = Finding(
        code: "mail_senders_missing", level: .failure, subject: "mail.senders",
        meaning: "The configuration names no sender that is registered at Apple, so nothing can be compared.",
        advice: "Register your domains and addresses at Apple, and name them in mail.senders. " + guide,
        evidence: .documented)

    static func sourcesToRegister(_ sources: [String]) -> Finding {
        Finding(
            code: "mail_sources_to_register", level: .warning, subject: "mail.senders",
            meaning: "Apple has to know \(sources.count): \(sources.joined(separator: ", ")). "
                + "A domain does not cover its subdomains.",
            advice: "Compare this with the portal, for the team that owns the app today: nobody but you can read "
                + "it. An organisation has room for 100, an individual for 32.", evidence: .observed)
    }

    static func senderUnregistered(_ address: String) -> Finding {
        Finding(
            code: "mail_from_unregistered", level: .failure, subject: address,
            meaning: "The service sends from an address that mail.senders does not name, so Apple refuses its mail to "
                + "relay addresses.",
            advice: "Register the address or its domain at Apple, and add it to mail.senders.", evidence: .documented)
    }

    static func envelopeUnregistered(_ domain: String, isSigned: Bool) -> Finding {
        Finding(
            code: "envelope_domain_unregistered", level: isSigned ? .warning : .failure, subject: domain,
            meaning: "The domain of the envelope sender is not among mail.senders, so SPF does not help: Apple "
                + "compares the two letter for letter.",
            advice: isSigned
                ? "Mail passes by its signature alone. Register the domain as well, unless it is your provider's."
                : "Register the domain, or sign with d= of the domain in From (mail.dkim_selectors).",
            evidence: .observed)
    }

    static func policyFault(_ fault: SenderPolicy.Fault, of domain: String) -> Finding {
        switch fault {
        case .unanswered(let name): unanswered(name)
        case .missing(let name):
            Finding(
                code: "spf_missing", level: .failure, subject: domain, meaning: "\(name) has no policy (v=spf1).",
                advice: "Publish one that names the servers from which you send.", evidence: .documented)
        case .several(let name):
            Finding(
                code: "spf_several", level: .failure, subject: domain,
                meaning: "\(name) has more than one policy, which counts as none (RFC 7208 section 4.5).",
                advice: "Join them into one.", evidence: .documented)
        case .term(let term):
            Finding(
                code: "spf_syntax", level: .failure, subject: domain,
                meaning: "The policy has the term \(term), which RFC 7208 does not know.", advice: "Correct it.",
                evidence: .documented)
        }
    }

    static func policyLookups(_ count: Int, of domain: String) -> Finding {
        Finding(
            code: "spf_lookups", level: .failure, subject: domain,
            meaning: "The policy asks DNS \(count) times; ten are allowed (RFC 7208 section 4.6.4).",
            advice: "Name networks (ip4:, ip6:) in place of some include:.", evidence: .documented)
    }

    static func policyDoesNotCover(_ address: String, of domain: String) -> Finding {
        Finding(
            code: "spf_does_not_cover", level: .failure, subject: domain,
            meaning: "The policy does not name \(address), from which you send.",
            advice: "Add " + (address.contains(":") ? "ip6:" : "ip4:") + address + " to it.", evidence: .documented)
    }

    static func signatureUnknown(_ domain: String) -> Finding {
        Finding(
            code: "dkim_unknown", level: .warning, subject: domain,
            meaning: "mail.dkim_selectors is empty, so no signature can be checked.",
            advice: "Sign with d=\(domain), and name the selectors. Without a signature, mail depends on SPF alone, "
                + "which a provider's envelope breaks.", evidence: .documented)
    }

    static func keyMissing(_ name: String) -> Finding {
        Finding(
            code: "dkim_key_missing", level: .failure, subject: name, meaning: "There is no key that can be read.",
            advice: "Publish it as your mail server or provider shows it.", evidence: .documented)
    }

    static func keyRevoked(_ name: String) -> Finding {
        Finding(
            code: "dkim_key_revoked", level: .failure, subject: name,
            meaning: "The key is empty: it was revoked (RFC 6376 section 3.6.1).",
            advice: "Sign with another key, and remove the selector.", evidence: .documented)
    }

    static func keyShort(_ name: String) -> Finding {
        Finding(
            code: "dkim_key_short", level: .warning, subject: name,
            meaning: "The key has less than 2,048 bits (RFC 8301 section 3.2).", advice: "Sign with a longer one.",
            evidence: .documented)
    }

    static func alignmentMissing(_ domain: String) -> Finding {
        Finding(
            code: "dmarc_missing", level: .warning, subject: domain,
            meaning: "The domain has no DMARC policy. Apple does not ask for one; many other servers do.",
            advice: "Publish one at _dmarc.\(domain).", evidence: .documented)
    }

    static func relayMissing(_ domain: String) -> Finding {
        Finding(
            code: "relay_missing", level: .failure, subject: domain,
            meaning: "DNS names no mail server for a domain of Apple's relay.",
            advice: "Check the resolver of this machine.", evidence: .observed)
    }

    static func unanswered(_ name: String) -> Finding {
        Finding(
            code: "dns_unanswered", level: .unknown, subject: name, meaning: "No server of DNS answered.",
            advice: "Check the resolver of this machine, and try again.", evidence: .documented)
    }

    static func relayWithoutAddress(_ domain: String, _ servers: [String]) -> Finding {
        Finding(
            code: "relay_mx_without_address", level: .failure, subject: domain,
            meaning: "DNS has no address of the servers of Apple's relay (\(servers.joined(separator: ", "))).",
            advice: "Check the resolver of this machine.", evidence: .observed)
    }

    static func relayUnreachable(_ domain: String, _ servers: [String], said words: String?) -> Finding {
        let names = servers.joined(separator: ", ")
        return Finding(
            code: "relay_mx_unreachable", level: .failure, subject: domain,
            meaning: words.map { "No server of Apple's relay greets this machine. \($0)" }
                ?? "This machine reaches no server of Apple's relay (\(names), port 25).",
            advice: "Many hosts block port 25: ask yours. If another machine sends your mail, run this there.",
            evidence: .observed)
    }
}
