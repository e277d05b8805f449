import JSONWebTokens
import SignInWithApple
import Testing

@testable import siwa

/// How the doctor reads a refused request, and what of it is never shown.
@Suite struct RefusalReadingTests {
    private let samples = SampleRefusals()

    private static func refusal(_ error: String, _ description: String? = nil) -> RefusedRequest.Answer {
        .refusal(TokenEndpointError(code: error, description: description))
    }

    @Test func `an Authorization header explains a missing secret, or comes second to one`() throws {
        let missing = samples.findings(
            try samples.form(.redemption, ["client_secret": nil]), Self.refusal("invalid_request"),
            hasAuthorizationHeader: true)
        #expect(missing.map(\.code) == ["client_secret_missing"])
        #expect(missing[0].meaning.contains("no other client authentication"))
        let twice = samples.findings(
            try samples.form(), Self.refusal("invalid_request"), hasAuthorizationHeader: true)
        #expect(twice.map(\.code) == ["authenticated_twice"])
    }

    @Test func `a form with a token and without a grant is a revocation, unless the endpoint is given`() throws {
        let bare = try samples.form(.revocation, ["token": nil])
        let refusal = Self.refusal("invalid_request")
        #expect(samples.findings(bare, refusal).map(\.code) == ["grant_type_missing"])
        #expect(samples.findings(bare, refusal, endpoint: .revoke).map(\.code) == ["token_missing"])
        let token = try samples.form(.revocation)
        #expect(samples.findings(token, refusal, endpoint: .token).map(\.code).contains("grant_type_missing"))
    }

    @Test func `shows no secret, wherever it was put`() throws {
        let canary = SampleRefusals.refreshToken
        let signed = try samples.secret()
        let forms = [
            canary, signed, "\(signed)=x&\(signed)=y", "client_id=\(signed)&client_secret=\(canary)",
            "{\"client_secret\":\"\(signed)\"}", "client_id=\(canary);client_secret=\(signed)",
            try samples.form(.redemption, ["grant_type": canary, "note": signed, signed: "x"]),
            try samples.form(
                .redemption, ["client_secret": samples.secret(["iss": .string(canary), "sub": .string(signed)])]),
        ]
        let errors = ["invalid_request", "invalid_client", "invalid_grant", "unsupported_grant_type", canary]
        for form in forms {
            for error in errors {
                let report = DoctorReport(findings: samples.findings(form, Self.refusal(error), isConfigured: true))
                for output in [report.text, VisibleJSON.line(report.json)] {
                    #expect(!output.contains(canary) && !output.contains(signed))
                    #expect(!output.contains("0123456789abcdef") && !output.contains("eyJ"))
                }
            }
        }
    }

    @Test func `reads Apple's answer, and nothing else as one`() {
        let bare = RefusedRequest.Answer(body: Array(#"{"error":"invalid_client"}"#.utf8))
        #expect(bare == Self.refusal("invalid_client"))
        let text = RefusedRequest.Answer(body: Array(#"{"error":"invalid_grant","error_description":"x"}"#.utf8))
        #expect(text == Self.refusal("invalid_grant", "x"))
        #expect(RefusedRequest.Answer(body: Array(" \n".utf8)) == .empty)
        #expect(RefusedRequest.Answer(body: Array(#"{"access_token":"x"}"#.utf8)) == .tokens)
        #expect(RefusedRequest.Answer(body: Array("<html>".utf8)) == .page)
        for other in ["{}", "[]", "invalid_client"] {
            #expect(RefusedRequest.Answer(body: Array(other.utf8)) == nil)
        }
    }
}
