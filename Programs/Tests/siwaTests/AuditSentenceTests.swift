import AccountStorage
import Foundation
import Testing

@testable import SignInFlows
@testable import siwa

/// Every event that the audit can record has a sentence.
@Suite struct AuditSentenceTests {
    private static let session = SessionID(high: 1, low: 2)
    private static let id = session.text
    private static let app = "in the client app (an app on an Apple device)"

    /// The sentences of each event, by reason. The entry names the client `app`, its platform and a session.
    private static let sentences: [AuditEvent: [String?: String]] = [
        .signedIn: [
            "new":
                """
            The person signed in with Apple \(app) for the first time: the account was created, and the session \(id) \
            began.
            """,
            "known": "The person signed in with Apple \(app), and the session \(id) began.",
            "password": "The person signed in with a password \(app), and the session \(id) began.",
        ],
        .signInRefused: ["account_disabled": "A sign-in \(app) was refused with account_disabled."],
        .sessionEnded: [
            "person": "The session \(id) of the client app (an app on an Apple device) was ended by the person.",
            "refresh_token_reused":
                "The session \(id) of the client app (an app on an Apple device) was ended with refresh_token_reused.",
        ],
        .sessionsEnded: ["operator": "All sessions except \(id) were ended by the operator."],
        .nameChanged: ["person": "The name was changed by the person."],
        .exported: [
            "operator": "A copy of everything stored about the person was exported by the operator.",
            "operator_with_secrets":
                """
            A copy of everything stored about the person was exported by the operator, including any password hash \
            and any of Apple's refresh tokens.
            """,
            "transfer_report": "The address was written into a report about a transfer of the app, by the operator.",
        ],
        .realPersonDecided: [
            "hold":
                """
            Apple did not report the new person as likely real \(app). The account was created closed, until the \
            operator opens it.
            """
        ],
        .personAccepted: [
            "credential:0a":
                """
            The new person was accepted after a sign-in \(app) by the app's backend (credential 0a): the account was \
            opened.
            """
        ],
        .personRejected: [
            "operator": "The new person was rejected after a sign-in \(app) by the operator: the account stays closed."
        ],
        .accountDisabled: [
            "credential:0a": "The account was closed by the app's backend (credential 0a), and all sessions ended."
        ],
        .accountEnabled: ["operator": "The account was opened by the operator."],
        .accountDeleted: [
            "person": "The account was deleted by the person with everything in it, and all sessions ended.",
            "no_way_in":
                "The account was deleted with everything in it, because nobody could sign in to it any more.",
            "undecided":
                "The account was deleted with everything in it, because it was new, and nobody decided about it in time.",
        ],
        .appleNotification: [
            "identity_removed":
                "Apple reported that the Apple Account was deleted. It was unlinked, and the sessions from before ended."
        ],
        .revocationAsked: [
            nil:
                """
            Apple accepted the request to revoke its token for the client app (an app on an Apple device). The proof \
            is missing.
            """
        ],
        .revocationConfirmed: [
            nil:
                """
            Apple refused its revoked token for the client app (an app on an Apple device), which proves the \
            revocation.
            """
        ],
        .revocationImpossible: [
            "client_unknown":
                """
            Apple's token for the client app (an app on an Apple device) could not be revoked (client_unknown). The \
            person can still stop using the app at Apple.
            """
        ],
        .identityLinked: [
            "ticket": "An Apple Account was linked to the account with a link ticket of the app's backend.",
            "session": "An Apple Account was linked to the account by the person in the session \(id).",
        ],
        .identityUnlinked: [
            "person":
                "An Apple Account was unlinked from the account by the person. All sessions except \(id) ended."
        ],
        .questionAsked: [
            "merge":
                "The person was asked \(app) whether to merge this account into the account of the session \(id).",
            "always":
                """
            The person was asked \(app) whether they have been here before (always). An account with this ID is \
            created only if they answer no.
            """,
        ],
        .externalIDRecorded: [
            "credential:0a": "The account got its external ID by the app's backend (credential 0a).",
            "ticket":
                "The account got its external ID, because the person signed in with a link ticket of the app's backend.",
        ],
        .accountsMerged: [
            "from:0b": "The account 0b was merged into this one and removed.",
            "into:0c": "This account was merged into the account 0c and removed.",
        ],
        .sessionHandedOff: ["account": "The app took its session to a web view, to the page account."],
        .linkTicketIssued: [
            "credential:0a": "A link ticket for the account was requested by the app's backend (credential 0a)."
        ],
        .accountRecovered: [
            "credential:0a":
                "The account was recovered for its owner by the app's backend (credential 0a), who has to link it again."
        ],
        .accountImported: [
            nil: "The account was created from a line of an import file.",
            "disabled": "The account was created from a line of an import file, which says that it is closed.",
            "transfer": "The account was created for a person in the file of the app's seller.",
        ],
        .foreignIdentityLeft: ["person": "A login at another provider was removed by the person."],
        .credentialIssued: ["credential:0a": "The credential 0a was issued to a service."],
        .credentialRevoked: ["credential:0a": "The credential 0a of a service was revoked."],
        .passwordTried: ["20": "The password was wrong 20 times in a row."],
        .passwordTriesCleared: ["operator": "The count of wrong passwords was cleared by the operator."],
        .passwordChanged: ["person": "The password was changed by the person. All sessions except \(id) ended."],
        .passwordResetRequested: [nil: "Somebody requested a password reset by email."],
        .passwordReset: ["mail": "The password was reset with a code sent by email, and all sessions ended."],
        .passwordRemoved: [
            "upgrade":
                """
            The password was removed, because the person replaced it with Sign in with Apple. All sessions except \
            \(id) ended.
            """
        ],
        .clientSignedIn: [nil: "The OpenID client app got a session under that of the browser."],
        .consentWithdrawn: ["shop": "The person withdrew their consent for the OpenID client shop."],
        .appTransferred: ["sale": "The app has moved to another developer team, in the transfer sale."],
        .identityMoved: [
            "sign_in": "The Apple Account got its identifier of the team to which the app has moved, at a sign-in.",
            "import":
                """
            The Apple Account got its identifier of the team to which the app has moved, when its new identifier was \
            fetched from Apple.
            """,
        ],
        .grantGone: [
            "never_alive":
                """
            Apple refuses the imported token for the client app (an app on an Apple device), which it never accepted \
            here. The token was dropped, and the next sign-in obtains another one.
            """
        ],
        .mailSkipped: [
            "forwarding_off": "A message was not sent, because Apple does not forward mail to the person.",
            "gone": "A message was not sent, because the person's relay address does not exist any more.",
            "no_address": "A message was not sent, because the account has no address any more.",
            "account_disabled": "A message was not sent, because the account is closed or waits for a decision.",
        ],
        .emailDeliveryChanged: [
            "sender_refused":
                "Apple refused a message to the person's relay address because of its sender. The address is good.",
            "gone": "Messages were refused on two days, because the person's relay address does not exist any more.",
        ],
    ]

