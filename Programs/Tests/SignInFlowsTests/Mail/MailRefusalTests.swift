import Testing

@testable import SignInFlows

/// The texts that Apple's servers were seen to answer with, and what they say about the address.
struct `The text of a refusal` {
    private let person = "abcdefghij@privaterelay.appleid.com"

    @Test(
        arguments: [
            ("550 5.1.1 <bounce@example.com>: unauthorized sender", .senderUnauthorized, .senderRefused),
            ("554 5.7.1 [HME1] rejected: failing both SPF and DKIM checks", .senderUnauthenticated, .senderRefused),
            ("550 5.7.1 [CS01] Message rejected due to local policy", .localPolicy, .senderRefused),
            (
                "554 5.7.1 <abcdefghij@privaterelay.appleid.com>: Relay access denied", .relayDenied, .senderRefused
            ),
            ("550 5.1.1 <abcdefghij@privaterelay.appleid.com>: user not found", .mailboxUnknown, .addressMissing),
            ("550 5.1.1 bad mailbox name", .mailboxMalformed, .addressMissing),
            (
                "550 5.1.1 <ABCDEFGHIJ@privaterelay.appleid.com>: inactive email address", .mailboxInactive,
                .addressMissing
            ),
            ("550 5.1.6 recipient no longer on server: abc", .mailboxRemoved, .addressMissing),
            ("552 5.2.2 <abcdefghij@privaterelay.appleid.com> is over quota", .mailboxFull, .putOff),
            (
                "421 4.7.1 Messages to abcdefghij@privaterelay.appleid.com deferred due to excessive volume",
                .tooMuchMail, .putOff
            ),
            ("5.7.1 Email rejected due to transformation error", .transformationFailed, .none),
            ("550 5.1.1 <someone@example.org>: user not found", .otherAddress, .none),
            ("550 5.1.1 no", .textUnknown, .none), ("", .textUnknown, .none),
        ] as [(String, MailRefusal.Cause, MailRefusal.Meaning)])
    func `decides, and not the code`(_ text: String, _ cause: MailRefusal.Cause, _ meaning: MailRefusal.Meaning) {
        let found = MailRefusal(text, recipient: person).cause
        #expect(found == cause && found.meaning == meaning)
    }

    @Test func `is kept on one short line without addresses`() {
        let kept = MailRefusal.withoutAddresses("550 5.1.1 <a@b.example>:\r\n unauthorized\tsender \u{1F600}")
        #expect(kept == "550 5.1.1 ...@... unauthorized sender .")
        let long = MailRefusal.withoutAddresses(String(repeating: "ab ", count: 300))
        #expect(long.utf8.count == 200 && !long.contains("@"))
    }
}
