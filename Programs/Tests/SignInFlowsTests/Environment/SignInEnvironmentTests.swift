import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

/// What a request changes in its environment.
struct SignInEnvironmentTests {
    @Test func `each change keeps the others, and leaves the environment that it came from alone`() throws {
        let environment = try World().environment
        let german = try Language.test("de")
        let changed = environment.limiting { _, _ in 7 }.seen { "Firefox" }.speaking { german }
        #expect(changed.budget(.signIn, []) == 7 && environment.budget(.signIn, []) == nil)
        #expect(changed.browser(on: .web) == "Firefox" && environment.browser(on: .web) == nil)
        #expect(changed.language().tag == german.tag && environment.language().tag != german.tag)
    }

    @Test func `a changed environment has everything else of the other`() async throws {
        let world = try World(policy: .withPasswords(), restoredAt: Date(timeIntervalSince1970: 1))
        let (environment, changed) = (world.environment, world.environment.seen { "Firefox" })
        #expect(changed.publicURL == environment.publicURL && changed.serviceName == environment.serviceName)
        #expect(changed.clients.all.map(\.name) == environment.clients.all.map(\.name))
        #expect(changed.instant == environment.instant && changed.restoredAt == environment.restoredAt)
        #expect(changed.randomBytes(12).count == 12)
        #expect(changed.accessTokens.issuer == environment.accessTokens.issuer)
        #expect(changed.policy.passwords.isOn && changed.openID == nil)
        #expect(changed.hashing === environment.hashing)
        #expect(changed.database as? FaultyDatabase === world.database)
        // A sign-in in one is found in the other, and its steps and incidents are told to the same recorders.
        let signedIn = try await NativeSignIn(changed).complete(world.nativeSubmission(.ann))
        let session = try await SessionAuthentication(environment).authenticate(accessToken: signedIn.accessToken)
        #expect(session.account.id == signedIn.account.id)
        #expect(world.steps.all.contains { $0.point == .committed })
    }
}
