import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct SessionRouteTests {
    @Test func `a refresh token gives the next pair`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let first = try await caller.signInNatively()
            let body = #"{"refresh_token":"\#(first.refreshToken)","client":"app"}"#
            let second = try await caller.post(Paths.sessionRefresh, body)
            #expect(second.status == .ok)
            let renewed = try second.decoded(SessionReply.self)
            #expect(renewed.refreshToken != first.refreshToken)
            #expect(renewed.account == first.account)
            service.clock.advance(86_400)
            let repeated = try await caller.post(Paths.sessionRefresh, body)
            #expect(repeated.status == .ok)
            #expect(try repeated.decoded(SessionReply.self).refreshToken != renewed.refreshToken)
            let reused = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(renewed.refreshToken)","client":"app"}"#)
            #expect(reused.status == .ok)
            service.clock.advance(1)
            let old = try await caller.post(Paths.sessionRefresh, body)
            #expect(old.status == .unauthorized)
            #expect(old.errorCode == "refresh_token_reused")
        }
    }

    @Test func `a refresh that others overtook is told to come again`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let first = try await caller.signInNatively()
            let body = #"{"refresh_token":"\#(first.refreshToken)","client":"app"}"#
            let second = try await caller.post(Paths.sessionRefresh, body).decoded(SessionReply.self)
            _ = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(second.refreshToken)","client":"app"}"#)
            service.clock.advance(-1)
            let late = try await caller.post(Paths.sessionRefresh, body)
            #expect(late.status == .serviceUnavailable && late.errorCode == "refresh_overtaken")
            #expect(late.headers[.retryAfter] == "5")
        }
    }

    @Test(arguments: ["web", "nobody", "App", "app ", ""])
    func `a refresh token that another client presents is refused, and its session ends`(client: String) async throws {
        let service = try TestService()
        try await service.run { caller in
            let reply = try await caller.signInNatively()
            let refresh = { (client: String) in
                try await caller.post(
                    Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)","client":"\#(client)"}"#)
            }
            let stolen = try await refresh(client)
            #expect(stolen.status == .unauthorized && stolen.errorCode == "refresh_token_wrong_client")
            #expect(try await refresh("app").errorCode == "session_ended")
            let bearer = ["Authorization": "Bearer " + reply.accessToken]
            #expect(try await caller.get(Paths.account, headers: bearer).errorCode == "session_ended")
            let again = try await caller.signInNatively()
            let export = try await caller.get(
                Paths.accountExport, headers: ["Authorization": "Bearer " + again.accessToken])
            let reasons = try export.decoded(AccountExportReply.self).audit.map(\.reason)
            #expect(reasons.contains("refresh_token_wrong_client"))
        }
    }

    @Test(arguments: ["", #","client":null"#, #","client":1"#, #","client":["app"]"#])
    func `who presents a refresh token says which client they are`(member: String) async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            let refused = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)"\#(member)}"#)
            #expect(refused.status == .badRequest && refused.errorCode == "field_invalid")
            let renewed = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)","client":"app"}"#)
            #expect(renewed.status == .ok)
        }
    }

    @Test func `an ended session is refused at once`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            let bearer = ["Authorization": "Bearer " + reply.accessToken]
            let ended = try await caller.post(Paths.sessionEnd, "", type: nil, headers: bearer)
            #expect(ended.status == .noContent)
            let account = try await caller.get(Paths.account, headers: bearer)
            #expect(account.status == .unauthorized)
            #expect(account.errorCode == "session_ended")
            #expect(account.headers[.wwwAuthenticate] == "Bearer error=\"invalid_token\"")
            let refresh = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)","client":"app"}"#)
            #expect(refresh.errorCode == "session_ended")
        }
    }

    @Test(arguments: [
        ("", "authorization_malformed", 400), ("Bearer", "authorization_malformed", 400),
        ("Bearer  x", "authorization_malformed", 400), ("Basic YTpi", "authorization_malformed", 400),
        ("Bearer a b", "authorization_malformed", 400), ("Bearer x", "access_token_invalid", 401),
        ("bearer x.y.z", "access_token_invalid", 401), ("Bearer ", "authorization_malformed", 400),
        ("Bearer \u{FC}", "authorization_malformed", 400), ("Bearer x\ty", "authorization_malformed", 400),
        ("Bearer " + String(repeating: "x", count: 5000), "authorization_malformed", 400),
    ])
    func `refuses an odd authorization`(value: String, code: String, status: Int) async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.account, headers: ["Authorization": value])
            #expect(response.status.code == status)
            #expect(response.errorCode == code)
        }
    }

    @Test func `asks for authorization where there is none`() async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.account)
            #expect(response.status == .unauthorized)
            #expect(response.errorCode == "authorization_missing")
            #expect(response.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test func `two authorization fields are one too many`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            var fields = HTTPFields()
            fields.append(HTTPField(name: .authorization, value: "Bearer " + reply.accessToken))
            fields.append(HTTPField(name: .authorization, value: "Bearer " + reply.accessToken))
            let response = try await caller.client.executeRequest(
                uri: Paths.account, method: .get, headers: fields, body: nil)
            #expect(response.errorCode == "authorization_malformed")
        }
    }
}
