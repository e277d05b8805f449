import ChildPrograms
import Foundation
import SignInServer
import Testing

@testable import siwa

/// What `siwa doctor mail` says about the records of a sender.
struct `The checks of mail` {
    /// DNS as a dictionary. A name that is not there has no records; nobody answers for names with "silent".
    private struct Records {
        var texts: [String: [String]] = [
            "example.com": ["v=spf1 ip4:192.0.2.0/24 include:esp.example -all"],
            "esp.example": ["v=spf1 ip6:2001:db8::/32 ~all"],
            "s1._domainkey.example.com": ["v=DKIM1; k=rsa; p=" + Data(count: 294).base64EncodedString()],
            "_dmarc.example.com": ["v=DMARC1; p=none"],
        ]
        var servers: [String: [String]] = [
            "privaterelay.appleid.com": ["smtp1.privaterelay.appleid.com"],
            "private.icloud.com": ["smtp1.private.icloud.com"],
        ]
        var addresses: [String: [String]] = [:]

        var look: DNSLookup {
            { [texts, servers, addresses] name, kind in
                if name.contains("silent") { return nil }
                return switch kind {
                case .text: texts[name] ?? []
                case .mailServer: servers[name] ?? []
                case .address: addresses[name] ?? []
                case .longAddress: []
                }
            }
        }
    }

    private var mail: RelayMailConfiguration {
        var mail = RelayMailConfiguration()
        mail.senders = ["example.com"]
        mail.selectors = ["s1"]
        mail.sendingAddresses = ["192.0.2.7", "2001:db8::1"]
        return mail
    }

    private func codes(
        _ records: Records = Records(), _ mail: RelayMailConfiguration? = nil, from: String? = "news@example.com"
    ) -> [String] {
        MailChecks(
            mail: mail ?? self.mail, from: from, look: records.look,
            relayDomains: ["privaterelay.appleid.com", "private.icloud.com"]
        ).findings().filter { $0.level != .fine }.map(\.code)
    }

    @Test func `find nothing to fix where everything is right, and never say that mail must arrive`() {
        #expect(codes() == ["mail_sources_to_register"])
    }

    @Test(
        arguments: [
            ("example.com", [], "spf_missing"), ("example.com", ["v=spf1 -all", "v=spf1 +all"], "spf_several"),
            ("example.com", ["v=spf1 ipv4:192.0.2.0/24"], "spf_syntax"),
            ("example.com", ["v=spf1 ip4:192.0.2"], "spf_syntax"), ("esp.example", [], "spf_missing"),
            ("example.com", ["v=spf1" + String(repeating: " include:esp.example", count: 11)], "spf_lookups"),
            ("example.com", ["v=spf1 include:example.com"], "spf_lookups"),
            ("example.com", ["v=spf1 include:silent.example"], "dns_unanswered"),
            ("s1._domainkey.example.com", [], "dkim_key_missing"),
            ("s1._domainkey.example.com", ["v=DKIM1; p="], "dkim_key_revoked"),
            ("s1._domainkey.example.com", ["p=" + Data(count: 162).base64EncodedString()], "dkim_key_short"),
            ("_dmarc.example.com", ["x"], "dmarc_missing"),
        ] as [(String, [String], String)])
    func `find what is wrong with a record`(_ name: String, _ texts: [String], _ code: String) {
        var records = Records()
        records.texts[name] = texts
        #expect(codes(records).contains(code))
    }

    @Test(arguments: [
        ("v=spf1 ip4:192.0.2.0/24 -all", ["2001:db8::1"]), ("v=spf1 -ip4:192.0.2.7 ip6:2001:db8::/32", ["192.0.2.7"]),
        ("v=spf1 a mx ip6:2001:db8::1 -all", []), ("v=spf1 a:host.example/24 ip6:2001:db8::1", []),
        ("v=spf1 a:other.example -all", ["192.0.2.7", "2001:db8::1"]), ("v=spf1 exists:%{i}.example -all", []),
    ])
    func `find a sending address that the policy does not name`(_ policy: String, _ missing: [String]) {
        var records = Records()
        records.texts["example.com"] = [policy]
        records.servers["example.com"] = ["mx.example"]
        records.addresses = [
            "mx.example": ["192.0.2.7"], "host.example": ["192.0.2.200"], "example.com": ["198.51.100.1"],
        ]
        #expect(codes(records).filter { $0 == "spf_does_not_cover" }.count == missing.count)
    }

