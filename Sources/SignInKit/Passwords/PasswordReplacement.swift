/// How the replacement of a saved password by Sign in with Apple ended, for the system that asked for it.
enum PasswordReplacement: Sendable, Equatable {
    case replaced
    /// The person closed Apple's sheet.
    case canceled
    case failed(SignInFailure)

    /// - Parameter status: the status after the upgrade.
    init(_ status: SignInStatus) {
        switch status.state {
        case .signedIn(let person) where person.appleUser != nil && status.failure == nil: self = .replaced
        // The Apple Account has an account of its own. Whether to merge the two is asked in the app only.
        case .asking: self = .failed(.otherAccount)
        // The backend may have replaced it, but nobody knows yet.
        case .linking: self = .failed(.unreachable(retryAfter: nil))
        default: self = status.failure.map { .failed($0) } ?? .canceled
        }
    }
}

extension SignInClient {
    /// Replaces a saved password by Sign in with Apple. The session that this takes is ended.
    func replacePassword(_ password: PasswordCredential) async -> PasswordReplacement {
        await launch()
        let signedIn = await signIn(with: password)
        // Who is signed in after a failure is somebody from before, with another account.
        if let failure = signedIn.failure { return .failed(failure) }
        let upgraded = await upgradeToApple()
        await signOut()
        return PasswordReplacement(upgraded)
    }
}
