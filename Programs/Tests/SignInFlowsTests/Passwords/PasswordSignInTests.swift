import AccountStorage
import Foundation
import PasswordHashing
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct PasswordSignInTests {
    @Test func `lets its person in, by any of the names and in either spelling`() async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson(others: ["Ann Examplé"])
        for name in ["ann@example.com", "ann@EXAMPLE.com", " ann@example.com ", "Ann Examplé", "Ann Example\u{301}"] {
            let signedIn = try await world.signIn(name)
            #expect(signedIn.account.id == account.id && !signedIn.isNewAccount, "\(name)")
            #expect(await world.isLive(signedIn))
        }
        let last = try await AccountOperations(world.environment).history(of: account.id).last
        #expect(last?.event == "signed_in" && last?.reason == "password" && last?.client == "app")
    }

    @Test func `lets nobody in by another password, nor by none`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        for password in ["", " ", "Correct horse battery", World.password + " ", String(repeating: "x", count: 5_000)] {
            #expect(try await world.failedSignIn("ann@example.com", password) == .refused(.passwordWrong))
        }
        #expect(try await world.failedSignIn("ann@example.org", World.password) == .refused(.passwordWrong))
    }

    /// An account without a password must not be treated as one with an empty password.
    @Test(arguments: ["", " ", "\0", World.password]) func `an account without a password is opened by none`(
        _ password: String
    ) async throws {
        let world = try World.withPasswords()
        try await world.importPerson(password: nil)
        #expect(try await world.failedSignIn("ann@example.com", password) == .refused(.passwordWrong))
        try await world.importPerson("ben@example.com", hash: "", number: 2)
        #expect(try await world.failedSignIn("ben@example.com", password) == .refused(.passwordWrong))
    }

    @Test func `hashes once, whoever the name leads to and whatever is wrong`() async throws {
        let count = Recorder<Int>()
        let world = try World.withPasswords(hashing: HashingPool(size: 1) { count.append(1) })
        try await world.importPerson()
        try await world.importPerson("ben@example.com", password: nil, number: 2)
        try await world.importPerson("eve@example.com", hash: "$2b$05$unreadable", number: 3)
        for name in ["ann@example.com", "ben@example.com", "eve@example.com", "nobody@example.com", "nobody"] {
            let before = count.all.count
            #expect(try await world.failedSignIn(name) == .refused(.passwordWrong))
            #expect(count.all.count == before + 1, "\(name)")
        }
        #expect(world.incidents.all == [.passwordHashUnreadable])
    }

    @Test func `slows wrong passwords down alike for those who exist and those who do not`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        for _ in 0..<30 {
            let known = try await world.failedSignIn()
            #expect(try await world.failedSignIn("nobody@example.com") == known)
            if case .refused(.passwordDelayed, let seconds?) = known { world.clock.advance(Double(seconds)) }
        }
        // Even the right password is not compared during the delay.
        #expect(try await world.failedSignIn() == .refused(.passwordWrong))
        guard case .refused(.passwordDelayed, _) = try await world.failedSignIn("ann@example.com", World.password)
        else {
            Issue.record("the right one is looked at")
            return
        }
        world.clock.advance(900)
        _ = try await world.signIn()
    }

    /// Over days and weeks, and whatever a stranger does between the attempts: the answers for a name must not reveal
    /// what happens to its account.
    @Test(arguments: [3_600, 80_000, 8 * 86_400, 60 * 86_400])
    func `a name that leads somewhere answers like one that does not, whatever happens meanwhile`(
        _ pause: Double
    ) async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson(isProven: true, others: ["ann"])
        let kept = try await world.signIn(remembering: nil).browser.cookie
        let doings: [@Sendable () async throws -> Void] = [
            {},
            {
                if case .refused(.passwordDelayed, let wait?) = try await world.failedSignIn("ann", "x") {
                    world.clock.advance(Double(wait))
                }
                for _ in 0..<6 { _ = try await world.failedSignIn("ann", "a guess by another name") }
            },
            { try await world.signIn(remembering: kept) },
            { _ = try await AccountOperations(world.environment).disable(account.id) },
            { _ = try await AccountOperations(world.environment).enable(account.id) },
            { _ = try await world.upgrade(world.signIn(remembering: kept).signedIn, to: .ben) },
        ]
        for (index, happens) in doings.enumerated() {
            for _ in 0..<7 {
                let known = try await world.failedSignIn()
                #expect(try await world.failedSignIn("nobody@example.com") == known, "\(index)")
            }
            try await happens()
            let after = try await world.failedSignIn()
            #expect(try await world.failedSignIn("nobody@example.com") == after, "\(index)")
            world.clock.advance(pause)
        }
    }

    @Test func `a browser in which the password was right before is not kept waiting by strangers`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        let kept = try await world.signIn(remembering: nil).browser.cookie
        for _ in 0..<200 {
            _ = try await world.failedSignIn()
            world.clock.advance(450)
        }
        #expect(try await world.failedSignIn("ann@example.com", World.password) != nil)
        let again = try await world.signIn(remembering: kept)
        #expect(again.browser.cookie == kept)
        // Its own wrong passwords count: first they cause a delay, and after 100 it is treated like an unknown browser.
        for _ in 0..<5 {
            #expect(
                try await failure { try await world.signIn(password: "x", remembering: kept) }
                    == .refused(.passwordWrong))
        }
        #expect(
            try await failure { try await world.signIn(remembering: kept) }
                == .refused(.passwordDelayed, retryAfter: 5))
        for _ in 0..<95 {
            world.clock.advance(900)
            _ = try await failure { try await world.signIn(password: "x", remembering: kept) }
        }
        for _ in 0..<5 { _ = try await world.failedSignIn() }
        #expect(
            try await failure { try await world.signIn(remembering: kept) }
                == .refused(.passwordDelayed, retryAfter: 900))
    }

    @Test func `a remembered browser is remembered for one account and one password`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson(isProven: true)
        try await world.importPerson("ben@example.com", number: 2)
        let kept = try await world.signIn(remembering: nil).browser.cookie
        for name in ["ben@example.com", "ann@example.com"] {
            for _ in 0..<5 { _ = try await world.failedSignIn(name) }
        }
        #expect(try await failure { try await world.signIn("ben@example.com", remembering: kept) } != nil)
        world.clock.advance(1)
        let token = try #require(try await world.mailedToken())
        let fresh = try await PasswordReset(world.environment).redeem(token, password: "another good one")
        #expect(try await failure { try await world.signIn(password: "another good one", remembering: kept) } != nil)
        // The browser that reset the password can sign in at once, despite the strangers' attempts.
        _ = try await world.signIn(password: "another good one", remembering: fresh.cookie)
    }

    @Test func `a stranger at the sign-in does not keep somebody from changing their password`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        let session = try await world.session(of: world.signIn())
        for _ in 0..<120 {
            _ = try await world.failedSignIn()
            world.clock.advance(900)
        }
        let password = AccountPassword(world.environment)
        for _ in 0..<5 {
            let wrong = try await failure {
                try await password.change(of: session, current: "x", to: "another good one")
            }
            #expect(wrong == .refused(.passwordWrong))
        }
        let early = try await failure {
            try await password.change(of: session, current: World.password, to: "another good one")
        }
        #expect(early == .refused(.passwordDelayed, retryAfter: 5))
        world.clock.advance(5)
        try await password.change(of: session, current: World.password, to: "another good one")
    }

    @Test func `while passwords are off nobody changes the one they have`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        let session = try await world.session(of: world.signIn())
        let off = try World(world.surroundings)
        let error = try await failure {
            try await AccountPassword(off.environment).change(of: session, current: nil, to: "another good one")
        }
        #expect(error == .refused(.passwordsOff))
        _ = try await world.signIn()
    }

    @Test(arguments: [nil, "", "whatever they type"] as [String?])
    func `who has no password to change is told so, however long ago they signed in`(_ current: String?) async throws {
        let world = try World.withPasswords()
        let session = try await world.signedInSession()
        world.clock.advance(601)
        let error = try await failure {
            try await AccountPassword(world.environment).change(of: session, current: current, to: "eight or more")
        }
        #expect(error == .refused(.passwordMissing))
    }

    @Test func `a wait that began years ahead keeps nobody out once the clock is right`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        world.clock.advance(10 * 365 * 86_400)
        for _ in 0..<8 { _ = try await world.failedSignIn() }
        world.clock.advance(-10 * 365 * 86_400)
        _ = try await world.signIn()
    }

    @Test func `an operator clears wrong passwords, and nobody waits any more`() async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson()
        for _ in 0..<110 {
            _ = try await world.failedSignIn()
            world.clock.advance(900)
        }
        _ = try await world.failedSignIn()
        #expect(try await world.failedSignIn("ann@example.com", World.password) != nil)
        #expect(try await AccountOperations(world.environment).clearTries(of: account.id))
        _ = try await world.signIn()
        #expect(try await world.audit(account.id).contains("password_tries_cleared"))
        #expect(try await AccountOperations(world.environment).clearTries(of: .init(high: 9, low: 9)) == false)
    }

    @Test func `every no comes at the end of a step, however long its hash took`() async throws {
        let elapsed = Mutex(Duration.zero)
        let waits = Recorder<Duration>()
        let cost = Mutex(Duration.zero)
        let answers = PacedAnswers(
            step: .milliseconds(1_000), elapsed: { elapsed.withLock { $0 } },
            pause: { wait in
                waits.append(wait)
                elapsed.withLock { $0 += wait }
            })
        let hashing = HashingPool(size: 1) {
            let cost = cost.withLock { $0 }
            elapsed.withLock { $0 += cost }
        }
        let world = try World(policy: .withPasswords(), hashing: hashing, answers: answers)
        try await world.importPerson()
        for milliseconds in [0, 1, 320, 999, 1_000, 1_001, 2_500] {
            let start = elapsed.withLock { $0 }
            cost.withLock { $0 = .milliseconds(milliseconds) }
            let name = milliseconds % 2 == 0 ? "ann@example.com" : "nobody@example.com"
            #expect(try await world.failedSignIn(name) == .refused(.passwordWrong))
            let took = elapsed.withLock { $0 } - start
            #expect(took == .seconds(max(1, (milliseconds + 999) / 1_000)), "\(milliseconds)")
            world.clock.advance(900)
        }
        // The right password is answered without a delay.
        let before = waits.all.count
        _ = try await world.signIn()
        #expect(waits.all.count == before)
        try await PasswordReset(world.environment).request("nobody@example.com")
        #expect(waits.all.count == before + 1)
    }

    @Test(arguments: [Duration.zero, .seconds(1)])
    func `steps of no length keep nobody waiting`(_ elapsed: Duration) {
        #expect(PacedAnswers.wait(after: elapsed, step: .zero) == .zero)
    }

    @Test func `counts a hundred wrong ones in a row, and then none is right until another is set`() async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson()
        for _ in 0..<100 {
            #expect(try await world.failedSignIn() == .refused(.passwordWrong))
            world.clock.advance(900)
        }
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
        #expect(try await world.audit(account.id).filter { $0 == "password_tried" }.count == 10)
        let token = try #require(try await world.mailedToken())
        try await PasswordReset(world.environment).redeem(token, password: "another good one")
        world.clock.advance(900)
        _ = try await world.signIn("ann@example.com", "another good one")
    }

    @Test func `a thousand at the same time are a thousand`() async throws {
        let hashing = HashingPool(size: 2, longestQueue: 2_000, elapsed: { .zero })
        let world = try World.withPasswords(hashing: hashing)
        try await world.importPerson()
        let results = try await withThrowingTaskGroup(of: SignInError?.self) { group in
            for number in 0..<200 {
                group.addTask { try await world.failedSignIn("ann@example.com", "guess number \(number)") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .refused(.passwordWrong) } == 5)
    }

    /// Compare django-allauth 65.8.1: a sign-in cleared the failures of everybody with the same address.
    @Test func `one person's success clears nobody else's failures`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        try await world.importPerson("ben@example.com", number: 2)
        for _ in 0..<5 { _ = try await world.failedSignIn() }
        _ = try await world.signIn("ben@example.com")
        guard case .refused(.passwordDelayed, _) = try await world.failedSignIn() else {
            Issue.record("the failures are forgotten")
            return
        }
        world.clock.advance(900)
        _ = try await world.signIn()
        #expect(try await world.failedSignIn() == .refused(.passwordWrong))
    }

    @Test func `a hash from elsewhere is replaced at the first sign-in, and since when stays`() async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson(
            hash: "pbkdf2_sha256$1000$salt$" + Self.pbkdf2)
        world.clock.advance(60)
        _ = try await world.signIn("ann@example.com", "password")
        let stored = try #require(
            try await world.read { tx throws(StorageFailure) in try tx.findPassword(of: account.id) })
        #expect(stored.hash.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
        #expect(stored.changedAt == account.createdAt.inWholeMilliseconds)
        _ = try await world.signIn("ann@example.com", "password")
        let again = try await world.read { tx throws(StorageFailure) in try tx.findPassword(of: account.id) }
        #expect(again == stored)
    }

    /// PBKDF2-HMAC-SHA-256 of "password" with "salt", 1,000 rounds (Python's hashlib).
    private static let pbkdf2 = "YywoEuRtRgQQK6dhjp1tfS+BKPYma0oDJk0qBGC33LM="

    @Test func `a closed account tells so to its owner only`() async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson()
        _ = try await AccountOperations(world.environment).disable(account.id)
        #expect(try await world.failedSignIn() == .refused(.passwordWrong))
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.accountDisabled))
    }

    @Test func `works while the team's sign-in is switched off, and not for a browser's client in an app`() async throws
    {
        let world = try World.withPasswords(isSignInOn: false)
        try await world.importPerson()
        _ = try await world.signIn()
        let wrong = try await failure { try await world.signIn(client: "web") }
        #expect(wrong == .refused(.clientWrongKind))
        #expect(try await failure { try await world.signIn(client: "nobody") } == .refused(.clientUnknown))
    }

    /// An address never connects an Apple Account to an account with a password.
    @Test func `Apple's word about an address opens no account that has it`() async throws {
        let world = try World.withPasswords()
        let account = try await world.importPerson()
        let apple = try await world.signInNatively(.ann)
        #expect(apple.isNewAccount && apple.account.id != account.id && apple.account.email == "ann@example.com")
        // The other account loses its unproven address, but can still sign in.
        let signedIn = try await world.signIn()
        #expect(signedIn.account.id == account.id && signedIn.account.email == nil)
    }
}
