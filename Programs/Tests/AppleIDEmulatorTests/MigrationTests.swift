import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// `/auth/usermigrationinfo` in both directions. The refusal suite has a case for each refusal.
@Suite struct MigrationTests {
    private func run(_ body: @escaping @Sendable (TransferSetup, Caller) async throws -> Void) async throws {
        try await TestEmulator().run { caller in try await body(TransferSetup(caller), caller) }
    }

    @Test func `leads from the former subject over an identifier to the new one`() async throws {
        try await run { setup, caller in
            let before = try await setup.credential().text("user") ?? ""
            let identifier = try await setup.identifier(of: before).json.text("transfer_sub") ?? ""
            #expect(identifier.wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.\d{4}/) != nil)
            try await setup.transfer()
            let person = try await setup.person(behind: identifier).json
            #expect(person.names == ["sub"])
            #expect(try await setup.credential().text("user") == person.text("sub"))
            #expect(try await setup.identifier(of: before).json.text("transfer_sub") == identifier)
        }
    }

    @Test func `tells the new relay address of people who hide theirs`() async throws {
        try await run { setup, caller in
            let before = try await setup.credential(sharesEmail: false).text("user") ?? ""
            let identifier = try await setup.identifier(of: before).json.text("transfer_sub") ?? ""
            try await setup.transfer()
            let person = try await setup.person(behind: identifier).json
            #expect(person.names == ["sub", "email", "is_private_email"])
            let token = try await setup.credential(sharesEmail: false).text("identity_token")
            #expect(try payload(of: token).text("email") == person.text("email"))
            #expect(person.bool("is_private_email") == true)
        }
    }

    @Test func `has one identifier of a person for all apps that go to one team`() async throws {
        try await run { setup, caller in
            let subject = try await setup.credential().text("user") ?? ""
            let other = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.lonely"}"#)
            #expect(other.text("user") == subject)
            let first = try await setup.identifier(of: subject).json.text("transfer_sub")
            let secret = try caller.emulator.secret(for: TestEmulator.lonelyApp)
            let token =
                try await caller.token(
                    ["grant_type": "client_credentials", "scope": "user.migration", "redirect_uri": nil],
                    client: TestEmulator.lonelyApp, secret: secret
                ).json.text("access_token") ?? ""
            let reply = try await setup.migrate(
                [("sub", subject), ("target", TransferSetup.recipient)], token, secret, client: TestEmulator.lonelyApp)
            #expect(try reply.json.text("transfer_sub") == first && first != nil)
        }
    }

    @Test func `lets the former team's secret fetch identifiers for sixty days, and sign nobody in`() async throws {
        try await run { setup, caller in
            let credential = try await setup.credential()
            let subject = credential.text("user") ?? ""
            try await setup.transfer()
            let code = ["code": credential.text("authorization_code"), "redirect_uri": nil]
            let refused = try await caller.token(code, client: TestEmulator.app)
            #expect(refused.text == #"{"error":"invalid_client"}"#)
            #expect(try await caller.lastCause() == "client_of_other_team")
            let redeemed = try await caller.token(code, client: TestEmulator.app, secret: try setup.recipientSecret)
            #expect(redeemed.status == 200)
            caller.emulator.clock.advance(by: TransferSetup.days60 - 1)
            #expect(try await setup.identifier(of: subject).status == 200)
            caller.emulator.clock.advance(by: 1)
            #expect(try await setup.identifier(of: subject).status == 400)
        }
    }

    @Test(arguments: [("invalid_client", 400), ("invalid_grant", 400), ("work", 200)])
    func `answers an old refresh token as a switch says`(_ answer: String, _ status: Int) async throws {
        try await run { setup, caller in
            _ = try await caller.control("/switches", #"{"old_refresh_tokens_after_transfer":"\#(answer)"}"#)
            let credential = try await setup.credential()
            let tokens = try await caller.token(
                ["code": credential.text("authorization_code"), "redirect_uri": nil], client: TestEmulator.app
            ).json
            try await setup.transfer()
            let reply = try await caller.token(
                ["grant_type": "refresh_token", "refresh_token": tokens.text("refresh_token"), "redirect_uri": nil],
                client: TestEmulator.app, secret: try setup.recipientSecret)
            #expect(reply.status == status)
            #expect(try reply.json.text("error") == (status == 200 ? nil : answer))
        }
    }

    @Test func `forgets an identifier where a fault says so`() async throws {
        try await run { setup, caller in
            let subject = try await setup.credential().text("user") ?? ""
            let first = try await setup.identifier(of: subject).json.text("transfer_sub") ?? ""
            _ = try await caller.control(
                "/faults", #"{"endpoint":"migration","fault":{"kind":"forget","times":1}}"#)
            let other = try await setup.identifier(of: subject).json.text("transfer_sub") ?? ""
            #expect(other != first && other.count == first.count)
            #expect(try await setup.identifier(of: subject).json.text("transfer_sub") == first)
            try await setup.transfer()
            #expect(try await setup.person(behind: other).status == 400)
            #expect(try await setup.person(behind: first).status == 200)
            let misplaced = try await caller.control("/faults", #"{"endpoint":"token","fault":{"kind":"forget"}}"#)
            #expect(try misplaced.json.text("error") == "fault_endpoint")
        }
    }

    @Test func `takes the header of the access token in strict mode, too`() async throws {
        try await TestEmulator { $0.makeStrict() }.run { caller in
            let setup = try await TransferSetup(caller)
            let subject = try await setup.credential().text("user") ?? ""
            #expect(try await setup.identifier(of: subject).status == 200)
        }
    }
}
