import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import SignInFlows

/// The public form of a thrown error. The error's own text never leaves the process.
struct ErrorReply: Sendable {
    let code: ErrorCode
    let status: HTTPResponse.Status
    let level: Logger.Level
    let retryAfter: Int?
    /// The methods for the `Allow` field.
    let allow: String?
    /// The names in the request that the route does not know.
    let names: UnknownNames?
    /// The person whose new account waits for a decision.
    let heldPerson: HeldPerson?

    private init(
        _ code: ErrorCode, status: HTTPResponse.Status? = nil, level: Logger.Level = .info, retryAfter: Int? = nil,
        allow: String? = nil, names: UnknownNames? = nil, heldPerson: HeldPerson? = nil
    ) {
        self.code = code
        self.status = status ?? HTTPResponse.Status(code: code.status)
        self.level = level
        self.retryAfter = retryAfter
        self.allow = allow
        self.names = names
        self.heldPerson = heldPerson
    }

    init(_ error: any Error) {
        switch error {
        case let refusal as RequestRefusal:
            self.init(refusal.code, retryAfter: refusal.retryAfter, allow: refusal.allow, names: refusal.names)
        case let used as BudgetUsed: self.init(.rateLimited, retryAfter: used.retryAfter)
        case let error as SignInError:
            self.init(
                error.errorCode, level: Self.level(of: error), retryAfter: error.retryAfter,
                heldPerson: error.heldPerson)
        case let error as any HTTPResponseError:
            self.init(error.status == .contentTooLarge ? .bodyTooLarge : .requestRefused, status: error.status)
        default: self.init(.unforeseen, level: .critical)
        }
    }

    private static func level(of error: SignInError) -> Logger.Level {
        switch error {
        // Anybody can send a token with an invented key id, or a refresh token that has already been replaced.
        case .refused, .held, .unavailable(.appleKeyUnavailable, _), .unavailable(.refreshOvertaken, _): .info
        case .unavailable: .warning
        case .misconfigured: .error
        }
    }
}
