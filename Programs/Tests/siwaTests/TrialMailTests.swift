import AccountStorage
import Foundation
import SignInFlows
import Synchronization
import TestDoubles
import Testing

@testable import siwa

/// One message to a relay address of the operator's own, and what the doctor concludes from its bounce.
@Suite struct TrialMailTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"
    private static let unauthorized = "550 5.1.1 <bounce@example.com>: unauthorized sender"
    private let clock = TestClock()
    private let account = AccountID(high: 1, low: 2)
    private let box: TemporaryFolderBox
    private var folder: String { box.folder.url.path }

    init() throws {
        box = try TemporaryFolderBox()
        for name in ["new", "cur"] {
            try FileManager.default.createDirectory(
                at: box.folder.url.appending(path: name), withIntermediateDirectories: true)
        }
    }

    private func bounce(of account: AccountID, _ diagnostic: String, action: String = "failed") -> String {
        """
        To: news@example.com
        Content-Type: multipart/report; boundary=b

        --b
        Content-Type: message/delivery-status

        Final-Recipient: rfc822; \(Self.relay)
        Action: \(action)
        Status: 5.1.1
        Diagnostic-Code: smtp; \(diagnostic)

        --b
        Content-Type: text/rfc822-headers

        Siwa-Account: \(account.text)

        --b--
        """
    }

    /// Writes a file when it is called.
    private func putting(_ name: String, _ text: String) -> @Sendable () -> Void {
        let url = box.folder.url.appending(path: name)
        return {
            do {
                try Data(text.utf8).write(to: url)
            } catch {
                Issue.record(error)
            }
        }
    }

    /// What the doctor finds, if this happens after ten seconds.
    private func finding(
        in folder: String?, after happen: @escaping @Sendable () -> Void = {},
        send: (MailMessage) -> MailOutcome = { _ in .sent }
    ) async -> Finding {
        let (clock, start) = (clock, clock.now)
        let trial = TrialMail(
            address: Self.relay, account: account, folder: folder, now: { clock.now },
            sleep: { duration in
                clock.advance(Double(duration.components.seconds))
                if clock.now.timeIntervalSince(start) == 10 { happen() }
            })
        return await trial.finding { send($0) }
    }

    @Test(arguments: ["new/2.a.host", "cur/2.a.host:2,S"])
    func `a bounce that names the sender says that the address is good, also if the service has moved it`(
        _ name: String
    ) async {
        let found = await finding(in: folder, after: putting(name, bounce(of: account, Self.unauthorized)))
        #expect(found.code == "trial_refused" && found.level == .failure && found.subject == Self.relay)
        #expect(found.meaning.contains(Self.unauthorized) && found.meaning.contains("address is good"))
        #expect(clock.now.timeIntervalSince(TestClock().now) == 10)
    }

    @Test(
        arguments: [
            ("550 5.1.1 <abcdefghij@privaterelay.appleid.com>: user not found", "failed", "trial_refused", .failure),
            ("552 5.2.2 <abcdefghij@privaterelay.appleid.com>: over quota", "failed", "trial_refused", .warning),
            ("5.7.1 Email rejected due to transformation error", "failed", "trial_refused", .unknown),
            ("550 something else", "failed", "trial_refused", .unknown),
            ("250 2.0.0 Ok", "delivered", "trial_arrived", .fine),
        ] as [(String, String, String, Finding.Level)])
    func `the text of the answer decides`(
        _ diagnostic: String, _ action: String, _ code: String, _ level: Finding.Level
    ) async {
        let text = bounce(of: account, diagnostic, action: action)
        let found = await finding(in: folder, after: putting("new/2.a.host", text))
        #expect(found.code == code && found.level == level)
    }

    @Test func `nothing is concluded from ten minutes without a bounce of this message`() async {
        for name in ["new/1.a.host", "cur/0.a.host:2,S"] { putting(name, bounce(of: account, Self.unauthorized))() }
        let others = [
            putting("new/2.a.host", bounce(of: AccountID(high: 9, low: 9), Self.unauthorized)),
            putting("new/3.a.host", bounce(of: account, "450 later", action: "delayed")),
            putting("new/4.a.host", "Subject: hello"),
        ]
        let found = await finding(in: folder, after: { for put in others { put() } })
        #expect(found.code == "trial_sent" && found.level == .warning && found.meaning.contains("ten minutes"))
        #expect(clock.now.timeIntervalSince(TestClock().now) == 600)
    }

    @Test func `nobody waits without a folder of bounces, or for a message that was not taken`() async {
        let sent = await finding(in: nil)
        #expect(sent.code == "trial_sent" && !sent.meaning.contains("ten minutes"))
        let refused = await finding(in: folder, send: { _ in .failed })
        #expect(refused.code == "trial_not_sent" && refused.level == .failure)
        #expect(clock.now == TestClock().now)
    }

    @Test func `the message names the account by which its bounce is recognised`() async {
        let messages = Mutex<[MailMessage]>([])
        _ = await finding(
            in: nil,
            send: { message in
                messages.withLock { $0.append(message) }
                return .sent
            })
        let sent = messages.withLock { $0 }
        #expect(sent.map(\.to) == [Self.relay] && sent.map(\.account) == [account])
    }
}
