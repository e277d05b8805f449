import HTTPServing
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// Omits one check at a time, and expects that some subject is then answered differently. Checks that a switch turns on
/// are tested with the switches.
@Suite struct CheckListTests {
    private func cause<Subject>(_ checks: [Check<Subject>], _ subject: Subject) -> String? {
        do throws(Refusal) {
            try checks.require(subject)
            return nil
        } catch {
            return error.cause
        }
    }

    /// The names of the checks that no subject needs: without them, every subject gets the same answer.
    private func unnoticed<Subject>(_ checks: [Check<Subject>], _ subjects: [Subject]) -> [String] {
        checks.filter { left in
            let others = checks.filter { $0.name != left.name }
            return subjects.allSatisfy { cause(checks, $0) == cause(others, $0) }
        }.map(\.name)
    }

    @Test func `has a refused request for every check of the authorize step`() throws {
        let world = try TestEmulator().world
        var urls = RefusedRequest.all.map { Caller.authorizeURL($0.changes) }
        urls.append(Caller.authorizeURL() + "&state=again")
        let attempts =
            try urls.map { url in
                let query = url.split(separator: "?", maxSplits: 1)[1]
                let fields = try #require(FormFields(decoding: query.utf8))
                return AuthorizeAttempt(fields: fields, client: fields["client_id"].flatMap { world.client($0) })
            }
            + misconfigured(world).map { client in
                AuthorizeAttempt(fields: try #require(FormFields(decoding: Self.query.utf8)), client: client)
            }
        let bySwitch = [
            "prompt_refused", "redirect_query", "authorize_parameter_unknown", "parameter_too_long", "redirect_local",
            "redirect_domain_unverified",
        ]
        let checks = AuthorizeAttempt.checks.filter { !bySwitch.contains($0.name) }
        #expect(unnoticed(checks, attempts) == [])
    }

    @Test func `has a forged secret for every check of client secrets`() throws {
        let emulator = try TestEmulator()
        var attempts = try ForgedSecret.all.map { forged in
            ClientSecretAttempt(
                secret: try forged.make(emulator), clientID: TestEmulator.web,
                team: try emulator.world.teams["EMUTEAM001"], audiences: ["https://appleid.apple.com"],
                now: emulator.clock.now)
        }
        attempts.append(
            ClientSecretAttempt(
                secret: try emulator.secret(), clientID: TestEmulator.web, team: nil,
                audiences: ["https://appleid.apple.com"], now: emulator.clock.now))
        for client in try misconfigured(emulator.world) {
            var attempt = ClientSecretAttempt(
                secret: try emulator.secret(), clientID: TestEmulator.web,
                team: try emulator.world.teams["EMUTEAM001"], audiences: ["https://appleid.apple.com"],
                now: emulator.clock.now)
            attempt.client = client
            attempts.append(attempt)
        }
        var team = try #require(try emulator.world.teams["EMUTEAM001"])
        team.keys["TESTKEY001"]?.revokedAt = 1
        attempts.append(
            ClientSecretAttempt(
                secret: try emulator.secret(), clientID: TestEmulator.web, team: team,
                audiences: ["https://appleid.apple.com"], now: emulator.clock.now))
        var moved = ClientSecretAttempt(
            secret: try emulator.secret(["iss": "OTHERTEAM1"], key: emulator.otherKey), clientID: TestEmulator.web,
            team: try emulator.world.teams["EMUTEAM001"], audiences: ["https://appleid.apple.com"],
            now: emulator.clock.now)
        moved.transfers = [
            AppTransfer(
                number: 1, primaryApp: TestEmulator.app, from: "OTHERTEAM1", to: "EMUTEAM001", startedAt: 0,
                clients: [TestEmulator.web], acceptedAt: 1)
        ]
        attempts.append(moved)
        let bySwitch = ["secret_issued_at", "secret_from_future", "secret_key_group"]
        let checks = ClientSecretAttempt.checks.filter { !bySwitch.contains($0.name) }
        #expect(unnoticed(checks, attempts) == [])
    }

    private static let query = String(Caller.authorizeURL().split(separator: "?", maxSplits: 1)[1])

    /// The web client as settings of the developer portal break it, in one way each.
    private func misconfigured(_ world: World) throws -> [Client] {
        let client = try #require(world.client(TestEmulator.web))
        let standings: [Client.Standing] = [
            .capabilityOff, .notConfigured, .primaryAppOff("a"), .primaryAppDeleted("a"),
        ]
        var withoutDomain = client
        withoutDomain.domains = []
        return [withoutDomain]
            + standings.map { standing in
                var client = client
                client.standing = standing
                return client
            }
    }

    @Test func `has a failed redemption for every check of codes`() {
        let key = Consent.Key(person: "maya", teamID: "T", primaryApp: "app")
        let grant = Grant(
            id: "c", person: "maya", client: "web", consent: key, scopes: [], authenticatedAt: 0, nonce: nil)
        let good = AuthorizationCode(
            grant: grant, nonce: nil, redirectURI: "https://a.example", codeChallenge: nil, expiresAt: 300)
        var used = good
        used.isUsed = true
        func redemption(
            _ code: AuthorizationCode?, client: String = "web", redirectURI: String? = "https://a.example",
            verifier: String? = nil, now: Int = 0
        ) -> CodeRedemption {
            CodeRedemption(code: code, client: client, redirectURI: redirectURI, verifier: verifier, now: now)
        }
        let failed = [
            redemption(nil), redemption(used), redemption(good, client: "other"), redemption(good, now: 300),
            redemption(good, redirectURI: nil), redemption(good, verifier: VerifierTests.verifier),
        ]
        #expect(unnoticed(CodeRedemption.checks, failed) == [])
        #expect(cause(CodeRedemption.checks, redemption(good, now: 299)) == nil)
    }

    @Test func `repeats a run from its seed, and only from its seed`() async throws {
        func fields(_ seed: UInt64) async throws -> JSONObject? {
            let emulator = try TestEmulator {
                $0.seed = seed
                $0.drawsFromSeed = true
            }
            return try await emulator.run { caller in try await caller.approve()["fields"]?.object }
        }
        let (one, again, other) = (try await fields(5), try await fields(5), try await fields(6))
        #expect(one?.text("code") == again?.text("code") && one?.text("code") != nil)
        #expect(one?.text("code") != other?.text("code"))
        let subjects = try [one, again, other].map { try payload(of: $0?.text("id_token")).text("sub") }
        #expect(subjects[0] == subjects[1] && subjects[0] != subjects[2])
    }
}
