import AccountStorage
import ChildPrograms
import Foundation
import GRDB
import TestDoubles
import Testing

/// What `siwa accounts export-all` leaves when it fails.
@Suite struct ExportAllFailureTests {
    private let world: ExportWorld

    init() async throws {
        world = try await ExportWorld()
    }

    @Test func `an existing file is left alone, and no export is recorded`() async throws {
        try await world.keepAda()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: world.file))
        let ended = try await world.export("--with-secrets")
        #expect(ended.status == 3 && ended.errors.contains("the file exists and is not replaced"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: world.file)) == Data("mine".utf8))
        #expect(try world.written() == ["export.jsonl"])
        #expect(try await world.siwaAccounts("history", ExportWorld.ada.text).output.isEmpty)
    }

    @Test func `an export that fails halfway leaves nothing behind`() async throws {
        try await world.keepAda()
        let damaged = AccountID(high: 9, low: 9)
        try await world.keep([damaged])
        let queue = try DatabaseQueue(path: world.folder.url.path + "/accounts.sqlite")
        try await queue.write { database in
            try database.execute(
                sql: "UPDATE accounts SET disabled_reason = 99 WHERE id = ?", arguments: [Data(damaged.bytes)])
        }
        try queue.close()
        let ended = try await world.export("--with-secrets")
        #expect(ended.status == 3)
        #expect(try world.written().isEmpty)
    }

    @Test func `an export that a signal stops leaves nothing behind`() async throws {
        try await world.keep((0..<5_000).map { AccountID(high: 5, low: UInt64($0)) })
        let script = #"""
            "$0" accounts export-all --config "$1" "$2" --with-secrets &
            export=$!
            for try in $(seq 3000); do
                ls "$2".part-* > /dev/null 2>&1 && break
                sleep 0.01
            done
            kill -TERM $export
            wait $export
            """#
        let ended = try await Program(path: "/bin/sh").run(
            ["-c", script, Program.siwa.path, world.config, world.file])
        #expect(ended.status == 3 && ended.errors.contains("stopped by a signal"), "\(ended.errors)")
        #expect(try world.written().isEmpty)
    }

    @Test func `what makes no sense is wrong usage, and a folder that is not there a failure`() async throws {
        let none = try await Program.siwa.run(["accounts", "export-all", "--config", world.config])
        #expect(none.status == 2)
        let nowhere = try await Program.siwa.run(
            ["accounts", "export-all", "--config", world.config, "/nowhere/export"])
        #expect(nowhere.status == 3 && nowhere.errors.contains("/nowhere/export"))
    }
}
