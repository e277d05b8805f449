import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONWebTokens
import NIOCore
import Synchronization
import Testing

@testable import AppleIDEmulator

/// `apple-id-emulator record`, which here records an emulator or a played server. Nothing of this calls Apple.
@Suite struct RecorderTests {
    private static func emulator(_ adjust: (inout EmulatorConfiguration) -> Void = { _ in }) throws -> TestEmulator {
        try TestEmulator {
            $0.listen = .init(host: "127.0.0.1", port: 0)
            adjust(&$0)
        }
    }

    /// A recorder without limits to its calls.
    private static func recorder(
        _ script: RecordingScript, _ values: RecordingValues, at baseURL: RecordingBaseURL,
        now: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable () async throws -> Void = {},
        readFile: @escaping @Sendable (String) throws -> [UInt8] = { _ in [] }
    ) -> Recorder {
        var recorder = Recorder(
            script: script, values: values, baseURL: baseURL, pause: pause, readFile: readFile, now: now)
        recorder.limits = .patient
        return recorder
    }

    private static func record(
        _ script: [UInt8], _ caller: Caller, code: String? = nil, client: String = TestEmulator.web,
        pause: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Recording {
        let script = try RecordingScript(json: script)
        let given = [
            "team_id": "EMUTEAM001", "key_id": "TESTKEY001", "key_file": "the key", "client_id": client,
            "app": TestEmulator.app, "redirect_uri": TestEmulator.returnURL, "code": code ?? "",
        ].filter { script.namesFromOutside.contains($0.key) && script.values[$0.key] == nil }
        let pem = caller.emulator.key.pemRepresentation
        return try await recorder(
            script,
            try RecordingValues(for: script, set: [], environment: [:], file: given),
            at: try RecordingBaseURL("http://127.0.0.1:\(try #require(caller.port))"),
            now: caller.emulator.clock.source, pause: pause,
            readFile: { $0 == "the key" ? Array(pem.utf8) : [] }
        ).record()
    }

    private static func different(_ recording: Recording) -> [String] {
        recording.calls.filter { !$0.differences.isEmpty }.map(\.call.id)
    }

    @Test(arguments: ["public", "key-holder", "key-holder-transfer"])
    func `finds no difference between two emulators`(script: String) async throws {
        let emulator = try Self.emulator()
        let recording = try await emulator.runLive { try await Self.record(SampleScript.read(script), $0) }
        #expect(Self.different(recording).isEmpty, "\(recording.text)")
        #expect(recording.isSame)
        #expect(recording.text.hasSuffix("\(recording.calls.count) same, 0 different.\n"))
    }

    @Test func `plays a whole life of a code, of the web and of an app`() async throws {
        let emulator = try Self.emulator()
        let (web, native) = try await emulator.runLive { caller in
            let code = try await caller.code("tomas", ["response_type": "code", "nonce": nil])
            let web = try await Self.record(SampleScript.read("web-code"), caller, code: code)
            let credential = try await caller.control(
                "/device/credentials",
                #"{"person":"aiko","bundle_id":"com.example.app","scopes":["name","email"]}"#)
            let nativeCode = try credential.json.text("authorization_code")
            return (
                web,
                try await Self.record(
                    SampleScript.read("native-code"), caller, code: nativeCode, client: TestEmulator.app)
            )
        }
        #expect(Self.different(web).isEmpty, "\(web.text)")
        #expect(Self.different(native).isEmpty, "\(native.text)")
        let file = String(decoding: web.json, as: UTF8.self)
        #expect(file.contains(#""access_token": "<access_token>""#))
        #expect(file.contains(#""aud": "{client_id}""#))
    }

    @Test func `shows each fact in which an emulator with other switches differs`() async throws {
        let emulator = try Self.emulator {
            $0.switches.descriptions = false
            $0.switches.errorPageStatus = 200
            $0.switches.keysMaxAge = 60
        }
        let (general, keyed) = try await emulator.runLive { caller in
            (
                try await Self.record(SampleScript.read("public"), caller),
                try await Self.record(SampleScript.read("key-holder"), caller)
            )
        }
        #expect(
            Self.different(general) == [
                "discovery", "keys", "keys-head", "authorize-client-unknown", "authorize-client-missing",
            ])
        let unknown = try #require(general.calls.first { $0.call.id == "authorize-client-unknown" })
        #expect(unknown.differences == [.init(place: "status", there: "200", here: "400")])
        let keys = try #require(general.calls.first { $0.call.id == "keys" })
        #expect(keys.differences == [.init(place: "header cache-control", there: "max-age=60", here: nil)])
        let code = try #require(keyed.calls.first { $0.call.id == "code-unknown" })
        let description = "\"The code has expired or has been revoked.\""
        #expect(code.differences == [.init(place: "body.error_description", there: nil, here: description)])
        #expect(
            keyed.text.contains("differs  code-unknown\n         body.error_description\n           there: absent\n"))
        #expect(!keyed.isSame)
    }

