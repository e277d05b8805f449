import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import NIOCore
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// What the service would lose without a word, it refuses and names.
@Suite struct UnknownMemberTests {
    /// The headers of somebody who may call every route.
    private static func headers(_ caller: Caller, for route: Route) async throws -> [String: String] {
        switch route.authentication {
        case .session, .sessionForProxy, .sessionForChange: bearer(try await caller.signInNatively())
        case .serviceKey, .operatorOrKey:
            try await key(
                caller.service, .accountsRead, .accountsWrite, .link, .operations, .numbersRead, .numbersWrite,
                .mail, .mailSend)
        case .scriptPage: ["Origin": TestService.scriptOrigin]
        case .ownPage, .visitor, .nothing, .decidedByHandler: [:]
        }
    }

    @Test func `every JSON request under v1 declares its members, and only Apple's and bounces do not`() throws {
        let routes = try TestService(openID: TestClients.all).service.routes.routes
        let undeclared = routes.filter {
            $0.path.hasPrefix("/v1/") && $0.bodyLimit != nil && $0.bodyNames?.ignoresOthers != false
        }
        #expect(Set(undeclared.map(\.path)) == [Paths.scriptSignIn, Paths.mailBounces])
        let declared = routes.filter { $0.bodyNames != nil }
        #expect(declared.count > 15 && declared.allSatisfy { $0.path.hasPrefix("/v1/") })
    }

