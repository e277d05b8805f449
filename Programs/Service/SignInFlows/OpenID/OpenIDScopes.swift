/// A scope that the provider knows (OpenID Connect Core sections 3.1.2.1, 5.4 and 11).
package enum OpenIDScope: String, Sendable, CaseIterable {
    case openid, profile, email
    /// A refresh token that outlives the browser's session.
    case offlineAccess = "offline_access"

    /// One to four.
    fileprivate var number: UInt16 {
        switch self {
        case .openid: 1
        case .profile: 2
        case .email: 3
        case .offlineAccess: 4
        }
    }

    fileprivate init?(number: UInt16) {
        switch number {
        case 1: self = .openid
        case 2: self = .profile
        case 3: self = .email
        case 4: self = .offlineAccess
        default: return nil
        }
    }
}

/// The scopes in a text, in its order and each once (RFC 6749 section 3.3).
///
/// They are kept as numbers, because every request of a client asks for them several times.
package struct OpenIDScopes: Sendable, Equatable {
    /// The numbers of those that the provider knows, four bits for each, the first one in the lowest bits.
    private var order: UInt16 = 0
    /// A bit for each of them.
    private var members: UInt16 = 0
    /// Whether the text names others as well. They are never granted, stored or sent.
    private(set) var hasOthers = false

    /// Reads names that are separated by spaces.
    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { Self.read($0) }
    }

    /// These scopes, each once.
    package init(_ scopes: [OpenIDScope]) {
        for scope in scopes { add(scope) }
    }

    private init() {}

    private static func read(_ octets: UnsafeBufferPointer<UInt8>) -> OpenIDScopes {
        var scopes = OpenIDScopes()
        var start = 0
        for end in 0...octets.count where end == octets.count || octets[end] == UInt8(ascii: " ") {
            if start < end { scopes.add(named: UnsafeBufferPointer(rebasing: octets[start..<end])) }
            start = end + 1
        }
        return scopes
    }

    private mutating func add(named name: UnsafeBufferPointer<UInt8>) {
        if let scope = OpenIDScope(rawValue: String(decoding: name, as: UTF8.self)) {
            add(scope)
        } else {
            hasOthers = true
        }
    }

    private mutating func add(_ scope: OpenIDScope) {
        guard !contains(scope) else { return }
        order |= scope.number << (4 * members.nonzeroBitCount)
        members |= 1 << scope.number
    }

    private func forEach(_ body: (OpenIDScope) -> Void) {
        var rest = order
        while let scope = OpenIDScope(number: rest & 15) {
            body(scope)
            rest >>= 4
        }
    }

    /// Those that the provider knows.
    package var all: [OpenIDScope] {
        var all: [OpenIDScope] = []
        forEach { all.append($0) }
        return all
    }

    /// The names in their order, separated by spaces.
    package var text: String {
        var text = ""
        forEach { scope in
            if !text.isEmpty { text += " " }
            text += scope.rawValue
        }
        return text
    }

    /// The names in the order of the alphabet, separated by spaces, as consents are stored.
    var sortedText: String { all.map(\.rawValue).sorted().joined(separator: " ") }

    /// Whether none is known.
    var isEmpty: Bool { members == 0 }

    /// Whether the scope is among them.
    package func contains(_ scope: OpenIDScope) -> Bool { members & 1 << scope.number != 0 }

    /// Whether every scope of the other text is among these. One that the provider does not know never is.
    func isSuperset(of other: OpenIDScopes) -> Bool {
        !other.hasOthers && other.members & ~members == 0
    }

    /// Those that the other text has as well, in the order of this one.
    func intersection(_ other: OpenIDScopes) -> OpenIDScopes {
        var both = OpenIDScopes()
        forEach { if other.contains($0) { both.add($0) } }
        return both
    }

    /// These, then those that only the other text has.
    func union(_ other: OpenIDScopes) -> OpenIDScopes {
        var either = self
        either.hasOthers = false
        other.forEach { either.add($0) }
        return either
    }
}

extension OpenIDScopes: ExpressibleByArrayLiteral {
    /// These scopes, each once.
    package init(arrayLiteral scopes: OpenIDScope...) {
        self.init(scopes)
    }
}
