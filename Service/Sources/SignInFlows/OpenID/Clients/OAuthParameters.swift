/// The parameters of a request to the OpenID Provider. An empty value counts as absent (RFC 6749 section 3.1).
package struct OAuthParameters: Sendable {
    /// Names and values as they arrived, without empty values.
    package let pairs: [(name: String, value: String)]
    /// The names that occur more than once. Programs disagree about which of two values counts, so none does.
    let repeatedNames: Set<String>

    /// Wraps decoded parameters.
    package init(_ pairs: [(name: String, value: String)]) {
        self.pairs = pairs.filter { !$0.value.isEmpty }
        let counts = Dictionary(pairs.map { ($0.name, 1) }, uniquingKeysWith: +)
        repeatedNames = Set(counts.filter { $0.value > 1 }.keys)
    }

    /// The value of a parameter; nil if it is absent or occurs more than once.
    package subscript(_ name: String) -> String? {
        repeatedNames.contains(name) ? nil : pairs.first { $0.name == name }?.value
    }

    /// Without the parameters that name a person to the provider, which this service ignores (OpenID Connect Core
    /// section 3.1.2.1, RP-Initiated Logout section 2).
    package var withoutPersons: OAuthParameters {
        OAuthParameters(pairs.filter { !["login_hint", "logout_hint"].contains($0.name) })
    }

    /// A parameter that occurs more than once; nil if none does.
    package var repeatedName: String? { repeatedNames.min() }

    /// The parameters with these names alone.
    func only(_ names: Set<String>) -> OAuthParameters {
        OAuthParameters(pairs.filter { names.contains($0.name) })
    }
}
