import HTTPServing
import SignInFlows

/// Why a request is refused before it reaches a flow.
struct RequestRefusal: Error, Equatable {
    let code: ErrorCode
    /// The methods for the `Allow` field.
    var allow: String?
    var retryAfter: Int?
    /// The names in the request that the route does not know.
    var names: UnknownNames?

    init(_ code: ErrorCode, allow: String? = nil, retryAfter: Int? = nil, names: UnknownNames? = nil) {
        self.code = code
        self.allow = allow
        self.retryAfter = retryAfter
        self.names = names
    }
}

/// Thrown if somebody who is signed in exceeds a budget. It is not a ``RequestRefusal``, because pages treat that as
/// "not signed in".
struct BudgetUsed: Error {
    let retryAfter: Int
}
