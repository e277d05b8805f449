import Foundation

/// The ways to sign in to an account.
struct WaysToSignIn: Sendable, Equatable {
    var identities: [SignInIdentity]
    /// Whether a password is one of them.
    var hasPassword: Bool
}

/// What the kit's page about the ways to sign in shows.
struct WaysPresentation: Sendable, Equatable {
    struct Row: Sendable, Equatable, Identifiable {
        let id: String
        let title: String
        let canRemove: Bool
    }

    /// What the person can change.
    enum Change: Sendable, Hashable {
        /// Add the Apple Account of this device.
        case addApple
        /// Replace the password by Sign in with Apple.
        case upgrade
        /// Remove a way to sign in.
        case remove(SignInIdentity.ID)
    }

    var rows: [Row]
    /// The changes that do not belong to a row.
    var changes: [Change]

    /// The system lets only the device's own Apple Account sign in. Who signed in with it cannot add another one here.
    init(_ ways: WaysToSignIn, person: SignedInPerson?) {
        let identities = ways.identities.map { Row(id: $0.id, title: Self.title($0), canRemove: $0.canUnlink) }
        let password = Row(id: "password", title: ViewText.waysPassword.text, canRemove: false)
        rows = identities + (ways.hasPassword ? [password] : [])
        let adds: [Change] = person?.appleUser == nil ? [.addApple] : []
        changes = adds + (ways.hasPassword ? [.upgrade] : [])
    }

    /// A provider other than Apple is named by its host.
    private static func title(_ identity: SignInIdentity) -> String {
        if identity.isApple { return ViewText.waysApple.text }
        return URL(string: identity.issuer)?.host ?? identity.issuer
    }
}

extension WaysPresentation.Change {
    /// What the button says.
    var title: String {
        switch self {
        case .addApple: ViewText.waysAdd.text
        case .upgrade: ViewText.waysUpgrade.text
        case .remove: ViewText.waysRemove.text
        }
    }
}

extension WaysToSignIn {
    /// For previews: an Apple Account, another provider, and a password.
    static let example = WaysToSignIn(
        identities: [
            SignInIdentity(id: "1", issuer: SignInIdentity.apple, canUnlink: true),
            SignInIdentity(id: "2", issuer: "https://accounts.google.com", canUnlink: true),
        ], hasPassword: true)
}

extension SignInClient {
    /// Reads what the page about the ways to sign in shows.
    func waysToSignIn() async throws(SignInFailure) -> WaysToSignIn {
        WaysToSignIn(identities: try await identities(), hasPassword: try await hasPassword())
    }

    /// A backend that has no passwords, or whose operator allows none, has none for this account either.
    private func hasPassword() async throws(SignInFailure) -> Bool {
        do throws(SignInFailure) {
            return try await password().hasPassword
        } catch {
            switch error {
            case .notSupported, .refused: return false
            default: throw error
            }
        }
    }

    /// Makes a change, and returns what did not work.
    func make(_ change: WaysPresentation.Change) async -> SignInFailure? {
        switch change {
        case .addApple: return await linkAppleAccount().failure
        case .upgrade: return await upgradeToApple().failure
        case .remove(let id):
            do throws(SignInFailure) {
                try await unlink(id)
                return nil
            } catch {
                return error
            }
        }
    }
}
