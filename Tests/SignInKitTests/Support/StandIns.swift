import Foundation
import SignInAPI

@testable import SignInKit

/// A device that a test controls. It records its requests.
actor StandInDevice: AppleDevice {
    private(set) var requests: [SheetRequest] = []
    private(set) var stateQuestions = 0
    private(set) var listeners = 0
    private var answers: [@Sendable (SheetRequest) async -> SheetResult] = []
    private var states: [CredentialState?] = []
    private var isSilent = false
    private let signals = AsyncStream.makeStream(of: Void.self)
    nonisolated let canSearchQuietly: Bool
    nonisolated let canCloseSheet: Bool

    init(canSearchQuietly: Bool = true, canCloseSheet: Bool = true) {
        self.canSearchQuietly = canSearchQuietly
        self.canCloseSheet = canCloseSheet
    }

    /// Sets the result of the next sheet. Without one, the sheet is closed.
    func answerSheet(_ answer: @escaping @Sendable (SheetRequest) async -> SheetResult) { answers.append(answer) }
    func forgetAnswers() { answers = [] }
    func give(_ credential: @escaping @Sendable (SheetRequest) -> AppleCredential) {
        answers.append { .apple(credential($0)) }
    }
    /// Sets the next credential states. The last one is repeated. Nil is an error.
    func say(_ states: CredentialState?...) { self.states = states }
    /// Answers no question about credential states from now on, or answers them again.
    func stayingSilent(_ isSilent: Bool) { self.isSilent = isSilent }
    nonisolated func signal() { signals.continuation.yield() }

    func present(_ request: SheetRequest) async -> SheetResult {
        requests.append(request)
        let answer = answers.isEmpty ? nil : answers.removeFirst()
        return await answer?(request) ?? .failed(.canceled)
    }

    func credentialState(of appleUser: String) async throws -> CredentialState {
        stateQuestions += 1
        if isSilent { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        let state = states.count > 1 ? states.removeFirst() : states.first ?? .authorized
        guard let state else { throw SheetFailure.unknown }
        return state
    }

    func revocations() -> AsyncStream<Void> {
        listeners += 1
        return signals.stream
    }
}

/// A service whose answers a test sets. It records its requests.
actor StandInService: ServiceTransport {
    struct Call: Sendable {
        let route: String
        let query: String?
        let body: Data?
        let accessToken: String?
        let fields: [String: String]
    }

    enum Answer: Sendable {
        case reply(Int, Data)
        case nothing
    }

    private(set) var calls: [Call] = []
    private var answers: [String: [Answer]] = [:]
    private var gates: [CheckedContinuation<Void, Never>] = []
    private var isHeld = false
    private var heldRoute: String?
    /// Called before an answer is returned.
    private var before: (@Sendable (String) -> Void)?

    func answer(_ route: String, _ message: some Encodable & Sendable, status: Int = 200) throws {
        answers[route, default: []].append(.reply(status, try JSONEncoder().encode(message)))
    }

    func refuse(_ route: String, _ code: String, status: Int = 401) throws {
        try answer(
            route, APIError(error: code, message: "", requestID: "request", documentation: ""), status: status)
    }

    func refuse(_ route: String, unknown names: [String]) throws {
        let unknown = names.map { APIError.UnknownName(name: $0, nearest: nil) }
        try answer(
            route,
            APIError(
                error: "member_unknown", message: "", requestID: "request", documentation: "", unknown: unknown,
                known: ["attempt", "identity_token"]),
            status: 400)
    }

    func page(_ route: String, status: Int) { answers[route, default: []].append(.reply(status, Data("<p>".utf8))) }
    func beAway(_ route: String) { answers[route, default: []].append(.nothing) }
    func forget(_ route: String) { answers[route] = nil }
    func onCall(_ before: @escaping @Sendable (String) -> Void) { self.before = before }

    /// Makes requests wait until ``release()``.
    func hold() { isHeld = true }
    /// Makes requests of one route wait.
    func holdNext(_ route: String) { heldRoute = route }
    func release() {
        isHeld = false
        heldRoute = nil
        for gate in gates { gate.resume() }
        gates = []
    }

    func count(_ route: String) -> Int { calls.count { $0.route == route } }
    func last<Message: Decodable>(_ route: String, _ type: Message.Type) throws -> Message? {
        try calls.last { $0.route == route }?.body.map { try JSONDecoder().decode(type, from: $0) }
    }

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let route = request.method + " " + request.url.path
        calls.append(
            Call(
                route: route, query: request.url.query, body: request.body, accessToken: request.accessToken?.exposed,
                fields: request.fields))
        if isHeld || heldRoute == route { await withCheckedContinuation { gates.append($0) } }
        before?(route)
        let waiting = answers[route] ?? []
        // The last answer is repeated.
        if waiting.count > 1 { answers[route]?.removeFirst() }
        guard case .reply(let status, let body)? = waiting.first else { throw URLError(.notConnectedToInternet) }
        return ServiceAnswer(status: status, retryAfter: status == 503 ? 7 : nil, body: body)
    }
}

