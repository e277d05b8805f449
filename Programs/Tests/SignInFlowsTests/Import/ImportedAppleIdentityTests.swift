import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Reads the member `apple` of a line, and recognises Apple among other providers.
@Suite struct ImportedAppleIdentityTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private func read(_ members: String, in world: World? = nil) throws(ImportRefusal) -> ImportedUser {
        let line = ImportLine(number: 1, bytes: Array(#"{"external_id":"x",\#(members)}"#.utf8))
        return try ImportedUser(
            line.object(), at: .distantFuture, teams: ImportTeams((world ?? self.world).environment.clients))
    }

    private func refusal(_ members: String, in world: World? = nil) -> String? {
        importRefusal { () throws(ImportRefusal) in try read(members, in: world) }
    }

    @Test func `an entry names a person of a team, and a token for one of its clients`() throws {
        let user = try read(
            #"""
            "apple":[{"team":"team000001","subject":"s.1","client":"app","refresh_token":"r.t","email":"Ann@Example.com",
            "is_private_email":true}]
            """#)
        let entry = try #require(user.apple.first)
        #expect(entry.id == .derived(issuer: world.apple.issuer, teamID: "TEAM000001", subject: "s.1"))
        #expect(entry.grant?.clientID.rawValue == "com.example.app" && entry.grant?.token.secretValue == "r.t")
        #expect(user.email == nil && user.address == "Ann@Example.com" && user.isPrivateEmail)
        let own = try read(
            #""email":"a@example.com","apple":[{"team":"team000001","subject":"s","email":"b@private.icloud.com"}]"#)
        #expect(own.address == "a@example.com" && !own.isPrivateEmail)
    }

    @Test func `a team need not be named where there is one`() throws {
        let single = try World(without: ["other"])
        #expect(refusal(#""apple":[{"subject":"s"}]"#, in: single) == nil)
        #expect(refusal(#""apple":[{"subject":"s"}]"#) == "member_missing apple.0.team")
    }

    @Test(arguments: [
        (#""apple":{}"#, "value_invalid apple"), (#""apple":["s"]"#, "value_invalid apple.0"),
        (#""apple":[{"team":"team000001"}]"#, "member_missing apple.0.subject"),
        (#""apple":[{"team":"main","subject":"s"}]"#, "team_unknown apple.0.team"),
        (#""apple":[{"team":"team000001","subject":"a b"}]"#, "value_invalid apple.0.subject"),
        (#""apple":[{"team":"team000001","subject":"s","sub":"s"}]"#, "member_unknown apple.0.sub"),
        (
            #""apple":[{"team":"team000001","subject":"s","refresh_token":"r"}]"#,
            "member_missing apple.0.client"
        ),
        (#""apple":[{"team":"team000001","subject":"s","client":"app"}]"#, "member_missing apple.0.refresh_token"),
        (
            #""apple":[{"team":"team000001","subject":"s","client":"other","refresh_token":"r"}]"#,
            "client_unknown apple.0.client"
        ),
        (
            #""apple":[{"team":"team000001","subject":"s","client":"app","refresh_token":"r r"}]"#,
            "value_invalid apple.0.refresh_token"
        ),
        (
            #""apple":[{"team":"team000001","subject":"s","client":"app","refresh_token":""}]"#,
            "value_invalid apple.0.refresh_token"
        ),
        (#""apple":[{"team":"team000001","subject":"s","email":"x"}]"#, "value_invalid apple.0.email"),
        (#""apple":[{"team":"team000001","subject":"s","is_private_email":true}]"#, "member_missing apple.0.email"),
        (
            #""apple":[{"team":"team000001","subject":"s"},{"team":"team000001","subject":"s"}]"#,
            "value_invalid apple.1"
        ),
    ])
    func `what is wrong with it is named by a code and its member`(_ members: String, _ expected: String) {
        #expect(refusal(members) == expected)
    }

    @Test func `a token of 4 KiB and twenty people are read, and more is refused`() {
        func tokenRefusal(_ length: Int) -> String? {
            let token = String(repeating: "r", count: length)
            return refusal(
                #""apple":[{"team":"team000001","subject":"s","client":"app","refresh_token":"\#(token)"}]"#)
        }
        #expect(tokenRefusal(4_096) == nil)
        #expect(tokenRefusal(4_097) == "value_invalid apple.0.refresh_token")
        let many = (0..<21).map { #"{"team":"team000001","subject":"\#($0)"}"# }
        #expect(refusal(#""apple":[\#(many.dropLast().joined(separator: ","))]"#) == nil)
        #expect(refusal(#""apple":[\#(many.joined(separator: ","))]"#) == "value_invalid apple")
    }

    @Test(arguments: [
        "https://appleid.apple.com", "https://appleid.apple.com/", "HTTPS://AppleID.Apple.com",
        "http://appleid.apple.com",
        "appleid.apple.com", "https://appleid.apple.com:443", "https://appleid.apple.com./auth",
        "https://account.apple.com",
        "apple.com", "Apple", "oauth_apple", "SignInWithApple",
    ])
    func `no spelling of Apple is another provider`(_ issuer: String) {
        #expect(
            refusal(#""identities":[{"issuer":"\#(issuer)","subject":"s"}]"#)
                == "apple_in_identities identities.0.issuer")
    }

    @Test func `the emulator's issuer is Apple, and Game Center and names like Apple's are not`() {
        #expect(
            refusal(#""identities":[{"issuer":"\#(world.apple.issuer)/","subject":"s"}]"#)
                == "apple_in_identities identities.0.issuer")
        for issuer in ["gc.apple.com", "https://accounts.google.com", "https://appleid.apple.com.example", "pineapple"]
        {
            #expect(refusal(#""identities":[{"issuer":"\#(issuer)","subject":"s"}]"#) == nil)
        }
    }
}
