import ChildPrograms
import JSONWebTokens
import TestDoubles
import Testing

/// `siwa doctor refusal` as a program.
@Suite struct DoctorRefusalTests {
    private let samples = SampleRefusals()
    private let folder: TemporaryFolderBox

    init() throws {
        folder = try TemporaryFolderBox()
    }

    private func run(_ form: String, _ answer: String? = nil, _ more: [String] = []) async throws -> Program.Ended {
        let body = try folder.folder.write(form, to: "body.txt")
        var arguments = ["doctor", "refusal", "--request", body, "--at", "\(SampleRefusals.sentAt)"]
        if let answer { arguments += ["--answer", try folder.folder.write(answer, to: "answer.json")] }
        return try await Program.siwa.run(arguments + more)
    }

    private let refused = #"{"error":"invalid_client"}"#

    @Test func `prints the cause first and leaves with 1`() async throws {
        let secret = try samples.secret(["exp": .number(JSONNumber(SampleRefusals.sentAt - 60))])
        let ended = try await run(samples.form(.redemption, ["client_secret": secret]), refused)
        #expect(ended.status == 1, "\(ended.errors)")
        #expect(ended.output.hasPrefix("FIX   client_secret_expired: client_secret, exp 1799999940\n"))
        #expect(ended.output.contains("60 s before"))
        #expect(ended.output.hasSuffix("evidence: documented\n1 to fix\n"))
        #expect(ended.errors.isEmpty)
    }

    @Test func `leaves with 0 where nothing can be seen, and with 3 where it cannot decide`() async throws {
        #expect(try await run(samples.form()).status == 0)
        #expect(try await run(samples.form(.revocation), "").status == 3)
        #expect(try await run(samples.form(), #"{"error":"invalid_scope"}"#).status == 3)
        #expect(try await run(samples.form(), #"{"access_token":"a","token_type":"Bearer"}"#).status == 0)
        #expect(try await run(samples.form(), "<html><title>502 Bad Gateway</title></html>").status == 1)
    }

    @Test func `prints JSON, and reads the form on standard input`() async throws {
        let answer = try folder.folder.write(refused, to: "answer.json")
        let ended = try await Program.siwa.run(
            [
                "doctor", "refusal", "--request", "-", "--answer", answer, "--json", "--at",
                "\(SampleRefusals.sentAt)",
            ], input: samples.form() + "\n")
        #expect(ended.status == 1, "\(ended.errors)")
        let finding = try #require(ended.object()["findings"]?.array?.first?.object)
        #expect(finding.text("code") == "client_or_key_not_registered")
        #expect(finding.text("level") == "failure")
        #expect(finding.text("evidence") == "judged")
    }

    @Test func `takes keys, teams and clients from a configuration`() async throws {
        _ = try folder.folder.write(samples.key.pemRepresentation, to: "key.p8")
        let configuration = try folder.folder.write(
            """
            {"teams": {"main": {"team_id": "ABCDE12345", "keys": {"ABC123DEFG": {"file": "key.p8"}},
              "clients": {"web": {"id": "com.example.web", "kind": "native"}}}}}
            """, to: "siwa.json")
        let stranger = try samples.secret(key: .makeES256(keyID: "ABC123DEFG"))
        let form = try samples.form(.redemption, ["client_secret": stranger])
        let known = try await run(form, refused, ["--config", configuration])
        #expect(known.status == 1, "\(known.errors)")
        #expect(known.output.contains("client_secret_signature_wrong"))
        #expect(try await run(form, refused).output.contains("client_or_key_not_registered"))
        let right = try await run(samples.form(), refused, ["--config", configuration])
        #expect(right.output.contains("`siwa doctor` with this configuration"))
    }

    @Test func `leaves with 2 for what it cannot read`() async throws {
        let form = try samples.form()
        let ended = [
            try await run(form, "invalid_client"), try await run(form, refused, ["--config", "/nowhere/siwa.json"]),
            try await run(form, nil, ["--answer", "/nowhere"]), try await run(form, nil, ["--endpoint", "authorize"]),
            try await run(form, nil, ["--at", "inf"]), try await run(String(repeating: "x", count: 1 << 20 + 1)),
            try await Program.siwa.run(["doctor", "refusal"]),
            try await Program.siwa.run(["doctor", "refusal", "--request", "-", "--answer", "-"]),
            try await Program.siwa.run(["doctor", "refusal", "--request", "/tmp"]),
        ]
        #expect(ended.map(\.status) == Array(repeating: 2, count: ended.count))
        #expect(ended.allSatisfy { $0.output.isEmpty })
    }
}
