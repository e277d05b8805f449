public import Foundation
public import SignInAPI

/// Everything that the service must get of one sign-in: written down before it is sent, so that the end of the process
/// loses neither the name nor the sign-in.
public struct PendingSignIn: Sendable, Equatable, Codable {
    /// Why the sheet was shown.
    public let purpose: SheetPurpose
    /// Names the attempt at the service.
    public let attempt: Secret
    /// From this moment on the service does not take it any more.
    public let expiresAt: Date
    /// Apple's identifier of the person.
    public let appleUser: String
    /// Apple's identity token.
    public let identityToken: Secret
    /// Apple's authorization code.
    public let code: Secret
    /// The name, whether it was given just now or was kept from an earlier sign-in.
    public let name: PersonName?
    /// Whether the device believes that this is a real person.
    public let realUserStatus: RealUserStatus
    /// When Apple gave it.
    public let keptAt: Date

    /// What a credential and earlier data make; nil when the credential lacks its token or its code.
    init?(
        _ credential: AppleCredential, purpose: SheetPurpose, attempt: SignInAttempt, kept: FirstTimeData?, at now: Date
    ) {
        guard let token = credential.identityToken, let code = credential.authorizationCode else { return nil }
        self.purpose = purpose
        self.attempt = attempt.id
        expiresAt = attempt.expiresAt
        appleUser = credential.user
        identityToken = token
        self.code = code
        name = credential.name ?? kept?.name
        realUserStatus = credential.realUserStatus
        keptAt = credential.name == nil ? kept?.keptAt ?? now : now
    }

    /// What must outlive the attempt; nil when there is nothing that Apple would not give again.
    var firstTimeData: FirstTimeData? {
        name.map { FirstTimeData(appleUser: appleUser, name: $0, keptAt: keptAt) }
    }

    /// The message that the service gets. Tells the real-user status where the device told anything.
    var message: NativeSignInRequest {
        NativeSignInRequest(
            attempt: attempt.exposed, identityToken: identityToken.exposed, code: code.exposed, name: name,
            realUserStatus: realUserStatus.rawValue)
    }
}
