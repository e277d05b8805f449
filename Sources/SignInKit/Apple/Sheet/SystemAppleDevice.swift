#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation

    /// The device that the app runs on.
    @MainActor
    public final class SystemAppleDevice: AppleDevice {
        private let window: PresentationWindow?
        /// The controller holds its delegate weakly, so the sheet is held here until it has ended.
        private var sheet: AuthorizationSheet?

        /// Shows sheets over the app's key window.
        public init() {
            window = nil
        }

        #if !(os(watchOS) || STAND_IN_WATCHOS)
            /// Shows sheets over a window of the app's choice.
            public init(window: PresentationWindow) {
                self.window = window
            }
        #endif

        /// Shows Apple's sheet; one that is still shown ends as if it had been closed.
        @MainActor
        public func present(_ request: SheetRequest) async -> SheetResult {
            sheet?.cancel()
            let sheet = AuthorizationSheet(window: window)
            self.sheet = sheet
            defer { if self.sheet === sheet { self.sheet = nil } }
            return await withTaskCancellationHandler {
                await sheet.run(request)
            } onCancel: {
                Task { @MainActor in sheet.cancel() }
            }
        }

        /// What the device says; throws its error, and for a state that this code does not know.
        @MainActor
        public func credentialState(of appleUser: String) async throws -> CredentialState {
            try await withCheckedThrowingContinuation { continuation in
                ASAuthorizationAppleIDProvider().getCredentialState(forUserID: appleUser) { state, error in
                    // An error comes with a state, too, which then says nothing.
                    if let error {
                        continuation.resume(throwing: error)
                    } else if let state = CredentialState(state) {
                        continuation.resume(returning: state)
                    } else {
                        continuation.resume(throwing: SheetFailure.other(state.rawValue))
                    }
                }
            }
        }

        /// Something for each revoked notification, which is sent within the process.
        @MainActor
        public func revocations() -> AsyncStream<Void> {
            NotificationSignals.stream(of: ASAuthorizationAppleIDProvider.credentialRevokedNotification)
        }
    }

    extension CredentialState {
        /// Nil for a state that is newer than this code.
        init?(_ state: ASAuthorizationAppleIDProvider.CredentialState) {
            switch state {
            case .authorized: self = .authorized
            case .revoked: self = .revoked
            case .notFound: self = .notFound
            case .transferred: self = .transferred
            @unknown default: return nil
            }
        }
    }
#endif
