import SignInFlows

extension AuditEvent {
    /// What is counted in a period, as singular and plural. There is no default case, so that an event without words
    /// does not compile.
    var inPeriod: (one: String, many: String) {
        switch self {
        case .signedIn: ("sign-in", "sign-ins")
        case .signInRefused: ("refused sign-in of a proven person", "refused sign-ins of proven people")
        case .sessionEnded: ("session that was ended alone", "sessions that were ended one by one")
        case .sessionsEnded: ("account whose sessions were ended", "times that the sessions of an account were ended")
        case .nameChanged: ("changed name", "changed names")
        case .exported: ("exported copy of an account", "exported copies of accounts")
        case .realPersonDecided: ("new person whom Apple did not report as likely real", Self.unlikelyPeople)
        case .personAccepted: ("new person who was accepted", "new people who were accepted")
        case .personRejected: ("new person who was rejected", "new people who were rejected")
        case .accountDisabled: ("closed account", "closed accounts")
        case .accountEnabled: ("opened account", "opened accounts")
        case .accountDeleted: ("deleted account", "deleted accounts")
        case .appleNotification: ("notification from Apple that changed something", Self.notifications)
        case .revocationAsked: ("accepted request for a revocation", "accepted requests for a revocation")
        case .revocationConfirmed: ("proven revocation at Apple", "proven revocations at Apple")
        case .revocationImpossible: ("revocation that was impossible", "revocations that were impossible")
        case .identityLinked: ("linked Apple Account", "linked Apple Accounts")
        case .identityUnlinked: ("account with unlinked Apple Accounts", "accounts with unlinked Apple Accounts")
        case .questionAsked: ("question to a person at a sign-in", "questions to people at a sign-in")
        case .externalIDRecorded: ("recorded external ID", "recorded external IDs")
        case .accountsMerged: ("merge of two accounts", "merges of two accounts")
        case .sessionHandedOff: ("page that an app opened", "pages that apps opened")
        case .linkTicketIssued: ("link ticket", "link tickets")
        case .accountRecovered: ("recovered account", "recovered accounts")
        case .accountImported: ("imported account", "imported accounts")
        case .foreignIdentityLeft: ("removed login at another provider", "removed logins at other providers")
        case .credentialIssued: ("new credential of a service", "new credentials of services")
        case .credentialRevoked: ("revoked credential of a service", "revoked credentials of services")
        case .passwordTried: ("run of ten wrong passwords", "runs of ten wrong passwords")
        case .passwordTriesCleared: ("cleared count of wrong passwords", "cleared counts of wrong passwords")
        case .passwordChanged: ("changed password", "changed passwords")
        case .passwordResetRequested: ("requested password reset", "requested password resets")
        case .passwordReset: ("password reset", "password resets")
        case .passwordRemoved: ("removed password", "removed passwords")
        case .clientSignedIn: ("session of an OpenID client", "sessions of OpenID clients")
        case .consentWithdrawn: ("withdrawn consent", "withdrawn consents")
        case .appTransferred: ("app that moved to another team", "apps that moved to another team")
        case .identityMoved: ("person who moved to another team", "people who moved to another team")
        case .grantGone: ("token of Apple's that was dropped", "tokens of Apple's that were dropped")
        case .mailSkipped: ("message that was not sent", "messages that were not sent")
        case .emailDeliveryChanged: ("change of the way of mail to a relay address", Self.deliveries)
        }
    }

    private static let unlikelyPeople = "new people whom Apple did not report as likely real"
    private static let deliveries = "changes of the way of mail to relay addresses"
    private static let notifications = "notifications from Apple that changed something"
}
