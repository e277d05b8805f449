import AccountStorage
import Foundation
import Testing

@testable import AccountStoragePostgreSQL

@Suite(.needsServer, .timeLimit(.minutes(10))) struct `A server that goes away under load` {
    /// What is asked of it: to be told to end, to end its processes at once and replay its log, or to lose them to kill -9.
    @Test(arguments: ["stop", "abort", "kill"])
    func `loses nothing that was acknowledged, and is used again as soon as it is back`(_ end: String) async throws {
        let server = try OwnServer()
        let schema = try FreshSchema(onServer: server.url)
        let database = try schema.openDatabase { $0.connections = 4 }
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
        try server.control(end)
        await until { failures.value > 20 }
        try server.control("start")
        let (back, before) = (ContinuousClock.now, acknowledged.value.count)
        await until { acknowledged.value.count > before || back.duration(to: .now) > .seconds(5) }
        #expect(acknowledged.value.count > before, "no write within five seconds of the server's start")
        isOver.edit { $0 = true }
        for writer in writers { await writer.value }
        for number in acknowledged.value {
            #expect(try await database.find(Account.numbered(number).id) != nil, "\(number) was acknowledged")
        }
        await database.close()
    }
}

/// A server that only one test uses, so that it may stop it.
private final class OwnServer {
    let url: String
    private let controlPath: String
    private let process = Process()
    private let input = Pipe()

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let output = Pipe()
        process.executableURL = root.appending(path: "Scripts/with-postgresql")
        // Serves until its input ends, be it with this process.
        process.arguments = [
            "bash", "-c", "echo \"$TEST_POSTGRESQL_URL $TEST_POSTGRESQL_CONTROL\"; cat >/dev/null",
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n"), let more = try output.fileHandleForReading.read(upToCount: 1) {
            line += more
        }
        let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ").map(String.init)
        try #require(words.count == 2, "the server did not start")
        (url, controlPath) = (words[0], words[1])
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func control(_ word: String) throws {
        let control = try Process.run(URL(filePath: controlPath), arguments: [word])
        control.waitUntilExit()
        try #require(control.terminationStatus == 0, "the server was not told: \(word)")
    }
}
