import ChildPrograms
import Foundation
import JSONWebTokens
import Testing

/// `siwa doctor` beside the running service and the emulator, as an operator would use it.
@Suite struct DoctorTests {
    private func doctor(_ system: SignInSystem) async throws -> Program.Ended {
        try await Program.siwa.run(["doctor", "--config", system.configuration, "--json"])
    }

    /// The codes that are not fine, with their subjects.
    private func faults(_ ended: Program.Ended) throws -> [String] {
        struct Report: Decodable {
            struct Finding: Decodable {
                let code: String
                let level: String
                let subject: String
            }
            let findings: [Finding]
        }
        return try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8)).findings
            .filter { $0.level != "fine" && $0.code != "apple_is_an_emulator" }.map { $0.code + ": " + $0.subject }
    }

    /// Changes the service's team in its configuration.
    private func change(_ system: SignInSystem, _ edit: (inout [String: Any]) -> Void) throws {
        let file = URL(fileURLWithPath: system.configuration)
        var settings = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        var teams = try #require(settings["teams"] as? [String: [String: Any]])
        var team = try #require(teams["example"])
        edit(&team)
        teams["example"] = team
        settings["teams"] = teams
        try JSONSerialization.data(withJSONObject: settings).write(to: file)
    }

    @Test func `finds nothing to fix beside a service that runs`() async throws {
        try await SignInSystem.run { system in
            let before = try await doctor(system)
            #expect(before.status == 0 && before.output.contains("first_start"))
            #expect(try faults(before) == ["public_address_silent: " + system.publicURL])
            try await system.startService()
            let ended = try await doctor(system)
            #expect(ended.status == 0, "\(ended.output) \(ended.errors)")
            #expect(try faults(ended).isEmpty)
            for code in [
                "configuration_read", "key_file_private", "master_key_read", "database_opened", "clock_agrees",
                "apple_keys_fetched", "credentials_accepted", "public_name_resolved", "public_address_reached",
                "redirect_accepted", "issuer_agrees", "stored_keys_fresh", "post_reached", "apple_is_an_emulator",
            ] {
                #expect(ended.output.contains("\"\(code)\""), "\(code)")
            }
            #expect(ended.output.components(separatedBy: "\"post_reached\"").count == 3)
            let log = try String(contentsOfFile: system.folder + "/siwa.log", encoding: .utf8)
            #expect(log.contains("apple.base_url: Apple is the emulator at \(system.emulator.baseURL)"))
            // Three clients with one key, and no account was touched.
            #expect(ended.output.components(separatedBy: "\"credentials_accepted\"").count == 4)
        }
    }

    @Test func `tells a wrong key, a wrong client and a wrong team apart`() async throws {
        try await SignInSystem.run { system in
            try await system.startService()
            let other = system.folder + "/other.p8"
            let pem = Data(SigningKey.makeES256(keyID: "OTHERKEY01").pemRepresentation.utf8)
            _ = FileManager.default.createFile(atPath: other, contents: pem, attributes: [.posixPermissions: 0o600])
            try change(system) { team in
                var keys = team["keys"] as? [String: Any] ?? [:]
                keys["OTHERKEY01"] = ["file": other]
                team["keys"] = keys
            }
            let key = try await doctor(system)
            #expect(key.status == 1)
            #expect(try faults(key) == ["key_refused: team example, key OTHERKEY01"])

            try change(system) { team in
                team["keys"] = (team["keys"] as? [String: Any] ?? [:]).filter { $0.key != "OTHERKEY01" }
                var clients = team["clients"] as? [String: Any] ?? [:]
                clients["typo"] = [
                    "id": "com.example.ap", "kind": "native", "primary_app_id": "com.example.app",
                ]
                team["clients"] = clients
            }
            let client = try await doctor(system)
            #expect(client.status == 1)
            #expect(try faults(client) == ["client_refused: team example, client typo (com.example.ap)"])

            try change(system) { team in
                var clients = team["clients"] as? [String: Any] ?? [:]
                clients["typo"] = [
                    "id": "com.example.wob", "kind": "web", "primary_app_id": "com.example.app",
                ]
                team["clients"] = clients
            }
            let web = try await doctor(system)
            #expect(web.status == 1)
            #expect(
                try faults(web).map { $0.prefix { $0 != ":" } } == ["client_refused", "services_id_unknown"])
            try change(system) { team in
                team["clients"] = (team["clients"] as? [String: Any] ?? [:]).filter { $0.key != "typo" }
            }

            try change(system) { $0["team_id"] = "TEAM999999" }
            let team = try await doctor(system)
            #expect(team.status == 1)
            #expect(try faults(team) == ["team_refused: team example (TEAM999999)"])
        }
    }

    @Test func `names a key file that others may read`() async throws {
        try await SignInSystem.run { system in
            try await system.startService()
            let key = system.folder + "/AuthKey_TESTKEY001.p8"
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
            let ended = try await doctor(system)
            #expect(ended.status == 1)
            #expect(try faults(ended) == ["key_file_refused: team example, key TESTKEY001"])

            try Data("no key".utf8).write(to: URL(fileURLWithPath: key))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
            let broken = try await doctor(system)
            #expect(broken.status == 1)
            #expect(try faults(broken) == ["key_not_usable: team example, key TESTKEY001"])
        }
    }

    @Test func `blames nobody where Apple does not answer`() async throws {
        try await SignInSystem.run { system in
            try await system.startService()
            await system.emulator.stop()
            let ended = try await doctor(system)
            #expect(ended.status == 3)
            #expect(
                try faults(ended).map { $0.prefix { $0 != ":" } } == [
                    "apple_keys_not_fetched", "discovery_not_fetched", "apple_not_answering", "apple_not_answering",
                    "apple_not_answering",
                    "redirect_not_asked",
                ])
        }
    }
}

