import JSONWebTokens
import SignInWithApple
import Testing

@testable import siwa

/// What can be seen in a request comes before what is only concluded. Each input was reported by a developer.
@Suite struct RefusalEvidenceTests {
    private let samples = SampleRefusals()
    private static let accessToken = "a0123456789abcdef0123456789abcdef.0.mxzs.gN4k953WIuRVUIqZ4LJl9A"
    private static let expired = "The code has expired or has been revoked."

    private static func refusal(_ error: String, _ description: String? = nil) -> RefusedRequest.Answer {
        .refusal(TokenEndpointError(code: error, description: description))
    }

    private func first(_ form: String, _ error: String, _ text: String? = nil) throws -> Finding {
        try #require(samples.findings(form, Self.refusal(error, text)).first)
    }

    @Test func `an access token as code is named before a missing verifier is suspected`() throws {
        let found = try first(samples.form(.redemption, ["code": Self.accessToken]), "invalid_grant")
        #expect(found.code == "code_expired_or_unknown")
        #expect(found.meaning == "The code is an access token by its form.")
        #expect(found.evidence == .observed)
    }

    @Test(arguments: [
        ("code", "%252E0", "invalid_grant", "The code holds %2E, so it was encoded twice."),
        ("code", "%20", "invalid_grant", "The code begins or ends with a space."),
        ("refresh_token", "%0A", "invalid_grant", "The refresh_token begins or ends with a line break."),
        ("client_id", "%0A", "invalid_client", "The client_id begins or ends with a line break."),
        ("client_secret", "%0D%0A", "invalid_client", "The client_secret begins or ends with a line break."),
        ("redirect_uri", "%20", "invalid_grant", "The redirect_uri begins or ends with a space."),
        ("grant_type", "%20", "unsupported_grant_type", "The grant_type begins or ends with a space."),
    ])
    func `a value that was damaged on its way is named first`(
        _ name: String, _ end: String, _ error: String, _ meaning: String
    ) throws {
        let like: SampleRefusals.Form = name == "refresh_token" ? .refresh : .redemption
        let whole = try samples.form(like).split(separator: "&").first { $0.hasPrefix(name + "=") }
        let value = try #require(whole).dropFirst(name.count + 1)
        let form = try samples.form(like, [name: String(value) + end])
        let found = try first(form, error)
        #expect(found.code == "parameter_damaged" && found.subject == name)
        #expect(found.meaning == meaning)
        #expect(!found.meaning.contains(value) && found.advice?.contains(value) == false)
    }

    @Test func `quotation marks around a value are named`() throws {
        let form = try samples.form(.redemption, ["client_id": "%22com.example.web%22"])
        #expect(try first(form, "invalid_client").meaning == "The client_id is in quotation marks.")
    }

    @Test func `a return URL that was encoded twice is damaged, and one with an escape is not`() throws {
        let twice = try samples.form(.redemption, ["redirect_uri": "https%253A%252F%252Fapp.example%252Fcallback"])
        #expect(try first(twice, "invalid_grant").code == "parameter_damaged")
        let path = try samples.form(.redemption, ["redirect_uri": "https%3A%2F%2Fapp.example%2Fa%2520b"])
        #expect(try first(path, "invalid_grant").code == "verifier_missing")
    }

    @Test func `what was added to the client ID hides nothing else, and is not called another client`() throws {
        let form = try samples.form(.redemption, ["client_id": "com.example.web%0A"])
        let found = samples.findings(form, Self.refusal("invalid_client"), isConfigured: true)
        #expect(found.map(\.code) == ["parameter_damaged"])
    }

    @Test func `a damaged code comes before the age that Apple's text speaks of`() throws {
        let form = try samples.form(.redemption, ["code": SampleRefusals.code + "+"])
        #expect(try first(form, "invalid_grant", Self.expired).code == "parameter_damaged")
        let used = "The code has already been used."
        #expect(try first(form, "invalid_grant", used).code == "code_used")
    }

    @Test func `a JSON body is named once, and not for each parameter that a form would have`() throws {
        let body = #"{"client_id": "com.example.web", "grant_type": "authorization_code"}"#
        for error in ["invalid_client", "invalid_request"] {
            for type in [RefusedRequest.formType, "application/json"] {
                let found = samples.findings(body, Self.refusal(error), contentType: type)
                #expect(found.map(\.code) == ["content_type_wrong"])
                #expect(found[0].meaning.contains("JSON"))
            }
        }
    }

    @Test(arguments: ["1234567890", "null", "[]"])
    func `a kid that is no string is named, and the secret is not called malformed`(_ kid: String) throws {
        let parts = try samples.secret().split(separator: ".").map(String.init)
        let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":\#(kid)}"#.utf8))
        let form = try samples.form(.redemption, ["client_secret": "\(header).\(parts[1]).\(parts[2])"])
        let found = try first(form, "invalid_client")
        #expect(found.code == "client_secret_header_wrong" && found.subject == "client_secret, kid")
        #expect(found.meaning == "kid in the secret's header is not a string.")
    }

