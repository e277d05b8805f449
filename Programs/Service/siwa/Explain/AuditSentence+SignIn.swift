import AccountStorage

/// Sentences about sign-ins, sessions and passwords.
extension AuditSentence {
    var signedIn: String {
        switch entry.reason {
        case "new":
            "The person signed in with Apple\(client("in")) for the first time: the account was created, and the "
                + "\(session) began."
        case "known": "The person signed in with Apple\(client("in")), and the \(session) began."
        case "password": "The person signed in with a password\(client("in")), and the \(session) began."
        default: "The person signed in\(client("in"))\(shown), and the \(session) began."
        }
    }

    var sessionEnded: String {
        switch entry.reason {
        case "person": "The \(session)\(client("of")) was ended by the person."
        case "credential_revoked":
            "The \(session)\(client("of")) ended, because the device reported that Apple had revoked the credential. "
                + "Apple itself decides about the other sessions at the next check of its token."
        case "session_ended":
            "The \(session)\(client("of")) was ended, because a refresh token was newer than the database, as after "
                + "the restoration of an old backup."
        case let reason?: "The \(session)\(client("of")) was ended with \(reason)."
        case nil: "The \(session)\(client("of")) ended."
        }
    }

    var realPersonDecided: String {
        let cause = "Apple did not report the new person as likely real\(client("in")). "
        return switch entry.reason {
        case "mark": cause + "The account was created, and the operator may look at it."
        case "ask": cause + "The account was created closed, until the app has further proof."
        case "hold": cause + "The account was created closed, until the operator opens it."
        default: cause + "The decision was \(entry.reason ?? "not recorded")."
        }
    }

    var questionAsked: String {
        guard entry.reason == "merge" else {
            return "The person was asked\(client("in")) whether they have been here before\(shown). An account with "
                + "this ID is created only if they answer no."
        }
        return "The person was asked\(client("in")) whether to merge this account into the account of the \(session)."
    }

    var passwordReset: String {
        guard entry.reason == "first_proof" else {
            return "The password was reset with a code sent by email, and all sessions ended."
        }
        return "The password was reset with a code sent by email, which proved an address of the account for the first "
            + "time. All Apple Accounts, other addresses and sessions were removed."
    }

    var passwordRemoved: String {
        guard entry.reason == "upgrade" else { return "The password was removed\(by)." }
        return "The password was removed, because the person replaced it with Sign in with Apple. \(allOthers) ended."
    }
}
