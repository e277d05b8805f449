import ChildPrograms
import Foundation
import Testing

/// Compares the help of each command with the text in Tests/Fixtures/help. With SIWA_RECORD_HELP set, the texts are
/// recorded again.
@Suite struct HelpTests {
    @Test(arguments: [
        ["token"], ["token", "verify"], ["token", "inspect"], ["token", "check"], ["token", "refresh"],
        ["token", "revoke"], ["client-secret"], ["accounts"], ["accounts", "find"],
        ["accounts", "export-all"], ["accounts", "delete"], ["keys"], ["keys", "rotate"], ["secrets"], ["restored"],
        ["credentials"], ["credentials", "create"], ["clients"], ["clients", "list"], ["clients", "check"],
        ["clients", "secret"],
        ["webhooks"], ["webhooks", "secret"], ["webhooks", "replay"], ["webhooks", "listen"], ["webhooks", "send"],
        ["import"], ["doctor"], ["doctor", "check"],
        ["doctor", "refusal"], ["doctor", "mail"], ["setup"], ["backup"],
        ["verify-database"], ["explain"], ["explain", "request"], ["explain", "account"], ["explain", "period"],
        ["numbers"], ["mail"], ["mail", "bounce"],
    ])
    func `says the same as in the snapshot`(command: [String]) async throws {
        try await Self.compare("siwa", command)
    }

    @Test(arguments: [
        ["trigger"], ["events"], ["people"], ["people", "list"], ["people", "add"], ["fault"], ["fault", "add"],
        ["fault", "list"], ["fault", "clear"],
    ])
    func `the emulator says the same as in the snapshot`(command: [String]) async throws {
        try await Self.compare("apple-id-emulator", command)
    }

    private static func compare(_ program: String, _ command: [String]) async throws {
        let ended = try await Program.built(program).run(command + ["--help"])
        #expect(ended.status == 0)
        #expect(ended.errors.isEmpty)
        #expect(ended.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let snapshot = tests.appending(path: "Fixtures/help/\(program)-\(command.joined(separator: "-")).txt")
        if ProcessInfo.processInfo.environment["SIWA_RECORD_HELP"] != nil {
            try Data(ended.output.utf8).write(to: snapshot)
        }
        #expect(ended.output == (try String(contentsOf: snapshot, encoding: .utf8)))
    }

    @Test func `names the exit codes in the help of every tool`() async throws {
        for command in [
            ["token", "verify"], ["token", "inspect"], ["token", "check"], ["token", "refresh"], ["token", "revoke"],
            ["client-secret"], ["accounts"], ["keys"], ["secrets"],
            ["restored"], ["credentials"], ["clients"], ["webhooks"], ["import"], ["doctor"], ["setup"], ["backup"],
            ["verify-database"], ["explain"], ["numbers"], ["mail"], ["transfer"],
        ] {
            #expect(try await Program.siwa.run(command + ["--help"]).output.contains("Exit codes: 0 "))
        }
    }
}
