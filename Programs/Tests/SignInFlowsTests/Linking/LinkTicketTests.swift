import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Sign-ins for which the app's backend vouches.
@Suite struct LinkTicketTests {
    @Test func `a ticket makes the account of its user, and the next one leads to the same`() async throws {
        let world = try World()
        let first = try await world.signIn(.ann, with: world.ticket("user-1"))
        #expect(first.isNewAccount && first.account.externalID == "user-1")
        let second = try await world.signIn(.ben, with: world.ticket("user-1"))
        #expect(second.account.id == first.account.id && !second.isNewAccount)
        #expect(try await world.signInNatively(.ben).account.id == first.account.id)
        // Audit entries with the same time have no defined order.
        let events = try await world.audit(first.account.id).sorted()
        let linked = ["identity_linked", "identity_linked", "link_ticket_issued"]
        #expect(events == linked + ["signed_in", "signed_in", "signed_in"])
        // The second identity's address does not replace the first one's.
        #expect(try await world.account(of: .ann)?.email == "ann@example.com")
    }

    @Test func `in a browser, too`() async throws {
        let world = try World()
        let begun = try await WebSignIn(world.environment).begin(
            client: "web", returnTo: nil, linking: .ticket(world.ticket("user-1")))
        let browser = try Browser(begun)
        let signedIn = try #require(try await world.complete(world.form(.ann, browser), browser).signedIn)
        #expect(signedIn.account.externalID == "user-1")
    }

    @Test(arguments: [RealPersonPolicy.Response.mark, .ask, .hold])
    func `a new person for whom the app vouches is let in, and no decision about them is recorded`(
        _ response: RealPersonPolicy.Response
    ) async throws {
        var policy = SignInPolicy()
        policy.realPersonPolicy.unsupported = response
        let world = try World(policy: policy)
        let signedIn = try await world.signIn(.ann, with: world.ticket("user-1"))
        #expect(signedIn.isNewAccount && signedIn.account.disabledAt == nil)
        #expect(try await world.audit(signedIn.account.id).contains("real_person_decided") == false)
    }

    @Test func `a ticket is good for one sign-in, and for its time`() async throws {
        let world = try World()
        let ticket = try await world.ticket("user-1")
        _ = try await NativeSignIn(world.environment).begin(client: "app", linking: .ticket(ticket))
        for bad in [ticket, "", "x", String(repeating: "A", count: 43)] {
            let error = try await failure {
                try await NativeSignIn(world.environment).begin(client: "app", linking: .ticket(bad))
            }
            #expect(error == .refused(.linkTicketInvalid))
        }
        let late = try await world.ticket("user-1")
        world.clock.advance(600)
        #expect(try await failure { try await world.signIn(.ann, with: late) } == .refused(.linkTicketInvalid))
        #expect(
            try await failure { try await LinkTickets(world.environment).find(late) } == .refused(.linkTicketInvalid))
    }

    @Test func `the database does not hold what a ticket is`() async throws {
        let world = try World()
        let ticket = try await world.ticket("user-1", label: "ada\u{202E}\u{200B}@example.com")
        let row = try await LinkTickets(world.environment).find(ticket)
        #expect(row.externalID == "user-1" && row.label == "ada@example.com")
        #expect(!"\(row)".contains(ticket))
    }

    @Test func `somebody who began with Apple gets their name in the app's system by a ticket`() async throws {
        let world = try World()
        let first = try await world.signInNatively(.ann)
        let named = try await world.signIn(.ann, with: world.ticket("user-1"))
        #expect(named.account.id == first.account.id && named.account.externalID == "user-1")
        let found = try await world.accounts().find(.external("user-1"))
        #expect(found.account.id == first.account.id && found.identities.count == 1)
        // A ticket for another user does not move the identity.
        let error = try await failure { try await world.signIn(.ann, with: world.ticket("user-2")) }
        #expect(error == .refused(.identityLinkedElsewhere))
        #expect(try await world.account(of: .ann)?.externalID == "user-1")
    }

    @Test func `a refused link does not spend the code, and is written down`() async throws {
        let world = try World()
        let ann = try await world.signIn(.ann, with: world.ticket("user-1"))
        let exchanges = world.apple.exchanges.count
        _ = try await failure { try await world.signIn(.ann, with: world.ticket("user-2")) }
        #expect(world.apple.exchanges.count == exchanges)
        #expect(try await world.audit(ann.account.id).contains("sign_in_refused"))
    }

    @Test func `a closed account takes no link`() async throws {
        let world = try World()
        _ = try await world.signIn(.ann, with: world.ticket("user-1"))
        try await world.accounts().disable(.external("user-1"))
        #expect(
            try await failure { try await world.signIn(.ben, with: world.ticket("user-1")) }
                == .refused(.accountDisabled))
        #expect(try await world.account(of: .ben) == nil)
        try await world.accounts().enable(.external("user-1"))
        #expect(try await world.signIn(.ben, with: world.ticket("user-1")).account.externalID == "user-1")
    }

    @Test(arguments: ["", " ", "ü", "a b", "a\u{0}", "a\n", String(repeating: "a", count: 256), "ａ"])
    func `an external id is visible ASCII, or nothing`(_ text: String) async throws {
        let world = try World()
        #expect(try await failure { try await world.ticket(text) } == .refused(.externalIDInvalid))
        let ann = try await world.signInNatively(.ann)
        let error = try await failure { try await world.accounts().name(ann.account.id, text) }
        #expect(error == .refused(.externalIDInvalid))
        let recovery = try await failure { try await world.accounts().recover(externalID: text) }
        #expect(recovery == .refused(.externalIDInvalid))
        #expect(
            try await failure { try await world.accounts().find(.external(text)) } == .refused(.accountUnknown))
    }

    @Test func `an account is named once, and a name is one account's`() async throws {
        let world = try World()
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let accounts = try await world.accounts()
        #expect(try await accounts.name(ann.account.id, "user-1").externalID == "user-1")
        #expect(try await accounts.name(ann.account.id, "user-1").externalID == "user-1")
        for (account, name) in [(ann.account.id, "user-2"), (ben.account.id, "user-1")] {
            #expect(try await failure { try await accounts.name(account, name) } == .refused(.externalIDTaken))
        }
        #expect(try await accounts.delete(.account(ann.account.id)) == .queued)
        #expect(try await accounts.name(ben.account.id, "user-1").id == ben.account.id)
    }

    @Test func `who has the app behind them is not erased when the Apple Account is gone`() async throws {
        let world = try World()
        let ann = try await world.signIn(.ann, with: world.ticket("user-1"))
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.removeIdentity(world.identity(of: .ann))
        }
        let again = try await world.signIn(.ben, with: world.ticket("user-1"))
        #expect(again.account.id == ann.account.id)
    }

    @Test func `a browser that opened a ticket opens it again with its own, as long as that lives`() async throws {
        let world = try World()
        let tickets = LinkTickets(world.environment)
        let ticket = try await world.ticket("user-1")
        let opened = try await tickets.open(ticket)
        world.clock.advance(599)
        #expect(try await tickets.open(ticket, heldBefore: opened.ticket).ticket == opened.ticket)
        world.clock.advance(1)
        let late = try await failure { try await tickets.open(ticket, heldBefore: opened.ticket) }
        #expect(late == .refused(.linkTicketInvalid))
    }
}
