/// What the audit writes down. The raw value is a stable code; it never changes and is never used again.
package enum AuditEvent: String, Sendable, CaseIterable {
    /// A person signed in. Reason: `new` or `known`.
    case signedIn = "signed_in"
    /// A sign-in was refused after its person was proven. Reason: the refusal's code.
    case signInRefused = "sign_in_refused"
    /// A session was ended. Reason: who ended it, or why.
    case sessionEnded = "session_ended"
    /// All of an account's sessions were ended, but for one perhaps. Reason: who ended them.
    case sessionsEnded = "sessions_ended"
    /// The person changed their name here.
    case nameChanged = "name_changed"
    /// The person took a copy of everything held.
    case exported
    /// A new person of whom Apple's device was not sure. Reason: what was done.
    case realPersonDecided = "real_person_decided"
    /// The account was closed to sign-in. Reason: who did it.
    case accountDisabled = "account_disabled"
    /// The account was opened again.
    case accountEnabled = "account_enabled"
    /// The account was deleted with everything in it. Reason: who did it.
    case accountDeleted = "account_deleted"
    /// Apple told us of a change. Reason: what it changed here.
    case appleNotification = "apple_notification"
    /// Apple was asked to revoke, and answered yes. This is not yet a proof.
    case revocationAsked = "revocation_asked"
    /// Apple refuses the revoked token: the revocation is proven.
    case revocationConfirmed = "revocation_confirmed"
    /// Apple could not be brought to revoke. Reason: why. The person can still do it by hand.
    case revocationImpossible = "revocation_impossible"
    /// An identity leads to the account from now on. Reason: on whose word.
    case identityLinked = "identity_linked"
    /// Identities no longer lead to the account. Reason: who did it.
    case identityUnlinked = "identity_unlinked"
    /// A person was asked whether they have been here before; the account is the one that a "no" would make.
    case questionAsked = "question_asked"
    /// The account got its name in the app's own system. Reason: who did it.
    case externalIDRecorded = "external_id_recorded"
    /// Two accounts were brought together. Reason: from which, or into which.
    case accountsMerged = "accounts_merged"
    /// A service asked for a link ticket. Reason: which.
    case linkTicketIssued = "link_ticket_issued"
    /// The owner proved themselves anew to the app: every way in, session and pending change went.
    case accountRecovered = "account_recovered"
    /// The account was made of a line of an imported file.
    case accountImported = "account_imported"
    /// The person left another provider, which the account knew from an import. Reason: who did it.
    case foreignIdentityLeft = "foreign_identity_left"
    /// A credential of a service was made. Reason: which.
    case credentialIssued = "credential_issued"
    /// A credential of a service was revoked. Reason: which.
    case credentialRevoked = "credential_revoked"
    /// A password was wrong, for the tenth time in a row, the twentieth, and so on. Reason: how often.
    case passwordTried = "password_tried"
    /// The account's wrong passwords were forgotten. Reason: who did it.
    case passwordTriesCleared = "password_tries_cleared"
    /// The person chose another password.
    case passwordChanged = "password_changed"
    /// Somebody asked for a new password by mail.
    case passwordResetRequested = "password_reset_requested"
    /// A new password was chosen by a mailed code. Reason: `mail`, or `first_proof` where nobody had proven any address of the
    /// account before.
    case passwordReset = "password_reset"
    /// The account has no password any more. Reason: `upgrade`, or who did it.
    case passwordRemoved = "password_removed"
    /// A grant of Apple's no longer stands. Reason: what that changed here, or why it cannot be used.
    case grantGone = "grant_gone"
}
