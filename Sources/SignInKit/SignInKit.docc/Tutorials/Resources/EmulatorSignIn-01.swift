#if EMULATOR
    import Foundation
    import SignInKit
    import SignInKitTesting

    /// Signs in as Maya, who is one of the emulator's people.
    @MainActor
    func makeSignInAtEmulator() -> SignInModel {
        guard let emulator = URL(string: "http://127.0.0.1:9080"), let service = URL(string: "http://localhost:8080")
        else { return SignInModel(client: nil) }
        let device = EmulatorAppleDevice(emulator: emulator, bundleID: "com.example.app", person: "maya")
        var configuration = SignInConfiguration(server: service, client: "app")
        // Unlike the Simulator, the emulator says "revoked" only if it is true.
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        let client = try? SignInClient(
            configuration, device: device, storage: KeychainStorage(), mark: UserDefaultsMark())
        return SignInModel(client: client)
    }
#endif
