import Foundation

/// Changes of the account for which Apple's sheet is shown to the person who is signed in.
extension SignInLifeCycle {
    /// Adds an Apple Account, replaces the password by one, or lets the person confirm that the account is theirs. Nobody
    /// can confirm with Apple who signed in with a password.
    mutating func changeWanted(_ purpose: SheetPurpose, _ tap: ButtonTap?, at now: Date) -> [SignInEffect] {
        guard case .somebody(let person) = standing else { return [] }
        guard purpose.isLink || purpose == .confirmation && person.appleUser != nil else { return [] }
        guard let way = makeWay(for: purpose, tap, at: now) else { return [] }
        return way + open(purpose, tap)
    }

    /// From now on the person counts as one who signed in with a password. The former Apple Account may get an account of
    /// its own: a sheet for it confirms nothing, and its withdrawal ends nothing here. Whatever is under way with it goes on,
    /// but the device's answer about it counts no more. A name that is still kept for it belongs to nobody here. An offer
    /// stays open, because the session can still answer it.
    ///
    /// - Parameters:
    ///   - signedInAt: when the session began of which that is known.
    ///   - stored: that session, if another client or process of the app has learned it and stored the session.
    mutating func appleAccountsGone(_ signedInAt: Date, elsewhere stored: StoredSession? = nil) -> [SignInEffect] {
        guard case .somebody(var person) = standing, let user = person.appleUser, person.signedInAt == signedInAt,
            work == .none, isCheckDispensable, asked == nil || asked?.isOffer == true
        else { return [] }
        person.appleUser = nil
        standing = .somebody(stored?.person ?? person)
        check = .idle
        let session: SignInEffect = if let stored { .useSession(stored) } else { .forgetAppleUser }
        return [session, .changeNames(.forget(appleUser: user, keptUntil: .distantFuture))]
    }

    /// Whether there is no check, or one that only asks about the former Apple Account. A session from an earlier
    /// installation needs its answer (R42), and what the device has said about a withdrawal is for the service to confirm.
    private var isCheckDispensable: Bool {
        switch check {
        case .idle: true
        case .asking(_, let isTrusted): isTrusted
        case .confirming: false
        }
    }

    /// Ends what makes way for a sheet that the person asks for. Returns nil if something else is in progress.
    ///
    /// Nobody has asked for a transfer. A sheet that did not appear is shown again.
    mutating func makeWay(for purpose: SheetPurpose, _ tap: ButtonTap?, at now: Date) -> [SignInEffect]? {
        switch work {
        case .none: return giveUpQuestion()
        case .opening(.transfer, _), .sheet(.transfer, _): return giveUpSheet()
        case .sheet(purpose, _) where isSheetMissing(tap, at: now): return giveUpSheet()
        case .opening, .sheet, .sending, .waiting, .held, .password, .answering, .erasing: return nil
        }
    }
}
