#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation

    /// Shows Apple's sheet once. It finishes exactly once, however often its methods are called.
    ///
    /// The controller holds its delegate weakly. So this object and its controller live until Apple calls the delegate,
    /// also if the sheet was given up before: the answer that comes then may be the only one with the person's name.
    @MainActor
    final class AuthorizationSheet: NSObject {
        private let chosenWindow: PresentationWindow?
        private var window: PresentationWindow?
        private var controller: ASAuthorizationController?
        private var continuation: CheckedContinuation<SheetResult, Never>?
        private var isCancelled = false
        private var shownAt = Date.distantPast

        /// The sheet that was requested last, until it ends.
        private static weak var shown: AuthorizationSheet?
        /// The current time. A test passes another one.
        static var now: @MainActor () -> Date = { Date() }

        /// Whether a sheet should have covered the app for a while, so that a tap on a button proves that there is none.
        static var isMissing: Bool {
            guard let shown else { return false }
            return abs(now().timeIntervalSince(shown.shownAt)) >= SignInLifeCycle.secondsToAppear
        }

        init(window: PresentationWindow?) {
            chosenWindow = window
        }

        func run(_ request: SheetRequest) async -> SheetResult {
            guard !isCancelled, !Task.isCancelled else { return .failed(.canceled) }
            let controller = ASAuthorizationController(authorizationRequests: Self.requests(for: request))
            controller.delegate = self
            #if !(os(watchOS) || STAND_IN_WATCHOS)
                guard let window = chosenWindow ?? PresentationWindow.forSheet else { return .failed(.noWindow) }
                self.window = window
                controller.presentationContextProvider = self
            #endif
            self.controller = controller
            shownAt = Self.now()
            Self.shown = self
            return await withCheckedContinuation { continuation in
                self.continuation = continuation
                perform(controller, searching: request.purpose == .search)
            }
        }

        /// A search shows something only if there is a credential on the device (iOS 16). On older systems and where
        /// the option does not exist, the system finds that out itself. After a team transfer, Apple requires the plain
        /// call.
        private func perform(_ controller: ASAuthorizationController, searching: Bool) {
            #if !(os(tvOS) || os(watchOS) || STAND_IN_TVOS || STAND_IN_WATCHOS)
                if searching, #available(iOS 16, macOS 13, macCatalyst 16, visionOS 1, *) {
                    controller.performRequests(options: .preferImmediatelyAvailableCredentials)
                    return
                }
            #endif
            controller.performRequests()
        }

        /// Asks Apple to close the sheet, which ends when Apple calls the delegate.
        func cancel() {
            guard !isCancelled else { return }
            isCancelled = true
            leave()
            #if !(os(watchOS) || STAND_IN_WATCHOS)
                if #available(iOS 16, macOS 13, macCatalyst 16, tvOS 18, visionOS 1, *) { controller?.cancel() }
            #endif
        }

        /// From now on, nobody expects this sheet to cover the app.
        private func leave() { if Self.shown === self { Self.shown = nil } }

        private func finish(_ result: SheetResult) {
            leave()
            controller = nil
            let waiting = continuation
            continuation = nil
            waiting?.resume(returning: result)
        }

        static func requests(for request: SheetRequest) -> [ASAuthorizationRequest] {
            let apple = ASAuthorizationAppleIDProvider().createRequest()
            apple.requestedScopes = request.scopes.isEmpty ? nil : request.scopes.map(\.system)
            apple.nonce = request.attempt.requestNonce
            apple.state = request.attempt.state
            // Names the person whose identifier is renewed after a team transfer. Then nothing is shown.
            if let user = request.appleUser { apple.user = user }
            guard request.includesPasswords else { return [apple] }
            return [apple, ASAuthorizationPasswordProvider().createRequest()]
        }
    }

    // The delegate's methods are isolated to the main actor in newer SDKs and not isolated in older ones. `nonisolated`
    // fits both. Apple's objects are not sendable in older SDKs, so they are converted to values before the method
    // returns.
    extension AuthorizationSheet: ASAuthorizationControllerDelegate {
        nonisolated func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
        ) {
            let result = SheetResult(authorization)
            Task { @MainActor in self.finish(result) }
        }

        nonisolated func authorizationController(
            controller: ASAuthorizationController, didCompleteWithError error: any Error
        ) {
            let result = SheetResult.error(FrameworkError(error))
            Task { @MainActor in self.finish(result) }
        }
    }

    #if !(os(watchOS) || STAND_IN_WATCHOS)
        extension AuthorizationSheet: ASAuthorizationControllerPresentationContextProviding {
            nonisolated func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
                MainActor.assumeIsolated { window ?? chosenWindow ?? PresentationWindow.empty }
            }
        }
    #endif
#endif
