import Foundation
import SignInKit
import SwiftUI

/// Explains why to sign in, and offers it.
struct WelcomeView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        VStack(spacing: 24) {
            Text("Keep your notes on all your devices.")
            if let reason = SignInWords.reason(signIn.status.state) { Text(reason) }
            if let failure = signIn.status.failure { Text(SignInWords.failure(failure)) }
            switch signIn.status.state {
            case .exchanging(.waiting):
                ProgressView("Waiting for the network. Nothing you entered is lost.")
                SignInButton(signIn, .continue).frame(width: 280, height: 44)
            case .exchanging(.asking), .searching, .unknown:
                ProgressView()
            default:
                SignInButton(signIn, .signIn).frame(width: 280, height: 44)
            }
        }
        .padding()
        // Finds an existing account before the person is asked for anything.
        .task { await signIn.findExistingAccount() }
    }
}

/// The kit's values as texts for people.
enum SignInWords {
    static func reason(_ state: SignInState) -> String? {
        guard case .signedOut(let reason) = state else { return nil }
        return switch reason {
        case .notYet, .byPerson: nil
        case .credentialRevoked: "You stopped using this app with your Apple Account, so you were signed out."
        case .credentialNotFound: "Another Apple Account is signed in to this device, so you were signed out."
        case .unconfirmedAfterReinstallation, .sessionEnded: "Please sign in again."
        case .accountDeleted(.queued): "Your account was deleted."
        case .accountDeleted(.byHand(let address)):
            "Your account was deleted. Remove this app from your Apple Account, too: \(address)"
        }
    }

    static func failure(_ failure: SignInFailure) -> String {
        switch failure {
        case .unreachable: "The service cannot be reached. Are you online?"
        case .attemptExpired, .refused("attempt_used", _): "That took too long. Please tap again."
        case .otherPerson, .otherAccount: "That is not the account you are signed in with."
        case .refused("account_held", _): "Your account is being reviewed. You will hear from us."
        default: "Sign-in did not work (\(failure.code)). Please try again."
        }
    }
}
