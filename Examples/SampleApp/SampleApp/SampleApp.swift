import Foundation
import SignInKit
import SwiftUI

/// A complete small app: a model and two views.
@main
struct SampleApp: App {
    @StateObject private var signIn = SignInModel(server: SampleApp.server, client: "app")

    /// The address of your sign-in service. `Scripts/demo` serves this one.
    static let server = URL(string: "http://localhost:8080") ?? URL(fileURLWithPath: "/")

    var body: some Scene {
        WindowGroup {
            RootView(signIn: signIn)
        }
    }
}

/// Shows the home view to a signed-in person, and the welcome view to everybody else.
struct RootView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        if let person = signIn.person {
            HomeView(signIn: signIn, person: person)
        } else {
            WelcomeView(signIn: signIn)
        }
    }
}
