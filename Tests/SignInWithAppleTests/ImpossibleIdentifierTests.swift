import JSONWebTokens
import Testing

@testable import SignInWithApple

/// Texts that people enter in place of an identifier, and what they are told.
@Suite struct ImpossibleIdentifierTests {
    private static let team: TeamID = "ABCDE12345"

    @Test(arguments: [
        ("", "It is empty."), ("A", "This has 1 character."),
        ("ABC", "This has 3 characters."), ("ABCDE123456", "This has 11 characters."),
        ("abcde12345", "It has lower-case letters."), (" ABCDE12345\n", "There is white space around it."),
        ("com.example.app", "This looks like a bundle ID or Services ID."),
        ("ABCDE12345.com.example.app", "This looks like an App ID with the Team ID in front."),
        ("AuthKey_ABC123DEFG.p8", "This is the name of a key's file"),
        ("57246542-96fe-1a63-e053-0824d011072a", "This looks like the Issuer ID of App Store Connect."),
    ])
    func `a Team ID and a Key ID have ten capital letters and digits`(_ text: String, _ finding: String) throws {
        let team = try #require(TeamID(text).fault)
        #expect(team == .teamIDInvalid && team.advice.hasPrefix(finding))
        #expect(team.advice.hasSuffix(ConfigurationFault.teamIDInvalid.advice))
        let key = try #require(KeyID(text).fault(in: Self.team))
        #expect(key == .keyIDInvalid && key.advice.hasPrefix(finding))
        #expect(key.advice.hasSuffix(ConfigurationFault.keyIDInvalid.advice))
    }

    @Test func `the Team ID is no Key ID of the team`() {
        #expect(TeamID("ABCDE12345").fault == nil && KeyID("ABC123DEFG").fault(in: Self.team) == nil)
        #expect(KeyID("ABCDE12345").fault() == nil)
        #expect(KeyID("ABCDE12345").fault(in: Self.team)?.advice.hasPrefix("This is the Team ID.") == true)
    }

    @Test(arguments: [
        ("", "It is empty."), (" com.example.app", "There is white space around it."),
        ("com.example.app ", "There is white space around it."), ("com.example app", "It has a space."),
        ("https://www.example.com", "This is a URL."), ("ada@example.com", "This looks like an email address."),
        ("com.example.*", "This is a wildcard App ID"), ("com/example", "It has the character /."),
        ("com.exämple.app", "It has a character that is not ASCII."),
        ("com.example\u{0}", "It has a control character."),
        (".com.example", "A dot stands"), ("com.example.", "A dot stands"), ("com..example", "A dot stands"),
        ("1596750535", "This looks like the app's Apple ID in the App Store"),
        ("AuthKey_ABC123DEFG", "This is the name of a key's file"), ("ABCDE12345", "This is the Team ID."),
        ("ABC123DEFG", "This looks like a Team ID or Key ID."),
        ("ABCDE12345.com.example.app", "The Team ID stands in front; leave it out."),
        (String(repeating: "a", count: 256), "This is longer than 255 characters."),
    ])
    func `a client ID is a bundle ID or Services ID`(_ text: String, _ finding: String) throws {
        let fault = try #require(ClientID(text).fault(in: Self.team))
        #expect(fault == .clientIDInvalid && fault.advice.hasPrefix(finding), "\(fault)")
        #expect(fault.advice.hasSuffix(ConfigurationFault.clientIDInvalid.advice))
    }

    @Test(arguments: [
        "com.example.app", "com.example-site.web", "a", "com.example.my_app", "com.4example.App", "EXAMPLEAPP",
        "FGHIJ67890.com.example.app",
    ])
    func `what Apple may have given out is no fault`(_ text: String) {
        #expect(ClientID(text).fault(in: Self.team) == nil)
    }

    @Test func `a fault does not repeat what was pasted, which may be a secret`() {
        let faults = [TeamID("hunter-2").fault, KeyID("hunter-2").fault(), ClientID("hunter 2").fault()]
        #expect(faults.allSatisfy { $0?.description.contains("hunter") == false })
    }

    @Test func `a configuration and a factory of client secrets refuse what cannot be`() {
        let key = SigningKey.makeES256(keyID: "ABC123DEFG")
        func configure(_ team: TeamID, _ key: SigningKey, _ client: ClientID, _ primary: Set<ClientID> = []) throws {
            _ = try AppleAppConfiguration(teamID: team, signingKeys: [key], clientIDs: [client], primaryAppIDs: primary)
        }
        let teamAsKey = SigningKey.makeES256(keyID: "ABCDE12345")
        #expect(throws: ConfigurationFault.teamIDInvalid) { try configure("com.example.app", key, "com.example.app") }
        #expect(throws: ConfigurationFault.keyIDInvalid) { try configure(Self.team, teamAsKey, "com.example.app") }
        #expect(throws: ConfigurationFault.clientIDInvalid) {
            try configure(Self.team, key, "ABCDE12345.com.example.app")
        }
        #expect(throws: ConfigurationFault.clientIDInvalid) {
            try configure(Self.team, key, "com.example.app", ["com.example.*"])
        }
        #expect(throws: ConfigurationFault.teamIDInvalid) { try ClientSecretFactory(teamID: "ABC", key: key) }
        #expect(throws: ConfigurationFault.keyIDInvalid) { try ClientSecretFactory(teamID: Self.team, key: teamAsKey) }
        #expect(throws: Never.self) { try configure(Self.team, key, "com.example.app", ["com.example.first"]) }
    }
}
