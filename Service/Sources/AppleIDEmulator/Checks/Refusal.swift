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
    let refusal: @Sendable (Subject) -> Refusal?

    init(_ name: String, _ refusal: @escaping @Sendable (Subject) -> Refusal?) {
        self.name = name
        self.refusal = refusal
    }
}

extension Sequence {
    /// Throws the first refusal of a list of checks.
    func require<Subject>(_ subject: Subject) throws(Refusal) where Element == Check<Subject> {
        for check in self {
            if let refusal = check.refusal(subject) { throw refusal }
        }
    }
}
