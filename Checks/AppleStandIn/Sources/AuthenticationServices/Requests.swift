// The requests and credentials of AuthenticationServices, as Apple's headers declare them: classes that are not
// sendable and have no public initializer.
import Foundation

public protocol ASAuthorizationProvider: NSObjectProtocol {}
public protocol ASAuthorizationCredential: NSObjectProtocol {}

open class ASAuthorization: NSObject {
    public let provider: any ASAuthorizationProvider
    public let credential: any ASAuthorizationCredential

    init(_ credential: any ASAuthorizationCredential, _ provider: any ASAuthorizationProvider) {
        self.credential = credential
        self.provider = provider
    }

    public struct Scope: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let fullName = Scope(rawValue: "full_name")
        public static let email = Scope(rawValue: "email")
    }
}

open class ASAuthorizationRequest: NSObject {
    override init() {}
}

open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    public var requestedScopes: [ASAuthorization.Scope]?
    public var state: String?
    public var nonce: String?
}

open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    public var user: String?
}

open class ASAuthorizationPasswordRequest: ASAuthorizationRequest {}

open class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider {
    public override init() {}
    public func createRequest() -> ASAuthorizationPasswordRequest { ASAuthorizationPasswordRequest() }
}

open class ASPasswordCredential: NSObject, ASAuthorizationCredential {
    public let user: String
    public let password: String
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    public let user: String
    public let state: String?
    public let authorizedScopes: [ASAuthorization.Scope] = []
    public let authorizationCode: Data?
    public let identityToken: Data?
    public let email: String?
    public let fullName: PersonNameComponents?
    public let realUserStatus: ASUserDetectionStatus
    public let userAgeRange: ASUserAgeRange

    init(_ credential: StandInCredential) {
        user = credential.user
        state = credential.state
        authorizationCode = Data(credential.authorizationCode.utf8)
        identityToken = Data(credential.identityToken.utf8)
        email = credential.email
        var name = PersonNameComponents()
        name.givenName = credential.givenName
        name.familyName = credential.familyName
        // Without a name, Apple returns empty components instead of nil.
        fullName = name
        realUserStatus = ASUserDetectionStatus(rawValue: credential.realUserStatus) ?? .unknown
        userAgeRange = .unknown
    }
}

public enum ASUserDetectionStatus: Int, Sendable { case unsupported, unknown, likelyReal }
public enum ASUserAgeRange: Int, Sendable { case unknown, child, notChild }

open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider {
    public enum CredentialState: Int, Sendable { case revoked, authorized, notFound, transferred }

    public override init() {}
    public func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }
    public func getCredentialState(
        forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
    ) {
        let question = StandInDevice.current.credentialState
        Task {
            guard let number = await question(userID), let state = CredentialState(rawValue: number) else {
                return completion(.notFound, NSError(domain: ASAuthorizationErrorDomain, code: 1000))
            }
            completion(state, nil)
        }
    }
    public class var credentialRevokedNotification: Notification.Name {
        Notification.Name("ASAuthorizationAppleIDCredentialRevokedNotification")
    }
}

public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

@available(*, unavailable) extension ASAuthorization: @unchecked Sendable {}
@available(*, unavailable) extension ASAuthorizationRequest: @unchecked Sendable {}
@available(*, unavailable) extension ASAuthorizationAppleIDCredential: @unchecked Sendable {}
@available(*, unavailable) extension ASPasswordCredential: @unchecked Sendable {}
@available(*, unavailable) extension ASAuthorizationAppleIDProvider: @unchecked Sendable {}
