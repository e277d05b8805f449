public import SignInKit

/// A device whose sheet a test scripts.
///
/// It behaves like Apple's: the name and the address come only the first time, a search finds only somebody who has
/// signed in before, and the credential state follows.
public actor ScriptedDevice: AppleDevice {
    /// How a sheet ends.
    public enum Answer: Sendable, Equatable {
        /// The person signs in.
        case person(ApplePerson)
        /// The person chooses a password from their keychain. Only a search and a sign-in that offers passwords show them.
        case password(PasswordCredential)
        /// The person closes the sheet.
        case cancel
        /// The sheet fails.
        case failure(SheetFailure)
        /// The system never says how the sheet ends, as if it had not appeared. It ends when the kit gives it up.
        case never
    }

    /// The requests that were presented, in order.
    public private(set) var requests: [SheetRequest] = []
    /// Whether a search shows nothing unless there is a credential.
    public nonisolated let canSearchQuietly: Bool

    private var answers: [Answer]
    private var states: [String: CredentialState] = [:]
    /// The identifiers for another team, by the former ones.
    private var successors: [String: String] = [:]
    private var isFailing = false
    private var isSilent = false
    private var listeners: [AsyncStream<Void>.Continuation] = []

    /// Creates a device whose sheets end with these answers in turn. The last one is repeated. Without any, the person
    /// closes each sheet.
    public init(_ answers: Answer..., canSearchQuietly: Bool = true) {
        self.answers = answers
        self.canSearchQuietly = canSearchQuietly
    }

    /// Replaces the remaining answers.
    public func answer(_ answers: Answer...) { self.answers = answers }

    /// The person stops using the app in the settings of the Apple Account. The app hears of it, and the next sign-in
    /// brings the name again.
    public func stopUsing(_ person: ApplePerson) {
        states[person.user] = .revoked
        for listener in listeners { listener.yield() }
    }

    /// The app moves to another developer team, for which the person has another identifier. The device reports
    /// `transferred` of the former one. From now on, the sheet brings the new one, without name and address.
    public func transfer(_ person: ApplePerson, to user: String) {
        states[person.user] = .transferred
        states[user] = .authorized
        successors[person.user] = user
        // an app may come back
        successors[user] = nil
    }

    /// Sets what the device says about a person.
    public func set(_ state: CredentialState, of person: ApplePerson) { states[person.user] = state }

    /// Makes the device answer questions about credential states with an error, or answer them again.
    public func setCredentialStatesFail(_ isFailing: Bool) { self.isFailing = isFailing }

    /// Makes the device never answer the next questions about credential states, or answer them again.
    public func setCredentialStatesNeverAnswer(_ isSilent: Bool) { self.isSilent = isSilent }

    /// Ends as the script says.
    public func present(_ request: SheetRequest) async -> SheetResult {
        requests.append(request)
        guard let answer = answers.first else { return .failed(.canceled) }
        guard fits(answer, request) else {
            // If the device has nothing of what a sheet offers, there is an error. A quiet search ends as if it was closed.
            return .failed(request.includesPasswords && !request.isSilent ? .unknown : .canceled)
        }
        if answers.count > 1 { answers.removeFirst() }
        switch answer {
        case .person(let person): return .apple(credential(of: today(person), request))
        case .password(let credential): return .password(credential)
        case .cancel: return .failed(.canceled)
        case .failure(let failure): return .failed(failure)
        case .never:
            await cancellation()
            return .failed(.canceled)
        }
    }

    /// Returns the state, or throws if the device does not answer. A person who never signed in is not found.
    public func credentialState(of appleUser: String) async throws -> CredentialState {
        if isSilent { await cancellation() }
        if isFailing || Task.isCancelled { throw SheetFailure.unknown }
        return states[appleUser] ?? .notFound
    }

    /// Signals each revocation.
    public func revocations() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        listeners.append(continuation)
        // The person may have stopped using the app before it listened.
        if states.values.contains(.revoked) { continuation.yield() }
        return stream
    }

    /// Waits until the calling task is cancelled.
    private func cancellation() async {
        let (silence, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in silence {}
        continuation.finish()
    }

    private func fits(_ answer: Answer, _ request: SheetRequest) -> Bool {
        switch answer {
        case .person(let person): !request.includesPasswords || states[today(person).user] == .authorized
        case .password: request.includesPasswords
        case .cancel, .failure, .never: true
        }
    }

    /// The person as the app's present team knows them.
    private func today(_ person: ApplePerson) -> ApplePerson {
        var person = person
        while let user = successors[person.user] { person.user = user }
        return person
    }

    private func credential(of person: ApplePerson, _ request: SheetRequest) -> AppleCredential {
        let isFirst = states[person.user] != .authorized
        states[person.user] = .authorized
        return AppleCredential(
            user: person.user, state: request.attempt.state, identityToken: Secret("identity token of " + person.user),
            authorizationCode: Secret("code \(requests.count)"),
            name: isFirst && request.scopes.contains(.fullName) ? person.name : nil,
            email: isFirst && request.scopes.contains(.email) ? person.email : nil,
            realUserStatus: isFirst ? person.realUserStatus : .unsupported)
    }
}
