public import Foundation
public import SignInAPI

/// Apple's answer, with all data of one sign-in that the backend must receive. It is stored before it is sent, so that neither the name nor
/// the sign-in is lost if the process ends.
public struct PendingSignIn: Sendable, Equatable, Codable {
    /// The purpose for which the sheet was shown.
    public let purpose: SheetPurpose
    /// The attempt's id.
    public let attempt: Secret
    /// The nonce itself. Apple's identity token contains its lowercase hexadecimal SHA-256.
    public let nonce: Secret
    /// When the attempt expires.
    public let expiresAt: Date
    /// Apple's identifier of the person.
    public let appleUser: String
    /// Apple's identity token.
    public let identityToken: Secret
    /// Apple's authorization code.
    public let code: Secret
    /// The name, from this sign-in or kept from an earlier one.
    public let name: PersonName?
    /// Whether the device believes that this is a real person.
    public let realUserStatus: RealUserStatus
    /// When Apple returned the name, or the sign-in if there is no name.
    public let keptAt: Date
    /// The question that the backend asked instead of signing the person in, or its offer to the person who is signed in.
    var question: OpenQuestion?

    /// Creates a sign-in, for tests of a backend.
    public init(
        purpose: SheetPurpose = .signIn, attempt: SignInAttempt, appleUser: String, identityToken: Secret, code: Secret,
        name: PersonName? = nil, realUserStatus: RealUserStatus = .unsupported, at now: Date
    ) {
        self.purpose = purpose
        self.attempt = attempt.id
        nonce = attempt.nonce
        expiresAt = attempt.expiresAt
        self.appleUser = appleUser
        self.identityToken = identityToken
        self.code = code
        self.name = name
        self.realUserStatus = realUserStatus
        keptAt = now
    }

    /// Combines a credential with earlier data. Returns nil if the credential has no token or no code.
    init?(
        _ credential: AppleCredential, purpose: SheetPurpose, attempt: SignInAttempt, kept: FirstTimeData?, at now: Date
    ) {
        guard let token = credential.identityToken, let code = credential.authorizationCode else { return nil }
        self.purpose = purpose
        self.attempt = attempt.id
        nonce = attempt.nonce
        expiresAt = attempt.expiresAt
        appleUser = credential.user
        identityToken = token
        self.code = code
        name = credential.name ?? kept?.name
        realUserStatus = credential.realUserStatus
        keptAt = credential.name == nil ? kept?.keptAt ?? now : now
    }

    /// The data that must outlive the attempt, or nil if there is nothing that Apple would not return again. Of an offer,
    /// there is nothing: the service has the name.
    var firstTimeData: FirstTimeData? {
        guard !isOffer else { return nil }
        return name.map { FirstTimeData(appleUser: appleUser, name: $0, keptAt: keptAt) }
    }

    /// Whether the service has the name: it began the session for this answer of Apple's, or the account has this name. An
    /// offer is left until there is another session than the one that it came with.
    func hasArrived(with session: StoredSession) -> Bool {
        if isOffer { return attempt != session.attempt }
        return attempt == session.attempt || (appleUser == session.appleUser && name == session.account.name)
    }

    /// Whether the person is signed in, and is only offered something.
    var isOffer: Bool { question?.isOffer == true }

    /// When nothing can become of it any longer.
    var endsAt: Date { question?.expiresAt ?? expiresAt }

    /// Whether a link was sent, or is about to be, whose answer is not known. It may have ended the session that began it.
    var isUnansweredLink: Bool { purpose.isLink && question == nil }

    /// The message to the service.
    func message(canAsk: Bool) -> NativeSignInRequest {
        NativeSignInRequest(
            attempt: attempt.exposed, identityToken: identityToken.exposed, code: code.exposed, name: name,
            realUserStatus: realUserStatus.rawValue, canAsk: canAsk ? true : nil)
    }
}
