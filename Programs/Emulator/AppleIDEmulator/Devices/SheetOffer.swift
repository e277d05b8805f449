/// Which requests an app performs at once, and how.
struct RequestedCredentials: Sendable, Equatable {
    /// There is an `ASAuthorizationPasswordRequest` beside the one for Sign in with Apple.
    var includesPasswords = false
    /// `performRequests(options: .preferImmediatelyAvailableCredentials)`.
    var isQuiet = false

    /// Only a request for Sign in with Apple alone can create an account: beside a password request, the system never
    /// offers that (https://developer.apple.com/forums/thread/131624).
    var mayCreateAccount: Bool { !includesPasswords && !isQuiet }

    /// What the app gets if nothing is found. A quiet request ends as if it had been canceled; the other error was
    /// observed.
    var nothingFound: AuthorizationFailure { isQuiet ? .canceled : .unknown }
}

/// What the sheet offers for a request. If that is nothing, there is no sheet.
struct SheetOffer: Sendable, Equatable {
    /// Whether the person has used Sign in with Apple in this group of apps.
    let isKnown: Bool
    /// If so, Sign in with Apple comes first. Apple does not say what does.
    let offersApple: Bool
    let passwords: [SavedPassword]

    init(_ requested: RequestedCredentials, isKnown: Bool, passwords: [SavedPassword]) {
        self.isKnown = isKnown
        offersApple = isKnown || requested.mayCreateAccount
        self.passwords = requested.includesPasswords ? passwords : []
    }

    var isEmpty: Bool { !offersApple && passwords.isEmpty }
}

extension World {
    /// What a request of an app finds on a device: the person's consent, and passwords for the domains of the app.
    func offer(
        _ requested: RequestedCredentials, of app: Client, to person: String?, on device: String
    ) -> SheetOffer {
        let isKnown = person.map {
            consent(Consent.Key(person: $0, teamID: app.teamID, primaryApp: app.primaryApp)) != nil
        }
        let domains = entitlements[app.id]?.domains ?? []
        let saved = keychains[KeychainOwner(account: person, device: device)]
        return SheetOffer(
            requested, isKnown: isKnown ?? false, passwords: saved.filter { domains.contains($0.domain) })
    }

    /// The error of a request that finds nothing.
    func nothingFound(for requested: RequestedCredentials) -> AuthorizationFailure {
        switches.nothingFoundError ?? requested.nothingFound
    }
}
