import AccountStorage
import Foundation

/// Lets everyone who found the ticket have it.
final class GivesTicketsAway: FaultyTransaction {
    override func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket? {
        try inner.findLinkTicket(id)
    }
}

/// Lets everyone who found the proof answer.
final class TakesAnswersTwice: FaultyTransaction {
    override func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof? {
        try inner.findLinkProof(id)
    }
}

/// Lets the last one who takes an external id have it.
final class GivesExternalIDsAway: FaultyTransaction {
    override func recordAccount(_ account: Account) throws(StorageFailure) {
        if let externalID = account.externalID, var owner = try inner.findAccount(externalID: externalID),
            owner.id != account.id
        {
            owner.externalID = nil
            try inner.recordAccount(owner)
        }
        try inner.recordAccount(account)
    }
}

/// Ends nothing.
final class LeavesClaimedLinks: FaultyTransaction {
    override func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int {
        0
    }
}

/// Counts a second revocation.
final class RevokesTwice: FaultyTransaction {
    override func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool {
        _ = try inner.revokeCredential(id, at: moment)
        return try inner.findCredential(id) != nil
    }
}

/// Says that identities moved, and leaves them where they are.
final class LeavesIdentitiesBehind: FaultyTransaction {
    override func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try inner.findIdentities(of: accountID).count
    }
}
