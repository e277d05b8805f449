import HTTPServing

/// What an authenticated team asks `/auth/usermigrationinfo` for.
struct MigrationRequest: Sendable {
    enum Ask: Sendable, Equatable {
        /// A person's transfer identifier for a recipient.
        case identifier(of: String, target: String)
        /// The person behind a transfer identifier.
        case person(behind: String)
    }

    let client: String
    /// The team whose key signed the secret.
    let teamID: String
    /// The access token, if there is one.
    let bearer: String?
    /// Nil if the parameters name no direction, or both.
    let ask: Ask?

    init(_ fields: FormFields, client: String, teamID: String, authorization: String?) {
        self.client = client
        self.teamID = teamID
        let parts = (authorization ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        bearer = parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
        switch (fields.filled("sub"), fields.filled("target"), fields.filled("transfer_sub")) {
        case (let subject?, let target?, nil): ask = .identifier(of: subject, target: target)
        case (nil, nil, let identifier?): ask = .person(behind: identifier)
        default: ask = nil
        }
    }
}

/// Such a request, with what the emulator knows about what it names. Apple's order of these checks is unknown.
struct MigrationAttempt: Sendable {
    /// A valid or expired access token.
    struct Bearer: Sendable {
        let client: String
        /// Nil for the token of a person.
        let teamID: String?
        let expiresAt: Int
        let isUsed: Bool

        /// An Apple engineer said that a person's token serves once here, and a team's any number of times (developer
        /// forum, thread 761277). A switch treats both alike.
        func servesOnce(_ switches: Switches) -> Bool { teamID == nil || switches.transferTokenSingleUse }
    }

    /// Whom the request means.
    struct Named: Sendable {
        let person: String
        /// The team whose subject, or for which the identifier, was sent.
        let teamID: String
        /// Whether the person uses the app, and did so before the transfer.
        let isUsing: Bool
    }

    let request: MigrationRequest
    /// Nil if no such access token was issued.
    let bearer: Bearer?
    /// Whether the client belongs to the team today.
    let isOwner: Bool
    /// The transfer that the request belongs to, if there is one.
    var transfer: AppTransfer?
    var isTargetKnown = false
    var named: Named?
    let now: Int
    var switches = Switches()

    init(request: MigrationRequest, bearer: Bearer?, isOwner: Bool, now: Int, switches: Switches) {
        self.request = request
        self.bearer = bearer
        self.isOwner = isOwner
        self.now = now
        self.switches = switches
    }

    fileprivate var target: String? {
        guard case .identifier(_, let target) = request.ask else { return nil }
        return target
    }

    static let checks: [Check<MigrationAttempt>] = [
        tokenSent, tokenKnown, tokenInTime, tokenOfClient, tokenUnused, parameters, targetOther, targetKnown, started,
        targetRecipient, named, namedForTeam, received, inTime, personUses,
    ]
}

/// The access token.
extension MigrationAttempt {
    static let tokenSent = Check<MigrationAttempt>("migration_token_missing") { attempt in
        guard attempt.request.bearer == nil else { return nil }
        return .invalidRequest(
            "migration_token_missing",
            "Send Authorization: Bearer with the token that client_credentials and scope=user.migration return.")
    }

    static let tokenKnown = Check<MigrationAttempt>("migration_token_unknown") { attempt in
        guard attempt.request.bearer != nil, attempt.bearer == nil else { return nil }
        return .invalidGrant("migration_token_unknown", "No such access token was issued, or it was revoked.")
    }

    static let tokenInTime = Check<MigrationAttempt>("migration_token_expired") { attempt in
        guard let bearer = attempt.bearer, attempt.now >= bearer.expiresAt else { return nil }
        return .invalidGrant("migration_token_expired", "The access token was valid for an hour.")
    }

    static let tokenOfClient = Check<MigrationAttempt>("migration_token_other_client") { attempt in
        guard let bearer = attempt.bearer else { return nil }
        let isOfTeam = bearer.teamID.map { $0 == attempt.request.teamID } ?? true
        guard bearer.client != attempt.request.client || !isOfTeam else { return nil }
        return .invalidRequest(
            "migration_token_other_client",
            "The access token was issued to \(bearer.client)\(bearer.teamID.map { " of team " + $0 } ?? ""), and the "
                + "secret is one of \(attempt.request.client) of team \(attempt.request.teamID).")
    }

