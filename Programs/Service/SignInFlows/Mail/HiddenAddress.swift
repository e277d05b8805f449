import AccountStorage
import Foundation

/// The relay address of an account, and the identity that it belongs to.
struct HiddenAddress: Sendable {
    let identity: AppleIdentity
    let address: String

    /// Whether the person hides their address.
    static func isThere(in account: Account) -> Bool {
        account.email.map { account.isPrivateEmail || EmailAddress.isRelay($0) } ?? false
    }

    /// Finds it; nil if the person does not hide their address. An account has the address of its oldest identity, since
    /// otherwise those of several would alternate. An identity that moved to another team is as old as the former one.
    static func find(of account: Account, in records: any AccountTransaction) throws(StorageFailure) -> HiddenAddress? {
        guard isThere(in: account), let address = account.email else { return nil }
        let identities = try records.findIdentities(of: account.id).present
        let oldest = identities.min { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
        return oldest.map { HiddenAddress(identity: $0, address: address) }
    }

    /// What is known about the way of mail to the address; nil if the person does not hide it.
    static func delivery(
        to account: Account, in records: any AccountTransaction
    ) throws(StorageFailure) -> EmailDelivery? {
        guard let hidden = try find(of: account, in: records) else { return nil }
        return try records.findEmailDelivery(hidden.identity.id)
            ?? EmailDelivery(identityID: hidden.identity.id, state: .unknown, since: hidden.identity.createdAt)
    }
}
