import AccountStorage
import Foundation
import SignInWithApple

extension AppleIdentity {
    /// Whether it belongs to the team that gives the app away, and has not moved.
    func isOf(_ transfer: RegisteredTransfer) -> Bool {
        issuer == transfer.issuer && teamID == transfer.fromTeam.rawValue && movedTo == nil
    }
}

extension TransferEntry.State {
    /// Whether the person's identity of the new team is stored.
    var isSettled: Bool { self == .exchanged || self == .arrived }
}

extension AccountTransaction {
    /// Settles who had another account at the new team, now that the account has the identities of both.
    func settleMergedPeople(of account: AccountID, at now: Date) throws(StorageFailure) {
        for var entry in try findTransferEntries(of: account) where entry.state == .conflict {
            guard let id = entry.newIdentityID, let new = try findIdentity(id), new.accountID == account,
                try findTransfer(entry.transferID)?.toTeam == new.teamID
            else { continue }
            _ = try recordMove(of: entry.identityID, to: id)
            (entry.state, entry.settledAt) = (.arrived, now)
            guard try changeTransferEntry(entry, from: .conflict) else { throw .conflict }
        }
    }
}

extension [AppleGrant] {
    /// Whether the person who has these grants may use one of the clients. Without any token, only Apple knows.
    func mayUse(_ clients: Set<String>) -> Bool {
        isEmpty || contains { clients.contains($0.clientID) }
    }
}