    private func sentence(_ event: String, _ reason: String?) -> Sentence {
        AuditSentence(
            entry: AuditEntry(
                id: AuditEntryID(high: 1, low: 1), accountID: AccountID(high: 1, low: 1), event: event, reason: reason,
                client: "app", platform: .native, sessionID: Self.session,
                occurredAt: Date(timeIntervalSince1970: 1_772_366_400))
        ).sentence
    }

    @Test(arguments: AuditEvent.allCases)
    func `says what every event of the audit means`(_ event: AuditEvent) throws {
        let expected = try #require(Self.sentences[event], "no sentence is expected for \(event.rawValue)")
        for (reason, text) in expected {
            let found = sentence(event.rawValue, reason)
            #expect(found.text == text)
            #expect(found.event == event.rawValue && found.session == Self.session)
            #expect(found.time == Date(timeIntervalSince1970: 1_772_366_400))
        }
    }

    @Test(arguments: AuditEvent.allCases)
    func `says something about every event with a reason of a newer version`(_ event: AuditEvent) {
        for reason in [nil, "", "of_a_newer_version", "from:", ":"] as [String?] {
            let text = sentence(event.rawValue, reason).text
            #expect(text.hasSuffix(".") && !text.contains("Optional") && !text.contains("The audit records"))
        }
    }

