import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

@testable import SignInFlows

/// A client's server that receives logout tokens.
private final class LogoutReceiver: HTTPTransport {
    let status = Mutex<Int>(200)
    let failure = Mutex<TransportFailure?>(nil)
    let requests = Recorder<TransportRequest>()

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        requests.append(request)
        if let failure = failure.withLock({ $0 }) { throw failure }
        return TransportResponse(status: status.withLock { $0 }, headers: [], body: [])
    }

    var tokens: [String] {
        requests.all.map { String(String(decoding: $0.body, as: UTF8.self).dropFirst("logout_token=".count)) }
    }
}

/// A logout that a client asks for, and what clients hear of one.
struct LogoutTests {
    private let world: World
    private let shop: RelyingParty
    private let silent: RelyingParty
    private let receiver = LogoutReceiver()

    init() throws {
        let clients = [
            OpenIDClient.sample(backchannelLogoutURI: "https://shop.example.com/logout"), .sample("silent"),
        ]
        world = try World(openID: clients)
        shop = RelyingParty(world: world, client: clients[0])
        silent = RelyingParty(world: world, client: clients[1])
    }

    private func logOut(
        _ parameters: [String: String], as session: SignedInSession?
    ) async throws -> LogoutOutcome {
        try await BrowserLogout(world.environment).begin(
            OAuthParameters(parameters.map { (name: $0.key, value: $0.value) }), session: session)
    }

    private var bye: String { "https://shop.example.com/bye" }

