import AccountStorage

/// Says which daily numbers the lines of the audit belong to.
enum AuditNumbers {
    /// The numbers of one day, one for each key.
    static func counts(of lines: [AuditCount], on day: CalendarDay) -> [DailyCount] {
        var sums: [DailyCount.Key: Int] = [:]
        for line in lines {
            for key in keys(of: line, on: day) { sums[key, default: 0] += line.count }
        }
        return sums.map { DailyCount($0.key, count: $0.value) }.sorted { $0.key < $1.key }
    }

    /// An event that the numbers do not show belongs to none.
    private static func keys(of line: AuditCount, on day: CalendarDay) -> [DailyCount.Key] {
        func key(_ measure: DailyMeasure, _ provider: SignInProvider? = nil, detail: String? = nil) -> DailyCount.Key {
            DailyCount.Key(
                day: day.number, measure: measure.rawValue, provider: provider?.rawValue, platform: line.platform,
                client: line.client, detail: detail)
        }
        let reason = word(of: line.reason)
        switch AuditEvent(rawValue: line.event) {
        case .signedIn where reason == "password": return [key(.signIn, .password, detail: "known")]
        case .signedIn where reason == "new": return [key(.registration, .apple), key(.signIn, .apple, detail: "new")]
        case .signedIn: return [key(.signIn, .apple, detail: "known")]
        case .clientSignedIn: return [key(.clientSignIn, .openID)]
        case .signInRefused: return [key(.refusal, .apple, detail: reason)]
        case .accountDeleted: return [key(.departure, detail: reason)]
        case .appleNotification, .grantGone:
            return withdrawal(line).map { [key(.withdrawal, .apple, detail: $0)] } ?? []
        case .identityLinked: return [key(.link, .apple, detail: reason)]
        // A recovery and a first proof of an address write this line even if nothing was linked.
        case .identityUnlinked: return reason == "person" ? [key(.unlink, .apple)] : []
        // A merge has a line for each of the two accounts.
        case .accountsMerged: return reason == "from" ? [key(.merge)] : []
        case .questionAsked: return [key(.question, .apple, detail: reason)]
        case .realPersonDecided: return [key(.review, .apple, detail: reason)]
        case .personAccepted: return [key(.registration, .apple), key(.review, .apple, detail: "accepted")]
        case .personRejected: return [key(.review, .apple, detail: "rejected")]
        case .passwordReset: return [key(.passwordReset, .password)]
        case .passwordRemoved: return reason == "upgrade" ? [key(.upgrade, .apple)] : []
        default: return []
        }
    }

    /// What a person's departure at Apple changed here; nil if the line is about something else.
    private static func withdrawal(_ line: AuditCount) -> String? {
        switch line.event {
        case AuditEvent.grantGone.rawValue: line.reason == GrantVerdict.gone.rawValue ? "check" : nil
        default:
            [NotificationVerdict.sessionsEnded, .identityRemoved].map(\.rawValue).first { $0 == line.reason }
        }
    }

    /// The reason without the identifier that it may contain.
    private static func word(of reason: String?) -> String? {
        reason?.split(separator: ":", maxSplits: 1).first.map { String($0) }
    }
}
