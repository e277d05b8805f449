/// The rules of the portal for keys.
extension Portal {
    /// Two, so that a new key can be in use before the old one is revoked
    /// (Apple: "Create a Sign in with Apple private key").
    static let keysPerPrimaryApp = 2

    /// Checks what "Continue" needs before a key is made, and returns the name.
    func newKey(_ name: String, primaryApp: String, of teamID: String) throws(PortalRefusal) -> String {
        let team = try team(teamID)
        guard let name = Self.text(name) else { throw .invalid("key_name_missing", "Enter a name for the key.") }
        try team.requirePrimary(primaryApp)
        let active = team.keys.values.filter { $0.primaryApp == primaryApp && !$0.isRevoked }.count
        guard active < Self.keysPerPrimaryApp else {
            throw .conflict(
                "key_limit",
                "\(primaryApp) already has \(active) keys, and no more are allowed. Revoke one of them first.")
        }
        return name
    }

    func revocation(ofKey id: String, of teamID: String, at time: Int) throws(PortalRefusal) -> TeamChange {
        var key = try key(id, of: teamID)
        guard !key.isRevoked else { throw .conflict("key_revoked", "The key \(id) is revoked already, for ever.") }
        key.revokedAt = time
        return .key(id, key)
    }

    /// The private key, which can be downloaded once.
    func privateKey(_ id: String, of teamID: String) throws(PortalRefusal) -> String {
        let key = try key(id, of: teamID)
        guard !key.isRevoked else { throw .conflict("key_revoked", "The key \(id) was revoked.") }
        guard let pem = privateKeys[id] else {
            throw .conflict(
                "key_downloaded",
                "The private key \(id) cannot be downloaded: that is possible only once, and nothing of it was kept.")
        }
        return pem
    }

    func key(_ id: String, of teamID: String) throws(PortalRefusal) -> TeamKey {
        guard let key = try team(teamID).keys[id] else {
            throw .unknown("key_unknown", "Team \(teamID) has no key \(id).")
        }
        return key
    }

    /// The name of a downloaded key's file.
    static func fileName(ofKey id: String) -> String { "AuthKey_\(id).p8" }
}
