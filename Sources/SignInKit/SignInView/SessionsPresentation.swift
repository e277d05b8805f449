import Foundation

/// What the kit's page about devices and browsers shows.
struct SessionsPresentation: Sendable, Equatable {
    struct Row: Sendable, Equatable, Identifiable {
        let id: String
        let title: String
        /// When the session was last used.
        let detail: String
        let canEnd: Bool
    }

    /// What the person can change.
    enum Change: Sendable, Hashable {
        case end(AccountSession.ID)
        case endOthers
    }

    /// This device first, then in the order of the backend.
    var rows: [Row]
    /// Whether one button ends all the others. A single other one has a button of its own.
    var canEndOthers: Bool

    init(_ sessions: [AccountSession], date: (Date) -> String = SessionsPresentation.shortDate) {
        let others = sessions.filter { !$0.isCurrent }
        rows = (sessions.filter(\.isCurrent) + others).map {
            Row(id: $0.id, title: Self.title($0), detail: date($0.renewedAt), canEnd: !$0.isCurrent)
        }
        canEndOthers = others.count > 1
    }

    /// A session names its client only by a word of the backend's configuration, which people do not know.
    private static func title(_ session: AccountSession) -> String {
        if session.isCurrent { return ViewText.sessionsThisDevice.text }
        if let browser = session.browser { return browser }
        switch session.platform {
        case "native": return ViewText.sessionsApp.text
        case "android": return ViewText.sessionsAndroid.text
        case "web": return ViewText.sessionsBrowser.text
        default: return ViewText.sessionsOther.text
        }
    }

    /// In the person's own language and calendar.
    static func shortDate(_ date: Date) -> String {
        DateFormatter.localizedString(from: date, dateStyle: .medium, timeStyle: .short)
    }
}

extension AccountSession {
    /// For previews: this device, and a browser.
    static let examples = [
        AccountSession(
            id: "1", client: "app", platform: "native", isCurrent: true, beganAt: example, renewedAt: example),
        AccountSession(
            id: "2", client: "web", platform: "web", browser: "Firefox (Windows)", isCurrent: false, beganAt: example,
            renewedAt: example),
    ]

    private static let example = Date(timeIntervalSince1970: 1_800_000_000)
}

extension SignInClient {
    /// Makes a change, and returns what did not work.
    func make(_ change: SessionsPresentation.Change) async -> SignInFailure? {
        do throws(SignInFailure) {
            switch change {
            case .end(let id): try await endSession(id)
            case .endOthers: try await endOtherSessions()
            }
            return nil
        } catch {
            return error
        }
    }
}
