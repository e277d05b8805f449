import AccountStorage
import Foundation
import JSONWebTokens
import SignInFlows
@_spi(SignInPrograms) import SignInWithApple
import TestDoubles
import Testing

/// One scenario for each error code, by name. A code without a scenario fails the first test.
struct RefusalTests {
    typealias Scenario = @Sendable () async throws -> SignInError?

    @Test func `every code has a scenario, and no scenario stands for a code that is gone`() {
        // The library's tests cover the verifiers' own reasons: each has a token that only its check refuses.
        let verifier = Set(TokenRejection.ofIdentityTokens.map(\.code)).union(
            TokenRejection.ofNotifications.map { "notification_" + $0.code })
        let codes = Set(ErrorCode.ofFlows.map(\.name)).subtracting(verifier)
        #expect(Set(Self.scenarios.keys).subtracting(verifier) == codes)
    }

    @Test(arguments: scenarios.keys.sorted())
    func `ends in the error of its name`(_ code: String) async throws {
        let scenario = try #require(Self.scenarios[code])
        let error = try #require(try await scenario())
        #expect(error.code == code)
        #expect((error.retryAfter != nil) == error.errorCode.isTemporary)
    }

    @Test(arguments: [("Flows", ErrorCode.ofFlows), ("Requests", ErrorCode.ofRequests)])
    func `every row of the catalogue is listed, once`(_ file: String, _ listed: [ErrorCode]) throws {
        let codes = listed.map(\.name)
        #expect(Set(codes).count == codes.count)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Service/SignInFlows/Environment/Refusals")
        let text = try String(contentsOf: folder.appending(path: "ErrorCode+\(file).swift"), encoding: .utf8)
        let rows = text.matches(of: /Self\(\s*"([a-z0-9]+(?:_[a-z0-9]+)*)", [0-9]{3}/).map { String($0.1) }
        #expect(rows.count > 20 && Set(rows).isSubset(of: codes))
    }

    @Test(arguments: ErrorCode.ofFlows)
    func `says what happened and what to do`(_ code: ErrorCode) {
        #expect(code.meaning.hasSuffix(".") && code.meaning.count > 20)
        #expect(code.remedy.hasSuffix(".") && code.remedy.count > 10)
    }

    @Test func `a remedy promises no session where nobody knows whether there is one`() {
        let used = ErrorCode.attemptUsed.message
        #expect(!used.contains("signed in") && !used.contains("completed before"))
        for code in ErrorCode.ofFlows where code.name.hasSuffix("_unavailable") {
            #expect(code.remedy.hasPrefix("Send the same request again") && code.remedy.contains("attempt_used"))
        }
    }

    @Test func `no two meanings are alike`() {
        #expect(Set(ErrorCode.ofFlows.map(\.meaning)).count == ErrorCode.ofFlows.count)
    }

    @Test func `incidents have codes of their own`() throws {
        let session = try #require(SessionID(bytes: Array(repeating: 1, count: 16)))
        let incidents: [SignInIncident] = [
            .appleRefusedClient(client: "web", code: "x"), .exchangeUnavailable(client: "web", code: "x"),
            .notificationForUnknownAudience(audience: "com.example.app"), .mailUndeliverable, .mailSenderRefused,
            .exchangedTokenDisagrees(client: "web"), .sealedValueUnreadable, .refreshTokenReused(session: session),
            .refreshTokenFromAnotherClient(session: session), .refreshTokenAheadOfRow(session: session),
            .appTransferred(transfer: "sale"), .otherTeamTried(client: "web", transfer: "sale"),
        ]
        #expect(Set(incidents.map(\.code)).count == incidents.count)
    }

    static let scenarios: [String: Scenario] = attempts.merging(tokens) { one, _ in one }
        .merging(accounts) { one, _ in one }.merging(linking) { one, _ in one }.merging(passwords) { one, _ in one }
        .merging(sessions) { one, _ in one }.merging(dependencies) { one, _ in one }
        .merging(reports) { one, _ in one }

    private static let attempts: [String: Scenario] = [
        "client_unknown": {
            let world = try World()
            return try await failure { try await NativeSignIn(world.environment).begin(client: "nobody") }
        },
        "script_origin_refused": {
            let world = try World()
            return try await failure {
                try await ScriptSignIn(world.environment).begin(client: "web", on: "https://app.example.com")
            }
        },
        "client_wrong_kind": {
            let world = try World()
            return try await failure { try await WebSignIn(world.environment).begin(client: "app", returnTo: nil) }
        },
        "return_target_refused": {
            let world = try World()
            return try await failure { try await world.beginWeb(returnTo: "//evil.example") }
        },
        "attempt_unknown": {
            let world = try World()
            var surroundings = world.surroundings
            surroundings.secrets = try #require(ServerSecrets(master: Array(repeating: 8, count: 32)))
            let browser = try await World(surroundings).beginWeb()
            return try await failure { try await world.complete(.cancelled(state: browser.state), browser) }
        },
        "attempt_wrong_flow": {
            let world = try World()
            let browser = try await world.beginWeb()
            return try await failure {
                try await NativeSignIn(world.environment).complete(
                    AppleAnswer(attempt: browser.state, identityToken: "a.b.c", code: nil, name: nil))
            }
        },
        "attempt_expired": {
            let world = try World()
            let submission = try await world.nativeSubmission(.ann)
            world.clock.advance(600)
            return try await failure { try await NativeSignIn(world.environment).complete(submission) }
        },
        "attempt_used": {
            let world = try World()
            let submission = try await world.nativeSubmission(.ann)
            _ = try await NativeSignIn(world.environment).complete(submission)
            let other = AppleAnswer(
                attempt: submission.attempt, identityToken: submission.identityToken, code: nil, name: nil)
            return try await failure { try await NativeSignIn(world.environment).complete(other) }
        },
        "attempt_under_way": {
            let freezer = Freezer()
            let world = try World(observe: { if $0.point == .exchangeStarted { await freezer.freeze() } })
            let submission = try await world.nativeSubmission(.ann)
            Task.detached { try await NativeSignIn(world.environment).complete(submission) }
            await freezer.waitUntilFrozen()
            return try await failure { try await NativeSignIn(world.environment).complete(submission) }
        },
        "attempt_ended": {
            let world = try World()
            let browser = try await world.beginWeb()
            _ = try await world.complete(.cancelled(state: browser.state), browser)
            return try await failure { try await world.complete(world.form(.ann, browser), browser) }
        },
        "browser_proof_missing": {
            let world = try World()
            let callback = try await world.form(.ann, world.beginWeb())
            return try await failure {
                try await WebSignIn(world.environment).complete(callback, browserProof: nil)
            }
        },
        "browser_proof_mismatch": {
            let world = try World()
            let callback = try await world.form(.ann, world.beginWeb())
            let other = try await world.beginWeb()
            return try await failure { try await world.complete(callback, other) }
        },
        "authorization_refused": {
            let world = try World()
            let browser = try await world.beginWeb()
            return try await failure {
                try await world.complete(.refused(code: "access_denied", state: browser.state), browser)
            }
        },
        "identity_token_missing": {
            let world = try World()
            let browser = try await world.beginWeb()
            let code = AuthorizationCode(secretValue: "c")
            return try await failure {
                try await world.complete(
                    .authorized(code: code, identityToken: nil, state: browser.state, user: nil), browser)
            }
        },
    ]

    private static let tokens: [String: Scenario] = [
        "code_malformed": {
            let world = try World()
            let good = try await world.nativeSubmission(.ann)
            for code in ["", "a b", "c\u{7f}", "é", String(repeating: "c", count: 2_049)] {
                let bad = AppleAnswer(
                    attempt: good.attempt, identityToken: good.identityToken, code: code, name: nil)
                let error = try await failure { try await NativeSignIn(world.environment).complete(bad) }
                guard error == .refused(.codeMalformed) else { return error }
            }
            return .refused(.codeMalformed)
        },
        "nonce_mismatch": changed { $0["nonce"] = "other" },
        "nonce_missing": changed { $0["nonce"] = nil },
        "issuer_mismatch": changed { $0["iss"] = "https://appleid.apple.com" },
        "expired": changed { $0["exp"] = 1 },
        "code_hash_mismatch": changed { $0["c_hash"] = "AAAA" },
        "code_hash_missing": changed { $0["c_hash"] = nil },
        // A token that is valid for another client of the same team.
        "audience_mismatch": changed { $0["aud"] = "com.example.web" },
        "exchanged_token_missing": exchange(.noIdentityToken),
        "exchanged_token_refused": exchange(.foreignKey),
        "exchanged_token_disagrees": exchange(.token { $0["sub"] = .string(Person.ben.subject) }),
        "account_disabled": {
            let world = try World()
            let signedIn = try await world.signInNatively(.ann)
            try await world.disable(signedIn.account)
            return try await failure { try await world.signInNatively(.ann) }
        },
    ]

    private static let accounts: [String: Scenario] = [
        "consent_revoked": {
            let world = try World()
            let submission = try await world.nativeSubmission(.ann)
            world.clock.advance(5)
            let payload = try world.apple.notification("consent-revoked", about: .ann)
            try await AppleNotifications(world.environment).receive(payload: payload)
            return try await failure { try await NativeSignIn(world.environment).complete(submission) }
        },
        "account_held": newPerson(.hold),
        "proof_required": newPerson(.ask),
        "held_sign_in_over": {
            let world = try World(policy: .holding())
            return try await failure { try await world.heldSignIns().accept("unknown") }
        },
        "held_sign_in_decided": {
            let world = try World(policy: .holding())
            let held = try await world.held { try await world.signInNatively(.ann) }
            let backend = try await world.heldSignIns()
            try await backend.accept(held.handle)
            return try await failure { try await backend.accept(held.handle) }
        },
        "transfer_unmatched": {
            let world = try World.moving()
            world.acceptTransfer()
            return try await failure { try await world.signInMoved(.ann) }
        },
        "person_not_known": closedDoor { $0.newAccounts = .known },
        "person_not_invited": closedDoor { $0.newAccounts = .invited },
        "address_hidden": closedDoor { $0.hiddenAddresses = .refuse },
        "fresh_sign_in_required": {
            let world = try World()
            let browser = try await world.signInOnWeb(.ann)
            world.clock.advance(601)
            let found = try await SessionAuthentication(world.environment).authenticate(
                sessionCookie: browser.sessionCookie)
            return try await failure { try await AccountDeletion(world.environment).delete(found) }
        },
        "session_unknown": {
            let world = try World()
            let found = try await world.signedInSession()
            return try await failure { try await SessionList(world.environment).end("nobody's", by: found) }
        },
        "hand_off_code_invalid": {
            let world = try World()
            return try await failure { try await SessionHandOff(world.environment).open("x") }
        },
        "name_invalid": {
            let world = try World()
            let found = try await world.signedInSession()
            return try await failure {
                try await AccountEditing(world.environment).rename(found, given: "a\u{7}", family: nil)
            }
        },
    ]

    private static func newPerson(_ response: RealPersonPolicy.Response) -> Scenario {
        {
            var policy = SignInPolicy()
            policy.realPersonPolicy.unsupported = response
            let world = try World(policy: policy)
            return try await failure { try await world.signInNatively(.ann) }
        }
    }

    private static func closedDoor(_ close: @escaping @Sendable (inout AccountDoors) -> Void) -> Scenario {
        {
            let world = try World(policy: .closing(close))
            let error = try await failure { try await world.signInNatively(.eve) }
            guard try await world.account(of: .eve) == nil else { return nil }
            return error
        }
    }

    private static let sessions: [String: Scenario] = [
        "access_token_invalid": {
            let environment = try World().environment
            return try await failure { try await SessionAuthentication(environment).authenticate(accessToken: "x") }
        },
        "access_token_expired": {
            let world = try World()
            let signedIn = try await world.signInNatively(.ann)
            world.clock.advance(300)
            return try await failure {
                try await SessionAuthentication(world.environment).authenticate(accessToken: signedIn.accessToken)
            }
        },
        "session_cookie_invalid": {
            let environment = try World().environment
            return try await failure { try await SessionAuthentication(environment).authenticate(sessionCookie: "x") }
        },
        "session_ended": renewal { world, signedIn in
            let found = try await SessionAuthentication(world.environment).authenticate(
                accessToken: signedIn.accessToken)
            try await SignOut(world.environment).end(found)
        },
        "session_expired": renewal { world, _ in world.clock.advance(31 * 86_400) },
        "refresh_token_invalid": {
            let environment = try World().environment
            return try await failure { try await SessionRenewal(environment).renew(refreshToken: "v1.0.0.0") }
        },
        "refresh_token_reused": renewal { world, signedIn in
            let next = try await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)
            _ = try await SessionRenewal(world.environment).renew(refreshToken: next.refreshToken)
            world.clock.advance(1)
        },
        "refresh_token_wrong_client": {
            let world = try World()
            let signedIn = try await world.signInNatively(.ann)
            return try await failure {
                try await SessionRenewal(world.environment).renew(
                    refreshToken: signedIn.refreshToken, client: "other")
            }
        },
    ]

