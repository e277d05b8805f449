import AccountStorage
import Testing

@testable import SignInFlows

struct `The numbers of the audit` {
    private let day = CalendarDay(number: 20_784)

    private func numbers(_ event: AuditEvent, _ reason: String?, client: String? = "app") -> [String] {
        let line = AuditCount(event: event.rawValue, platform: .native, client: client, reason: reason, count: 3)
        return AuditNumbers.counts(of: [line], on: day).map { count in
            [
                "\(count.count)", count.key.measure, count.key.provider ?? "-", count.key.platform?.rawValue ?? "-",
                count.key.client ?? "-", count.key.detail ?? "-",
            ].joined(separator: " ")
        }
    }

    @Test(
        arguments: [
            (AuditEvent.signedIn, "new", ["3 registration apple native app -", "3 sign_in apple native app new"]),
            (.signedIn, "known", ["3 sign_in apple native app known"]),
            (.signedIn, "password", ["3 sign_in password native app known"]),
            (.clientSignedIn, nil, ["3 client_sign_in openid native app -"]),
            (.signInRefused, "account_held", ["3 refusal apple native app account_held"]),
            (.accountDeleted, "person", ["3 departure - native app person"]),
            (.accountDeleted, "credential:0a", ["3 departure - native app credential"]),
            (.appleNotification, "sessions_ended", ["3 withdrawal apple native app sessions_ended"]),
            (.appleNotification, "identity_removed", ["3 withdrawal apple native app identity_removed"]),
            (.appleNotification, "forwarding_off", []),
            (.grantGone, "sessions_ended", ["3 withdrawal apple native app check"]), (.grantGone, "never_alive", []),
            (.identityLinked, "ticket", ["3 link apple native app ticket"]),
            (.identityLinked, "session", ["3 link apple native app session"]),
            (.identityUnlinked, "person", ["3 unlink apple native app -"]), (.identityUnlinked, "credential:0a", []),
            (.identityUnlinked, "first_proof", []),
            (.accountsMerged, "from:0b", ["3 merge - native app -"]), (.accountsMerged, "into:0a", []),
            (.questionAsked, "hidden_address", ["3 question apple native app hidden_address"]),
            (.realPersonDecided, "hold", ["3 review apple native app hold"]),
            (
                .personAccepted, "credential:0a",
                ["3 registration apple native app -", "3 review apple native app accepted"]
            ),
            (.personRejected, "operator", ["3 review apple native app rejected"]),
            (.passwordReset, "mail", ["3 password_reset password native app -"]),
            (.passwordRemoved, "upgrade", ["3 upgrade apple native app -"]), (.passwordRemoved, "operator", []),
            (.accountImported, nil, []),
            (.sessionEnded, "person", []), (.credentialIssued, "credential:01", []),
        ] as [(AuditEvent, String?, [String])])
    func `are these for an event and its reason`(_ event: AuditEvent, _ reason: String?, _ expected: [String]) {
        #expect(numbers(event, reason) == expected)
    }

    @Test func `are added up where reasons differ in an identifier only, and hold no identifier`() {
        let lines = ["credential:0a", "credential:0b", "person"].map {
            AuditCount(event: AuditEvent.accountDeleted.rawValue, platform: nil, reason: $0, count: 2)
        }
        let counts = AuditNumbers.counts(of: lines, on: day)
        #expect(counts.map(\.count) == [4, 2])
        #expect(counts.map(\.key.detail) == ["credential", "person"])
        #expect(counts.allSatisfy { $0.key.day == day.number })
    }

    @Test func `leave an event out that a later version wrote`() {
        let line = AuditCount(event: "invented", platform: .web, reason: "because", count: 2)
        #expect(AuditNumbers.counts(of: [line], on: day).isEmpty)
    }
}
