#if canImport(Security)
    public import Foundation
    import Security

    /// Keeps the items in the keychain: on this device only, readable once it has been unlocked.
    ///
    /// Written with Foundation's own types, without bridging, so that the same source compiles where there is none.
    public struct KeychainStorage: SignInStorage {
        /// The keychain refused; the number is one of `SecBase.h`.
        public struct Failure: Error, Sendable, Equatable {
            /// The status.
            public let status: Int32
        }

        private let service: String
        private let accessGroup: String?

        /// - Parameters:
        ///   - service: the items' service; one for each sign-in service that an app uses.
        ///   - accessGroup: shares the items with the team's other apps or the app's extensions.
        public init(service: String = "sign-in-kit", accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// What was written last.
        public func read(_ item: StoredItem) throws -> Data? {
            let query = query(item)
            query[kSecReturnData as NSString] = NSNumber(value: true)
            query[kSecMatchLimit as NSString] = kSecMatchLimitOne as NSString
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? NSData else { throw Failure(status: status) }
            return Data(referencing: data)
        }

        /// Updates the item, or adds it: the old one is never absent in between.
        public func write(_ data: Data, to item: StoredItem) throws {
            let query = query(item)
            let change = NSMutableDictionary()
            change[kSecValueData as NSString] = NSData(data: data)
            var status = SecItemUpdate(query as CFDictionary, change as CFDictionary)
            if status == errSecItemNotFound {
                query[kSecValueData as NSString] = NSData(data: data)
                query[kSecAttrAccessible as NSString] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as NSString
                status = SecItemAdd(query as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw Failure(status: status) }
        }

        /// Removes the item.
        public func remove(_ item: StoredItem) throws {
            let status = SecItemDelete(query(item) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
        }

        private func query(_ item: StoredItem) -> NSMutableDictionary {
            let query = NSMutableDictionary()
            query[kSecClass as NSString] = kSecClassGenericPassword as NSString
            query[kSecAttrService as NSString] = NSString(string: service)
            query[kSecAttrAccount as NSString] = NSString(string: item.rawValue)
            // On a Mac the same keychain as elsewhere, not the old files.
            query[kSecUseDataProtectionKeychain as NSString] = NSNumber(value: true)
            if let accessGroup { query[kSecAttrAccessGroup as NSString] = NSString(string: accessGroup) }
            return query
        }
    }
#endif
