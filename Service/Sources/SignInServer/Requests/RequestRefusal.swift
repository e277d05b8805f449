import SignInFlows

/// Why a request is refused before any flow sees it.
struct RequestRefusal: Error, Equatable {
    let code: ErrorCode
    /// Methods for the `Allow` field.
    var allow: String?
    var retryAfter: Int?

    init(_ code: ErrorCode, allow: String? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.allow = allow
        self.retryAfter = retryAfter
    }
}

/// Thrown where somebody who is signed in asks for too much. No ``RequestRefusal``, since pages take that for "not signed in".
struct BudgetUsed: Error {
    let retryAfter: Int
}
