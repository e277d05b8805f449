import AccountStorage
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// The random values of a sign-in are drawn as one block before its transaction.
struct SignInDrawTests {
    /// The identifiers of the audit entries.
    private func entries(_ draw: SignInDraw) -> [AuditEntryID] {
        [draw.audit.outcome, draw.audit.link, draw.audit.realPerson, draw.audit.password]
    }

    /// Every value without its time.
    private func random(_ draw: SignInDraw) throws -> [[UInt8]] {
        let question = try Base64URL.decode(draw.question.text)
        let ordered = [draw.session.bytes.suffix(10)] + entries(draw).map { $0.bytes.suffix(10) }
        return [draw.account.bytes, question, draw.nameNonce, draw.factsNonce, draw.tokenNonce]
            + ordered.map { Array($0) }
    }

    @Test func `the block is drawn at once, and no two values share a byte of it`() throws {
        let world = try World()
        let asked = Recorder<Int>()
        let draw = SignInDraw(
            world.environment(drawing: { count in
                asked.append(count)
                return (0..<count).map { UInt8($0) }
            }))
        let values = try random(draw)
        #expect(values.map(\.count) == [16, 32, 12, 12, 12, 10, 10, 10, 10, 10])
        #expect(Set(values.joined()).count == values.joined().count)
        // The seed of the mails is the rest.
        #expect(values.joined().count + 32 == SignInDraw.blockLength)
        #expect(asked.all == [SignInDraw.blockLength])
    }

    @Test func `no two sign-ins share a value`() throws {
        let world = try World()
        let values = try (0..<100).flatMap { _ in try random(SignInDraw(world.environment)) }
        #expect(Set(values).count == values.count)
    }

    @Test func `a value stays the same however late and often it is asked for`() throws {
        let world = try World()
        let secrets: [AttemptSecret?] = [nil, .drawn(world.environment)]
        for secret in secrets {
            let draw = SignInDraw(world.environment, for: secret)
            let first = (try random(draw), entries(draw), draw.session)
            world.clock.advance(60)
            #expect(try random(draw) == first.0)
            #expect(entries(draw) == first.1)
            #expect(draw.session == first.2)
        }
    }

    @Test func `session and question follow from the attempt, and nothing else does`() throws {
        let world = try World()
        let secret = AttemptSecret.drawn(world.environment)
        let (one, other) = (SignInDraw(world.environment, for: secret), SignInDraw(world.environment, for: secret))
        #expect(one.session == secret.sessionID && other.session == secret.sessionID)
        #expect(one.question.text == other.question.text)
        #expect(one.account != other.account)
        #expect(Set(entries(one)).isDisjoint(with: entries(other)))
        #expect(Set([one.nameNonce, one.factsNonce, one.tokenNonce, other.nameNonce, other.tokenNonce]).count == 5)
    }

    @Test func `a chosen account takes the place of a drawn one`() throws {
        let id = AccountID(high: 1, low: 2)
        #expect(SignInDraw(try World().environment, account: id).account == id)
    }

    /// What a transaction wrote.
    private struct Written: Equatable, Sendable {
        let mails: [OutgoingMail]
        let events: [AccountEvent]
        let audit: [AuditEntry]
    }

    @Test func `a transaction that is tried again writes the same mails, events and audit entries`() async throws {
        var policy = SignInPolicy.withPasswords()
        policy.tellsBackend = true
        let world = try World(policy: policy)
        let account = try await world.importPerson(isProven: true)
        let draw = SignInDraw(world.environment)
        let now = world.clock.now
        func attempt() async throws -> Written {
            try await world.read { records throws(StorageFailure) in
                let entry = AuditEntry(
                    id: draw.audit.password, accountID: account.id, event: AuditEvent.passwordRemoved.rawValue,
                    occurredAt: draw.now)
                try draw.upgrade.apply(to: account, keeping: nil, entry: entry, in: records)
                try draw.events.add(.accountLinked, of: account, reason: "session", in: records)
                return Written(
                    mails: try records.takeMail(dueAt: now + 60, returnsAt: now + 120, limit: 10),
                    events: try records.findAccountEvents(before: nil, limit: 10),
                    audit: try records.findAudit(of: account.id, before: nil, limit: 10))
            }
        }
        let first = try await attempt()
        world.clock.advance(1)
        let second = try await attempt()
        #expect(first == second)
        #expect(!first.mails.isEmpty && first.events.count == 1 && first.audit.count == 1)
    }
}

/// An attempt's secret has its identifier from the beginning.
struct AttemptSecretTests {
    @Test func `an identifier is the same whether the secret was drawn, signed or read`() throws {
        let world = try World()
        let client = try #require(world.environment.clients.find("app"))
        for secret in [
            AttemptSecret.drawn(world.environment), .signed(for: .app(client), world.environment),
            .signed(for: .browser(client), world.environment),
        ] {
            #expect(AttemptSecret(text: secret.text)?.id == secret.id)
            #expect(secret.drawnAt == world.environment.instant)
        }
    }

    @Test func `secrets and identifiers of one moment differ`() throws {
        let world = try World()
        let client = try #require(world.environment.clients.find("app"))
        let secrets = (0..<100).map { _ in AttemptSecret.signed(for: .app(client), world.environment) }
        #expect(Set(secrets.map(\.text)).count == 100)
        #expect(Set(secrets.map(\.id)).count == 100)
        #expect(Set(secrets.map(\.sessionID)).count == 100)
        let (times, rest) = (secrets.map { $0.id.bytes.prefix(6) }, secrets.map { $0.id.bytes.suffix(10) })
        #expect(Set(times).count == 1 && Set(rest).count == 100)
    }

    @Test func `a signature is good for its holder only`() throws {
        let world = try World()
        let (app, web) = (
            try #require(world.environment.clients.find("app")), try #require(world.environment.clients.find("web"))
        )
        let secret = AttemptSecret.signed(for: .app(app), world.environment)
        let secrets = world.environment.secrets
        #expect(secret.isSigned(for: .app(app), secrets))
        #expect(!secret.isSigned(for: .browser(app), secrets) && !secret.isSigned(for: .app(web), secrets))
        #expect(!AttemptSecret.drawn(world.environment).isSigned(for: .app(app), secrets))
    }
}
