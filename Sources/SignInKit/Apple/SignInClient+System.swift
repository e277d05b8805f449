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

        /// Launches, and checks the permission at each return to the foreground, until the task is cancelled. If the
        /// keychain could not be read, it is read again when the device is unlocked.
        @MainActor
        public func follow() async { await follow { _ in } }

        /// Calls the function after the launch.
        @MainActor
        func follow(_ launched: @MainActor (SignInStatus) -> Void) async {
            // A signal that comes during the launch counts, too.
            let signals = AppSignal.stream()
            launched(await launch())
            for await signal in signals {
                switch signal {
                case .foreground: await enterForeground()
                case .unlocked: await launch()
                }
            }
        }
    }
#endif
