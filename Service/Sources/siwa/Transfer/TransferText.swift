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

    static func plan(_ transfer: RegisteredTransfer, people: Int) -> String {
        let seconds = Double(people) * secondsForACall / 8
        let keys = [("from", transfer.fromTeam, transfer.giver), ("to", transfer.toTeam, transfer.recipient)]
        var lines = ["transfer \(transfer.name): \(transfer.clients.map(\.rawValue).joined(separator: ", "))"]
        for (word, id, team) in keys {
            lines.append("  \(word) team \(id.rawValue)  " + (team == nil ? "another company's" : "its key is here"))
        }
        lines += [
            "  \(people) \(people == 1 ? "person" : "people"), about \(ProgressLine.duration(seconds)) of calls, eight at a time",
            "before: siwa doctor checks the keys. In the portal of \(transfer.toTeam.rawValue), enter the mail sources and the",
            "  address for notifications. In that of \(transfer.fromTeam.rawValue), ungroup the app.",
            "then: siwa transfer export, the transfer in App Store Connect, siwa transfer import within 60 days",
        ]
        return lines.joined(separator: "\n")
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
        for state in TransferEntry.State.allCases {
            lines.append(
                state.rawValue.padding(toLength: 13, withPad: " ", startingAt: 0) + "\(standing.count(state))")
        }
        if transfer.state == .expired {
            lines.append("Apple translates no more. The only remedy is to transfer the app back and forth.")
        }
        return lines.joined(separator: "\n")
    }

    static func json(_ standing: TransferOperations.Standing) -> JSONObject {
        let transfer = standing.transfer
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
            (name: "people", value: .object(JSONObject(counts))),
        ])
    }

    static func line(_ tally: TransferTally) -> String {
        "\(tally.asked) asked, \(tally.answered) answered, \(tally.refused) refused, \(tally.failed) failed"
    }

    /// Why a run stopped, and the likely cause.
    static func words(for stop: TransferStop) -> String {
        switch stop {
        case .refused(code: "invalid_request"):
            "stopped: Apple refuses everybody (invalid_request). Likely the other team's ID is wrong, or the app cannot be "
                + "transferred yet, or has not been accepted"
        case .refused(code: "invalid_client"):
            "stopped: Apple refuses the key (invalid_client). The key, the Team ID or the client does not belong together; "
                + "run siwa doctor"
        case .refused(let code): "stopped: Apple refuses the request (\(code))"
        case .unreachable: "stopped: Apple does not answer. Every answer so far is stored; run the command again"
        case .failed(let error): "stopped: \(error.code)"
        case .interrupted: "interrupted; run the command again to go on"
        case .impossible(let reason): reason
        }
    }

    /// Says why a decision is not possible, and returns the exit code.
    static func refused(_ reason: String) -> ExitCode {
        Output.remark(reason)
        return ProgramExit.no
    }
}
