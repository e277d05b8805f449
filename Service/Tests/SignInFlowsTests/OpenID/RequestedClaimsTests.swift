import Testing

@testable import SignInFlows

/// The `claims` parameter, as it is stored with a code (OpenID Connect Core section 5.5).
struct RequestedClaimsTests {
    @Test func `what the client may ask for is stored, and nothing if that is nothing`() throws {
        let json = #"{"id_token":{"email":null,"groups":null},"userinfo":{"name":{"essential":true}}}"#
        let claims = try #require(RequestedClaims(json: json))
        let stored = RequestedClaims(stored: claims.stored(within: ["email", "family_name"]))
        #expect(stored.idToken == ["email"])
        #expect(stored.userInfo.isEmpty)
        #expect(claims.stored(within: ["family_name"]) == nil)
        #expect(RequestedClaims.none.stored(within: ["email"]) == nil)
    }
}