    @Test func `a client ID with the Team ID before it is named`() throws {
        let secret = try samples.secret(["sub": "ABCDE12345.com.example.app"])
        let form = try samples.form(
            .redemption, ["client_id": "ABCDE12345.com.example.app", "client_secret": secret])
        #expect(try first(form, "invalid_client").code == "client_id_with_team")
        // Ten capital letters that are not the team's may be a name.
        let other = try samples.form(
            .redemption,
            ["client_id": "EXAMPLEABC.app", "client_secret": samples.secret(["sub": "EXAMPLEABC.app"])])
        #expect(samples.findings(other).map(\.level).contains(.failure) == false)
    }

    @Test func `a secret from the future is named where nothing else is wrong`() throws {
        let ahead: [String: JSONValue?] = [
            "iat": .number(JSONNumber(SampleRefusals.sentAt + 7_200)),
            "exp": .number(JSONNumber(SampleRefusals.sentAt + 7_500)),
        ]
        let form = try samples.form(.redemption, ["client_secret": samples.secret(ahead)])
        let found = try first(form, "invalid_client")
        #expect(found.code == "client_secret_issued_in_future" && found.evidence == .judged)
        #expect(found.meaning.hasPrefix("iat is 7200 s later than the request"))
        #expect(try first(samples.form(), "invalid_client").code == "client_or_key_not_registered")
    }

    @Test func `a browser's code without redirect_uri is named where the configuration has a Services ID`() throws {
        let form = try samples.form(.redemption, ["redirect_uri": nil])
        let known = samples.findings(form, Self.refusal("invalid_grant"), isConfigured: true)
        #expect(known.map(\.code) == ["code_redirect_missing"])
        let unknown = try first(form, "invalid_grant")
        #expect(unknown.code == "verifier_missing" && unknown.advice?.contains("redirect_uri") == true)
    }

    @Test func `a page is not Apple's answer`() throws {
        let found = samples.findings(try samples.form(), .page)
        #expect(found.map(\.code) == ["answer_not_apples"])
        #expect(found.map(\.level) == [.failure])
    }
}

/// Requests that move users to another team.
@Suite struct MigrationRefusalTests {
    private let samples = SampleRefusals()
    private static let person = "001234.0123456789abcdef0123456789abcdef.0001"

    private func codes(
        _ changes: [String: String?], _ error: String = "invalid_request", hasHeader: Bool = true
    ) throws -> [String] {
        let nothing: [String: String?] = ["grant_type": nil, "code": nil, "redirect_uri": nil]
        let form = try samples.form(.redemption, nothing.merging(changes) { $1 })
        return samples.findings(
            form, .refusal(TokenEndpointError(code: error)), hasAuthorizationHeader: hasHeader
        ).map(\.code)
    }

    @Test func `a person who stopped using the app is what is left`() throws {
        let right = ["sub": Self.person, "target": "NEWTEAM001"]
        #expect(try codes(right) == ["migration_person_gone"])
        let identifier = "760417.0123456789abcdef0123456789abcdef.1827"
        #expect(try codes(["transfer_sub": identifier]) == ["migration_person_gone"])
        #expect(try codes(right, hasHeader: false) == ["migration_person_gone", "migration_token_missing"])
        #expect(try codes(right, "invalid_grant") == ["migration_token_used"])
    }

    @Test func `names what is wrong with the parameters`() throws {
        let cases: [([String: String?], String)] = [
            (["sub": Self.person], "migration_parameter_missing"),
            (["target": "NEWTEAM001"], "migration_parameter_missing"),
            (["sub": Self.person, "target": "NEWTEAM001", "transfer_sub": "x"], "migration_direction_mixed"),
            (["sub": Self.person, "target": "ABCDE12345"], "migration_target_wrong"),
            (["sub": Self.person, "target": "newteam"], "migration_target_wrong"),
            (["sub": "NEWTEAM001", "target": "NEWTEAM001"], "migration_subject_wrong"),
            (["sub": "ada%40example.com", "target": "NEWTEAM001"], "migration_subject_wrong"),
            (["sub": SampleRefusals.code, "target": "NEWTEAM001"], "migration_subject_wrong"),
        ]
        for (changes, code) in cases {
            #expect(try codes(changes).first == code, "\(changes)")
        }
    }

    @Test func `names the scope of the token for it`() throws {
        let token: [String: String?] = ["grant_type": "client_credentials"]
        #expect(try codes(token) == ["scope_missing", "authenticated_twice"])
        #expect(try codes(token.merging(["scope": "user.migrate"]) { $1 }, "invalid_scope").first == "scope_wrong")
        let right = try codes(token.merging(["scope": "user.migration"]) { $1 }, hasHeader: false)
        #expect(right == ["cause_unknown"])
    }

    @Test func `a client that gets no token for it is probably not being transferred`() throws {
        let token: [String: String?] = ["grant_type": "client_credentials", "scope": "user.migration"]
        #expect(try codes(token, "unauthorized_client", hasHeader: false) == ["migration_not_possible"])
        let redemption = samples.findings(
            try samples.form(), .refusal(TokenEndpointError(code: "unauthorized_client")))
        #expect(redemption.map(\.code) == ["cause_unknown"])
    }
}
