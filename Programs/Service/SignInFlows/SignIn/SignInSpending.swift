import AccountStorage
import Synchronization

/// Takes one sign-in from the budget of the proven person, once, however often the transaction is tried.
///
/// It is part of the claim, because a repeated answer begins nothing and takes nothing, and only the claim shows whether
/// the answer came before.
final class SignInSpending: Sendable {
    private let environment: SignInEnvironment
    private let identity: IdentityID
    private let outcome = Mutex<Result<Void, SignInError>?>(nil)

    init(_ environment: SignInEnvironment, of identity: IdentityID) {
        (self.environment, self.identity) = (environment, identity)
    }

    /// Refuses with `rate_limited` if the budget is used up.
    func spend() throws(SignInError) {
        let first = outcome.withLock { outcome -> Result<Void, SignInError> in
            if let outcome { return outcome }
            let first = Result { () throws(SignInError) in try environment.spend(.signIn, of: identity.bytes) }
            outcome = first
            return first
        }
        try first.get()
    }
}