    @Test func `find senders that are not registered`() {
        #expect(codes(from: "a@other.example").contains("mail_from_unregistered"))
        #expect(codes(from: "a@mail.example.com").contains("mail_from_unregistered"))
        var provider = mail
        provider.envelopeDomain = "esp.example"
        #expect(codes(Records(), provider).contains("envelope_domain_unregistered"))
        #expect(MailChecks.level(of: "envelope_domain_unregistered", provider) == .warning)
        provider.selectors = []
        #expect(MailChecks.level(of: "envelope_domain_unregistered", provider) == .failure)
        #expect(codes(Records(), provider).contains("dkim_unknown"))
    }

    @Test func `ask for senders where there are none, and for Apple's servers always`() {
        var records = Records()
        records.servers = ["private.icloud.com": ["smtp1.private.icloud.com"]]
        #expect(codes(records, RelayMailConfiguration()) == ["mail_senders_missing", "relay_missing"])
    }

    @Test func `greet a server of each domain of the relay at its address`() async {
        var records = Records()
        records.servers["privaterelay.appleid.com"] = ["mx1.example", "mx2.example"]
        records.servers["private.icloud.com"] = ["mx3.example"]
        records.addresses = [
            "mx1.example": ["192.0.2.1"], "mx2.example": ["192.0.2.2"], "mx3.example": ["192.0.2.3"],
        ]
        let checks = MailChecks(
            mail: mail, from: "news@example.com", look: records.look,
            relayDomains: ["privaterelay.appleid.com", "private.icloud.com", "silent.example"])
        #expect(checks.greetingName == "example.com")
        let found = await checks.connections { $0 == "192.0.2.2" ? .ready : .silent }
        // A domain without servers has its own finding.
        #expect(found.map(\.code) == ["relay_mx_answers", "relay_mx_unreachable"])
        #expect(found.map(\.subject) == ["privaterelay.appleid.com", "private.icloud.com"])
        #expect(found.map(\.level) == [.fine, .failure])
        let refused = await checks.connections { _ in .refused("554 5.7.1 go away") }
        #expect(refused.first?.meaning.contains("554 5.7.1 go away") == true)
    }

    @Test(
        arguments: [
            (["mx1.example"], ["mx1.example": ["192.0.2.1"]], "relay_mx_unreachable", "private.icloud.com"),
            (
                ["mx.silent.example", "mx1.example"], ["mx1.example": ["192.0.2.1"]], "relay_mx_unreachable",
                "private.icloud.com"
            ),
            (["mx1.example", "mx.silent.example"], [:], "dns_unanswered", "mx.silent.example"),
            (["mx1.example", "mx2.example"], [:], "relay_mx_without_address", "private.icloud.com"),
        ] as [([String], [String: [String]], String, String)])
    func `blame port 25 only where a server has an address`(
        _ servers: [String], _ addresses: [String: [String]], _ code: String, _ subject: String
    ) async {
        var records = Records()
        records.servers = ["private.icloud.com": servers]
        records.addresses = addresses
        let checks = MailChecks(
            mail: mail, from: nil, look: records.look, relayDomains: ["private.icloud.com"])
        let found = await checks.connections { _ in .silent }
        #expect(found.map(\.code) == [code] && found.map(\.subject) == [subject])
    }

    @Test(arguments: [
        ["--dns", "localhost"], ["--dns", "[::1]:53"], ["--dns", "127.0.0.1:0"], ["--send-to", "ann@example.com"],
    ])
    func `do not begin with an option that cannot be meant`(_ options: [String]) async throws {
        let ended = try await Program.siwa.run(["doctor", "mail"] + options)
        #expect(ended.status == 2 && ended.output.isEmpty && ended.errors.contains(options[0]))
    }
}

extension MailChecks {
    /// The level of a finding with this code, in a world whose DNS knows nothing.
    fileprivate static func level(of code: String, _ mail: RelayMailConfiguration) -> Finding.Level? {
        MailChecks(mail: mail, from: "news@example.com", look: { _, _ in [] }, relayDomains: []).findings()
            .first { $0.code == code }?.level
    }
}
