#if canImport(AuthenticationServices) && canImport(Security)
    /// Why nobody is signed in, for Objective-C, where it is called `SIKSignedOutReason`.
    #if canImport(ObjectiveC)
        @objc(SIKSignedOutReason)
    #endif
    public enum SignedOutCode: Int, Sendable {
        /// Somebody is signed in, is signing in, or it is not known yet.
        case none = 0
        /// Nobody has signed in on this device yet.
        case notYet = 1
        /// The person signed out.
        case byPerson = 2
        /// The person withdrew the app's permission.
        case credentialRevoked = 3
        /// The device has no permission for this person.
        case credentialNotFound = 4
        /// The stored session is from an earlier installation, and could not be confirmed.
        case unconfirmedAfterReinstallation = 5
        /// The service ended the session.
        case sessionEnded = 6
        /// The account was deleted.
        case accountDeleted = 7

        init(_ state: SignInState) {
            guard case .signedOut(let reason) = state else {
                self = .none
                return
            }
            self =
                switch reason {
                case .notYet: .notYet
                case .byPerson: .byPerson
                case .credentialRevoked: .credentialRevoked
                case .credentialNotFound: .credentialNotFound
                case .unconfirmedAfterReinstallation: .unconfirmedAfterReinstallation
                case .sessionEnded: .sessionEnded
                case .accountDeleted: .accountDeleted
                }
        }
    }
#endif
