import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Apple says whose an address is. Another account that only claims the address as its login name loses it.
@Suite struct UnprovenClaimTests {
    private static let address = "ann@example.com"
    private let world: World

    init() throws {
        world = try World.withPasswords()
    }

    private func email(of account: AccountID) async throws -> String? {
        try await world.read { transaction throws(StorageFailure) in try transaction.findAccount(account) }?.email
    }

    @Test func `an address that was only claimed goes to whom Apple names, and the name still signs in`() async throws {
        let claim = try await world.importPerson()
        #expect(try await world.signInNatively(.ann).account.email == Self.address)
        #expect(try await email(of: claim.id) == nil)
        #expect(try await world.signIn().account.id == claim.id)
    }

    /// Whether the login name is proven, whether the account's own address is verified, and that address.
    static let kept = [(true, false, address), (false, true, address), (false, false, "ann@old.example")]

    @Test(arguments: kept)
    func `an address that was proven stays, and so does another one`(
        _ isNameProven: Bool, _ isAddressVerified: Bool, _ address: String
    ) async throws {
        var account = try await world.importPerson(isProven: isNameProven, email: address)
        account.isEmailVerified = isAddressVerified
        let row = account
        try await world.write { transaction throws(StorageFailure) in try transaction.recordAccount(row) }
        #expect(try await world.signInNatively(.ann).isNewAccount)
        #expect(try await email(of: account.id) == address)
    }

    @Test func `an address of Apple's relay stays where it was imported`() async throws {
        let relay = try #require(Person.eve.email)
        let account = try await world.importPerson(relay)
        #expect(try await world.signInNatively(.eve).isNewAccount)
        #expect(try await email(of: account.id) == relay)
    }
}
