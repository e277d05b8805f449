import AccountStorage

extension Identifier {
    /// The first 16 bytes of SHA-256 over a fixed label and length-prefixed fields. The formula must never change,
    /// because stored rows depend on it.
    init(label: String, fields texts: [String]) {
        var fields = LengthPrefixedFields(label: label)
        for text in texts { fields.append(text.utf8) }
        self = fields.identifier()
    }
}

extension IdentityID {
    /// The id of a person as Apple names them to one team, without their address.
    ///
    /// It uses no secret key, because losing the key would lose every account.
    static func derived(issuer: String, teamID: String, subject: String) -> IdentityID {
        IdentityID(label: "identity", fields: [issuer, teamID, subject])
    }
}
