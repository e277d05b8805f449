#if canImport(Security)
    public import Foundation
    import Security

    /// Keeps the items in the keychain, on this device only and readable after its first unlock.
    ///
    /// It uses Foundation's types without bridging, so that the same source compiles where bridging does not exist.
    public struct KeychainStorage: SignInStorage {
        /// An error of the keychain. `SecBase.h` explains the number.
        public struct Failure: Error, Sendable, Equatable {
            /// The status.
            public let status: Int32
        }

        private let service: String
        private let accessGroup: String?

        /// Creates a storage.
        ///
        /// - Parameters:
        ///   - service: the service attribute of the items. Use a different one for each sign-in service of an app.
        ///   - accessGroup: shares the items with the team's other apps or with the app's extensions.
        public init(service: String = "sign-in-kit", accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// Reads the value that was written last.
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

        /// Updates the item, or adds it if there is none. The old item is never missing in between.
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
            // Uses the data protection keychain on macOS, too, instead of the file-based one.
            query[kSecUseDataProtectionKeychain as NSString] = NSNumber(value: true)
            if let accessGroup { query[kSecAttrAccessGroup as NSString] = NSString(string: accessGroup) }
            return query
        }
    }
#endif
