import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import SignInKit
import Synchronization
import TestDoubles
import Testing
import Waiting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The client kit links and asks at the service's own routes, and no answer that is lost makes a second account.
@Suite struct KitLinkingTests {
    /// The kit's. The storage has a type of the same name.
    private typealias LinkTicket = SignInKit.LinkTicket

    private static let ann = Person(
        subject: "001234.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.0001", email: "x7@privaterelay.appleid.com",
        isPrivateEmail: true)
    private static let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")

    /// A device whose Apple Account is this person's, who always agrees.
    private struct Phone: AppleDevice {
        let apple: ScriptedApple
        let person: Person

        func present(_ request: SheetRequest) async -> SheetResult {
            let answer = try? apple.authorize(
                person, client: "com.example.app", nonce: request.attempt.hashedNonce)
            guard let answer else { return .failed(.unknown) }
            return .apple(
                AppleCredential(
                    user: person.subject, state: request.attempt.state, identityToken: Secret(answer.identityToken),
                    authorizationCode: Secret(answer.code), name: PersonName(given: "Grace", family: "Hopper")))
        }

        func credentialState(of appleUser: String) async throws -> CredentialState { .authorized }

        func revocations() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }

    private struct App {
        let caller: Caller
        let transport: LossyTransport
        let storage = MemoryStorage()
        let processes = AppProcesses()

        init(_ caller: Caller) {
            self.caller = caller
            transport = LossyTransport(inner: RouterTransport(client: caller.client))
        }

        /// The app's process, which may have ended before.
        func start(_ person: Person = KitLinkingTests.ann) async throws -> SignInClient {
            let clock = caller.service.clock
            var configuration = SignInConfiguration(
                server: try #require(URL(string: "http://localhost:8080")), client: "app")
            configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
            let client = try SignInClient(
                configuration, device: Phone(apple: caller.service.apple, person: person), storage: storage,
                mark: storage, transport: processes.begin(transport),
                clock: SignInClock(now: { clock.now }, sleep: SignInClock.system.sleep))
            await client.launch()
            return client
        }

        func loses(_ isLosing: Bool) { transport.losesAnswers.withLock { $0 = isLosing } }
    }

    private static func asking() -> SignInPolicy {
        var policy = SignInPolicy()
        policy.question = .hiddenAddress
        return policy
    }

