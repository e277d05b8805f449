import AccountStorage
import Foundation
import HummingbirdTesting
import SignInAPI
import SignInFlows
import SignInKit
import Synchronization
import TestDoubles
import Testing
import Waiting

/// An app with its storage and its person's phone, of which the processes may end.
struct JourneyScene: Sendable {
    /// Hides her address.
    static let ann = Person(
        subject: "001234.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.0001", email: "x7@privaterelay.appleid.com",
        isPrivateEmail: true)
    static let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")
    static let grace = PersonName(given: "Grace", family: "Hopper")

    /// Ann's phone. Apple tells her name once, whatever becomes of it.
    final class Phone: Sendable {
        let apple: ScriptedApple
        private let isNameTold = Mutex(false)

        init(apple: ScriptedApple) { self.apple = apple }

        func answer(_ request: SheetRequest) -> SheetResult {
            if request.includesPasswords { return .password(JourneyScene.password) }
            let answer = try? apple.authorize(
                JourneyScene.ann, client: "com.example.app", nonce: request.attempt.hashedNonce)
            guard let answer else { return .failed(.unknown) }
            let tellsName =
                request.scopes.contains(.fullName)
                && isNameTold.withLock { isTold in
                    defer { isTold = true }
                    return !isTold
                }
            return .apple(
                AppleCredential(
                    user: JourneyScene.ann.subject, state: request.attempt.state,
                    identityToken: Secret(answer.identityToken), authorizationCode: Secret(answer.code),
                    name: tellsName ? JourneyScene.grace : nil))
        }
    }

    /// The phone as one process sees it.
    private struct Device: AppleDevice {
        let phone: Phone
        let plan: FaultPlan
        let process: Int

        func present(_ request: SheetRequest) async -> SheetResult {
            plan.isAlive(process) ? phone.answer(request) : .failed(.canceled)
        }

        func credentialState(of appleUser: String) async throws -> CredentialState { .authorized }

        func revocations() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }

    static let password = PasswordCredential(
        user: PasswordPeople.name, password: Secret(PasswordPeople.password))

    let caller: Caller
    let plan: FaultPlan
    let storage = MemoryStorage()
    private let phone: Phone

    init(_ caller: Caller, _ fault: JourneyFault) {
        self.caller = caller
        plan = FaultPlan(fault)
        phone = Phone(apple: caller.service.apple)
    }

    /// A new process of the app.
    func start() async throws -> SignInClient {
        let (clock, process) = (caller.service.clock, plan.beginProcess())
        var configuration = SignInConfiguration(
            server: try #require(URL(string: "http://localhost:8080")), client: "app")
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        configuration.signsInWithPasswords = true
        let client = try SignInClient(
            configuration, device: Device(phone: phone, plan: plan, process: process),
            storage: ProcessStorage(inner: storage, plan: plan, process: process), mark: storage,
            transport: ProcessTransport(
                inner: RouterTransport(client: caller.client), plan: plan, process: process),
            clock: SignInClock(now: { clock.now }) { seconds in
                // A longer one is the limit of a sheet or of a question.
                if seconds >= 10 { try await SignInClock.system.sleep(seconds) }
            })
        await client.launch()
        return client
    }

    /// Waits until the kit has repeated what got no answer, or the process has ended.
    func calm(_ client: SignInClient) async {
        await until {
            guard !plan.isEnded else { return true }
            return switch await client.status.state {
            case .exchanging, .linking, .confirming, .checking, .authorizing, .searching, .transferring, .deleting:
                false
            case .unknown, .signedOut, .asking, .signedIn: true
            }
        }
    }

    func ticket() async throws -> SignInKit.LinkTicket {
        let reply = try await caller.post(
            Paths.linkTickets, #"{"external_id":"user-1"}"#, headers: key(caller.service, .link))
        return SignInKit.LinkTicket(try reply.decoded(LinkTicketReply.self).ticket)
    }

    /// Ben's session, which another login of the app has begun.
    func benSession(linking ticket: SignInKit.LinkTicket? = nil) async throws -> BackendSession {
        let members = ticket.map { #""link_ticket":"\#($0.secret.exposed)""# }
        let reply = try await caller.signIn(Self.ben, name: "Ben", linking: members).decoded(SessionReply.self)
        return BackendSession(
            accessToken: Secret(reply.accessToken), expiresIn: reply.expiresIn,
            refreshToken: Secret(reply.refreshToken), account: reply.account)
    }

    /// The number of accounts that sign-ins have made.
    func newAccounts() async throws -> Int {
        try await caller.service.database.read { records throws(StorageFailure) in
            try records.countAudit(from: .distantPast, to: .distantFuture)
                .filter { $0.event == "signed_in" && $0.reason == "new" }.reduce(0) { $0 + $1.count }
        }
    }
}