    private static let dependencies: [String: Scenario] = [
        "apple_unavailable": exchange(.unreachable(.timedOut)),
        "apple_key_unavailable": {
            let world = try World()
            _ = try await world.signInNatively(.ben)
            world.apple.newKey = .published
            let error = try await failure { try await world.signInNatively(.ann) }
            guard try await world.account(of: .ann) == nil else { return nil }
            return error
        },
        "apple_refused_client": exchange(.status(400, body: "{\"error\":\"invalid_client\"}")),
        "database_unavailable": {
            let world = try World()
            let submission = try await world.nativeSubmission(.ann)
            world.database.outage = .unavailable
            return try await failure { try await NativeSignIn(world.environment).complete(submission) }
        },
        "database_full": {
            let world = try World()
            let submission = try await world.nativeSubmission(.ann)
            world.database.outage = .full
            return try await failure { try await NativeSignIn(world.environment).complete(submission) }
        },
        "refresh_overtaken": renewal { world, signedIn in
            let next = try await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)
            _ = try await SessionRenewal(world.environment).renew(refreshToken: next.refreshToken)
            world.clock.advance(-1)
        },
        "database_corrupt": {
            let world = try World()
            let submission = try await world.nativeSubmission(.ann)
            world.database.fail(.corrupt, after: 0)
            return try await failure { try await NativeSignIn(world.environment).complete(submission) }
        },
        "signing_failed": {
            let world = try World()
            let submission = try await world.nativeSubmission(.ann)
            return try await failure { try await NativeSignIn(world.environmentWithoutSigning).complete(submission) }
        },
        "sealing_failed": {
            let world = try World(policy: .asking(.always))
            let submission = try await world.nativeSubmission(.ann)
            return try await failure {
                try await NativeSignIn(world.environmentWithoutSealing).completeOrAsk(submission)
            }
        },
    ]

    private static func changed(_ change: @escaping @Sendable (inout [String: JSONValue]) -> Void) -> Scenario {
        {
            let world = try World()
            let error = try await failure { try await world.signInNatively(.ann, changing: change) }
            guard try await world.account(of: .ann) == nil, world.apple.exchanges.isEmpty else { return nil }
            return error
        }
    }

    private static func exchange(_ fault: ScriptedApple.Fault) -> Scenario {
        {
            let world = try World()
            world.apple.fault = fault
            let error = try await failure { try await world.signInNatively(.ann) }
            guard try await world.account(of: .ann) == nil else { return nil }
            return error
        }
    }

    private static func renewal(_ prepare: @escaping @Sendable (World, SignedIn) async throws -> Void) -> Scenario {
        {
            let world = try World()
            let signedIn = try await world.signInNatively(.ann)
            try await prepare(world, signedIn)
            return try await failure {
                try await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)
            }
        }
    }
}
