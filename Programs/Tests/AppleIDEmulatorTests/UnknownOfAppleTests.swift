import Crypto
import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

/// The switches for behaviour of Apple that is unknown: how the same request is answered once a switch is changed.
@Suite struct UnknownOfAppleTests {
    private func turn(_ switches: String, _ body: @escaping @Sendable (Caller) async throws -> Void) async throws {
        try await TestEmulator().run { (caller) async throws in
            #expect(try await caller.control("/switches", switches).status == 200)
            try await body(caller)
        }
    }

    @Test(arguments: [
        ("query", "code", "GET"), ("fragment", "code", "GET"), ("form_post", "code", "POST"),
        ("form_post", "code id_token", "POST"),
    ])
    func `answers in the chosen mode where none was sent`(
        _ mode: String, _ type: String, _ method: String
    ) async throws {
        try await turn("{\"default_response_mode\":\"\(mode)\"}") { (caller) async throws in
            let answer = try await caller.approve(
                "maya", ["response_mode": nil, "response_type": type, "scope": nil])
            #expect(answer.text("response_mode") == mode && answer.text("method") == method)
        }
    }

    @Test func `refuses parameters of the authorize step that Apple does not name`() async throws {
        try await turn(#"{"authorize_parameters_refused":true}"#) { (caller) async throws in
            for name in ["locale", "ui_locales", "login_hint", "resource"] {
                let refused = try await caller.approve("maya", [name: "x"])
                #expect(refused.text("cause") == "authorize_parameter_unknown", "\(name)")
            }
            #expect(try await caller.approve("maya", ["prompt": "login", "max_age": "1"]).contains("fields"))
        }
    }

    @Test func `refuses a state or nonce beyond the limit, and takes one at it`() async throws {
        try await turn(#"{"parameter_limit":8}"#) { (caller) async throws in
            for name in ["state", "nonce"] {
                let long = try await caller.approve("maya", [name: "123456789"])
                #expect(long.text("cause") == "parameter_too_long")
                #expect(try await caller.approve("maya", [name: "12345678"]).contains("fields"))
            }
        }
    }

    @Test func `refuses a registered return URL with a query`() async throws {
        let other = ["client_id": TestEmulator.otherWeb, "redirect_uri": TestEmulator.otherReturnURL]
        try await turn(#"{"query_in_return_url_refused":true}"#) { (caller) async throws in
            #expect(try await caller.approve("maya", other).text("cause") == "redirect_query")
            #expect(try await caller.approve().contains("fields"))
        }
    }

    @Test func `calls an unregistered return URL what TN3107 calls it`() async throws {
        let switches = #"{"unregistered_redirect":"unauthorized_client","error_page_status":200}"#
        try await turn(switches) { (caller) async throws in
            let page = try await caller.send(
                .get, Caller.authorizeURL(["redirect_uri": "https://no.example/"]))
            #expect(page.status == 200 && page.text.contains("unauthorized_client"))
            #expect(!page.text.contains("Invalid web redirect url"))
        }
    }

    @Test func `takes a plain challenge, and only its own verifier`() async throws {
        let plain = ["code_challenge": VerifierTests.verifier, "code_challenge_method": "plain"]
        try await TestEmulator().run { (caller) async throws in
            #expect(try await caller.approve("maya", plain).contains("fields") == false)
        }
        try await turn(#"{"plain_challenge_accepted":true}"#) { (caller) async throws in
            let code = try await caller.code("maya", plain)
            let wrong = String(VerifierTests.verifier.reversed())
            #expect(try await caller.token(["code": code, "code_verifier": wrong]).status == 400)
            #expect(try await caller.token(["code": code, "code_verifier": VerifierTests.verifier]).status == 200)
            let hashed = Base64URL.encode(Array(SHA256.hash(data: Data(VerifierTests.verifier.utf8))))
            let good = try await caller.code(
                "maya", ["code_challenge": hashed, "code_challenge_method": "S256"])
            #expect(try await caller.token(["code": good, "code_verifier": VerifierTests.verifier]).status == 200)
        }
    }

