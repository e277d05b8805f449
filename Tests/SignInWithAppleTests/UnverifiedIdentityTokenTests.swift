import Foundation
import JSONWebTokens
import Testing

@testable import SignInWithApple

@Suite struct UnverifiedIdentityTokenTests {
    @Test func `shows what a good token says`() throws {
        let token = try #require(Corpus.acceptedIdentityTokens.first)
        let inspected = try UnverifiedIdentityToken.inspect(token.token)
        #expect(inspected.header.text("alg", is: "RS256"))
        #expect(inspected.claims?.text("iss", is: Corpus.setting.issuer) == true)
        #expect(inspected.signatureByteCount == 256)
        #expect(
            inspected.times.map(\.name) == ["iat", "exp"] || inspected.times.map(\.name) == ["iat", "exp", "auth_time"])
    }

    @Test(arguments: Corpus.rejectedIdentityTokens.filter { $0.check != "form" })
    func `shows a token that every verifier refuses`(_ token: CorpusCase) throws {
        #expect(try UnverifiedIdentityToken.inspect(token.token).header.contains("alg"))
    }

    @Test(arguments: Corpus.rejectedIdentityTokens.filter { $0.check == "form" && $0.error != "claims_malformed" })
    func `names the fault of what is no token`(_ token: CorpusCase) {
        #expect(throws: TokenFormatError.self) { try UnverifiedIdentityToken.inspect(token.token) }
    }

    @Test func `prints no part of a token`() throws {
        let token = try #require(Corpus.acceptedIdentityTokens.first { $0.token.count > 100 })
        let inspected = try UnverifiedIdentityToken.inspect(token.token)
        var dumped = ""
        dump(inspected, to: &dumped)
        let subject = try #require(inspected.claims?.text("sub"))
        #expect(!"\(inspected)".contains(subject) && !dumped.contains(subject))
        #expect("\(inspected)".contains("anybody"))
    }
}