    @Test func `goes on after a call whose value no earlier answer had`() async throws {
        let script = """
            {"calls":[{"id":"first","path":"/auth/keys","capture":{"lost":"nowhere.at_all"}},
            {"id":"second","path":"/auth/token","form":{"code":"{lost}"}},{"id":"third","path":"/auth/keys"}]}
            """
        let recording = try await Self.emulator().runLive { try await Self.record(Array(script.utf8), $0) }
        #expect(recording.isSame)
        #expect(String(decoding: recording.json, as: UTF8.self).contains(#""there": {"skipped":"lost"}"#))
    }

    @Test func `pauses between calls to the server, and says who calls`() async throws {
        let pauses = Mutex(0)
        let agents = Mutex<[String]>([])
        let router = Router()
        router.get("**") { request, _ in
            agents.withLock { $0.append(request.headers[.userAgent] ?? "") }
            return Response(status: .ok)
        }
        _ = try await NotificationReceiver.serve(router) { url in
            try await Self.recordThree(at: url) { pauses.withLock { $0 += 1 } }
        }
        #expect(pauses.withLock { $0 } == 2)
        #expect(agents.withLock { $0 }.map { $0.hasPrefix("apple-id-emulator/") } == [true, true, true])
    }

    @Test func `sends nothing more to a server that wants fewer calls`() async throws {
        let count = Mutex(0)
        let router = Router()
        router.get("**") { _, _ in
            let status = count.withLock { count in
                count += 1
                return count == 2 ? 429 : 200
            }
            return Response(status: .init(code: status))
        }
        let interruption = await #expect(throws: RecordingInterruption.self) {
            _ = try await NotificationReceiver.serve(router) { try await Self.recordThree(at: $0) {} }
        }
        #expect(interruption?.code == "throttled")
        #expect(interruption?.call == "two")
        #expect(count.withLock { $0 } == 2)
    }

    @Test func `follows no redirect to another address`() async throws {
        let paths = Mutex<[String]>([])
        let router = Router()
        router.get("**") { request, _ in
            paths.withLock { $0.append(request.uri.path) }
            return Response(status: .found, headers: [.location: "/elsewhere"])
        }
        _ = try await NotificationReceiver.serve(router) { try await Self.recordThree(at: $0) {} }
        #expect(paths.withLock { $0 } == ["/one", "/two", "/three"])
    }

    @Test func `says which call a server did not answer`() async throws {
        let interruption = await #expect(throws: RecordingInterruption.self) {
            // port 1 on loopback: nothing listens there
            try await Self.recordThree(at: "http://127.0.0.1:1/x") {}
        }
        #expect(interruption?.code == "unreachable")
        #expect(interruption?.description.contains("http://127.0.0.1:1 could not be reached for one") == true)
    }

    @Test func `sends nothing if the key file is no key`() async throws {
        let count = Mutex(0)
        let router = Router()
        router.on("**", method: .post) { _, _ in
            count.withLock { $0 += 1 }
            return Response(status: .ok)
        }
        let script = """
            {"client_secrets":{"s":{"team_id":"T","key_id":"K","client_id":"C","key_file":"/nowhere"}},
            "calls":[{"id":"one","path":"/one","form":{"client_secret":"{s}"}}]}
            """
        let fault = await #expect(throws: RecordingFault.self) {
            _ = try await NotificationReceiver.serve(router) { url in
                try await Self.recorder(
                    RecordingScript(json: Array(script.utf8)), RecordingValues([:]), at: try Self.origin(of: url),
                    readFile: { _ in Array("rubbish".utf8) }
                ).record()
            }
        }
        #expect(fault?.code == "key_file")
        #expect(count.withLock { $0 } == 0)
    }

    private static func origin(of url: String) throws -> RecordingBaseURL {
        try RecordingBaseURL("http://127.0.0.1:\(try #require(URL(string: url)?.port))")
    }

    private static func recordThree(
        at url: String, pause: @escaping @Sendable () async throws -> Void
    ) async throws -> Recording {
        let script =
            #"{"calls":[{"id":"one","path":"/one"},{"id":"two","path":"/two"},{"id":"three","path":"/three"}]}"#
        return try await recorder(
            RecordingScript(json: Array(script.utf8)), RecordingValues([:]), at: try origin(of: url), pause: pause
        ).record()
    }
}