    @Test func `lets a key sign for its own group only`() async throws {
        func status(enforced: Bool, client: String) async throws -> (Int, String?) {
            try await TestEmulator { $0.teams["main"]?.keyGroups = ["TESTKEY001": TestEmulator.lonelyApp] }.run {
                caller in
                _ = try await caller.control("/switches", "{\"key_groups_enforced\":\(enforced)}")
                let reply = try await caller.token(["code": "x"], client: client)
                return (reply.status, try await caller.lastCause())
            }
        }
        #expect(try await status(enforced: true, client: TestEmulator.web) == (400, "secret_key_group"))
        #expect(try await status(enforced: true, client: TestEmulator.lonelyApp) == (400, "code_unknown"))
        #expect(try await status(enforced: false, client: TestEmulator.web) == (400, "code_unknown"))
    }

    @Test func `registers keys with their group, and refuses a group that is none`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let pem = String(
                decoding: JSONValue.string(try TestEmulator.publicPEM(of: caller.emulator.key)).json, as: UTF8.self)
            func team(_ id: String, _ app: String) -> String {
                "{\"team_id\":\"\(id)\",\"apps\":[\"\(id).app\"],"
                    + "\"keys\":{\"GROUPKEY01\":{\"public_key\":\(pem),\"primary_app\":\"\(app)\"}}}"
            }
            #expect(try await caller.control("/teams", team("TEAM000001", "TEAM000001.app")).status == 201)
            #expect(try await caller.control("/teams", team("TEAM000002", "TEAM000001.app")).status == 400)
        }
        #expect(throws: ConfigurationFaults.self) {
            try TestEmulator { $0.teams["main"]?.keyGroups = ["TESTKEY001": TestEmulator.groupedApp] }
        }
    }

    @Test(arguments: [true, false])
    func `refuses a second way of client authentication, or overlooks it`(_ isRefused: Bool) async throws {
        try await turn("{\"second_authentication_refused\":\(isRefused)}") { (caller) async throws in
            let code = try await caller.code()
            let fields = [
                ("client_id", TestEmulator.web), ("client_secret", try caller.emulator.secret()),
                ("grant_type", "authorization_code"), ("redirect_uri", TestEmulator.returnURL), ("code", code),
            ].map { (name: $0.0, value: $0.1) }
            let reply = try await caller.send(
                .post, "/auth/token",
                headers: [
                    .contentType: "application/x-www-form-urlencoded", .authorization: "Basic Y29tLmV4YW1wbGU6eA==",
                ], body: FormFields.encode(fields))
            #expect(reply.status == (isRefused ? 400 : 200))
            #expect(try await caller.lastCause() == (isRefused ? "authentication_twice" : nil))
        }
    }

    @Test func `ends what earlier sign-ins brought, but not other clients' tokens`() async throws {
        try await turn(#"{"sign_in_ends_older_tokens":true}"#) { (caller) async throws in
            func refreshToken() async throws -> String {
                try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            }
            let native = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            let app = try await caller.token(
                ["code": native.text("authorization_code"), "redirect_uri": nil], client: TestEmulator.app
            ).json.text("refresh_token")
            let (one, two) = (try await refreshToken(), try await refreshToken())
            #expect(try await caller.refresh(one).status == 400)
            #expect(try await caller.refresh(two).status == 200)
            #expect(try await caller.refresh(app ?? "", client: TestEmulator.app).status == 200)
        }
    }

    @Test(arguments: [true, false])
    func `ends access tokens with the password, or leaves them alive`(_ isEnded: Bool) async throws {
        try await turn("{\"password_change_ends_access_tokens\":\(isEnded)}") { (caller) async throws in
            let tokens = try await caller.token(["code": try await caller.code()]).json
            _ = try await caller.control("/account/password", #"{"person":"maya","password":"new"}"#)
            #expect(try await caller.refresh(tokens.text("refresh_token") ?? "").status == 400)
            _ = try await caller.revoke(tokens.text("access_token") ?? "")
            #expect(try await caller.lastCause() == (isEnded ? "revoke_token_unknown" : nil))
        }
    }

    @Test func `refuses to revoke a token of another kind than the hint's`() async throws {
        try await turn(#"{"revocation_hint_mismatch_refused":true}"#) { (caller) async throws in
            let refresh = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            func revoke(_ token: String, hint: String) async throws -> Reply {
                try await caller.post(
                    "/auth/revoke",
                    [
                        ("client_id", TestEmulator.web), ("client_secret", try caller.emulator.secret()),
                        ("token", token), ("token_type_hint", hint),
                    ])
            }
            let refused = try await revoke(refresh, hint: "access_token")
            #expect(refused.status == 400 && refused.text == #"{"error":"invalid_request"}"#)
            #expect(try await caller.refresh(refresh).status == 200)
            #expect(try await revoke("rubbish", hint: "access_token").status == 200)
            #expect(try await revoke(refresh, hint: "refresh_token").status == 200)
            #expect(try await caller.refresh(refresh).status == 400)
        }
    }

    @Test func `repeats the nonce in a refresh`() async throws {
        try await turn(#"{"refresh_nonce":true}"#) { (caller) async throws in
            let refresh = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            let repeated = try await caller.refresh(refresh).json
            #expect(try payload(of: repeated.text("id_token")).text("nonce") == "no-1")
        }
    }

    @Test func `says in a refresh when the person signed in`() async throws {
        try await turn(#"{"refresh_auth_time":true}"#) { (caller) async throws in
            let first = try await caller.token(["code": try await caller.code()]).json
            let repeated = try await caller.refresh(first.text("refresh_token") ?? "").json
            let (before, after) = (try payload(of: first.text("id_token")), try payload(of: repeated.text("id_token")))
            #expect(after.double("auth_time") != nil && after.double("auth_time") == before.double("auth_time"))
            #expect(after.contains("nonce_supported"))
        }
    }

    @Test func `gives whoever comes back another relay address`() async throws {
        try await turn(#"{"relay_changes_on_return":true}"#) { (caller) async throws in
            func address() async throws -> String? {
                try payload(of: try await caller.signInHidingEmail().text("id_token")).text("email")
            }
            let first = try await address()
            #expect(try await address() == first)
            _ = try await caller.control(
                "/account/stop-using", #"{"person":"maya","client":"com.example.web"}"#)
            let second = try await address()
            #expect(second != first && second?.hasSuffix("@privaterelay.appleid.com") == true)
        }
    }

    @Test(arguments: [
        ("array", ["edu.users.read", "edu.classes.read"] as JSONValue), ("text", "edu.users.read edu.classes.read"),
    ])
    func `tells the scopes of school accounts as a list or a text`(_ form: String, _ scopes: JSONValue) async throws {
        try await turn("{\"school_scopes_as\":\"\(form)\"}") { (caller) async throws in
            let managed = #"{"org_id":"0B2C","scopes":["edu.users.read","edu.classes.read"]}"#
            _ = try await caller.control(
                "/people", "{\"key\":\"pupil\",\"email\":\"pupil@school.example\",\"managed\":\(managed)}")
            let answer = try await caller.approve("pupil")["fields"]?.object
            #expect(try payload(of: answer?.text("id_token"))["scopes"] == scopes)
            let token = try await caller.token(["code": answer?.text("code")]).json.text("id_token")
            #expect(try payload(of: token)["scopes"] == scopes)
        }
    }

    @Test func `makes a notification out to a service of the group`() async throws {
        try await turn(#"{"notification_audience":"service"}"#) { (caller) async throws in
            let sent = try await caller.sendTestEvent("consent-revoked").json["notifications"]?.array?.first?.object
            #expect(sent?.text("audience") == TestEmulator.web)
        }
    }

    @Test func `sends cache headers with keys and discovery, and with nothing else`() async throws {
        try await turn(#"{"keys_max_age":900}"#) { (caller) async throws in
            for path in ["/auth/keys", "/.well-known/openid-configuration"] {
                #expect(try await caller.send(.get, path).header("Cache-Control") == "max-age=900")
            }
            _ = try await caller.control("/switches", #"{"keys_max_age":0}"#)
            #expect(try await caller.send(.get, "/auth/keys").header("Cache-Control") == nil)
        }
    }

    @Test func `answers HEAD for keys and discovery with the length of the answer`() async throws {
        try await TestEmulator().runLive { caller in
            for path in ["/auth/keys", "/.well-known/openid-configuration"] {
                let whole = try await caller.send(.get, path)
                let head = try await caller.send(.head, path)
                #expect(head.status == 200 && head.text.isEmpty)
                #expect(head.header("Content-Length") == whole.header("Content-Length"))
                #expect(head.header("Content-Type") == whole.header("Content-Type"))
            }
            #expect(try await caller.send(.head, "/auth/token").status == 404)
        }
    }
}
