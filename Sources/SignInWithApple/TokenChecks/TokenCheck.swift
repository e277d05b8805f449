import JSONWebTokens

/// One rule for a token from Apple: a name, and a function that returns the reason for a refusal.
struct TokenCheck: Sendable {
    let name: String
    let verdict: @Sendable (inout TokenEvidence) -> TokenRejection?

    init(_ name: String, _ verdict: @escaping @Sendable (inout TokenEvidence) -> TokenRejection?) {
        self.name = name
        self.verdict = verdict
    }
}

extension [TokenCheck] {
    /// Runs the checks in order, and throws the first refusal.
    func run(on evidence: inout TokenEvidence) throws(TokenRejection) {
        for check in self {
            if let rejection = check.verdict(&evidence) { throw rejection }
        }
    }

    /// Runs checks that read only the header, before the key is known.
    func run(onHeaderOf token: CompactJWS) throws(TokenRejection) {
        var evidence = TokenEvidence(
            token: token, trust: .nobody, nonce: .notUsed(because: "only the header is looked at"), companion: .nothing,
            now: 0)
        try run(on: &evidence)
    }
}
