import Testing

@testable import RelayMail

/// Who may send to a relay address, and why somebody may not.
@Suite struct SenderCheckTests {
    private func cause(
        _ envelope: String?, from author: String, spf: SPFOutcome = .noPolicy,
        dkim: [(String, DKIMOutcome)] = [], sources: Set<String> = ["example.com"], pending: Set<String> = [],
        others: Set<String> = [], needsBoth: Bool = false
    ) throws -> SenderCause? {
        let evidence = SenderEvidence(
            envelope: try envelope.map { try #require(MailAddress($0)) }, author: try #require(MailAddress(author)),
            spf: spf, signatures: dkim.map { DKIMResult(domain: $0.0, outcome: $0.1) })
        let all = EmailSources(effective: sources, pending: pending, ofOthers: others)
        return SenderCheck(evidence, sources: all).cause(needsBoth: needsBoth)
    }

    @Test func `either way is enough`() throws {
        #expect(try cause("b@example.com", from: "n@other.example", spf: .pass) == nil)
        #expect(try cause("b@esp.example", from: "n@Example.com", dkim: [("example.com", .pass)]) == nil)
        #expect(try cause(nil, from: "n@example.com", dkim: [("example.com", .pass)]) == nil)
        #expect(try cause("b@EXAMPLE.com", from: "n@example.com", spf: .pass) == nil)
        let second = [("esp.example", DKIMOutcome.pass), ("example.com", .pass)]
        #expect(try cause("b@esp.example", from: "n@example.com", dkim: second) == nil)
    }

    @Test func `a single address is registered for the envelope or for From`() throws {
        let one: Set<String> = ["news+a@example.com"]
        #expect(try cause("News+A@example.com", from: "x@y.example", spf: .pass, sources: one) == nil)
        #expect(try cause("other@example.com", from: "x@y.example", spf: .pass, sources: one) == .envelopeUnregistered)
        let signed = [("example.com", DKIMOutcome.pass)]
        #expect(try cause("b@esp.example", from: "news+a@example.com", dkim: signed, sources: one) == nil)
        #expect(try cause("b@esp.example", from: "news@example.com", dkim: signed, sources: one) == .fromUnregistered)
    }

    @Test func `a mistake in the portal is named first`() throws {
        let from = "n@example.com"
        #expect(try cause("b@example.com", from: from, spf: .pass, sources: []) == .sourceNone)
        #expect(
            try cause("b@example.com", from: from, spf: .pass, sources: [], pending: ["example.com"]) == .sourcePending)
        #expect(
            try cause("b@example.com", from: from, spf: .pass, sources: ["x.example"], others: ["example.com"])
                == .sourceOfOtherTeam)
        #expect(try cause("b@news.example.com", from: "n@news.example.com", spf: .pass) == .sourceParentOnly)
        #expect(
            try cause("b@example.com", from: from, spf: .pass, sources: ["news.example.com"]) == .sourceSubdomainOnly)
        #expect(try cause("b@esp.example", from: "n@other.example", spf: .pass) == .envelopeUnregistered)
    }

    @Test(arguments: [
        (SPFOutcome.noPolicy, SenderCause.spfNone), (.neutral, .spfNone), (.fail, .spfFail), (.softfail, .spfSoftfail),
        (.permerror, .spfError),
    ])
    func `a registered envelope fails by its policy`(_ spf: SPFOutcome, _ expected: SenderCause) throws {
        #expect(try cause("b@example.com", from: "n@example.com", spf: spf) == expected)
        #expect(try cause("b@example.com", from: "n@other.example", spf: spf) == expected)
    }

    @Test func `a registered From fails by its signature`() throws {
        func with(_ dkim: [(String, DKIMOutcome)], envelope: String? = "b@esp.example") throws -> SenderCause? {
            try cause(envelope, from: "n@example.com", spf: .pass, dkim: dkim)
        }
        #expect(try with([]) == .envelopeUnregistered && with([], envelope: nil) == .dkimNone)
        #expect(try with([("example.com", .broken)]) == .dkimBroken)
        #expect(try with([("example.com", .keyMissing)]) == .dkimKeyMissing)
        #expect(try with([("esp.example", .pass)]) == .dkimOtherDomain)
        #expect(try with([("mail.example.com", .pass)]) == .dkimOtherDomain)
        #expect(try with([("example.com", .ignored)]) == .envelopeUnregistered)
    }

    @Test func `with needsBoth, one right way is not enough`() throws {
        let signed = [("example.com", DKIMOutcome.pass)]
        #expect(try cause("b@example.com", from: "n@example.com", spf: .pass, dkim: signed, needsBoth: true) == nil)
        #expect(try cause("b@example.com", from: "n@example.com", spf: .pass, needsBoth: true) == .dkimNone)
        #expect(
            try cause("b@example.com", from: "n@example.com", spf: .softfail, dkim: signed, needsBoth: true)
                == .spfSoftfail)
        #expect(
            try cause("b@esp.example", from: "n@example.com", spf: .pass, dkim: signed, needsBoth: true)
                == .envelopeUnregistered)
    }
}
