/// Apple's answer to a bad request, and the cause Apple never tells.
struct Refusal: Error, Equatable {
    /// One of Apple's six documented codes (ErrorResponse).
    let error: String
    /// The text Apple was seen to send beside it, if any.
    var description: String?
    /// A stable name for what was wrong; only the emulator's log and pages tell it.
    let cause: String
    /// One sentence for the developer who reads the log.
    let explanation: String
    /// Apple answers 400 to everything; throttling is the exception whose status nobody knows.
    var status = 400
    /// Seconds for `Retry-After`.
    var retryAfter: Int?

    static func invalidRequest(_ cause: String, _ explanation: String, description: String? = nil) -> Refusal {
        Refusal(error: "invalid_request", description: description, cause: cause, explanation: explanation)
    }

    static func invalidClient(_ cause: String, _ explanation: String) -> Refusal {
        Refusal(error: "invalid_client", cause: cause, explanation: explanation)
    }

    static func invalidGrant(_ cause: String, _ explanation: String, description: String? = nil) -> Refusal {
        Refusal(error: "invalid_grant", description: description, cause: cause, explanation: explanation)
    }
}

/// One named thing that must hold; endpoints run lists of them in order and stop at the first refusal.
struct Check<Subject>: Sendable {
    let name: String
    /// Whether a request can go on without it. What later steps stand on, such as a known code, cannot be waived.
    let isWaivable: Bool
    let refusal: @Sendable (Subject) -> Refusal?

    init(_ name: String, isWaivable: Bool = true, _ refusal: @escaping @Sendable (Subject) -> Refusal?) {
        self.name = name
        self.isWaivable = isWaivable
        self.refusal = refusal
    }
}

extension Sequence {
    /// Throws the first refusal of a list of checks, but for those that are waived.
    func require<Subject>(_ subject: Subject, waived: Set<String> = []) throws(Refusal)
    where Element == Check<Subject> {
        for check in self where !waived.contains(check.name) {
            if let refusal = check.refusal(subject) { throw refusal }
        }
    }
}
