import Testing

@testable import siwa

/// What the doctor concludes from Apple's answers to made-up codes.
@Suite struct CredentialDiagnosisTests {
    private typealias Answer = CredentialDiagnosis.Probe.Answer

    /// The answers of a team with two keys and two clients, key by key.
    private func probes(_ answers: [Answer], team: String = "main") -> [CredentialDiagnosis.Probe] {
        let pairs = [("KEY1", "app"), ("KEY1", "web"), ("KEY2", "app"), ("KEY2", "web")]
        return zip(pairs, answers).map { pair, answer in
            CredentialDiagnosis.Probe(
                team: team, teamID: "TEAM000001", key: pair.0, client: pair.1, clientID: "com.example." + pair.1,
                answer: answer)
        }
    }

    private func faults(_ answers: [Answer], secondsAhead: Double? = 0) -> [String] {
        CredentialDiagnosis.findings(probes(answers), secondsAhead: secondsAhead).filter { $0.level != .fine }
            .map { $0.code + ": " + $0.subject }
    }

    @Test func `where every pair is accepted, each is named and nothing is to do`() {
        let findings = CredentialDiagnosis.findings(
            probes([.accepted, .accepted, .accepted, .accepted]), secondsAhead: nil)
        #expect(findings.map(\.code) == Array(repeating: "credentials_accepted", count: 4))
        #expect(findings.allSatisfy { $0.level == .fine && $0.advice == nil })
        #expect(findings[1].subject == "team main, key KEY1, client web (com.example.web)")
    }

    @Test func `a team that an emulator refuses is compared with the emulator, and not with Apple's pages`() {
        let refused = probes([.refused, .refused, .refused, .refused])
        let finding = CredentialDiagnosis.findings(refused, secondsAhead: 0, emulator: "http://idp.localhost:9080")
        #expect(finding.map(\.code) == ["team_refused"])
        #expect(finding[0].advice?.contains("http://idp.localhost:9080/portal") == true)
        #expect(finding[0].advice?.contains("Membership") == false)
        #expect(CredentialDiagnosis.findings(refused, secondsAhead: 0)[0].advice?.contains("Membership") == true)
    }

    @Test func `a key that Apple takes for no client is named once`() {
        #expect(faults([.accepted, .accepted, .refused, .refused]) == ["key_refused: team main, key KEY2"])
    }

    @Test func `a client that Apple takes with no key is named once`() {
        #expect(
            faults([.accepted, .refused, .accepted, .refused])
                == ["client_refused: team main, client web (com.example.web)"])
    }

    @Test func `a wrong key hides no wrong client`() {
        #expect(
            faults([.accepted, .refused, .refused, .refused]) == [
                "key_refused: team main, key KEY2", "client_refused: team main, client web (com.example.web)",
            ])
    }

    @Test func `a key that serves other clients only is named with the client`() {
        #expect(
            faults([.accepted, .accepted, .refused, .accepted]) == [
                "key_not_for_client: team main, key KEY2, client app (com.example.app)"
            ])
    }

    @Test func `two keys of two groups of apps in one entry are one fault, which two entries mend`() {
        let split: [Answer] = [.accepted, .refused, .refused, .accepted]
        #expect(faults(split) == ["keys_of_several_groups: team main"])
        let advice = CredentialDiagnosis.findings(probes(split), secondsAhead: 0).last?.advice
        #expect(advice?.contains("with the same team_id") == true && advice?.hasSuffix("Keys: KEY1, KEY2.") == true)
        // With an answer missing, the keys may serve more than was seen.
        #expect(
            faults([.accepted, .refused, .unanswered("apple_timed_out"), .accepted]) == [
                "apple_not_answering: team main, key KEY2, client app (com.example.app)",
                "key_not_for_client: team main, key KEY1, client web (com.example.web)",
            ])
        let apart = [probes(split)[0]] + [probes(split, team: "other")[3]]
        #expect(CredentialDiagnosis.findings(apart, secondsAhead: 0).allSatisfy { $0.level == .fine })
    }

    @Test func `where nothing is accepted the team is named, unless the clock explains it`() {
        let refused = [Answer](repeating: .refused, count: 4)
        #expect(faults(refused) == ["team_refused: team main (TEAM000001)"])
        #expect(faults(refused, secondsAhead: nil) == ["team_refused: team main (TEAM000001)"])
        for seconds in [-61.0, 61] {
            #expect(faults(refused, secondsAhead: seconds) == ["credentials_refused_by_time: team main"])
        }
        #expect(faults(refused, secondsAhead: 60) == ["team_refused: team main (TEAM000001)"])
    }

    @Test func `an answer that is missing or unexpected blames nobody`() {
        let pair = "team main, key KEY1, client app (com.example.app)"
        let found = CredentialDiagnosis.findings(
            probes([.unanswered("apple_timed_out"), .other("invalid_request")]), secondsAhead: 0)
        #expect(found.map(\.code) == ["apple_not_answering", "answer_unexpected"])
        #expect(found.map(\.level) == [.unknown, .warning])
        #expect(found[0].subject == pair && found[0].meaning.contains("apple_timed_out"))
        #expect(found[1].meaning.contains("invalid_request"))
    }

    @Test func `a clock that is off by more than half a minute is to be set`() {
        #expect(Finding.clock(secondsAhead: 30).level == .fine && Finding.clock(secondsAhead: -30).level == .fine)
        #expect(Finding.clock(secondsAhead: 31).meaning == "This machine's clock is 31 s ahead of Apple's.")
        #expect(Finding.clock(secondsAhead: -90).meaning == "This machine's clock is 90 s behind Apple's.")
        #expect(Finding.clock(secondsAhead: -90).level == .failure)
    }

    @Test func `teams are judged by themselves`() {
        let mixed =
            probes([.accepted, .accepted], team: "one") + probes([.refused, .refused], team: "two")
        let found = CredentialDiagnosis.findings(mixed, secondsAhead: 0).filter { $0.level == .failure }
        #expect(found.map(\.subject) == ["team two (TEAM000001)"])
    }
}

/// What the doctor prints.
@Suite struct DoctorReportTests {
    private let wrong = Finding(
        code: "key_refused", level: .failure, subject: "key \u{202E}K", meaning: "It is refused.", advice: "Look.",
        evidence: .judged)

    @Test func `what is to fix comes first, and text of others cannot move the cursor`() {
        let text = DoctorReport(findings: [.fine("disk_has_room", "/data", "9 MB are free."), wrong]).text
        #expect(
            text == """
                FIX   key_refused: key \\u202eK
                      It is refused.
                      Look.
                      evidence: judged
                ok    disk_has_room: /data
                1 to fix, 1 in order
                """)
    }

    @Test func `as JSON each finding has the same members`() {
        let report = DoctorReport(findings: [wrong, .fine("disk_has_room", "/data", "9 MB are free.")])
        let lines = VisibleJSON.line(report.json)
        #expect(lines.contains(#""code":"key_refused","level":"failure""#))
        #expect(lines.contains(#""advice":null,"evidence":"documented""#))
        #expect(report.hasFailure && !report.hasUnknown)
    }
}
