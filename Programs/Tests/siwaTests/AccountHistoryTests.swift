import AccountStorage
import Foundation
import Testing

@testable import SignInFlows
@testable import siwa

/// What the stored sessions add to the audit of an account, and how the account's present state is told.
@Suite struct AccountHistoryTests {
    private static let start = Date(timeIntervalSince1970: 1_772_366_400)
    private static let account = AccountID(high: 1, low: 1)

    private func moment(_ seconds: Double) -> Date { Self.start.addingTimeInterval(seconds) }

    private func entry(
        _ event: AuditEvent, _ reason: String?, at seconds: Double, session: SessionID? = nil
    ) -> AuditEntry {
        AuditEntry(
            id: AuditEntryID(high: 1, low: UInt64(seconds)), accountID: Self.account, event: event.rawValue,
            reason: reason, sessionID: session, occurredAt: moment(seconds))
    }

    private func session(_ number: UInt64, endedAt seconds: Double?) -> Session {
        Session(
            id: SessionID(high: 1, low: number), accountID: Self.account, clientID: "web", platform: .web,
            createdAt: Self.start, authenticatedAt: Self.start, counter: 0, renewedAt: moment(1),
            expiresAt: moment(1_000), endedAt: seconds.map { moment($0) })
    }

    private func story(
        _ sessions: [Session] = [], _ audit: [AuditEntry] = [], refusals: [SessionID: ErrorCode] = [:],
        state: AccountStory.State? = nil, links: [AccountStory.Link] = [], waiting: [OutboxItem] = []
    ) -> AccountStory {
        AccountStory(
            readAt: moment(5_000), state: state, links: links, sessions: sessions, refusals: refusals,
            waiting: waiting, audit: audit)
    }

    private func state(
        _ reason: DisabledReason? = nil, _ refusal: ErrorCode? = nil, eraseAt: Date? = nil
    ) -> AccountStory.State {
        AccountStory.State(
            createdAt: Self.start, disabledAt: refusal == nil ? nil : moment(7), disabledReason: reason,
            eraseAt: eraseAt, refusal: refusal, hasPassword: true, hasExternalID: false, foreignIdentities: 0)
    }

    private func history(_ sessions: [Session], _ audit: [AuditEntry]) -> [String] {
        AccountHistory(story: story(sessions, audit)).sentences.map(\.text)
    }

    private func ended(_ number: UInt64, _ rest: String) -> String {
        "The session \(SessionID(high: 1, low: number).text) of the client web (a browser) \(rest)"
    }

    @Test(arguments: [
        AuditEvent.sessionsEnded, .accountDisabled, .accountDeleted, .identityUnlinked, .accountRecovered,
        .accountsMerged, .passwordChanged, .passwordReset, .passwordRemoved,
    ])
    func `a session that ended with others says with what`(_ event: AuditEvent) {
        let told = history([session(1, endedAt: 9)], [entry(event, "person", at: 9)])
        #expect(told.count == 2 && told[1] == ended(1, "ended because of \(event.rawValue)."))
    }

    @Test func `a session with an entry of its own is told once`() {
        let id = SessionID(high: 1, low: 1)
        #expect(history([session(1, endedAt: 9)], [entry(.sessionEnded, "person", at: 9, session: id)]).count == 1)
    }

    @Test func `a session that a new sign-in replaced says so, and the new one did not end with it`() {
        let new = SessionID(high: 1, low: 2)
        let audit = [entry(.signedIn, "known", at: 9, session: new)]
        #expect(history([session(1, endedAt: 9)], audit)[1] == ended(1, "ended because a new sign-in replaced it."))
        #expect(history([session(2, endedAt: 9)], audit)[1] == ended(2, "ended. The audit does not say why."))
    }

    @Test func `a session that ended while Apple was asked says that Apple refused the token`() {
        let audit = [entry(.grantGone, "sessions_ended", at: 12), entry(.grantGone, "never_alive", at: 500)]
        let told = history([session(1, endedAt: 9), session(2, endedAt: 499)], audit)
        #expect(told.contains(ended(1, "ended because of grant_gone.")))
        #expect(told.contains(ended(2, "ended. The audit does not say why.")))
    }

    @Test func `a session that nobody used expired`() {
        let id = SessionID(high: 1, low: 1)
        let expired = story([session(1, endedAt: nil)], refusals: [id: .sessionExpired])
        let told = AccountHistory(story: expired).sentences
        #expect(told.map(\.text) == [ended(1, "expired. It was last used at 2026-03-01T12:00:01.000Z.")])
        #expect(told[0].time == moment(1_000) && told[0].session == id)
    }

