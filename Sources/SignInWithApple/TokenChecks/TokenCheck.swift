import JSONWebTokens

/// One rule a token from Apple has to meet: a name, and the reason when it does not.
struct TokenCheck<Rejection: Error>: Sendable {
    let name: String
    let verdict: @Sendable (inout TokenEvidence) -> Rejection?

    init(_ name: String, _ verdict: @escaping @Sendable (inout TokenEvidence) -> Rejection?) {
        self.name = name
        self.verdict = verdict
    }
}

extension Array {
    /// Runs the checks in order; the first refusal ends it.
    func run<Rejection: Error>(on evidence: inout TokenEvidence) throws(Rejection)
    where Element == TokenCheck<Rejection> {
        for check in self {
            if let rejection = check.verdict(&evidence) { throw rejection }
        }
    }

    /// Runs checks that look at the header only, before anybody knows a key.
    func run<Rejection: Error>(onHeaderOf token: CompactJWS) throws(Rejection)
    where Element == TokenCheck<Rejection> {
        var evidence = TokenEvidence(
            token: token, trust: .nobody, nonce: .notUsed(because: "only the header is looked at"), companion: .nothing,
            now: 0)
        try run(on: &evidence)
    }
}
