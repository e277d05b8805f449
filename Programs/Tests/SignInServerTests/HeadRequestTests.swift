import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// HEAD is answered where GET is (RFC 9110 section 9.1): monitors and load balancers send it.
@Suite struct HeadRequestTests {
    /// What differs from one request to the next.
    private static let ofRequest: Set<HTTPField.Name> = [.date, .xRequestID, .setCookie, .location]

    private static func stable(_ response: TestResponse) -> [String] {
        response.headers.filter { !ofRequest.contains($0.name) }.map { "\($0.name): \($0.value)" }.sorted()
    }

    @Test(arguments: [false, true])
    func `HEAD is answered as GET on every route, without the content`(isSignedIn: Bool) async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let browser = isSignedIn ? try await caller.browser() : [:]
            for route in service.service.routes.routes where route.method == .get && route.answersHead {
                let head = try await caller.client.executeRequest(
                    uri: route.path, method: .head, headers: Caller.fields(browser), body: nil)
                let get = try await caller.get(route.path, headers: browser)
                #expect(head.status == get.status, "\(route.path)")
                #expect(head.text.isEmpty, "\(route.path)")
                // Counters change with each request.
                guard route.path != Paths.metrics else { continue }
                #expect(Self.stable(head) == Self.stable(get), "\(route.path)")
            }
        }
    }

    @Test func `only the exports of an account answer GET, but not HEAD`() throws {
        let routes = try TestService(openID: TestClients.all).service.routes.routes
        let others = routes.filter { $0.method == .get && !$0.answersHead }
        #expect(Set(others.map(\.path)) == [Paths.accountExport, Paths.webAccountExport])
    }

    @Test(arguments: [Paths.accountExport, Paths.webAccountExport])
    func `HEAD of an export is refused, and leaves nothing in the audit`(path: String) async throws {
        try await TestService().run { caller in
            let session = bearer(try await caller.signInNatively())
            let head = try await caller.client.executeRequest(
                uri: path, method: .head, headers: Caller.fields(session), body: nil)
            #expect(head.status == .methodNotAllowed && head.text.isEmpty)
            #expect(head.headers[.allow] == "GET")
            let export = try await caller.get(path, headers: session).decoded(AccountExportReply.self)
            #expect(export.audit.filter { $0.event == "exported" }.count == 1, "the copy that GET sent")
        }
    }

    @Test func `over a connection, no octet follows the head, and the next request is answered`() async throws {
        try await TestService(openID: TestClients.all).run(.live) { caller in
            for path in [Paths.live, Paths.openIDConfiguration, Paths.keySet, Paths.errorCodes, Paths.live] {
                let head = try await caller.client.executeRequest(uri: path, method: .head, headers: [:], body: nil)
                let get = try await caller.get(path)
                #expect(head.status == .ok && head.text.isEmpty, "\(path)")
                #expect(head.headers[.contentLength] == get.headers[.contentLength], "\(path)")
                #expect(get.text.utf8.count == Int(get.headers[.contentLength] ?? ""), "\(path)")
            }
        }
    }

    @Test func `where only POST is answered, HEAD is refused`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.client.executeRequest(
                uri: Paths.oauthToken, method: .head, headers: [:], body: nil)
            #expect(response.status == .methodNotAllowed && response.text.isEmpty)
            #expect(response.headers[.allow] == "OPTIONS, POST")
        }
    }

    @Test func `HEAD uses up the budget of GET, and is logged under its own name`() async throws {
        let service = try TestService(requestsPerMinute: 1, openID: TestClients.all)
        try await service.run { caller in
            let path = Caller.authorize(["prompt": "none"])
            for _ in 0..<5 {
                let head = try await caller.client.executeRequest(uri: path, method: .head, headers: [:], body: nil)
                #expect(head.status == .seeOther)
            }
            #expect(try await caller.get(path).status == .tooManyRequests)
        }
        #expect(service.log.all.contains { $0.contains("request") && $0.contains("method=HEAD") })
    }
}
