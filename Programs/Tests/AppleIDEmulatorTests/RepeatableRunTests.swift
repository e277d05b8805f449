import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import Logging
import Testing

@testable import AppleIDEmulator

/// With a seed and a frozen clock, two runs give the same answers. `Laboratory/faults/emulator` compares processes.
@Suite struct RepeatableRunTests {
    private static func state(_ seed: UInt64?, signingKeys: Int = 3, file: String? = nil) throws -> EmulatorState {
        var configuration = try TestEmulator().server.configuration
        configuration.signingKeyCount = signingKeys
        configuration.stateFile = file
        configuration.drawsFromSeed = seed != nil
        configuration.seed = seed ?? 1
        return try EmulatorServer(configuration: configuration).state
    }

    private static func published(_ state: EmulatorState) -> [UInt8] { state.read { $0.keyRing.published().json() } }

    @Test func `publishes the same keys with the same seed from the start, and others with another`() throws {
        let (one, same, other) = (try Self.state(7), try Self.state(7), try Self.state(8))
        #expect(Self.published(one) == Self.published(same) && Self.published(one) != Self.published(other))
        #expect(one.read { $0.keyRing.entries.count } == 3)
        #expect(try Self.state(nil, signingKeys: 1).signingKeys.next(keyID: "K").verificationKey.keyID == "K")
    }

    @Test func `begins the list of public keys again under other key ids`() throws {
        let state = try Self.state(7, signingKeys: 1)
        for _ in 0..<PublicSigningKeys.count { _ = try state.addSigningKey(isPublished: true) }
        let keys = state.read { $0.keyRing.entries }
        let moduli = keys.map { $0.key.publicJSONWebKey.members.text("n") ?? "" }
        #expect(moduli.first == moduli.last && Set(moduli).count == PublicSigningKeys.count)
        #expect(Set(keys.map(\.keyID)).count == keys.count)
        let wrong = try state.wrongKeys.key(named: keys[0].keyID).publicJSONWebKey.members.text("n") ?? ""
        #expect(!moduli.contains(wrong) && wrong.count == 342)
    }

    @Test func `signs alike with the same seed`() throws {
        let tokens = try (0..<2).map { _ in
            let state = try Self.state(7)
            return try #require(state.read { $0.keyRing.signingKey }).sign(payload: Array("{}".utf8))
        }
        #expect(tokens[0] == tokens[1])
    }

    @Test func `derives the keys for client secrets from the seed`() throws {
        let pems = try [7, 7, 8].map { seed in
            try SigningKey.makeES256(keyID: "K", drawing: SeededBytes(seed: seed).draw).pemRepresentation
        }
        #expect(pems[0] == pems[1] && pems[0] != pems[2])
        #expect(throws: EmulatorFault.self) {
            try SigningKey.makeES256(keyID: "K") { [UInt8](repeating: 0, count: $0) }
        }
    }

    @Test func `keeps the example's key of a seed away from the one without`() throws {
        let folder = try ConfigurationTests.Folder()
        let made = try [nil, 7, 7, 8].map { try ExampleSetup.make(keysIn: folder.path, seed: $0) }
        let keys = made.map { $0.configuration.teams["example"]?.publicKeys["EMUKEY0001"] ?? "" }
        #expect(keys[1] == keys[2] && Set(keys).count == 3)
        #expect(made[0].keyFile == folder.path + "/AuthKey_EMUKEY0001.p8")
        #expect(made[1].keyFile == folder.path + "/seed-7/AuthKey_EMUKEY0001.p8")
        let elsewhere = try ConfigurationTests.Folder()
        let again = try ExampleSetup.make(keysIn: elsewhere.path, seed: 7)
        #expect(again.configuration.teams["example"]?.publicKeys["EMUKEY0001"] == keys[1])
    }

    @Test func `does not give out the tokens of an earlier run that the state file knows`() throws {
        let folder = try ConfigurationTests.Folder()
        let file = folder.path + "/state.json"
        func draw() throws -> [UInt8] {
            let state = try Self.state(7, file: file)
            return state.randomBytes(16)
        }
        let first = try draw()
        #expect(try draw() == first)
        try Self.state(7, file: file).changePassword(of: "maya", to: "another")
        let second = try draw()
        #expect(try second != first && draw() == second)
    }

    @Test func `draws in one piece, in order`() {
        let seeded = SeededBytes(seed: 3)
        #expect(seeded.draw(40) + seeded.draw(24) != SeededBytes(seed: 3).draw(64))
        #expect(SeededBytes(seed: 3).draw(40) == Array(SeededBytes(seed: 3).draw(64).prefix(40)))
    }

    @Test func `warns that tokens can be forged if others can reach an emulator with a seed`() throws {
        var configuration = EmulatorConfiguration()
        configuration.listen = ListenAddress(host: "0.0.0.0", port: 80)
        #expect(configuration.warnings.isEmpty)
        configuration.drawsFromSeed = true
        #expect(configuration.warnings.count == 1 && configuration.warnings[0].contains("forge"))
        configuration.listen = ListenAddress(host: "idp.localhost", port: 80)
        #expect(configuration.warnings.isEmpty)
    }

    // MARK: the clock

    @Test func `stands still at the configured time until a call moves it, and again after a reset`() async throws {
        try await TestEmulator { $0.frozenClock = 1_772_366_400 }.run { caller in
            caller.emulator.clock.advance(by: 500)
            func now() async throws -> String { try await caller.control("/clock", "", method: .get).text }
            #expect(try await now() == #"{"now":1772366400,"frozen":true}"#)
            #expect(
                try await caller.control("/clock", #"{"advance":60}"#).text == #"{"now":1772366460,"frozen":true}"#)
            _ = try await caller.control("/clock", #"{"freeze":false}"#)
            caller.emulator.clock.advance(by: 5)
            #expect(try await now() == #"{"now":1772366465,"frozen":false}"#)
            _ = try await caller.send(.post, "/_emulator/reset")
            #expect(try await now() == #"{"now":1772366400,"frozen":true}"#)
        }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-03-01T12:00:00Z", 1_772_366_400),
        ("2026-03-01T13:00:00+01:00", 1_772_366_400),
        ("2024-02-29t23:59:59.999z", 1_709_251_199), ("2000-02-29T00:00:00-00:30", 951_784_200),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("1970-01-01T00:00:00+00:01", nil),
        ("9999-12-31T23:59:59-00:01", nil), ("2025-02-29T00:00:00Z", nil), ("1900-02-29T00:00:00Z", nil),
        ("2026-13-01T00:00:00Z", nil), ("2026-04-31T00:00:00Z", nil), ("2026-03-01T24:00:00Z", nil),
        ("2026-03-01T12:00:60Z", nil), ("2026-03-01 12:00:00Z", nil), ("2026-03-01T12:00:00", nil),
        ("2026-03-01", nil), ("1772366400", nil), ("", nil), ("２026-03-01T12:00:00Z", nil),
    ])
    func `reads a time of RFC 3339`(_ text: String, _ seconds: Int?) { #expect(Timestamp.seconds(of: text) == seconds) }

    @Test func `reads the clock from the file`() throws {
        let folder = try ConfigurationTests.Folder()
        let good = try folder.write("a.json", #"{"clock":"2026-03-01T12:00:00Z"}"#)
        #expect(try EmulatorConfiguration(file: good, environment: [:]).frozenClock == 1_772_366_400)
        let bad = try folder.write("b.json", #"{"clock":"noon"}"#)
        #expect(throws: (any Error).self) { try EmulatorConfiguration(file: bad, environment: [:]) }
    }
}