/// What `siwa doctor` says about the way to the service, against servers that misbehave.
@Suite struct DoctorNetworkTests {
    private func codes(_ system: SignInSystem) async throws -> [String] {
        struct Report: Decodable {
            struct Finding: Decodable {
                let code: String
                let level: String
            }
            let findings: [Finding]
        }
        let ended = try await Program.siwa.run(["doctor", "--config", system.configuration, "--json"])
        return try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8)).findings
            .filter { $0.level != "fine" && $0.code != "apple_is_an_emulator" }.map(\.code)
    }

    private func change(_ system: SignInSystem, _ edit: (inout [String: Any]) -> Void) throws {
        let file = URL(fileURLWithPath: system.configuration)
        var settings = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        edit(&settings)
        try JSONSerialization.data(withJSONObject: settings).write(to: file)
    }

    @Test func `tells a missing service, another program and an unknown name apart`() async throws {
        try await SignInSystem.run { system in
            try await system.startService()
            await system.service?.stop()
            #expect(try await codes(system) == ["public_address_silent"])
            // The emulator answers, and it is not this service. It does not know the return URL either.
            try change(system) { $0["public_url"] = system.emulator.baseURL }
            #expect(try await codes(system) == ["other_program_reached", "redirect_refused"])
            try change(system) { $0["public_url"] = "https://nobody.invalid" }
            #expect(try await codes(system) == ["proxy_not_named", "public_name_unknown", "redirect_refused"])
        }
    }

    @Test func `misses the database that belongs to the master keys, and the mail program`() async throws {
        try await SignInSystem.run { system in
            try await system.startService()
            await system.service?.stop()
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: system.folder + "/accounts.sqlite" + suffix)
            }
            try change(system) { settings in
                settings["mail"] = ["command": ["/nowhere/sendmail", "-t"], "from": "accounts@example.com"]
            }
            #expect(
                try await codes(system) == ["database_missing", "mail_program_missing", "public_address_silent"])
            let refused = await #expect(throws: LivingProgram.NotStarted.self) { try await system.startService() }
            #expect(refused?.log.contains("database") == true)
        }
    }
}
