import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Merges two accounts of one person.
@Suite struct AccountMergeTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private var questions: AccountAnswers { AccountAnswers(world.environment) }

    /// Signs in to a person's other account under a session, and returns the question about the merge.
    private func offer(_ person: Person, to session: SignedInSession) async throws -> AccountQuestion {
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(person, linking: .session(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        return question
    }

    @Test func `a preview shows what would go, and nothing has moved`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let session = try await world.session(of: ann)
        let question = try await offer(.ben, to: session)
        #expect(question.isAboutMerging)
        let open = try await questions.read(question.question, as: session)
        #expect(open.appleAccount.address == "b•••@example.com")
        let merge = try #require(open.merge)
        let others = try await [nil, world.session(of: world.signInNatively(.eve))]
        for other in others {
            #expect(
                try await failure { _ = try await questions.read(question.question, as: other) }
                    == .refused(.linkProofRequired))
        }
        #expect(merge.account.id == ben.account.id && merge.identities == 1)
        #expect(try await world.signInNatively(.ben).account.id == ben.account.id)
        #expect(await world.isLive(ann))
    }

    @Test func `a yes moves what led to the other account, ends its sessions, and both histories say so`() async throws
    {
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signIn(.ben, with: world.ticket("user-1"))
        let session = try await world.session(of: ann)
        let question = try await offer(.ben, to: session)
        let pending = try await world.ticket("user-1")
        let after = try await questions.answerMerge(question.question, as: session)
        #expect(after.id == ann.account.id && after.externalID == "user-1")
        #expect(after.email == "ann@example.com")
        #expect(await world.isLive(ann))
        #expect(await world.isLive(ben) == false)
        #expect(try await world.signInNatively(.ben).account.id == ann.account.id)
        #expect(try await world.accounts().find(.external("user-1")).identities.count == 2)
        let gone = try await failure { try await world.accounts().find(.account(ben.account.id)) }
        #expect(gone == .refused(.accountUnknown))
        #expect(try await world.audit(ben.account.id).contains("accounts_merged"))
        #expect(try await world.audit(ann.account.id).contains("accounts_merged"))
        #expect(try await failure { try await world.signIn(.eve, with: pending) } == .refused(.linkTicketInvalid))
        let again = try await failure { try await questions.answerMerge(question.question, as: session) }
        #expect(again == .refused(.questionOver))
    }

    @Test func `a merge withdraws what was agreed to for the account that goes, and keeps the other's`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let (accounts, now) = ([ann.account.id, ben.account.id], world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            for (account, client) in zip(accounts, ["shop", "wiki"]) {
                try transaction.recordClientConsent(
                    ClientConsent(accountID: account, client: client, scope: "openid", givenAt: now))
            }
        }
        let session = try await world.session(of: ann)
        _ = try await questions.answerMerge(try await offer(.ben, to: session).question, as: session)
        let left = try await world.read { transaction throws(StorageFailure) in
            try accounts.map { account throws(StorageFailure) in
                try transaction.findClientConsents(of: account).map(\.client)
            }
        }
        #expect(left == [["shop"], []])
    }

    @Test func `mail for the account that goes is sent to the person of the other, and the backend learns of it`()
        async throws
    {
        let world = try World(policy: .mailing())
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let mail = AccountMail(world.environment)
        let request = try await mail.send(
            try WantedMail(account: ben.account.id, key: "order-1", subject: "Your order", text: "On its way."))
        try await merge(.ben, into: ann, world)
        #expect(try await mail.find(request.id).accountID == ann.account.id)
        let sent = try await world.deliverMail()
        #expect(sent.map(\.to) == ["ann@example.com"] && sent.map(\.account) == [ann.account.id])
        #expect(try await mail.find(request.id).state == .sent)
    }

    @Test func `a late report about a message to the account that went counts for the other`() async throws {
        let relay = "abcdefghij@privaterelay.appleid.com"
        var (first, second) = (Person.ann, Person.ben)
        first.email = nil
        (second.email, second.isPrivateEmail) = (relay, true)
        let (ann, ben) = (try await world.signInNatively(first), try await world.signInNatively(second))
        try await merge(second, into: ann, world)
        world.clock.advance(10)
        let report = MailReport(
            account: ben.account.id, recipient: relay, outcome: .delivered, occurredAt: world.clock.now)
        #expect(try await MailReports(world.environment).take([report]).counted == 1)
        #expect(try await world.history(ann.account.id).first == "email_delivery_changed reachable")
        let stored = try #require(try await world.account(of: first))
        #expect(try await MailReports(world.environment).delivery(to: stored)?.state == .reachable)
    }

    private func merge(_ person: Person, into kept: SignedIn, _ world: World) async throws {
        let session = try await world.session(of: kept)
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(person, linking: .session(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        _ = try await AccountAnswers(world.environment).answerMerge(question.question, as: session)
    }

    @Test func `a merge removes the browser's name from sessions of the account that goes`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let (accounts, now) = ([ann.account.id, ben.account.id], world.clock.now)
        let ids = accounts.map { _ in SessionID.timeOrdered(world.environment) }
        try await world.write { transaction throws(StorageFailure) in
            for (account, id) in zip(accounts, ids) {
                try transaction.recordSession(
                    Session(
                        id: id, accountID: account, clientID: "web", platform: .web, createdAt: now,
                        authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now, endedAt: now,
                        browser: "Firefox (Windows)"))
            }
        }
        let session = try await world.session(of: ann)
        _ = try await questions.answerMerge(try await offer(.ben, to: session).question, as: session)
        let left = try await world.read { transaction throws(StorageFailure) in
            try ids.map { id throws(StorageFailure) in try transaction.findSession(id)?.browser }
        }
        #expect(left == ["Firefox (Windows)", nil])
    }

    @Test func `only the session that began says yes, while it lives and is fresh`() async throws {
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signInNatively(.ben)
        let session = try await world.session(of: ann)
        let question = try await offer(.ben, to: session)
        for other in [ben, try await world.signInNatively(.ann)] {
            let error = try await failure {
                try await questions.answerMerge(question.question, as: world.session(of: other))
            }
            #expect(error == .refused(.linkProofRequired))
        }
        try await SignOut(world.environment).end(session)
        let over = try await failure { try await questions.answerMerge(question.question, as: session) }
        #expect(over == .refused(.linkProofRequired))
        world.clock.advance(601)
        let stale = try await failure { try await questions.answerMerge(question.question, as: session) }
        #expect(stale == .refused(.freshSignInRequired))
        #expect(try await world.signInNatively(.ben).account.id == ben.account.id)
    }

    @Test func `a question about merging takes no other answer, and the other way round`() async throws {
        let ann = try await world.signInNatively(.ann)
        _ = try await world.signInNatively(.ben)
        let session = try await world.session(of: ann)
        let merging = try await offer(.ben, to: session)
        #expect(try await failure { try await questions.answerNew(merging.question) } == .refused(.questionOver))
        let asking = try World(world.surroundings, policy: .asking())
        let plain = try await asking.question(.eve)
        let error = try await failure {
            try await AccountAnswers(asking.environment).answerMerge(plain.question, as: session)
        }
        #expect(error == .refused(.linkProofRequired))
    }

    @Test func `two accounts that the app tells apart stay two`() async throws {
        let ann = try await world.signIn(.ann, with: world.ticket("user-1"))
        _ = try await world.signIn(.ben, with: world.ticket("user-2"))
        let session = try await world.session(of: ann)
        let error = try await failure { try await offer(.ben, to: session) }
        #expect(error == .refused(.identityLinkedElsewhere))
    }

    @Test(arguments: ["closed", "named", "deleted", "unlinked"])
    func `what changed meanwhile is looked at again`(_ change: String) async throws {
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signInNatively(.ben)
        let session = try await world.session(of: ann)
        let question = try await offer(.ben, to: session)
        let accounts = try await world.accounts()
        switch change {
        case "closed": try await accounts.disable(.account(ben.account.id))
        case "named":
            _ = try await accounts.name(ann.account.id, "user-1")
            _ = try await accounts.name(ben.account.id, "user-2")
        case "unlinked":
            let id = world.identity(of: .ben)
            try await world.write { transaction throws(StorageFailure) in _ = try transaction.removeIdentity(id) }
        default: _ = try await accounts.delete(.account(ben.account.id))
        }
        let error = try await failure { try await questions.answerMerge(question.question, as: session) }
        #expect(error == .refused(.identityLinkedElsewhere))
        #expect(await world.isLive(ann))
    }

    @Test func `a question that is asked anew while it is answered is over`() async throws {
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signInNatively(.ben)
        let session = try await world.session(of: ann)
        let question = try await offer(.ben, to: session)
        // After the question was read, before the answer is written.
        world.database.interrupt(after: 1) { _ = try? await offer(.ben, to: session) }
        let error = try await failure { try await questions.answerMerge(question.question, as: session) }
        #expect(error == .refused(.questionOver))
        #expect(try await world.signInNatively(.ben).account.id == ben.account.id)
    }

    @Test func `an account that is closed takes no other in, even while its session lives`() async throws {
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signInNatively(.ben)
        let session = try await world.session(of: ann)
        let question = try await offer(.ben, to: session)
        try await world.disable(ann.account)
        let error = try await failure { try await questions.answerMerge(question.question, as: session) }
        #expect(error == .refused(.identityLinkedElsewhere))
        #expect(try await world.signInNatively(.ben).account.id == ben.account.id)
    }

    /// No flow asks so; a yes would remove the account with all that leads to it.
    @Test func `an account is not brought together with itself`() async throws {
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signInNatively(.ben)
        let session = try await world.session(of: ann)
        let question = try await offer(.ben, to: session)
        let id = try #require(OneUseSecret(text: question.question)).proofID
        let now = world.clock.now
        try await world.write { transaction throws(StorageFailure) in
            guard var proof = try transaction.takeLinkProof(id, at: now) else { throw .corrupt }
            proof.accountID = ann.account.id
            try transaction.recordLinkProof(proof)
            _ = try transaction.moveIdentities(from: ben.account.id, to: ann.account.id)
        }
        let error = try await failure { try await questions.answerMerge(question.question, as: session) }
        #expect(error == .refused(.identityLinkedElsewhere))
        #expect(try await world.account(of: .ann)?.id == ann.account.id)
        #expect(await world.isLive(ann))
    }
}
