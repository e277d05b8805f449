import AccountStorage
import SignInFlows

/// Sentences about accounts, their identities and what Apple says about them.
extension AuditSentence {
    var accountDeleted: String {
        let deletion = "The account was deleted with everything in it, because "
        return switch entry.reason {
        case "no_way_in": deletion + "nobody could sign in to it any more."
        case "undecided": deletion + "it was new, and nobody decided about it in time."
        default: "The account was deleted\(by) with everything in it, and all sessions ended."
        }
    }

    var exported: String {
        if entry.reason == TransferOperations.addressReason {
            return "The address was written into a report about a transfer of the app, by the operator."
        }
        let export = "A copy of everything stored about the person was exported"
        guard entry.reason == AccountOperations.secretsAsker else { return export + "\(by)." }
        return export + " by the operator, including any password hash and any of Apple's refresh tokens."
    }

    var accountImported: String {
        let creation = "The account was created from a line of an import file"
        if entry.reason == "transfer" { return "The account was created for a person in the file of the app's seller." }
        return entry.reason == "disabled" ? creation + ", which says that it is closed." : creation + "\(shown)."
    }

    var accountsMerged: String {
        let parts = entry.reason?.split(separator: ":", maxSplits: 1) ?? []
        switch (parts.first, parts.count) {
        case ("from", 2): return "The account \(parts[1]) was merged into this one and removed."
        case ("into", 2): return "This account was merged into the account \(parts[1]) and removed."
        default: return "This account was merged with another one\(shown)."
        }
    }

    var externalIDRecorded: String {
        guard entry.reason == "ticket" else { return "The account got its external ID\(by)." }
        return "The account got its external ID, because the person signed in with a link ticket of the app's backend."
    }

    var identityLinked: String {
        switch entry.reason {
        case "ticket": "An Apple Account was linked to the account with a link ticket of the app's backend."
        case "session": "An Apple Account was linked to the account by the person in the \(session)."
        default: "An Apple Account was linked to the account\(shown)."
        }
    }

    var identityUnlinked: String {
        switch entry.reason {
        case "person": "An Apple Account was unlinked from the account by the person. \(allOthers) ended."
        case "first_proof":
            "All Apple Accounts were unlinked from the account, because its address was proven for the first time. "
                + "\(allOthers) ended."
        default: "All Apple Accounts were unlinked from the account\(by). \(allOthers) ended."
        }
    }

    var appleNotification: String {
        switch entry.reason {
        case "sessions_ended":
            "Apple reported that the person stopped using the app. The sessions from before ended, and Apple's tokens "
                + "were dropped."
        case "identity_removed":
            "Apple reported that the Apple Account was deleted. It was unlinked, and the sessions from before ended."
        case "forwarding_off": "Apple reported that it no longer forwards mail to the person's relay address."
        case "forwarding_on": "Apple reported that it forwards mail to the person's relay address again."
        default: "A notification from Apple was applied\(shown)."
        }
    }

    var emailDeliveryChanged: String {
        switch entry.reason {
        case "reachable": "A message to the person's relay address arrived."
        case "sender_refused":
            "Apple refused a message to the person's relay address because of its sender. The address is good."
        case "gone": "Messages were refused on two days, because the person's relay address does not exist any more."
        case "deferred": "A message to the person's relay address was put off for too long."
        default: "What is known about the way of mail to the person's relay address changed\(shown)."
        }
    }

    var mailSkipped: String {
        switch entry.reason {
        case "forwarding_off": "A message was not sent, because Apple does not forward mail to the person."
        case "gone": "A message was not sent, because the person's relay address does not exist any more."
        case "no_address": "A message was not sent, because the account has no address any more."
        case "account_disabled": "A message was not sent, because the account is closed or waits for a decision."
        default: "A message was not sent\(shown)."
        }
    }

    var revocationImpossible: String {
        "Apple's token\(client("for")) could not be revoked\(shown). The person can still stop using the app at Apple."
    }

    var grantGone: String {
        switch entry.reason {
        case "sessions_ended":
            "Apple refuses its token\(client("for")): the person stopped using the app, deleted their Apple Account or "
                + "changed its password. The sessions from before ended, and the token was dropped."
        case "never_alive":
            "Apple refuses the imported token\(client("for")), which it never accepted here. The token was dropped, and "
                + "the next sign-in obtains another one."
        case "sealed_value_unreadable":
            "Apple's token\(client("for")) could not be decrypted. It was dropped, and the next sign-in obtains another "
                + "one."
        default: "Apple's token\(client("for")) is no longer usable\(shown)."
        }
    }
}
