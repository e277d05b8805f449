/// Why a line of the import file was refused. Names members, never what stands in them.
package struct ImportRefusal: Error, Sendable, Equatable {
    /// A stable code; never changes and is never used again.
    package enum Code: String, Sendable, CaseIterable {
        /// Longer than ``ImportLine/longest`` bytes.
        case lineTooLong = "line_too_long"
        /// Not one JSON object, or a member twice in it.
        case jsonInvalid = "json_invalid"
        /// A member that means nothing.
        case memberUnknown = "member_unknown"
        /// A member that must be there is not.
        case memberMissing = "member_missing"
        /// A value of another kind than it should be, or not well-formed.
        case valueInvalid = "value_invalid"
        /// A password itself: only hashes are taken.
        case passwordInPlain = "password_in_plain"
        /// A hash in no form that is known.
        case hashFormUnknown = "hash_form_unknown"
        /// A hash that says how it was made, and then is something else.
        case hashMalformed = "hash_malformed"
        /// A hash that would take too much memory or time at each sign-in.
        case hashTooCostly = "hash_too_costly"
        /// A hash that this program was built without.
        case hashNotBuiltIn = "hash_algorithm_not_built_in"
        /// A name or address that another account signs in with.
        case loginNameTaken = "login_name_taken"
        /// A person at another provider who belongs to another account.
        case identityTaken = "identity_taken"
        /// A team that is not configured.
        case teamUnknown = "team_unknown"
        /// A client that is not configured for the team.
        case clientUnknown = "client_unknown"
        /// A person at Apple among those at other providers, where nobody could sign in as them: they belong in `apple`.
        case appleInIdentities = "apple_in_identities"
        /// A person at Apple who leads to another account.
        case appleIdentityTaken = "apple_identity_taken"
    }

    /// What is wrong.
    package let code: Code
    /// Which member is wrong, with dots and numbers, `identities.1.issuer`; nil where it is the whole line.
    package let member: String?

    /// A refusal for this reason.
    package init(_ code: Code, _ member: String? = nil) {
        self.code = code
        self.member = member
    }
}
