import JSONWebTokens
import SignInWithApple
import Testing

@testable import siwa

/// What the doctor concludes from a refused request. The refusal suite shows it for every refusal of the emulator.
@Suite struct RefusalDiagnosisTests {
    private let samples = SampleRefusals()

    private static func refusal(_ error: String, _ description: String? = nil) -> RefusedRequest.Answer {
        .refusal(TokenEndpointError(code: error, description: description))
    }

    @Test func `a request without a mistake is a cause for nothing`() throws {
        for form in try [samples.form(), samples.form(.refresh), samples.form(.revocation)] {
            for isConfigured in [false, true] {
                let found = samples.findings(form, isConfigured: isConfigured)
                #expect(found.map(\.code) == ["nothing_found"])
                #expect(found.map(\.level) == [.fine])
            }
        }
    }

    @Test func `names what is wrong with the form`() throws {
        let cases: [([String: String?], String)] = [
            (["client_id": nil], "client_id_missing"), (["client_secret": ""], "client_secret_missing"),
            (["grant_type": nil], "grant_type_missing"), (["code": nil], "code_missing"),
            (["grant_type": "refresh_token", "code": nil], "refresh_token_missing"),
            (["note": "x"], "parameter_unknown"), (["client_assertion": "x"], "authenticated_twice"),
        ]
        for (changes, code) in cases {
            #expect(try samples.cause(samples.form(.redemption, changes), "invalid_request") == code)
        }
        #expect(try samples.cause(samples.form() + "&code=x", "invalid_request") == "parameter_repeated")
        #expect(
            try samples.cause(samples.form(.revocation, ["token": ""]), "invalid_request") == "token_missing")
        #expect(try samples.cause(samples.form() + "&x=%zz", "invalid_client") == "body_not_encoded")
    }

    @Test(arguments: [
        "", "application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded, a",
    ])
    func `names a type that is no form's`(contentType: String) throws {
        let found = samples.findings(
            try samples.form(), Self.refusal("invalid_request"), contentType: contentType)
        #expect(found.map(\.code) == ["content_type_wrong"])
    }

    @Test func `reads a form's type as HTTP does`() throws {
        let type = "Application/X-WWW-Form-URLencoded ; charset=utf-8"
        #expect(try samples.findings(samples.form(), contentType: type).map(\.code) == ["nothing_found"])
    }

    @Test func `names what is wrong with the claims of the secret`() throws {
        let now = SampleRefusals.sentAt
        let cases: [([String: JSONValue?], String)] = [
            (["iss": "com.example.web"], "client_secret_issuer_wrong"),
            (["iss": "ABC123DEFG"], "client_secret_issuer_wrong"), (["iss": "short"], "client_secret_issuer_wrong"),
            (["sub": "com.example.Web"], "client_secret_subject_wrong"),
            (["aud": ["https://appleid.apple.com"]], "client_secret_audience_wrong"),
            (["exp": "soon"], "client_secret_expiry_missing"),
            (["exp": .number(JSONNumber(now))], "client_secret_expired"),
            (["exp": .number(JSONNumber(now + 15_777_001))], "client_secret_lifetime_too_long"),
            (["exp": .number(JSONNumber(now * 1_000))], "client_secret_lifetime_too_long"),
            (["iat": .null], "client_secret_issued_at_missing"),
            (["exp": .number(JSONNumber(now + 15_777_000))], "client_or_key_not_registered"),
            ([:], "client_or_key_not_registered"),
        ]
        for (changes, code) in cases {
            let form = try samples.form(.redemption, ["client_secret": samples.secret(changes)])
            #expect(samples.cause(form, "invalid_client") == code, "\(changes)")
        }
    }

    @Test func `names a secret that is no token, and one that is signed in another way`() throws {
        let whole = try samples.secret()
        let parts = whole.split(separator: ".").map(String.init)
        let unsigned = Base64URL.encode(Array(#"{"alg":"none","kid":"ABC123DEFG"}"#.utf8))
        let nameless = try samples.secret(key: .makeES256(keyID: nil))
        let short = Base64URL.encode([UInt8](repeating: 0x30, count: 70))
        let cases = [
            ("hello", "client_secret_malformed"), (parts[0] + "." + parts[1], "client_secret_malformed"),
            (unsigned + "." + parts[1] + "." + parts[2], "client_secret_algorithm_wrong"),
            (nameless, "client_secret_key_id_missing"),
            (parts[0] + "." + parts[1] + "." + short, "client_secret_signature_not_raw"),
        ]
        for (secret, code) in cases {
            let form = try samples.form(.redemption, ["client_secret": secret])
            #expect(samples.cause(form, "invalid_client") == code)
        }
        let pem = samples.key.pemRepresentation.replacing("\n", with: "%0A").replacing("+", with: "%2B")
        let found = samples.findings(try samples.form(.redemption, ["client_secret": pem]))
        #expect(found.map(\.code) == ["client_secret_malformed"])
        #expect(found[0].meaning.contains("private key"))
    }

    @Test func `compares client, key and signature with the configuration`() throws {
        let stranger = SigningKey.makeES256(keyID: "ABC123DEFG")
        let cases: [(SigningKey?, [String: JSONValue?], String)] = [
            (stranger, [:], "client_secret_signature_wrong"),
            (.makeES256(keyID: "OTHERKEY01"), [:], "client_secret_key_unknown"),
            (nil, ["iss": "OTHERTEAM1"], "client_secret_issuer_wrong"),
            (nil, [:], "client_or_key_not_registered"),
        ]
        for (key, changes, code) in cases {
            let form = try samples.form(.redemption, ["client_secret": samples.secret(changes, key: key)])
            #expect(samples.cause(form, "invalid_client", isConfigured: true) == code)
            #expect(samples.cause(form, "invalid_client") == "client_or_key_not_registered")
        }
        let form = try samples.form(.redemption, ["client_id": "com.example.nobody"])
        #expect(samples.cause(form, "invalid_client", isConfigured: true) == "client_unknown")
    }

    @Test func `understands the texts that developers saw with invalid_grant`() throws {
        let used = "The code has already been used."
        let old = "The code has expired or has been revoked."
        let client = "client_id mismatch. The code was not issued to com.example.web"
        let redirect = "redirect_uri mismatch. The code was not issued to https://app.example/."
        let cases: [(SampleRefusals.Form, [String: String?], String?, String)] = [
            (.redemption, [:], used, "code_used"), (.redemption, [:], old, "code_expired_or_unknown"),
            (.redemption, [:], client, "code_client_mismatch"),
            (.redemption, [:], redirect, "code_redirect_mismatch"),
            (.redemption, ["redirect_uri": nil], redirect, "code_redirect_missing"),
            (.redemption, [:], nil, "verifier_missing"), (.redemption, ["code_verifier": ""], nil, "verifier_wrong"),
            (.refresh, [:], "The token has expired or has been revoked.", "refresh_token_revoked"),
            (.refresh, [:], client, "refresh_token_client_mismatch"), (.refresh, [:], nil, "refresh_token_revoked"),
            (.redemption, [:], "Something new.", "cause_unknown"),
        ]
        for (like, changes, text, code) in cases {
            #expect(try samples.cause(samples.form(like, changes), "invalid_grant", text) == code)
        }
    }

    @Test func `says which kind of token was sent as a code`() throws {
        let text = "The code has expired or has been revoked."
        for (code, name) in [
            (SampleRefusals.refreshToken, "a refresh token"), (try samples.secret(), "a signed token"),
        ] {
            let form = try samples.form(.redemption, ["code": code])
            for answer in [.notKept, Self.refusal("invalid_grant", text)] {
                let found = samples.findings(form, answer)
                #expect(found.map(\.code) == ["code_expired_or_unknown"])
                #expect(found[0].meaning == "The code is \(name) by its form.")
            }
        }
    }

    @Test func `tells grants that Apple does not support from a refresh token in code`() throws {
        let password = try samples.form(.redemption, ["grant_type": "password"])
        #expect(samples.cause(password, "unsupported_grant_type") == "grant_type_unsupported")
        let misplaced = try samples.form(.refresh, ["refresh_token": nil, "code": SampleRefusals.refreshToken])
        #expect(samples.cause(misplaced, "unsupported_grant_type") == "refresh_token_in_code")
    }

    @Test func `a refresh that is refused for nothing was probably throttled, and a redemption was not`() throws {
        #expect(try samples.cause(samples.form(.refresh), "invalid_request") == "refresh_throttled")
        #expect(try samples.cause(samples.form(), "invalid_request") == "cause_unknown")
    }

    @Test func `an empty answer to a revocation proves nothing`() throws {
        let found = samples.findings(try samples.form(.revocation), .empty)
        #expect(found.map(\.code) == ["revocation_unproven"])
        #expect(found.map(\.level) == [.unknown])
        let code = samples.findings(try samples.form(.revocation, ["token": SampleRefusals.code]), .empty)
        #expect(code.map(\.code) == ["token_not_revocable"])
        #expect(code.map(\.level) == [.failure])
    }

    @Test func `a hint is wrong where the token has another form`() throws {
        let wrong = try samples.form(.revocation, ["token_type_hint": "access_token"])
        #expect(samples.cause(wrong, "invalid_request") == "token_type_hint_wrong")
        let right = try samples.form(.revocation, ["token_type_hint": "refresh_token"])
        #expect(samples.cause(right, "invalid_request") == "cause_unknown")
    }

    @Test func `only what explains Apple's error is the cause, and the rest comes behind it`() throws {
        let changes: [String: String?] = [
            "code": nil, "note": "x", "client_secret": try samples.secret(["exp": .number(JSONNumber(1))]),
        ]
        let form = try samples.form(.redemption, changes)
        let secret = samples.findings(form, Self.refusal("invalid_client"))
        #expect(secret.map(\.code) == ["client_secret_expired", "parameter_unknown", "code_missing"])
        #expect(secret.map(\.level) == [.failure, .warning, .warning])
        let grant = samples.findings(form, Self.refusal("invalid_request"))
        #expect(grant.map(\.code) == ["code_missing", "parameter_unknown", "client_secret_expired"])
        #expect(grant.map(\.level) == [.failure, .warning, .warning])
        let unanswered = samples.findings(form)
        #expect(unanswered.map(\.code) == ["client_secret_expired", "code_missing", "parameter_unknown"])
        #expect(unanswered.map(\.level) == [.failure, .failure, .warning])
    }
}
