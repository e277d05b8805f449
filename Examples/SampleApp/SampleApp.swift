import Foundation
import SignInKit
import SwiftUI

/// The whole of a small app: a model, and two views to choose from.
@main
struct SampleApp: App {
    @StateObject private var signIn = SignInModel(server: SampleApp.server, client: "app")

    /// The address of your sign-in service; `Scripts/demo` serves this one.
    static let server = URL(string: "http://localhost:8080") ?? URL(fileURLWithPath: "/")

    var body: some Scene {
        WindowGroup {
            RootView(signIn: signIn)
        }
    }
}

/// Shows whoever is signed in their home, and everybody else the way in.
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
