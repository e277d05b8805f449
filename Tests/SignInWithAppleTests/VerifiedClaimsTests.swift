import Foundation
import JSONWebTokens
import SignInWithApple
import SignInWithAppleTesting
import Testing

/// The claims of a verified token without a property of their own, and the time of authentication.
@Suite struct VerifiedClaimsTests {
    private let now = Date(timeIntervalSince1970: 1_750_000_000)
    private var seconds: Int { Int(now.timeIntervalSince1970) }

    private func verified(
        _ claims: [(name: String, value: JSONValue)], maximumAge: TimeInterval? = nil
    ) throws -> VerifiedIdentityToken {
        let apple = try AppleKey.first.apple()
        let token = try apple.identityToken(subject: "001234.abc.0001", nonce: "n-1", at: now, claims: claims)
        return try apple.verifier.verify(
            token, nonce: .raw("n-1"), beside: .nothing, maximumAge: maximumAge, at: now)
    }

    @Test func `claims of tomorrow are read by name, with their types`() throws {
        let claims = try verified([
            ("tier", "gold"), ("level", 3), ("adult", true), ("minor", "false"), ("list", ["a", "b"]),
        ]).claims
        #expect(claims.text("tier") == "gold" && claims.number("level") == 3 && claims.flag("adult") == true)
        #expect(claims.flag("minor") == false && claims["list"] == ["a", "b"] && claims.contains("list"))
        #expect(claims.text("level") == nil && claims.number("tier") == nil && claims.flag("tier") == nil)
        #expect(claims["nothing"] == nil && !claims.contains("nothing") && claims.names.contains("tier"))
        #expect(claims.json.text("sub") == "001234.abc.0001")
    }

    @Test func `nothing of the person is printed with a token or its claims`() throws {
        let token = try verified([("email", "maya@example.com"), ("tier", "gold")])
        #expect(token.email?.address == "maya@example.com")
        var dumped = ""
        dump(token, to: &dumped)
        dump(token.claims, to: &dumped)
        for text in [
            "\(token)", "\(token.claims)", String(reflecting: token), String(reflecting: token.claims), dumped,
        ] {
            #expect(
                !text.contains("maya") && !text.contains("001234") && !text.contains("gold") && !text.contains("n-1"))
        }
        #expect(
            "\(token)".contains("com.example.app") && "\(token.claims)" == "VerifiedClaims(\(token.claims.names.count))"
        )
    }

    @Test(arguments: [(-60, true), (0, true), (300, true), (301, false), (86_400, false)])
    func `a maximum age bounds how long ago the person proved themselves`(age: Int, isTaken: Bool) throws {
        let time: [(name: String, value: JSONValue)] = [("auth_time", .number(JSONNumber(seconds - age)))]
        _ = try verified(time)
        if isTaken {
            #expect(try verified(time, maximumAge: 300).authenticatedAt == now.addingTimeInterval(TimeInterval(-age)))
        } else {
            #expect(throws: TokenRejection.authenticationTooOld) { try verified(time, maximumAge: 300) }
        }
    }

    @Test func `a maximum age needs a time that can be`() throws {
        for value in ["yesterday", .null, true] as [JSONValue] {
            _ = try verified([("auth_time", value)])
            #expect(throws: TokenRejection.authenticationTimeMissing) {
                try verified([("auth_time", value)], maximumAge: 300)
            }
        }
        let ahead: [(name: String, value: JSONValue)] = [("auth_time", .number(JSONNumber(seconds + 61)))]
        #expect(throws: TokenRejection.authenticatedInFuture) { try verified(ahead, maximumAge: 300) }
        #expect(throws: TokenRejection.authenticationTooOld) { try verified([], maximumAge: .nan) }
    }
}
