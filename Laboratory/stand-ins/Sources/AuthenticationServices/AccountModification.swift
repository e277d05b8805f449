// The extension with which the system replaces saved passwords, as Apple declares it. The system's part is played by
// `StandInDevice`.
//
// Pages: https://developer.apple.com/documentation/authenticationservices/
#if !(STAND_IN_WATCHOS || STAND_IN_TVOS || STAND_IN_MACOS)
    import Foundation
    import UIKit

    // Page: /foundation/nsextensioncontext
    @available(iOS 8.0, macOS 10.10, tvOS 9.0, visionOS 1.0, *)
    open class NSExtensionContext: NSObject {}

    // Page: ascredentialserviceidentifier
    @available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
    public final class ASCredentialServiceIdentifier: NSObject {}

    // Page: asextensionerror-swift.struct
    @available(iOS 12.0, macOS 10.15, tvOS 12.0, visionOS 1.0, *)
    public struct ASExtensionError: Error {
        // Page: asextensionerror-swift.struct/code
        public enum Code: Int, Sendable {
            // Page: asextensionerror-swift.struct/code
            case failed = 0
            // Page: asextensionerror-swift.struct/code
            case userCanceled = 1
            // Page: asextensionerror-swift.struct/code
            case userInteractionRequired = 100
        }
        // Page: asextensionerror-swift.struct
        public let code: Code
        // Page: asextensionerror-swift.struct
        public let userInfo: [String: Any]
        // Page: asextensionerror-swift.struct
        public init(_ code: Code, userInfo: [String: Any] = [:]) {
            self.code = code
            self.userInfo = userInfo
        }
    }

    // Page: asextensionlocalizedfailurereasonerrorkey
    @available(iOS 14.0, visionOS 1.0, *)
    public let ASExtensionLocalizedFailureReasonErrorKey = "ASExtensionLocalizedFailureReason"

    // Page: asaccountauthenticationmodificationextensioncontext
    @available(iOS 14.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public final class ASAccountAuthenticationModificationExtensionContext: NSExtensionContext {
        /// What the system was told, in order: nil for a success.
        public nonisolated(unsafe) var standInEnds: [ASExtensionError?] = []
        /// Apple's class has no public initializer.
        public static func standIn() -> ASAccountAuthenticationModificationExtensionContext {
            ASAccountAuthenticationModificationExtensionContext()
        }
        // Page: asaccountauthenticationmodificationextensioncontext/getsigninwithappleupgradeauthorization(state:nonce:completionhandler:)
        public func getSignInWithAppleUpgradeAuthorization(
            state: String?, nonce: String?,
            completionHandler: @escaping (ASAuthorizationAppleIDCredential?, (any Error)?) -> Void
        ) {
            var request = StandInDevice.Request()
            request.state = state
            request.nonce = nonce
            let question = StandInDevice.current.sheet
            nonisolated(unsafe) let complete = completionHandler
            Task.detached { [request] in
                switch await question(request) {
                case .apple(let credential): complete(ASAuthorizationAppleIDCredential(credential), nil)
                case .error(let code), .failed(let code, _):
                    complete(nil, NSError(domain: ASAuthorizationErrorDomain, code: code))
                case .password, .stays, .never: break
                }
            }
        }
        // Page: asaccountauthenticationmodificationextensioncontext/completeupgradetosigninwithapple(userinfo:)
        public func completeUpgradeToSignInWithApple(userInfo: [AnyHashable: Any]? = nil) { standInEnds.append(nil) }
        // Page: asaccountauthenticationmodificationextensioncontext/cancelrequest(witherror:)
        public func cancelRequest(withError error: any Error) { standInEnds.append(error as? ASExtensionError) }
    }

    // Page: asaccountauthenticationmodificationviewcontroller
    @available(iOS 14.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @MainActor
    open class ASAccountAuthenticationModificationViewController: UIViewController {
        // Page: asaccountauthenticationmodificationviewcontroller/extensioncontext
        public let extensionContext = ASAccountAuthenticationModificationExtensionContext.standIn()
        // Page: asaccountauthenticationmodificationviewcontroller/convertaccounttosigninwithapplewithoutuserinteraction(for:existingcredential:userinfo:)
        open func convertAccountToSignInWithAppleWithoutUserInteraction(
            for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
            userInfo: [AnyHashable: Any]? = nil
        ) {}
        // Page: asaccountauthenticationmodificationviewcontroller/cancelrequest()
        open func cancelRequest() {}
    }

    @available(*, unavailable) extension ASAccountAuthenticationModificationExtensionContext: @unchecked Sendable {}
#endif
