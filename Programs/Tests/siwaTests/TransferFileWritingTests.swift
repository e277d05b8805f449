import AccountStorage
import Foundation
import SignInWithApple
import Testing

@testable import SignInFlows
@testable import siwa

/// What the seller's file says about a person.
@Suite struct TransferFileWritingTests {
    private func missing(externalID: String?, identifier: String? = "transfer-1") -> TransferOperations.Missing {
        let id = AccountID(high: 1, low: 3)
        return TransferOperations.Missing(
            entry: TransferEntry(
                transferID: .init(high: 1, low: 1), identityID: .init(high: 1, low: 2), accountID: id,
                identifier: identifier, dueAt: Date(timeIntervalSince1970: 1_790_000_000)),
            account: Account(
                id: id, givenName: nil, familyName: nil, email: nil, isEmailVerified: false, isPrivateEmail: false,
                createdAt: Date(timeIntervalSince1970: 1_790_000_000), disabledAt: nil, externalID: externalID))
    }

    @Test func `a person is named by the transfer identifier, and by the names of the account`() throws {
        let person = try #require(TransferFileWriting.person(missing(externalID: "4711")))
        #expect(person.identifier == "transfer-1" && person.externalID == "4711")
        #expect(person.account == AccountID(high: 1, low: 3).text)
        #expect(TransferFileWriting.person(missing(externalID: "4711", identifier: nil)) == nil)
    }

    @Test func `an external id that is a relay address is left out, and the file can be written`() throws {
        let person = try #require(
            TransferFileWriting.person(missing(externalID: "abc@privaterelay.appleid.com")))
        #expect(person.externalID == nil)
        #expect(try TransferFile.text(of: .person(person)).contains("transfer-1"))
    }
}
