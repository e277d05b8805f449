#if canImport(Security)
    public import Foundation
    import Security

    /// Keeps the items in the keychain, on this device only and readable after its first unlock.
    ///
    /// Beside the items it writes one named `open-check`, with the text `open`, which says nothing about anybody.
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
        private let proof = OpenProof()

        /// Creates a storage.
        ///
        /// - Parameters:
        ///   - service: the service attribute of the items. Use a different one for each sign-in service of an app.
        ///   - accessGroup: shares the items with the team's other apps or with the app's extensions.
        public init(service: String = "sign-in-kit", accessGroup: String? = nil) {
            self.service = service
            self.accessGroup = accessGroup
        }

        /// The service attribute and the access group.
        public var place: String? { "keychain \(service) \(accessGroup ?? "")" }

        /// Reads the value that was written last. Throws if the keychain is not open yet.
        ///
        /// Before the device's first unlock, a keychain was seen to say "not found" instead of "locked" when the system
        /// starts an app in advance (https://github.com/kylebshr/luka-ios/pull/134). So "not found" counts
        /// only after the keychain has proven that it is open, and is asked once more then. An open one stays open until
        /// the device restarts, and no app outlives that, so one proof is enough.
        public func read(_ item: StoredItem) throws -> Data? {
            if let data = try find(item) { return data }
            if proof.isGiven { return nil }
            try write(Data("open".utf8), account: "open-check")
            return try find(item)
        }

        /// Updates the item, or adds it if there is none. The old item is never missing in between.
        public func write(_ data: Data, to item: StoredItem) throws { try write(data, account: item.rawValue) }

        /// Removes the item.
        public func remove(_ item: StoredItem) throws {
            let status = SecItemDelete(query(item.rawValue) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
        }

        private func find(_ item: StoredItem) throws -> Data? {
            let query = query(item.rawValue)
            query[kSecReturnData as NSString] = NSNumber(value: true)
            query[kSecMatchLimit as NSString] = kSecMatchLimitOne as NSString
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? NSData else { throw Failure(status: status) }
            return Data(referencing: data)
        }

        /// Writing needs the key that the first unlock makes available, so it fails before.
        ///
        /// Another process of the app may add the item between the update and the addition, so the update is tried
        /// again then.
        private func write(_ data: Data, account: String) throws {
            let change = NSMutableDictionary()
            change[kSecValueData as NSString] = NSData(data: data)
            var status = errSecItemNotFound
            for _ in 0..<3 where status == errSecItemNotFound || status == errSecDuplicateItem {
                let query = query(account)
                status = SecItemUpdate(query as CFDictionary, change as CFDictionary)
                guard status == errSecItemNotFound else { break }
                query[kSecValueData as NSString] = NSData(data: data)
                query[kSecAttrAccessible as NSString] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as NSString
                status = SecItemAdd(query as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw Failure(status: status) }
            proof.give()
        }

        private func query(_ account: String) -> NSMutableDictionary {
            let query = NSMutableDictionary()
            query[kSecClass as NSString] = kSecClassGenericPassword as NSString
            query[kSecAttrService as NSString] = NSString(string: service)
            query[kSecAttrAccount as NSString] = NSString(string: account)
            // Uses the data protection keychain on macOS, too, instead of the file-based one.
            query[kSecUseDataProtectionKeychain as NSString] = NSNumber(value: true)
            if let accessGroup { query[kSecAttrAccessGroup as NSString] = NSString(string: accessGroup) }
            return query
        }
    }

    /// Whether the keychain was open at any time since the storage was created. Copies of a storage share it.
    ///
    /// Unchecked, because the compiler cannot see that the variable is only accessed while the lock is held. The standard
    /// library's `Mutex` needs newer systems than the package supports.
    private final class OpenProof: @unchecked Sendable {
        private var wasGiven = false
        private let lock = NSLock()

        var isGiven: Bool { lock.withLock { wasGiven } }

        func give() { lock.withLock { wasGiven = true } }
    }
#endif
