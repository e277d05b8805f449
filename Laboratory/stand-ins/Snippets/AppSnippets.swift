// Swift blocks of Documentation/apps, compiled for each platform. Laboratory/journeys/guides/test_apps.py compares them with the pages.
import Foundation
import SignInKit
import SignInKitTesting

// MARK: UI tests with XCUITest

func clientOfUITest(emulator: URL, server: URL) throws(SignInFailure) -> SignInClient {
    let environment = ProcessInfo.processInfo.environment
    let cancels = environment["ANSWER"] == "cancel"
    let device = EmulatorAppleDevice(
        emulator: emulator, bundleID: "com.example.app", person: environment["PERSON"] ?? "maya",
        answer: { _ in cancels ? .cancel : .signIn })
    // Nothing is left for the next test. The keychain of a simulator would outlive the app.
    let memory = MemoryStorage()
    return try SignInClient(
        SignInConfiguration(server: server, client: "app"), device: device, storage: memory, mark: memory)
}

// MARK: Mac Catalyst

func configurationOnMacCatalyst(server: URL) -> SignInConfiguration {
    #if targetEnvironment(macCatalyst)
        let client = "mac"
    #else
        let client = "app"
    #endif
    let configuration = SignInConfiguration(server: server, client: client)
    return configuration
}
