import HTTPTypes
import Logging
import SignInFlows
import SignInWithApple

/// What a thrown error looks like from outside. The thrown text itself never leaves the process.
struct ErrorReply: Sendable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    let level: Logger.Level
    var retryAfter: Int?
    /// Methods for the `Allow` field.
    var allow: String?
    /// Whether an access token would help (RFC 6750 section 3); nil when not, else the error it names.
    var challenge: String?
}

/// The one map from errors to status, code and log level.
enum ErrorReplies {
    static func reply(for error: any Error) -> ErrorReply {
        switch error {
        case let refusal as RequestRefusal: reply(for: refusal)
        case let used as BudgetUsed: reply(for: RequestRefusal.rateLimited(retryAfter: used.retryAfter))
        case let error as SignInError: reply(for: error)
        default:
            ErrorReply(
                status: .internalServerError, code: "internal", message: "Something is wrong with the service.",
                level: .critical)
        }
    }

    private static func reply(for refusal: RequestRefusal) -> ErrorReply {
        var reply = ErrorReply(
            status: refusal.status, code: refusal.code, message: refusal.meaning, level: .info)
        switch refusal {
        case .rateLimited(let seconds): reply.retryAfter = seconds
        case .methodNotAllowed(let allow): reply.allow = allow
        case .authorizationMissing: reply.challenge = "Bearer"
        case .authorizationMalformed: reply.challenge = "Bearer error=\"invalid_request\""
        default: break
        }
        return reply
    }

    private static func reply(for error: SignInError) -> ErrorReply {
        var reply = ErrorReply(
            status: status(of: error), code: error.code, message: error.meaning + " " + error.remedy,
            level: level(of: error))
        switch error {
        case .unavailable(_, let seconds), .refreshOvertaken(let seconds), .refused(.passwordDelayed(let seconds)),
            .refused(.attemptUnderWay(let seconds)):
            reply.retryAfter = seconds
        case .refused(.accessTokenInvalid), .refused(.accessTokenExpired), .refused(.sessionEnded),
            .refused(.sessionExpired), .refused(.credentialInvalid):
            reply.challenge = "Bearer error=\"invalid_token\""
        case .refused(.credentialScopeMissing): reply.challenge = "Bearer error=\"insufficient_scope\""
        default: break
        }
        return reply
    }

    private static func level(of error: SignInError) -> Logger.Level {
        switch error {
        // Anybody can send a token with a made-up key.
        case .refused, .refreshOvertaken, .unavailable(.appleKey, _): .info
        case .unavailable: .warning
        case .misconfigured: .error
        }
    }

    private static func status(of error: SignInError) -> HTTPResponse.Status {
        switch error {
        case .refused(let refusal): status(of: refusal)
        case .unavailable, .refreshOvertaken: .serviceUnavailable
        case .misconfigured: .internalServerError
        }
    }

    private static func status(of refusal: SignInRefusal) -> HTTPResponse.Status {
        switch refusal {
        case .externalIDInvalid, .clientUnknown, .clientWrongKind, .returnTargetRefused, .attemptUnknown,
            .attemptWrongFlow,
            .authorizationRefused, .identityTokenMissing, .codeMalformed, .notification, .nameInvalid, .password:
            .badRequest
        case .token, .exchangedTokenMissing, .exchangedTokenRefused, .exchangedTokenDisagrees, .accessTokenInvalid,
            .accessTokenExpired, .sessionCookieInvalid, .sessionEnded, .sessionExpired, .refreshTokenInvalid,
            .refreshTokenReused, .refreshTokenWrongClient, .consentRevoked,
            .credentialInvalid, .passwordWrong:
            .unauthorized
        case .browserProofMissing, .browserProofMismatch, .accountDisabled, .accountHeld, .proofRequired,
            .freshSignInRequired, .providerOff, .linkProofRequired, .credentialScopeMissing,
            .passwordsOff, .mailOff:
            .forbidden
        case .sessionUnknown, .identityUnknown, .accountUnknown: .notFound
        case .attemptUsed, .identityLinkedElsewhere, .lastWayIn, .externalIDTaken, .passwordMissing: .conflict
        case .attemptExpired, .attemptEnded, .linkTicketInvalid, .questionOver, .mailedTokenInvalid: .gone
        case .passwordDelayed: .tooManyRequests
        case .attemptUnderWay: .serviceUnavailable
        }
    }
}
