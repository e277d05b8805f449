import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import StorageSupport
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct AppleNotificationTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private func receive(_ payload: String) async throws(SignInError) -> AppleNotifications.Receipt {
        try await AppleNotifications(world.environment).receive(payload: payload)
    }

    private func receive(_ type: String, about person: Person = .ann, at moment: Date? = nil) async throws -> String {
        try await receive(world.apple.notification(type, about: person, at: moment)).effect
    }

    private func isIn(_ signedIn: SignedIn) async throws -> Bool {
        try await failure {
            try await SessionAuthentication(world.environment).authenticate(accessToken: signedIn.accessToken)
        } == nil
    }

    @Test func `consent-revoked ends the sessions and drops the grant, and nothing more`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let other = try await world.signInNatively(.ben)
        world.clock.advance(10)
        #expect(try await receive("consent-revoked") == "sessions_ended")
        #expect(try await !isIn(signedIn))
        #expect(try await isIn(other))
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken == nil)
        #expect(try await world.account(of: .ann)?.disabledAt == nil)
        #expect(try await world.history(signedIn.account.id).first == "apple_notification sessions_ended")
        let again = try await world.signInNatively(.ann)
        #expect(again.account.id == signedIn.account.id)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }

    @Test func `a repeat changes nothing, not even after a new sign-in, a hundred times or a month later`() async throws
    {
        _ = try await world.signInNatively(.ann)
        world.clock.advance(10)
        let payload = try world.apple.notification("consent-revoked", about: .ann)
        #expect(try await !receive(payload).isRepeat)
        world.clock.advance(10)
        let again = try await world.signInNatively(.ann)
        for _ in 0..<100 { #expect(try await receive(payload).isRepeat) }
        #expect(try await isIn(again))
        let old = try world.apple.notification("consent-revoked", about: .ann, at: world.clock.now, id: "one")
        _ = try await receive(old)
        world.clock.advance(30 * 86_400)
        // The same event in a newly signed notification.
        let resent = try world.apple.notification(
            "consent-revoked", about: .ann, at: world.clock.now.addingTimeInterval(-30 * 86_400), id: "one")
        #expect(try await receive(resent).isRepeat)
    }

    @Test func `a sign-in that is newer than the event stays, an older one ends`() async throws {
        let older = try await world.signInNatively(.ann)
        world.clock.advance(10)
        let event = world.clock.now
        world.clock.advance(10)
        let newer = try await world.signInNatively(.ann)
        #expect(try await receive("consent-revoked", at: event) == "sessions_ended")
        #expect(try await !isIn(older))
        #expect(try await isIn(newer))
    }

    /// Apple documents whole seconds for the time of an event, and tokens have whole seconds as well.
    @Test func `what was signed in within the second of the event ends, too`() async throws {
        let second = world.clock.now
        world.clock.advance(0.4)
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(0.5)
        #expect(try await receive("consent-revoked", at: second) == "sessions_ended")
        #expect(try await !isIn(signedIn))
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken == nil)
        #expect(try await receive("account-deleted", at: second) == "identity_removed")
    }

    @Test func `a sign-in that is overtaken by the person's own stop is refused, and the next one works`() async throws
    {
        let submission = try await world.nativeSubmission(.ann)
        world.clock.advance(5)
        #expect(try await receive("consent-revoked") == "identity_unknown")
        let error = try await failure { try await NativeSignIn(world.environment).complete(submission) }
        #expect(error == .refused(.consentRevoked))
        #expect(try await world.account(of: .ann) == nil)
        world.clock.advance(1)
        _ = try await world.signInNatively(.ann)
    }

    @Test func `such a refusal uses the attempt up and keeps the name, also where no code was sent along`()
        async throws
    {
        let given = try await world.nativeSubmission(.ann, name: FirstSignInUser(givenName: "Ann", familyName: nil))
        let submission = AppleAnswer(
            attempt: given.attempt, identityToken: given.identityToken, code: nil, name: given.name)
        world.clock.advance(5)
        #expect(try await receive("consent-revoked") == "identity_unknown")
        for refusal in [ErrorCode.consentRevoked, .attemptUsed] {
            let error = try await failure { try await NativeSignIn(world.environment).complete(submission) }
            #expect(error == .refused(refusal))
        }
        #expect(try await world.account(of: .ann) == nil)
        #expect(try await world.keptName(of: .ann) != nil)
    }

    @Test(arguments: ["account-deleted", "account-delete"])
    func `a deleted Apple Account leads nowhere, and the account is erased after a month`(_ type: String) async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(10)
        #expect(try await receive(type) == "identity_removed")
        #expect(try await !isIn(signedIn))
        let id = signedIn.account.id
        let account = try #require(
            try await world.read { transaction throws(StorageFailure) in try transaction.findAccount(id) })
        #expect(account.disabledReason == .noWayIn)
        #expect(account.eraseAt == world.clock.now.addingTimeInterval(30 * 86_400))
        #expect(try await world.grant(of: .ann, clientID: "com.example.app") == nil)
        // A late notification, out of order: the identity is already removed.
        #expect(try await receive("consent-revoked", at: world.clock.now.addingTimeInterval(-60)) == "identity_unknown")
    }

    enum WayIn: String, CaseIterable, Sendable { case appleAccount, externalID, password }

    @Test(arguments: WayIn.allCases)
    func `an account with another way in stays open when an Apple Account is deleted`(_ other: WayIn) async throws {
        let world = try World.withPasswords()
        switch other {
        case .appleAccount: _ = try await world.link(.ben, to: world.signInNatively(.ann))
        case .externalID: _ = try await world.signIn(.ann, with: world.ticket("user-1"))
        case .password:
            try await world.importPerson()
            _ = try await world.link(.ann, to: world.signIn())
        }
        let id = try #require(try await world.account(of: .ann)).id
        world.clock.advance(10)
        let payload = try world.apple.notification("account-deleted", about: .ann)
        let receipt = try await AppleNotifications(world.environment).receive(payload: payload)
        #expect(receipt.effect == "identity_removed")
        let left = try #require(
            try await world.read { transaction throws(StorageFailure) in try transaction.findAccount(id) })
        #expect(left.disabledAt == nil && left.eraseAt == nil)
    }

    @Test func `an Apple Account that came after the word of its deletion keeps its account`() async throws {
        let event = world.clock.now
        world.clock.advance(10)
        let signedIn = try await world.signInNatively(.ann)
        #expect(try await receive("account-deleted", at: event) == "identity_newer")
        #expect(try await isIn(signedIn))
        #expect(try await world.account(of: .ann)?.id == signedIn.account.id)
    }

    /// Where transactions did not see each other's rows, the second would find no notification and could not write its own.
    @Test func `a notification that is written down already is not applied, although nobody found it`() async throws {
        let id = try await world.signInNatively(.ann).account.id
        world.clock.advance(1)
        let payload = try world.apple.notification("email-disabled", about: .ann)
        _ = try await receive(payload)
        let blind = BrokenStatements(
            world.database, in: "received_notifications WHERE id = $1", "WHERE id", by: "WHERE 1 = 0 AND id")
        let error = try await failure {
            try await AppleNotifications(world.environment(on: blind)).receive(payload: payload)
        }
        #expect(error?.code == "database_unavailable")
        #expect(try await world.history(id) == ["apple_notification forwarding_off", "signed_in new"])
    }

    @Test func `an account that its backend vouches for again is open and never erased`() async throws {
        let id = try await world.signInNatively(.ann).account.id
        world.clock.advance(10)
        #expect(try await receive("account-deleted") == "identity_removed")
        let backend = try await world.accounts()
        let named = try await backend.name(id, "user-4711")
        #expect(named.eraseAt == nil && named.disabledAt == nil && named.disabledReason == nil)
        world.clock.advance(31 * 86_400)
        let due = try await world.read { [world] transaction throws(StorageFailure) in
            try transaction.findAccountsToErase(at: world.clock.now, limit: 9)
        }
        #expect(due == [])
        // Its owner can sign in again.
        let again = try await world.signIn(.ben, with: world.ticket("user-4711"))
        #expect(again.account.id == id)
        #expect(try await world.audit(id).contains("account_enabled"))
    }

    @Test func `a name opens no account that an operator closed, but keeps it from being erased`() async throws {
        let id = try await world.signInNatively(.ann).account.id
        _ = try await AccountOperations(world.environment).disable(id)
        #expect(try await receive("account-deleted") == "identity_removed")
        let named = try await world.accounts().name(id, "user-4711")
        #expect(named.eraseAt == nil && named.disabledReason == .operatorDecision)
    }

    @Test func `an event counts as of a minute after it was signed at the latest`() async throws {
        _ = try await world.signInNatively(.ann)
        let year = world.clock.now.addingTimeInterval(365 * 86_400)
        #expect(try await receive("consent-revoked", at: year) == "sessions_ended")
        world.clock.advance(62)
        // A sign-in after that time is neither refused nor ended, and a newer event is not outdated.
        let again = try await world.signInNatively(.ann)
        #expect(try await receive("consent-revoked", at: world.clock.now.addingTimeInterval(-2)) == "sessions_ended")
        #expect(try await isIn(again))
    }

    @Test func `the newest word about forwarding counts, in whatever order the words come`() async throws {
        _ = try await world.signInNatively(.ann)
        let id = world.identity(of: .ann)
        let isOff = { () async throws in
            try await world.read { transaction throws(StorageFailure) in
                try transaction.findIdentity(id)?.isForwardingOff
            }
        }
        let start = world.clock.now
        #expect(try await receive("email-enabled", at: start.addingTimeInterval(20)) == "forwarding_on")
        #expect(try await receive("email-disabled", at: start.addingTimeInterval(10)) == "outdated")
        #expect(try await isOff() == false)
        #expect(try await receive("email-disabled", at: start.addingTimeInterval(30)) == "forwarding_off")
        #expect(try await isOff() == true)
        // Forwarding and consent are separate topics: an event of one does not make an older event of the other
        // outdated.
        #expect(try await receive("consent-revoked", at: start.addingTimeInterval(5)) == "sessions_ended")
    }

    @Test func `a kind that we do not know is taken, kept and changes nothing`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let payload = try world.apple.notification("moon-phase-changed", about: .ann, id: "moon")
        #expect(try await receive(payload).effect == "kind_unknown")
        #expect(try await receive(payload).isRepeat)
        #expect(try await isIn(signedIn))
    }

    @Test func `what is not Apple's, or not for us, is refused and leaves nothing behind`() async throws {
        _ = try await world.signInNatively(.ann)
        let identityToken = try world.apple.authorize(.ann, client: "com.example.app", nonce: "n").identityToken
        let refused = [
            "notification_audience_mismatch": try world.apple.notification("consent-revoked", about: .ann, to: "other"),
            "notification_issuer_mismatch": try world.apple.notification("consent-revoked", about: .ann) {
                $0["iss"] = "https://appleid.apple.com"
            },
            "notification_expired": try world.apple.notification("consent-revoked", about: .ann) { $0["exp"] = 1 },
            "notification_id_invalid": try world.apple.notification("consent-revoked", about: .ann) { $0["jti"] = nil },
            "notification_not_a_notification": identityToken,
            "notification_token_malformed": "nonsense",
        ]
        for (code, payload) in refused {
            let error = try await failure { try await receive(payload) }
            #expect(error?.code == code)
        }
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }

    @Test func `a notification that Apple signed for another app names it, and tells the operator`() async throws {
        let payload = try world.apple.notification("consent-revoked", about: .ann, to: "com.example.hidden")
        let code = try #require(try await failure { try await receive(payload) }?.errorCode)
        #expect(code.name == "notification_audience_mismatch" && code.detail?.seen == "com.example.hidden")
        #expect(code.detail?.configured.contains("com.example.app") == true)
        #expect(code.message.contains("Seen: com.example.hidden.") && code.message.contains("primary_app_id"))
        #expect(world.incidents.all == [.notificationForUnknownAudience(audience: "com.example.hidden")])
        #expect(world.incidents.all.allSatisfy { !$0.isAlarm && $0.facts == ["seen": "com.example.hidden"] })
    }

    @Test func `what Apple did not sign tells the operator nothing`() async throws {
        let other = try world.apple.notification("consent-revoked", about: .ann, to: "com.example.hidden")
        let forged = String(other.dropLast(8)) + "AAAAAAAA"
        let code = try #require(try await failure { try await receive(forged) }?.errorCode)
        #expect(code.name == "notification_signature_invalid" && code.detail == nil)
        #expect(world.incidents.all.isEmpty)
    }

    @Test func `the audience says which team is meant`() async throws {
        let other = try await world.signInNatively(.ann, client: "other")
        let mine = try await world.signInNatively(.ann)
        world.clock.advance(5)
        let payload = try world.apple.notification("consent-revoked", about: .ann, to: "com.example.other")
        #expect(try await receive(payload).effect == "sessions_ended")
        #expect(try await !isIn(other))
        #expect(try await isIn(mine))
    }

    @Test func `a database that is down keeps nothing, and Apple's repeat is applied`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(5)
        let payload = try world.apple.notification("consent-revoked", about: .ann)
        world.database.outage = .unavailable
        let error = try await failure { try await receive(payload) }
        #expect(error?.code == "database_unavailable")
        world.database.outage = nil
        #expect(try await !receive(payload).isRepeat)
        #expect(try await !isIn(signedIn))
    }

    @Test func `of fifty equal notifications at once, one is applied`() async throws {
        _ = try await world.signInNatively(.ann)
        let payload = try world.apple.notification("email-disabled", about: .ann)
        let receipts = try await withThrowingTaskGroup(of: AppleNotifications.Receipt.self) { group in
            for _ in 0..<50 { group.addTask { try await receive(payload) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(receipts.count { !$0.isRepeat } == 1)
    }
}
