package import Foundation
import Logging

/// Plays a script against a server, then against an emulator of its own, and compares the answers.
package struct Recorder: Sendable {
    let script: RecordingScript
    let values: RecordingValues
    let baseURL: RecordingBaseURL
    /// Waits between two calls to the server.
    let pause: @Sendable () async throws -> Void
    let readFile: @Sendable (String) throws -> [UInt8]
    /// The clock of the calls, and of the emulator that they are compared with.
    let now: @Sendable () -> Date
    var limits = CallLimits.recording

    /// Creates a recorder.
    package init(
        script: RecordingScript, values: RecordingValues, baseURL: RecordingBaseURL,
        pause: @escaping @Sendable () async throws -> Void,
        readFile: @escaping @Sendable (String) throws -> [UInt8] = {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0)))
        },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.script = script
        self.values = values
        self.baseURL = baseURL
        self.pause = pause
        self.readFile = readFile
        self.now = now
    }

    /// Throws ``RecordingFault`` before anything is sent, and ``RecordingInterruption`` if the server cannot be reached.
    package func record() async throws -> Recording {
        let keys = try SecretKeys(of: script, values, readFile: readFile)
        let world = try RecordingWorld(of: script, values)
        let emulator = try EmulatorServer(configuration: world.configuration, now: now, logger: Self.silent)
        return try await RecordingClient.with(limits) { client in
            let there = try await player(at: baseURL.text, keys, client, pause: pause).play(values)
            let here = try await play(emulator, world, client)
            let redactions = [
                Redaction(baseURL: baseURL.text, known: there.sent),
                Redaction(baseURL: here.baseURL, known: here.played.sent),
            ]
            let outcomes = zip(there.outcomes, here.played.outcomes)
            return Recording(
                script: script, baseURL: baseURL.text, day: day,
                calls: zip(script.calls, outcomes).map { call, outcomes in
                    RecordedCall(
                        call: call, there: .init(outcomes.0, redactions[0]), here: .init(outcomes.1, redactions[1]))
                }, redaction: redactions[0])
        }
    }

    /// Runs the emulator on a free port for as long as the calls take.
    private func play(
        _ emulator: EmulatorServer, _ world: RecordingWorld, _ client: RecordingClient
    ) async throws -> (baseURL: String, played: ScriptPlayer.Played) {
        let keys = try SecretKeys(of: script, values, registered: world.keys)
        let running = Task { try await emulator.run() }
        defer { running.cancel() }
        let baseURL = try await emulator.baseURL
        var values = values
        for (name, code) in script.codes {
            values.set(name, to: try await EmulatorCodes(baseURL: baseURL, client: client).code(code, values))
        }
        let played = try await player(at: baseURL, keys, client, pause: {}).play(values)
        return (baseURL, played)
    }

    private func player(
        at baseURL: String, _ keys: SecretKeys, _ client: RecordingClient,
        pause: @escaping @Sendable () async throws -> Void
    ) -> ScriptPlayer {
        ScriptPlayer(
            script: script, baseURL: baseURL, audience: self.baseURL.secretAudience, keys: keys,
            send: { try await client.send($0) }, pause: pause, now: { [now] in Int(now().timeIntervalSince1970) })
    }

    private var day: String { String(ISO8601DateFormatter().string(from: now()).prefix(10)) }

    private static var silent: Logger {
        var logger = Logger(label: "apple-id-emulator")
        logger.logLevel = .critical
        return logger
    }
}
