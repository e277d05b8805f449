import Foundation
import SignInKit
import SwiftUI

struct WelcomeView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        VStack(spacing: 24) {
            Text(reason ?? "Sign in to have your notes on all your devices.")
            if let failure = signIn.status.failure { FailureView(failure: failure) }
            switch signIn.status.state {
            case .searching, .exchanging(.asking):
                ProgressView()
            case .exchanging(.waiting):
                ProgressView("Waiting for the network. Nothing is lost.")
            default:
                SignInButton(signIn)
            }
        }
        .padding()
    }

    private var reason: String? {
        guard case .signedOut(let reason) = signIn.status.state else { return nil }
        return switch reason {
        case .notYet, .byPerson: nil
        case .credentialRevoked: "You stopped using this app with your Apple Account, so you were signed out."
        case .credentialNotFound: "Another Apple Account is on this device, so you were signed out."
        case .unconfirmedAfterReinstallation, .sessionEnded: "Please sign in again."
        case .accountDeleted(.queued): "Your account was deleted."
        case .accountDeleted(.byHand(let address)):
            "Your account was deleted. Remove this app from your Apple Account, too: \(address)"
        }
    }
}

struct FailureView: View {
    let failure: SignInFailure

    var body: some View {
        VStack {
            Text(failure.localizedDescription)
            if let suggestion = failure.recoverySuggestion { Text(suggestion) }
        }
    }
}
