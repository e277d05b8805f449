import Foundation
import SignInAPI
import SignInFlows
import SignInServer
import SignInWithApple
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import siwa

/// What the doctor concludes from answers under the public address and on Apple's sign-in page.
@Suite struct PublicAddressProbingTests {
    /// Answers by path, or with the failure. A claimed address gets the answer for `path forged`.
    private struct Answers: HTTPTransport {
        var byPath: [String: (status: Int, body: String)] = [:]
        var failure: TransportFailure?

        func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
            if let failure { throw failure }
            let path = request.url.replacing("https://id.example.com", with: "")
            let isForged = request.headers.contains { $0.name == "X-Forwarded-For" }
            let answer = byPath[isForged ? path + " forged" : path] ?? (404, "")
            return TransportResponse(status: answer.status, body: Array(answer.body.utf8))
        }
    }

    private static let keys = #"""
        {"keys":[{"kty":"EC","use":"sig","alg":"ES256","crv":"P-256","kid":"key-1",
        "x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}
        """#

    private func codes(
        _ answers: Answers, keyIDs: [String]? = ["key-1"], resolves: Bool = true, claims: String? = "10.0.0.5"
    ) async throws -> [String] {
        let url = try #require(PublicURL("https://id.example.com"))
        let probing = PublicAddressProbing(
            url: url, transport: answers, keyIDs: keyIDs, operatorAddress: claims,
            resolve: { $0 == "id.example.com" && resolves ? ["::1"] : [] }
        )
        return await probing.findings().map { "\($0.level.rawValue) \($0.code)" }
    }

    private static let refusal = #"{"error":"address_not_allowed"}"#

    @Test func `the service is recognised by its own keys`() async throws {
        let ours = Answers(byPath: [Paths.keySet: (200, Self.keys), Paths.endedSessions: (403, Self.refusal)])
        #expect(
            try await codes(ours) == ["fine public_name_resolved", "fine public_address_reached"])
        #expect(
            try await codes(ours, keyIDs: ["key-2"]) == ["fine public_name_resolved", "failure other_program_reached"])
        let page = Answers(byPath: [Paths.keySet: (200, "<html>")])
        #expect(try await codes(page).last == "failure other_program_reached")
    }

    @Test func `a proxy without the service is a fault only once the service has been started`() async throws {
        for status in [502, 503, 504] {
            let answers = Answers(byPath: [Paths.keySet: (status, "")])
            #expect(try await codes(answers).last == "failure service_not_reached")
            #expect(try await codes(answers, keyIDs: []).last == "warning service_not_reached")
        }
    }

    @Test func `who claims to be the operator and is believed is found`() async throws {
        func answers(_ honest: (Int, String), _ forged: (Int, String)) -> Answers {
            Answers(byPath: [
                Paths.keySet: (200, Self.keys), Paths.endedSessions: honest,
                Paths.endedSessions + " forged": forged,
            ])
        }
        let refusal = (403, Self.refusal)
        #expect(try await codes(answers(refusal, (200, "{}"))).last == "failure forged_address_believed")
        #expect(try await codes(answers(refusal, refusal)).last == "fine forged_address_refused")
        // From the operator's own machine, without an address to claim, or where a proxy answers, nothing is concluded.
        #expect(try await codes(answers((200, "{}"), (200, "{}"))).last == "fine public_address_reached")
        #expect(try await codes(answers(refusal, refusal), claims: nil).last == "fine public_address_reached")
        #expect(try await codes(answers((404, ""), (404, ""))).last == "fine public_address_reached")
        #expect(try await codes(answers(refusal, (404, ""))).last == "fine public_address_reached")
    }

    @Test func `without the keys of the service nobody is called another program`() async throws {
        #expect(
            try await codes(Answers(byPath: [Paths.keySet: (200, Self.keys)]), keyIDs: nil) == [
                "fine public_name_resolved"
            ])
    }

    @Test func `an unknown name, a bad certificate and silence are told apart`() async throws {
        #expect(try await codes(Answers(), resolves: false) == ["failure public_name_unknown"])
        #expect(try await codes(Answers(failure: .tlsFailed)).last == "failure certificate_refused")
        #expect(try await codes(Answers(failure: .timedOut)).last == "unknown public_address_silent")
        #expect(try await codes(Answers(failure: .connectFailed), keyIDs: []).last == "warning public_address_silent")
    }

    @Test(arguments: [
        (200, "<h1>Sign in with your Apple Account</h1>", "redirect_accepted"),
        (400, "<h1>invalid_request</h1><p>Invalid web redirect url</p>", "redirect_refused"),
        (200, "<h1>invalid_request</h1><p>Invalid web redirect url</p>", "redirect_refused"),
        (400, "<h1>unauthorized_client</h1>", "redirect_refused"),
        (400, "<h1>invalid_client</h1>", "services_id_unknown"),
        (400, "<h1>invalid_request</h1>", "redirect_unclear"), (503, "", "redirect_unclear"),
    ])
    func `Apple's page says whether the return URL is registered`(_ status: Int, _ page: String, _ code: String) {
        #expect(redirects(isApple: true).finding("client web", status, page).code == code)
    }

    @Test func `a return URL that is not registered is registered at the emulator without Apple's portal`() {
        let page = "<h1>invalid_request</h1><p>Invalid web redirect url</p>"
        let finding = redirects(isApple: false).finding("client web", 400, page)
        #expect(finding.code == "redirect_refused")
        #expect(finding.advice?.contains("--return-url") == true && finding.advice?.contains("Identifiers") == false)
    }

    private func redirects(isApple: Bool) -> RedirectProbing {
        RedirectProbing(transport: Answers(failure: .timedOut), authorizeURL: "", callbackURL: "", isApple: isApple)
    }

    @Test(arguments: [
        ("https://id.example.com/web/callback", true), ("https://id.example.com:8443/web/callback", true),
        ("http://id.example.com/web/callback", false), ("https://localhost/web/callback", false),
        ("https://app.localhost/web/callback", false), ("https://192.0.2.1/web/callback", false),
        ("https://[2001:db8::1]/web/callback", false), ("https://intranet/web/callback", false),
    ])
    func `Apple registers only https and a domain name`(_ url: String, _ isRegistrable: Bool) {
        #expect(RedirectProbing.isRegistrable(url) == isRegistrable)
    }

    @Test(arguments: [
        (200, #"{"issuer":"https://appleid.apple.com"}"#, true, "fine issuer_agrees"),
        (200, #"{"issuer":"https://account.apple.com"}"#, true, "warning issuer_differs"),
        (200, #"{"issuer":"https://account.apple.com"}"#, false, "failure issuer_differs"),
        (200, "{}", true, "warning discovery_not_fetched"), (200, "<html>", true, "warning discovery_not_fetched"),
        (503, "", true, "warning discovery_not_fetched"),
    ])
    func `another issuer in the discovery document is a fault of an emulator, and a remark about Apple`(
        _ status: Int, _ body: String, _ isApple: Bool, _ expected: String
    ) {
        let finding = DiscoveryProbing.finding(
            "u", TransportResponse(status: status, body: Array(body.utf8)), expected: "https://appleid.apple.com",
            isApple: isApple)
        #expect("\(finding.level.rawValue) \(finding.code)" == expected)
    }

    @Test func `a key set that is older than a day is remarked`() async throws {
        let folder = try TemporaryFolder()
        let settings = try ServerConfiguration(
            json: Array(SampleConfiguration.json(SampleConfiguration.unbindable).utf8), directory: folder.url.path)
        let stored = Date(timeIntervalSince1970: 1_800_000_000)
        _ = try folder.write("", to: "accounts.sqlite")
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "secrets"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try await FileKeySetStore(path: folder.url.path + "/secrets/apple-key-set.json").save(
            StoredKeySet(
                url: AppleEndpoints.apple.keys, fetchedAt: stored, maximumAge: nil, body: Array(#"{"keys":[]}"#.utf8)))
        func codes(after hours: Double) async -> [String] {
            await LocalChecks(settings: settings, now: stored.addingTimeInterval(hours * 3_600)).findings().map(\.code)
        }
        #expect(await codes(after: 23).contains("stored_keys_fresh"))
        #expect(await codes(after: 25).contains("stored_keys_old"))
    }

    @Test func `a post is only taken for received if the reply repeats the service's own request ID`() async throws {
        let id = "0123456789abcdef"
        func reply(_ status: Int, _ body: String, header: String? = "0123456789abcdef") -> TransportResponse {
            let headers = header.map { [(name: "X-Request-Id", value: $0)] } ?? []
            return TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        }
        #expect(PostedPathProbing.isOurs(reply(400, #"{"error":"field_invalid","request_id":"\#(id)"}"#)))
        #expect(PostedPathProbing.isOurs(reply(400, "<p>Request \(id)</p>")))
        #expect(!PostedPathProbing.isOurs(reply(403, "<h1>Forbidden</h1>")))
        #expect(!PostedPathProbing.isOurs(reply(400, #"{"request_id":"\#(id)"}"#, header: nil)))
        #expect(!PostedPathProbing.isOurs(reply(400, "", header: "")))
        #expect(!PostedPathProbing.isOurs(reply(200, "<p>Sign in \(id)</p>")))
        #expect(!PostedPathProbing.isOurs(reply(302, id)))
    }

    @Test(arguments: [301, 302, 401, 403, 405, 413, 200, 502])
    func `a proxy that answers posts itself is found, although it passes the rest on`(_ status: Int) async throws {
        let url = try #require(PublicURL("https://id.example.com"))
        let answers = Answers(byPath: [Paths.appleNotifications: (status, "<html>"), Paths.webCallback: (status, "")])
        let found = await PostedPathProbing(url: url, transport: answers).findings()
        #expect(found.map(\.code) == ["post_blocked", "post_blocked"])
        #expect(found.map(\.level) == [.failure, .failure])
        #expect(found[0].subject.hasSuffix("/apple/notifications") && found[0].meaning.contains("status \(status),"))
        let silent = await PostedPathProbing(url: url, transport: Answers(failure: .timedOut)).findings()
        #expect(silent.map(\.level) == [.unknown, .unknown])
    }

    @Test(arguments: [
        (0, "failure disk_full"), (15, "failure disk_full"), (16, "warning disk_almost_full"),
        (511, "warning disk_almost_full"), (512, "fine disk_has_room"),
    ])
    func `a full disk is a fault, and one that is nearly full a remark`(_ megabytes: Int64, _ expected: String) {
        let finding = Finding.room(in: "/var/lib/siwa", megabytes: megabytes)
        #expect("\(finding.level.rawValue) \(finding.code)" == expected)
    }

    @Test(arguments: [("http://localhost:8080", "warning"), ("https://id.example.com", "failure")])
    func `an emulator and the demo page are named, as a fault where other people come`(
        _ publicURL: String, _ level: String
    ) throws {
        let json = SampleConfiguration.json(#""public_url": "\#(publicURL)", "demo": true,"#)
        let settings = try ServerConfiguration(json: Array(json.utf8))
        let found = Finding.standIns(settings).map { "\($0.level.rawValue) \($0.code): \($0.subject)" }
        #expect(found == ["\(level) apple_is_an_emulator: http://127.0.0.1:9", "\(level) demo_is_on: demo"])
        let warnings = settings.warnings
        #expect(warnings.contains { $0.hasPrefix("apple.base_url: ") && $0.contains("http://127.0.0.1:9") })
        #expect(warnings.contains { $0.hasPrefix("demo: ") })
        let real = try ServerConfiguration(
            json: Array(
                json.replacing(#""apple": {"base_url": "http://127.0.0.1:9"},"#, with: "")
                    .replacing(#""demo": true,"#, with: "").utf8))
        #expect(Finding.standIns(real).isEmpty)
        #expect(!real.warnings.contains { $0.hasPrefix("apple") || $0.hasPrefix("demo") })
    }

    @Test func `closed doors are named, and a refusal of hidden addresses is a warning about App Review`() {
        #expect(Finding.doors(AccountDoors()).isEmpty)
        var doors = AccountDoors()
        doors.newAccounts = .known
        #expect(Finding.doors(doors).map { "\($0.level.rawValue) \($0.code)" } == ["fine new_accounts_closed"])
        (doors.newAccounts, doors.hiddenAddresses) = (.everybody, .refuse)
        let found = Finding.doors(doors)
        #expect(found.map { "\($0.level.rawValue) \($0.code)" } == ["warning hidden_addresses_refused"])
        #expect(found.first?.meaning.contains("App Review guideline 4.8") == true)
    }

    @Test func `the service's own keys are judged as a start judges them`() async throws {
        let folder = try TemporaryFolder()
        try folder.writeKey()
        let settings = try ServerConfiguration(
            json: Array(SampleConfiguration.json(SampleConfiguration.unbindable).utf8), directory: folder.url.path)
        let (secrets, database) = (settings.secretsDirectory, folder.url.path + "/accounts.sqlite")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func finding() async -> Finding? {
            await LocalChecks(settings: settings, now: now).findings().first { $0.subject == secrets }
        }
        func set(_ mode: Int, _ path: String) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        #expect(await finding()?.code == "first_start")
        try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true)
        try set(0o755, secrets)
        #expect(await finding()?.code == "own_keys_refused")
        try set(0o700, secrets)
        _ = try SecretsDirectory.open(secrets, now: now, databasePath: database) { _ in
            _ = FileManager.default.createFile(atPath: database, contents: nil)
        }
        #expect(await finding()?.code == "master_key_read")
        for (mode, path) in [(0o755, secrets), (0o644, secrets + "/master.key")] {
            try set(mode, path)
            let refused = await finding()
            #expect(refused?.code == "own_keys_refused" && refused?.meaning.contains("chmod go=") == true)
            #expect(refused?.advice?.contains("Restore the folder") == false)
            try set(path == secrets ? 0o700 : 0o600, path)
        }
        let master = secrets + "/master.key"
        try FileManager.default.moveItem(atPath: master, toPath: master + ".draft")
        #expect(await finding()?.code == "first_start")
        try Data("broken".utf8).write(to: URL(fileURLWithPath: master + ".draft"))
        #expect(await finding()?.code == "own_keys_refused")
        try FileManager.default.removeItem(atPath: master + ".draft")
        #expect(await finding()?.code == "master_key_missing")
    }

    @Test func `a key file of Apple's that is missing is put there, and its permissions are not blamed`() async throws {
        let folder = try TemporaryFolder()
        let settings = try ServerConfiguration(
            json: Array(SampleConfiguration.json(SampleConfiguration.unbindable).utf8), directory: folder.url.path)
        func finding() async -> Finding? {
            await LocalChecks(settings: settings, now: Date(timeIntervalSince1970: 1_800_000_000)).findings()
                .first { $0.code == "key_file_refused" }
        }
        let missing = await finding()
        #expect(missing?.level == .failure && missing?.advice?.contains("Put the file there") == true)
        _ = try folder.write("", to: "key.p8", mode: 0o644)
        let readable = await finding()
        #expect(readable?.advice?.contains("0600") == true && readable?.advice?.contains("Put the file") == false)
    }

    @Test func `data that this user may not read is not called missing, and the right user is named`() async throws {
        let folder = try TemporaryFolder()
        try folder.writeKey()
        let settings = try ServerConfiguration(
            json: Array(SampleConfiguration.json(SampleConfiguration.unbindable).utf8), directory: folder.url.path)
        // Nobody can read a link to itself, not even root.
        let secrets = settings.secretsDirectory
        try FileManager.default.createSymbolicLink(atPath: secrets, withDestinationPath: secrets)
        let found = await LocalChecks(settings: settings, now: Date(timeIntervalSince1970: 1_800_000_000)).findings()
        let unread = try #require(found.first { $0.subject == secrets })
        #expect(unread.code == "data_not_readable" && unread.level == .unknown)
        #expect(unread.advice?.contains("sudo -u siwa siwa doctor") == true)
        #expect(!found.contains { $0.code.hasPrefix("master_key") || $0.code.hasPrefix("database") })
    }

    @Test func `a database that does not open is a fault, and nothing is created in its place`() async throws {
        let folder = try TemporaryFolder()
        try folder.writeKey()
        let database = try folder.write("no database", to: "accounts.sqlite")
        let settings = try ServerConfiguration(
            json: Array(SampleConfiguration.json(SampleConfiguration.unbindable).utf8), directory: folder.url.path)
        let found = await LocalChecks(settings: settings, now: Date(timeIntervalSince1970: 1_800_000_000)).findings()
        let unopened = try #require(found.first { $0.code == "database_not_opened" })
        #expect(unopened.level == .failure && unopened.subject.hasSuffix("accounts.sqlite"))
        #expect(try String(contentsOfFile: database, encoding: .utf8) == "no database")
    }

    @Test func `a damaged key for ID tokens is found where it would keep the service from starting`() throws {
        let folder = try TemporaryFolder()
        let (secrets, database) = (folder.url.path + "/secrets", folder.url.path + "/accounts.sqlite")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        _ = try SecretsDirectory.open(secrets, now: now, signsIDTokens: true, databasePath: database) { _ in () }
        func isThere(signsIDTokens: Bool) throws -> Bool {
            try SecretsDirectory.isThere(
                secrets, now: now, signsIDTokens: signsIDTokens, databasePath: database, isDatabaseThere: { true })
        }
        #expect(try isThere(signsIDTokens: true))
        let names = try FileManager.default.contentsOfDirectory(atPath: secrets)
        let key = try #require(names.first { $0.hasPrefix("id-token-") })
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: secrets + "/" + key))
        try file.truncate(atOffset: 40)
        try file.close()
        #expect(throws: (any Error).self) { try isThere(signsIDTokens: true) }
        #expect(try isThere(signsIDTokens: false))
    }

    @Test func `a watch shows what is new and what was mended, and no changed figure`() {
        func report(_ findings: [Finding]) -> DoctorReport { DoctorReport(findings: findings) }
        let room = Finding.fine("disk_has_room", "/var/lib/siwa", "900 MB are free.")
        let less = Finding.fine("disk_has_room", "/var/lib/siwa", "899 MB are free.")
        let silent = Finding.publicAddressSilent("https://id.example.com", .timedOut, isFirstStart: false)
        let reached = Finding.reached("https://id.example.com", status: 200, isOurs: true, isFirstStart: false)
        #expect(report([less]).changes(since: report([room])).isEmpty)
        #expect(report([room, silent]).changes(since: report([room, reached])) == [silent])
        #expect(
            report([room, reached]).changes(since: report([room, silent])).map(\.code) == [
                "public_address_reached", "over",
            ])
        let unnamed = Finding.proxyNotNamed("https://id.example.com")
        #expect(
            report([room]).changes(since: report([room, unnamed])).map(\.subject) == [
                "proxy_not_named, https://id.example.com"
            ])
    }
}
