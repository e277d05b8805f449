import Foundation
import Testing

@testable import SignInKit

/// The page about devices and browsers says where the person is signed in, in words that people know.
@Suite struct SessionsPresentationTests {
    private func session(
        _ id: String, platform: String = "web", browser: String? = nil, isCurrent: Bool = false
    ) -> AccountSession {
        AccountSession(
            id: id, client: "app", platform: platform, browser: browser, isCurrent: isCurrent, beganAt: Sample.start,
            renewedAt: Sample.hour)
    }

    private func rows(_ sessions: AccountSession...) -> [SessionsPresentation.Row] {
        SessionsPresentation(sessions) { "\(Int($0.timeIntervalSince(Sample.start)))" }.rows
    }

    @Test func `this device comes first, and is not signed out here`() {
        let shown = rows(session("1"), session("2", isCurrent: true), session("3"))
        #expect(shown.map(\.id) == ["2", "1", "3"])
        #expect(shown.map(\.canEnd) == [false, true, true])
        #expect(shown.first?.title == "This device")
    }

    @Test func `a browser has its name, and anything else a word for its kind`() {
        let shown = rows(
            session("1", browser: "Firefox (Windows)"), session("2"), session("3", platform: "native"),
            session("4", platform: "android"), session("5", platform: "openid"), session("6", platform: "of tomorrow"))
        #expect(
            shown.map(\.title) == [
                "Firefox (Windows)", "A browser", "This app on another device", "An Android device", "Another app",
                "Another app",
            ])
    }

    @Test func `each row says when the session was last used`() {
        #expect(rows(session("1")).map(\.detail) == ["3600"])
        #expect(!SessionsPresentation.shortDate(Sample.start).isEmpty)
    }

    @Test func `one button signs out everywhere else, if there is more than one other place`() {
        let current = session("1", isCurrent: true)
        #expect(!SessionsPresentation([current, session("2")]).canEndOthers)
        #expect(SessionsPresentation([current, session("2"), session("3")]).canEndOthers)
    }
}
