import SignInAPI

/// Other ways to sign in than Apple's button alone.
extension SignInClient {
    /// Shows Apple's sheet, and leads to the account that a ticket of the app's own server names.
    ///
    /// A sign-in without a ticket that is under way makes way for it, unless Apple has answered. If the failure is
    /// `link_ticket_invalid`, fetch another ticket and call it again. While somebody is signed in, it does nothing: see
    /// ``linkAppleAccount()``.
    @discardableResult
    public func signIn(linking ticket: LinkTicket) async -> SignInStatus {
        await carryOut(.signInWanted(ButtonTap.current, options: SignInOptions(ticket: ticket)), .signIn)
    }

    /// Shows Apple's sheet, which first offers what the device has: the Apple Account of somebody who has signed in to the
    /// app, and saved passwords. If there is nothing, the sheet for an Apple Account follows at once.
    ///
    /// An app without a login for passwords shows that sheet alone.
    @discardableResult
    public func signIn(offeringPasswords: Bool) async -> SignInStatus {
        let options = SignInOptions(offersPasswords: offeringPasswords)
        return await carryOut(.signInWanted(ButtonTap.current, options: options), .signIn)
    }

    /// Signs in with a password that the person has typed. The failure is ``SignInFailure/notSupported`` if the app has no
    /// login for passwords (``SignInConfiguration/signsInWithPasswords``).
    ///
    /// If somebody is signed in, it confirms that the account is theirs, for what demands a recent sign-in. If a question is
    /// open, it stays open, and takes the answer ``AccountAnswer/session``.
    @discardableResult
    public func signIn(with password: PasswordCredential) async -> SignInStatus {
        await catchUp()
        let purpose: SheetPurpose = if case .somebody = lifeCycle.standing { .confirmation } else { .signIn }
        return await carryOut(.passwordTyped(password), purpose)
    }

    /// Uses a session that another login of the app has begun at the same backend. From then on it is the kit's: it is
    /// stored, renewed and ended here.
    ///
    /// While the person's answer to a question is at the service, it waits for the reply. An answer cannot be taken back:
    /// it may have made an account, which is the person's then.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - appleUser: Apple's identifier of the person, if the login was one with Apple. The device is asked about it.
    /// - Throws: ``SignInFailure/otherAccount`` if somebody else is signed in, or ``SignInFailure/storageLocked``.
    public func adopt(_ session: BackendSession, appleUser: String? = nil) async throws(SignInFailure) {
        try await launchForToken()
        await settled { !$0.isAnswering }
        await take(.sessionAdopted(StoredSession(session, appleUser: appleUser, at: clock.now())))
        guard lifeCycle.status.state.person?.account.id == session.account.id else { throw .otherAccount }
    }
}
