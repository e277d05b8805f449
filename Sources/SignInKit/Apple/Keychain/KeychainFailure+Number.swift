#if canImport(Security)
    public import Foundation

    /// A diagnosis shows the number of the status.
    extension KeychainStorage.Failure: CustomNSError {
        /// The domain of Apple's numbers of this kind.
        public static var errorDomain: String { "NSOSStatusErrorDomain" }
        /// The status.
        public var errorCode: Int { Int(status) }
    }
#endif
