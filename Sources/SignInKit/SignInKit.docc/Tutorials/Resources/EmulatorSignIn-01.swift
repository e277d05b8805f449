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
        let client = try? SignInClient(
            SignInConfiguration(server: service, client: "app"), device: device, storage: KeychainStorage(),
            mark: UserDefaultsMark())
        return SignInModel(client: client)
    }
#endif
