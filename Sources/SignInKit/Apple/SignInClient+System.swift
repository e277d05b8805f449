#if canImport(AuthenticationServices) && canImport(Security)
    extension SignInClient {
        /// Creates a client for this device: Apple's sheet, the keychain and the system's network.
        ///
        /// - Parameters:
        ///   - storage: pass a ``KeychainStorage`` with an access group to share the session with an extension.
        ///   - mark: unlike the storage, it must disappear with the app's installation.
        @MainActor
        public static func system(
            _ configuration: SignInConfiguration, storage: any SignInStorage = KeychainStorage(),
            mark: any InstallationMark = UserDefaultsMark()
        ) throws(SignInFailure) -> SignInClient {
            try SignInClient(configuration, device: SystemAppleDevice(), storage: storage, mark: mark)
        }

        /// Launches, and checks the permission at each return to the foreground, until the task is cancelled.
        @MainActor
        public func follow() async {
            await launch()
            await followForeground()
        }

        @MainActor
        func followForeground() async {
            for await _ in ForegroundSignals.stream() { await enterForeground() }
        }
    }
#endif
