import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

struct WebSignInTests {
    @Test func `signs a browser in and sends it where it wanted to go`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/welcome?tab=1")
        let name = FirstSignInUser(givenName: "Ann", familyName: nil)
        let outcome = try await world.complete(world.form(.ann, browser, name: name), browser)

        #expect(outcome.returnTarget == "/welcome?tab=1")
        let signedIn = try #require(outcome.signedIn)
        #expect(signedIn.isNewAccount)
        #expect(signedIn.account.givenName == "Ann")
        #expect(signedIn.account.email == "ann@example.com")
        #expect(signedIn.session.platform == .web)
        #expect(world.apple.exchanges.first?["redirect_uri"] == World.callback)
        #expect(world.apple.exchanges.first?["code_verifier"] == nil)
    }

    @Test func `asks Apple for code and token by form, with our callback, a fresh state and nonce`() async throws {
        let world = try World()
        let one = try await world.beginWeb()
        let two = try await world.beginWeb()
        let items = URLComponents(string: one.begun.authorizationURL)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        #expect(query["client_id"] == "com.example.web")
        #expect(query["redirect_uri"] == World.callback)
        #expect(query["response_type"] == "code id_token")
        #expect(query["response_mode"] == "form_post")
        #expect(query["scope"] == "name email")
        #expect(query["code_challenge"] == nil)
        #expect(one.state != two.state)
        #expect(one.nonce != two.nonce)
        #expect(one.begun.browserProof != two.begun.browserProof)
        #expect([one.state, one.nonce, one.begun.browserProof].allSatisfy { $0.utf8.count == 43 })
        #expect(one.begun.flowID == WebSignIn.flowID(ofState: one.state))
        #expect(one.begun.flowID.utf8.count == 16)
        #expect(!one.begun.authorizationURL.contains(one.begun.browserProof))
    }

    @Test func `asks for no more than the client is configured for`() async throws {
        let begun = try await World().beginWeb(client: "android").begun
        let items = URLComponents(string: begun.authorizationURL)?.queryItems ?? []
        #expect(items.filter { $0.name == "scope" }.map(\.value) == ["email"])
    }

    @Test func `carries a code challenge when the policy says so`() async throws {
        var policy = SignInPolicy()
        policy.usesCodeChallenge = true
        let world = try World(policy: policy)
        let browser = try await world.beginWeb()
        let items = URLComponents(string: browser.begun.authorizationURL)?.queryItems ?? []
        let challenge = try #require(items.first { $0.name == "code_challenge" }?.value)
        _ = try await world.complete(world.form(.ann, browser), browser)
        let verifier = try #require(world.apple.exchanges.first?["code_verifier"])
        #expect(Digest.sha256Base64URL(verifier) == challenge)
    }

    @Test func `names a flow by any text without trusting it`() {
        for text in ["", "a; Path=/", "\u{0}", String(repeating: "x", count: 100_000)] {
            #expect(WebSignIn.flowID(ofState: text).wholeMatch(of: /[0-9a-f]{16}/) != nil)
        }
    }

    @Test func `gives an Android app its own platform and grant`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann, client: "android")
        #expect(signedIn.session.platform == .android)
        #expect(try await world.grant(of: .ann, clientID: "com.example.android")?.sealedRefreshToken != nil)
    }

    @Test func `goes back gently when the person cancels, and ends the attempt`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/shop")
        let outcome = try await world.complete(.cancelled(state: browser.state), browser)
        #expect(outcome.signedIn == nil)
        #expect(outcome.returnTarget == "/shop")
        let late = try await failure { try await world.complete(world.form(.ann, browser), browser) }
        #expect(late == .refused(.attemptEnded))
        let again = try await failure { try await world.complete(.cancelled(state: browser.state), browser) }
        #expect(again == .refused(.attemptEnded))
        #expect(world.apple.exchanges.isEmpty)
    }

    @Test func `does not let a stranger cancel a sign-in`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        let error = try await failure {
            try await WebSignIn(world.environment).complete(.cancelled(state: browser.state), browserProof: nil)
        }
        #expect(error == .refused(.browserProofMissing))
        #expect(try await world.complete(world.form(.ann, browser), browser).signedIn != nil)
    }

    @Test func `makes no session of an attacker's code in a victim's browser`() async throws {
        let world = try World()
        let attacker = try await world.beginWeb()
        let victim = try await world.beginWeb()
        let callback = try world.form(.ben, attacker)
        let without = try await failure {
            try await WebSignIn(world.environment).complete(callback, browserProof: nil)
        }
        let with = try await failure {
            try await WebSignIn(world.environment).complete(callback, browserProof: victim.begun.browserProof)
        }
        #expect(without == .refused(.browserProofMissing))
        #expect(with == .refused(.browserProofMismatch))
        // The attacker's token does not have the nonce of the victim's flow.
        guard case .authorized(let code, let token, _, _) = callback else { return }
        let swapped = AuthorizationCallback.authorized(
            code: code, identityToken: token, state: victim.state, user: nil)
        let error = try await failure { try await world.complete(swapped, victim) }
        #expect(error == .refused(.token(.nonceMismatch)))
        #expect(world.apple.exchanges.isEmpty)
        #expect(try await world.account(of: .ben) == nil)
    }

    @Test func `a wrong browser neither uses an attempt up nor ends it`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        for _ in 1...10 {
            _ = try await failure { try await WebSignIn(world.environment).complete(callback, browserProof: "guess") }
        }
        #expect(try await world.complete(callback, browser).signedIn != nil)
    }

    @Test func `takes the same form, name and all, once Apple's keys can be had again`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/shop")
        let form = try world.form(.ann, browser, name: FirstSignInUser(givenName: "Ann", familyName: "Archer"))
        world.apple.areKeysDown = true
        // More often than the limit of failures: an outage at Apple does not count against the attempt.
        for _ in 1...6 {
            let error = try await failure { try await world.complete(form, browser) }
            guard case .unavailable(.appleUnavailable, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        world.apple.areKeysDown = false
        world.clock.advance(61)
        let outcome = try await world.complete(form, browser)
        #expect(outcome.returnTarget == "/shop")
        #expect(outcome.signedIn?.account.givenName == "Ann")
        #expect(outcome.signedIn?.account.familyName == "Archer")
    }

    @Test func `tells a page that is reloaded without its cookie that its answer was taken`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        _ = try await world.complete(callback, browser)
        let error = try await failure {
            try await WebSignIn(world.environment).complete(callback, browserProof: nil)
        }
        #expect(error == .refused(.attemptUsed))
        #expect(world.apple.exchanges.count == 1)
    }

    @Test func `believes the token about the address, not the form`() async throws {
        let world = try World()
        let body =
            #"state=STATE&code=CODE&id_token=TOKEN&user={"name":{"firstName":"Eve"},"email":"victim@example.com"}"#
        let browser = try await world.beginWeb()
        guard case .authorized(let code, let token?, _, _) = try world.form(.ann, browser) else { return }
        let form =
            body.replacing("STATE", with: browser.state).replacing("CODE", with: code.secretValue)
            .replacing("TOKEN", with: token)
        let signedIn = try await world.complete(.decode(form: Array(form.utf8)), browser).signedIn
        #expect(signedIn?.account.email == "ann@example.com")
        #expect(signedIn?.account.givenName == "Eve")
    }

    @Test func `goes to the start page when the wanted address is no longer allowed`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        // An attempt as an earlier version stored it, with an address that was configured then.
        let id = try #require(WebSignIn.attemptID(ofState: browser.state))
        let now = world.clock.now
        let row = SignInAttempt(
            id: id, kind: .web, client: "web", browserProofHash: BrowserProof.hash(browser.begun.browserProof),
            returnTarget: "https://evil.example/", createdAt: now, expiresAt: now + 600, state: .open, failures: 0)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordAttempt(row) }
        let outcome = try await world.complete(world.form(.ann, browser), browser)
        #expect(outcome.returnTarget == "/")
    }

    @Test func `completes a sign-in that an earlier version began and stored`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        let id = try #require(WebSignIn.attemptID(ofState: browser.state))
        let (now, proof) = (world.clock.now, String(repeating: "p", count: 43))
        let row = SignInAttempt(
            id: id, kind: .web, client: "web", browserProofHash: BrowserProof.hash(proof), returnTarget: "/shop",
            createdAt: now, expiresAt: now + 600, state: .open, failures: 0)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordAttempt(row) }
        let outcome = try await WebSignIn(world.environment).complete(
            world.form(.ann, browser), browserProof: proof)
        #expect(outcome.signedIn != nil && outcome.returnTarget == "/shop")
    }

    @Test func `a page offers to begin again what a browser began, and nothing that an app began`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/shop")
        let proof = browser.begun.browserProof
        func find(_ state: String, _ proof: String?) async -> WebSignInBeginning? {
            await WebSignInBeginning.find(state: state, browserProof: proof, in: world.environment)
        }
        let found = try #require(await find(browser.state, proof))
        #expect(found.client == "web" && found.returnTo == "/shop")
        // Without its cookie, and with somebody else's, only the client is known.
        for other in [nil, try await world.beginWeb(returnTo: "/other").begun.browserProof] {
            let without = try #require(await find(browser.state, other))
            #expect(without.client == "web" && without.returnTo == nil)
        }
        // With a link, because a plain sign-in of an app is not stored when it begins.
        let linking = try await NativeSignIn(world.environment).begin(
            client: "app", linking: .ticket(world.ticket("user-1")))
        let plain = try await NativeSignIn(world.environment).begin(client: "app")
        for state in [linking.attempt, plain.attempt, "made up"] { #expect(await find(state, proof) == nil) }
    }

    @Test func `an error of Apple's ends the flow`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        let error = try await failure {
            try await world.complete(.refused(code: "server_error", state: browser.state), browser)
        }
        #expect(error == .refused(.authorizationRefused))
        let late = try await failure { try await world.complete(world.form(.ann, browser), browser) }
        #expect(late == .refused(.attemptEnded))
    }
}
