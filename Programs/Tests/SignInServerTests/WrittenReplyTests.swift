import Foundation
import SignInAPI
import Testing

@testable import SignInServer

/// The replies that write themselves have the same bytes as those of `JSONEncoder`, so that nobody notices the difference.
@Suite struct WrittenReplyTests {
    private static let texts = [
        "", "plain", "https://id.example.com/a?b=c&d=e", "\"quoted\"", "back\\slash", "\u{E4}\u{DF}", "e\u{301}",
        "\u{1F600}\u{1D11E}", "\u{7F}\u{80}\u{2028}\u{2029}\u{FEFF}", "</script>",
        String(repeating: "long ", count: 400),
        String(String.UnicodeScalarView((0...0x2F).compactMap { Unicode.Scalar(UInt32($0)) })),
    ]
    private static let numbers: [Int] = [0, 1, -1, 3_600, .max, .min]
    private static let dates = [0, 1_795_260_278.767, -1, 253_402_300_799].map { Date(timeIntervalSince1970: $0) }

    private static func optional<Value>(_ values: [Value]) -> [Value?] { values.map(Optional.some) + [nil] }

    private static func accounts() -> [AccountReply] {
        var names: [SignInAPI.PersonName?] = [nil, SignInAPI.PersonName(given: nil, family: nil)]
        for text in texts {
            names.append(SignInAPI.PersonName(given: text, family: nil))
            names.append(SignInAPI.PersonName(given: nil, family: text))
            names.append(SignInAPI.PersonName(given: text, family: text))
        }
        var accounts = names.map { name in
            AccountReply(
                id: "a1", name: name, email: nil, isEmailVerified: false, isPrivateEmail: false, createdAt: dates[0])
        }
        for email in optional(texts) {
            for (isVerified, isPrivate) in [(false, false), (true, false), (false, true), (true, true)] {
                accounts += dates.map { date in
                    AccountReply(
                        id: email ?? "", name: nil, email: email, isEmailVerified: isVerified,
                        isPrivateEmail: isPrivate, createdAt: date)
                }
            }
        }
        for canReceiveMail in [true, false] {
            var account = accounts[0]
            account.canReceiveMail = canReceiveMail
            accounts.append(account)
        }
        return accounts
    }

    private func expectSame(_ replies: [some WrittenReply]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for reply in replies {
            let encoded = String(decoding: try encoder.encode(reply), as: UTF8.self)
            #expect(String(decoding: reply.json, as: UTF8.self).utf8.elementsEqual(encoded.utf8), "\(encoded)")
        }
    }

    @Test func `an account`() throws {
        try expectSame(Self.accounts())
        try expectSame(Self.accounts().compactMap(\.name))
    }

    @Test func `a session`() throws {
        var replies = Self.accounts().map {
            SessionReply(accessToken: "a", expiresIn: 600, refreshToken: "r", account: $0)
        }
        for text in Self.texts {
            for number in Self.numbers {
                var reply = replies[0]
                (reply.accessToken, reply.tokenType, reply.refreshToken) = (text, text + "t", text + "r")
                reply.expiresIn = number
                replies.append(reply)
            }
        }
        for reply in replies.prefix(3) {
            var offering = reply
            offering.offer = AccountQuestionReply(
                question: "q", expiresIn: 600, isAddressHidden: true,
                merge: AccountMergePreview(account: reply.account, identities: 1), reason: "transfer_conflict")
            replies.append(offering)
        }
        try expectSame(replies)
    }

    @Test func `an attempt of an app`() throws {
        try expectSame(
            Self.texts.flatMap { text in
                Self.numbers.map { NativeAttemptReply(attempt: text, nonce: text + "n", expiresIn: $0) }
            })
    }

    @Test func `an attempt of a page with Apple's script`() throws {
        try expectSame(
            Self.texts.flatMap { text in
                Self.optional([text]).flatMap { challenge in
                    [true, false].map { usesPopup in
                        var reply = ScriptAttemptReply(
                            clientID: text, redirectURI: text + "u", scope: text + "s", state: text + "t",
                            nonce: text + "n", codeChallenge: challenge, expiresIn: 300)
                        reply.usePopup = usesPopup
                        return reply
                    }
                }
            })
    }

    @Test func `a question, with and without the account that would be merged`() throws {
        let previews = Self.accounts().map { AccountMergePreview(account: $0, identities: 2) }
        try expectSame(previews)
        try expectSame(
            Self.texts.flatMap { text in
                Self.optional(Array(previews.prefix(3))).flatMap { merge in
                    [true, false].map {
                        AccountQuestionReply(
                            question: text, expiresIn: 300, isAddressHidden: $0, merge: merge,
                            reason: $0 ? "transfer_unknown" : nil)
                    }
                }
            })
    }

    @Test func `an account for the app's backend`() throws {
        let account = Self.accounts()[0]
        try expectSame(
            Self.optional(Self.texts).flatMap { externalID in
                Self.optional(Self.dates).map { date in
                    BackendAccountReply(account: account, externalID: externalID, disabledAt: date, identities: 3)
                }
            })
        try expectSame(
            Self.optional(Self.texts).map { cause in
                var reply = BackendAccountReply(account: account, externalID: nil, disabledAt: nil, identities: 1)
                reply.emailDelivery = EmailDeliveryReply(state: "gone", since: Self.dates[1], cause: cause)
                return reply
            })
    }
}
