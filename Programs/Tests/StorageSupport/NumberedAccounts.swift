package import AccountStorage
internal import Foundation

extension Account {
    /// An account that is identified by its number.
    package static func numbered(_ number: Int, name: String? = nil) -> Account {
        Account(
            id: AccountID(high: 7, low: UInt64(number)), givenName: name, familyName: nil, email: nil,
            isEmailVerified: false, isPrivateEmail: false, createdAt: Date(timeIntervalSince1970: 0), disabledAt: nil)
    }
}

extension AccountDatabase {
    package func record(_ account: Account) async throws(StorageFailure) {
        try await transaction { records throws(StorageFailure) -> Outcome<Void> in
            .keep(try records.recordAccount(account))
        }
    }

    package func find(_ id: AccountID) async throws(StorageFailure) -> Account? {
        try await transaction { records throws(StorageFailure) in .keep(try records.findAccount(id)) }
    }
}
