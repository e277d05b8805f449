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

/// The state of the stand-in's keychain, controlled by a test. Apple has nothing like it.
public enum StandInKeychain: Sendable {
    /// The device was unlocked at least once.
    case open
    /// The device was not unlocked yet, and each call says so.
    case locked
    /// The device was not unlocked yet, and what looks for an item says that there is none, as it was observed when the
    /// system starts an app in advance.
    case lockedWithoutSayingSo

    /// The state of the only keychain. Tests run one after another.
    public nonisolated(unsafe) static var current = StandInKeychain.open
    /// Runs before the next item is added, in place of another process.
    public nonisolated(unsafe) static var beforeAddition: (() -> Void)?
    /// How many items were added.
    public nonisolated(unsafe) static var additions = 0

    /// `errSecInteractionNotAllowed`.
    fileprivate static let isClosed: OSStatus = -25308

    /// The answer while the keychain is closed, or nil if it is open.
    fileprivate var refusalOfSearch: OSStatus? {
        switch self {
        case .open: nil
        case .locked: Self.isClosed
        case .lockedWithoutSayingSo: errSecItemNotFound
        }
    }
}

private final class Keychain: @unchecked Sendable {
    static let shared = Keychain()
    private var items: [String: NSData] = [:]
    private let lock = NSLock()

    /// Looks for items, unless the keychain is closed.
    func search(_ body: (inout [String: NSData]) -> OSStatus) -> OSStatus {
        if let refusal = StandInKeychain.current.refusalOfSearch { return refusal }
        return with(body)
    }

    func with(_ body: (inout [String: NSData]) -> OSStatus) -> OSStatus {
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
    Keychain.shared.search { items in
        guard let data = items[name(query)] else { return errSecItemNotFound }
        result?.pointee = data
        return errSecSuccess
    }
}

// Page: secitemadd(_:_:)
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard StandInKeychain.current == .open else { return StandInKeychain.isClosed }
    let before = StandInKeychain.beforeAddition
    StandInKeychain.beforeAddition = nil
    before?()
    return Keychain.shared.with { items in
        guard items[name(attributes)] == nil else { return errSecDuplicateItem }
        items[name(attributes)] = attributes.object(forKey: kSecValueData) as? NSData
        StandInKeychain.additions += 1
        return errSecSuccess
    }
}

// Page: secitemupdate(_:_:)
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public func SecItemUpdate(_ query: CFDictionary, _ change: CFDictionary) -> OSStatus {
    Keychain.shared.search { items in
        guard items[name(query)] != nil else { return errSecItemNotFound }
        items[name(query)] = change.object(forKey: kSecValueData) as? NSData
        return errSecSuccess
    }
}

// Page: secitemdelete(_:)
@available(iOS 2.0, macOS 10.6, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Keychain.shared.search { $0.removeValue(forKey: name(query)) == nil ? errSecItemNotFound : errSecSuccess }
}
