import Foundation
import SignInKit
import SwiftUI

@main
struct NotesApp: App {
    @StateObject private var signIn = NotesApp.makeSignIn()

    /// The address of your sign-in service.
    static let server = URL(string: "https://sign-in.example.com") ?? URL(fileURLWithPath: "/")

    var body: some Scene {
        WindowGroup {
            RootView(signIn: signIn)
        }
    }

    static func makeSignIn() -> SignInModel {
        #if EMULATOR
            makeSignInAtEmulator()
        #else
            SignInModel(server: server, client: "app")
        #endif
    }
}

struct RootView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        if let person = signIn.person {
            HomeView(signIn: signIn, person: person)
        } else {
            VStack {
                Text("The notes on this device")
                WelcomeView(signIn: signIn)
            }
        }
    }
}
