/// A scope that the provider knows (OpenID Connect Core sections 3.1.2.1, 5.4 and 11).
package enum OpenIDScope: String, Sendable, CaseIterable {
    case openid, profile, email
    /// A refresh token that outlives the browser's session.
    case offlineAccess = "offline_access"
}

/// The scopes in a text, in its order and each once (RFC 6749 section 3.3).
package struct OpenIDScopes: Sendable, Equatable {
    /// Those that the provider knows.
    package let all: [OpenIDScope]
    /// Whether the text names others as well. They are never granted, stored or sent.
    let hasOthers: Bool

    /// Reads names that are separated by spaces.
    package init(_ text: String) {
        var text = text
        let scopes = text.withUTF8 { octets in
            octets.split(separator: UInt8(ascii: " ")).map { name in
                OpenIDScope(rawValue: String(decoding: name, as: UTF8.self))
            }
        }
        self.init(scopes.compactMap(\.self), hasOthers: scopes.contains(nil))
    }

    /// These scopes, each once.
    package init(_ scopes: [OpenIDScope]) {
        self.init(scopes, hasOthers: false)
    }

    private init(_ scopes: [OpenIDScope], hasOthers: Bool) {
        var all: [OpenIDScope] = []
        for scope in scopes where !all.contains(scope) { all.append(scope) }
        self.all = all
        self.hasOthers = hasOthers
    }

    /// The names in their order, separated by spaces.
    package var text: String { all.map(\.rawValue).joined(separator: " ") }

    /// The names in the order of the alphabet, separated by spaces, as consents are stored.
    var sortedText: String { all.map(\.rawValue).sorted().joined(separator: " ") }

    /// Whether none is known.
    var isEmpty: Bool { all.isEmpty }

    /// Whether the scope is among them.
    package func contains(_ scope: OpenIDScope) -> Bool { all.contains(scope) }

    /// Whether every scope of the other text is among these. One that the provider does not know never is.
    func isSuperset(of other: OpenIDScopes) -> Bool {
        !other.hasOthers && other.all.allSatisfy(contains)
    }

    /// Those that the other text has as well, in the order of this one.
    func intersection(_ other: OpenIDScopes) -> OpenIDScopes {
        OpenIDScopes(all.filter(other.contains))
    }

    /// These, then those that only the other text has.
    func union(_ other: OpenIDScopes) -> OpenIDScopes {
        OpenIDScopes(all + other.all)
    }
}

extension OpenIDScopes: ExpressibleByArrayLiteral {
    /// These scopes, each once.
    package init(arrayLiteral scopes: OpenIDScope...) {
        self.init(scopes)
    }
}
