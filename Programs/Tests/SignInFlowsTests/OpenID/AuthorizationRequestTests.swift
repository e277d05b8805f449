import AccountStorage
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// Authorization requests (OpenID Connect Core section 3.1.2).
struct AuthorizationRequestTests {
    private let world: World
    private let shop: RelyingParty
    private let phone: RelyingParty
    private let guest: RelyingParty

    init() throws {
        let shop = OpenIDClient.sample()
        let phone = OpenIDClient.sample(
            "phone", kind: .public, redirectURIs: ["com.example.app:/cb", "http://127.0.0.1/cb"])
        let guest = OpenIDClient.sample(
            "guest", redirectURIs: ["https://guest.example/cb"], codeChallenge: .optional, scopes: [.openid, .email],
            mayWorkOffline: true, consent: .once)
        world = try World(openID: [shop, phone, guest])
        self.shop = RelyingParty(world: world, client: shop)
        self.phone = RelyingParty(world: world, client: phone)
        self.guest = RelyingParty(world: world, client: guest)
    }

    private func resume(
        _ request: String, as session: SignedInSession?, _ approval: Approval? = nil
    ) async throws -> AuthorizationOutcome {
        try await AuthorizationRequests(world.environment).resume(request, session: session, approval: approval)
    }

    @Test(
        arguments: [
            (["client_id": nil], "oauth_client_not_named"), (["client_id": "nobody"], "oauth_client_unknown"),
            (["redirect_uri": nil], "redirect_uri_refused"),
            (["redirect_uri": "https://shop.example.com/cb/"], "redirect_uri_refused"),
            (["redirect_uri": "https://shop.example.com/CB"], "redirect_uri_refused"),
            (["redirect_uri": "https://shop.example.com:443/cb"], "redirect_uri_refused"),
            (["redirect_uri": "https://evil.example/cb"], "redirect_uri_refused"),
        ] as [([String: String?], String)])
    func `a request of nobody, or for another address, is never answered there`(
        _ changes: [String: String?], _ code: String
    ) async throws {
        let ann = try await world.browserSession().session
        for session in [nil, ann] {
            #expect(try await failure { try await shop.begin(changes, as: session) }?.code == code)
        }
    }

