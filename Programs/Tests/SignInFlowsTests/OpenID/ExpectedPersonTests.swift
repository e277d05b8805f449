import AccountStorage
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// A client that names the people of whom it expects one (OpenID Connect Core sections 3.1.2.2 and 5.5.1).
struct ExpectedPersonTests {
    private let world: World
    private let shop: RelyingParty

    init() throws {
        world = try World(openID: [.sample()])
        shop = RelyingParty(world: world, client: .sample())
    }

    private func claims(_ member: String, _ people: [SignedInSession]) -> String {
        let texts = people.map { "\"\($0.account.id.text)\"" }.joined(separator: ",")
        return #"{"id_token":{"sub":{"\#(member)":[\#(texts)]}}}"#
    }

    @Test func `one of several people gets in, and nobody else`() async throws {
        let (ann, ben) = (try await world.browserSession(.ann).session, try await world.browserSession(.ben).session)
        let eve = try await world.browserSession(.eve).session
        let either = claims("values", [ben, ann])
        for person in [ann, ben] {
            #expect(try await shop.begin(["claims": either, "prompt": "none"], as: person).answer?["code"] != nil)
        }
        let silent = try await shop.begin(["claims": either, "prompt": "none"], as: eve)
        #expect(silent.answer?["error"] == "login_required" && silent.answer?["code"] == nil)
        #expect(try await shop.begin(["claims": either], as: eve).isSignIn)
        let path = try #require(try await shop.begin(["claims": either], as: nil).returnPath)
        for (person, member) in [(Person.ben, "code"), (.eve, "error")] {
            let signedIn = try await world.browserSession(person, returningTo: path)
            let outcome = try await AuthorizationRequests(world.environment).resume(
                signedIn.request, session: signedIn.session, approval: nil)
            #expect(outcome.answer?[member] != nil, "\(member)")
        }
    }

    @Test func `a hint and claims have to agree`() async throws {
        let (ann, ben) = (try await world.browserSession(.ann).session, try await world.browserSession(.ben).session)
        let hint = try #require(try await shop.tokens(as: ben).members.text("id_token"))
        let agreed: [String: String?] = ["id_token_hint": hint, "claims": claims("values", [ann, ben])]
        #expect(try await shop.begin(agreed, as: ben).answer?["code"] != nil)
        #expect(try await shop.begin(agreed, as: ann).isSignIn, "the hint is narrower")
        let torn: [String: String?] = ["id_token_hint": hint, "claims": claims("values", [ann])]
        #expect(try await shop.begin(torn, as: ben).answer?["error"] == "invalid_request")
    }

    @Test func `the answer after a sign-in of somebody else blames no parameter that is not there`() async throws {
        let ben = try await world.browserSession(.ben).session
        let hint = try #require(try await shop.tokens(as: ben).members.text("id_token"))
        let path = try #require(try await shop.begin(["id_token_hint": hint], as: nil).returnPath)
        let ann = try await world.browserSession(.ann, returningTo: path)
        let answer = try #require(
            try await AuthorizationRequests(world.environment).resume(
                ann.request, session: ann.session, approval: nil
            ).answer)
        #expect(answer["error"] == "login_required")
        #expect(answer["error_uri"]?.hasSuffix("#another_person_signed_in") == true)
        #expect(answer["error_description"]?.contains("prompt") == false)
        let silent = try await shop.begin(["id_token_hint": hint, "prompt": "none"], as: ann.session)
        #expect(silent.answer?["error_uri"]?.hasSuffix("#login_required") == true)
    }

    /// Products print `error_description` on their pages, word by word.
    @Test(arguments: [
        ErrorCode.accessDenied, .anotherPersonSignedIn, .loginRequired, .consentRequired, .interactionRequired,
        .authorizationCodeInvalid, .authorizationCodeUsed, .sessionEnded, .sessionExpired, .refreshTokenReused,
        .clientSessionEnded, .accountDisabled, .accountHeld, .proofRequired, .personNotKnown, .personNotInvited,
        .addressHidden,
    ])
    func `what a person can do something about is told in words for people`(_ code: ErrorCode) throws {
        let text = code.oauthDescription
        #expect(text != code.message && text.hasSuffix(".") && text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        let words = ["prompt", "endpoint", "token", "client", "code", "operator", "claims", "_", "Offer", "The person"]
        for word in words {
            #expect(!text.contains(word), "\(code.name): \(word)")
        }
    }
}
