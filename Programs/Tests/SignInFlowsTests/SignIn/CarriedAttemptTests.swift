import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// A browser carries its attempt: the state proves when it began and for whom, and the flow cookie where it goes.
struct CarriedAttemptTests {
    private func find(_ browser: Browser, in world: World) async throws -> SignInAttempt? {
        let id = try #require(WebSignIn.attemptID(ofState: browser.state))
        return try await world.read { records throws(StorageFailure) in try records.findAttempt(id) }
    }

    @Test func `a browser that only begins leaves nothing behind, and needs no database`() async throws {
        let world = try World()
        let count = world.database.count
        let browser = try await world.beginWeb(returnTo: "/welcome?tab=1")
        #expect(world.database.count == count)
        #expect(try await find(browser, in: world) == nil)
    }

    @Test func `a link is stored when it begins, without the address that the browser carries`() async throws {
        let world = try World()
        let session = try await world.signedInSession()
        let browser = try Browser(
            await WebSignIn(world.environment).begin(
                client: "web", returnTo: "/" + String(repeating: "a", count: 2_000), linking: .session(session)))
        let row = try #require(try await find(browser, in: world))
        #expect(row.link?.account == session.account.id)
        #expect(row.returnTarget == nil)
        #expect(row.browserProofHash?.count == 32)
    }

    @Test func `an answer that proves nobody stores no address, and the right one still leads there`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/shop")
        let stranger = try await world.beginWeb()
        guard case .authorized(let code, let token, _, _) = try world.form(.ben, stranger) else { return }
        let forged = AuthorizationCallback.authorized(
            code: code, identityToken: token, state: browser.state, user: nil)
        let error = try await failure { try await world.complete(forged, browser) }
        #expect(error == .refused(.token(.nonceMismatch)))
        let row = try #require(try await find(browser, in: world))
        #expect(row.failures == 1 && row.returnTarget == nil)
        let outcome = try await world.complete(world.form(.ann, browser), browser)
        #expect(outcome.signedIn != nil && outcome.returnTarget == "/shop")
    }

    @Test func `Apple's answer stores the attempt as taken, so that a second one is refused`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/shop")
        _ = try await world.complete(world.form(.ann, browser), browser)
        #expect(try await find(browser, in: world)?.state == .claimed)
        let error = try await failure { try await world.complete(world.form(.ann, browser), browser) }
        #expect(error == .refused(.attemptUsed))
    }

    @Test func `nobody can change where the browser goes, or use another attempt's cookie`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/shop")
        let form = try world.form(.ann, browser)
        let proof = browser.begun.browserProof
        let other = try await world.beginWeb(returnTo: "/shop").begun.browserProof
        let code = proof.prefix { $0 != "." }
        for changed in [proof + "s", code + "./other", String(code), code + ".", "." + proof, "", other] {
            let error = try await failure {
                try await WebSignIn(world.environment).complete(form, browserProof: String(changed))
            }
            #expect(error == .refused(.browserProofMismatch), "\(changed)")
        }
        #expect(try await world.complete(form, browser).returnTarget == "/shop")
    }

    @Test(arguments: ["/a;b,c", "/?q=100%25", "/a%3Bb", "https://app.example.com/done", "/"])
    func `an address comes back as it was, and the cookie has only characters of cookies`(
        target: String
    ) async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: target)
        #expect(browser.begun.browserProof.wholeMatch(of: /[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]+/) != nil)
        #expect(try await world.complete(world.form(.ann, browser), browser).returnTarget == target)
    }

    @Test func `an address that no cookie can carry is refused`() async throws {
        let world = try World()
        let long = "/" + String(repeating: ",", count: 2_000)
        #expect(try await failure { try await world.beginWeb(returnTo: long) } == .refused(.returnTargetRefused))
        let longest = "/" + String(repeating: "a", count: 2_047)
        let browser = try await world.beginWeb(returnTo: longest)
        #expect(browser.begun.browserProof.utf8.count <= 4_000)
        #expect(try await world.complete(world.form(.ann, browser), browser).returnTarget == longest)
    }

    @Test func `a browser's attempt is no app's, and an app's is no browser's`() async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        guard case .authorized(let code, let token?, _, _) = try world.form(.ann, browser) else { return }
        let error = try await failure {
            try await NativeSignIn(world.environment).complete(
                AppleAnswer(
                    attempt: browser.state, identityToken: token, code: code.secretValue, name: nil))
        }
        #expect(error == .refused(.attemptWrongFlow))
    }

    @Test func `an attempt is good at the service that signed it`() async throws {
        let world = try World()
        let browser = try await world.beginWeb(returnTo: "/shop")
        var later = world.surroundings
        later.secrets = try #require(ServerSecrets(master: Array(repeating: 8, count: 32)))
        let error = try await failure { try await World(later).complete(world.form(.ann, browser), browser) }
        #expect(error == .refused(.attemptUnknown))
    }
}
