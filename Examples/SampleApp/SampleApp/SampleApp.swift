import Foundation
import SignInKit
import SwiftUI

/// The app as its users get it: Apple's sheet, the keychain, and your sign-in service.
@main
struct SampleApp: App {
    @StateObject private var signIn = SampleApp.makeModel()

    /// The address of your sign-in service.
    static let server = URL(string: "https://id.example.com") ?? URL(fileURLWithPath: "/")

    var body: some Scene {
        WindowGroup {
            RootView(signIn: signIn)
        }
    }

    private static func makeModel() -> SignInModel {
        var configuration = SignInConfiguration(server: server, client: "app")
        // Passwords are found only with the associated domain, and the service must have them enabled.
        configuration.signsInWithPasswords = true
        return SignInModel(configuration)
    }
}
