import Foundation
import SignInKit

/// What the app tells people about their sign-in. The views show these texts, and the tests read them.
enum SignInWords {
    /// A person may have no name: Apple sends it once, and only if the person shares it.
    static func greeting(_ account: SignInAccount) -> String {
        guard let name = account.name?.given else { return "Hello" }
        return "Hello, \(name)"
    }

    /// A relay address is shown as it is. A person who hides their address is not asked for it. An address without
    /// verification may be another person's.
    static func address(_ account: SignInAccount) -> String {
        guard let email = account.email else { return "No address" }
        guard account.isEmailVerified else { return email + " (not verified)" }
        return account.isPrivateEmail ? email + " (relayed by Apple)" : email
    }

    /// Why the person is signed out, and what did not work. Nil if there is nothing to say.
    static func notice(_ status: SignInStatus) -> String? {
        let texts = [reason(status.state), status.failure.map { failure($0) }].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// The kit's own texts, in the language of the app.
    static func failure(_ failure: SignInFailure) -> String {
        [failure.errorDescription, failure.recoverySuggestion].compactMap { $0 }.joined(separator: " ")
    }

    /// What the person waits for. Nil if they can sign in.
    static func progress(_ state: SignInState) -> String? {
        switch state {
        case .exchanging(.asking): "Signing in…"
        case .exchanging(.waiting): "Waiting for the network. Nothing you entered is lost."
        default: nil
        }
    }

    /// What the app asks before a second account is made, or before two are merged.
    static func question(_ question: AccountQuestion) -> String {
        if let merge = question.merge {
            let name = merge.account.email ?? "another account"
            return "This Apple Account already leads to \(name). Merge the two? That account is then deleted."
        }
        guard let person = question.person else {
            return "Have you been here before? If you have an account, sign in to it first."
        }
        return "\(greeting(person.account)). Add this Apple Account to your account?"
    }

    /// How the person can sign in.
    static func waysToSignIn(_ identities: [SignInIdentity]) -> String {
        let names = identities.map { $0.isApple ? "Apple Account" : $0.issuer }
        return names.isEmpty ? "Your password" : names.joined(separator: ", ")
    }

    /// A login of another provider that the person can leave.
    static func otherLogin(_ identities: [SignInIdentity]) -> SignInIdentity? {
        identities.first { !$0.isApple && $0.canUnlink }
    }

    /// Where the person is signed in.
    static func devices(_ sessions: [AccountSession]) -> String {
        let others = sessions.filter { !$0.isCurrent }.map { $0.browser ?? $0.client }
        return others.isEmpty ? "Only this device" : "This device, " + others.joined(separator: ", ")
    }

    private static func reason(_ state: SignInState) -> String? {
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
}
