import Testing

@testable import RelayMail

/// SPF, and the file of records.
@Suite struct MailRecordTests {
    private func outcome(_ policies: [String: [String]], _ client: String = "192.0.2.1") throws -> SPFOutcome {
        var records = MailRecords()
        for (name, texts) in policies { records[name].txt = texts }
        records["a.example"].a = ["192.0.2.1", "2001:db8::1"]
        records["mx.example"].mx = ["none.example", "a.example"]
        return SPFCheck.outcome(of: "Example.com", client: try #require(IPAddress(client)), in: records)
    }

    @Test(arguments: [
        ("v=spf1 ip4:192.0.2.1 -all", SPFOutcome.pass), ("v=spf1 ip4:192.0.2.0/24 -all", .pass),
        ("v=spf1 ip4:192.0.3.0/24 -all", .fail), ("v=spf1 ip4:192.0.3.0/24 ~all", .softfail), ("v=spf1", .neutral),
        ("v=spf1 ?all", .neutral), ("v=spf1 +all", .pass), ("V=SPF1 all", .pass), ("v=spf10 all", .noPolicy),
        ("v=spf1 a:a.example -all", .pass), ("v=spf1 a:a.example/8 -all", .pass), ("v=spf1 mx:mx.example -all", .pass),
        ("v=spf1 exists:a.example -all", .pass), ("v=spf1 exists:none.example -all", .fail),
        ("v=spf1 ptr -all", .fail), ("v=spf1 redirect=none.example", .permerror),
        ("v=spf1 include:none.example", .permerror),
        ("v=spf1 ip4:rubbish", .permerror), ("v=spf1 ip4:192.0.2.0/33", .permerror), ("v=spf1 unknown", .permerror),
        ("v=spf1 exists:%{i}.example -all", .permerror), ("v=spf1 ip6:2001:db8::/32 -all", .fail),
        ("v=spf1 a:1.example a:2.example a:3.example +all", .permerror), ("v=spf1 exp=why.example -all", .fail),
        ("v=spf1 all:x", .permerror), ("v=spf1 -all redirect=none.example", .fail),
    ])
    func `a policy decides about a client`(_ policy: String, _ expected: SPFOutcome) throws {
        #expect(try outcome(["example.com": ["other", policy]]) == expected)
    }

    @Test func `another domain's policy can be included or taken over`() throws {
        let inner = ["_spf.example.com": ["v=spf1 ip4:192.0.2.1 -all"]]
        #expect(try outcome(inner.merging(["example.com": ["v=spf1 include:_spf.example.com ~all"]]) { $1 }) == .pass)
        #expect(try outcome(inner.merging(["example.com": ["v=spf1 redirect=_spf.example.com"]]) { $1 }) == .pass)
        let other = try outcome(
            inner.merging(["example.com": ["v=spf1 include:_spf.example.com ~all"]]) { $1 }, "192.0.2.2")
        #expect(other == .softfail)
    }

    @Test func `a client of the other kind of address is matched by its own networks`() throws {
        #expect(try outcome(["example.com": ["v=spf1 ip6:2001:db8::/32 -all"]], "2001:db8::7") == .pass)
        #expect(try outcome(["example.com": ["v=spf1 a:a.example/24//64 -all"]], "2001:db8::7") == .pass)
        #expect(try outcome(["example.com": ["v=spf1 ip4:192.0.2.0/24 -all"]], "::ffff:192.0.2.9") == .pass)
    }

    @Test func `circles, two policies and more than ten lookups are errors`() throws {
        #expect(try outcome(["example.com": ["v=spf1 include:example.com"]]) == .permerror)
        #expect(try outcome(["example.com": ["v=spf1 redirect=example.com"]]) == .permerror)
        #expect(try outcome(["example.com": ["v=spf1 -all", "v=spf1 +all"]]) == .permerror)
        let ten = String(repeating: "a:a.example/32 ", count: 10)
        #expect(try outcome(["example.com": ["v=spf1 \(ten)-all"]], "192.0.2.2") == .fail)
        #expect(try outcome(["example.com": ["v=spf1 \(ten)a:a.example -all"]], "192.0.2.2") == .permerror)
        #expect(try outcome([:]) == .noPolicy)
    }

    @Test func `a file has records as zone files and opendkim-genkey write them`() throws {
        let records = try RecordsFile(
            """
            ; a comment
            $TTL 300
            $ORIGIN example.com.
            @       IN TXT "v=spf1 ip4:127.0.0.1 " "-all"
                    IN MX 10 mail
            mail    300 IN A 192.0.2.1
                    AAAA 2001:db8::1
            s1._domainkey IN TXT ( "v=DKIM1; k=rsa; "
                "p=AAAA" )  ; ----- DKIM key s1 for example.com
            other.example. TXT plain
            """
        ).records
        #expect(records["EXAMPLE.com."].txt == ["v=spf1 ip4:127.0.0.1 -all"])
        #expect(records["example.com"].mx == ["mail.example.com"])
        #expect(records["mail.example.com"].a == ["192.0.2.1", "2001:db8::1"])
        #expect(records["s1._domainkey.example.com"].txt == ["v=DKIM1; k=rsa; p=AAAA"])
        #expect(records["other.example"].txt == ["plain"] && records.all.count == 4)
    }

    @Test(arguments: [
        ("a TXT v=DKIM1; k=rsa; p=AAAA", "line 1: put the text in quotation marks; a ; begins a comment"),
        ("\na TXT \"open", "line 2: a quotation mark is missing"), ("a TXT (x", "line 1: a parenthesis is missing"),
        ("a TXT x)", "line 1: a parenthesis is missing"), ("a CNAME b", "line 1: CNAME is not TXT, A, AAAA or MX"),
        ("a A 1.2.3", "line 1: 1.2.3 is no address of type A"), ("a MX b", "line 1: MX has a preference and a name"),
        ("a TXT", "line 1: a record has a name, a type and a value"),
        (" TXT x", "line 1: a record has a name, a type and a value"),
    ])
    func `a file with a mistake says where it is`(_ text: String, _ sentence: String) {
        let fault = #expect(throws: RecordsFault.self) { try RecordsFile(text) }
        #expect(fault?.sentence == sentence)
    }
}
