import SignInFlows

/// Why a request is refused before it reaches a flow.
struct RequestRefusal: Error, Equatable {
    let code: ErrorCode
    /// The methods for the `Allow` field.
    var allow: String?
    var retryAfter: Int?

    init(_ code: ErrorCode, allow: String? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.allow = allow
        self.retryAfter = retryAfter
    }
}

/// Thrown if somebody who is signed in exceeds a budget. It is not a ``RequestRefusal``, because pages treat that as
/// "not signed in".
struct BudgetUsed: Error {
    let retryAfter: Int
}
