import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// A control call with a typo is refused, because a test would otherwise pass without testing anything.
@Suite struct ControlNameTests {
    static let misspelt: [(path: String, body: String, sent: String, nearest: String?)] = [
        ("/faults", #"{"endpoint":"token","fault":{"kind":"status","time":1}}"#, "fault.time", "fault.times"),
        ("/faults", #"{"endpoint":"token","fault":{"kind":"delay","delay":5000}}"#, "fault.delay", "fault.delay_ms"),
        ("/faults", #"{"endpoint":"token","fault":{"kind":"status"},"times":1}"#, "times", nil),
        ("/approvals", #"{"authorize_url":"x","person":"maya","share_mail":false}"#, "share_mail", "share_email"),
        ("/approvals", #"{"authorize_url":"x","person":"maya","name":{"frist":"A"}}"#, "name.frist", "name.first"),
        ("/notifications", #"{"type":"consent-revoked","person":"maya","wrongkey":true}"#, "wrongkey", "wrong_key"),
        ("/notifications", #"{"type":"consent-revoked","person":"maya","team":"T"}"#, "team", "team_id"),
        ("/notifications/url", #"{"team":"EMUTEAM001","url":null}"#, "team", "team_id"),
        ("/notifications/policy", #"{"retryAt":[1]}"#, "retryAt", "retry_at"),
        ("/account/forwarding", #"{"person":"maya","teamID":"EMUTEAM001","on":false}"#, "teamID", "team_id"),
        ("/clock", #"{"advanced":60}"#, "advanced", "advance"),
        ("/reset", #"{"team":"EMUTEAM001"}"#, "team", "team_id"),
        ("/keys", #"{"action":"rotate","overlaps":false}"#, "overlaps", "overlap"),
        ("/switches", #"{"flag_as_text":true}"#, "flag_as_text", "flags_as_text"),
        (
            "/teams", #"{"team_id":"T","keys":{"K":{"public_key":"x","primaryApp":"a"}}}"#, "keys.primaryApp",
            "keys.primary_app"
        ),
        ("/people", #"{"key":"a","mail":"a@example.com"}"#, "mail", "email"),
        ("/people", #"{"people":[{"key":"a","e_mail":"a@example.com"}]}"#, "people.e_mail", "people.email"),
        ("/people", #"{"key":"a","email":"a@x.de","managed":{"org":"1"}}"#, "managed.org", "managed.org_id"),
        ("/device/credentials", #"{"bundle_id":"com.example.app","isQuiet":true}"#, "isQuiet", "quiet"),
    ]

    @Test(arguments: misspelt)
    func `names a misspelt member, the nearest known one, and all that are known`(
        path: String, body: String, sent: String, nearest: String?
    ) async throws {
        try await TestEmulator().run { caller in
            let before = try await caller.send(.get, "/_emulator/snapshot").text
            let reply = try await caller.control(path, body)
            #expect(reply.status == 400)
            let answer = try reply.json
            #expect(answer.text("error") == (path == "/switches" ? "switch_unknown" : "member_unknown"))
            let unknown = try #require(answer["unknown"]?.array?.first?.object)
            #expect(unknown.text("name") == sent && unknown.text("nearest") == nearest)
            let known = (answer["known"]?.array ?? []).compactMap(\.string)
            if let nearest { #expect(known.contains(nearest)) }
            #expect(answer.text("message")?.contains("Known: \(known.joined(separator: ", ")).") == true)
            #expect(try await caller.send(.get, "/_emulator/snapshot").text == before)
            #expect(try await caller.send(.get, "/_emulator/faults").json["faults"]?.array?.isEmpty == true)
        }
    }

    private static func calls(_ methods: Set<String>) throws -> [(method: HTTPRequest.Method, path: String)] {
        try TestEmulator().server.makeRouter().routes
            .filter { methods.contains($0.method.rawValue) && "\($0.path)".hasPrefix("/_emulator") }
            .map { ($0.method, "\($0.path)") }
    }

    @Test func `every control call with a body refuses a member that it does not know`() async throws {
        var all = try Self.calls(["POST", "PATCH"])
        all.append((method: .delete, path: "/_emulator/device/passwords"))
        let calls = all
        #expect(calls.count > 30)
        try await TestEmulator().run { caller in
            for (method, path) in calls {
                let reply = try await caller.send(
                    method, path, headers: [.contentType: "application/json"], body: #"{"nobody_knows":1}"#)
                let answer = try reply.json
                #expect(reply.status == 400, "\(path)")
                #expect(answer["unknown"]?.array?.first?.object?.text("name") == "nobody_knows", "\(path)")
            }
        }
    }

    @Test func `every control call refuses a parameter that it does not know`() async throws {
        let calls = try Self.calls(["GET", "POST", "PATCH", "DELETE"])
        #expect(calls.count > 50)
        try await TestEmulator().run { caller in
            for (method, path) in calls {
                let reply = try await caller.send(
                    method, path + "?nobody_knows=1", headers: [.contentType: "application/json"], body: "{}")
                #expect(reply.status == 400, "\(path)")
                let code = path == "/_emulator/events" ? "events_parameter" : "parameter_unknown"
                #expect(try reply.json.text("error") == code, "\(path)")
            }
        }
    }

    @Test func `a misspelt parameter removes no faults and resets nothing`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/faults", #"{"endpoint":"token","fault":{"kind":"hang_up"}}"#)
            let reply = try await caller.send(.delete, "/_emulator/faults?fault=1")
            let answer = try reply.json
            #expect(answer["unknown"]?.array?.first?.object?.text("name") == "fault")
            #expect(answer["known"]?.array?.compactMap(\.string) == ["id"])
            #expect(try await caller.send(.get, "/_emulator/faults").json["faults"]?.array?.count == 1)
            _ = try await caller.control("/people", #"{"key":"zoe","email":"zoe@example.com"}"#)
            #expect(try await caller.send(.post, "/_emulator/reset?team_id=EMUTEAM001").status == 400)
            #expect(try await caller.send(.get, "/_emulator/snapshot").text.contains("zoe@example.com"))
            #expect(try await caller.send(.get, "/_emulator/log?path=%zz").json.text("error") == "query_invalid")
        }
    }

    @Test(arguments: [
        ("/portal/keys/download", #"{"team_id":"EMUTEAM001"}"#, "The member key_id is missing."),
        ("/people", #"{"people":[{"key":"a"}]}"#, "The member people.0.email is missing."),
        ("/teams", #"{"team_id":"T","apps":"a"}"#, "The member apps has the wrong type: it must be a list."),
        ("/clock", #"{"set":"now"}"#, "The member set has the wrong type: it must be a whole number."),
        ("/clock", #"{"freeze":1}"#, "The member freeze has the wrong type: it must be true or false."),
        ("/faults", #"{"endpoint":"token","fault":1}"#, "The member fault has the wrong type: it must be an object."),
        ("/gates", #"{"open":1}"#, "The member open has the wrong type: it must be a text."),
        ("/gates", #"{"open":"a","open":"b"}"#, "The body is not one JSON object, or has a member twice."),
        (
            "/people", #"{"key":"a","people":[]}"#,
            "The member people cannot be beside key: send one person, or a list in people."
        ),
        (
            "/people", #"{"people":[{"key":"a","email":"a@example.com"}],"email":"b@example.com"}"#,
            "The member people cannot be beside email: send one person, or a list in people."
        ),
        (
            "/teams", #"{"team_id":"ABCDE12345","keys":{"ABCDE12345":{"primary_app":"a"}}}"#,
            "The member keys.ABCDE12345.public_key is missing."
        ),
        (
            "/faults", #"{"endpoint":"token","fault":{"kind":"status","status":500,"headers":{"X-Trace":1}}}"#,
            "The member fault.headers.X-Trace has the wrong type: it must be a text."
        ),
        (
            "/keys", #"{"action":"rotat"}"#,
            "The member action has an unknown value. There is no rotat. Did you mean rotate? Known: add, sign_with, "
                + "remove, publish, rotate."
        ),
        (
            "/portal/teams", #"{"name":"a","kind":"firm"}"#,
            "The member kind has an unknown value. There is no firm. Known: organization, individual."
        ),
        (
            "/device/accounts", #"{"device":"a","confirmation_method":"faceid"}"#,
            "The member confirmation_method has an unknown value. There is no faceid. Did you mean face_id? Known: "
                + "face_id, touch_id, optic_id, apple_watch, passcode, password, login_password."
        ),
        (
            "/switches", #"{"events_as":"txt"}"#,
            "events_as has an invalid value. There is no txt. Did you mean text? Known: text, object."
        ),
        (
            "/teams", #"{"team_id":"T"}"#, "A Team ID has ten characters: capital letters and digits."
        ),
    ])
    func `says what is wrong with a member, under its name in JSON`(
        path: String, body: String, sentence: String
    ) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control(path, body)
            #expect(reply.status == 400)
            #expect(try reply.json.text("message") == sentence)
        }
    }

    @Test(arguments: [
        ("endpoint", #"{"endpoint":"tokn","fault":{"kind":"status"}}"#, "token"),
        ("fault.kind", #"{"endpoint":"token","fault":{"kind":"stats"}}"#, "status"),
    ])
    func `lists the endpoints and the kinds of faults for a misspelt one`(
        _ member: String, _ body: String, _ nearest: String
    ) async throws {
        let known = member == "endpoint" ? EndpointName.allCases.map(\.rawValue) : Fault.Kind.allCases.map(\.rawValue)
        try await TestEmulator().run { (caller) async throws in
            let message = try await caller.control("/faults", body).json.text("message") ?? ""
            #expect(message.hasPrefix("The member \(member) has an unknown value."))
            #expect(message.hasSuffix("Did you mean \(nearest)? Known: \(known.joined(separator: ", "))."))
        }
        let fault = #expect(throws: FaultMistake.self) { try FaultSetting(text: "tokn:status") }
        #expect(fault?.sentence.contains("Did you mean token?") == true)
    }

    // MARK: calls that do not exist

    @Test(
        arguments: [
            ("/clok", "/clock"), ("/device/credential", "/device/credentials"),
            ("/notification/url", "/notifications/url"),
            ("", nil), ("/something/else", nil),
        ] as [(String, String?)])
    func `names the nearest call for one that does not exist`(_ path: String, _ nearest: String?) async throws {
        try await TestEmulator().run { (caller) async throws in
            for method in [HTTPRequest.Method.get, .post, .delete] {
                let reply = try await caller.send(method, "/_emulator" + path)
                let answer = try reply.json
                #expect(reply.status == 404 && answer.text("error") == "call_unknown")
                let unknown = try #require(answer["unknown"]?.array?.first?.object)
                #expect(unknown.text("name") == (path.isEmpty ? "/" : path))
                #expect(unknown.text("nearest") == nearest)
                let known = answer["known"]?.array?.compactMap(\.string) ?? []
                #expect(known.count > 40 && known.contains("/portal/teams"))
            }
            #expect(try await caller.send(.get, "/nowhere").text.isEmpty)
        }
    }

    @Test func `names the methods of a call for another one`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let reply = try await caller.send(.get, "/_emulator/approvals")
            #expect(try reply.status == 405 && reply.json.text("error") == "method_unknown")
            #expect(reply.header("Allow") == "POST")
            let faults = try await caller.send(.put, "/_emulator/faults")
            #expect(faults.header("Allow") == "DELETE, GET, POST")
            #expect(try faults.json.text("message") == "/_emulator/faults takes DELETE or GET or POST.")
        }
    }

    @Test func `says nothing about calls to those who may not make any`() async throws {
        try await TestEmulator { $0.controlToken = "secret" }.run { (caller) async throws in
            let reply = try await caller.send(.get, "/_emulator/clok")
            #expect(try reply.status == 401 && reply.json.text("error") == "control_token")
        }
    }

    /// What the document says a call may have, as far as its schema has a name.
    private static let documented: [(schema: String, names: KnownNames)] = [
        ("ApprovalCall", ApprovalControl.Call.names), ("CredentialCall", CredentialControl.Call.names),
        ("SavedPasswordCall", KeychainControl.Call.names), ("RemovedPasswordCall", KeychainControl.RemovalCall.names),
        ("AppDeclarationCall", EntitlementControl.Call.names), ("OrganizationCall", OrganizationControl.Call.names),
        ("DeviceAccountCall", DeviceControl.AccountCall.names), ("Transfer", DeviceControl.TransferCall.names),
        ("AppCall", AccountControl.AppCall.names), ("ForwardingCall", AccountControl.ForwardingCall.names),
        ("PasswordCall", AccountControl.PasswordCall.names), ("PersonCall", AccountControl.DeletionCall.names),
        ("NotificationCall", NotificationControl.SendCall.names),
        ("NotificationPolicyCall", NotificationControl.PolicyCall.names),
        ("NotificationURLCall", NotificationControl.URLCall.names), ("PortalTeamCall", PortalControl.TeamCall.names),
        ("PortalAppCall", PortalControl.AppCall.names), ("PortalServiceCall", PortalControl.ServiceCall.names),
        ("PortalDomainCall", PortalControl.DomainCall.names), ("PortalNewKeyCall", PortalControl.KeyCall.names),
        ("PortalKeyCall", PortalControl.KeyIDCall.names), ("TeamCall", RegistryControl.TeamCall.names),
        ("ServiceCall", RegistryControl.ServiceCall.names), ("NewPerson", RegistryControl.PersonCall.names),
        ("ClockCall", ClockControl.Call.names), ("FaultCall", FaultControl.Call.names),
        ("GateCall", FaultControl.GateCall.names), ("WaiversCall", SwitchControl.Waivers.names),
        ("SigningKeyCall", KeyControl.Call.names), ("SnapshotCall", ResetControl.Snapshot.names),
        ("ResetCall", ResetControl.Call.names),
    ]

    @Test(arguments: documented.indices)
    func `the document names the members that calls know`(index: Int) throws {
        let (schema, names) = Self.documented[index]
        let text = try GuideTests.text("Documentation/emulator-control.yaml")
        let lines = try #require(text.components(separatedBy: "\n    \(schema):\n").dropFirst().first)
            .split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("      ") }
        let inline = lines.first { $0.hasPrefix("      properties: {") }
        let named =
            inline.map { line in
                line.dropFirst("      properties: {".count).matches(of: /([a-z_]+): \{/).map { String($0.1) }
            } ?? lines.compactMap { $0.firstMatch(of: /^ {8}'?([a-z_]+)'?:/).map { String($0.1) } }
        #expect(Set(named) == Set(names.names), "\(schema)")
    }
}
