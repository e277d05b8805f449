import AccountStorage
import SignInFlows

extension ServiceMetrics.Counts {
    /// Writes everything as text. A counter with a code does not exist before its first event, apart from those of mail.
    func write(to text: inout PrometheusText) {
        writeSignIns(to: &text)
        writeRequests(to: &text)
        writeCalls(to: &text)
        writeNotifications(to: &text)
        writeMail(to: &text)
    }

    private func writeSignIns(to text: inout PrometheusText) {
        text.begin(
            "siwa_sign_ins_total", .counter,
            help: "Sign-ins by provider and platform; new says if they created the account.")
        // An OpenID client's session begins with a code, after a sign-in that is counted here. A password creates no account.
        for provider in [SignInProvider.apple, .password] {
            for platform in Platform.allCases where platform != .openID {
                let answers = provider == .apple ? [false, true] : [false]
                for isNew in answers {
                    let key = ServiceMetrics.SignInKey(provider: provider, platform: platform, isNew: isNew)
                    text.sample(
                        "siwa_sign_ins_total", Double(signIns[key] ?? 0),
                        [("provider", provider.rawValue), ("platform", platform.rawValue), ("new", "\(isNew)")])
                }
            }
        }
        text.begin("siwa_client_tokens_total", .counter, help: "Tokens issued to OpenID clients, by grant.")
        for grant in ServiceMetrics.ClientGrant.allCases {
            text.sample("siwa_client_tokens_total", Double(grants[grant] ?? 0), [("grant", grant.rawValue)])
        }
    }

    private func writeRequests(to text: inout PrometheusText) {
        text.counter("siwa_refusals_total", help: "Refused requests by stable code.", refusals, by: "code")
        text.begin("siwa_requests_total", .counter, help: "Requests by route and status.")
        for (key, count) in requests.sorted(by: { ($0.key.path, $0.key.status) < ($1.key.path, $1.key.status) }) {
            text.sample(
                "siwa_requests_total", Double(count), [("route", key.path), ("status", "\(key.status)")])
        }
        text.counter("siwa_incidents_total", help: "Incidents for the operator, by stable code.", incidents, by: "code")
        text.counter(
            "siwa_event_deliveries_total", help: "Responses of the app's backend to events, by code.", deliveries,
            by: "code")
    }

    private func writeCalls(to text: inout PrometheusText) {
        text.counter("siwa_apple_keys_total", help: "Events about Apple's keys.", keyEvents, by: "event")
        text.counter("siwa_apple_call_failures_total", help: "Failed calls to Apple, by code.", failedCalls)
        text.counter(
            "siwa_apple_reply_oddities_total", help: "Members of Apple's replies in an unknown form.", oddities)
        text.begin("siwa_apple_call_seconds", .histogram, help: "How long Apple took to answer, by what became of it.")
        for (key, histogram) in calls.sorted(by: { $0.key.isBefore($1.key) }) {
            histogram.write("siwa_apple_call_seconds", [("call", key.call), ("outcome", key.code)], to: &text)
        }
        text.counter(
            "siwa_validations_total", help: "Tokens validated at Apple, by verdict.", validations, by: "verdict")
    }

    private func writeNotifications(to text: inout PrometheusText) {
        text.begin("siwa_notifications_total", .counter, help: "Notifications from Apple by kind and effect.")
        for (key, count) in notifications.sorted(by: { $0.key.isBefore($1.key) }) {
            text.sample(
                "siwa_notifications_total", Double(count),
                [("kind", key.kind), ("effect", key.effect), ("repeat", "\(key.isRepeat)")])
        }
        text.begin("siwa_notification_lag_seconds", .histogram, help: "From an event at Apple to its notification.")
        notificationLag.write("siwa_notification_lag_seconds", [], to: &text)
        text.counter(
            "siwa_notifications_refused_total", help: "Refused notifications, by stable code.", refusedNotifications,
            by: "code")
    }

    /// The alerts about mail compare causes, so each of them is there from the start.
    private func writeMail(to text: inout PrometheusText) {
        text.counter(
            "siwa_mail_sent_total", help: "Mails to people, by what became of them.",
            mails.merging(MailOutbox.outcomes.map { ($0, 0) }) { count, _ in count }, by: "outcome")
        text.counter(
            "siwa_mail_reports_total", help: "Reports about mails to people, by what they tell.",
            mailReports.merging(MailReports.causes.map { ($0, 0) }) { count, _ in count }, by: "cause")
    }
}

extension PrometheusText {
    /// Adds a counter with one label.
    fileprivate mutating func counter(_ name: String, help: String, _ counts: [String: Int], by label: String) {
        begin(name, .counter, help: help)
        for (value, count) in counts.sorted(by: { $0.key < $1.key }) { sample(name, Double(count), [(label, value)]) }
    }

    /// Adds a counter of calls to Apple.
    fileprivate mutating func counter(_ name: String, help: String, _ counts: [ServiceMetrics.CallKey: Int]) {
        begin(name, .counter, help: help)
        for (key, count) in counts.sorted(by: { $0.key.isBefore($1.key) }) {
            sample(name, Double(count), [("call", key.call), ("code", key.code)])
        }
    }
}

extension ServiceMetrics.CallKey {
    fileprivate func isBefore(_ other: Self) -> Bool { (call, code) < (other.call, other.code) }
}

extension ServiceMetrics.NotificationKey {
    fileprivate func isBefore(_ other: Self) -> Bool {
        guard (kind, effect) == (other.kind, other.effect) else { return (kind, effect) < (other.kind, other.effect) }
        return !isRepeat && other.isRepeat
    }
}
