import Foundation
import Settings
import Testing

@testable import AppleIDEmulator

/// Teams in the state file.
struct KeptTeamTests {
    /// An emulator with a state file in a folder of its own, started twice.
    private func restarted(
        _ change: (EmulatorServer) throws -> Void, then adjust: (inout EmulatorConfiguration) -> Void = { _ in }
    ) throws -> EmulatorServer {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("state").path
        func configure(_ configuration: inout EmulatorConfiguration) {
            configuration.stateFile = file
            // each test emulator has new keys, and a configured team with other keys is another one
            for name in configuration.teams.keys { configuration.teams[name]?.publicKeys = [:] }
        }
        try change(try TestEmulator(configure).server)
        return try TestEmulator {
            configure(&$0)
            adjust(&$0)
        }.server
    }

    private func register(_ server: EmulatorServer) throws {
        try server.state.addTeam("PORTALTEAM", name: "Portal", kind: .individual)
        try server.state.savePortal(of: "PORTALTEAM") { portal, _, _ throws(PortalRefusal) in
            .app("com.portal.app", AppID(description: "Portal", capability: .primary))
        }
        _ = try server.state.addKey("first", primaryApp: "com.portal.app", of: "PORTALTEAM")
    }

    @Test func `brings back a team that was set up in the portal, without the private key`() throws {
        let server = try restarted(register)
        let (team, client, waiting) = server.state.read { world in
            (world.portal.teams["PORTALTEAM"], world.client("com.portal.app"), world.portal.privateKeys)
        }
        #expect(team?.kind == .individual && team?.keys.count == 1)
        #expect(client?.standing == .ready)
        #expect(waiting.isEmpty)
    }

    @Test func `brings back what was changed of a configured team`() throws {
        let server = try restarted { server in
            try server.state.savePortal(of: "EMUTEAM001") { _, _, _ throws(PortalRefusal) in
                .app(TestEmulator.lonelyApp, nil)
            }
        }
        #expect(server.state.read { $0.client(TestEmulator.lonelyApp) } == nil)
    }

    @Test func `prefers a configuration that has changed since`() throws {
        let server = try restarted { server in
            try server.state.savePortal(of: "EMUTEAM001") { _, _, _ throws(PortalRefusal) in
                .app(TestEmulator.lonelyApp, nil)
            }
        } then: {
            $0.teams["main"]?.apps["com.example.new"] = .some(nil)
        }
        #expect(server.state.read { $0.client(TestEmulator.lonelyApp) } != nil)
    }

    @Test func `leaves out a team whose app a configured team has now`() throws {
        let server = try restarted(register) {
            $0.teams["main"]?.apps["com.portal.app"] = .some(nil)
        }
        #expect(server.state.read { $0.teams["PORTALTEAM"] } == nil)
    }

    @Test func `keeps a transfer with its people and their identifiers`() throws {
        var identifier = ""
        let server = try restarted { server in
            let state = server.state
            try state.savePortal(of: "EMUTEAM001") { portal, _, _ throws(PortalRefusal) in
                try portal.change(
                    TestEmulator.groupedApp, to: AppID(description: "Watch", capability: .primary), of: "EMUTEAM001")
            }
            let person = try #require(state.read { $0.person("maya") })
            let client = try #require(state.read { $0.client(TestEmulator.app) })
            _ = try state.authorize(
                .init(
                    client: client, scopes: [], nonce: nil, redirectURI: nil, codeChallenge: nil,
                    wantsIdentityToken: false),
                ConsentChoice(person: person, isEmailShared: true, name: PersonName(first: "M", last: "L")))
            try state.startTransfer(of: TestEmulator.app, from: "EMUTEAM001", to: "OTHERTEAM1")
            try state.acceptTransfer(of: TestEmulator.app, by: "OTHERTEAM1")
            let key = Consent.Key(person: "maya", teamID: "OTHERTEAM1", primaryApp: TestEmulator.app)
            identifier = try state.change { $0.transferClaim(of: key, seed: 1) } ?? ""
        }
        let key = Consent.Key(person: "maya", teamID: "OTHERTEAM1", primaryApp: TestEmulator.app)
        let old = TeamSubjects.subject(of: "maya", team: "EMUTEAM001", seed: 1)
        let (team, transfer, known, state) = server.state.read { world in
            (
                world.client(TestEmulator.app)?.teamID, world.openTransfer(of: key),
                world.migration.identifiers[identifier],
                world.client(TestEmulator.app).map { world.credentialState(ofFormer: old, app: $0, on: nil) }
            )
        }
        #expect(team == "OTHERTEAM1" && transfer?.number == 1)
        #expect(known == .init(person: "maya", recipient: "OTHERTEAM1"))
        #expect(state == .transferred)
    }
}
