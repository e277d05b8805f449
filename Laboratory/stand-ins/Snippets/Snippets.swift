// The Swift blocks of the kit's guides, compiled for each platform. A test compares them with the pages.
import Foundation
import SignInKit
import SwiftUI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let server = URL(string: "https://sign-in.example.com") ?? URL(fileURLWithPath: "/")

// MARK: From an empty app

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

struct LastFailure: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        VStack {
            if let failure = signIn.status.failure { Text("That did not work: \(failure.code)") }
            if case .exchanging(.waiting) = signIn.status.state { ProgressView("Waiting for the network") }
        }
    }
}

@MainActor
func fetchNotes(_ signIn: SignInModel, from address: URL) async throws -> Data {
    var request = URLRequest(url: address)
    request.setValue("Bearer " + (try await signIn.accessToken()).exposed, forHTTPHeaderField: "Authorization")
    return try await send(request)
}

func send(_ request: URLRequest) async throws -> Data { Data() }

struct Leaving: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        Button("Sign out") { Task { await signIn.signOut() } }
        Button("Delete my account") { Task { await signIn.deleteAccount() } }
    }
}

// MARK: Custom configuration

@MainActor
func everythingToChoose(_ backend: any PasswordLogin) -> SignInModel {
    var configuration = SignInConfiguration(server: server, client: "app")
    configuration.scopes = [.email]
    configuration.passwordLogin = backend
    configuration.observe = { incident in print(incident) }
    return SignInModel(configuration)
}

#if canImport(UIKit) && !STAND_IN_WATCHOS
    import UIKit

    @MainActor
    final class SignInScreen {
        let signIn: SignInClient
        init() throws {
            signIn = try SignInClient.system(SignInConfiguration(server: server, client: "app"))
            Task { [signIn] in await signIn.follow() }
        }

        func makeButton() -> UIView {
            SignInControl(signIn, .continue, style: .whiteOutline)
        }

        func makePage(_ model: SignInModel) -> UIViewController {
            UIHostingController(rootView: AppleSignInView(model, title: "Notes"))
        }
    }
#endif
