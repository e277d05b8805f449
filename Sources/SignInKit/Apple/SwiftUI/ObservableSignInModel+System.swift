#if canImport(AuthenticationServices) && canImport(Security)
    public import Foundation

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ObservableSignInModel {
        /// Creates a model for this device and the sign-in service.
        public convenience init(server: URL, client: String) {
            self.init(SignInConfiguration(server: server, client: client))
        }

        /// Creates a model for this device that keeps its items in the keychain, or elsewhere, for instance in a keychain
        /// group that the app shares with an extension.
        public convenience init(
            _ configuration: SignInConfiguration, storage: any SignInStorage = KeychainStorage(),
            mark: any InstallationMark = UserDefaultsMark()
        ) {
            do throws(SignInFailure) {
                self.init(client: try SignInClient.system(configuration, storage: storage, mark: mark))
            } catch {
                self.init(previewing: SignInStatus(state: .unknown, failure: error))
            }
        }
    }
#endif
