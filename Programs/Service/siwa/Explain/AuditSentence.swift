import AccountStorage
import SignInFlows

/// Says in a sentence what an entry of the audit records.
struct AuditSentence {
    let entry: AuditEntry

    var sentence: Sentence {
        Sentence(time: entry.occurredAt, event: entry.event, text: text, session: entry.sessionID, refusal: refusal)
    }

    /// An event that this program does not know is shown as it is.
    private var text: String {
        if let event = AuditEvent(rawValue: entry.event) { return text(of: event) }
        return "The audit records \(entry.event)\(shown)."
    }

    /// There is no default case, so that an event without a sentence does not compile.
    private func text(of event: AuditEvent) -> String {
        switch event {
        case .signedIn: signedIn
        case .signInRefused: "A sign-in\(client("in")) was refused with \(entry.reason ?? "no reason")."
        case .sessionEnded: sessionEnded
        case .sessionsEnded: "\(allOthers) were ended\(by)."
        case .sessionHandedOff: "The app took its session to a web view, to the page \(entry.reason ?? "of nothing")."
        case .nameChanged: "The name was changed\(by)."
        case .exported: exported
        case .realPersonDecided: realPersonDecided
        case .personAccepted: "The new person was accepted\(after)\(by): the account was opened."
        case .personRejected: "The new person was rejected\(after)\(by): the account stays closed."
        case .accountDisabled: "The account was closed\(by), and all sessions ended."
        case .accountEnabled: "The account was opened\(by)."
        case .accountDeleted: accountDeleted
        case .appleNotification: appleNotification
        case .revocationAsked: "Apple accepted the request to revoke its token\(client("for")). The proof is missing."
        case .revocationConfirmed: "Apple refused its revoked token\(client("for")), which proves the revocation."
        case .revocationImpossible: revocationImpossible
        case .identityLinked: identityLinked
        case .identityUnlinked: identityUnlinked
        case .questionAsked: questionAsked
        case .externalIDRecorded: externalIDRecorded
        case .accountsMerged: accountsMerged
        case .linkTicketIssued: "A link ticket for the account was requested\(by)."
        case .accountRecovered: "The account was recovered for its owner\(by), who has to link it again."
        case .accountImported: accountImported
        case .foreignIdentityLeft: "A login at another provider was removed\(by)."
        case .credentialIssued: "The credential \(credential) was issued to a service."
        case .credentialRevoked: "The credential \(credential) of a service was revoked."
        case .passwordTried: "The password was wrong \(entry.reason ?? "many") times in a row."
        case .passwordTriesCleared: "The count of wrong passwords was cleared\(by)."
        case .passwordChanged: "The password was changed\(by). \(allOthers) ended."
        case .passwordResetRequested: "Somebody requested a password reset by email."
        case .passwordReset: passwordReset
        case .passwordRemoved: passwordRemoved
        case .clientSignedIn: "The OpenID client \(entry.client ?? "") got a session under that of the browser."
        case .consentWithdrawn: "The person withdrew their consent for the OpenID client \(entry.reason ?? "")."
        case .grantGone: grantGone
        case .emailDeliveryChanged: emailDeliveryChanged
        case .mailSkipped: mailSkipped
        case .appTransferred: "The app has moved to another developer team, in the transfer \(entry.reason ?? "")."
        case .identityMoved: identityMoved
        }
    }

    /// The refusal that the entry is about. Its reason is the code, except for a decision about a new person.
    private var refusal: RefusalMeaning? {
        switch AuditEvent(rawValue: entry.event) {
        case .signInRefused: entry.reason.map { RefusalMeaning(code: $0) }
        case .sessionEnded, .revocationImpossible: RefusalMeaning.find(entry.reason)
        case .realPersonDecided: closing.map { RefusalMeaning(code: $0.name) }
        default: nil
        }
    }

    /// How sign-ins to a new account that was created closed are refused.
    private var closing: ErrorCode? {
        switch RealPersonPolicy.Response(rawValue: entry.reason ?? "") {
        case .ask: .proofRequired
        case .hold: .accountHeld
        case .allow, .mark, nil: nil
        }
    }
}

/// Words that several sentences share.
extension AuditSentence {
    /// Who did it.
    var by: String { AuditActor.by(entry.reason) }

    /// The sign-in that was held, if the entry names it.
    private var after: String { client("after a sign-in in") }

    /// The reason as it is.
    var shown: String { entry.reason.map { " (\($0))" } ?? "" }

    /// The session of the entry, without an article.
    var session: String { entry.sessionID.map { "session \($0.text)" } ?? "session" }

    /// All sessions except the one that the entry names.
    var allOthers: String { entry.sessionID.map { "All sessions except \($0.text)" } ?? "All sessions" }

    /// The client and the platform after a preposition; empty if the entry names no client.
    func client(_ preposition: String) -> String {
        guard let client = entry.client else { return "" }
        return " \(preposition) the client \(client)" + (entry.platform.map { " (\($0.inWords))" } ?? "")
    }

    var identityMoved: String {
        let how = entry.reason == "import" ? "when its new identifier was fetched from Apple" : "at a sign-in"
        return "The Apple Account got its identifier of the team to which the app has moved, \(how)."
    }

    private var credential: String { AuditActor.credential(in: entry.reason).map { String($0) } ?? "without an ID" }
}

extension Platform {
    /// What a person signs in with.
    var inWords: String {
        switch self {
        case .native: "an app on an Apple device"
        case .web: "a browser"
        case .android: "an Android app"
        case .openID: "an OpenID client"
        }
    }
}
