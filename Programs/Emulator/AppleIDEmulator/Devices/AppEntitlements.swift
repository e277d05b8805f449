/// What an app declares about itself when it is built, unlike what is registered in the developer portal.
struct AppEntitlements: Sendable, Equatable {
    /// The domains that the app is associated with for the service `webcredentials`
    /// (https://developer.apple.com/documentation/xcode/supporting-associated-domains).
    var domains: [String] = []
    /// Whether the app has the entitlement for accounts of children. Without it, `userAgeRange` is unknown (comment of
    /// `ASUserAgeRange` in the header of the framework).
    var supportsChildAccounts = false

    /// A domain as in the entitlement, with or without the name of the service. Nil if it is not a host name.
    static func domain(_ text: String) -> String? {
        let service = "webcredentials:"
        let host = (text.hasPrefix(service) ? String(text.dropFirst(service.count)) : text).lowercased()
        let isHost = host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return isHost && host.utf8.count <= 253 && !parts.contains("") ? host : nil
    }
}

/// `ASUserAgeRange` (https://developer.apple.com/documentation/authenticationservices/asuseragerange).
enum UserAgeRange: Int, Sendable {
    case unknown, child, notChild

    init(of person: Person, told entitlements: AppEntitlements?) {
        self = entitlements?.supportsChildAccounts ?? false ? (person.isChild ? .child : .notChild) : .unknown
    }
}
