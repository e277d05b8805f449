extension ImportRefusal {
    /// What the member has to be, for the report; nil unless the value was wrong.
    package var expected: String? {
        guard code == .valueInvalid, let member else { return nil }
        let steps = member.split(separator: ".")
        guard let name = steps.last else { return nil }
        if Int(name) != nil { return Self.entries[String(steps[0])] }
        return Self.values[String(name)]
    }

    private static let identifier = "1 to 255 visible ASCII characters without blanks"

    private static let values = [
        "apple": "an array of at most 20 objects",
        "client": "the name of a client",
        "created_at": "a past time in UTC (RFC 3339), such as 2026-01-31T12:00:00Z",
        "disabled": "true or false",
        "email": "an e-mail address",
        "email_verified": "true or false",
        "external_id": identifier,
        "family": "a name without control characters",
        "given": "a name without control characters",
        "identities": "an array of at most 20 objects",
        "is_private_email": "true or false",
        "issuer": identifier,
        "login_names": "an array of at most 10 texts",
        "name": "an object with given and family",
        "password_hash": "a text",
        "refresh_token": "1 to 4096 visible ASCII characters without blanks",
        "subject": identifier,
        "team": "the name of a team",
    ]

    private static let entries = [
        "apple": "an object whose subject and client no other entry has",
        "identities": "an object whose issuer and subject no other entry has",
        "login_names": "a login name that no other entry has",
    ]
}
