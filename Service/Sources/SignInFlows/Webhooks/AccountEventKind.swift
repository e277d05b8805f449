/// What the app's backend is told of. The raw value is a stable code; it never changes and is never used again.
package enum AccountEventKind: String, Sendable, CaseIterable {
    /// An account was made. Reason: by what.
    case accountCreated = "account.created"
    /// A way in leads to the account from now on, or the account got its name in the app's own system by a ticket.
    /// Reason: on whose word.
    case accountLinked = "account.linked"
    /// Ways in no longer lead to the account, and its sessions ended. Reason: who did it.
    case accountUnlinked = "account.unlinked"
    /// Another account of the same person went into this one, and is gone. Reason: who did it.
    case accountMerged = "account.merged"
    /// The account was closed to sign-in, and its sessions ended. Reason: who did it, or why.
    case accountDisabled = "account.disabled"
    /// The account was opened again. Reason: who did it.
    case accountEnabled = "account.enabled"
    /// The account was deleted with everything in it. Reason: who did it.
    case accountDeleted = "account.deleted"
    /// Sessions of the account ended that its person did not just sign out of. Reason: who ended them, or why.
    case sessionsEnded = "sessions.ended"
    /// Mail to the relay address does not arrive any more.
    case forwardingDisabled = "email.forwarding_disabled"
    /// Mail to the relay address arrives again.
    case forwardingEnabled = "email.forwarding_enabled"
    /// Nothing happened: an operator tries the way to the backend.
    case test = "webhooks.test"
}
