import AccountStorage

/// Lets the last one who brings a foreign identity have it.
final class GivesForeignIdentitiesAway: FaultyTransaction {
    override func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure) {
        _ = try inner.removeForeignIdentity(identity.id)
        try inner.recordForeignIdentity(identity)
    }
}
