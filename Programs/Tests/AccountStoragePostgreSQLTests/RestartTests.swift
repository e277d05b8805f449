import AccountStorage
import ChildPrograms
import Foundation
import StorageSupport
import Testing
import Waiting

@testable import AccountStoragePostgreSQL

@Suite(.needsServer, .timeLimit(.minutes(10))) struct `A server that goes away under load` {
    /// The ways to end the server: a normal stop, an immediate shutdown that requires recovery from the log, SIGKILL.
    @Test(arguments: ["stop", "abort", "kill"])
    func `loses nothing that was acknowledged, and is used again as soon as it is back`(_ end: String) async throws {
        let server = try await OwnServer()
        let schema = try FreshSchema(onServer: server.url)
        let limits = PostgreSQLOptions()
        let database = try schema.openDatabase {
            $0.connections = 4
            $0.waitLimit = limits.waitLimit
            $0.statementTimeout = limits.statementTimeout
        }
        let (acknowledged, failures) = (Shared<[Int]>([]), Shared(0))
        let isOver = Shared(false)
        let writers = (0..<8).map { writer in
            Task {
                var number = writer
                while !isOver.value {
                    do throws(StorageFailure) {
                        try await database.record(.numbered(number))
                        let done = number
                        acknowledged.edit { $0.append(done) }
                    } catch {
                        #expect(error == .unavailable)
                        failures.edit { $0 += 1 }
                    }
                    number += 8
                }
            }
        }
        await until { acknowledged.value.count > 100 }
        try await server.control(end)
        await until { failures.value > 20 }
        try await server.control("start")
        // How soon it is used again is a matter of faults/storage, which runs alone.
        let before = acknowledged.value.count
        await until { acknowledged.value.count > before }
        isOver.edit { $0 = true }
        for writer in writers { await writer.value }
        await database.close()
        // Without the product's limits, which a busy machine can exceed.
        let patient = try schema.openDatabase()
        for number in acknowledged.value {
            #expect(try await patient.find(Account.numbered(number).id) != nil, "\(number) was acknowledged")
        }
        await patient.close()
        await server.stop()
    }
}

/// A server for one test, which may therefore stop it.
private final class OwnServer: Sendable {
    let url: String
    private let control: Program
    private let program: LivingProgram

    init() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        // The server runs until its standard input is closed, at the latest when this process ends.
        program = try await LivingProgram(
            Program(path: root.appending(path: "Scripts/with-postgresql").path),
            ["bash", "-c", "echo \"$TEST_POSTGRESQL_URL $TEST_POSTGRESQL_CONTROL\"; cat >/dev/null"])
        let words = program.firstLine.split(separator: " ").map(String.init)
        try #require(words.count == 2, "the server did not start")
        (url, control) = (words[0], Program(path: words[1]))
    }

    func control(_ word: String) async throws {
        let ended = try await control.run([word])
        try #require(ended.status == 0, "the server was not told: \(word)")
    }

    func stop() async { await program.stop() }
}
