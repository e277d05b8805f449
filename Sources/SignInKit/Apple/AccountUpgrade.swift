#if canImport(AuthenticationServices) && canImport(UIKit)
    #if !(os(tvOS) || os(watchOS) || STAND_IN_TVOS || STAND_IN_WATCHOS)
        public import AuthenticationServices
        import Foundation
        import SignInAPI

        /// Replaces a saved password by Sign in with Apple, in an account authentication modification extension: from the
        /// system's settings, or after a sign-in with a weak password.
        ///
        /// Keep it in the extension's view controller, as long as that lives. It stores nothing on the device.
        @MainActor
        public final class AccountUpgrade {
            private let configuration: SignInConfiguration
            private var context: ASAccountAuthenticationModificationExtensionContext?
            private var work: Task<Void, Never>?

            /// Creates an upgrade at the backend of the app, which must have a login with passwords.
            public init(_ configuration: SignInConfiguration) {
                var configuration = configuration
                configuration.signsInWithPasswords = true
                self.configuration = configuration
            }

            /// Shows Apple's sheet, replaces the password at the backend, and tells the system how it ended. The system
            /// then deletes the saved password.
            public func replace(
                _ existing: ASPasswordCredential, in context: ASAccountAuthenticationModificationExtensionContext
            ) {
                let password = PasswordCredential(user: existing.user, password: Secret(existing.password))
                let device = UpgradeDevice(context)
                self.context = context
                work = Task { end(await replace(password, on: device)) }
            }

            /// Gives up, and tells the system.
            public func cancel() {
                work?.cancel()
                end(.canceled)
            }

            private func replace(
                _ password: PasswordCredential, on device: UpgradeDevice
            ) async -> PasswordReplacement {
                do throws(SignInFailure) {
                    let memory = MemoryStorage()
                    let client = try SignInClient(configuration, device: device, storage: memory, mark: memory)
                    return await client.replacePassword(password)
                } catch {
                    return .failed(error)
                }
            }

            /// The system is told once.
            private func end(_ outcome: PasswordReplacement) {
                guard let context else { return }
                self.context = nil
                switch outcome {
                case .replaced: context.completeUpgradeToSignInWithApple()
                case .canceled: context.cancelRequest(withError: ASExtensionError(.userCanceled))
                case .failed(let failure):
                    let texts = [ASExtensionLocalizedFailureReasonErrorKey: failure.errorDescription ?? failure.code]
                    context.cancelRequest(withError: ASExtensionError(.failed, userInfo: texts))
                }
            }
        }

        /// The sheet of an extension, which has no window of its own. It knows only upgrades.
        @MainActor
        final class UpgradeDevice: AppleDevice {
            private let context: ASAccountAuthenticationModificationExtensionContext

            nonisolated var canCloseSheet: Bool { false }

            init(_ context: ASAccountAuthenticationModificationExtensionContext) { self.context = context }

            @MainActor
            func present(_ request: SheetRequest) async -> SheetResult {
                guard request.purpose == .upgrade else { return .failed(.noWindow) }
                let (state, nonce) = (request.attempt.state, request.attempt.requestNonce)
                return await withCheckedContinuation { continuation in
                    // The system may call back on any queue, so the closure is not isolated to the main actor.
                    context.getSignInWithAppleUpgradeAuthorization(state: state, nonce: nonce) {
                        @Sendable credential, error in
                        continuation.resume(returning: SheetResult(upgrade: credential, error))
                    }
                }
            }

            @MainActor
            func credentialState(of appleUser: String) async throws -> CredentialState {
                try await SystemAppleDevice().credentialState(of: appleUser)
            }

            /// The extension ends with the upgrade.
            @MainActor
            func revocations() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
        }

        extension SheetResult {
            fileprivate init(upgrade credential: ASAuthorizationAppleIDCredential?, _ error: (any Error)?) {
                if let credential {
                    self = .apple(AppleCredential(credential))
                } else if let error {
                    self = .error(FrameworkError(error))
                } else {
                    self = .failed(.canceled)
                }
            }
        }
    #endif
#endif
