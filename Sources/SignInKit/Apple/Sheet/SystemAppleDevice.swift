#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation

    /// The device on which the app runs.
    @MainActor
    public final class SystemAppleDevice: AppleDevice {
        private let window: PresentationWindow?
        /// The sheet that was requested last, until it ends.
        private var sheet: AuthorizationSheet?

        /// Creates a device that presents sheets in the window whose ``SignInControl`` was tapped, or in the app's key
        /// window.
        public init() {
            window = nil
        }

        #if !(os(watchOS) || STAND_IN_WATCHOS)
            /// Creates a device that presents sheets in a window of the app's choice.
            public init(window: PresentationWindow) {
                self.window = window
            }
        #endif

        /// Whether a search shows nothing if there is no credential on the device. Only `performRequests(options:)`
        /// with `preferImmediatelyAvailableCredentials` promises that, and older systems, tvOS and watchOS lack it.
        public nonisolated var canSearchQuietly: Bool {
            #if !(os(tvOS) || os(watchOS) || STAND_IN_TVOS || STAND_IN_WATCHOS)
                if #available(iOS 16, macOS 13, macCatalyst 16, visionOS 1, *) { return true }
            #endif
            return false
        }

        /// Whether a sheet can be closed. `ASAuthorizationController.cancel()` is missing on watchOS and older systems.
        public nonisolated var canCloseSheet: Bool {
            #if !(os(watchOS) || STAND_IN_WATCHOS)
                if #available(iOS 16, macOS 13, macCatalyst 16, tvOS 18, visionOS 1, *) { return true }
            #endif
            return false
        }

        /// Shows Apple's sheet. A sheet that is still shown is closed, if that is possible.
        ///
        /// Returns when Apple says how the sheet ended, also if the calling task was cancelled before.
        @MainActor
        public func present(_ request: SheetRequest) async -> SheetResult {
            sheet?.cancel()
            #if os(watchOS) || STAND_IN_WATCHOS
                let sheet = AuthorizationSheet(window: nil)
            #else
                let sheet = AuthorizationSheet(window: window ?? SheetOrigin.current?.window)
            #endif
            self.sheet = sheet
            defer { if self.sheet === sheet { self.sheet = nil } }
            return await withTaskCancellationHandler {
                await sheet.run(request)
            } onCancel: {
                Task { @MainActor in sheet.cancel() }
            }
        }

        /// Returns the device's credential state. Throws the device's error, and for a state that this code does not
        /// know.
        @MainActor
        public func credentialState(of appleUser: String) async throws -> CredentialState {
            try await withCheckedThrowingContinuation { continuation in
                // The system calls back on a queue of its own. `@Sendable` says so also where an older SDK does not:
                // otherwise the closure would be isolated to the main actor, and Swift 6 would stop the app there.
                // (Swift Evolution 0423, "Dynamic actor isolation enforcement from non-strict-concurrency contexts".)
                ASAuthorizationAppleIDProvider().getCredentialState(forUserID: appleUser) { @Sendable state, error in
                    // With an error, the state has no meaning.
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

        /// Signals each revocation notification. The system posts it within the process.
        @MainActor
        public func revocations() -> AsyncStream<Void> {
            NotificationSignals.stream(of: ASAuthorizationAppleIDProvider.credentialRevokedNotification)
        }
    }

    extension CredentialState {
        /// Returns nil for a state that is newer than this code.
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
