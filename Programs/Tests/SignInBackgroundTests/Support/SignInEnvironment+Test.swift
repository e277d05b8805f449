import AccountStorage
import Foundation
import JSONWebTokens
import SignInFlows
import TestDoubles
import Testing

extension SignInEnvironment {
    /// An environment with the test's database and clock, and without clients.
    static func test(on database: any AccountDatabase, _ clock: TestClock) throws -> SignInEnvironment {
        let publicURL = try #require(PublicURL("http://localhost:8080"))
        return SignInEnvironment(
            publicURL: publicURL, clients: ClientDirectory([]), database: database, now: { clock.now },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            secrets: try #require(ServerSecrets(master: Array(repeating: 7, count: 32))),
            accessTokens: try #require(
                AccessTokens(signingKey: .makeES256(keyID: "ours-1"), publicURL: publicURL, audience: "example")),
            language: try .test())
    }
}
