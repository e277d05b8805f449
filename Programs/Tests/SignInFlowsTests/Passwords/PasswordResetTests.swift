import AccountStorage
import Foundation
import JSONWebTokens
import PasswordHashing
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct PasswordResetTests {
    private let world: World

    init() throws {
        world = try World.withPasswords()
    }

    private var reset: PasswordReset { PasswordReset(world.environment) }

    @Test func `a mail sets a new password once, within ten minutes`() async throws {
        let account = try await world.importPerson(isProven: true)
        let before = try await world.signIn()
        let token = try #require(try await world.mailedToken())
        world.clock.advance(599)
        try await reset.redeem(token, password: "another good one")
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
        #expect(await world.isLive(before) == false)
        let signedIn = try await world.signIn("ann@example.com", "another good one")
        #expect(signedIn.account.id == account.id)
        #expect(
            try await failure { try await reset.redeem(token, password: "a third good one") }
                == .refused(.mailedTokenInvalid))
        let told = try await world.deliverMail()
        #expect(told.map(\.to) == ["ann@example.com"] && told[0].text.contains("has a new password"))
    }

    @Test func `a token is over after ten minutes, after a newer password, and when it is not ours`() async throws {
        try await world.importPerson(isProven: true)
        let old = try #require(try await world.mailedToken())
        world.clock.advance(600)
        for token in [old, "", "x", String(repeating: "A", count: 15), String(repeating: "-", count: 70)] {
            #expect(
                try await failure { try await reset.redeem(token, password: "another good one") }
                    == .refused(.mailedTokenInvalid))
        }
        // The new password is not looked at.
        #expect(
            try await failure { try await reset.redeem(old, password: "short") } == .refused(.mailedTokenInvalid))
        let kept = try #require(try await world.mailedToken())
        try await AccountPassword(world.environment).change(
            of: world.session(of: world.signIn()), current: nil, to: "another good one")
        #expect(
            try await failure { try await reset.redeem(kept, password: "a third good one") }
                == .refused(.mailedTokenInvalid))
    }

    @Test func `a code is read as people type it`() async throws {
        try await world.importPerson(isProven: true)
        let code = try #require(try await world.mailedToken())
        #expect(code.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}/) != nil)
        let typed = code.lowercased().replacing("-", with: " ").replacing("0", with: "o").replacing("1", with: "l")
        try await reset.redeem(typed, password: "another good one")
        _ = try await world.signIn("ann@example.com", "another good one")
    }

    @Test func `of fifty who bring one token at once, one sets the password`() async throws {
        try await world.importPerson(isProven: true)
        let token = try #require(try await world.mailedToken())
        let world = world
        let results = try await withThrowingTaskGroup(of: SignInError?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await failure {
                        try await PasswordReset(world.environment).redeem(token, password: "good one number \(number)")
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == nil } == 1)
        #expect(results.allSatisfy { $0 == nil || $0 == .refused(.mailedTokenInvalid) })
    }

    @Test func `a password that cannot be chosen leaves the token good`() async throws {
        try await world.importPerson(isProven: true)
        let token = try #require(try await world.mailedToken())
        for password in ["short", "password1", "ANN@example.com"] {
            #expect(try await failure { try await reset.redeem(token, password: password) } != nil)
        }
        try await reset.redeem(token, password: "another good one")
    }

    @Test func `while passwords are off none is reset, not even with a token from before`() async throws {
        try await world.importPerson(isProven: true)
        let token = try #require(try await world.mailedToken())
        let off = try PasswordReset(World(world.surroundings).environment)
        #expect(try await failure { try await off.request("ann@example.com") } == .refused(.passwordsOff))
        #expect(
            try await failure { try await off.redeem(token, password: "another good one") } == .refused(.passwordsOff))
        _ = try await world.signIn()
    }

    /// No flow leaves a token when it removes a password.
    @Test func `a token sets no password where there is none any more`() async throws {
        let account = try await world.importPerson(isProven: true)
        let token = try #require(try await world.mailedToken())
        try await world.write { tx throws(StorageFailure) in _ = try tx.removePassword(of: account.id) }
        #expect(
            try await failure { try await reset.redeem(token, password: "another good one") }
                == .refused(.mailedTokenInvalid))
        let left = try await world.read { tx throws(StorageFailure) in try tx.findPassword(of: account.id) }
        #expect(left == nil)
    }

    @Test func `the answer is the same whoever asks, and mail goes to whoever has an account`() async throws {
        try await world.importPerson(isProven: true, others: ["ann"])
        try await world.importPerson("ben@example.com", password: nil, number: 2)
        try await world.importPerson("closed@example.com", number: 3)
        _ = try await AccountOperations(world.environment).disable(.init(high: 0xACC0, low: 3))
        for name in [
            "nobody@example.com", "", "a@b@c", "ben@example.com", "closed@example.com", "ann", "ann@example.com",
        ] {
            try await reset.request(name)
        }
        let mail = try await world.deliverMail()
        #expect(mail.map(\.to).sorted() == ["ann@example.com", "ann@example.com", "ben@example.com"])
        #expect(mail.first { $0.to == "ben@example.com" }?.text.contains("you sign in with Apple") == true)
        #expect(mail.count { $0.text.contains("/web/password/reset#") } == 2)
    }

    @Test func `nobody's mailbox is filled`() async throws {
        try await world.importPerson(isProven: true)
        var mails = 0
        for _ in 0..<60 {
            for _ in 0..<10 { try await reset.request("ann@example.com") }
            mails += try await world.deliverMail().count
            world.clock.advance(60)
        }
        // The waits are one, two and four minutes, then five, half as long as a code is good.
        #expect(mails == 14)
    }

    @Test func `a stranger who keeps asking always leaves the owner a code that is good for minutes`() async throws {
        try await world.importPerson(isProven: true)
        var last = ""
        for _ in 0..<90 {
            if let token = try await world.mailedToken() { last = token }
            world.clock.advance(299)
            // A password that cannot be chosen leaves the code as it is.
            let refused = try await failure { try await reset.redeem(last, password: "short") }
            #expect(refused == .refused(.password(.tooShort)))
            world.clock.advance(60 - 299)
        }
    }

    @Test func `after a reset, the owner can ask again at once under any of their names`() async throws {
        try await world.importPerson(isProven: true, others: ["ann"])
        _ = try await world.mailedToken("ann")
        let token = try #require(try await world.mailedToken())
        try await reset.redeem(token, password: "another good one")
        let again = try #require(try await world.mailedToken())
        try await reset.redeem(again, password: "a third good one")
        #expect(try await world.mailedToken("ann") != nil)
    }

    @Test func `the link leads to the configured address, and no log or description holds it`() async throws {
        try await world.importPerson(isProven: true)
        try await reset.request("ann@example.com")
        let mail = try #require(try await world.deliverMail().first)
        let code = try #require(mail.text.firstMatch(of: /reset#(\S+)\n/)).output.1
        #expect(mail.text.contains("\nhttp://localhost:8080/web/password/reset#\(code)\n"))
        #expect(mail.text.contains("enter this one: \(code)\n"))
        #expect(!"\(mail)".contains(code))
        #expect(mail.subject.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        let rows = try await world.read { tx throws(StorageFailure) in try tx.countMail() }
        #expect(rows.count == 0)
    }

    @Test func `mail that nobody takes is tried again, later each time, and given up after a day`() async throws {
        try await world.importPerson(isProven: true)
        try await reset.request("ann@example.com")
        let tried = Recorder<Date>()
        let clock = world.clock
        let outbox = MailOutbox(world.environment) { _ in
            tried.append(clock.now)
            return .failed
        }
        for _ in 0..<1_500 {
            try await outbox.work()
            world.clock.advance(60)
        }
        #expect((100...160).contains(tried.all.count))
        #expect(try await world.read { tx throws(StorageFailure) in try tx.countMail().count } == 0)
        #expect(world.incidents.all == [.mailUndeliverable])
    }
}

