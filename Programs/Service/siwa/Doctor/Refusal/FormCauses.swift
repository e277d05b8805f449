import HTTPServing
import SignInFlows
import SignInWithApple

/// What is wrong with the form of a request, before anybody looks at the client (RFC 6749 §4.1.3, Apple: "Generate and
/// validate tokens", TN3107).
enum FormCauses {
    /// The largest body without a remark. Apple publishes no limit; the requests that it documents have a few kilobytes.
    static let largestBody = 65_536

    /// The parameters that Apple documents for both endpoints, and `code_verifier` (RFC 7636 §4.5). A client assertion has
    /// a cause of its own.
    private static let known: [RefusedRequest.Endpoint: Set<String>] = [
        .token: [
            "client_assertion", "client_assertion_type", "client_id", "client_secret", "code", "code_verifier",
            "grant_type", "redirect_uri", "refresh_token", "scope",
        ],
        .revoke: [
            "client_assertion", "client_assertion_type", "client_id", "client_secret", "token", "token_type_hint",
        ],
        .usermigrationinfo: ["client_id", "client_secret", "sub", "target", "transfer_sub"],
    ]

    static func causes(_ request: RefusedRequest) -> [RefusalCause] {
        // Every parameter is missing in a body of another type, and that explains all of them.
        guard !request.isJSON else { return [json, size(request)].compactMap { $0 } }
        var causes = [contentType(request), size(request), encoding(request)]
        if let form = request.form {
            causes += [
                repeated(form), clientID(form), clientSecret(form, request), authenticatedTwice(form, request),
                unknown(form, request),
            ]
        }
        return causes.compactMap { $0 }
    }

    private static func contentType(_ request: RefusedRequest) -> RefusalCause? {
        guard request.mediaType != RefusedRequest.formType else { return nil }
        let sent = request.mediaType.isEmpty ? "without a type" : "as \(request.mediaType)"
        return RefusalCause(
            code: "content_type_wrong", errors: [TokenEndpointError.invalidRequest], subject: "Content-Type",
            meaning: "The body was sent \(sent), and Apple reads forms only.",
            advice: "Send the parameters as a form, with Content-Type: \(RefusedRequest.formType).",
            evidence: .documented)
    }

    private static let json = RefusalCause(
        code: "content_type_wrong", errors: [TokenEndpointError.invalidRequest, TokenEndpointError.invalidClient],
        subject: "body", meaning: "The body is JSON, and Apple reads forms only.",
        advice: "Send the parameters as a form, with Content-Type: \(RefusedRequest.formType).", evidence: .documented)

    private static func size(_ request: RefusedRequest) -> RefusalCause? {
        guard request.body.count > largestBody else { return nil }
        return RefusalCause(
            code: "body_too_large", errors: [TokenEndpointError.invalidRequest], subject: "body",
            meaning: "The body has \(request.body.count) bytes, far more than any request to Apple needs.",
            advice: "Look for a parameter that does not belong there, or that was appended again and again.",
            evidence: .judged)
    }

    private static func encoding(_ request: RefusedRequest) -> RefusalCause? {
        guard request.form == nil else { return nil }
        return RefusalCause(
            code: "body_not_encoded", errors: [TokenEndpointError.invalidClient], subject: "body",
            meaning: "The body is not percent-encoded UTF-8, so Apple cannot read the parameters.",
            advice: "Encode each name and each value of the form, and let a library do it. A % must be sent as %25.",
            evidence: .documented)
    }

    /// RFC 6749 §3.2: parameters must not be included more than once.
    private static func repeated(_ form: FormFields) -> RefusalCause? {
        guard let name = form.repeatedName else { return nil }
        return RefusalCause(
            code: "parameter_repeated", errors: [TokenEndpointError.invalidRequest], subject: SentText.shown(name),
            meaning: "The parameter occurs more than once.", advice: "Send each parameter once.", evidence: .documented)
    }

    /// RFC 6749 §5.2 calls a missing authentication `invalid_client`. TN3107 lists missing parameters under
    /// `invalid_request`.
    private static func clientID(_ form: FormFields) -> RefusalCause? {
        guard form.filled("client_id") == nil else { return nil }
        return RefusalCause(
            code: "client_id_missing", errors: [TokenEndpointError.invalidRequest, TokenEndpointError.invalidClient],
            subject: "client_id", meaning: "The form has no client_id.",
            advice: "Send client_id in the body, not in the URL or in a header: the bundle ID or Services ID.",
            evidence: .documented)
    }

    private static func clientSecret(_ form: FormFields, _ request: RefusedRequest) -> RefusalCause? {
        guard form.filled("client_secret") == nil else { return nil }
        let isElsewhere = request.hasAuthorizationHeader || form.filled("client_assertion") != nil
        return RefusalCause(
            code: "client_secret_missing",
            errors: [TokenEndpointError.invalidRequest, TokenEndpointError.invalidClient], subject: "client_secret",
            meaning: isElsewhere
                ? "The form has no client_secret, and Apple supports no other client authentication."
                : "The form has no client_secret.",
            advice: "Send client_secret in the body, not in the URL or in a header (client_secret_post).",
            evidence: .documented)
    }

    /// Apple's ErrorResponse lists more than one client authentication. Nobody reported such a refusal.
    private static func authenticatedTwice(_ form: FormFields, _ request: RefusedRequest) -> RefusalCause? {
        // The migration endpoint wants an access token there.
        let hasHeader = request.hasAuthorizationHeader && request.endpoint != .usermigrationinfo
        guard form.filled("client_secret") != nil, hasHeader || form.filled("client_assertion") != nil
        else { return nil }
        return RefusalCause(
            code: "authenticated_twice", errors: [TokenEndpointError.invalidRequest],
            subject: hasHeader ? "Authorization" : "client_assertion",
            meaning: "The client authenticates in a second way beside client_secret.",
            advice: "Send client_secret in the body and no other authentication.", evidence: .documented,
            isDoubtful: true)
    }

    /// TN3107 lists unknown parameters. Clients that send them were not seen to fail.
    private static func unknown(_ form: FormFields, _ request: RefusedRequest) -> RefusalCause? {
        guard let known = known[request.endpoint], let name = form.names.first(where: { !known.contains($0) }) else {
            return nil
        }
        return RefusalCause(
            code: "parameter_unknown", errors: [TokenEndpointError.invalidRequest], subject: SentText.shown(name),
            meaning: "Apple does not document this parameter for this endpoint.",
            advice: "Leave it out. Names are case-sensitive.", evidence: .documented, isDoubtful: true)
    }
}
