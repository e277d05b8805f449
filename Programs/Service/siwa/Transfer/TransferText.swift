import AccountStorage
import ArgumentParser
import Foundation
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInWithApple

/// Formats a transfer for an operator.
enum TransferText {
    /// What Apple took for one call in a public log; at eight at a time.
    private static let secondsForACall = 0.8

    /// - Parameter keys: what Apple says about the keys, the giver's first.
    static func plan(_ transfer: RegisteredTransfer, _ census: TransferCensus, keys: [TransferKeyCheck]) -> String {
        let people = census.people
        let seconds = Double(people) * secondsForACall / 8
        var lines = ["transfer \(transfer.name): \(transfer.clients.map(\.rawValue).joined(separator: ", "))"]
        for (place, (word, id)) in [("from", transfer.fromTeam), ("to", transfer.toTeam)].enumerated() {
            lines.append("  \(word) team \(id.rawValue)  " + words(for: keys[place], isRecipient: place == 1))
        }
        lines += [
            "  \(people) \(people == 1 ? "person" : "people"), about \(ProgressLine.duration(seconds)) of calls, eight at a time",
            "  \(census.hidden) of them hide their address, which changes",
            "  of \(census.withoutToken) no token of Apple's is stored, so only Apple knows whether they still use the app",
            "  \(census.accountsElsewhere) accounts have no identity at \(transfer.fromTeam.rawValue), so Apple cannot translate them",
            "before: in the portal of \(transfer.toTeam.rawValue), enter the mail sources and the address for notifications.",
            "  In that of \(transfer.fromTeam.rawValue), ungroup the app.",
            "then: siwa transfer export, the transfer in App Store Connect, siwa transfer import within 60 days",
        ]
        return lines.joined(separator: "\n")
    }

    private static func words(for check: TransferKeyCheck, isRecipient: Bool) -> String {
        switch check {
        case .elsewhere: "another company's"
        case .accepted: "Apple accepts its key"
        case .failed(.refused(let refusal)) where isRecipient && refusal.code == TokenEndpointError.invalidClient:
            "Apple refuses its key (invalid_client), as it must before the acceptance"
        case .failed(let failure): "Apple gives its key no token (\(failure.code)); run siwa doctor"
        }
    }

    /// How fast people settle, in words.
    static func words(for pace: TransferPaceSeen) -> String {
        guard let left = pace.secondsLeft else { return "pace         nobody in the last \(Int(pace.seconds)) s" }
        let rate = String(format: "%.1f", pace.perSecond)
        return "pace         \(rate) a second, about \(ProgressLine.duration(left)) left"
    }

    /// How long Apple still translates identifiers, in words.
    private static func words(forDaysLeft days: Int) -> String {
        switch days {
        case 0: "less than a day"
        case 1: "1 day"
        default: "\(days) days"
        }
    }

    static func page(_ standing: TransferOperations.Standing) -> String {
        let transfer = standing.transfer
        var lines = [
            "state        \(transfer.state.rawValue)", "teams        \(transfer.fromTeam) to \(transfer.toTeam)",
        ]
        for (word, moment) in [
            ("first claim", transfer.firstClaimAt), ("accepted", transfer.acceptedAt), ("deadline", transfer.deadline),
            ("closed", transfer.closedAt),
        ] {
            guard let moment else { continue }
            lines.append(word.padding(toLength: 13, withPad: " ", startingAt: 0) + Timestamp.text(of: moment))
        }
        if let days = standing.daysLeft { lines.append("time left    " + words(forDaysLeft: days)) }
        for state in TransferEntry.State.allCases {
            lines.append(
                state.rawValue.padding(toLength: 13, withPad: " ", startingAt: 0) + "\(standing.count(state))")
        }
        lines.append("at risk      \(standing.atRisk)")
        lines.append("other team   \(standing.otherTeamTries)")
        if transfer.state == .expired {
            lines.append("Apple translates no more. The only remedy is to transfer the app back and forth.")
        }
        return lines.joined(separator: "\n")
    }

    /// - Parameter pace: how fast people settled; nil at the first look.
    static func json(_ standing: TransferOperations.Standing, _ pace: TransferPaceSeen? = nil) -> JSONObject {
        let transfer = standing.transfer
        func number(_ value: Int?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }
        func time(_ moment: Date?) -> JSONValue { moment.map { .string(Timestamp.text(of: $0)) } ?? .null }
        let counts = TransferEntry.State.allCases.map { state in
            (name: state.rawValue, value: JSONValue.number(JSONNumber(standing.count(state))))
        }
        return JSONObject([
            (name: "state", value: .string(transfer.state.rawValue)),
            (name: "from_team", value: .string(transfer.fromTeam)), (name: "to_team", value: .string(transfer.toTeam)),
            (name: "first_claim_at", value: time(transfer.firstClaimAt)),
            (name: "accepted_at", value: time(transfer.acceptedAt)),
            (name: "deadline", value: time(transfer.deadline)), (name: "closed_at", value: time(transfer.closedAt)),
            (name: "days_left", value: number(standing.daysLeft)),
            (name: "people", value: .object(JSONObject(counts))),
            (name: "at_risk", value: number(standing.atRisk)),
            (name: "other_team_tries", value: number(standing.otherTeamTries)),
            (name: "pace_per_minute", value: number(pace.map { Int(($0.perSecond * 60).rounded()) })),
            (name: "seconds_left", value: number(pace?.secondsLeft.map { Int($0.rounded(.up)) })),
        ])
    }

