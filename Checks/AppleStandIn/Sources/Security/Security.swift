// The parts of Security that the kit uses, on Foundation's types (which Apple bridges without a copy), with a keychain
// that lasts as long as the process.
import Foundation

public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecDuplicateItem: OSStatus = -25299
public let errSecItemNotFound: OSStatus = -25300

public nonisolated(unsafe) let kSecClass: CFString = "class"
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"
public nonisolated(unsafe) let kSecAttrService: CFString = "svce"
public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"
public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"
public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"
public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"
public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"
public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"
public nonisolated(unsafe) let kSecMatchLimitOne: CFString = "m_LimitOne"

private final class Keychain: @unchecked Sendable {
    static let shared = Keychain()
    private var items: [String: NSData] = [:]
    private let lock = NSLock()

    func with<Value>(_ body: (inout [String: NSData]) -> Value) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return body(&items)
    }
}

private func name(_ query: CFDictionary) -> String {
    "\(query.object(forKey: kSecAttrService) ?? "")/\(query.object(forKey: kSecAttrAccount) ?? "")"
}

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let data = Keychain.shared.with({ $0[name(query)] }) else { return errSecItemNotFound }
    result?.pointee = data
    return errSecSuccess
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.shared.with { items in
        guard items[name(attributes)] == nil else { return errSecDuplicateItem }
        items[name(attributes)] = attributes.object(forKey: kSecValueData) as? NSData
        return errSecSuccess
    }
}

public func SecItemUpdate(_ query: CFDictionary, _ change: CFDictionary) -> OSStatus {
    Keychain.shared.with { items in
        guard items[name(query)] != nil else { return errSecItemNotFound }
        items[name(query)] = change.object(forKey: kSecValueData) as? NSData
        return errSecSuccess
    }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Keychain.shared.with { $0.removeValue(forKey: name(query)) == nil ? errSecItemNotFound : errSecSuccess }
}
