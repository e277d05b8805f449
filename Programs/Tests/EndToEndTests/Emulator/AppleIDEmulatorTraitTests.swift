import ChildPrograms
import Foundation
import JSONWebTokens
import Synchronization
import Testing

@testable import AppleIDEmulatorTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Lets the module find the built emulator, as the variable `APPLE_ID_EMULATOR` does.
struct BuiltEmulator: SuiteTrait, TestScoping {
    static let path = Program.built("apple-id-emulator").path
    private static let address = EmulatorAddress(environment: ["APPLE_ID_EMULATOR": path])

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await EmulatorAddress.$shared.withValue(Self.address) { try await function() }
    }
}

extension Trait where Self == BuiltEmulator {
    static var builtEmulator: Self { BuiltEmulator() }
}

/// Each test of a Swift developer has a team of its own at one emulator that the module starts.
@Suite(.builtEmulator)
struct AppleIDEmulatorTraitTests {
    private static let seen = Mutex<[String]>([])

    private static func authorizeURL(_ emulator: AppleIDEmulator, returnURL: String? = nil) throws -> URL {
        var url = try #require(URLComponents(url: emulator.baseURL, resolvingAgainstBaseURL: false))
        url.path = "/auth/authorize"
        url.queryItems = [
            URLQueryItem(name: "client_id", value: emulator.team.service),
            URLQueryItem(name: "redirect_uri", value: returnURL ?? emulator.team.returnURLs[0]),
            URLQueryItem(name: "response_type", value: "code id_token"),
            URLQueryItem(name: "response_mode", value: "form_post"), URLQueryItem(name: "scope", value: "name email"),
            URLQueryItem(name: "state", value: "s-1"), URLQueryItem(name: "nonce", value: "n-1"),
        ]
        return try #require(url.url)
    }

    /// Exchanges a code, as the developer's own server does.
    private static func exchange(
        _ code: String, for client: String, _ emulator: AppleIDEmulator
    ) async throws -> JSONObject {
        let team = emulator.team
        let key = try SigningKey(pem: team.privateKeyPEM, keyID: team.keyID, requiring: .es256)
        let now = Int(Date().timeIntervalSince1970)
        let secret = try key.sign(claims: [
            ("iss", .string(team.teamID)), ("iat", .number(JSONNumber(now))), ("exp", .number(JSONNumber(now + 300))),
            ("aud", "https://appleid.apple.com"), ("sub", .string(client)),
        ])
        var fields = ["client_id": client, "client_secret": secret, "grant_type": "authorization_code", "code": code]
        if client == team.service { fields["redirect_uri"] = team.returnURLs[0] }
        var request = URLRequest(url: emulator.baseURL.appendingPathComponent("auth/token"))
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let body = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        request.httpBody = Data(body.joined(separator: "&").utf8)
        let (data, _) = try await URLSession.shared.data(for: request)
        return try StrictJSONReader.readObject(Array(data))
    }

