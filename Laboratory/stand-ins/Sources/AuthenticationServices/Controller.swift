// The controller and its delegates. Newer SDKs isolate the delegates to the main actor, older ones do not
// (STAND_IN_NONISOLATED_DELEGATES).
//
// Both methods of the controller's delegate are optional at Apple. Without Objective-C, Swift has no optional
// requirements.
//
// Pages: https://developer.apple.com/documentation/authenticationservices/
import Foundation

#if STAND_IN_WATCHOS
    import WatchKit
#elseif STAND_IN_MACOS
    import AppKit
    // Page: aspresentationanchor
    @available(iOS 12.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    public typealias ASPresentationAnchor = NSWindow
#else
    import UIKit
    // Page: aspresentationanchor
    @available(iOS 12.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
    @available(watchOS, unavailable)
    public typealias ASPresentationAnchor = UIWindow
#endif

#if STAND_IN_NONISOLATED_DELEGATES
    // Page: asauthorizationcontrollerdelegate
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
        // Page: asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewithauthorization:)
        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
        // Page: asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewitherror:)
        func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
    }
    #if !STAND_IN_WATCHOS
        // Page: asauthorizationcontrollerpresentationcontextproviding
        @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
        @available(watchOS, unavailable)
        public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
            // Page: asauthorizationcontrollerpresentationcontextproviding/presentationanchor(for:)
            func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
        }
    #endif
#else
    // Page: asauthorizationcontrollerdelegate
    @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @MainActor
    public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
        // Page: asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewithauthorization:)
        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
        // Page: asauthorizationcontrollerdelegate/authorizationcontroller(controller:didcompletewitherror:)
        func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
    }
    #if !STAND_IN_WATCHOS
        // Page: asauthorizationcontrollerpresentationcontextproviding
        @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
        @available(watchOS, unavailable)
        @MainActor
        public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
            // Page: asauthorizationcontrollerpresentationcontextproviding/presentationanchor(for:)
            func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
        }
    #endif
#endif

// Page: asauthorizationcontroller
// Not isolated to the main actor.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
open class ASAuthorizationController: NSObject {
    // Page: asauthorizationcontroller
    public let authorizationRequests: [ASAuthorizationRequest]
    // Page: asauthorizationcontroller/delegate
    public weak var delegate: (any ASAuthorizationControllerDelegate)?
    #if !STAND_IN_WATCHOS
        // Page: asauthorizationcontroller/presentationcontextprovider
        @available(iOS 13.0, macOS 10.15, tvOS 13.0, visionOS 1.0, *)
        @available(watchOS, unavailable)
        public weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
    #endif
    private var showing: Task<Void, Never>?

    // Page: asauthorizationcontroller/init(authorizationrequests:)
    public init(authorizationRequests: [ASAuthorizationRequest]) {
        self.authorizationRequests = authorizationRequests
    }

    // Page: asauthorizationcontroller/performrequests()
    public func performRequests() { perform(immediately: false) }

    #if !(STAND_IN_TVOS || STAND_IN_WATCHOS)
        // Page: asauthorizationcontroller/requestoptions
        @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        public struct RequestOptions: OptionSet, Sendable {
            // Page: asauthorizationcontroller/requestoptions
            public let rawValue: UInt
            // Page: asauthorizationcontroller/requestoptions
            public init(rawValue: UInt) { self.rawValue = rawValue }
            // Page: asauthorizationcontroller/requestoptions/preferimmediatelyavailablecredentials
            @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
            @available(tvOS, unavailable)
            @available(watchOS, unavailable)
            public static var preferImmediatelyAvailableCredentials: RequestOptions { RequestOptions(rawValue: 1) }
        }

        // Page: asauthorizationcontroller/performrequests(options:)
        @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        public func performRequests(options: RequestOptions) {
            perform(immediately: options.contains(.preferImmediatelyAvailableCredentials))
        }
    #endif

    #if !STAND_IN_WATCHOS
        // Page: asauthorizationcontroller/cancel()
        @available(iOS 16.0, macOS 13.0, tvOS 18.0, visionOS 1.0, *)
        @available(watchOS, unavailable)
        public func cancel() { showing?.cancel() }
    #endif

    private func perform(immediately: Bool) {
        var request = StandInDevice.Request()
        request.isPreferringImmediate = immediately
        for asked in authorizationRequests {
            if let apple = asked as? ASAuthorizationAppleIDRequest {
                request.nonce = apple.nonce
                request.state = apple.state
                request.scopes = (apple.requestedScopes ?? []).map(\.rawValue)
                request.user = apple.user
            } else {
                request.includesPasswords = true
            }
        }
        #if !STAND_IN_WATCHOS
            // Apple calls this on the main thread, and so does the kit call `performRequests`.
            nonisolated(unsafe) let asking = self
            request.window = MainActor.assumeIsolated {
                nonisolated(unsafe) let provider = asking.presentationContextProvider
                return provider.map { ObjectIdentifier($0.presentationAnchor(for: asking)) }
            }
        #endif
        let question = StandInDevice.current.sheet
        nonisolated(unsafe) let controller = self
        showing = Task { [request] in
            let answer = await question(request)
            if case .stays = answer {
                try? await Task.sleep(nanoseconds: 600_000_000_000)
            }
            await controller.end(answer)
        }
    }

    @MainActor
    private func end(_ answer: StandInDevice.Answer) {
        nonisolated(unsafe) let delegate = delegate
        switch answer {
        case .apple(let credential):
            delegate?.authorizationController(
                controller: self,
                didCompleteWithAuthorization: ASAuthorization(
                    ASAuthorizationAppleIDCredential(credential), ASAuthorizationAppleIDProvider()))
        case .password(let user, let password):
            delegate?.authorizationController(
                controller: self,
                didCompleteWithAuthorization: ASAuthorization(
                    ASPasswordCredential(user: user, password: password), ASAuthorizationPasswordProvider()))
        case .error(let code): end(code)
        case .failed(let code, let below):
            end(code, [NSUnderlyingErrorKey: NSError(domain: "AKAuthenticationError", code: below)])
        case .stays: end(1001)
        case .never: break
        }
    }

    @MainActor
    private func end(_ code: Int, _ info: [String: Any] = [:]) {
        delegate?.authorizationController(
            controller: self,
            didCompleteWithError: NSError(domain: ASAuthorizationErrorDomain, code: code, userInfo: info))
    }
}

@available(*, unavailable) extension ASAuthorizationController: @unchecked Sendable {}
