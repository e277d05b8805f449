import ChildPrograms
import Foundation
import Testing

@testable import AppleIDEmulatorTesting

/// The exit codes of `apple-id-emulator record`, and that serving needs no subcommand. Nothing of this calls Apple.
@Suite struct RecordCommandTests {
    private static let program = Program.built("apple-id-emulator")
    private static let unreachable = "http://127.0.0.1:1"

    private static func withEmulator(
        _ body: @concurrent @Sendable (AppleIDEmulator, String) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "record-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let own = EmulatorAddress(environment: ["APPLE_ID_EMULATOR": BuiltEmulator.path])
        try await EmulatorAddress.$shared.withValue(own) {
            try await AppleIDEmulator.withTeam { try await body(AppleIDEmulator.current, folder) }
        }
    }

    private static func values(of emulator: AppleIDEmulator, in folder: String) throws -> String {
        let team = emulator.team
        let key = folder + "/AuthKey.p8"
        try Data(team.privateKeyPEM.utf8).write(to: URL(fileURLWithPath: key))
        let file = folder + "/values.json"
        let values = [
            "team_id": team.teamID, "key_id": team.keyID, "key_file": key, "client_id": team.service, "app": team.app,
            "redirect_uri": team.returnURLs[0],
        ]
        try JSONEncoder().encode(values).write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test func `exits with 0 if the answers are the same, with 1 if they differ`() async throws {
        try await Self.withEmulator { emulator, folder in
            let address = emulator.baseURL.absoluteString
            let values = try Self.values(of: emulator, in: folder)
            let arguments = ["record", "--script", "key-holder", "--base-url", address, "--values", values]
            let same = try await Self.program.run(arguments)
            #expect(same.status == 0, "\(same.output)\(same.errors)")
            #expect(same.lines.last == "19 same, 0 different.")
            try await emulator.control("switches", json: #"{"descriptions":false}"#)
            let file = folder + "/recording.json"
            let other = try await Self.program.run(arguments + ["--output", file])
            #expect(other.status == 1)
            #expect(other.lines.last == "15 same, 4 different.")
            let written = try String(contentsOfFile: file, encoding: .utf8)
            #expect(written.contains(#""place": "body.error_description""#))
            for secret in [emulator.team.teamID, emulator.team.service, "PRIVATE KEY", folder] {
                #expect(!written.contains(secret) && !other.output.contains(secret))
            }
        }
    }

    @Test(arguments: [
        ["record"], ["record", "--script", "public"], ["record", "--script", "/nowhere", "--base-url", unreachable],
        ["record", "--script", "public", "--base-url", "http://appleid.apple.com"],
        ["record", "--script", "key-holder", "--base-url", unreachable],
        ["record", "--script", "public", "--base-url", unreachable, "--set", "nothing"],
        ["record", "--script", "public", "--base-url", unreachable, "--pause", "-1"],
        ["record", "--script", "public", "--base-url", unreachable, "--values", "/nowhere"], ["--no-such-option"],
    ])
    func `exits with 2 for wrong usage, before anything is sent`(arguments: [String]) async throws {
        let ended = try await Self.program.run(arguments)
        #expect(ended.status == 2, "\(ended.errors)")
        #expect(!ended.errors.isEmpty)
    }

    @Test func `exits with 3 if the server cannot be reached`() async throws {
        let ended = try await Self.program.run(["record", "--script", "public", "--base-url", Self.unreachable])
        #expect(ended.status == 3)
        #expect(ended.errors.contains("could not be reached for discovery"))
    }

    @Test func `takes values from the environment, and shows a script without sending it`() async throws {
        let shown = try await Self.program.run(["record", "--script", "web-code", "--show"])
        #expect(shown.status == 0 && shown.output.contains(#""codes""#))
        let names = ["team_id", "key_id", "client_id", "app", "redirect_uri", "code"]
        let environment = Dictionary(uniqueKeysWithValues: names.map { ("APPLE_ID_RECORD_" + $0.uppercased(), "x") })
        let ended = try await Self.program.run(
            ["record", "--script", "web-code", "--base-url", Self.unreachable], environment: environment)
        #expect(ended.status == 2 && ended.errors.contains("The script needs key_file."))
    }
}