    private static func claims(_ token: String?) throws -> JSONObject {
        try StrictJSONReader.readObject(CompactJWS(#require(token)).payload)
    }

    @Test(.appleIDEmulator) func `a person signs in on the website, and the code is exchanged`() async throws {
        let emulator = try AppleIDEmulator.current
        let approval = try await emulator.approve(authorizeURL: Self.authorizeURL(emulator))
        #expect(approval.method == "POST" && approval.action == emulator.team.returnURLs[0])
        #expect(approval.fields["state"] == "s-1")
        let tokens = try await Self.exchange(try #require(approval.code), for: emulator.team.service, emulator)
        let claims = try Self.claims(tokens.text("id_token"))
        #expect(claims.text("iss") == emulator.issuer)
        #expect(claims.text("aud") == emulator.team.service)
        #expect(claims.text("email") == emulator.person.email)
    }

    @Test(.appleIDEmulator(returnURLs: "https://app.example/a", "https://app.example/b"))
    func `the service has the return URLs that were asked for, and no others`() async throws {
        let emulator = try AppleIDEmulator.current
        #expect(emulator.team.returnURLs == ["https://app.example/a", "https://app.example/b"])
        for returnURL in emulator.team.returnURLs {
            let url = try Self.authorizeURL(emulator, returnURL: returnURL)
            #expect(try await emulator.approve(authorizeURL: url).action == returnURL)
        }
        let other = try Self.authorizeURL(emulator, returnURL: "https://app.example/c")
        let refusal = await #expect(throws: EmulatorFailure.self) { try await emulator.approve(authorizeURL: other) }
        #expect(refusal?.code == "invalid_request" && refusal?.cause == "redirect_unregistered")
    }

    @Test(.appleIDEmulator) func `a person signs in to the app, hides the address, or cancels`() async throws {
        let emulator = try AppleIDEmulator.current
        let grace = try await emulator.addPerson(givenName: "Grace", familyName: "Hopper")
        let cancelled = await #expect(throws: EmulatorFailure.self) {
            try await emulator.credential(for: grace, answer: .cancel)
        }
        #expect(cancelled?.code == "canceled")
        let first = try await emulator.credential(
            for: grace, nonce: "n-2", answer: .signInHidingEmail.naming(given: "Amazing", family: "Grace"))
        #expect(first.givenName == "Amazing" && first.familyName == "Grace")
        #expect(first.email?.hasSuffix("@privaterelay.appleid.com") == true)
        #expect(try Self.claims(first.identityToken).text("nonce") == "n-2")
        let second = try await emulator.credential(for: grace)
        #expect(second.user == first.user && second.givenName == nil && second.email == nil)
        let tokens = try await Self.exchange(second.authorizationCode, for: emulator.team.app, emulator)
        #expect(tokens.text("refresh_token") != nil)
    }

    @Test(.appleIDEmulator) func `the outcome of a person decides how the sign-in ends`() async throws {
        let emulator = try AppleIDEmulator.current
        let declining = try await emulator.addPerson(outcome: .declined)
        let approval = try await emulator.approve(authorizeURL: Self.authorizeURL(emulator), as: declining)
        #expect(approval.fields["error"] == "user_cancelled_authorize")
        let cancelled = await #expect(throws: EmulatorFailure.self) { try await emulator.credential(for: declining) }
        #expect(cancelled?.code == "canceled")
        let grace = try await emulator.addPerson(givenName: "Grace", familyName: "Hopper", outcome: .noEmail)
        let credential = try await emulator.credential(for: grace)
        #expect(credential.givenName == "Grace" && credential.email == nil)
    }

    @Test(.appleIDEmulator, arguments: 1...8)
    func `tests that run at the same time see neither team nor people nor requests of each other`(
        number: Int
    ) async throws {
        let emulator = try AppleIDEmulator.current
        let team = emulator.team
        let names = [team.teamID, team.app, team.service, emulator.person.key, emulator.person.email]
        let before = Self.seen.withLock { seen in
            defer { seen += names }
            return seen
        }
        #expect(before.allSatisfy { !names.contains($0) })
        let refused = try await Self.exchange("no-code", for: team.service, emulator)
        #expect(refused.text("error") == "invalid_grant")
        let log = try await emulator.log
        #expect(log.map(\.path) == ["/auth/token"])
        #expect(log.first?.cause == "code_unknown")
    }

    @Test(.appleIDEmulator) func `notifications about a person are sent for the team alone`() async throws {
        let emulator = try AppleIDEmulator.current
        let credential = try await emulator.credential()
        let sent = try await emulator.send(notification: .emailDisabled)
        #expect(sent.map(\.kind) == [.emailDisabled])
        try await emulator.stopUsing()
        let all = try await emulator.notifications()
        #expect(all.map(\.kind) == [.emailDisabled, .consentRevoked])
        #expect(all.allSatisfy { $0.subject == credential.user && $0.state == "no_url" })
        // nobody listens there, so the emulator tries
        try await emulator.sendNotifications(to: URL(string: "http://127.0.0.1:1/apple"))
        try await emulator.send(notification: "x-new-type")
        let last = try #require(try await emulator.notifications().last)
        #expect(last.kind == "x-new-type" && last.state == "waiting" && last.payload != nil)
    }

    @Test(.appleIDEmulator) func `any other control call can be made`() async throws {
        let emulator = try AppleIDEmulator.current
        let fault = #"{"kind":"status","status":503,"times":1,"client_id":"\#(emulator.team.app)"}"#
        try await emulator.control("faults", json: #"{"endpoint":"token","fault":\#(fault)}"#)
        let client = emulator.team.app
        // the faulty answer is no JSON
        await #expect(throws: (any Error).self) { try await Self.exchange("no-code", for: client, emulator) }
        #expect(try await Self.exchange("no-code", for: client, emulator).text("error") == "invalid_grant")
        let unknown = await #expect(throws: EmulatorFailure.self) {
            try await emulator.control("faults", json: #"{"endpoint":"nowhere"}"#)
        }
        #expect(unknown?.explanation.isEmpty == false)
    }

    @Test func `a test without the trait is told to add it`() {
        let failure = #expect(throws: EmulatorFailure.self) { try AppleIDEmulator.current }
        #expect(failure?.code == "no_trait")
    }
}

/// The emulator that the module starts, and how it says that there is none.
@Suite struct AppleIDEmulatorProgramTests {
    @Test func `the clock of the whole emulator can be advanced`() async throws {
        let own = EmulatorAddress(environment: ["APPLE_ID_EMULATOR": BuiltEmulator.path])
        try await EmulatorAddress.$shared.withValue(own) {
            try await AppleIDEmulator.withTeam {
                let emulator = try AppleIDEmulator.current
                func now() async throws -> Double {
                    let data = try await emulator.control("clock", method: "GET")
                    let clock = try StrictJSONReader.readObject(Array(data))
                    return try #require(clock.double("now"))
                }
                let before = try await now()
                try await emulator.advanceClock(by: 86_400)
                #expect(try await now() - before >= 86_400)
            }
        }
    }

    @Test func `one program serves all tests, also those that ask at the same time`() async throws {
        let address = EmulatorAddress(environment: ["APPLE_ID_EMULATOR": BuiltEmulator.path])
        let urls = try await withThrowingTaskGroup(of: URL.self) { group in
            for _ in 0..<8 { group.addTask { try await address.calls().baseURL } }
            return try await group.reduce(into: Set<URL>()) { $0.insert($1) }
        }
        #expect(urls.count == 1)
    }

    @Test func `the program ends when the process of the tests is gone`() async throws {
        let program = try await EmulatorProgram(path: BuiltEmulator.path)
        let calls = EmulatorCalls(baseURL: program.address)
        _ = try await calls.get("clock", [], NoReply.self)
        await program.end()
        let failure = await #expect(throws: EmulatorFailure.self) { try await calls.get("clock", [], NoReply.self) }
        #expect(failure?.code == "unreachable")
    }

    @Test func `an emulator is available where one of two variables names it`() {
        #expect(!EmulatorAddress.isNamed(in: ["PATH": "/bin"]))
        #expect(EmulatorAddress.isNamed(in: ["APPLE_ID_EMULATOR": "/bin/true"]))
        #expect(EmulatorAddress.isNamed(in: ["APPLE_ID_EMULATOR_URL": "http://127.0.0.1:9080"]))
    }

    @Test(arguments: [
        ([:], "no_emulator"), (["APPLE_ID_EMULATOR": "/nowhere/at/all"], "not_started"),
        (["APPLE_ID_EMULATOR": "/bin/echo"], "not_started"), (["APPLE_ID_EMULATOR_URL": "nonsense"], "no_emulator"),
        (["APPLE_ID_EMULATOR_URL": "http://127.0.0.1:1"], "unreachable"),
    ])
    func `says what is wrong if there is no emulator`(environment: [String: String], code: String) async throws {
        let address = EmulatorAddress(environment: environment)
        let failure = await #expect(throws: EmulatorFailure.self) {
            try await EmulatorAddress.$shared.withValue(address) { try await AppleIDEmulator.withTeam {} }
        }
        #expect(failure?.code == code, "\(failure?.description ?? "")")
    }
}
