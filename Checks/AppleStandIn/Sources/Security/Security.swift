// The parts of Security that the kit uses, on Foundation's types (which Apple bridges without a copy), with a keychain
// that lasts as long as the process.
//
// Pages: https://developer.apple.com/documentation/security/
import Foundation

// Page: not found. CFString is Core Foundation's, and every SDK has it.
public typealias CFString = NSString
// Page: not found. CFDictionary is Core Foundation's, and every SDK has it.
public typealias CFDictionary = NSDictionary
// Page: not found. CFTypeRef is Core Foundation's, and every SDK has it.
public typealias CFTypeRef = AnyObject
// Page: not found. OSStatus is a type of Darwin, and every SDK has it.
public typealias OSStatus = Int32

// Page: errsecsuccess
@available(iOS 2.0, macOS 10.0, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let errSecSuccess: OSStatus = 0
// Page: errsecduplicateitem
@available(iOS 2.0, macOS 10.0, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let errSecDuplicateItem: OSStatus = -25299
// Page: errsecitemnotfound
@available(iOS 2.0, macOS 10.0, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let errSecItemNotFound: OSStatus = -25300

// Page: ksecclass
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecClass: CFString = "class"
// Page: ksecclassgenericpassword
@available(iOS 2.0, macOS 10.7, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"
// Page: ksecattrservice
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecAttrService: CFString = "svce"
// Page: ksecattraccount
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"
// Page: ksecattraccessible
@available(iOS 4.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"
// Page: ksecattraccessgroup
@available(iOS 3.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"
// Page: ksecattraccessibleafterfirstunlockthisdeviceonly
@available(iOS 4.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
// Page: ksecusedataprotectionkeychain
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"
// Page: ksecvaluedata
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"
// Page: ksecreturndata
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"
// Page: ksecmatchlimit
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"
// Page: ksecmatchlimitone
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
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

// Page: secitemcopymatching(_:_:)
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let data = Keychain.shared.with({ $0[name(query)] }) else { return errSecItemNotFound }
    result?.pointee = data
    return errSecSuccess
}

// Page: secitemadd(_:_:)
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.shared.with { items in
        guard items[name(attributes)] == nil else { return errSecDuplicateItem }
        items[name(attributes)] = attributes.object(forKey: kSecValueData) as? NSData
        return errSecSuccess
    }
}

// Page: secitemupdate(_:_:)
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public func SecItemUpdate(_ query: CFDictionary, _ change: CFDictionary) -> OSStatus {
    Keychain.shared.with { items in
        guard items[name(query)] != nil else { return errSecItemNotFound }
        items[name(query)] = change.object(forKey: kSecValueData) as? NSData
        return errSecSuccess
    }
}

// Page: secitemdelete(_:)
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Keychain.shared.with { $0.removeValue(forKey: name(query)) == nil ? errSecItemNotFound : errSecSuccess }
}