    @Test(
        arguments: [
            (["response_type": "token"], "unsupported_response_type"),
            (["response_type": "code id_token"], "unsupported_response_type"),
            (["response_type": nil], "invalid_request"), (["code_challenge": nil], "invalid_request"),
            (["code_challenge_method": nil], "invalid_request"),
            (["code_challenge_method": "plain"], "invalid_request"),
            (["code_challenge": "short"], "invalid_request"), (["scope": "profile"], "invalid_scope"),
            (["scope": nil], "invalid_scope"), (["request": "eyJ.eyJ."], "request_not_supported"),
            (["request_uri": "urn:x"], "request_uri_not_supported"),
            (["registration": "{}"], "registration_not_supported"),
            (["prompt": "none login"], "invalid_request"), (["prompt": "magic"], "invalid_request"),
            (["max_age": "-1"], "invalid_request"), (["max_age": "soon"], "invalid_request"),
            (["claims": "{"], "invalid_request"), (["claims": "[]"], "invalid_request"),
            (["response_mode": "web_message"], "invalid_request"), (["id_token_hint": "x.y.z"], "invalid_request"),
            (["nonce": String(repeating: "n", count: 513)], "invalid_request"),
            (["id_token_hint": String(repeating: "a", count: 4_100)], "invalid_request"),
            (
                ["claims": "{\"id_token\":{\"acr\":{\"essential\":true,\"values\":[\"mfa\"]}}}"],
                "unmet_authentication_requirements"
            ),
            (["prompt": "none"], "login_required"),
        ] as [([String: String?], String)])
    func `any other fault is the client's to hear`(_ changes: [String: String?], _ error: String) async throws {
        let answer = try #require(try await shop.begin(changes, as: nil).answer)
        #expect(answer["error"] == error)
        #expect(answer["state"] == "s1")
        #expect(answer["iss"] == "http://localhost:8080")
        #expect(answer["code"] == nil)
        let description = try #require(answer["error_description"])
        #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    }

    @Test func `a repeated parameter counts for nothing`() async throws {
        let requests = AuthorizationRequests(world.environment)
        let twice = OAuthParameters(shop.request().pairs + [("nonce", "n2")])
        #expect(try await requests.begin(twice, session: nil).answer?["error"] == "invalid_request")
        for name in ["client_id", "redirect_uri"] {
            let value = shop.request()[name] ?? ""
            let parameters = OAuthParameters(shop.request().pairs + [(name, value)])
            #expect(try await failure { try await requests.begin(parameters, session: nil) } != nil, "\(name)")
        }
        let mode = OAuthParameters(shop.request().pairs + [("response_mode", "query"), ("response_mode", "fragment")])
        #expect(try await requests.begin(mode, session: nil).answer?["error"] == "invalid_request")
        let state = try await requests.begin(OAuthParameters(shop.request().pairs + [("state", "s2")]), session: nil)
        #expect(state.answer?["error"] == "invalid_request")
        #expect(state.answer?["state"] == nil)
    }

    @Test func `a state of two thousand characters comes back as it was`() async throws {
        let ann = try await world.browserSession().session
        let state = String(repeating: "~ %&=+?", count: 292)
        let outcome = try await shop.begin(["state": state], as: ann)
        guard case .answer(let answer) = outcome else { return #expect(Bool(false), "\(outcome)") }
        let back = URLComponents(string: answer.location)?.queryItems?.first { $0.name == "state" }?.value
        #expect(back == state)
        for bad in [String(repeating: "s", count: 2_049), "line\n", "ü"] {
            let refused = try #require(try await shop.begin(["state": bad], as: ann).answer)
            #expect(refused["error"] == "invalid_request")
            #expect(refused["state"] == nil)
        }
    }

    @Test func `who is signed in gets in at once, and others sign in first`() async throws {
        let before = try await shop.begin(as: nil)
        #expect(before.isSignIn)
        let ann = try await world.browserSession().session
        let request = try #require(before.pending)
        let answer = try #require(try await resume(request, as: ann).answer)
        #expect(answer["code"]?.utf8.count == 43)
        #expect(answer["state"] == "s1")
        #expect(try await shop.begin(as: ann).answer?["code"] != nil)
        #expect(try await shop.begin(["prompt": "none"], as: ann).answer?["code"] != nil)
    }

    @Test func `a native session or one of a client lets nobody in`() async throws {
        let native = try await world.signedInSession()
        #expect(try await shop.begin(as: native).isSignIn)
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let child = try await world.session(of: tokens)
        let posed = SignedInSession(session: child, account: ann.account)
        #expect(try await shop.begin(as: posed).isSignIn)
    }

    @Test func `a client's session lets nobody in, even if the client has the name of one at Apple`() async throws {
        let client = OpenIDClient.sample("web")
        let world = try World(openID: [client])
        let web = RelyingParty(world: world, client: client)
        let ann = try await world.browserSession().session
        let tokens = try await web.tokens(as: ann)
        let posed = SignedInSession(session: try await world.session(of: tokens), account: ann.account)
        #expect(try await web.begin(as: posed).isSignIn)
    }

    @Test func `nobody's consents are read for a client that needs none`() async throws {
        let ann = try await world.browserSession().session
        let transactions = world.database.count
        _ = try await shop.code(as: ann)
        #expect(world.database.count - transactions == 1)
    }

    @Test func `a session of another team's client, or of one that is gone, does not count`() async throws {
        let client = OpenIDClient.sample("brand", appleClient: "other")
        let world = try World(openID: [client])
        let ann = try await world.browserSession().session
        #expect(try await RelyingParty(world: world, client: client).begin(as: ann).isSignIn)
        let later = try World(world.surroundings, without: ["android"], openID: [.sample()])
        let android = try await world.signInOnWeb(.ann, client: "android")
        let found = try await SessionAuthentication(world.environment).authenticate(
            sessionCookie: android.sessionCookie)
        #expect(try await RelyingParty(world: later, client: .sample()).begin(as: found).isSignIn)
    }

    @Test(arguments: [["prompt": "login"], ["prompt": "select_account"], ["max_age": "0"], ["max_age": "99"]])
    func `a new sign-in is asked for, and only the one that the request led to meets it`(
        _ changes: [String: String?]
    ) async throws {
        let ann = try await world.browserSession()
        world.clock.advance(100)
        let asked = try await shop.begin(changes, as: ann.session)
        let path = try #require(asked.returnPath)
        #expect(try await resume(#require(asked.pending), as: ann.session).isSignIn)
        world.clock.advance(1)
        let met = try await world.browserSession(replacing: ann.cookie, returningTo: path)
        #expect(try await resume(met.request, as: met.session).answer?["code"] != nil)
    }

    @Test(arguments: [["prompt": "login"], ["prompt": "select_account"], ["max_age": "0"]])
    func `a session that begins later for another purpose meets no request`(_ changes: [String: String?]) async throws {
        let asked = try await shop.begin(changes, as: nil)
        let path = try #require(asked.returnPath)
        world.clock.advance(1)
        let later = try await world.browserSession()
        world.clock.advance(1)
        #expect(try await resume(#require(asked.pending), as: later.session).isSignIn)
        let met = try await world.browserSession(replacing: later.cookie, returningTo: path)
        let other = try await world.browserSession()
        world.clock.advance(1)
        #expect(try await resume(met.request, as: other.session).isSignIn, "the sign-in was another session's")
        #expect(try await resume(met.request, as: met.session).answer?["code"] != nil)
    }

    @Test func `a sign-in for one request meets no other`() async throws {
        let (mine, foreign) = (
            try await shop.begin(["prompt": "login"], as: nil),
            try await shop.begin(["prompt": "login", "state": "s2"], as: nil)
        )
        world.clock.advance(1)
        let met = try await world.browserSession(returningTo: #require(mine.returnPath))
        #expect(try await resume(#require(foreign.pending), as: met.session).isSignIn)
    }

    @Test func `a question that answers a sign-in leads back to the request that the sign-in was for`() async throws {
        let world = try World(policy: .asking(), openID: [.sample()])
        let shop = RelyingParty(world: world, client: .sample())
        let path = try #require(try await shop.begin(["prompt": "login"], as: nil).returnPath)
        let browser = try await world.beginWeb(returnTo: path)
        let outcome = try await world.complete(world.form(.eve, browser), browser)
        guard case .asks(let question, _) = outcome else { throw World.NobodyAsked() }
        world.clock.advance(1)
        let answered = try await AccountAnswers(world.environment).answerNew(question.question)
        let session = try await SessionAuthentication(world.environment).authenticate(
            sessionCookie: answered.signedIn.sessionCookie)
        let request = try #require(AuthorizationRequests.request(inReturnPath: answered.returnTo.location))
        let resumed = try await AuthorizationRequests(world.environment).resume(
            request, session: session, approval: nil)
        #expect(resumed.answer?["code"] != nil)
    }

    @Test func `the sign-in is young enough until max_age is over`() async throws {
        let ann = try await world.browserSession().session
        world.clock.advance(100)
        #expect(try await shop.begin(["max_age": "101"], as: ann).answer?["code"] != nil)
        #expect(
            try await shop.begin(["max_age": "10", "prompt": "none"], as: ann).answer?["error"] == "login_required")
    }

    @Test func `a client that expects somebody else does not get this person`() async throws {
        let (ann, ben) = (try await world.browserSession(.ann).session, try await world.browserSession(.ben).session)
        let hint = try #require(try await shop.tokens(as: ben).members.text("id_token"))
        #expect(try await shop.begin(["id_token_hint": hint], as: ben).answer?["code"] != nil)
        #expect(try await shop.begin(["id_token_hint": hint], as: ann).isSignIn)
        let silent = try await shop.begin(["id_token_hint": hint, "prompt": "none"], as: ann)
        #expect(silent.answer?["error"] == "login_required")
        let claims = "{\"id_token\":{\"sub\":{\"value\":\"\(ben.account.id.text)\"}}}"
        #expect(
            try await shop.begin(["claims": claims, "prompt": "none"], as: ann).answer?["error"] == "login_required")
        world.clock.advance(3_600 * 24 * 90)
        let path = try #require(try await shop.begin(["id_token_hint": hint], as: nil).returnPath)
        let again = try await world.browserSession(.ann, returningTo: path)
        #expect(try await resume(again.request, as: again.session).answer?["error"] == "login_required")
    }

    @Test func `an address that any program can claim is named first`() async throws {
        let ann = try await world.browserSession().session
        for address in ["com.example.app:/cb", "http://127.0.0.1:51000/cb"] {
            let asked = try await phone.begin(["redirect_uri": address], as: ann)
            let question = try #require(asked.question)
            #expect(!question.isConsent)
            #expect(try await resume(question.request, as: ann).question != nil)
            #expect(try await resume(question.request, as: ann, .denied).answer?["error"] == "access_denied")
            #expect(try await resume(question.request, as: ann, .allowed).answer?["code"] != nil)
            let silent = try await phone.begin(["redirect_uri": address, "prompt": "none"], as: ann)
            #expect(silent.answer?["error"] == "interaction_required")
        }
    }

    @Test func `an answer counts for the person who gave it`() async throws {
        let (ann, ben) = (try await world.browserSession(.ann).session, try await world.browserSession(.ben).session)
        let question = try #require(try await phone.begin(as: ann).question)
        #expect(try await resume(question.request, as: ben, .allowed).question != nil)
        let unasked = try #require(try await phone.begin(as: nil).pending)
        #expect(try await resume(unasked, as: ann, .allowed).question != nil)
    }

    @Test func `a stranger's client asks once, and again for more`() async throws {
        let ann = try await world.browserSession().session
        let question = try #require(try await guest.begin(["scope": "openid"], as: ann).question)
        #expect(question.isConsent)
        let silent = try await guest.begin(["scope": "openid", "prompt": "none"], as: ann)
        #expect(silent.answer?["error"] == "consent_required")
        #expect(try await resume(question.request, as: ann, .allowed).answer?["code"] != nil)
        #expect(try await guest.begin(["scope": "openid"], as: ann).answer?["code"] != nil)
        #expect(try await guest.begin(["scope": "openid email"], as: ann).question?.scope.text == "openid email")
        #expect(try await guest.begin(["scope": "openid", "prompt": "consent"], as: ann).question != nil)
        let ben = try await world.browserSession(.ben).session
        #expect(try await guest.begin(["scope": "openid"], as: ben).question != nil)
    }

    @Test func `single claims get a stranger's client no more than the person agreed to`() async throws {
        let ann = try await world.browserSession().session
        let claims = "{\"id_token\":{\"email\":null},\"userinfo\":{\"email\":null}}"
        let question = try #require(try await guest.begin(["scope": "openid", "claims": claims], as: ann).question)
        let code = try #require(try await resume(question.request, as: ann, .allowed).answer?["code"])
        let tokens = try await guest.redeem(code)
        #expect(!tokens.idToken.contains("email"))
        #expect(try await !guest.userInfo(tokens).contains("email"))
    }

    @Test func `a consent adds to those before`() async throws {
        let ann = try await world.browserSession().session
        for scope in ["openid offline_access", "openid email"] {
            let question = try #require(try await guest.begin(["scope": scope], as: ann).question)
            _ = try await resume(question.request, as: ann, .allowed)
        }
        let all = try await guest.begin(["scope": "openid email offline_access"], as: ann)
        #expect(all.answer?["code"] != nil)
    }

    @Test func `an answer to the page that names the client is no consent`() async throws {
        let client = OpenIDClient.sample("careful", consent: .once, asksToContinue: true)
        let world = try World(openID: [client])
        let careful = RelyingParty(world: world, client: client)
        let ann = try await world.browserSession().session
        let requests = AuthorizationRequests(world.environment)
        let consent = try #require(try await careful.begin(as: ann).question)
        #expect(consent.isConsent)
        _ = try await requests.resume(consent.request, session: ann, approval: .allowed)
        let named = try #require(try await careful.begin(as: ann).question)
        #expect(!named.isConsent)
        try await ClientConsents(world.environment).withdraw("careful", by: ann)
        let answered = try await requests.resume(named.request, session: ann, approval: .allowed)
        #expect(answered.question?.isConsent == true)
        #expect(try await ClientConsents(world.environment).list(of: ann).isEmpty)
    }

    @Test func `a consent that was withdrawn takes codes with it`() async throws {
        let ann = try await world.browserSession().session
        let question = try #require(try await guest.begin(as: ann).question)
        let code = try #require(try await resume(question.request, as: ann, .allowed).answer?["code"])
        try await ClientConsents(world.environment).withdraw("guest", by: ann)
        #expect(try await failure { try await guest.redeem(code) }?.errorCode.oauth == "invalid_grant")
    }

    @Test func `a withdrawn consent ends the client's sessions, and is asked for again`() async throws {
        let ann = try await world.browserSession().session
        let question = try #require(try await guest.begin(as: ann).question)
        let code = try #require(try await resume(question.request, as: ann, .allowed).answer?["code"])
        let tokens = try await guest.redeem(code)
        let other = try await shop.tokens(as: ann)
        let consents = ClientConsents(world.environment)
        #expect(try await consents.list(of: ann).map(\.name) == ["Guest"])
        for unknown in ["", "shop", "guest\u{0}", "GUEST"] { try await consents.withdraw(unknown, by: ann) }
        #expect(try await world.isLive(tokens))
        try await consents.withdraw("guest", by: ann)
        #expect(try await consents.list(of: ann).isEmpty)
        #expect(try await !world.isLive(tokens))
        #expect(try await world.isLive(other))
        #expect(try await guest.begin(as: ann).question != nil)
    }

    @Test func `a request that waits too long, or is not ours, is over`() async throws {
        let ann = try await world.browserSession().session
        let request = try #require(try await shop.begin(as: nil).pending)
        world.clock.advance(1_801)
        let over = ErrorCode.authorizationRequestOver.name
        #expect(try await failure { try await resume(request, as: ann) }?.code == over)
        let fresh = try #require(try await shop.begin(as: nil).pending)
        for bad in [String(fresh.dropLast(2)), "x" + fresh, fresh + "A", "", ".", request.replacing(".", with: "")] {
            #expect(try await failure { try await resume(bad, as: ann) }?.code == over, "\(bad)")
        }
        #expect(try await resume(fresh, as: nil, .denied).answer?["error"] == "access_denied")
    }

    @Test func `no code is stored for a session that ended meanwhile`() async throws {
        let ann = try await world.browserSession().session
        try await SignOut(world.environment).end(ann)
        #expect(try await shop.begin(as: ann).isSignIn)
    }

    @Test func `scopes that a client may not have are dropped, and others kept in their order`() async throws {
        let ann = try await world.browserSession().session
        let wanted = ["scope": "groups email offline_access openid email openid"]
        #expect(try await shop.tokens(wanted, as: ann).members.text("scope") == "email openid")
        let question = try #require(try await guest.begin(wanted, as: ann).question)
        #expect(question.scope.text == "email offline_access openid")
    }

    @Test func `the answer goes into the part of the address that the client asked for`() async throws {
        let ann = try await world.browserSession().session
        for (mode, start) in [("query", "https://shop.example.com/cb?"), ("fragment", "https://shop.example.com/cb#")] {
            let outcome = try await shop.begin(["response_mode": mode], as: ann)
            guard case .answer(let answer) = outcome else { return #expect(Bool(false), "\(outcome)") }
            #expect(answer.location.hasPrefix(start + "code="))
        }
        #expect(try await phone.begin(["response_mode": "form_post"], as: nil).answer?["error"] == "invalid_request")
    }
}