    /// The reasons that the flows write. In words, they are not shown as codes in parentheses.
    @Test func `knows every reason that the service writes`() {
        let reasons: [(AuditEvent, [String])] = [
            (
                .exported,
                [
                    "person", AccountOperations.asker, AccountOperations.secretsAsker,
                    TransferOperations.addressReason,
                ]
            ),
            (.sessionEnded, SignOut.Reason.allCases.map(\.rawValue) + [ErrorCode.sessionEnded.name]),
            (.realPersonDecided, RealPersonPolicy.Response.allCases.filter { $0 != .allow }.map(\.rawValue)),
            (
                .appleNotification,
                [NotificationVerdict.sessionsEnded, .identityRemoved, .forwardingOff, .forwardingOn].map(\.rawValue)
            ),
            (.grantGone, [GrantVerdict.gone, .neverAlive, .unreadable].map(\.rawValue)),
            (.identityUnlinked, ["person", "first_proof", "credential:0a"]),
            (.passwordReset, ["mail", "first_proof"]),
            (.emailDeliveryChanged, ["reachable", "sender_refused", "gone", "deferred"]),
            (.mailSkipped, ["forwarding_off", "gone", "no_address", "account_disabled"]),
        ]
        for (event, written) in reasons {
            let texts = written.map { sentence(event.rawValue, $0).text }
            #expect(Set(texts).count == texts.count)
            for (reason, text) in zip(written, texts) {
                for word in ["(\(reason))", "was \(reason)", "with \(reason)"] { #expect(!text.contains(word)) }
            }
        }
    }

    @Test func `takes meaning and advice of a refusal from the catalogue`() {
        let refused = sentence("sign_in_refused", "account_held").refusal
        #expect(refused?.code == "account_held")
        #expect(refused?.meaning == ErrorCode.accountHeld.meaning && refused?.remedy == ErrorCode.accountHeld.remedy)
        #expect(sentence("session_ended", "refresh_token_reused").refusal?.code == "refresh_token_reused")
        #expect(sentence("session_ended", "person").refusal == nil)
        #expect(sentence("real_person_decided", "ask").refusal?.code == "proof_required")
        #expect(sentence("real_person_decided", "mark").refusal == nil)
    }

    @Test func `shows codes that it does not know as they are`() {
        #expect(sentence("invented", "because").text == "The audit records invented (because).")
        #expect(sentence("invented", nil).text == "The audit records invented.")
        let refused = sentence("sign_in_refused", "invented_refusal")
        #expect(refused.text.contains("was refused with invented_refusal."))
        #expect(refused.refusal == RefusalMeaning(code: "invented_refusal") && refused.refusal?.meaning == nil)
        #expect(refused.lines == ["2026-03-01T12:00:00.000Z  " + refused.text])
    }

    @Test func `prints a refusal with its meaning below, and no control character of the database`() {
        let lines = sentence("sign_in_refused", "account_disabled").lines
        #expect(lines.count == 3 && lines[0].hasPrefix("2026-03-01T12:00:00.000Z  A sign-in"))
        #expect(lines[1].hasSuffix("Meaning: " + ErrorCode.accountDisabled.meaning))
        #expect(lines[2].hasSuffix("What to do: " + ErrorCode.accountDisabled.remedy))
        let tricky = sentence("in\u{1B}[2J", "\u{202E}\n").lines
        #expect(tricky.count == 1 && tricky[0].hasSuffix("The audit records in\\u001b[2J (\\u202e\\u000a)."))
    }
}
