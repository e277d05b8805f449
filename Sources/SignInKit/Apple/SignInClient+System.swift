#if canImport(AuthenticationServices) && canImport(Security)
    extension SignInClient {
        /// A client of this device: Apple's sheet, the keychain, the system's network.
        @MainActor
        public static func system(_ configuration: SignInConfiguration) throws(SignInFailure) -> SignInClient {
            try SignInClient(
                configuration, device: SystemAppleDevice(), storage: KeychainStorage(), mark: UserDefaultsMark())
        }

        /// Launches, and looks at the permission at each return to the foreground, until the asking task ends.
        @MainActor
        public func follow() async {
            await launch()
            for await _ in ForegroundSignals.stream() { await enterForeground() }
        }
    }
#endif
