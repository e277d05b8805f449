import HTTPServing

/// What an authenticated client requests from `/auth/token`.
struct GrantRequest: Sendable {
    let fields: FormFields

    private static let supported = ["authorization_code", "client_credentials", "refresh_token"]

    var type: String? { fields.filled("grant_type") }

    static let checks: [Check<GrantRequest>] = [
        typePresent, typeSupported, codePresent, refreshTokenPresent, migrationScope,
    ]
}

extension GrantRequest {
    static let typePresent = Check<GrantRequest>("grant_type_missing", isWaivable: false) { request in
        guard request.type == nil else { return nil }
        return .invalidRequest("grant_type_missing", "grant_type is missing.")
    }

    static let typeSupported = Check<GrantRequest>("grant_type_unsupported", isWaivable: false) { request in
        guard let type = request.type, !supported.contains(type) else { return nil }
        return Refusal(
            error: "unsupported_grant_type", cause: "grant_type_unsupported",
            explanation: "grant_type \(type) is not supported. Use authorization_code or refresh_token.")
    }

    static let codePresent = Check<GrantRequest>("code_missing", isWaivable: false) { request in
        guard request.type == "authorization_code", request.fields.filled("code") == nil else { return nil }
        return .invalidRequest("code_missing", "code is missing.")
    }

    /// Apple was seen to answer a refresh token in `code` with `unsupported_grant_type` (developer forum, thread
    /// 121627).
    static let refreshTokenPresent = Check<GrantRequest>("refresh_token_missing", isWaivable: false) { request in
        guard request.type == "refresh_token", request.fields.filled("refresh_token") == nil else { return nil }
        guard request.fields.filled("code") == nil else {
            return Refusal(
                error: "unsupported_grant_type", cause: "refresh_token_in_code",
                explanation: "A refresh token belongs in refresh_token, not in code.")
        }
        return .invalidRequest("refresh_token_missing", "refresh_token is missing.")
    }

    /// The only scope of this grant (Apple: "Transferring your apps and users to another team").
    static let migrationScope = Check<GrantRequest>("migration_scope") { request in
        guard request.type == "client_credentials", request.fields["scope"] != "user.migration" else { return nil }
        return Refusal(
            error: "invalid_scope", cause: "migration_scope",
            explanation: "client_credentials is for scope=user.migration only.")
    }
}
