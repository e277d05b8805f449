import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

extension SignInPolicy {
    /// A policy under which backends may send mail.
    static func mailing(budget: Int = 20) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.mail.isOpenToBackends = true
        policy.mail.dailyBudget = budget
        return policy
    }
}

/// Messages of the app's backend, from the request to the mail program.
@Suite struct AccountMailTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"
    private let world: World
    private let hidden = Person(email: Self.relay, isPrivateEmail: true)

    init() throws {
        world = try World(policy: .mailing(budget: 3))
    }

    @discardableResult
    private func send(
        to account: AccountID, key: String = "order-1", subject: String = "Your order", text: String = "On its way.\n"
    ) async throws(SignInError) -> MailRequest {
        let mail: WantedMail
        do throws(WantedMail.Fault) {
            mail = try WantedMail(account: account, key: key, subject: subject, text: text)
        } catch {
            throw .refused(.mailNotOpen)
        }
        return try await AccountMail(world.environment).send(mail)
    }

    private func state(_ request: MailRequest) async throws -> MailRequest.State {
        try await AccountMail(world.environment).find(request.id).state
    }

    private func work(_ outcome: MailOutcome, told: Recorder<String>) async throws {
        try await MailOutbox(world.environment, observe: { told.append($0) }, send: { _ in outcome }).work()
    }

    private func forward(_ isOn: Bool) async throws {
        world.clock.advance(10)
        let payload = try world.apple.notification(isOn ? "email-enabled" : "email-disabled", about: hidden)
        _ = try await AppleNotifications(world.environment).receive(payload: payload)
    }

    @Test func `a message goes to the person's address, and names the account for bounces`() async throws {
        let account = try await world.signInNatively(hidden).account
        let request = try await send(to: account.id)
        #expect(request.state == .queued)
        #expect(try await state(request) == .queued)
        var expected = MailMessage(to: Self.relay, subject: "Your order", text: "On its way.\n")
        expected.account = account.id
        #expect(try await world.deliverMail() == [expected])
        #expect(try await state(request) == .sent)
    }

    @Test func `the same request again sends nothing, before and after the message was sent`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let first = try await send(to: account)
        #expect(try await send(to: account) == first)
        #expect(try await world.deliverMail().count == 1)
        world.clock.advance(6 * 86_400)
        let late = try await send(to: account)
        #expect(late.id == first.id && late.state == .sent && late.createdAt == first.createdAt)
        #expect(try await world.deliverMail().isEmpty)
    }

    @Test func `of requests at once, one sends the message`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let mail = try WantedMail(account: account, key: "order-1", subject: "Your order", text: "On its way.\n")
        let environment = world.environment
        let states = await together(16) { try? await AccountMail(environment).send(mail).state }
        #expect(states.allSatisfy { $0 == .queued })
        #expect(try await world.deliverMail().count == 1)
    }

    @Test func `a key names one message of one account`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        try await send(to: ann.account.id)
        try await send(to: ben.account.id)
        #expect(try await world.deliverMail().map(\.to).sorted() == ["ann@example.com", "ben@example.com"])
        for (subject, text) in [("Your order", "Another."), ("Another", "On its way.\n")] {
            let refused = try await failure { try await send(to: ann.account.id, subject: subject, text: text) }
            #expect(refused == .refused(.mailKeyReused))
        }
    }

    @Test func `an account gets as many messages within a day as it may, and then more`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        for number in 1...3 { try await send(to: account, key: "\(number)") }
        let refused = try await failure { try await send(to: account, key: "4") }
        #expect(refused == .refused(.mailBudgetSpent, retryAfter: 3_600))
        // A repeated request is no message.
        try await send(to: account, key: "3")
        try await send(to: try await world.signInNatively(.ben).account.id, key: "4")
        world.clock.advance(86_401)
        try await send(to: account, key: "4")
    }

    @Test func `a code for a new password is sent before what backends sent earlier`() async throws {
        var policy = SignInPolicy.withPasswords()
        policy.mail.isOpenToBackends = true
        let world = try World(policy: policy)
        let ben = try await world.importPerson("ben@example.com", number: 2, isProven: true)
        try await world.importPerson(isProven: true)
        for number in 1...9 {
            let mail = try WantedMail(account: ben.id, key: "\(number)", subject: "News", text: "News.")
            _ = try await AccountMail(world.environment).send(mail)
        }
        world.clock.advance(60)
        try await PasswordReset(world.environment).request("ann@example.com")
        let sent = try await world.deliverMail().map(\.to)
        #expect(sent == ["ann@example.com"] + Array(repeating: "ben@example.com", count: 9))
    }

    @Test func `a code for a new password that was not taken at first is sent before what backends sent`()
        async throws
    {
        var policy = SignInPolicy.withPasswords()
        policy.mail.isOpenToBackends = true
        let world = try World(policy: policy)
        let ann = try await world.importPerson(isProven: true)
        for number in 1...2 {
            let mail = try WantedMail(account: ann.id, key: "\(number)", subject: "News", text: "News.")
            _ = try await AccountMail(world.environment).send(mail)
        }
        try await PasswordReset(world.environment).request("ann@example.com")
        try await MailOutbox(world.environment) { _ in .failed }.work()
        world.clock.advance(6)
        #expect(try await world.deliverMail().map { $0.subject == "News" } == [false, true, true])
    }

    @Test func `a message is refused while too many wait, but not a repeated one, until some were sent`() async throws {
        var policy = SignInPolicy.mailing()
        policy.mail.mostWaiting = 2
        let world = try World(policy: policy)
        let account = try await world.signInNatively(.ann).account.id
        let messages = try (1...3).map { try WantedMail(account: account, key: "\($0)", subject: "s", text: "t") }
        let mail = AccountMail(world.environment)
        for message in messages.prefix(2) { _ = try await mail.send(message) }
        let refused = try await failure { try await mail.send(messages[2]) }
        #expect(refused == .refused(.mailQueueFull, retryAfter: 60))
        #expect(try await mail.send(messages[0]).state == .queued)
        #expect(try await world.deliverMail().count == 2)
        #expect(try await mail.send(messages[2]).state == .queued)
    }

    @Test func `a worker holds one message, and no other worker gets it while it may still be sent`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        for key in ["1", "2"] { try await send(to: account, key: key, subject: key) }
        let world = world
        let sent = Recorder<String>()
        try await MailOutbox(world.environment) { first in
            // A mail program has a minute, and then another one to end.
            world.clock.advance(120)
            let others = try? await world.deliverMail().map(\.subject)
            for subject in others ?? [] { sent.append(subject) }
            sent.append(first.subject)
            return .sent
        }.work()
        #expect(sent.all.count == 2 && Set(sent.all) == ["1", "2"])
    }

    @Test func `nothing is sent where Apple forwards nothing, until it does again`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        try await forward(false)
        let refused = try await failure { try await send(to: account) }
        #expect(refused == .refused(.mailUnreachable))
        try await forward(true)
        #expect(try await send(to: account).state == .queued)
    }

    @Test func `a message that waits while forwarding is switched off is not sent, and the audit says why`()
        async throws
    {
        let account = try await world.signInNatively(hidden).account.id
        let request = try await send(to: account)
        try await forward(false)
        world.clock.advance(1)
        #expect(try await world.deliverMail().isEmpty)
        #expect(try await state(request) == .skipped)
        #expect(try await world.history(account).first == "mail_skipped forwarding_off")
        try await forward(true)
        #expect(try await world.deliverMail().isEmpty)
    }

    @Test func `nothing is sent for an account that is closed or waits for a decision`() async throws {
        var policy = SignInPolicy.holding(.hold)
        policy.mail.isOpenToBackends = true
        let world = try World(policy: policy)
        _ = try await world.held { try await world.signInNatively(hidden) }
        let waiting = try #require(try await world.account(of: hidden))
        let mail = try WantedMail(account: waiting.id, key: "1", subject: "s", text: "t")
        let refused = try await failure { try await AccountMail(world.environment).send(mail) }
        #expect(refused == .refused(.mailUnreachable))
        try await world.accounts().enable(.account(waiting.id))
        let request = try await AccountMail(world.environment).send(mail)
        try await world.accounts().disable(.account(waiting.id))
        #expect(try await world.deliverMail().isEmpty)
        #expect(try await AccountMail(world.environment).find(request.id).state == .skipped)
        #expect(try await world.history(waiting.id).contains("mail_skipped account_disabled"))
    }

    @Test func `a message that waits while the address changes goes to the new address`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let request = try await send(to: account)
        var returned = hidden
        returned.email = "klmnopqrst@private.icloud.com"
        _ = try await world.signInNatively(returned)
        #expect(try await world.deliverMail().map(\.to) == ["klmnopqrst@private.icloud.com"])
        #expect(try await state(request) == .sent)
    }

    @Test func `nothing waits for an account that was deleted, and nothing is remembered of it`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let request = try await send(to: account)
        _ = try await AccountDeletion(world.environment).erase(account, reason: "person")
        #expect(try await world.deliverMail().isEmpty)
        #expect(try await failure { _ = try await state(request) } == .refused(.mailUnknown))
        #expect(try await failure { try await send(to: account) } == .refused(.accountUnknown))
    }

    @Test func `the history of an account that is deleted while a worker holds a message ends with the deletion`()
        async throws
    {
        let account = try await world.signInNatively(.ann).account.id
        try await send(to: account)
        let environment = world.environment
        // After the message was taken, before its address is looked up.
        world.database.interrupt(after: 1) {
            _ = try? await AccountDeletion(environment).erase(account, reason: "person")
        }
        #expect(try await world.deliverMail().isEmpty)
        let history = try await world.history(account)
        #expect(history.contains("account_deleted person") && !history.contains("mail_skipped no_account"))
    }

    @Test func `two workers that hold one message tell of it once, and as sent if one of them sent it`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let request = try await send(to: account)
        let world = world
        try await MailOutbox(world.environment) { [hidden] _ in
            // The lease is over, and meanwhile Apple forwards nothing: the second worker leaves the message out.
            world.clock.advance(181)
            let payload = try? world.apple.notification("email-disabled", about: hidden)
            _ = try? await AppleNotifications(world.environment).receive(payload: payload ?? "")
            _ = try? await MailOutbox(world.environment) { _ in .failed }.work()
            return .sent
        }.work()
        #expect(try await state(request) == .sent)
        #expect(try await world.history(account).count { $0 == "mail_skipped forwarding_off" } == 1)
    }

    @Test func `each try is told, and each message that is left out or given up`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let told = Recorder<String>()
        try await send(to: account, key: "1")
        try await work(.failed, told: told)
        world.clock.advance(6)
        try await work(.sent, told: told)
        try await send(to: account, key: "2")
        try await forward(false)
        try await work(.sent, told: told)
        try await forward(true)
        try await send(to: account, key: "3")
        world.clock.advance(86_401)
        try await work(.sent, told: told)
        #expect(told.all == ["failed", "sent", "skipped", "expired"])
        #expect(Set(told.all) == Set(MailOutbox.outcomes))
    }

    @Test func `a message that nobody takes for a day expires`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let request = try await send(to: account)
        world.clock.advance(86_401)
        #expect(try await world.deliverMail().isEmpty)
        #expect(try await state(request) == .expired)
        #expect(world.incidents.all == [.mailUndeliverable])
    }

    @Test func `requests are forgotten after seven days`() async throws {
        let account = try await world.signInNatively(hidden).account.id
        let request = try await send(to: account)
        _ = try await world.deliverMail()
        let expired = ExpiredRecords(world.environment)
        #expect(try await expired.remove(.mailRequests, at: request.createdAt + 7 * 86_400, limit: 9) == 0)
        #expect(try await expired.remove(.mailRequests, at: request.createdAt + 7 * 86_400 + 1, limit: 9) == 1)
        #expect(try await failure { _ = try await state(request) } == .refused(.mailUnknown))
    }

    @Test func `a service whose operator did not open it to backends sends nothing for them`() async throws {
        let closed = try World()
        let account = try await closed.signInNatively(hidden).account.id
        let mail = try WantedMail(account: account, key: "1", subject: "s", text: "t")
        let refused = try await failure { try await AccountMail(closed.environment).send(mail) }
        #expect(refused == .refused(.mailNotOpen))
    }
}