    private func ticket(_ caller: Caller, _ externalID: String) async throws -> LinkTicket {
        let reply = try await caller.post(
            Paths.linkTickets, #"{"external_id":"\#(externalID)"}"#, headers: key(caller.service, .link))
        return LinkTicket(try reply.decoded(LinkTicketReply.self).ticket)
    }

    /// A session that another login of the app has begun.
    private func session(_ caller: Caller, _ person: Person) async throws -> BackendSession {
        let reply = try await caller.signInNatively(person)
        return BackendSession(
            accessToken: Secret(reply.accessToken), expiresIn: reply.expiresIn,
            refreshToken: Secret(reply.refreshToken),
            account: reply.account)
    }

    private func question(_ client: SignInClient) async -> SignInKit.AccountQuestion? {
        if case .asking(let question) = await client.status.state { question } else { nil }
    }

    @Test func `who hides their address is asked, is new, and has one account with the name`() async throws {
        try await TestService(policy: Self.asking()).run { caller in
            let app = App(caller)
            let client = try await app.start()
            await client.signIn()
            #expect(await question(client)?.isAddressHidden == true)
            let account = try #require(await client.answer(.new).state.person?.account)
            #expect(account.name == PersonName(given: "Grace", family: "Hopper"))
            await client.signOut()
            #expect(await client.signIn().state.person?.account.id == account.id)
        }
    }

    @Test func `a shared address asks nothing`() async throws {
        try await TestService(policy: Self.asking()).run { caller in
            let client = try await App(caller).start(Self.ben)
            #expect(await client.signIn().state.person != nil)
        }
    }

    @Test func `a ticket leads to the account of the app's user, before the sheet and as an answer`() async throws {
        try await TestService(policy: Self.asking()).run { caller in
            let first = try await App(caller).start(Self.ben)
            let before = try await ticket(caller, "user-1")
            let own = try #require(await first.signIn(linking: before).state.person?.account.id)
            let client = try await App(caller).start()
            await client.signIn()
            #expect(await client.answer(.ticket(LinkTicket("made-up"))).failure?.code == "link_ticket_invalid")
            #expect(await question(client) != nil)
            let answer = AccountAnswer.ticket(try await ticket(caller, "user-1"))
            #expect(await client.answer(answer).state.person?.account.id == own)
            #expect(try await client.identities().count == 2)
        }
    }

    @Test func `a session of another login answers, also in the next process`() async throws {
        try await TestService(policy: Self.asking()).run { caller in
            let app = App(caller)
            let own = try await session(caller, Self.ben)
            let unlucky = try await app.start()
            await unlucky.signIn()
            let client = try await app.start()
            #expect(await question(client) != nil)
            try await client.adopt(own)
            #expect(await client.answer(.session).state.person?.account.id == own.account.id)
            #expect(try await client.identities().count == 2)
        }
    }

    @Test func `an Apple Account with an account of its own is merged after the person has said so`() async throws {
        try await TestService(policy: Self.asking()).run { caller in
            let client = try await App(caller).start()
            await client.signIn()
            let other = try #require(await client.answer(.new).state.person?.account.id)
            await client.signOut()
            let own = try await session(caller, Self.ben)
            try await client.adopt(own)
            await client.linkAppleAccount()
            #expect(await question(client)?.merge?.account.id == other)
            #expect(await client.answer(.merge).state.person?.account.id == own.account.id)
            #expect(try await client.identities().count == 2)
            await client.signOut()
            #expect(await client.signIn().state.person?.account.id == own.account.id)
        }
    }

    @Test(arguments: [false, true])
    func `a link whose answers are lost signs nobody out, also across the end of the process`(
        isRestarted: Bool
    ) async throws {
        try await TestService().run { caller in
            let app = App(caller)
            let own = try await session(caller, Self.ben)
            let begun = try await app.start()
            try await begun.adopt(own)
            app.loses(true)
            // Only the begin of the link is answered.
            app.transport.losesAnswersAfter(1)
            #expect(await begun.linkAppleAccount().failure == .unreachable(retryAfter: nil))
            caller.service.clock.advance(400)
            await #expect(throws: SignInFailure.self) { try await begun.accessToken() }
            #expect(await begun.status.state.person != nil)
            if isRestarted { app.processes.end() }
            app.loses(false)
            let patient = isRestarted ? try await app.start() : begun
            await patient.enterForeground()
            await until { if case .signedIn = await patient.status.state { true } else { false } }
            #expect(await patient.status.state.person?.account.id == own.account.id)
            #expect(try await patient.identities().count == 2)
        }
    }

    @Test func `an answer that is lost makes one account, and the next sign-in leads to it`() async throws {
        try await TestService(policy: Self.asking()).run { caller in
            let app = App(caller)
            let client = try await app.start()
            await client.signIn()
            app.loses(true)
            #expect(await client.answer(.new).failure == .unreachable(retryAfter: nil))
            app.loses(false)
            let status = await client.answer(.new)
            #expect(status.failure?.code == "question_over" && status.state.person == nil)
            let account = try #require(await client.signIn().state.person?.account)
            #expect(account.name == PersonName(given: "Grace", family: "Hopper"))
            #expect(try await client.identities().count == 1)
        }
    }

    @Test func `who is new by their answer and is held gets in by the next sign-in, with the name`() async throws {
        var policy = Self.asking()
        policy.realPersonPolicy.unsupported = .ask
        try await TestService(policy: policy).run { caller in
            let client = try await App(caller).start()
            await client.signIn()
            let held = await client.answer(.new)
            guard case .held("proof_required", let handle, _) = held.failure else {
                Issue.record("nobody was held")
                return
            }
            #expect(held.state == .signedOut(.notYet))
            let accepted = try await caller.post(
                Paths.backendHeldAccept, #"{"handle":"\#(handle.exposed)"}"#,
                headers: key(caller.service, .accountsWrite))
            #expect(accepted.status == .noContent)
            let person = try #require(await client.signIn().state.person)
            #expect(person.account.name == PersonName(given: "Grace", family: "Hopper"))
            #expect(try await client.identities().count == 1)
        }
    }

    @Test func `to leave a login after a while, the person confirms once`() async throws {
        try await TestService().run { caller in
            let client = try await App(caller).start()
            try await client.adopt(try await session(caller, Self.ben))
            await client.linkAppleAccount()
            let ways = try await client.identities()
            let old = try #require(ways.first)
            caller.service.clock.advance(700)
            try await client.unlink(old.id)
            let left = try await client.identities()
            #expect(left.count == 1 && left.first?.canUnlink == false)
            #expect(try await client.sessions().map(\.isCurrent) == [true])
        }
    }
    @Test func `a web view opens a page with the session that another process of the app has renewed`() async throws {
        try await TestService().run { caller in
            let app = App(caller)
            let client = try await app.start(Self.ben)
            await client.signIn()
            let other = try await app.start(Self.ben)
            var token = try await other.accessToken()
            for _ in 1...2 { token = try await other.accessToken(replacing: token) }
            #expect(AccountPage.allCases.map(\.rawValue) == HandOffPage.allCases.map(\.rawValue))
            let request = try await client.webRequest(for: .account)
            #expect(request.httpMethod == "POST" && request.url?.path == Paths.webHandOff)
            let body = String(decoding: try #require(request.httpBody), as: UTF8.self)
            let opened = try await caller.form(Paths.webHandOff, body)
            #expect(opened.status == .seeOther && opened.headers[.location] == Paths.webAccount)
            #expect(try await caller.form(Paths.webHandOff, body).status == .gone)
            #expect(try await client.accessToken() == token)
        }
    }
}
