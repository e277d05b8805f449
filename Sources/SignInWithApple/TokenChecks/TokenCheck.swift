import JSONWebTokens

/// One rule a token from Apple has to meet: a name, and the reason when it does not.
struct TokenCheck: Sendable {
    let name: String
    let verdict: @Sendable (inout TokenEvidence) -> TokenRejection?

    init(_ name: String, _ verdict: @escaping @Sendable (inout TokenEvidence) -> TokenRejection?) {
        self.name = name
        self.verdict = verdict
    }
}

extension [TokenCheck] {
    /// Runs the checks in order; the first refusal ends it.
    func run(on evidence: inout TokenEvidence) throws(TokenRejection) {
        for check in self {
            if let rejection = check.verdict(&evidence) { throw rejection }
        }
    }

    /// Runs checks that look at the header only, before anybody knows a key.
    func run(onHeaderOf token: CompactJWS) throws(TokenRejection) {
        var evidence = TokenEvidence(
            token: token, trust: .nobody, nonce: .notUsed(because: "only the header is looked at"), companion: .nothing,
            now: 0)
        try run(on: &evidence)
    }
}