    static func line(_ tally: TransferTally) -> String {
        "\(tally.asked) asked, \(tally.answered) answered, \(tally.refused) refused, \(tally.failed) failed"
    }

    /// Why the run was not the last one; nil if nobody waits for Apple's answer.
    static func words(forWaiting people: Int) -> String? {
        guard people > 0 else { return nil }
        return "\(people) \(people == 1 ? "person still waits" : "people still wait") for Apple's answer. "
            + "Run the command again: people of an interrupted run are due after two minutes, and people whom Apple "
            + "refused after a day"
    }

    /// What should be looked at, if Apple refused many people: people leave an app, but not in such numbers.
    static func warning(about tally: TransferTally) -> String? {
        guard tally.refused * 10 > tally.asked * 3 else { return nil }
        return "Apple refused \(tally.refused) of \(tally.asked) people. "
            + "If not so many left the app, check the Team IDs, and whether the app was accepted. "
            + "siwa transfer retry has them asked again"
    }

    /// Why nobody of a file is stored whose external ids may be those of another system.
    static func words(forMatched people: Int) -> String {
        "\(people) \(people == 1 ? "person" : "people") of the file would get an account that is here, by the external_id. "
            + "It may be another person's by chance. If the seller's external ids are those of this system, add "
            + "--external-ids; if not, have the seller write a file with yours. Nothing is stored"
    }

    /// Why an acceptance is not stored.
    static func words(forUnproven failure: AppleCallFailure) -> String {
        switch failure {
        case .refused(let refusal) where refusal.code == TokenEndpointError.invalidClient:
            "Apple does not know the app as the recipient's (invalid_client), so nothing is stored. If the recipient has "
                + "accepted it, wait some minutes, or run siwa doctor about the recipient's key"
        case .unavailable: "Apple does not answer, so nothing is stored; run the command again"
        case .refused, .malformedReply, .notSent:
            "Apple gives the recipient's key no token (\(failure.code)), so nothing is stored; run siwa doctor"
        }
    }

    /// Why a run stopped, and the likely cause.
    static func words(for stop: TransferStop) -> String {
        switch stop {
        case .refused(code: "invalid_request"):
            "stopped: Apple refuses everybody (invalid_request). Likely the other team's ID is wrong, or the app cannot be "
                + "transferred yet, or has not been accepted. Nobody of the last batch is marked"
        case .refused(code: "invalid_client"):
            "stopped: Apple refuses the key (invalid_client). The key, the Team ID or the client does not belong together; "
                + "run siwa doctor"
        case .refused(code: "unauthorized_client"):
            "stopped: Apple refuses the token (unauthorized_client). The app is not being transferred, or its sixty days are "
                + "over"
        case .refused(let code): "stopped: Apple refuses the request (\(code))"
        case .unreachable: "stopped: Apple does not answer. Every answer so far is stored; run the command again"
        case .over:
            "stopped: Apple's sixty days are over, so nobody is asked, and nobody counts as refused. siwa transfer status "
                + "shows the deadline. If the app was accepted later, siwa transfer accept --at corrects it"
        case .failed(let error): "stopped: \(error.code)"
        case .interrupted: "interrupted; run the command again to go on"
        case .impossible(let reason): reason
        case .changed: "stopped: people came or went while the file was written. Run the command again"
        }
    }

    /// Why a transfer is not closed, and what is missing.
    static func words(
        for refusal: TransferOperations.CloseRefusal, _ standing: TransferOperations.Standing, canImport: Bool
    ) -> String {
        refusal.rawValue + ": " + missing(refusal, standing, canImport)
    }

    private static func missing(
        _ refusal: TransferOperations.CloseRefusal, _ standing: TransferOperations.Standing, _ canImport: Bool
    ) -> String {
        switch refusal {
        case .notMoved: return "the recipient has not accepted the app; siwa transfer cancel gives the transfer up"
        case .over: return "the transfer is \(standing.transfer.state.rawValue) already"
        case .notSettled:
            let end = standing.transfer.deadline.map { Timestamp.text(of: $0) } ?? "Apple's sixty days"
            let waits = standing.count(.waiting) + standing.count(.known) > 0
            return unsettled(standing, canImport) + " After \(end), it can be closed" + (waits ? " without them" : "")
        }
    }

    /// Who waits, and what settles the transfer. Only an import by this service does.
    private static func unsettled(_ standing: TransferOperations.Standing, _ canImport: Bool) -> String {
        let (waiting, known) = (standing.count(.waiting), standing.count(.known))
        guard waiting + known > 0 else {
            return canImport
                ? "nobody waits any more; run siwa transfer import once, which settles the transfer."
                : "nobody waits here, but the other team fetches the new subjects, so who is settled is not known."
        }
        let waits =
            "not everybody is settled: \(waiting) wait for their transfer identifier (siwa transfer export) "
            + "and \(known) for their new subject "
        return canImport
            ? waits + "(siwa transfer import). An import after which nobody waits settles the transfer."
            : waits + "(the other team fetches it)."
    }

    /// Says why a decision or a file is refused, and returns the exit code.
    static func refused(_ reason: String, as code: ExitCode = ProgramExit.no) -> ExitCode {
        Output.remark(reason)
        return code
    }
}
