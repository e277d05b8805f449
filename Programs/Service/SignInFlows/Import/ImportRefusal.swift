package import JSONWebTokens

/// Why a line of the import file was refused. It names members, but never contains their values.
package struct ImportRefusal: Error, Sendable, Equatable {
    /// A stable code. It never changes and is never reused.
    package enum Code: String, Sendable, CaseIterable {
        /// The line is longer than ``ImportLine/longest`` bytes.
        case lineTooLong = "line_too_long"
        /// The line is not one JSON object, or has a duplicate member.
        case jsonInvalid = "json_invalid"
        /// An unknown member.
        case memberUnknown = "member_unknown"
        /// A required member is missing.
        case memberMissing = "member_missing"
        /// A value of the wrong type, or malformed.
        case valueInvalid = "value_invalid"
        /// A plaintext password. Only hashes are accepted.
        case passwordInPlain = "password_in_plain"
        /// A hash in an unknown format.
        case hashFormUnknown = "hash_form_unknown"
        /// A hash in a known format, but malformed.
        case hashMalformed = "hash_malformed"
        /// A hash that would need too much memory or time at each sign-in.
        case hashTooCostly = "hash_too_costly"
        /// A hash algorithm that is not built into this program.
        case hashNotBuiltIn = "hash_algorithm_not_built_in"
        /// A login name or address that belongs to another account.
        case loginNameTaken = "login_name_taken"
        /// An identity at another provider that belongs to another account.
        case identityTaken = "identity_taken"
        /// A team that is not configured.
        case teamUnknown = "team_unknown"
        /// A client that is not configured for the team.
        case clientUnknown = "client_unknown"
        /// An identity at Apple among those at other providers, with which nobody could sign in. It belongs in `apple`.
        case appleInIdentities = "apple_in_identities"
        /// An identity at Apple that belongs to another account.
        case appleIdentityTaken = "apple_identity_taken"
    }

    /// The reason.
    package let code: Code
    /// The path of the wrong member, such as `identities.1.issuer`; nil for the whole line.
    package let member: String?
    /// Where the line is not JSON, and why; nil for any other code.
    package let fault: JSONTextFault?

    /// Creates a refusal.
    package init(_ code: Code, _ member: String? = nil, fault: JSONTextFault? = nil) {
        self.code = code
        self.member = member
        self.fault = fault
    }
}