    static let tokenUnused = Check<MigrationAttempt>("migration_token_used") { attempt in
        guard let bearer = attempt.bearer, bearer.isUsed, bearer.servesOnce(attempt.switches) else { return nil }
        return .invalidGrant("migration_token_used", "A person's own access token serves once.")
    }
}

/// The parameters and the transfer.
extension MigrationAttempt {
    static let parameters = Check<MigrationAttempt>("migration_parameters", isWaivable: false) { attempt in
        guard attempt.request.ask == nil else { return nil }
        return .invalidRequest(
            "migration_parameters", "Send sub and target, or transfer_sub: one of the two, and whole.")
    }

    static let targetOther = Check<MigrationAttempt>("migration_target_own_team") { attempt in
        guard attempt.target == attempt.request.teamID else { return nil }
        return .invalidRequest(
            "migration_target_own_team", "target is the team that sends the request. Send the recipient's Team ID.")
    }

    static let targetKnown = Check<MigrationAttempt>("migration_target_unknown") { attempt in
        guard let target = attempt.target, !attempt.isTargetKnown else { return nil }
        return .invalidRequest("migration_target_unknown", "There is no team \(target).")
    }

    static let started = Check<MigrationAttempt>("migration_not_started") { attempt in
        guard attempt.target != nil, attempt.transfer == nil, !attempt.switches.transferBeforeAcceptance else {
            return nil
        }
        return .invalidRequest(
            "migration_not_started",
            "No transfer of \(attempt.request.client) was started (transfer_before_acceptance).")
    }

    static let targetRecipient = Check<MigrationAttempt>("migration_target_not_recipient") { attempt in
        guard let target = attempt.target, let transfer = attempt.transfer, transfer.to != target else { return nil }
        return .invalidRequest(
            "migration_target_not_recipient", "The app goes to team \(transfer.to), not to \(target).")
    }

    /// Apple does not say what it answers when the time is over, so this is a switch.
    static let inTime = Check<MigrationAttempt>("migration_window_over") { attempt in
        guard let transfer = attempt.transfer, transfer.acceptedAt != nil,
            !transfer.isOpen(at: attempt.now, attempt.switches)
        else { return nil }
        let days = attempt.switches.transferWindowDays
        let explanation =
            "The \(days) days after the acceptance are over. Another transfer, back and forth, begins anew."
        return attempt.switches.afterTransferWindow == .invalidClient
            ? .invalidClient("migration_window_over", explanation)
            : .invalidRequest("migration_window_over", explanation)
    }
}

/// The person.
extension MigrationAttempt {
    static let named = Check<MigrationAttempt>("migration_subject_unknown", isWaivable: false) { attempt in
        guard attempt.named == nil else { return nil }
        if attempt.target == nil {
            return .invalidRequest("migration_identifier_unknown", "No such transfer identifier was given to anybody.")
        }
        return .invalidRequest(
            "migration_subject_unknown", "No team knows anybody by this sub. Is it a Team ID, or from another system?")
    }

    static let namedForTeam = Check<MigrationAttempt>("migration_subject_other_team") { attempt in
        guard let named = attempt.named, named.teamID != attempt.request.teamID else { return nil }
        if attempt.target == nil {
            return .invalidRequest(
                "migration_identifier_other_team", "The transfer identifier was made for team \(named.teamID).")
        }
        return .invalidRequest(
            "migration_subject_other_team", "The sub is the one by which team \(named.teamID) knows the person.")
    }

    static let received = Check<MigrationAttempt>("migration_not_received") { attempt in
        guard attempt.target == nil, attempt.transfer == nil else { return nil }
        return .invalidRequest(
            "migration_not_received",
            "Team \(attempt.request.teamID) has not received \(attempt.request.client) from another team.")
    }

    /// Apple answers so for people who stopped using the app before (developer forum, thread 705275). A switch answers.
    static let personUses = Check<MigrationAttempt>("migration_person_left") { attempt in
        guard let named = attempt.named, !named.isUsing, attempt.switches.leftPerson == .invalidRequest else {
            return nil
        }
        return .invalidRequest(
            "migration_person_left", "\(named.person) stopped using the app, or never used it before the transfer.")
    }
}
