import HTTPTypes
import Hummingbird
import Logging
import SignInFlows

/// What a thrown error looks like from outside. The thrown text itself never leaves the process.
struct ErrorReply: Sendable {
    let code: ErrorCode
    let status: HTTPResponse.Status
    let level: Logger.Level
    let retryAfter: Int?
    /// Methods for the `Allow` field.
    let allow: String?

    private init(
        _ code: ErrorCode, status: HTTPResponse.Status? = nil, level: Logger.Level = .info, retryAfter: Int? = nil,
        allow: String? = nil
    ) {
        self.code = code
        self.status = status ?? HTTPResponse.Status(code: code.status)
        self.level = level
        self.retryAfter = retryAfter
        self.allow = allow
    }

    init(_ error: any Error) {
        switch error {
        case let refusal as RequestRefusal:
            self.init(refusal.code, retryAfter: refusal.retryAfter, allow: refusal.allow)
        case let used as BudgetUsed: self.init(.rateLimited, retryAfter: used.retryAfter)
        case let error as SignInError:
            self.init(error.errorCode, level: Self.level(of: error), retryAfter: error.retryAfter)
        case let error as any HTTPResponseError:
            self.init(error.status == .contentTooLarge ? .bodyTooLarge : .requestRefused, status: error.status)
        default: self.init(.unforeseen, level: .critical)
        }
    }

    private static func level(of error: SignInError) -> Logger.Level {
        switch error {
        // Anybody can send a token with a made-up key, or a refresh token that others have overtaken.
        case .refused, .unavailable(.appleKeyUnavailable, _), .unavailable(.refreshOvertaken, _): .info
        case .unavailable: .warning
        case .misconfigured: .error
        }
    }

    /// What a form says that is shown once more; nil where the error has a page of its own.
    var formText: String? { code.form.map(filled) }

    /// What the page of the error says.
    var pageText: String { filled(code.page.text) }

    private func filled(_ text: String) -> String {
        let seconds = retryAfter ?? 1
        let wait = seconds == 1 ? "a second" : seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
        return text.replacing("{wait}", with: wait)
    }
}
