import AccountStorage
import SignInFlows

/// Says in sentences how often each event of the audit happened in a period.
struct PeriodSummary {
    let counts: [AuditCount]

    private static let mostRefusals = 10

    /// One sentence for each event that happened, the most frequent first.
    var events: [Sentence] {
        let groups = Dictionary(grouping: counts.filter(Self.isCounted), by: \.event)
        return groups.map { event, counts in Self.sentence(about: event, counts) }
            .sorted { ($1.count ?? 0, $0.event) < ($0.count ?? 0, $1.event) }
    }

    /// One sentence for each of the most frequent refusals, with its meaning.
    var refusals: [Sentence] {
        let groups = Dictionary(grouping: counts.filter(Self.isRefusal)) { [$0.event, $0.reason ?? ""] }
        let sentences = groups.map { key, counts in Self.sentence(refusing: key[0], with: key[1], counts) }
        return Array(
            sentences.sorted { ($1.count ?? 0, $0.text) < ($0.count ?? 0, $1.text) }.prefix(Self.mostRefusals))
    }

    /// A merge is recorded for both accounts and counted once.
    private static func isCounted(_ count: AuditCount) -> Bool {
        count.event != AuditEvent.accountsMerged.rawValue || !(count.reason?.hasPrefix("into:") ?? false)
    }

    private static func isRefusal(_ count: AuditCount) -> Bool {
        switch AuditEvent(rawValue: count.event) {
        case .signInRefused: count.reason != nil
        case .sessionEnded: RefusalMeaning.find(count.reason) != nil
        default: false
        }
    }

    private static func sentence(about event: String, _ counts: [AuditCount]) -> Sentence {
        let total = counts.reduce(0) { $0 + $1.count }
        let outcomes = tallies(counts) { outcome(of: $0) }
        let platforms = tallies(counts) { $0.platform?.rawValue }
        let what =
            AuditEvent(rawValue: event).map { total == 1 ? $0.inPeriod.one : $0.inPeriod.many }
            ?? (total == 1 ? "entry of \(event)" : "entries of \(event)")
        var text = "There \(total == 1 ? "was" : "were") \(total) \(what)."
        if !outcomes.isEmpty { text += " Outcomes: \(list(outcomes))." }
        if !platforms.isEmpty { text += " Platforms: \(list(platforms))." }
        return Sentence(time: nil, event: event, text: text, count: total, outcomes: outcomes, platforms: platforms)
    }

    private static func sentence(refusing event: String, with code: String, _ counts: [AuditCount]) -> Sentence {
        let total = counts.reduce(0) { $0 + $1.count }
        let (what, done) = event == AuditEvent.signInRefused.rawValue ? ("sign-in", "refused") : ("session", "ended")
        let text = "\(total) \(what)\(total == 1 ? " was" : "s were") \(done) with \(code)."
        return Sentence(
            time: nil, event: event, text: text, refusal: RefusalMeaning(code: code),
            count: total, platforms: tallies(counts) { $0.platform?.rawValue })
    }

    /// How often each name occurs, the most frequent first. Counts without a name are left out.
    private static func tallies(_ counts: [AuditCount], by name: (AuditCount) -> String?) -> [Sentence.Tally] {
        var sums: [String: Int] = [:]
        for count in counts {
            if let name = name(count) { sums[name, default: 0] += count.count }
        }
        return sums.map { Sentence.Tally(name: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    /// The reason without the identifier that it may contain. The number of wrong passwords is no outcome.
    private static func outcome(of count: AuditCount) -> String? {
        guard let reason = count.reason, count.event != AuditEvent.passwordTried.rawValue else { return nil }
        return reason.split(separator: ":", maxSplits: 1).first.map { String($0) }
    }

    private static func list(_ tallies: [Sentence.Tally]) -> String {
        tallies.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    }
}
