#if canImport(AuthenticationServices) && canImport(Security)
    extension SignInClient {
        /// Creates a client for this device: Apple's sheet, the keychain and the system's network.
        @MainActor
        public static func system(_ configuration: SignInConfiguration) throws(SignInFailure) -> SignInClient {
            try SignInClient(
                configuration, device: SystemAppleDevice(), storage: KeychainStorage(), mark: UserDefaultsMark())
        }

        /// Launches, and checks the permission at each return to the foreground, until the task is cancelled.
        @MainActor
        public func follow() async {
            await launch()
            for await _ in ForegroundSignals.stream() { await enterForeground() }
        }
    }
#endif
