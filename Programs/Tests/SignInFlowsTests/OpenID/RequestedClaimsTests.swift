import Testing

@testable import SignInFlows

/// The `claims` parameter (OpenID Connect Core section 5.5).
struct RequestedClaimsTests {
    @Test func `what the client may ask for is stored, and nothing if that is nothing`() throws {
        let json = #"{"id_token":{"email":null,"groups":null},"userinfo":{"name":{"essential":true}}}"#
        let claims = try #require(RequestedClaims(json: json))
        let stored = RequestedClaims(stored: claims.stored(within: UserClaimSet(claims: [.email, .familyName])))
        #expect(stored.idToken == UserClaimSet(claims: [.email]))
        #expect(stored.userInfo.isEmpty)
        #expect(claims.stored(within: UserClaimSet(claims: [.familyName])) == nil)
        #expect(RequestedClaims.none.stored(within: UserClaimSet(claims: [.email])) == nil)
    }

    @Test(
        arguments: [
            ("{}", nil), (#"{"id_token":{"sub":null}}"#, nil), (#"{"id_token":{"sub":{"essential":true}}}"#, nil),
            (#"{"id_token":{"sub":{"value":"a"}}}"#, ["a"]), (#"{"userinfo":{"sub":{"value":"a"}}}"#, ["a"]),
            (#"{"id_token":{"sub":{"values":["a","b"]}}}"#, ["a", "b"]),
            (#"{"userinfo":{"sub":{"values":["a","b"]}}}"#, ["a", "b"]),
            (#"{"id_token":{"sub":{"value":"b","values":["a","b"]}}}"#, ["b"]),
            (#"{"id_token":{"sub":{"values":["a","b"]}},"userinfo":{"sub":{"values":["b","c"]}}}"#, ["b"]),
        ] as [(String, Set<String>?)])
    func `the client expects one of the accounts that every value allows`(_ json: String, _ subjects: Set<String>?) {
        #expect(RequestedClaims(json: json)?.subjects == subjects)
        #expect(RequestedClaims(json: json) != nil)
    }

    @Test(arguments: [
        #"{"id_token":{"sub":"a"}}"#, #"{"id_token":{"sub":["a"]}}"#, #"{"id_token":{"sub":{"value":1}}}"#,
        #"{"id_token":{"sub":{"value":null}}}"#, #"{"id_token":{"sub":{"value":["a"]}}}"#,
        #"{"id_token":{"sub":{"values":"a"}}}"#, #"{"id_token":{"sub":{"values":[]}}}"#,
        #"{"id_token":{"sub":{"values":["a",1]}}}"#, #"{"id_token":{"sub":{"value":"a","values":["b"]}}}"#,
        #"{"id_token":{"sub":{"value":"a"}},"userinfo":{"sub":{"value":"b"}}}"#,
    ])
    func `a sub that is malformed or allows nobody makes the whole parameter malformed`(_ json: String) {
        #expect(RequestedClaims(json: json) == nil)
    }
}
