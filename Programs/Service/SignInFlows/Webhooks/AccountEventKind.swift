/// The kinds of events that are sent to the app's backend. The raw value is a stable code. It never changes and is
/// never reused.
package enum AccountEventKind: String, Sendable, CaseIterable {
    /// An account was created. Reason: by what.
    case accountCreated = "account.created"
    /// An identity was linked to the account, or the account got its external id from a link ticket. Reason: who
    /// vouched for it.
    case accountLinked = "account.linked"
    /// Identities were unlinked from the account, and its sessions ended. Reason: who did it.
    case accountUnlinked = "account.unlinked"
    /// Another account of the same person was merged into this one and removed. Reason: who did it.
    case accountMerged = "account.merged"
    /// Apple did not report the new person as likely real, and they were let in. Reason: the policy.
    case accountMarked = "account.marked"
    /// The account was disabled, and its sessions ended. Reason: who did it, or why.
    case accountDisabled = "account.disabled"
    /// The account was enabled again. Reason: who did it.
    case accountEnabled = "account.enabled"
    /// The account was deleted with everything in it. Reason: who did it.
    case accountDeleted = "account.deleted"
    /// Sessions of the account ended other than by signing out. Reason: who ended them, or why.
    case sessionsEnded = "sessions.ended"
    /// Apple no longer forwards mail to the private relay address.
    case forwardingDisabled = "email.forwarding_disabled"
    /// Apple forwards mail to the private relay address again.
    case forwardingEnabled = "email.forwarding_enabled"
    /// Reports about messages changed what is known about the way of mail to the relay address. Reason: the state.
    case emailDeliveryChanged = "email.delivery_changed"
    /// The app has moved to another developer team, so Apple's identifiers and hidden addresses change. Reason: what said it.
    case appTransferred = "app.transferred"
    /// Nothing happened. An operator tests the connection to the backend.
    case test = "webhooks.test"
}
