import Foundation
import SignInKit
import SwiftUI

@main
struct NotesApp: App {
    @StateObject private var signIn = SignInModel(server: NotesApp.server, client: "app")

    /// The address of your sign-in service.
    static let server = URL(string: "https://sign-in.example.com") ?? URL(fileURLWithPath: "/")

    var body: some Scene {
        WindowGroup {
            RootView()
        }
    }
}

struct RootView: View {
    var body: some View {
        Text("The notes on this device")
    }
}
