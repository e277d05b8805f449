import Foundation
import SignInAPI

/// Carries out what `SignInLifeCycle` decides: the device, the backend and the storage in one actor. Create one for the app.
/// If there are several with one storage, in windows or in extensions, each follows what the others do.
public actor SignInClient {
    let device: any AppleDevice
    let backend: any SignInBackend
    let records: SignInRecords
    let keeper: SessionKeeper
    let attempts: AttemptOpener
    let clock: SignInClock
    /// The answer with which the person proved that the account to delete is theirs.
    var confirmation: PendingSignIn?
    private let passwordLogin: (any PasswordLogin)?
    let asksBeforeNewAccount: Bool
    private let mark: any InstallationMark
    let observe: @Sendable (SignInIncident) -> Void
    /// How the last sheet failed, for a diagnosis.
    var sheetFault: SheetFault?

    private(set) var lifeCycle: SignInLifeCycle
    var names: KeptNames
    /// What the streams show. Whatever belongs to it is stored.
    private var shown: SignInStatus
    private var decisionsUnderWay = 0
    private var listeners: [Int: AsyncStream<SignInStatus>.Continuation] = [:]
    private var nextListener = 0
    private(set) var waiters: [CheckedContinuation<Void, Never>] = []
    private var calls = 0
    /// The call that has started the work in progress. Others have joined it.
    private var starter: Int?
    private var sheet: Task<Void, Never>?
    private var retry: Task<Void, Never>?
    private var questionWatch: Task<Void, Never>?
    /// The attempt of the last link that was sent, or may have been before the process ended.
    var sentLink: Secret?
    private(set) var revocations: Task<Void, Never>?
    private var news: Task<Void, Never>?
    private var launching: Task<Void, Never>?

    /// Creates a client for any device, storage and network. Unlike the storage, the mark must disappear with the app's
    /// installation.
    ///
    /// - Throws: ``SignInFailure/addressRefused`` if tokens may not be sent to the service's address.
    public init(
        _ configuration: SignInConfiguration, device: any AppleDevice, storage: any SignInStorage,
        mark: any InstallationMark, transport: any ServiceTransport = URLSessionTransport(),
        clock: SignInClock = .system
    ) throws(SignInFailure) {
        let backend = try configuration.backend(transport, now: clock.now)
        self.backend = backend
        observe = SignInLog.standard.before(configuration.observe)
        records = SignInRecords(storage: storage, observe: observe)
        names = KeptNames(records)
        keeper = SessionKeeper(backend: backend, records: records, now: clock.now)
        attempts = AttemptOpener(backend: backend, now: clock.now)
        asksBeforeNewAccount = configuration.asksBeforeNewAccount
        passwordLogin =
            configuration.passwordLogin ?? (configuration.signsInWithPasswords ? backend as? any PasswordLogin : nil)
        lifeCycle = SignInLifeCycle(
            policy: configuration.policy(for: device, takesPasswords: passwordLogin != nil))
        shown = lifeCycle.status
        self.device = device
        self.mark = mark
        self.clock = clock
    }

    deinit {
        revocations?.cancel()
        news?.cancel()
        questionWatch?.cancel()
        for listener in listeners.values { listener.finish() }
    }

    /// The current status.
    public var status: SignInStatus { lifeCycle.status }

    /// Returns a stream with the current status and every change of it.
    public func statuses() -> AsyncStream<SignInStatus> {
        let number = nextListener
        nextListener += 1
        return AsyncStream { continuation in
            continuation.yield(shown)
            listeners[number] = continuation
            continuation.onTermination = { [weak self] _ in
                Task { await self?.forget(listener: number) }
            }
        }
    }

    /// Waits for a status, and returns it. If the calling task is cancelled, the current status is returned.
    public func status(where isWanted: @Sendable (SignInStatus) -> Bool) async -> SignInStatus {
        for await status in statuses() where isWanted(status) { return status }
        return status
    }

    private func forget(listener number: Int) { listeners[number] = nil }

    // MARK: The app's calls

    /// Reads the stored data, checks it with the device, and continues an interrupted sign-in. Call it once when the
    /// app starts. Any earlier call launches first.
    ///
    /// If the storage cannot be read, for instance a keychain before the device's first unlock, the state stays
    /// ``SignInState/unknown``. Each later call reads it again, and so do the models and `follow()` when the device is
    /// unlocked and when the app comes to the foreground.
    ///
    /// It does not wait for a sheet that a person has to answer.
    @discardableResult
    public func launch() async -> SignInStatus {
        await launchOnce()
        return await settled(\.isChecked)
    }

    func launchOnce() async {
        guard lifeCycle.awaitsStorage else { return }
        let running = launching ?? Task { await readStorage() }
        launching = running
        await running.value
        launching = nil
    }

    private func readStorage() async {
        await keeper.report { [weak self] input in await self?.take(input) }
        if revocations == nil { listen() }
        guard let stored = records.load(isFirstRun: !mark.isSet) else { return }
        mark.set()
        sentLink = stored.pending?.attempt
        await keeper.resume(stored.session)
        await take(.launched(stored))
    }

    /// Checks whether the permission still exists, and gives up a sheet that did not appear for a minute. Call it when the
    /// app comes to the foreground.
    ///
    /// The models and `follow()` call it by themselves. It does not wait for a sheet that a person has to answer.
    @discardableResult
    public func enterForeground() async -> SignInStatus {
        await noticeForeground()
        return await settled(\.isChecked)
    }

    func noticeForeground() async {
        await catchUp()
        await take(.foregrounded)
    }

    /// Notes when the app goes to the background. Call it if you call ``enterForeground()`` yourself: otherwise the minute
    /// after which a sheet is given up counts from its request instead of from the beginning of the absence.
    public func enterBackground() async { await take(.backgrounded) }

    /// Searches for an existing account, and never creates one. Call it before you show a form.
    ///
    /// If the device has a credential, Apple's sheet is shown. Otherwise nothing is. A device that cannot search quietly
    /// (tvOS, watchOS, iOS 15, macOS 12) searches only if the app has a login with passwords. Nothing happens after
    /// somebody signed out.
    @discardableResult
    public func findExistingAccount() async -> SignInStatus { await carryOut(.searchWanted, .search) }

    /// Opens an attempt at the service before the person taps, so that Apple's sheet appears at once. Call it when the
    /// button appears, and again after a sign-in that did not succeed. If it fails, the tap opens the attempt.
    public func prepare() async {
        await launchOnce()
        guard lifeCycle.status.state.awaitsTap else { return }
        await attempts.prepare()
    }

    /// Shows Apple's sheet and waits for the service. A second call in the meantime joins the first.
    ///
    /// If it is a tap on one of the kit's buttons, in the window that the sheet should have covered for five seconds, the
    /// sheet is given up and another one is shown. To do that for a button of your own, call ``cancel()`` before.
    @discardableResult
    public func signIn() async -> SignInStatus { await carryOut(.signInWanted(ButtonTap.current), .signIn) }

    /// Ends the session here and at the service. Apple's permission remains, as Apple recommends (TN3194).
    @discardableResult
    public func signOut() async -> SignInStatus { await carryOut(.signOutWanted) }

    /// Asks the person to authenticate again, and deletes the account. A second call in the meantime joins the first, as
    /// ``signIn()`` describes.
    @discardableResult
    public func deleteAccount() async -> SignInStatus { await carryOut(.deletionWanted(ButtonTap.current), .deletion) }

    /// Cancels the current work. A name that Apple returned is kept for the next sign-in.
    @discardableResult
    public func cancel() async -> SignInStatus { await carryOut(.cancelWanted(nil)) }

    /// Returns a token for requests to the service and others that trust it, and renews it if necessary.
    ///
    /// - Throws: ``SignInFailure/notSignedIn``, ``SignInFailure/sessionEnded``, ``SignInFailure/storageLocked``, or a
    ///   failure to reach the service.
    public func accessToken() async throws(SignInFailure) -> Secret {
        try await launchForToken()
        return try await keeper.accessToken()
    }

    /// Returns a new token after a server refused the last one with 401, for instance because a key was withdrawn or
    /// this device's clock was set back.
    ///
    /// If `refused` was already replaced, the current token is returned, so that many refusals cause one renewal. If the
    /// backend has only one token, the session has ended and the person is signed out: call it only after an answer of
    /// the backend itself.
    ///
    /// - Throws: like ``accessToken()``.
    public func accessToken(replacing refused: Secret) async throws(SignInFailure) -> Secret {
        try await launchForToken()
        return try await keeper.accessToken(replacing: refused)
    }

    /// Launches, or follows what another window or an extension of the app has done since.
    func catchUp(because reason: SignedOutReason = .byPerson) async {
        await launchOnce()
        names.storeAgain()
        if let change = await keeper.change() { await take(.sessionChanged(change.session, because: reason)) }
    }

    /// Throws if the storage cannot be read: then it is not known that nobody is signed in.
    func launchForToken() async throws(SignInFailure) {
        await catchUp()
        if lifeCycle.status.state == .unknown { throw .storageLocked }
    }

    /// Cancelling the calling task cancels the work that it started, if that is possible. A call that has joined the work of
    /// another one only ends.
    func carryOut(_ input: SignInInput, _ purpose: SheetPurpose? = nil) async -> SignInStatus {
        calls += 1
        let call = calls
        return await withTaskCancellationHandler {
            await catchUp()
            // A person who taps has unlocked the device, so they need not wait for a storage that cannot be read. A search
            // may have been started without a person.
            if input.comesFromPerson, lifeCycle.status.state == .unknown {
                await take(.launched(StoredSignIn(wasRead: false)))
            }
            // The cancellation came before there was any work to cancel.
            if purpose != nil, Task.isCancelled { return lifeCycle.status }
            var next = lifeCycle
            _ = next.decide(on: input, at: clock.now())
            if next.work != lifeCycle.work { starter = call }
            await take(input)
            return await settled { life in
                if Task.isCancelled, starter != call { return true }
                // A change of the account has nothing to do with a check that the device may not answer.
                return purpose?.waitsForChecks == false ? !life.isWorking : life.isSettled
            }
        } onCancel: {
            if let purpose { Task { await self.cancelled(call, purpose) } }
        }
    }

    private func cancelled(_ call: Int, _ purpose: SheetPurpose) async {
        if starter == call { await take(.cancelWanted(purpose)) } else { wake() }
    }

    /// Waits until everything is over that the caller waits for.
    @discardableResult
    func settled(_ isOver: (SignInLifeCycle) -> Bool) async -> SignInStatus {
        while !isOver(lifeCycle) { await withCheckedContinuation { waiters.append($0) } }
        return lifeCycle.status
    }

    // MARK: Effects

    /// Decides and starts the effects. Data is stored before anything is sent, and before the status is shown: whoever sees
    /// a person signed in may end the process or start another client.
    func take(_ input: SignInInput) async {
        let before = lifeCycle.status
        let effects = lifeCycle.decide(on: input, at: clock.now())
        if let failure = lifeCycle.status.failure, failure != before.failure { report(failure) }
        decisionsUnderWay += 1
        for effect in effects { await perform(effect) }
        decisionsUnderWay -= 1
        show()
        wake()
    }

    private func show() {
        guard decisionsUnderWay == 0, lifeCycle.status != shown else { return }
        shown = lifeCycle.status
        for listener in listeners.values { listener.yield(shown) }
    }

    /// Whoever waits looks again.
    private func wake() {
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }

    private func perform(_ effect: SignInEffect) async {
        switch effect {
        case .keepPending(let pending): records.record(pending)
        case .forgetPending(let attempt): records.removePendingSignIn(of: attempt)
        case .changeNames(let change): names.change(change)
        case .storeSession(let session):
            // What this installation has stored is trusted at its next launch, also if the storage was never read.
            if await keeper.replace(session) { mark.set() }
            tellOthers()
        case .replaceSession(let session):
            let former = await keeper.current
            await perform(.storeSession(session))
            // A backend may go on with the same session.
            if let former, former.accessToken != session.accessToken { begin { await $0.end(former) } }
        case .useSession(let session): await keeper.resume(session)
        case .forgetAppleUser: await forgetAppleUser()
        case .forgetSession:
            _ = await keeper.take()
            tellOthers()
        case .endSession(let reason):
            if let session = await keeper.take() { begin { await $0.end(session, because: reason) } }
            tellOthers()
        case .endUnusedSession(let session): begin { await $0.end(session) }
        case .openAttempt(let opening): begin { await $0.openAttempt(opening) }
        case .present(let request): sheet = present(request)
        case .dismissSheet: sheet?.cancel()
        case .submit(let pending): begin { await $0.submit(pending) }
        case .scheduleRetry(let attempt, let seconds): retry = begin { await $0.wait(seconds, attempt) }
        case .watchQuestion(let attempt, let seconds):
            questionWatch?.cancel()
            questionWatch = watchQuestion(of: attempt, seconds)
        case .answer(let answer, let pending): begin { await $0.send(answer, pending) }
        case .signInWithPassword(let credential, let attempt): begin { await $0.judge(credential, attempt) }
        case .checkCredential(let user): begin { await $0.check(user) }
        case .confirmSession: begin { await $0.confirmSession() }
        case .deleteAccount: begin { await $0.erase() }
        case .reportTransfer(let failure): observe(.transferFailed(failure))
        }
    }

    /// Runs slow work in its own task, so that the actor is free for the next input.
    @discardableResult
    private func begin(_ work: @escaping @Sendable (isolated SignInClient) async -> Void) -> Task<Void, Never> {
        Task { await work(self) }
    }

    private func wait(_ seconds: Double, _ attempt: Secret) async {
        do { try await clock.sleep(seconds) } catch { return }
        await take(.retryDue(attempt: attempt))
    }

    private func judge(_ credential: PasswordCredential, _ attempt: Secret) async {
        guard let passwordLogin else { return }
        do throws(SignInFailure) {
            await take(.passwordAnswered(.accepted(try await passwordLogin.signIn(credential)), attempt: attempt))
        } catch {
            await take(.passwordAnswered(.failed(error), attempt: attempt))
        }
    }

    private func check(_ user: String) async {
        let answer = await credentialAnswer(about: user)
        if answer == .unknown { observe(.credentialStateUnknown) }
        await take(.credentialAnswered(answer, appleUser: user))
    }

    private func listen() {
        let device = device
        revocations = Task { [weak self] in
            for await _ in await device.revocations() { await self?.take(.credentialRevoked) }
        }
        guard let place = records.storage.place else { return }
        let stream = SessionNews.shared.stream(of: place)
        news = Task { [weak self] in
            for await reason in stream { await self?.catchUp(because: reason) }
        }
    }

    private func forgetAppleUser() async {
        await keeper.forgetAppleUser()
        tellOthers()
    }

    /// Tells the app's other clients in this process that the stored session is another one, or why there is none.
    private func tellOthers() {
        guard let place = records.storage.place else { return }
        let reason = if case .nobody(let reason) = lifeCycle.standing { reason } else { SignedOutReason.byPerson }
        SessionNews.shared.tell(place, because: reason)
    }
}
