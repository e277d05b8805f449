/// The parameters of a request to the OpenID Provider. An empty value counts as absent (RFC 6749 section 3.1).
package struct OAuthParameters: Sendable {
    /// Names and values as they arrived, without empty values.
    package let pairs: [(name: String, value: String)]
    /// The names that occur more than once. Programs disagree about which of two values counts, so none does.
    let repeatedNames: Set<String>

    /// The most parameters whose names are compared with one another. The names of more are counted.
    private static let few = 16

    /// Wraps decoded parameters.
    package init(_ pairs: [(name: String, value: String)]) {
        self.pairs = pairs.allSatisfy { !$0.value.isEmpty } ? pairs : pairs.filter { !$0.value.isEmpty }
        repeatedNames = pairs.count <= Self.few ? Self.repeated(amongFew: pairs) : Self.repeated(among: pairs)
    }

    private static func repeated(amongFew pairs: [(name: String, value: String)]) -> Set<String> {
        var repeated: Set<String> = []
        for later in pairs.indices {
            for earlier in 0..<later where pairs[earlier].name == pairs[later].name {
                repeated.insert(pairs[later].name)
            }
        }
        return repeated
    }

    private static func repeated(among pairs: [(name: String, value: String)]) -> Set<String> {
        let counts = Dictionary(pairs.map { ($0.name, 1) }, uniquingKeysWith: +)
        return Set(counts.filter { $0.value > 1 }.keys)
    }

    /// The value of a parameter; nil if it is absent or occurs more than once.
    package subscript(_ name: String) -> String? {
        guard !repeatedNames.contains(name) else { return nil }
        for index in pairs.indices where pairs[index].name == name { return pairs[index].value }
        return nil
    }

    /// Without the parameters that name a person to the provider, which this service ignores (OpenID Connect Core
    /// section 3.1.2.1, RP-Initiated Logout section 2).
    package var withoutPersons: OAuthParameters {
        OAuthParameters(pairs.filter { !["login_hint", "logout_hint"].contains($0.name) })
    }

    /// The parameters with these names alone.
    func only(_ names: Set<String>) -> OAuthParameters {
        // Most requests have no others.
        repeatedNames.isEmpty && pairs.allSatisfy { names.contains($0.name) }
            ? self : OAuthParameters(pairs.filter { names.contains($0.name) })
    }
}
