/// Apple's answer to an invalid request, and the cause, which Apple does not reveal.
struct Refusal: Error, Equatable {
    /// One of Apple's six documented codes (ErrorResponse). Of images, only the log shows it.
    let error: String
    /// The text that Apple was seen to send with it, if any.
    var description: String?
    /// A stable name for the cause, which only the emulator's log and pages show.
    let cause: String
    /// A sentence for the developer who reads the log.
    let explanation: String
    /// Apple answers every refusal with 400. For throttling, Apple's status is unknown.
    var status = 400
    /// Seconds for `Retry-After`.
    var retryAfter: Int?
    /// The return URL that was compared, and those that it could have been.
    var returnURLs: ReturnURLs?

    struct ReturnURLs: Equatable {
        let sent: String?
        let registered: [String]
        let teamID: String
        /// The Services ID that they are registered for; nil for an app, which has none.
        let service: String?
    }

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

/// One named check. Endpoints run lists of checks in order and stop at the first refusal.
struct Check<Subject>: Sendable {
    let name: String
    /// Whether a request can continue without it. What later steps require, such as a known code, cannot be waived.
    let isWaivable: Bool
    let refusal: @Sendable (Subject) -> Refusal?

    init(_ name: String, isWaivable: Bool = true, _ refusal: @escaping @Sendable (Subject) -> Refusal?) {
        self.name = name
        self.isWaivable = isWaivable
        self.refusal = refusal
    }
}

extension Sequence {
    /// Throws the first refusal of a list of checks, skipping those that are waived.
    func require<Subject>(_ subject: Subject, waived: Set<String> = []) throws(Refusal)
    where Element == Check<Subject> {
        for check in self where !waived.contains(check.name) {
            if let refusal = check.refusal(subject) { throw refusal }
        }
    }
}