struct MailedCodeTests {
    private let code = MailedCode(bytes: Array(10..<25))

    @Test(arguments: [
        "ABCDE-FGHJK-MNPQR", "abcdefghjkmnpqr", " ABCDE FGHJK MNPQR ",
        "ABCDE-FGHJK-MNPQR" + String(repeating: "-", count: 47),
    ])
    func `is read with any separators, up to 64 octets`(_ typed: String) {
        #expect(code.text == "ABCDE-FGHJK-MNPQR")
        #expect(MailedCode(typed: typed)?.tokenID == code.tokenID)
    }

    @Test(arguments: [
        "", "A", "ABCDE-FGHJK-MNPQ", "ABCDE-FGHJK-MNPQRS", "ABCDE-FGHJK-MNPQU", "ABCDE-FGHJK-MNPQ!",
        "ABCDE_FGHJK_MNPQR", "ABCDE-FGHJK-MNPé", "ABCDE-FGHJK-MNPQR" + String(repeating: "-", count: 48),
    ])
    func `has fifteen characters of its alphabet, and no others`(_ typed: String) {
        #expect(MailedCode(typed: typed) == nil)
    }
}

/// The five pre-hijacking attacks (see `PreHijackingTests`) on an account with a password, which the attacker created
/// with the victim's unproven address.
@Suite struct PasswordPreHijackingTests {
    private let world: World

