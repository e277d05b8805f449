import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Sign-ins for which Apple's token endpoint does not respond correctly.
struct GrantExchangeTests {
    static let temporary: [ScriptedApple.Fault] = [
        .unreachable(.timedOut), .unreachable(.connectFailed), .unreachable(.tlsFailed),
        .unreachable(.responseTooLarge),
        .unreachable(.protocolViolated), .status(500, body: ""), .status(502, body: "<html>"), .status(503, body: "{}"),
        .status(429, body: ""), .status(200, body: ""), .status(200, body: "[]"),
        .status(200, body: "{\"access_token\":1}"),
        .status(200, body: "<html>"), .status(302, body: ""), .status(400, body: "{\"error\":\"server_on_fire\"}"),
        .status(418, body: ""), .answerLost,
    ]
    static let ours = [
        "invalid_client", "invalid_request", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
    ]

    @Test(arguments: temporary.indices)
    func `a new person is asked to come back, loses no name, and gets in with a new attempt`(_ index: Int) async throws
    {
        let world = try World()
        world.apple.fault = Self.temporary[index]
        let name = FirstSignInUser(givenName: "Ann", familyName: "Archer")
        let error = try await failure { try await world.signInOnWeb(.ann, name: name) }
        guard case .unavailable(.appleUnavailable, let retryAfter)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(retryAfter > 0)
        #expect(world.apple.exchanges.count == 1)
        #expect(try await world.account(of: .ann) == nil)
        #expect(world.incidents.all.map(\.code) == ["exchange_unavailable"])

        world.apple.fault = nil
        let signedIn = try await world.signInOnWeb(.ann)
        #expect(signedIn.isNewAccount)
        #expect(signedIn.account.givenName == "Ann")
        #expect(signedIn.account.familyName == "Archer")
        #expect(try await world.keptName(of: .ann) == nil)
    }

    @Test(arguments: temporary.indices)
    func `a known person without a live grant signs in all the same`(_ index: Int) async throws {
        let world = try World()
        let first = try await world.signInNatively(.ann)
        world.apple.fault = Self.temporary[index]
        let second = try await world.signInOnWeb(.ann)
        #expect(second.account.id == first.account.id)
        let grant = try #require(try await world.grant(of: .ann, clientID: "com.example.web"))
        #expect(grant.sealedRefreshToken == nil)

        world.apple.fault = nil
        _ = try await world.signInOnWeb(.ann)
        #expect(try await world.grant(of: .ann, clientID: "com.example.web")?.sealedRefreshToken != nil)
    }

    @Test func `passes Apple's own waiting time on`() async throws {
        let world = try World()
        world.apple.fault = .status(503, body: "", headers: [("Retry-After", "17")])
        let error = try await failure { try await world.signInNatively(.ann) }
        #expect(error == .unavailable(.appleUnavailable, retryAfter: 17))
    }

