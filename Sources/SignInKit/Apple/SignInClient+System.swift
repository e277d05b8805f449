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

        /// Launches, checks the permission at each return to the foreground, and gives up a sheet that did not appear,
        /// until the task is cancelled. If the keychain could not be read, it is read again when the device is unlocked.
        @MainActor
        public func follow() async { await follow { _ in } }

        /// Calls the function once the keychain was read, or could not be. A signal that comes before that counts, too.
        @MainActor
        func follow(_ launched: @MainActor (SignInStatus) -> Void) async {
            await follow(AppSignal.stream(), launched: launched)
        }
    }
#endif