    @Test func `everything is in the order of its time, and of its entries at the same time`() {
        let audit = [
            entry(.accountEnabled, "operator", at: 20), entry(.nameChanged, "person", at: 5),
            entry(.exported, "person", at: 20),
        ]
        let told = AccountHistory(story: story([session(1, endedAt: 6)], audit, state: state())).sentences
        #expect(
            told.map(\.event) == ["account_created", "name_changed", "session_ended", "account_enabled", "exported"])
    }

    @Test(
        arguments: [
            (AuditEvent.signedIn, "new"), (.accountImported, nil), (.realPersonDecided, "hold"),
        ] as [(AuditEvent, String?)])
    func `a creation that the audit tells is not told twice`(_ event: AuditEvent, _ reason: String?) {
        let told = AccountHistory(story: story([], [entry(event, reason, at: 0)], state: state())).sentences
        #expect(told.map(\.event) == [event.rawValue])
    }

    @Test(arguments: [
        (DisabledReason.held, ErrorCode.accountHeld), (.proofRequired, .proofRequired), (.noWayIn, .accountDisabled),
        (.operatorDecision, .accountDisabled),
    ])
    func `a closed account says since when, why, and what a person is told`(
        _ reason: DisabledReason, _ refusal: ErrorCode
    ) {
        let closed = story(state: state(reason, refusal, eraseAt: moment(90)))
        let told = AccountPresent(story: closed).sentences
        #expect(told[0].text.hasPrefix("The account is closed since 2026-03-01T12:00:07.000Z: "))
        #expect(told[0].text.hasSuffix(" It is due to be erased at 2026-03-01T12:01:30.000Z."))
        #expect(told[0].refusal == RefusalMeaning(code: refusal.name))
        #expect(told.allSatisfy { $0.time == moment(5_000) })
    }

    @Test func `the present state tells ways in, sessions, grants and what waits for Apple`() {
        let id = IdentityID(high: 1, low: 1)
        let link = AccountStory.Link(
            teamID: "TEAM000001", linkedAt: moment(1), isForwardingOff: true, consentEventAt: nil,
            forwardingEventAt: moment(2),
            grants: [
                AppleGrant(
                    identityID: id, clientID: "com.example.app", sealedRefreshToken: [1], obtainedAt: moment(3),
                    checkedAt: moment(4), aliveAt: moment(3)),
                AppleGrant(
                    identityID: id, clientID: "com.example.web", sealedRefreshToken: nil, obtainedAt: moment(5)),
            ])
        let item = OutboxItem(
            id: OutboxItemID(high: 1, low: 1), kind: .revocation, accountID: Self.account, identityID: id,
            clientID: "com.example.app", sealedRefreshToken: [1], createdAt: moment(6), dueAt: moment(60), attempts: 3,
            isAsked: true, lastCode: "still_alive")
        let full = story(
            [session(1, endedAt: nil), session(2, endedAt: nil)],
            refusals: [SessionID(high: 1, low: 2): .sessionEnded], state: state(), links: [link], waiting: [item])
        let told = AccountPresent(story: full).sentences.map(\.text)
        #expect(told.count == 8 && told[0] == "The account is open.")
        #expect(
            told[1] == "The account has 1 Apple Account, a password, no external ID, no logins at other providers.")
        #expect(
            told[2] == """
                Apple Account 1 of the team TEAM000001 is linked since 2026-03-01T12:00:01.000Z. Apple does not forward \
                mail to its relay address. Apple's newest notification about forwarding is of 2026-03-01T12:00:02.000Z.
                """)
        #expect(
            told[3] == """
                A token of Apple's for Apple Account 1 and the client com.example.app is held since \
                2026-03-01T12:00:03.000Z. The last check at Apple was due at 2026-03-01T12:00:04.000Z.
                """)
        #expect(
            told[4] == """
                There is no token of Apple's for Apple Account 1 and the client com.example.web since \
                2026-03-01T12:00:05.000Z. The next sign-in obtains one.
                """)
        let times = "It began at 2026-03-01T12:00:00.000Z, was last used at 2026-03-01T12:00:01.000Z, and "
        #expect(told[5] == ended(1, "is valid. \(times)expires at 2026-03-01T12:16:40.000Z."))
        #expect(told[6] == ended(2, "is not valid. \(times)is older than the restoration of the database."))
        #expect(
            told[7] == """
                The revocation of Apple's token for the client com.example.app waits since 2026-03-01T12:00:06.000Z, \
                after 3 tries. Apple accepted the request, and only the proof is missing. The last result was \
                still_alive. The next try is due at 2026-03-01T12:01:00.000Z.
                """)
    }

    @Test func `a token of a former team is not missed where the new team has one`() {
        let missing = AppleGrant(
            identityID: IdentityID(high: 1, low: 1), clientID: "com.example.app", sealedRefreshToken: nil,
            obtainedAt: moment(5))
        let link = AccountStory.Link(
            teamID: "TEAM000001", linkedAt: moment(1), isForwardingOff: false, consentEventAt: nil,
            forwardingEventAt: nil, grants: [missing], replacedClients: ["com.example.app"])
        let told = AccountPresent(story: story(state: state(), links: [link])).sentences.filter { $0.event == "grant" }
        #expect(
            told.map(\.text) == [
                """
                There is no token of Apple's for Apple Account 1 and the client com.example.app since \
                2026-03-01T12:00:05.000Z. The team to which the app has moved has one.
                """
            ])
    }

    @Test func `an account that is gone, with nothing left at Apple, says so`() {
        #expect(
            AccountPresent(story: story()).sentences.map(\.text) == [
                "There is no account with this ID any more.", "Nothing waits for Apple.",
            ])
    }
}
