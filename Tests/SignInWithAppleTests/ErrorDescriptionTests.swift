import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// The descriptions of errors.
@Suite struct ErrorDescriptionTests {
    private let now = Date(timeIntervalSince1970: 1_750_000_000)

    private func refusal(of token: String) throws -> TokenRejection? {
        let verifier = try IdentityTokenVerifier(
            issuer: AppleEndpoints.apple.issuer, clientIDs: ["com.example.mine"],
            keys: JSONWebKeySet(keys: [AppleKey.first.apple().key.publicJSONWebKey]))
        do throws(TokenRejection) {
            _ = try verifier.verify(token, nonce: .raw("n-1"), beside: .nothing, at: now)
            return nil
        } catch {
            return error
        }
    }

    private func token(audience: JSONValue) throws -> String {
        try AppleKey.first.apple().identityToken(
            subject: "001234.abc.0001", nonce: "n-1", at: now, claims: [("aud", audience)])
    }

    @Test func `an error is its code and a line of advice, wherever it is printed`() {
        let error: any Error = TokenVerificationFailure.rejected(.expired)
        let text = "expired: Sign in again. If this happens to everyone, check the server's clock."
        #expect("\(error)" == text && error.localizedDescription == text)
        let away: any Error = TokenVerificationFailure.unavailable(.unavailable(reason: .timedOut, retryAfter: 5))
        #expect("\(away)" == "apple_timed_out: Try again later. A code that was sent is not sent again.")
        let fault: any Error = ConfigurationFault.noClientID
        #expect(fault.localizedDescription == "no_client_id: Specify at least one client.")
        let refused = AppleCallFailure.refused(
            TokenEndpointError(code: "invalid_client", description: "something of Apple's"))
        #expect("\(refused)".hasPrefix("invalid_client: Check the client ID") && !"\(refused)".contains("Apple's"))
    }

    @Test func `a wrong audience is named, once Apple's signature holds for it`() throws {
        for audience in ["com.example.yours", ["com.example.yours"]] as [JSONValue] {
            let refusal = try #require(try refusal(of: token(audience: audience)))
            #expect(refusal == .audienceMismatch && refusal.verifiedAudience == "com.example.yours")
            #expect("\(refusal)".hasPrefix("audience_mismatch: The token is for com.example.yours. Add the app's"))
            #expect("\(TokenVerificationFailure.rejected(refusal))" == "\(refusal)")
        }
    }

    @Test func `an audience that is no app's id is not repeated`() throws {
        let odd: [JSONValue] = [
            "", "two words", "a\nb", ["a", "b"], 1, .null, .string(String(repeating: "x", count: 256)),
        ]
        for audience in odd {
            let refusal = try #require(try refusal(of: token(audience: audience)))
            #expect(refusal == .audienceMismatch && refusal.verifiedAudience == nil)
        }
    }

    @Test func `an audience that Apple did not sign is never named`() throws {
        let genuine = try token(audience: "com.example.yours").split(separator: ".")
        let other = try token(audience: "com.example.theirs").split(separator: ".")
        let forged = "\(genuine[0]).\(other[1]).\(genuine[2])"
        let refusal = try #require(try refusal(of: forged))
        #expect(refusal == .signatureInvalid && refusal.verifiedAudience == nil)
    }
}