    @Test func `every JSON request under v1 refuses a member that it does not declare`() async throws {
        let service = try TestService(openID: TestClients.all)
        let routes = service.service.routes.routes.filter { $0.bodyNames?.ignoresOthers == false }
        try await service.run { caller in
            for route in routes {
                var fields = Caller.fields(try await Self.headers(caller, for: route))
                fields[.contentType] = "application/json"
                let response = try await caller.client.executeRequest(
                    uri: route.path, method: route.method, headers: fields,
                    body: ByteBuffer(string: #"{"nobody_knows":1}"#))
                #expect(response.status == .badRequest, "\(route.path)")
                let error = try response.decoded(APIError.self)
                #expect(error.error == "member_unknown", "\(route.path)")
                #expect(error.unknown == [.init(name: "nobody_knows", nearest: nil)], "\(route.path)")
                #expect(error.known == route.bodyNames?.names || error.known?.contains("name.given") == true)
            }
        }
    }

    static let misspelt: [(path: String, member: String, sent: String, nearest: String?)] = [
        (Paths.nativeAttempts, #""linkTicket":"t""#, "linkTicket", "link_ticket"),
        (Paths.nativeAttempts, #""linksToSession":true"#, "linksToSession", "links_to_session"),
        (Paths.nativeSignIn, #""authorizationCode":"c""#, "authorizationCode", "code"),
        (Paths.nativeSignIn, #""authorization_code":"c""#, "authorization_code", "code"),
        (Paths.nativeSignIn, #""identityToken":"t""#, "identityToken", "identity_token"),
        (Paths.nativeSignIn, #""canAsk":true"#, "canAsk", "can_ask"),
        (Paths.nativeSignIn, #""name":{"fistName":"Ann"}"#, "name.fistName", "name.given"),
        (Paths.nativeSignIn, #""name":{"first":"Ann"}"#, "name.first", "name.given"),
        (Paths.nativeSignIn, #""Name":null"#, "Name", "name"),
        (Paths.nativeSignIn, #""user":{}"#, "user", nil),
        (Paths.nativeAnswers, #""linkticket":"t""#, "linkticket", "link_ticket"),
        (Paths.sessionRefresh, #""refreshToken":"t""#, "refreshToken", "refresh_token"),
        (Paths.passwordSignIn, #""user_name":"t""#, "user_name", "name"),
    ]

    @Test(arguments: misspelt)
    func `names a misspelt member, the nearest known one, and all that are known`(
        path: String, member: String, sent: String, nearest: String?
    ) async throws {
        try await TestService().run { caller in
            let response = try await caller.post(path, "{\(member)}")
            #expect(response.status == .badRequest)
            let error = try response.decoded(APIError.self)
            #expect(error.error == "member_unknown" && error.unknown == [.init(name: sent, nearest: nearest)])
            #expect(error.message.contains(nearest.map { "\(sent) (did you mean \($0)?)" } ?? sent))
            let known = try #require(error.known)
            #expect(error.message.hasSuffix("Known: \(known.joined(separator: ", "))."))
        }
    }

    @Test func `compares sixty-four unknown names with the known ones, and no more`() throws {
        let names = KnownNames(["return_to"], ignoresOthers: true)
        for (others, isCompared) in [(63, true), (64, false)] {
            let sent = (0..<others).map { "x\($0)" } + ["returnTo"]
            let object = JSONObject(sent.map { (name: $0, value: .null) })
            #expect(NameFault.met { () throws(NameFault) in try names.check(parameters: sent) } == isCompared)
            #expect(NameFault.met { () throws(NameFault) in try names.check(object) } == isCompared)
        }
    }

    @Test func `lists eight unknown members at most, each at most 64 characters`() async throws {
        try await TestService().run { caller in
            let long = String(repeating: "x", count: 100)
            let members = (0..<20).map { #""\#($0)\#(long)":1"# }
            let response = try await caller.post(Paths.nativeAttempts, "{\(members.joined(separator: ","))}")
            let unknown = try #require(try response.decoded(APIError.self).unknown)
            #expect(unknown.count == 8 && unknown.allSatisfy { $0.name.count == 64 && $0.nearest == nil })
        }
    }

    @Test(arguments: [
        #""name":{"given":"Ann","family":"Ex"}"#, #""name":{"firstName":"Ann","lastName":"Ex"}"#,
        #""name":{"given_name":"Ann","family_name":"Ex"}"#, #""name":{"givenName":"Ann","family":"Ex"}"#,
        #""fullName":{"givenName":"Ann","familyName":"Ex"}"#,
        #"""
        "fullName":{"namePrefix":null,"givenName":"Ann","middleName":null,"familyName":"Ex","nameSuffix":null,"nickname":null}
        """#,
    ])
    func `takes a person's name in each usual spelling, wherever a name is`(name: String) async throws {
        let service = try TestService()
        try await service.run { caller in
            let attempt = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
                .decoded(NativeAttemptReply.self)
            let (_, token) = try service.apple.authorize(
                client: "com.example.app", nonce: Digest.sha256Hex(attempt.nonce))
            let response = try await caller.post(
                Paths.nativeSignIn, #"{"attempt":"\#(attempt.attempt)","identity_token":"\#(token)",\#(name)}"#)
            let reply = try response.decoded(SessionReply.self)
            #expect(reply.account.name == PersonName(given: "Ann", family: "Ex"))
            var fields = Caller.fields(bearer(reply))
            fields[.contentType] = "application/json"
            for body in [#"{"name":{"given":"Other"}}"#, "{\(name)}"] {
                let changed = try await caller.client.executeRequest(
                    uri: Paths.account, method: .patch, headers: fields, body: ByteBuffer(string: body))
                #expect(changed.status == .ok)
            }
            let account = try await caller.get(Paths.account, headers: bearer(reply)).decoded(AccountReply.self)
            #expect(account.name == PersonName(given: "Ann", family: "Ex"))
        }
    }

    @Test(arguments: [
        (#""name":{"given":"Ann","givenName":"Bo"}"#, "given"), (#""name":{"given":"Ann"},"fullName":null"#, "name"),
    ])
    func `refuses a member in two spellings`(members: String, named: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.post(Paths.nativeSignIn, "{\(members)}")
            let error = try response.decoded(APIError.self)
            #expect(error.error == "field_invalid" && error.message.contains("The member \(named) is"))
        }
    }

    @Test func `an answer of Apple's script may have more than we know, but nothing that looks like our own member`()
        async throws
    {
        let page = ["Origin": TestService.scriptOrigin, "Sec-Fetch-Site": "cross-site"]
        try await TestService().run { caller in
            for member in ["canAsk", "can_aks", "CAN_ASK"] {
                let body = #"{"authorization":{},"\#(member)":true}"#
                let refused = try await caller.post(Paths.scriptSignIn, body, headers: page)
                let error = try refused.decoded(APIError.self)
                #expect(error.error == "member_unknown")
                #expect(error.unknown == [.init(name: member, nearest: "can_ask")] && error.known == ["can_ask"])
            }
            for member in ["user", "scope", "is_private", "x"] {
                let body = #"{"authorization":{"state":"a","code":"b"},"\#(member)":{}}"#
                let passed = try await caller.post(Paths.scriptSignIn, body, headers: page)
                #expect(passed.errorCode != "member_unknown")
            }
        }
    }

    @Test func `what Apple and OpenID clients send may have more than we know`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let notification = try service.apple.notification("email-disabled", id: "jti-1")
            let noticed = try await caller.post(
                Paths.appleNotifications, #"{"payload":"\#(notification)","environment":"Production"}"#)
            #expect(noticed.status == .ok)
            let begun = try await caller.beginInBrowser()
            let back = try await caller.form(
                Paths.webCallback, begun.form + "&reposted=1&more=1", headers: ["Cookie": begun.cookie])
            #expect(back.status == .seeOther)
            let tokens = try await caller.form(Paths.oauthToken, "grant_type=authorization_code&more=1")
            #expect(!tokens.text.contains("member_unknown") && !tokens.text.contains("parameter_unknown"))
        }
    }

    static let queries: [(path: String, query: String, sent: String, nearest: String?, known: [String])] = [
        (Paths.backendAccount, "externalID=1", "externalID", "external_id", ["account", "external_id"]),
        (Paths.backendAccount, "account=1&expand=all", "expand", nil, ["account", "external_id"]),
        (Paths.endedSessions, "sinse=0", "sinse", "since", ["since"]),
    ]

    @Test(arguments: queries)
    func `names a misspelt parameter of a service's query`(
        path: String, query: String, sent: String, nearest: String?, known: [String]
    ) async throws {
        let service = try TestService()
        try await service.run { caller in
            let headers = try await key(service, .accountsRead, .operations)
            let error = try await caller.get(path + "?" + query, headers: headers).decoded(APIError.self)
            #expect(error.error == "parameter_unknown" && error.known == known)
            #expect(error.unknown == [.init(name: sent, nearest: nearest)])
        }
    }

    @Test(arguments: [
        ("returnTo=%2Fwelcome", "return_to"), ("return_url=%2Fwelcome", "return_to"), ("Client=web", "client"),
    ])
    func `a link to a sign-in is refused for what looks like a parameter of ours, and the log names ours`(
        query: String, nearest: String
    ) async throws {
        let service = try TestService()
        try await service.run { caller in
            let response = try await caller.get(Paths.webSignIn + "?" + query)
            #expect(response.status == .badRequest && response.text.contains("<code>parameter_unknown</code>"))
            let refusals = service.log.all.filter { $0.contains("code=parameter_unknown") }
            #expect(refusals.count == 1 && refusals.allSatisfy { $0.contains("nearest=\(nearest)") })
            let form = "ticket=t&" + query
            let opened = try await caller.form(Paths.webLink, form, headers: ["Origin": "https://www.example.com"])
            #expect(opened.text.contains("<code>parameter_unknown</code>"))
            let passed = try await caller.get(Paths.webSignIn + "?return_to=%2Fwelcome&utm_source=mail&gclid=1&next=x")
            #expect(passed.status == .seeOther)
        }
    }

    @Test(arguments: [Paths.webPasswordSignIn, Paths.webPasswordForgotten])
    func `a link to a page for passwords is refused in the same way, and may have a name`(path: String) async throws {
        var policy = SignInPolicy()
        (policy.passwords.isOn, policy.passwords.canMail) = (true, true)
        let service = try TestService(policy: policy)
        try await service.run { caller in
            for sent in ["returnTo", "return_url"] {
                let response = try await caller.get(path + "?\(sent)=%2Fwelcome")
                #expect(response.status == .badRequest && response.text.contains("<code>parameter_unknown</code>"))
            }
            let passed = try await caller.get(path + "?client=web&return_to=%2Fwelcome&name=ann&utm_source=mail")
            #expect(passed.status == .ok && passed.text.contains(#"name="return_to" value="/welcome""#))
            guard path == Paths.webPasswordSignIn else { return }
            #expect(passed.text.contains(#"name="name" value="ann""#))
        }
        let refusals = service.log.all.filter { $0.contains("code=parameter_unknown") }
        #expect(refusals.count == 2 && refusals.allSatisfy { $0.contains("nearest=return_to") })
    }

    @Test func `a body that is optional is not lost because of its media type`() async throws {
        try await TestService().run { caller in
            let session = bearer(try await caller.signInNatively())
            for path in [Paths.sessionEnd, Paths.sessionEndOthers] {
                let lost = try await caller.post(path, #"{"reason":"person"}"#, type: "text/plain", headers: session)
                #expect(lost.errorCode == "media_type_unsupported")
                let unread = try await caller.post(path, #"{"raeson":"person"}"#, headers: session)
                #expect(unread.errorCode == "member_unknown")
            }
            #expect(try await caller.post(Paths.sessionEndOthers, "{}", headers: session).status == .ok)
            #expect(try await caller.post(Paths.sessionEndOthers, "", headers: session).status == .ok)
            #expect(try await caller.post(Paths.sessionEnd, "", type: nil, headers: session).status == .noContent)
        }
    }

    static let firstSignIns: [(members: String, told: [String])] = [
        (#","code":"CODE","name":{"given":"Ann"}"#, []), (#","code":"CODE","name":null"#, []), ("", ["code_missing"]),
        (#","code":"CODE","name":{}"#, ["name_empty"]),
        (#","code":"CODE","fullName":{"givenName":null,"familyName":""}"#, ["name_empty"]),
    ]

    @Test(arguments: firstSignIns)
    func `the log tells what a first sign-in came without, and nothing of later ones`(
        members: String, told: [String]
    ) async throws {
        let service = try TestService()
        try await service.run { caller in
            for _ in 0..<2 {
                let attempt = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
                    .decoded(NativeAttemptReply.self)
                let (code, token) = try service.apple.authorize(
                    client: "com.example.app", nonce: Digest.sha256Hex(attempt.nonce))
                let more = members.replacing("CODE", with: code)
                let body = #"{"attempt":"\#(attempt.attempt)","identity_token":"\#(token)"\#(more)}"#
                #expect(try await caller.post(Paths.nativeSignIn, body).status == .ok)
            }
            let warnings = service.log.all.filter { $0.hasPrefix("warning first sign-in") }
            #expect(warnings.count == told.count)
            for (line, code) in zip(warnings, told) { #expect(line.contains("code=\(code)")) }
        }
    }

    @Test func `the document names the members that requests declare`() throws {
        func listed(_ names: KnownNames) -> Set<String> {
            names.objects.reduce(into: Set(names.names)) { found, object in
                found.formUnion(listed(object.value).map { object.key + "." + $0 })
            }
        }
        let documented = try DocumentedRequests()
        let routes = try TestService(openID: TestClients.all).service.routes.routes
        var withMembers = 0
        for route in routes {
            guard let names = route.bodyNames, !names.ignoresOthers else { continue }
            let members = documented.members(route.method.rawValue.lowercased(), route.path)
            #expect(members == listed(names), "\(route.path)")
            if !members.isEmpty { withMembers += 1 }
        }
        #expect(withMembers == 27, "every request but the one that has no members")
    }
}

extension NameFault {
    fileprivate static func met(_ check: () throws(NameFault) -> Void) -> Bool {
        do throws(NameFault) {
            try check()
            return false
        } catch {
            return true
        }
    }
}
