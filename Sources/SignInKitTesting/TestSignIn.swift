public import SignInKit

/// A `SignInClient` with everything around it under a test's control.
///
/// ```swift
/// let test = try TestSignIn()
/// let status = await test.signIn(as: .grace)
/// ```
public struct TestSignIn: Sendable {
    /// The device, whose sheets the test answers.
    public let device: ScriptedDevice
    /// The backend, which knows the accounts and fails on demand.
    public let backend: MemoryBackend
    /// The clock, which the test advances.
    public let clock: TestSignInClock
    /// The storage, which outlives the app's process.
    public let storage: MemoryStorage
    /// The client. Your app's code gets it, or a model of it: `SignInModel(client: test.client)`.
    public let client: SignInClient

    private let adapt: @Sendable (inout SignInConfiguration) -> Void

    /// Creates a newly installed app with its surroundings.
    ///
    /// - Parameters:
    ///   - device: the device.
    ///   - backend: the backend; by default, a new one with this clock.
    ///   - clock: the clock.
    ///   - storage: the storage, which is also the mark of the installation.
    ///   - adapt: changes the configuration, for instance its scopes.
    /// - Throws: nothing, as long as `adapt` keeps the backend.
    public init(
        device: ScriptedDevice = ScriptedDevice(), backend: MemoryBackend? = nil,
        clock: TestSignInClock = TestSignInClock(), storage: MemoryStorage = MemoryStorage(),
        adapt: @escaping @Sendable (inout SignInConfiguration) -> Void = { _ in }
    ) throws(SignInFailure) {
        self.device = device
        self.backend = backend ?? MemoryBackend(clock: clock)
        self.clock = clock
        self.storage = storage
        self.adapt = adapt
        var configuration = SignInConfiguration(backend: self.backend)
        // Tests run in simulators, too, where a real device's signals are not trusted.
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        adapt(&configuration)
        client = try SignInClient(
            configuration, device: device, storage: storage, mark: storage, clock: clock.clock)
    }

    /// Launches the app and signs a person in. During an outage it returns while the sign-in waits.
    @discardableResult
    public func signIn(as person: ApplePerson = .grace) async -> SignInStatus {
        await device.answer(.person(person))
        await client.launch()
        return await client.signIn()
    }

    /// Returns the app after its process ended: a new client with the same surroundings, which is not launched yet.
    ///
    /// - Throws: like ``init(device:backend:clock:storage:adapt:)``.
    public func restarted() throws(SignInFailure) -> TestSignIn {
        try TestSignIn(device: device, backend: backend, clock: clock, storage: storage, adapt: adapt)
    }
}
