import SignInAPI
import SignInFlows

/// What the page says about an error. Errors without a text of their own get the general one.
struct SignInFailedCopy: Sendable {
    /// Where the button leads.
    enum WayOn: Sendable {
        /// The start of the same sign-in.
        case signIn
        case page(String)
        /// There is no button: the person reloads the page.
        case reload
    }

    let heading: String
    let text: String
    var wayOn = WayOn.signIn
    var label = "Try again"

    static func copy(for error: any Error) -> SignInFailedCopy {
        switch error {
        case let refusal as RequestRefusal: copy(for: refusal)
        case is BudgetUsed: .tooManyRequests
        case SignInError.refused(let refusal): copy(for: refusal)
        case SignInError.unavailable(let dependency, let seconds): copy(for: dependency, retryAfter: seconds)
        default: .general
        }
    }

    private static func copy(for refusal: RequestRefusal) -> SignInFailedCopy {
        switch refusal {
        case .rateLimited: .tooManyRequests
        case .clientNotNamed: .linkWrong
        case .linkPageUnknown: .linkPageUnknown
        case .methodNotAllowed: .notOpenedDirectly
        case .crossSiteRequest: .crossSiteRequest
        case .routeUnknown: .nothingHere
        default: .general
        }
    }

    private static func copy(for refusal: SignInRefusal) -> SignInFailedCopy {
        switch refusal {
        case .attemptExpired, .attemptEnded, .attemptUnknown: .attemptOver
        case .attemptUsed: .attemptUsed
        case .attemptUnderWay: .attemptUnderWay
        case .browserProofMissing, .browserProofMismatch: .otherBrowser
        case .returnTargetRefused, .clientUnknown, .clientWrongKind: .linkWrong
        case .consentRevoked: .consentRevoked
        case .providerOff: .providerOff
        case .accountDisabled: .accountDisabled
        case .accountHeld, .proofRequired: .accountHeld
        case .freshSignInRequired: .freshSignInRequired
        case .questionOver: .questionOver
        case .linkTicketInvalid: .linkTicketInvalid
        case .linkProofRequired: .linkProofRequired
        case .identityLinkedElsewhere: .identityLinkedElsewhere
        case .lastWayIn: .lastWayIn
        case .passwordsOff, .mailOff: .passwordsOff
        case .passwordMissing: .passwordMissing
        case .mailedTokenInvalid: .mailedTokenInvalid
        default: .general
        }
    }

    private static func copy(for dependency: SignInDependency, retryAfter seconds: Int) -> SignInFailedCopy {
        switch dependency {
        case .apple: .appleUnavailable
        case .appleKey: .appleKeyUnknown(retryAfter: seconds)
        case .database: .databaseUnavailable
        case .hashing: .general
        }
    }
}
