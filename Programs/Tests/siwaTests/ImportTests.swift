import ChildPrograms
import Foundation
import TestDoubles
import Testing

@testable import siwa

/// `siwa import` on a real database, as an operator would use it.
@Suite final class ImportTests {
    private let folder: TemporaryFolder
    private let config: String

    init() async throws {
        folder = try TemporaryFolder()
        config = try folder.writeConfiguration()
        _ = try await Program.siwa.run(["serve", "--config", config])
    }

    private var report: String { folder.url.appending(path: "report.jsonl").path }

    private func run(_ file: String, _ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run(["import", file, "--config", config] + arguments)
    }

    @Test func `good lines are taken, bad ones are named with number, code and member`() async throws {
        let long = #"{"external_id":"long","email":""# + String(repeating: "x", count: 70_000) + "\"}"
        let file = try folder.write(
            [
                "{\"external_id\":\"1\",\"name\":{\"given\":\"Ada\"}}\r", "not json", long, #"{"external_id":"2"}"#,
                #"{"external_id":"1","email":"a@b.example"}"#, #"{"external_id":"3","password":"x\u202e"}"#,
            ]
            .joined(separator: "\n"), to: "users.jsonl")
        let ended = try await run(file, "--report", report)
        #expect(ended.status == 1)
        #expect(ended.lines.first == "6 lines")
        #expect(
            ended.lines.dropFirst().map { $0.split(separator: " ").joined(separator: " ") } == [
                "made 2", "unchanged 0", "conflicts 1", "refused 3", "json_invalid 1", "line_too_long 1",
                "password_in_plain 1",
            ])
        #expect(ended.errors.contains("100 %  6 lines"))
        let written = try String(contentsOfFile: report, encoding: .utf8)
        #expect(
            written == """
                {"line":2,"outcome":"refused","code":"json_invalid","column":1,\
                "explanation":"the text must be one JSON object, in { and }"}
                {"line":3,"outcome":"refused","code":"line_too_long"}
                {"line":5,"external_id":"1","outcome":"conflict","members":["email"]}
                {"line":6,"external_id":"3","outcome":"refused","code":"password_in_plain","member":"password"}
                {"summary":{"lines":6,"made":2,"unchanged":0,"conflicts":1,"refused":3}}

                """)
        let found = try await Program.siwa.run(["accounts", "find", "--config", config, "--external-id", "1"])
        #expect(found.status == 0 && found.output.contains("Ada"))
    }

    @Test func `a table is named as what it is, beside its refused lines`() async throws {
        let table = try folder.write("external_id,email\n1,a@example.com\n", to: "users.csv")
        let ended = try await run(table, "--dry-run")
        #expect(ended.status == 1 && ended.errors.contains("looks like a table (CSV)"))
        let lines = try folder.write("{\"external_id\":\"1\"}\n", to: "users.jsonl")
        #expect(!(try await run(lines, "--dry-run").errors.contains("looks like a table")))
    }

    @Test func `a second run of the same file makes nothing, a dry run keeps nothing`() async throws {
        let file = try folder.write((0..<600).map { "{\"external_id\":\"user-\($0)\"}\n" }.joined(), to: "users.jsonl")
        let dry = try await run(file, "--dry-run")
        #expect(dry.status == 0 && dry.lines[0] == "600 lines, nothing was stored" && dry.lines[1].hasSuffix(" 600"))
        let first = try await run(file)
        #expect(first.status == 0 && first.lines[1] == "  made      600")
        let second = try await run(file)
        #expect(second.status == 0 && second.lines[1] == "  made      0" && second.lines[2] == "  unchanged 600")
        let resumed = try await run(file, "--resume")
        #expect(resumed.status == 0 && resumed.errors.contains("already imported completely"))
    }

    @Test func `a dry run counts the hashes that nobody's password will fit, by cause, and shows none`() async throws {
        let key = "YfTJG0IeVoi3pyfULCN9lF_OHMHpkPH-xl55iOmrGfI".replacing("_", with: "/").replacing("-", with: "+")
        let hashes =
            (0..<7).map { "$pbkdf2-sha256$i=600000,l=32$0123456789abcdef0123456789abcde\($0)$" + key }
            + ["bcrypt_sha256$$2b$12$abc", "$pbkdf2-sha256$600000$AAECAwQFBgcICQoLDA0ODw$" + key]
        let lines = hashes.enumerated().map { number, hash in
            #"{"external_id":"\#(number)","login_names":["name\#(number)"],"password_hash":"\#(hash)"}"# + "\n"
        }
        let file = try folder.write(lines.joined(), to: "users.jsonl")
        let ended = try await run(file, "--dry-run", "--report", report)
        #expect(ended.status == 1 && ended.lines[0] == "9 lines, nothing was stored")
        #expect(
            ended.lines.suffix(3) == [
                "hashes that no password can match (see Documentation/existing-users.md)",
                "  hexadecimal   7  (line 1, 2, 3, 4, 5, …)", "  prehashed     1  (line 8)",
            ])
        let written = try String(contentsOfFile: report, encoding: .utf8)
        #expect(
            written.contains(
                #""hashes_that_never_fit":[{"cause":"hexadecimal","count":7,"first_lines":[1,2,3,4,5]},"#
                    + #"{"cause":"prehashed","count":1,"first_lines":[8]}]}}"#))
        #expect(!written.contains("0123456789") && !ended.output.contains("0123456789"))
        // A real import does not examine the hashes: only a malformed one is refused.
        let kept = try await run(file, "--report", report)
        #expect(kept.lines[1] == "  made      8" && !kept.output.contains("hexadecimal"))
    }

    @Test func `values by which nobody can be recognised are counted, by kind and cause, and imported`() async throws {
        let file = try folder.write(
            #"""
            {"external_id":"1","apple":[{"subject":"ada-canary@example.com"}]}
            {"external_id":"2","apple":[{"subject":"apple|001234.canary.0123"}]}
            {"external_id":"3","apple":[{"subject":"apple|001235.canary.0123"}]}
            {"external_id":"4","email":"canary@privaterelay.appleid.com"}
            {"external_id":"5","apple":[{"subject":"s","client":"app","refresh_token":"c0123456789abcdef0123456789abcdef"}]}

            """#.replacing("\n\n", with: "\n"), to: "users.jsonl")
        let ended = try await run(file, "--report", report)
        #expect(ended.status == 0 && ended.lines[1] == "  made      5")
        #expect(
            ended.lines.suffix(7) == [
                "subjects that Apple never sends (see Documentation/existing-users.md)",
                "  prefixed      2  (line 2, 3)", "  address       1  (line 1)",
                "values that are not refresh tokens (see Documentation/existing-users.md)",
                "  code          1  (line 5)",
                "addresses by which Apple recognises nobody (see Documentation/existing-users.md)",
                "  relay_without_subject  1  (line 4)",
            ])
        let written = try String(contentsOfFile: report, encoding: .utf8)
        #expect(written.contains(#""subjects_that_never_fit":[{"cause":"prefixed","count":2,"first_lines":[2,3]},"#))
        #expect(written.contains(#""tokens_that_never_fit":[{"cause":"code","count":1,"first_lines":[5]}]"#))
        #expect(written.contains(#""addresses_that_never_fit":[{"cause":"relay_without_subject","count":1,"#))
        for secret in ["canary", "0123456789abcdef"] {
            #expect(!written.contains(secret) && !ended.output.contains(secret))
        }
    }

    @Test func `people at Apple are taken for Apple's, and nobody's token reaches the report`() async throws {
        let file = try folder.write(
            #"""
            {"external_id":"1","apple":[{"subject":"001234.abc.0001","client":"app","refresh_token":"r-secret"}]}
            {"external_id":"2","apple":[{"subject":"001234.abc.0001","client":"app","refresh_token":"r-secret"}]}
            {"external_id":"3","apple":[{"subject":"001234.abc.0003","client":"nobody","refresh_token":"r-secret"}]}
            {"external_id":"4","identities":[{"issuer":"https://appleid.apple.com/","subject":"001234.abc.0004"}]}
            {"external_id":"5","email":"Ada@Example.com","disabled":true}

            """#.replacing("\n\n", with: "\n"), to: "users.jsonl")
        let ended = try await run(file, "--report", report)
        #expect(ended.status == 1 && ended.lines[1] == "  made      2")
        #expect(ended.errors.contains("belong in the member apple"))
        let written = try String(contentsOfFile: report, encoding: .utf8)
        for code in ["apple_identity_taken", "client_unknown", "apple_in_identities"] {
            #expect(written.contains(#""code":"\#(code)""#))
        }
        #expect(
            !written.contains("r-secret") && !ended.output.contains("r-secret") && !ended.errors.contains("r-secret"))
        let found = try await Program.siwa.run(["accounts", "find", "--config", config, "--email", "ada@example.com"])
        #expect(found.status == 0 && found.output.contains("Ada@Example.com"))
    }

    @Test func `an empty file is an import of nobody`() async throws {
        let ended = try await run(folder.write("", to: "users.jsonl"))
        #expect(ended.status == 0 && ended.lines[0] == "0 lines")
    }

    @Test func `what makes no sense is wrong usage`() async throws {
        let file = try folder.write("", to: "users.jsonl")
        #expect(try await run(folder.url.appending(path: "absent").path).status == 2)
        #expect(try await run(file, "--dry-run", "--resume").status == 2)
        #expect(try await run(folder.url.path).status == 2)
        #expect(try await run(file, "--report", "/nowhere/report.jsonl").status == 3)
    }
}
