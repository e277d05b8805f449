// The controller and its delegates. Newer SDKs isolate the delegates to the main actor, older ones do not
// (STAND_IN_NONISOLATED_DELEGATES).
import Foundation

#if STAND_IN_WATCHOS
    import WatchKit
#elseif STAND_IN_MACOS
    import AppKit
    public typealias ASPresentationAnchor = NSWindow
#else
    import UIKit
    public typealias ASPresentationAnchor = UIWindow
#endif

#if STAND_IN_NONISOLATED_DELEGATES
    public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
        func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
    }
    #if !STAND_IN_WATCHOS
        public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
            func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
        }
    #endif
#else
    @MainActor
    public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
        func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
    }
    #if !STAND_IN_WATCHOS
        @MainActor
        public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
            func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
        }
    #endif
#endif

open class ASAuthorizationController: NSObject {
    public let authorizationRequests: [ASAuthorizationRequest]
    public weak var delegate: (any ASAuthorizationControllerDelegate)?
    #if !STAND_IN_WATCHOS
        public weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
    #endif
    private var showing: Task<Void, Never>?

    public init(authorizationRequests: [ASAuthorizationRequest]) {
        self.authorizationRequests = authorizationRequests
    }

    public func performRequests() { perform(immediately: false) }

    #if !(STAND_IN_TVOS || STAND_IN_WATCHOS)
        public struct RequestOptions: OptionSet, Sendable {
            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
            public static var preferImmediatelyAvailableCredentials: RequestOptions { RequestOptions(rawValue: 1) }
        }

        public func performRequests(options: RequestOptions) {
            perform(immediately: options.contains(.preferImmediatelyAvailableCredentials))
        }
    #endif

    #if !STAND_IN_WATCHOS
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
        case .stays: end(1001)
        }
    }

    @MainActor
    private func end(_ code: Int) {
        delegate?.authorizationController(
            controller: self, didCompleteWithError: NSError(domain: ASAuthorizationErrorDomain, code: code))
    }
}

@available(*, unavailable) extension ASAuthorizationController: @unchecked Sendable {}
