import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Imports people who already used Sign in with Apple elsewhere.
@Suite struct AppleImportTests {
    private let world: World

    init() throws {
        var policy = SignInPolicy.telling
        policy.question = .always
        world = try World(policy: policy)
    }

    private func work(_ lines: [String], in world: World? = nil) async throws -> [ImportOutcome.Result] {
        let importing = UserImporting((world ?? self.world).environment)
        let batch = lines.enumerated().map { ImportLine(number: $0 + 1, bytes: Array($1.utf8)) }
        let before = importing.begin(UserImportID(high: 7, low: 7))
        return try await importing.work(on: batch, of: before, upTo: 1, isLast: true).outcomes.map(\.result)
    }

    private func line(_ person: Person, id: String = "ann", token: String? = nil, more: String = "") -> String {
        let grant = token.map { #","client":"app","refresh_token":"\#($0)""# } ?? ""
        return
            #"{"external_id":"\#(id)","apple":[{"team":"team000001","subject":"\#(person.subject)"\#(grant)}]\#(more)}"#
    }

    private func account(_ externalID: String) async throws -> Account? {
        try await world.read { transaction throws(StorageFailure) in try transaction.findAccount(externalID: externalID)
        }
    }

    @Test func `who comes with Apple gets the imported account, in the app and on the web, and is asked nothing`()
        async throws
    {
        #expect(try await work([line(.ann, more: #","name":{"given":"Ann"}"#)]) == [.made])
        let made = try #require(try await account("ann"))
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(world.nativeSubmission(.ann))
        guard case .signedIn(let natively) = outcome else {
            Issue.record("an imported person was asked")
            return
        }
        let onWeb = try await world.signInOnWeb(.ann)
        for signedIn in [natively, onWeb] {
            #expect(signedIn.account.id == made.id && !signedIn.isNewAccount && signedIn.account.givenName == "Ann")
        }
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }

    @Test func `a token that came along is held, revoked with the account, and asked after`() async throws {
        let token = try await oldToken(of: .ann)
        #expect(try await work([line(.ann, token: token)]) == [.made])
        let grant = try #require(try await world.grant(of: .ann, clientID: "com.example.app"))
        let opened = world.environment.secrets.vault.openRefreshToken(
            try #require(grant.sealedRefreshToken), identity: grant.identityID,
            clientID: ClientID(rawValue: grant.clientID))
        #expect(opened?.secretValue == token)
        // The token has not been validated at Apple yet.
        #expect(grant.checkedAt == nil && grant.obtainedAt < world.clock.now)
        let made = try #require(try await account("ann"))
        _ = try await AccountDeletion(world.environment).erase(made.id, reason: "test")
        while try await AppleOutbox(world.environment).work() > 0 {}
        #expect(world.apple.exchanges.contains { $0["token"] == token })
    }

    /// A refresh token from the previous system, which used the same client.
    private func oldToken(of person: Person) async throws -> String {
        let before = try World(world.surroundings)
        _ = try await before.signInNatively(person)
        let grant = try #require(try await world.grant(of: person, clientID: "com.example.app"))
        let sealed = try #require(grant.sealedRefreshToken)
        let token = try #require(
            world.environment.secrets.vault.openRefreshToken(
                sealed, identity: grant.identityID, clientID: ClientID(rawValue: grant.clientID)))
        let account = try #require(try await world.account(of: person)).id
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.removeIdentity(grant.identityID)
            _ = try transaction.removeAccount(account)
        }
        return token.secretValue
    }

    @Test func `imported tokens are asked after once each within a round, at an even pace`() async throws {
        let lines = (0..<2_000).map { number in
            line(Person(subject: "s.\(number)", email: nil), id: "user-\(number)", token: "r.\(number)")
        }
        #expect(try await work(lines).allSatisfy { $0 == .made })
        var hours: [Int] = []
        for hour in 0..<25 {
            let start = world.clock.now.addingTimeInterval(Double(hour) * 3_600)
            let planned = try await GrantValidation(world.environment).plan(
                from: start, to: start.addingTimeInterval(3_600))
            hours.append(try #require(planned))
        }
        #expect(hours.reduce(0, +) == 2_000)
        #expect(hours.allSatisfy { (30...140).contains($0) })
    }

    @Test func `one person with a token for each of two clients is one identity`() async throws {
        let both =
            #"{"external_id":"ann","apple":[{"team":"team000001","subject":"s","client":"app","refresh_token":"r1"},"#
            + #"{"team":"team000001","subject":"s","client":"web","refresh_token":"r2"}]}"#
        #expect(try await work([both]) == [.made])
        let made = try #require(try await account("ann"))
        let grants = try await world.read { transaction throws(StorageFailure) in
            try transaction.findIdentities(of: made.id).map { identity throws(StorageFailure) in
                try transaction.findGrants(of: identity.id).map(\.clientID)
            }
        }
        #expect(grants == [["com.example.app", "com.example.web"]])
    }

    @Test func `an identity of another account is refused by its own code, and nothing is lost or moved`() async throws
    {
        let before = try #require(try await world.signInOnce(.ann)).account
        #expect(
            try await work([line(.ann), line(.ben, id: "ben"), line(.ben, id: "eve")]) == [
                .refused(ImportRefusal(.appleIdentityTaken, "apple.0")), .made,
                .refused(ImportRefusal(.appleIdentityTaken, "apple.0")),
            ])
        #expect(try await account("ann") == nil)
        #expect(try await account("eve") == nil)
        #expect(try await world.account(of: .ann) == before)
    }

    @Test func `a second import is compared: what leads there is unchanged, what does not is named`() async throws {
        #expect(try await work([line(.ann)]) == [.made])
        #expect(
            try await work([line(.ann), line(.ben), line(.ann, more: #","disabled":true"#)]) == [
                .unchanged, .conflict(["apple.0"]), .conflict(["disabled"]),
            ])
    }

    @Test func `who was disabled stays out, with Apple and with a password`() async throws {
        let world = try World.withPasswords()
        let hash = try World.hash(of: World.password)
        let user = line(
            .ann, more: #","disabled":true,"login_names":["ann@example.com"],"password_hash":"\#(hash)""#)
        #expect(try await work([user], in: world) == [.made])
        let made = try #require(try await world.account(of: .ann))
        #expect(made.disabledAt != nil && made.disabledReason == .operatorDecision)
        let closed = SignInError.refused(.closed(.operatorDecision))
        #expect(try await failure { try await world.signInNatively(.ann) } == closed)
        #expect(try await failure { try await world.signInOnWeb(.ann) } == closed)
        #expect(try await world.failedSignIn("ann@example.com", World.password) == closed)
        #expect(try await work([user], in: world) == [.unchanged])
        #expect(try await AccountOperations(world.environment).enable(made.id))
        #expect(try await world.signInNatively(.ann).account.id == made.id)
    }
}

extension World {
    /// Signs a person in without questions, whatever the policy.
    fileprivate func signInOnce(_ person: Person) async throws -> SignedIn? {
        try await World(surroundings).signInNatively(person)
    }
}
