import AccountStorage
import ArgumentParser
import Foundation
import SignInAPI
import SignInFlows

/// Formats events for an operator.
enum EventText {
    static func line(_ event: AccountEvent, at now: Date) -> String {
        // An event about the app has no account.
        let account = event.kind == AccountEventKind.appTransferred.rawValue ? "-" : event.accountID.text
        let attempts = event.attempts == 1 ? "1 try" : "\(event.attempts) tries"
        return [
            event.id.text, event.kind, account, Timestamp.text(of: event.createdAt),
            event.state.rawValue, age(now.timeIntervalSince(event.createdAt)), attempts, event.lastCode ?? "",
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// A duration in seconds, in a suitable unit.
    static func age(_ seconds: TimeInterval) -> String {
        switch max(0, seconds) {
        case ..<120: "\(Int(seconds)) s"
        case ..<7_200: "\(Int(seconds / 60)) min"
        case ..<172_800: "\(Int(seconds / 3_600)) h"
        default: "\(Int(seconds / 86_400)) days"
        }
    }

    /// The state that an option names; `nil` without the option.
    static func state(_ name: String?) throws -> AccountEvent.State? {
        guard let name else { return nil }
        guard let state = AccountEvent.State(rawValue: name) else {
            let names = AccountEvent.State.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("a state must be one of \(names)")
        }
        return state
    }
}