enum Route {
    static let attempts = "POST " + Paths.nativeAttempts
    static let signIn = "POST " + Paths.nativeSignIn
    static let password = "POST " + Paths.passwordSignIn
    static let refresh = "POST " + Paths.sessionRefresh
    static let end = "POST " + Paths.sessionEnd
    static let read = "GET " + Paths.account
    static let delete = "DELETE " + Paths.account
    static let answers = "POST " + Paths.nativeAnswers
    static let upgrade = "POST " + Paths.accountPasswordUpgrade
    static let identities = "GET " + Paths.accountIdentities
    static let unlink = "POST " + Paths.accountUnlink
    static let sessions = "GET " + Paths.sessions
    static let endOne = "POST " + Paths.sessionEndOne
    static let endOthers = "POST " + Paths.sessionEndOthers
    static let readPassword = "GET " + Paths.accountPassword
    static let changePassword = "POST " + Paths.accountPassword
    static let requestReset = "POST " + Paths.passwordResetRequests
    static let reset = "POST " + Paths.passwordReset
    static let copyOfData = "GET " + Paths.accountExport
}

/// A storage whose writes can be made to fail. It records their order.
final class WatchedStorage: SignInStorage, @unchecked Sendable {
    private let inner = MemoryStorage()
    private let lock = NSLock()
    private var log: [String] = []
    private var failing = false
    private var locked = false
    private var keeping = false
    private var looks = 0
    /// Nil for a storage that only its own client knows, such as one of another process.
    let place: String?

    init(place: String? = UUID().uuidString) { self.place = place }

    var isFailing: Bool {
        get { lock.withLock { failing } }
        set { lock.withLock { failing = newValue } }
    }
    /// Behaves like a keychain before the device's first unlock.
    var isLocked: Bool {
        get { lock.withLock { locked } }
        set { lock.withLock { locked = newValue } }
    }
    /// Whether nothing can be removed.
    var keepsItems: Bool {
        get { lock.withLock { keeping } }
        set { lock.withLock { keeping = newValue } }
    }
    /// How often the storage looks for the note `shown` before it writes a session, and then goes on without it. So whoever
    /// can see the person too early does. A bound, because a thread is held meanwhile, which others may need.
    var looksBeforeWriting: Int {
        get { lock.withLock { looks } }
        set { lock.withLock { looks = newValue } }
    }
    var order: [String] { lock.withLock { log } }
    func note(_ text: String) { lock.withLock { log.append(text) } }

    func read(_ item: StoredItem) throws -> Data? {
        if isLocked { throw CocoaError(.fileReadNoPermission) }
        return inner.read(item)
    }
    func write(_ data: Data, to item: StoredItem) throws {
        if isFailing { throw CocoaError(.fileWriteNoPermission) }
        if item == .session, looksBeforeWriting > 0 {
            note("begins")
            _ = (0..<looksBeforeWriting).first { _ in order.contains("shown") }
        }
        note("write " + item.rawValue)
        inner.write(data, to: item)
    }
    func remove(_ item: StoredItem) throws {
        if keepsItems { throw CocoaError(.fileWriteNoPermission) }
        if inner.read(item) != nil { note("remove " + item.rawValue) }
        inner.remove(item)
    }
}

/// An app with stand-ins for everything around it.
struct AppUnderTest {
    let device: StandInDevice
    let service = StandInService()
    let time = TestTime()
    let storage: WatchedStorage
    let mark: any InstallationMark
    let client: SignInClient

    init(
        storage: WatchedStorage = WatchedStorage(), mark: any InstallationMark = MemoryStorage(),
        device: StandInDevice = StandInDevice(), adapt: (inout SignInConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = SignInConfiguration(
            server: try AppUnderTest.address("https://sign-in.example.com"), client: "app")
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        adapt(&configuration)
        self.storage = storage
        self.mark = mark
        self.device = device
        client = try SignInClient(
            configuration, device: device, storage: storage, mark: mark, transport: service, clock: time.clock)
    }

    static func address(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }

    /// The app after its process ended, with the same storage.
    func restarted() throws -> AppUnderTest { try AppUnderTest(storage: storage, mark: mark) }

    /// Lets the service accept the first sign-in, and the device return a name with it.
    func expectsSignIn(name: PersonName? = Sample.grace, user: String = "user-1") async throws {
        try await service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        try await service.answer(Route.signIn, Sample.reply(Sample.account(name: name)))
        await device.give { Sample.credential(user: user, for: $0.attempt, name: name) }
    }
}