    init() throws {
        world = try World.withPasswords()
    }

    private func recover() async throws -> SignedIn {
        let token = try #require(try await world.mailedToken())
        try await PasswordReset(world.environment).redeem(token, password: "the victim's own")
        return try await world.signIn("ann@example.com", "the victim's own")
    }

    private func expectOutside(_ attackers: [SignedIn], of owner: SignedIn) async throws {
        for session in attackers { #expect(await world.isLive(session) == false) }
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
        #expect(try await world.signInNatively(.ben).account.id != owner.account.id)
        #expect(await world.isLive(owner))
        #expect(owner.account.email == "ann@example.com" && owner.account.isEmailVerified)
        let told = try await world.deliverMail()
        #expect(told.contains { $0.to == "ann@example.com" && $0.text.contains("new password") })
    }

    @Test(arguments: [true, false])
    func `a: the victim who comes by Apple has an account of their own`(_ attackerFirst: Bool) async throws {
        if attackerFirst { try await world.importPerson() }
        let owner = try await world.signInNatively(.ann)
        if !attackerFirst { try await world.importPerson() }
        let attacker = try await world.signIn()
        #expect(owner.account.id != attacker.account.id && owner.isNewAccount)
        #expect(try await world.signInNatively(.ann).account.id == owner.account.id)
        if attackerFirst { #expect(attacker.account.email == nil) }
    }

    @Test(arguments: [true, false])
    func `b: a session kept while the victim resets is over`(_ attackerFirst: Bool) async throws {
        try await world.importPerson(isProven: !attackerFirst)
        let kept = try await world.signIn()
        try await expectOutside([kept], of: recover())
    }

    @Test(arguments: [true, false])
    func `c: an identity and an address added before the first proof are gone`(_ attackerFirst: Bool) async throws {
        let account = try await world.importPerson(others: ["mallory@evil.example"])
        let kept = try await world.signIn()
        let linked = try await world.link(.ben, to: kept)
        if attackerFirst { _ = try await world.mailedToken("mallory@evil.example") }
        let late = try await world.mailedToken("mallory@evil.example")
        let owner = try await recover()
        try await expectOutside([kept, linked], of: owner)
        #expect(try await world.mailedToken("mallory@evil.example") == nil)
        if let late {
            #expect(
                try await failure {
                    try await PasswordReset(world.environment).redeem(late, password: "mallory is back")
                } == .refused(.mailedTokenInvalid))
        }
        let identities = try await world.read { tx throws(StorageFailure) in try tx.findIdentities(of: account.id) }
        #expect(identities.isEmpty)
    }

    @Test(arguments: [true, false])
    func `d: what was begun before the victim's reset is not confirmed late`(_ isProven: Bool) async throws {
        try await world.importPerson(isProven: isProven, externalID: "user-1")
        let kept = try await world.signIn()
        let begun = try await world.submission(.ben, linking: .session(world.session(of: kept)))
        let ticket = try await world.ticket("user-1")
        let owner = try await recover()
        #expect(
            try await failure { try await NativeSignIn(world.environment).complete(begun) } == .refused(.attemptEnded))
        #expect(try await failure { try await world.signIn(.ben, with: ticket) } == .refused(.linkTicketInvalid))
        try await expectOutside([kept], of: owner)
    }

    @Test(arguments: [true, false])
    func `e: an identity with the victim's address, unverified, opens nothing of theirs`(_ attackerFirst: Bool)
        async throws
    {
        var thief = Person.ben
        thief.email = "ann@example.com"
        if !attackerFirst { try await world.importPerson(isProven: true) }
        let attacker = try await world.signInNatively(thief) { $0["email_verified"] = .string("false") }
        if attackerFirst { try await world.importPerson(isProven: true) }
        let owner = try await world.signIn()
        #expect(owner.account.id != attacker.account.id && owner.account.email == "ann@example.com")
        try await expectOutside([owner], of: recover())
    }

    @Test func `an owner whose address was proven before keeps their Apple Account over a reset`() async throws {
        try await world.importPerson(isProven: true)
        let linked = try await world.link(.ann, to: world.signIn())
        let owner = try await recover()
        #expect(await world.isLive(linked) == false)
        #expect(try await world.signInNatively(.ann).account.id == owner.account.id)
    }
}
