public import Foundation
public import SignInAPI

/// The sign-in service as the app's backend.
@_spi(SignInPrograms) extension SignInService: AccountBackend {
    /// Opens an attempt with the service's nonce.
    public func openAttempt(at now: Date) async throws -> SignInAttempt {
        SignInAttempt(try await openAttempt(), at: now)
    }

    /// Completes an attempt with Apple's answer.
    public func signIn(_ signIn: PendingSignIn) async throws -> BackendSession {
        BackendSession(try await complete(signIn.message(canAsk: false)))
    }

    /// Fetches the next tokens of a session.
    public func renew(_ session: BackendSession) async throws -> BackendSession {
        do throws(SignInFailure) {
            return BackendSession(try await refresh(session.refreshToken ?? session.accessToken))
        } catch {
            if case .refused(let code, _) = error, APIError.Code(rawValue: code).endsSession {
                throw SignInFailure.sessionEnded
            }
            throw error
        }
    }

    /// Ends a session. If its access token has expired, a new one is fetched for it.
    ///
    /// If the device reported the credential as revoked, the service asks Apple, and applies the answer to other
    /// devices, too.
    public func end(_ session: BackendSession, because reason: SignedOutReason) async throws {
        let request: OwnSessionEndRequest = reason == .credentialRevoked ? .credentialRevoked : .person
        do throws(SignInFailure) {
            try await endSession(session.accessToken, request)
        } catch {
            guard error.isRefusal(.accessTokenExpired), let refreshToken = session.refreshToken else { throw error }
            try await endSession(Secret(try await refresh(refreshToken).accessToken), request)
        }
    }

    /// Deletes the account. The service knows from its own records that the sign-in was recent.
    public func deleteAccount(
        _ session: BackendSession, confirmedBy confirmation: PendingSignIn?
    ) async throws -> AppleRevocation {
        do throws(SignInFailure) {
            let reply = try await deleteAccount(session.accessToken)
            return reply.revocation == "queued" ? .queued : .byHand(address: reply.byHand)
        } catch {
            throw error.isRefusal(.sessionEnded) ? .sessionEnded : error
        }
    }

    /// Fetches the account of a session.
    public func readAccount(_ session: BackendSession) async throws -> SignInAccount {
        try await account(session.accessToken)
    }

    /// Changes the name of a session's account.
    public func rename(_ name: PersonName, _ session: BackendSession) async throws -> SignInAccount {
        try await rename(name, session.accessToken)
    }
}

@_spi(SignInPrograms) extension SignInService: PasswordLogin {
    /// Signs in with a password that the service knows.
    ///
    /// - Throws: ``SignInFailure/refused(code:requestID:)`` with `password_wrong` for instance, or a failure to reach
    ///   the service.
    public func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession {
        let reply: SessionReply = try await post(
            Paths.passwordSignIn,
            PasswordSignInRequest(client: client, name: credential.user, password: credential.password.exposed))
        return StoredSession(reply, appleUser: nil, attempt: nil, at: now())
    }
}

extension SignInAttempt {
    /// Creates an attempt that the sign-in service opened at `now`.
    init(_ reply: NativeAttemptReply, at now: Date) {
        self.init(
            id: Secret(reply.attempt), nonce: Secret(reply.nonce),
            expiresAt: now.addingTimeInterval(TimeInterval(reply.expiresIn)))
    }
}

extension BackendSession {
    /// Creates a session that the sign-in service returned.
    init(_ reply: SessionReply) {
        self.init(
            accessToken: Secret(reply.accessToken), expiresIn: reply.expiresIn,
            refreshToken: Secret(reply.refreshToken), account: reply.account)
    }
}
