// The requests and credentials of AuthenticationServices, as Apple declares them: classes without a public initializer.
//
// Apple's pages of 2026 call all of them `Sendable`, older SDKs do not. They are not sendable here, which is stricter.
//
// Pages: https://developer.apple.com/documentation/authenticationservices/
import Foundation

// Page: asauthorizationprovider
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol ASAuthorizationProvider: NSObjectProtocol {}

// Page: asauthorizationcredential
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol ASAuthorizationCredential: NSObjectProtocol {}

// Page: asauthorization
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorization: NSObject {
    // Page: asauthorization/provider
    public let provider: any ASAuthorizationProvider
    // Page: asauthorization/credential
    public let credential: any ASAuthorizationCredential

    init(_ credential: any ASAuthorizationCredential, _ provider: any ASAuthorizationProvider) {
        self.credential = credential
        self.provider = provider
    }

    // Page: asauthorization/scope
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public struct Scope: RawRepresentable, Hashable, Sendable {
        // Page: asauthorization/scope
        public let rawValue: String
        // Page: asauthorization/scope
        public init(rawValue: String) { self.rawValue = rawValue }
        // Page: asauthorization/scope/fullname
        public static let fullName = Scope(rawValue: "full_name")
        // Page: asauthorization/scope
        public static let email = Scope(rawValue: "email")
    }
}

// Page: asauthorizationrequest
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationRequest: NSObject {
    override init() {}
}

// Page: asauthorizationopenidrequest
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    // Page: asauthorizationopenidrequest/requestedscopes
    public var requestedScopes: [ASAuthorization.Scope]?
    // Page: asauthorizationopenidrequest/state
    public var state: String?
    // Page: asauthorizationopenidrequest/nonce
    public var nonce: String?
}

// Page: asauthorizationappleidrequest
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    // Page: asauthorizationappleidrequest/user
    public var user: String?
}

// Page: asauthorizationpasswordrequest
@available(iOS 13.0, macOS 10.15, tvOS 15.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationPasswordRequest: ASAuthorizationRequest {}

// Page: asauthorizationpasswordprovider
@available(iOS 13.0, macOS 10.15, tvOS 15.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider {
    // Page: not found. Every Objective-C class has it.
    public override init() {}
    // Page: asauthorizationpasswordprovider/createrequest()
    public func createRequest() -> ASAuthorizationPasswordRequest { ASAuthorizationPasswordRequest() }
}

// Page: aspasswordcredential
@available(iOS 12.0, macOS 10.15, tvOS 15.0, watchOS 6.0, visionOS 1.0, *)
open class ASPasswordCredential: NSObject, ASAuthorizationCredential {
    // Page: aspasswordcredential/user
    public let user: String
    // Page: aspasswordcredential/password
    public let password: String
    // Page: aspasswordcredential
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

// Page: asauthorizationappleidcredential
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    // Page: asauthorizationappleidcredential/user
    public let user: String
    // Page: asauthorizationappleidcredential/state
    public let state: String?
    // Page: asauthorizationappleidcredential
    public let authorizedScopes: [ASAuthorization.Scope] = []
    // Page: asauthorizationappleidcredential/authorizationcode
    public let authorizationCode: Data?
    // Page: asauthorizationappleidcredential/identitytoken
    public let identityToken: Data?
    // Page: asauthorizationappleidcredential/email
    public let email: String?
    // Page: asauthorizationappleidcredential/fullname
    public let fullName: PersonNameComponents?
    // Page: asauthorizationappleidcredential/realuserstatus
    public let realUserStatus: ASUserDetectionStatus
    // Page: asauthorizationappleidcredential/useragerange
    // The SDK that brought it says 17.4 and 14.4 (its header first came with Xcode 15.3). The kit asks for those.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
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

// Page: asuserdetectionstatus
@available(iOS 12.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum ASUserDetectionStatus: Int, Sendable {
    // Page: asuserdetectionstatus
    case unsupported, unknown, likelyReal
}

// Page: asuseragerange
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
public enum ASUserAgeRange: Int, Sendable {
    // Page: asuseragerange
    case unknown, child, notChild
}

// Page: asauthorizationappleidprovider
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider {
    // Page: asauthorizationappleidprovider/credentialstate
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public enum CredentialState: Int, Sendable {
        // Page: asauthorizationappleidprovider/credentialstate
        case revoked, authorized, notFound
        // Page: asauthorizationappleidprovider/credentialstate/transferred
        case transferred
    }

    // Page: not found. Every Objective-C class has it.
    public override init() {}
    // Page: asauthorizationappleidprovider/createrequest()
    public func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }
    // The completion is `@Sendable` in newer SDKs only.
    #if STAND_IN_NONISOLATED_DELEGATES
        // Page: asauthorizationappleidprovider/getcredentialstate(foruserid:completion:)
        public func getCredentialState(
            forUserID userID: String, completion: @escaping (CredentialState, (any Error)?) -> Void
        ) {
            nonisolated(unsafe) let completion = completion
            standInState(of: userID) { completion($0, $1) }
        }
    #else
        // Page: asauthorizationappleidprovider/getcredentialstate(foruserid:completion:)
        public func getCredentialState(
            forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
        ) {
            standInState(of: userID, completion)
        }
    #endif
    private func standInState(
        of userID: String, _ completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
    ) {
        let question = StandInDevice.current.credentialState
        Task {
            guard let number = await question(userID), let state = CredentialState(rawValue: number) else {
                return completion(.notFound, NSError(domain: ASAuthorizationErrorDomain, code: 1000))
            }
            completion(state, nil)
        }
    }
    // Page: asauthorizationappleidprovider/credentialrevokednotification
    public class var credentialRevokedNotification: Notification.Name {
        Notification.Name("ASAuthorizationAppleIDCredentialRevokedNotification")
    }
}

// Page: asauthorizationerrordomain
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

@available(*, unavailable) extension ASAuthorization: @unchecked Sendable {}
@available(*, unavailable) extension ASAuthorizationRequest: @unchecked Sendable {}
@available(*, unavailable) extension ASAuthorizationAppleIDCredential: @unchecked Sendable {}
@available(*, unavailable) extension ASPasswordCredential: @unchecked Sendable {}
@available(*, unavailable) extension ASAuthorizationAppleIDProvider: @unchecked Sendable {}