    @Test func `a client with its own ID token signs the browser out, and gets the person back`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        let hint = try #require(tokens.members.text("id_token"))
        world.clock.advance(86_400)
        let outcome = try await logOut(
            ["id_token_hint": hint, "post_logout_redirect_uri": bye, "state": "a b"], as: ann)
        #expect(outcome.redirect == bye + "?state=a%20b")
        #expect(try await world.session(ann.session.id)?.endedAt != nil)
        #expect(try await !world.isLive(tokens))
        #expect(try await world.dueNotices() == [#require(tokens.sid)])
    }

    @Test func `without proof, the person is asked, and only their own click leads back to the client`() async throws {
        let (ann, ben) = (try await world.browserSession(.ann).session, try await world.browserSession(.ben).session)
        let other = try #require(try await shop.tokens(as: ben).members.text("id_token"))
        let own = try #require(try await shop.tokens(as: ann).members.text("id_token"))
        let elsewhere = try await world.browserSession(.ann).session
        let parts = own.split(separator: ".")
        let unsigned = "\(Base64URL.encode(Array("{\"alg\":\"none\"}".utf8))).\(parts[1])."
        for (hint, session) in [
            ("", ann), (other, ann), (own, elsewhere), (String(own.dropLast(4)) + "AAAA", ann), (unsigned, ann),
            (try await shop.tokens(as: ann).accessToken, ann),
        ] {
            let outcome = try await logOut(
                ["id_token_hint": hint, "post_logout_redirect_uri": bye, "client_id": "shop"], as: session)
            guard case .ask(let client) = outcome else { return #expect(Bool(false), "\(outcome)") }
            #expect(client?.id == "shop")
            #expect(try await world.session(session.session.id)?.endedAt == nil)
        }
        let parameters = OAuthParameters([("post_logout_redirect_uri", bye), ("client_id", "shop"), ("state", "a b")])
        let confirmed = try await BrowserLogout(world.environment).confirm(parameters, session: ann)
        #expect(confirmed.redirect == bye + "?state=a%20b")
        #expect(try await world.session(ann.session.id)?.endedAt != nil)
        let again = try await BrowserLogout(world.environment).confirm(parameters, session: nil)
        #expect(again.redirect == bye + "?state=a%20b", "the session may have ended in another tab")
    }

    @Test func `a browser without a session is offered the way back, and sent nowhere`() async throws {
        for parameters in [["client_id": "shop", "post_logout_redirect_uri": bye], ["client_id": "shop"]] {
            guard case .signedOut(let redirect, let wayBack) = try await logOut(parameters, as: nil) else {
                return #expect(Bool(false))
            }
            #expect(redirect == nil)
            #expect(wayBack == parameters["post_logout_redirect_uri"].map { WayBack(client: "Shop", address: $0) })
        }
        for parameters in [["post_logout_redirect_uri": bye], ["client_id": "nobody"], [:]] {
            guard case .signedOut(nil, nil) = try await logOut(parameters, as: nil) else {
                return #expect(Bool(false), "\(parameters)")
            }
        }
    }

    @Test func `an address that is not the client's, or a client that the token does not name, is refused`()
        async throws
    {
        let ann = try await world.browserSession().session
        let hint = try #require(try await shop.tokens(as: ann).members.text("id_token"))
        for address in [bye + "?", bye + "/", "https://evil.example/bye", "http://shop.example.com/bye"] {
            let error = try await failure {
                try await logOut(["id_token_hint": hint, "post_logout_redirect_uri": address], as: ann)
            }
            #expect(error?.code == "post_logout_redirect_uri_refused", "\(address)")
            let parameters = ["client_id": "shop", "post_logout_redirect_uri": address]
            for session in [ann, nil] {
                let error = try await failure { try await logOut(parameters, as: session) }
                #expect(error?.code == "post_logout_redirect_uri_refused", "\(address) without a hint")
            }
            let confirmed = try await failure {
                try await BrowserLogout(world.environment).confirm(
                    OAuthParameters(parameters.map { ($0.key, $0.value) }), session: ann)
            }
            #expect(confirmed?.code == "post_logout_redirect_uri_refused", "\(address) after a click")
        }
        #expect(try await failure { try await logOut(["id_token_hint": hint, "client_id": "silent"], as: ann) } != nil)
        #expect(try await world.session(ann.session.id)?.endedAt == nil)
    }

    @Test func `a browser without the cookie ends the client's own session alone`() async throws {
        let ann = try await world.browserSession().session
        let (own, other) = (try await shop.tokens(as: ann), try await silent.tokens(as: ann))
        let outcome = try await logOut(
            ["id_token_hint": own.members.text("id_token") ?? "", "post_logout_redirect_uri": bye], as: nil)
        #expect(outcome.redirect == bye)
        #expect(try await !world.isLive(own))
        #expect(try await world.isLive(other))
        #expect(try await world.session(ann.session.id)?.endedAt == nil)
    }

    @Test func `a session that is over ends once, however often the client logs out`() async throws {
        let ann = try await world.browserSession().session
        let hint = try #require(try await shop.tokens(as: ann).members.text("id_token"))
        for _ in 0..<2 { _ = try await logOut(["id_token_hint": hint], as: nil) }
        #expect(try await world.history(ann.account.id).count { $0 == "session_ended client" } == 1)
    }

    @Test func `a client is told of the end with a token of its own`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        _ = try await silent.tokens(as: ann)
        try await SignOut(world.environment).end(ann)
        let delivery = LogoutDelivery(world.environment, transport: receiver)
        #expect(try await delivery.work() == 2)
        #expect(try await delivery.work() == 0)
        let request = try #require(receiver.requests.all.first)
        #expect(receiver.requests.all.count == 1)
        #expect(request.url == "https://shop.example.com/logout")
        let jws = try CompactJWS(#require(receiver.tokens.first))
        let keys = try JSONWebKeySet(json: world.environment.publicKeySetJSON)
        #expect(jws.isSigned(by: try #require(keys.key(withID: jws.header.keyID ?? "", algorithm: .rs256))))
        let claims = try jws.claims()
        #expect(jws.header.type == "logout+jwt")
        #expect(claims.text("iss") == "http://localhost:8080")
        #expect(claims.text("aud") == "shop")
        #expect(claims.text("sub") == ann.account.id.text)
        #expect(claims["sid"] == tokens.idToken["sid"])
        #expect(claims["events"]?.object?.names == ["http://schemas.openid.net/event/backchannel-logout"])
        #expect(claims.double("exp") == (claims.double("iat") ?? 0) + 120)
        #expect(!claims.contains("nonce"))
    }

    @Test func `a client that does not answer is told again, each time with another token`() async throws {
        let ann = try await world.browserSession().session
        _ = try await shop.tokens(as: ann)
        try await SignOut(world.environment).end(ann)
        receiver.status.withLock { $0 = 503 }
        let delivery = LogoutDelivery(world.environment, transport: receiver)
        #expect(try await delivery.work() == 0)
        world.clock.advance(4)
        #expect(try await delivery.work() == 0)
        #expect(receiver.requests.all.count == 1)
        world.clock.advance(1)
        receiver.status.withLock { $0 = 204 }
        #expect(try await delivery.work() == 1)
        let identifiers = try receiver.tokens.map { try CompactJWS($0).claims().text("jti") }
        #expect(Set(identifiers).count == 2)
    }

    @Test func `a client that is away is tried once in a round, and the others are told`() async throws {
        let (shopAgain, receiver) = (try await world.browserSession().session, receiver)
        for _ in 0..<3 { _ = try await shop.tokens(as: shopAgain) }
        try await SignOut(world.environment).end(shopAgain)
        receiver.failure.withLock { $0 = .timedOut }
        let delivery = LogoutDelivery(world.environment, transport: receiver)
        #expect(try await delivery.work() == 0)
        #expect(receiver.requests.all.count == 1)
        receiver.failure.withLock { $0 = nil }
        world.clock.advance(5)
        #expect(try await delivery.work() == 3)
        #expect(receiver.requests.all.count == 4)
    }

    @Test func `a delivery that ends with our process is as due as before once its lease is over`() async throws {
        let ann = try await world.browserSession().session
        _ = try await shop.tokens(as: ann)
        try await SignOut(world.environment).end(ann)
        receiver.failure.withLock { $0 = .cancelled }
        let delivery = LogoutDelivery(world.environment, transport: receiver)
        #expect(try await delivery.work() == 0)
        receiver.failure.withLock { $0 = nil }
        world.clock.advance(LogoutSchedule.lease - 1)
        #expect(try await delivery.work() == 0)
        #expect(receiver.requests.all.count == 1)
        world.clock.advance(1)
        #expect(try await delivery.work() == 1)
    }

    @Test func `a client is given up after a day and a half, or sooner if it does not know the session`() async throws {
        for (status, attempts) in [(500, 11), (400, 6)] {
            let world = try World(openID: [shop.client])
            let shop = RelyingParty(world: world, client: shop.client)
            let ann = try await world.browserSession().session
            _ = try await shop.tokens(as: ann)
            try await SignOut(world.environment).end(ann)
            let receiver = LogoutReceiver()
            receiver.status.withLock { $0 = status }
            let delivery = LogoutDelivery(world.environment, transport: receiver)
            for _ in 0..<20 {
                try await delivery.work()
                world.clock.advance(43_200)
            }
            #expect(receiver.requests.all.count == attempts)
            #expect(world.incidents.all.contains(.logoutUndelivered(client: "shop", code: "http_\(status)")))
        }
    }

    @Test func `a worker that dies leaves the notice to another one`() async throws {
        let ann = try await world.browserSession().session
        let tokens = try await shop.tokens(as: ann)
        try await SignOut(world.environment).end(ann)
        let now = world.clock.now
        try await world.write { records throws(StorageFailure) in
            _ = try records.takeLogoutNotices(of: "shop", dueAt: now, returnsAt: now.addingTimeInterval(15), limit: 10)
        }
        #expect(try await world.dueNotices().isEmpty)
        world.clock.advance(15)
        #expect(try await world.dueNotices() == [#require(tokens.sid)])
    }

    @Test(
        arguments: [
            (.status(200), 1, .delivered), (.status(204), 9, .delivered), (.status(201), 1, .again(after: 5)),
            (.status(302), 2, .again(after: 30)), (.status(400), 5, .again(after: 3_600)), (.status(400), 6, .givenUp),
            (.status(500), 10, .again(after: 43_200)), (.status(500), 11, .givenUp),
            (.failed(.timedOut), 3, .again(after: 120)),
        ] as [(LogoutAnswer, Int, LogoutFate)])
    func `the answer decides whether the client is told again`(
        _ answer: LogoutAnswer, _ attempts: Int, _ fate: LogoutFate
    ) {
        #expect(LogoutSchedule.fate(after: answer, attempts: attempts) == fate)
    }
}

extension LogoutOutcome {
    fileprivate var redirect: String? {
        guard case .signedOut(let redirect, _) = self else { return nil }
        return redirect
    }
}
