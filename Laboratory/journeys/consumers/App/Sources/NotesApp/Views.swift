#if canImport(SwiftUI)
    import SignInKit
    import SwiftUI

    struct NotesApp: App {
        @StateObject private var signIn = SignInModel(server: server, client: "app")

        var body: some Scene {
            WindowGroup { ContentView(signIn: signIn) }
        }
    }

    struct ContentView: View {
        @ObservedObject var signIn: SignInModel

        var body: some View {
            if let person = signIn.person {
                Text(person.account.name?.given ?? "Welcome")
            } else {
                SignInButton(signIn)
            }
        }
    }

    struct Welcome: View {
        @ObservedObject var signIn: SignInModel

        var body: some View {
            if let person = signIn.person {
                Text(person.account.name?.given ?? "Welcome")
            } else {
                AppleSignInView(signIn, title: "Notes", text: "Have your notes on all your devices.")
            }
        }
    }

    #Preview("Signed out") { Welcome(signIn: .preview(.signedOut(.credentialRevoked))) }
    #Preview("Signed in") { Welcome(signIn: .preview(.signedIn(.example))) }

    struct Progress: View {
        @ObservedObject var signIn: SignInModel

        var body: some View {
            VStack {
                if let failure = signIn.status.failure { Text("That did not work: \(failure.code)") }
                if case .exchanging(.waiting) = signIn.status.state { ProgressView("Waiting for the network") }
            }
        }
    }

    struct Leaving: View {
        @ObservedObject var signIn: SignInModel

        var body: some View {
            Button("Sign out") { Task { await signIn.signOut() } }
            Button("Delete my account") { Task { await signIn.deleteAccount() } }
        }
    }

    @MainActor
    func makeModel(_ backend: any PasswordLogin) -> SignInModel {
        var configuration = SignInConfiguration(server: server, client: "app")
        configuration.scopes = [.email]
        configuration.passwordLogin = backend
        configuration.observe = { incident in print(incident) }
        return SignInModel(configuration)
    }
#endif
