import Foundation
import JSONWebTokens
import Testing

@testable import SignInWithApple

@Suite struct UnverifiedIdentityTokenTests {
    @Test func `shows what a good token says`() throws {
        let token = try #require(Corpus.identity.accepted.first)
        let inspected = try UnverifiedIdentityToken.inspect(token.text)
        #expect(inspected.header.text("alg", is: "RS256"))
        #expect(inspected.claims?.text("iss", is: Corpus.setting.issuer) == true)
        #expect(inspected.signatureByteCount == 256)
        #expect(inspected.times.map(\.name).starts(with: ["iat", "exp"]))
    }

    @Test func `shows tokens that every verifier refuses, and names the fault of what is no token`() throws {
        for token in Corpus.identity.refused where Corpus.identity.families[token.family]?.check != "form" {
            #expect(try UnverifiedIdentityToken.inspect(token.text).header.contains("alg"), "\(token.id)")
        }
        for token in Corpus.identity.refused(by: "form") {
            #expect(throws: TokenFormatError.self, "\(token.id)") { try UnverifiedIdentityToken.inspect(token.text) }
        }
    }

    @Test func `prints no part of a token`() throws {
        let token = try #require(Corpus.identity.accepted.first)
        let inspected = try UnverifiedIdentityToken.inspect(token.text)
        var dumped = ""
        dump(inspected, to: &dumped)
        let subject = try #require(inspected.claims?.text("sub"))
        #expect(!"\(inspected)".contains(subject) && !dumped.contains(subject))
        #expect("\(inspected)".contains("anyone"))
    }
}
