import AccountStorage
import Foundation
import SignInFlows

/// What happened to an account, in order.
struct AccountHistory {
    let story: AccountStory

    var sentences: [Sentence] {
        let ending = SessionEnding(story.audit)
        let ends = story.sessions.compactMap { ending.sentence(about: $0, refusal: story.refusals[$0.id]) }
        let told = [creation].compactMap { $0 } + story.audit.map { AuditSentence(entry: $0).sentence } + ends
        // Sentences of the same time stay in this order.
        return told.enumerated().sorted { left, right in
            let times = (left.element.time ?? .distantPast, right.element.time ?? .distantPast)
            return times.0 == times.1 ? left.offset < right.offset : times.0 < times.1
        }.map(\.element)
    }

    /// The creation of an account whose audit does not tell of it, because the entry is older than the audit is kept.
    private var creation: Sentence? {
        guard let createdAt = story.state?.createdAt, !story.audit.contains(where: Self.isCreation) else { return nil }
        return Sentence(
            time: createdAt, event: "account_created", text: "The account was created. The audit does not say how.")
    }

    private static func isCreation(_ entry: AuditEntry) -> Bool {
        switch AuditEvent(rawValue: entry.event) {
        case .signedIn: entry.reason == "new"
        case .accountImported, .realPersonDecided: true
        default: false
        }
    }
}
