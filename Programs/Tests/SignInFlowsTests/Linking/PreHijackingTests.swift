import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// The five pre-hijacking attacks (Sudhodanan and Paverd, USENIX Security 2022), each in both orders. In the end the
/// attacker has no access and the owner has.
///
/// The app's own login decides who gets a link ticket for user-1. The attacker registered user-1 there with the
/// victim's address. The victim recovers that user with a password reset, after which the app calls `recover`.
@Suite struct PreHijackingTests {
    private let world: World
    private let attacker = Person.ben
    private let victim = Person.ann

    init() throws {
        world = try World()
    }

    /// The owner proves themselves to the app, which calls `recover` and gives them a ticket.
    private func recover() async throws -> SignedIn {
        try await world.accounts().recover(externalID: "user-1")
        return try await world.signIn(victim, with: world.ticket("user-1"))
    }

    private func expectOutside(_ attackers: [SignedIn], of owner: SignedIn) async throws {
        for session in attackers { #expect(await world.isLive(session) == false) }
        let attacker = try await world.signInNatively(self.attacker)
        #expect(attacker.account.id != owner.account.id)
        #expect(try await world.signInNatively(victim).account.id == owner.account.id)
        let identities = try await AccountIdentities(world.environment).list(
            of: world.session(of: world.signInNatively(victim)))
        #expect(identities.map(\.identity.subject) == [victim.subject])
    }

    @Test(arguments: [true, false])
    func `a: an account made with the victim's address is not the one they get`(_ attackerFirst: Bool) async throws {
        var thief = attacker
        thief.email = victim.email
        let owner: SignedIn
        let other: SignedIn
        if attackerFirst {
            other = try await world.signIn(thief, with: world.ticket("user-1"))
            owner = try await world.signInNatively(victim)
        } else {
            owner = try await world.signInNatively(victim)
            other = try await world.signIn(thief, with: world.ticket("user-1"))
        }
        #expect(owner.isNewAccount && other.isNewAccount && owner.account.id != other.account.id)
        #expect(owner.account.externalID == nil)
        #expect(try await world.accountCount(email: "ann@example.com") == 2)
        try await expectOutside([], of: owner)
    }

    @Test(arguments: [true, false])
    func `b: a session kept while the victim resets is over`(_ attackerFirst: Bool) async throws {
        if !attackerFirst { _ = try await world.signIn(victim, with: world.ticket("user-1")) }
        let kept = try await world.signIn(attacker, with: world.ticket("user-1"))
        let owner = try await recover()
        #expect(
            try await failure { try await SessionRenewal(world.environment).renew(refreshToken: kept.refreshToken) }
                == .refused(.sessionEnded))
        #expect(owner.account.id == kept.account.id)
        try await expectOutside([kept], of: owner)
    }

    @Test(arguments: [true, false])
    func `c: an identity added before the victim recovers is gone`(_ attackerFirst: Bool) async throws {
        let first = try await world.signIn(attackerFirst ? attacker : victim, with: world.ticket("user-1"))
        let added = try await world.link(attackerFirst ? .eve : attacker, to: first)
        let owner = try await recover()
        #expect(try await world.signInNatively(.eve).account.id != owner.account.id)
        try await expectOutside([first, added], of: owner)
    }

    @Test(arguments: [true, false])
    func `d: what was begun before the victim recovers is not confirmed late`(_ attackerFirst: Bool) async throws {
        if !attackerFirst { _ = try await world.signIn(victim, with: world.ticket("user-1")) }
        let ticket = try await world.ticket("user-1")
        let begun = try await world.submission(attacker, linking: .ticket(world.ticket("user-1")))
        let owner = try await recover()
        #expect(try await failure { try await world.signIn(attacker, with: ticket) } == .refused(.linkTicketInvalid))
        let late = try await failure { try await NativeSignIn(world.environment).complete(begun) }
        #expect(late == .refused(.attemptEnded))
        try await expectOutside([], of: owner)
    }

    @Test(arguments: [true, false])
    func `e: an identity with the victim's address unproven leads nowhere near them`(_ attackerFirst: Bool) async throws
    {
        let claim: World.Change = { claims in
            claims["email"] = .string("ann@example.com")
            claims["email_verified"] = .bool(false)
        }
        let owner: SignedIn
        let other: SignedIn
        if attackerFirst {
            other = try await world.signInNatively(attacker, changing: claim)
            owner = try await world.signInNatively(victim)
        } else {
            owner = try await world.signInNatively(victim)
            other = try await world.signInNatively(attacker, changing: claim)
        }
        #expect(owner.account.id != other.account.id)
        #expect(!other.account.isEmailVerified && owner.account.isEmailVerified)
        try await expectOutside([], of: owner)
    }

    @Test func `an address that is used again does not reach the account that had it`() async throws {
        let first = try await world.signInNatively(victim)
        var heir = Person.eve
        (heir.email, heir.isPrivateEmail) = (victim.email, false)
        #expect(try await world.signInNatively(heir).account.id != first.account.id)
    }

    @Test(arguments: [
        "ann＠example.com", "ann@ｅxample.com", "ann@examp\u{0301}le.com", "ANN@example.com", "ann@EXAMPLE.COM",
        "ann@example.com.", "ann@example\u{2024}com", "\u{0430}nn@example.com", "ann@example.com\u{200B}",
        "a\u{00AD}nn@example.com", "ann+1@example.com", "\"ann\"@example.com", "ann@xn--exmple-cua.com",
    ])
    func `an address that looks like another's is nobody's key`(_ address: String) async throws {
        let owner = try await world.signInNatively(victim)
        let other = try await world.signInNatively(attacker) { $0["email"] = .string(address) }
        #expect(other.account.id != owner.account.id)
        #expect(try await world.signInNatively(victim).account == owner.account)
    }
}
