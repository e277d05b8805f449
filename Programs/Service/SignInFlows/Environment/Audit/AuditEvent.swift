/// The events that the audit records. The raw value is a stable code. It never changes and is never reused.
package enum AuditEvent: String, Sendable, CaseIterable {
    /// A person signed in. Reason: `new`, `known` or `password`.
    case signedIn = "signed_in"
    /// A sign-in was refused although the person was proven. Reason: the refusal's code.
    case signInRefused = "sign_in_refused"
    /// A session was ended. Reason: who ended it, or why.
    case sessionEnded = "session_ended"
    /// All sessions of an account were ended, possibly except one. Reason: who ended them.
    case sessionsEnded = "sessions_ended"
    /// An app got a code with which a web view begins with its session. Reason: the page.
    case sessionHandedOff = "session_handed_off"
    /// The person changed their name here.
    case nameChanged = "name_changed"
    /// A copy of everything stored about the person was exported. Reason: who did it, and whether with secrets.
    case exported
    /// An account was created for a person whom Apple did not report as likely real. Reason: what was done.
    case realPersonDecided = "real_person_decided"
    /// A new account that waited for a decision was opened. Reason: who did it.
    case personAccepted = "person_accepted"
    /// A new account that waited for a decision was closed for good. Reason: who did it.
    case personRejected = "person_rejected"
    /// The account was disabled. Reason: who did it.
    case accountDisabled = "account_disabled"
    /// The account was enabled again.
    case accountEnabled = "account_enabled"
    /// The account was deleted with everything in it. Reason: who did it.
    case accountDeleted = "account_deleted"
    /// A notification from Apple was applied. Reason: what it changed here.
    case appleNotification = "apple_notification"
    /// Apple accepted a request to revoke a token. This does not yet prove the revocation.
    case revocationAsked = "revocation_asked"
    /// Apple refused to refresh the revoked token, which proves the revocation.
    case revocationConfirmed = "revocation_confirmed"
    /// A token could not be revoked at Apple. Reason: why. The person can still do it by hand.
    case revocationImpossible = "revocation_impossible"
    /// An identity was linked to the account. Reason: who vouched for it.
    case identityLinked = "identity_linked"
    /// Identities were unlinked from the account. Reason: who did it.
    case identityUnlinked = "identity_unlinked"
    /// A person was asked a question at a sign-in. Reason: `merge`, or the policy that asks whether they have been here
    /// before. The account is the one that would be removed by the merge, or created after a "no".
    case questionAsked = "question_asked"
    /// The account got its external id. Reason: who did it.
    case externalIDRecorded = "external_id_recorded"
    /// Two accounts were merged. Reason: from which, or into which.
    case accountsMerged = "accounts_merged"
    /// A service requested a link ticket. Reason: which service.
    case linkTicketIssued = "link_ticket_issued"
    /// The app's backend recovered the account for its owner: every identity, session and pending link was removed, and
    /// so was the password.
    case accountRecovered = "account_recovered"
    /// The account was created from a line of an import file.
    case accountImported = "account_imported"
    /// An imported identity at another provider was removed from the account. Reason: who did it.
    case foreignIdentityLeft = "foreign_identity_left"
    /// A credential for a service was issued. Reason: which credential.
    case credentialIssued = "credential_issued"
    /// A credential of a service was revoked. Reason: which credential.
    case credentialRevoked = "credential_revoked"
    /// A password was wrong for the tenth time in a row, the twentieth, and so on. Reason: how often.
    case passwordTried = "password_tried"
    /// The counters of wrong passwords for the account were reset. Reason: who did it.
    case passwordTriesCleared = "password_tries_cleared"
    /// The person changed the password.
    case passwordChanged = "password_changed"
    /// Somebody requested a password reset by mail.
    case passwordResetRequested = "password_reset_requested"
    /// A password was reset with a mailed code. Reason: `mail`, or `first_proof` if no address of the account was
    /// proven before.
    case passwordReset = "password_reset"
    /// The account's password was removed. Reason: `upgrade`, or who did it.
    case passwordRemoved = "password_removed"
    /// An OpenID client exchanged a code and got a session.
    case clientSignedIn = "client_signed_in"
    /// The person withdrew their consent for an OpenID client. Reason: the client.
    case consentWithdrawn = "consent_withdrawn"
    /// A grant is no longer usable. Reason: what that changed here, or why.
    case grantGone = "grant_gone"
    /// Reports about messages changed what is known about the way of mail to the person's relay address. Reason: the
    /// state.
    case emailDeliveryChanged = "email_delivery_changed"
    /// A message to the person was not sent, because mail does not reach them. Reason: the state of the relay address,
    /// `no_address` or `account_disabled`.
    case mailSkipped = "mail_skipped"
    /// An app has moved to another developer team. Reason: the operator's name of the transfer.
    case appTransferred = "app_transferred"
    /// The person's identity was replaced by one of the team to which the app has moved. Reason: `sign_in` or `import`.
    case identityMoved = "identity_moved"
}
