import SignInWithApple

/// A reason why Apple refuses a request, or why it may refuse it.
struct RefusalCause: Sendable, Equatable {
    /// The stable name of the finding.
    let code: String
    /// The errors with which it is refused. Apple documents most of them with their reasons (TN3107, ErrorResponse).
    let errors: [String]
    /// The parameter, header or claim that was looked at.
    let subject: String
    /// What it means, in one sentence.
    let meaning: String
    /// What to do about it.
    let advice: String
    let evidence: Finding.Evidence
    /// Whether Apple may also accept such a request. Other causes are then more likely.
    var isDoubtful = false

    func finding(_ level: Finding.Level) -> Finding {
        Finding(code: code, level: level, subject: subject, meaning: meaning, advice: advice, evidence: evidence)
    }
}

extension RefusalCause {
    /// A cause of `invalid_client`: the client, or how its secret was made.
    static func client(
        _ code: String, _ subject: String, _ meaning: String, advice: String, evidence: Finding.Evidence = .documented,
        isDoubtful: Bool = false
    ) -> RefusalCause {
        RefusalCause(
            code: code, errors: [TokenEndpointError.invalidClient], subject: subject, meaning: meaning, advice: advice,
            evidence: evidence, isDoubtful: isDoubtful)
    }
}
