import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Phone keyboards capitalise the first letter. `Ada@Example.com` and `ada@example.com` are the same address
/// everywhere.
@Suite struct AddressCaseTests {
    private static let big = "Ada@Example.com", small = "ada@example.com"

    private func importing(_ lines: [String], in world: World) async throws -> [ImportOutcome.Result] {
        let importing = UserImporting(world.environment)
        let batch = lines.enumerated().map { ImportLine(number: $0 + 1, bytes: Array($1.utf8)) }
        return try await importing.work(
            on: batch, of: importing.begin(UserImportID(high: 7, low: 7)), upTo: 1, isLast: true
        ).outcomes.map(\.result)
    }

    private func line(_ id: String, _ address: String) throws -> String {
        let hash = try World.hash(of: World.password)
        return #"{"external_id":"\#(id)","email":"\#(address)","email_verified":true,"#
            + #""login_names":["\#(address)"],"password_hash":"\#(hash)"}"#
    }

    @Test(arguments: [(big, small), (small, big), (big, "ADA@EXAMPLE.COM")])
    func `an imported person signs in with another case`(_ imported: String, _ typed: String) async throws {
        let world = try World.withPasswords()
        #expect(try await importing([line("ada", imported)], in: world) == [.made])
        #expect(try await world.signIn(typed).account.externalID == "ada")
        #expect(try await world.signIn(imported).account.externalID == "ada")
    }

    @Test func `an import takes another case for the same name and the same address`() async throws {
        let world = try World.withPasswords()
        #expect(
            try await importing(
                [
                    line("ada", Self.big), line("eve", Self.small), line("ada", Self.small),
                    #"{"external_id":"bob","login_names":["Bob@Example.com","bob@example.com"]}"#,
                ], in: world) == [
                    .made, .refused(ImportRefusal(.loginNameTaken, "login_names.0")), .unchanged, .made,
                ])
    }

    @Test func `accounts are found by their address in any case`() async throws {
        let world = try World.withPasswords()
        _ = try await importing([line("ada", Self.big)], in: world)
        for typed in [Self.big, Self.small] {
            #expect(try await AccountOperations(world.environment).find(email: typed).map(\.externalID) == ["ada"])
        }
    }

    @Test func `a new password is mailed to the address as it was written, whichever case was typed`() async throws {
        let world = try World.withPasswords()
        _ = try await importing([line("ada", Self.big)], in: world)
        let token = try #require(try await world.requestedToken(Self.small, readAt: "Ada@example.com"))
        try await PasswordReset(world.environment).redeem(token, password: "another good one")
        let signedIn = try await world.signIn("ADA@example.com", "another good one")
        #expect(signedIn.account.email == Self.big)
        #expect(try await world.failedSignIn(Self.small, World.password) == .refused(.passwordWrong))
    }

    @Test func `tries in another case are tries`() async throws {
        let world = try World.withPasswords()
        _ = try await importing([line("ada", Self.big)], in: world)
        for typed in [Self.big, Self.small, "aDa@example.com", "adA@example.com", "ADA@example.com"] {
            #expect(try await world.failedSignIn(typed) == .refused(.passwordWrong))
        }
        guard case .refused(.passwordDelayed, _) = try await world.failedSignIn("AdA@example.com") else {
            Issue.record("another case was not delayed")
            return
        }
        let account = try #require(try await AccountOperations(world.environment).find(email: Self.small).first)
        #expect(try await AccountOperations(world.environment).clearTries(of: account.id))
        #expect(try await world.signIn(Self.small).account.id == account.id)
    }

    /// Stores a name as it was while local parts were case-sensitive.
    private func storeAsBefore(_ address: String, number: UInt64, in world: World) async throws -> AccountID {
        let account = try await world.importPerson("name\(number)", number: number, isProven: true, email: address)
        let text = try #require(LoginNameText(address))
        let name = LoginName(
            id: text.idAsWritten, accountID: account.id, name: text.text, createdAt: world.clock.now,
            provenAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordLoginName(name) }
        return account.id
    }

    @Test func `names from before still sign in, are mailed and reset, each its own account`() async throws {
        let world = try World.withPasswords()
        let big = try await storeAsBefore("Ada@example.com", number: 1, in: world)
        let small = try await storeAsBefore("ada@example.com", number: 2, in: world)
        #expect(try await world.signIn("Ada@example.com").account.id == big)
        #expect(try await world.signIn("Ada@EXAMPLE.com").account.id == big)
        #expect(try await world.signIn("ada@example.com").account.id == small)
        #expect(try await world.signIn("ADA@example.com").account.id == small)
        let token = try #require(try await world.requestedToken("Ada@example.com", readAt: "Ada@example.com"))
        try await PasswordReset(world.environment).redeem(token, password: "another good one")
        #expect(try await world.signIn("Ada@example.com", "another good one").account.id == big)
        #expect(try await world.signIn("ada@example.com").account.id == small)
    }

    @Test func `a name from before is taken for an import, in its own spelling`() async throws {
        let world = try World.withPasswords()
        _ = try await storeAsBefore("Ada@example.com", number: 1, in: world)
        #expect(
            try await importing([line("eve", "Ada@example.com")], in: world) == [
                .refused(ImportRefusal(.loginNameTaken, "login_names.0"))
            ])
    }

    @Test func `Apple's word about an address in another case changes no spelling, and drops an unproven claim`()
        async throws
    {
        let world = try World.withPasswords()
        var ada = Person.ann
        ada.email = Self.big
        _ = try await world.importPerson(Self.small, number: 1)
        let first = try await world.signInNatively(ada)
        #expect(first.account.email == Self.big)
        // The other account had only claimed the address.
        #expect(try await world.signIn(Self.small).account.email == nil)
        ada.email = Self.small
        #expect(try await world.signInNatively(ada).account.email == Self.big)
    }

    @Test(arguments: ["a@privaterelay.appleid.com", "A@PrivateRelay.AppleID.com", "a@private.icloud.com"])
    func `an address of Apple's relay is known by either domain`(_ address: String) async throws {
        var policy = SignInPolicy()
        policy.question = .hiddenAddress
        let world = try World(policy: policy)
        // The token has the address, but not the flag `is_private_email`.
        let submission = try await world.nativeSubmission(Person(subject: "s", email: address))
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(submission)
        guard case .asks(let question) = outcome else {
            Issue.record("nobody was asked")
            return
        }
        #expect(question.isAddressHidden)
    }
}