    @Test func `a new sign-in's token takes the place of the stored one, which is revoked with it`() async throws {
        let world = try World()
        _ = try await world.signInOnWeb(.ann)
        let first = try #require(try await world.grant(of: .ann, clientID: "com.example.web"))
        let again = try await world.signInOnWeb(.ann)
        let second = try #require(try await world.grant(of: .ann, clientID: "com.example.web"))
        #expect(second.sealedRefreshToken != first.sealedRefreshToken)
        #expect(try await world.replacedGrants(of: .ann).map(\.sealedRefreshToken) == [first.sealedRefreshToken])
        _ = try await AccountDeletion(world.environment).delete(world.session(of: again))
        try await AppleOutbox(world.environment).work()
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test(arguments: [
        ScriptedApple.Fault.unreachable(.connectFailed), .status(400, body: "{\"error\":\"invalid_grant\"}"),
        .noRefreshToken,
    ])
    func `an exchange that brings no token leaves the stored token and the sessions as they were`(
        _ fault: ScriptedApple.Fault
    ) async throws {
        let world = try World()
        let before = try await world.signInOnWeb(.ann)
        let stored = try #require(try await world.grant(of: .ann, clientID: "com.example.web"))
        world.apple.fault = fault
        let after = try await world.signInOnWeb(.ann)
        #expect(world.apple.exchanges.count == 2)
        #expect(try await world.grant(of: .ann, clientID: "com.example.web") == stored)
        #expect(try await world.replacedGrants(of: .ann).isEmpty)
        #expect(await world.isLive(before))
        #expect(await world.isLive(after))
    }

    @Test func `of very many replaced tokens the newest hundred are kept`() async throws {
        let world = try World()
        for _ in 0..<103 { _ = try await world.signInNatively(.ann) }
        let kept = try await world.replacedGrants(of: .ann)
        #expect(kept.count == TokenReplacement.longest)
        world.clock.advance(1)
        _ = try await world.signInNatively(.ann)
        #expect(try await world.replacedGrants(of: .ann).dropLast().map(\.id) == kept.dropFirst().map(\.id))
    }

    @Test func `invalid_grant still signs in, new or known, and marks the grant missing`() async throws {
        let world = try World()
        world.apple.fault = .status(400, body: "{\"error\":\"invalid_grant\",\"error_description\":\"used\"}")
        let signedIn = try await world.signInOnWeb(.ann)
        #expect(signedIn.isNewAccount)
        let missing = try #require(try await world.grant(of: .ann, clientID: "com.example.web"))
        #expect(missing.sealedRefreshToken == nil)
        world.apple.fault = nil
        _ = try await world.signInOnWeb(.ann)
        #expect(try await world.grant(of: .ann, clientID: "com.example.web")?.sealedRefreshToken != nil)
    }

    @Test(arguments: ours)
    func `what Apple holds against us alarms the operator, lets known people in and new ones not`(
        _ code: String
    ) async throws {
        let world = try World()
        let known = try await world.signInNatively(.ann)
        world.apple.fault = .status(400, body: "{\"error\":\"\(code)\"}")
        let again = try await world.signInOnWeb(.ann)
        #expect(again.account.id == known.account.id)
        #expect(world.incidents.all == [.appleRefusedClient(client: "web", code: code)])
        #expect(world.incidents.all.allSatisfy { $0.isAlarm })

        let name = FirstSignInUser(givenName: "Ben", familyName: nil)
        let error = try await failure { try await world.signInOnWeb(.ben, name: name) }
        #expect(error == .misconfigured(.appleRefusedClient))
        #expect(try await world.account(of: .ben) == nil)
        world.apple.fault = nil
        #expect(try await world.signInOnWeb(.ben).account.givenName == "Ben")
    }

    static let disagreements: [(name: String, change: @Sendable (inout [String: JSONValue]) -> Void)] = [
        ("another person", { $0["sub"] = .string(Person.ben.subject) }),
        ("another client", { $0["aud"] = "com.example.app" }),
        ("another nonce", { $0["nonce"] = "other" }),
    ]

    @Test(arguments: disagreements.indices)
    func `two tokens that disagree make no session, and an alarm`(_ index: Int) async throws {
        let world = try World()
        for isKnown in [false, true] {
            if isKnown {
                world.apple.fault = nil
                _ = try await world.signInNatively(.ann)
            }
            world.apple.fault = .token(Self.disagreements[index].change)
            let error = try await failure { try await world.signInOnWeb(.ann) }
            #expect(error == .refused(.exchangedTokenDisagrees), "\(Self.disagreements[index].name)")
            #expect(world.incidents.all.last == .exchangedTokenDisagrees(client: "web"))
            #expect(try await world.grant(of: .ann, clientID: "com.example.web") == nil)
        }
    }

    static let rejected: [@Sendable (inout [String: JSONValue]) -> Void] = [
        { $0["iss"] = "https://appleid.apple.com" }, { $0["exp"] = 1 }, { $0["at_hash"] = "AAAA" },
        { $0["aud"] = "com.example.stranger" }, { $0["sub"] = nil },
    ]

    @Test(arguments: rejected.indices)
    func `a token from the exchange that does not verify makes no session`(_ index: Int) async throws {
        let world = try World()
        world.apple.fault = .token(Self.rejected[index])
        let error = try await failure { try await world.signInOnWeb(.ann) }
        #expect(error == .refused(.exchangedTokenRefused))
        #expect(try await world.account(of: .ann) == nil)
    }

    @Test func `a token signed by a stranger makes no session, nor does none`() async throws {
        let world = try World()
        world.apple.fault = .foreignKey
        #expect(try await failure { try await world.signInOnWeb(.ann) } == .refused(.exchangedTokenRefused))
        world.apple.fault = .noIdentityToken
        #expect(try await failure { try await world.signInOnWeb(.ann) } == .refused(.exchangedTokenMissing))
        #expect(try await world.account(of: .ann) == nil)
    }

    @Test func `a token from the exchange needs no nonce`() async throws {
        let world = try World()
        world.apple.hasNonceInExchange = false
        #expect(try await world.signInOnWeb(.ann).isNewAccount)
        #expect(try await world.grant(of: .ann, clientID: "com.example.web")?.sealedRefreshToken != nil)
    }

    @Test func `a token from the exchange without a nonce still belongs to its access token`() async throws {
        let world = try World()
        world.apple.hasNonceInExchange = false
        world.apple.fault = .token({ $0["at_hash"] = "AAAA" })
        #expect(try await failure { try await world.signInOnWeb(.ann) } == .refused(.exchangedTokenRefused))
        #expect(try await world.account(of: .ann) == nil)
    }

    @Test func `an answer without a refresh token leaves the grant missing`() async throws {
        let world = try World()
        world.apple.fault = .noRefreshToken
        #expect(try await world.signInOnWeb(.ann).isNewAccount)
        let grant = try #require(try await world.grant(of: .ann, clientID: "com.example.web"))
        #expect(grant.sealedRefreshToken == nil)
    }
}
