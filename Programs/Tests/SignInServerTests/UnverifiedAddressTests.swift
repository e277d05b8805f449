import AccountStorage
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// Wherever an address appears, the answer says whether it was verified. Otherwise an app that looks people up by
/// address would give one person's data to another who entered that address elsewhere (nOAuth, 2023).
@Suite struct UnverifiedAddressTests {
    private static let address = "victim.canary@example.com"
    /// An Apple Account of a school or company, whose administrator chose the address.
    private let managed = Person(
        subject: "001234.dddddddddddddddddddddddddddddddd.0004", email: address, isEmailVerified: false)

    /// An address in an object of a reply, and whether the object calls it verified.
    private struct Told: Equatable, CustomStringConvertible {
        let email: String
        let isVerified: Bool?

        var description: String { email + (isVerified.map { $0 ? " verified" : " unverified" } ?? " without a word") }
    }

    private func told(_ response: TestResponse) throws -> [Told] {
        var found: [Told] = []
        func look(at value: Any) {
            if let object = value as? [String: Any] {
                if let email = object["email"] as? String {
                    found.append(Told(email: email, isVerified: object["is_email_verified"] as? Bool))
                }
                object.values.forEach(look)
            } else if let list = value as? [Any] {
                list.forEach(look)
            }
        }
        look(at: try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)))
        return found
    }

    private func importUser(_ line: String, into service: TestService) async throws {
        let importing = UserImporting(service.environment)
        let (outcomes, _) = try await importing.work(
            on: [ImportLine(number: 1, bytes: Array(line.utf8))], of: importing.begin(UserImportID(high: 1, low: 1)),
            upTo: 1, isLast: true)
        #expect(outcomes.map(\.result) == [.made])
    }

    private func page(_ caller: Caller, of reply: SessionReply) async throws -> String {
        let session = try #require(SessionID(text: Self.claims(reply.accessToken)["sid"] as? String ?? ""))
        let cookie = SessionTokens(secrets: caller.service.environment.secrets).cookie(session)
        return try await caller.get(Paths.webAccount, headers: ["Cookie": "siwa-session=\(cookie)"]).text
    }

    private static func claims(_ token: String) throws -> [String: Any] {
        let part = String(token.split(separator: ".")[1]).replacing("-", with: "+").replacing("_", with: "/")
        let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
        let data = try #require(Data(base64Encoded: padded))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(arguments: [true, false])
    func `every reply with an address says whether somebody proved it`(_ isVerified: Bool) async throws {
        let service = try TestService()
        let expected = [Told(email: Self.address, isVerified: isVerified)]
        try await service.run { caller async throws in
            var person = managed
            person.isEmailVerified = isVerified
            let signIn = try await caller.nativeSignIn(person)
            let reply = try signIn.decoded(SessionReply.self)
            let key = try await key(service, .accountsRead, .accountsWrite, .link)
            let renewed = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)","client":"app"}"#)
            let named = try await caller.post(
                Paths.backendName, #"{"account":"\#(reply.account.id)","external_id":"user-1"}"#, headers: key)
            let renamed = try await caller.client.executeRequest(
                uri: Paths.account, method: .patch,
                headers: [.authorization: "Bearer \(reply.accessToken)", .contentType: "application/json"],
                body: ByteBuffer(string: #"{"name":{"given":"Ada","family":null}}"#))
            let replies = [
                ("sign-in", signIn), ("refresh", renewed), ("name", named), ("rename", renamed),
                ("account", try await caller.get(Paths.account, headers: bearer(reply))),
                ("backend", try await caller.get(Paths.backendAccount + "?external_id=user-1", headers: key)),
                ("export", try await caller.get(Paths.accountExport, headers: bearer(reply))),
            ]
            for (name, response) in replies {
                #expect(try told(response) == expected, "\(name)")
            }
            #expect(try await page(caller, of: reply).contains("not verified") != isVerified)
        }
    }

    @Test func `a merge shows whether the other account's address was proved`() async throws {
        let service = try TestService()
        try await service.run { caller async throws in
            _ = try await caller.nativeSignIn(managed)
            let ann = try await caller.signInNatively()
            let asked = try await caller.signIn(
                managed, linking: #""links_to_session":true"#, headers: bearer(ann), canAsk: true)
            #expect(asked.status == .accepted)
            #expect(try told(asked) == [Told(email: Self.address, isVerified: false)])
        }
    }

    @Test(arguments: [(#","email_verified":true"#, true), (#","email_verified":false"#, false), ("", false)])
    func `an imported address is as proven as the app said, to the app and to the person`(
        member: String, isVerified: Bool
    ) async throws {
        let service = try TestService()
        let line = #"{"external_id":"user-1","email":"\#(Self.address)"\#(member)}"#
        try await importUser(line, into: service)
        let expected = [Told(email: Self.address, isVerified: isVerified)]
        try await service.run { caller async throws in
            let key = try await key(service, .accountsRead, .accountsWrite, .link)
            let found = try await caller.get(Paths.backendAccount + "?external_id=user-1", headers: key)
            #expect(try told(found) == expected)
            let ticket = try await caller.post(Paths.linkTickets, #"{"external_id":"user-1"}"#, headers: key)
                .decoded(LinkTicketReply.self).ticket
            var nameless = Person()
            nameless.email = nil
            let linked = try await caller.signIn(nameless, linking: #""link_ticket":"\#(ticket)""#)
            #expect(try told(linked) == expected)
        }
    }

    @Test func `who changes their address to another person's gets an account of their own, and no proof`() async throws
    {
        let service = try TestService()
        let line = #"{"external_id":"user-1","email":"\#(Self.address)","email_verified":true}"#
        try await importUser(line, into: service)
        try await service.run { caller async throws in
            var attacker = managed
            attacker.email = "attacker.canary@example.com"
            let before = try await caller.nativeSignIn(attacker).decoded(SessionReply.self)
            attacker.email = Self.address
            let after = try await caller.nativeSignIn(attacker)
            #expect(try after.decoded(SessionReply.self).account.id == before.account.id)
            #expect(try told(after) == [Told(email: Self.address, isVerified: false)])
            let found = try await caller.get(
                Paths.backendAccount + "?external_id=user-1",
                headers: try await key(service, .accountsRead, .accountsWrite, .link))
            let victim = try found.decoded(BackendAccountReply.self)
            #expect(victim.account.id != before.account.id && victim.identities == 0)
            #expect(try told(found) == [Told(email: Self.address, isVerified: true)])
        }
    }

    @Test func `no access token carries an address`() async throws {
        try await TestService().run { caller async throws in
            let reply = try await caller.nativeSignIn(managed).decoded(SessionReply.self)
            let names = try Self.claims(reply.accessToken).keys.sorted()
            #expect(names == ["aud", "client_id", "exp", "iat", "iss", "jti", "sid", "sub"])
        }
    }
}
