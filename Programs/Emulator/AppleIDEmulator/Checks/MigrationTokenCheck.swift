/// A team's request for an access token with `scope=user.migration`
/// (Apple: "Transferring your apps and users to another team", "Bringing new apps and users into your team").
struct MigrationTokenAttempt: Sendable {
    let client: String
    /// Whether the client belongs to the team.
    let isOwner: Bool
    /// Whether the team has started a transfer of the app that was not accepted yet.
    let isOffered: Bool
    /// Whether the team has received the app in the last 60 days.
    let isReceived: Bool
    /// The accepted transfer by which the team lost the client.
    let givenAway: AppTransfer?
    let now: Int
    var switches = Switches()

    static let checks: [Check<MigrationTokenAttempt>] = [started, inTime]
}

extension MigrationTokenAttempt {
    /// Apple does not say whether identifiers exist before the transfer was started, so this is a switch.
    static let started = Check<MigrationTokenAttempt>("migration_token_not_started") { attempt in
        guard attempt.isOwner, !attempt.switches.transferBeforeAcceptance, !attempt.isOffered, !attempt.isReceived
        else { return nil }
        return Refusal(
            error: "unauthorized_client", cause: "migration_not_started",
            explanation: "No transfer of \(attempt.client) was started (transfer_before_acceptance).")
    }

    static let inTime = Check<MigrationTokenAttempt>("migration_token_window_over") { attempt in
        guard let transfer = attempt.givenAway, !transfer.isOpen(at: attempt.now, attempt.switches) else { return nil }
        return Refusal(
            error: "unauthorized_client", cause: "migration_token_window_over",
            explanation: "The \(attempt.switches.transferWindowDays) days after the acceptance are over.")
    }
}
