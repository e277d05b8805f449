import AccountStorage

extension AppleIdentity {
    /// Whether it belongs to the team that gives the app away, and has not moved.
    func isOf(_ transfer: RegisteredTransfer) -> Bool {
        issuer == transfer.issuer && teamID == transfer.fromTeam.rawValue && movedTo == nil
    }
}

extension [AppleGrant] {
    /// Whether the person who has these grants may use one of the clients. Without any token, only Apple knows.
    func mayUse(_ clients: Set<String>) -> Bool {
        isEmpty || contains { clients.contains($0.clientID) }
    }
}