struct WantedMailTests {
    private static let account = AccountID(high: 1, low: 1)

    private func fault(key: String = "k", subject: String = "s", text: String = "t") -> WantedMail.Fault? {
        do throws(WantedMail.Fault) {
            _ = try WantedMail(account: Self.account, key: key, subject: subject, text: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `may have everything that a plain message has`() throws {
        #expect(fault(key: String(repeating: "k", count: 255)) == nil)
        #expect(fault(subject: String(repeating: "ä", count: 200)) == nil)
        #expect(fault(text: String(repeating: String(repeating: "x", count: 998) + "\n", count: 16)) == nil)
        let mail = try WantedMail(account: Self.account, key: "k", subject: "s", text: "a\r\n\tb\n")
        #expect(mail.text == "a\n\tb\n" && "\(mail)" == "WantedMail(\(Self.account.text))")
    }

    @Test(arguments: ["", " ", "a b", "ä", "a\n", String(repeating: "k", count: 256)])
    func `has a key of visible ASCII characters`(_ key: String) {
        #expect(fault(key: key) == .key)
    }

    @Test(arguments: [
        "", "a\nBcc: x@example.com", "a\r", "a\u{0}", "a\u{2028}b", String(repeating: "s", count: 201),
        "e" + String(repeating: "\u{301}", count: 200),
    ])
    func `has one line as its subject`(_ subject: String) {
        #expect(fault(subject: subject) == .subject)
    }

    @Test(arguments: [
        "", "a\rb", "a\u{0}", "\u{1B}[2J", "a\u{2029}b", String(repeating: "x", count: 999),
        String(repeating: "x\n", count: 8_193),
    ])
    func `has lines of text that mail can carry`(_ text: String) {
        #expect(fault(text: text) == .text)
    }
}

struct MailDestinationTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"

    private func account(_ email: String?) -> Account {
        Account(
            id: AccountID(high: 1, low: 1), givenName: nil, familyName: nil, email: email, isEmailVerified: true,
            isPrivateEmail: true, createdAt: Date(timeIntervalSince1970: 0), disabledAt: nil)
    }

    private func known(_ state: EmailDelivery.State) -> EmailDelivery {
        EmailDelivery(identityID: IdentityID(high: 1, low: 1), state: state, since: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: EmailDelivery.State.allCases)
    func `depends on what is known about the relay address`(_ state: EmailDelivery.State) {
        let found = MailDestination.decide(Self.relay, of: account(Self.relay), known(state))
        let isShut = state == .gone || state == .forwardingOff
        let expected: MailDestination = isShut ? .nowhere(state.code) : .address(Self.relay)
        #expect(found == expected)
    }

    @Test func `is not changed for another address of the same person`() {
        let found = MailDestination.decide("ann@example.com", of: account(Self.relay), known(.gone))
        #expect(found == .address("ann@example.com"))
    }

    @Test func `is nowhere without an address or an account`() {
        #expect(MailDestination.decide(nil, of: account(nil), nil) == .nowhere("no_address"))
        #expect(MailDestination.decide(Self.relay, of: nil, nil) == .nowhere("no_account"))
    }
}
