import SignInKit

/// Replaces Apple's sheet in tests of the app: the person always closes it.
struct DeviceWithoutApple: AppleDevice {
    func present(_ request: SheetRequest) async -> SheetResult { .failed(.canceled) }
    func credentialState(of appleUser: String) async throws -> CredentialState { .notFound }
    func revocations() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

/// A client for those tests. It keeps everything in memory.
func makeTestClient(_ backend: Backend) throws -> SignInClient {
    var configuration = SignInConfiguration(server: server, client: "app")
    configuration.passwordLogin = backend
    configuration.observe = { incident in print(incident) }
    let storage = MemoryStorage()
    return try SignInClient(configuration, device: DeviceWithoutApple(), storage: storage, mark: storage)
}
