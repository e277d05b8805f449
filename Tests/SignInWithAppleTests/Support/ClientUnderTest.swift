import Foundation
import JSONWebTokens
import SignInWithAppleTesting

@testable import SignInWithApple

/// A client with two keys of its team, on a clock that the test controls.
struct ClientUnderTest {
    static let app = ClientID(rawValue: "com.example.app")
    static let web = ClientID(rawValue: "com.example.web")
    static let signingKeys = [SigningKey.makeES256(keyID: "KEY1234567"), .makeES256(keyID: "KEY7654321")]
    static let granted =
        #"{"access_token":"a1","token_type":"Bearer","expires_in":3600,"refresh_token":"r1","id_token":"a.b.c"}"#

    let clock = TestClock(1_750_000_000)
    let log = EventLog<AppleCallEvent>()
    let client: AppleClient

    init(
        _ transport: RecordingTransport, signingKeys: [SigningKey] = signingKeys, callDeadline: TimeInterval = 10
    ) throws {
        let keys = AppleKeySet(
            transport: transport, now: { [clock] in clock.now }, jitter: { 0 })
        client = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: "TEAM123456"), signingKeys: signingKeys, clientIDs: [Self.app, Self.web]),
            keys: keys, transport: transport, now: { [clock] in clock.now },
            callDeadline: callDeadline, observe: { [log] in log.record($0) })
    }
}

extension RecordingTransport {
    /// The `kid` of the client secret in each posted form.
    var signers: [String?] {
        requests.indices.map { form($0)["client_secret"].flatMap { try? CompactJWS($0).header.keyID } ?? nil }
    }

    /// The last path component of each called URL.
    var paths: [String] {
        requests.map { $0.url.split(separator: "/").last.map(String.init) ?? "" }
    }
}

extension RecordingTransport.Answer {
    /// Apple's refusal.
    static func refusal(_ code: String, description: String? = nil) -> Self {
        let rest = description.map { #","error_description":"\#($0)""# } ?? ""
        return .json(#"{"error":"\#(code)"\#(rest)}"#, status: 400)
    }
}
