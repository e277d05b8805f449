import Foundation
import SignInKit
import SignInKitTesting
import SwiftUI

/// The same screens without Apple, for the Simulator: the emulator and the service of `Scripts/demo` sign people in.
@main
struct DevelopmentApp: App {
    @StateObject private var signIn = EmulatedSignIn(ProcessInfo.processInfo.environment).makeModel()

    var body: some Scene {
        WindowGroup {
            RootView(signIn: signIn)
        }
    }
}

/// Where the emulator and the service are, and who signs in. The scheme's environment variables change it.
struct EmulatedSignIn {
    let emulator: URL?
    let service: URL?
    /// The key of one of the emulator's people.
    let person: String

    init(_ environment: [String: String]) {
        emulator = URL(string: environment["EMULATOR"] ?? "http://127.0.0.1:9080")
        service = URL(string: environment["SERVICE"] ?? "http://localhost:8080")
        person = environment["PERSON"] ?? "maya"
    }

    @MainActor
    func makeModel() -> SignInModel {
        do throws(SignInFailure) {
            return SignInModel(client: try makeClient())
        } catch {
            return .preview(.signedOut(.notYet), failure: error)
        }
    }

    /// The bundle ID is the one that the emulator and `Scripts/demo` know, whatever the app's own is.
    private func makeClient() throws(SignInFailure) -> SignInClient {
        guard let emulator, let service else { throw .addressRefused }
        return try SignInClient(
            SignInConfiguration(server: service, client: "app"),
            device: EmulatorAppleDevice(emulator: emulator, bundleID: "com.example.app", person: person),
            storage: KeychainStorage(), mark: UserDefaultsMark())
    }
}
