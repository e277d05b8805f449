import AccountStorage
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PasswordHashing
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// An open session is not enough to lock its owner out: removing a way to sign in requires a recent sign-in.
@Suite struct RemovingWaysInTests {
    private static let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")
    private static let own = ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"]

    private static func policy() -> SignInPolicy {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        if let parameters = ScryptParameters(logarithmOfN: 4) { policy.passwords.parameters = parameters }
        return policy
    }

    /// An account with two Apple Accounts, an identity at another provider and a password.
    private struct Owner {
        let reply: SessionReply
        let apple: [String]
        let foreign: String
    }

    private func owner(_ caller: Caller) async throws -> Owner {
        let service = caller.service
        let line = #"""
            {"external_id":"user-1",\#
            "identities":[{"issuer":"https://accounts.google.com","subject":"1"}]}
            """#
        let importing = UserImporting(service.environment)
        _ = try await importing.work(
            on: [ImportLine(number: 1, bytes: Array(line.utf8))], of: importing.begin(UserImportID(high: 1, low: 1)),
            upTo: 1, isLast: true)
        let ticket = try await LinkTickets(service.environment).issue(
            externalID: "user-1", label: "ann", by: credential(service)
        ).ticket
        let first = try await caller.signIn(linking: #""link_ticket":"\#(ticket)""#).decoded(SessionReply.self)
        let second = try await caller.signIn(
            Self.ben, linking: #""links_to_session":true"#, headers: bearer(first.accessToken)
        ).decoded(SessionReply.self)
        let account = try #require(AccountID(text: second.account.id))
        let typed = try #require(Password("correct horse battery"))
        let hash = try #require(
            PasswordHash(
                typed, parameters: Self.policy().passwords.parameters, salt: Array(repeating: 7, count: 16)))
        let name = try #require(LoginNameText("ann"))
        let now = service.clock.now
        try await service.database.transaction { transaction throws(StorageFailure) in
            try transaction.recordLoginName(
                LoginName(id: name.id, accountID: account, name: name.text, createdAt: now, provenAt: now))
            try transaction.recordPassword(StoredPassword(accountID: account, hash: hash.text, changedAt: now))
            return .keep(())
        }
        let ways = try await ways(caller, second.accessToken)
        return Owner(reply: second, apple: ways.identities.map(\.id), foreign: try #require(ways.foreign?.first?.id))
    }

    private func credential(_ service: TestService) async throws -> ServiceCredential {
        try await ServiceCredentials(service.environment).issue(name: "shop", scopes: [.link]).credential
    }

    private func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    private func ways(_ caller: Caller, _ token: String) async throws -> AccountIdentitiesReply {
        try await caller.get(Paths.accountIdentities, headers: bearer(token)).decoded(AccountIdentitiesReply.self)
    }

    private func hasPassword(_ caller: Caller, _ token: String) async throws -> Bool {
        try await caller.get(Paths.accountPassword, headers: bearer(token)).decoded(AccountPasswordReply.self)
            .hasPassword
    }

    /// Every request that removes a way to sign in, directly or in the end.
    private func removals(of owner: Owner, token: String, cookie: String) -> [(
        String, (Caller) async throws -> TestResponse
    )] {
        let app = bearer(token)
        let browser = Self.own.merging(["Cookie": "siwa-session=\(cookie)"]) { $1 }
        var removals: [(String, (Caller) async throws -> TestResponse)] = []
        for identity in owner.apple + [owner.foreign] {
            let kind = identity == owner.foreign ? "foreign" : "Apple"
            removals.append(
                (
                    "\(kind), app",
                    { try await $0.post(Paths.accountUnlink, #"{"identity":"\#(identity)"}"#, headers: app) }
                ))
            removals.append(
                (
                    "\(kind), browser",
                    { try await $0.form(Paths.webAccountUnlink, "identity=\(identity)", headers: browser) }
                ))
        }
        let change = #"{"password":"another good password"}"#
        removals.append(("password, app", { try await $0.post(Paths.accountPassword, change, headers: app) }))
        removals.append(
            ("upgrade, app", { try await $0.post(Paths.accountPasswordUpgrade, #"{"client":"app"}"#, headers: app) }))
        removals.append(("upgrade, browser", { try await $0.form(Paths.webAccountUpgrade, "", headers: browser) }))
        removals.append(("deletion, browser", { try await $0.form(Paths.webAccountDelete, "", headers: browser) }))
        removals.append(
            (
                "deletion, app",
                { caller async throws in
                    try await caller.client.executeRequest(
                        uri: Paths.account, method: .delete, headers: Caller.fields(app), body: nil)
                }
            ))
        return removals
    }

    @Test func `no way to sign in is taken away under a session whose sign-in is long ago`() async throws {
        let service = try TestService(policy: Self.policy())
        try await service.run { caller async throws in
            let owner = try await owner(caller)
            service.clock.advance(601)
            let renewed = try await caller.post(
                Paths.sessionRefresh, #"{"refresh_token":"\#(owner.reply.refreshToken)","client":"app"}"#
            ).decoded(SessionReply.self)
            let claims = try await SessionAuthentication(service.environment).authenticate(
                accessToken: renewed.accessToken)
            let cookie = SessionTokens(secrets: service.environment.secrets).cookie(claims.session.id)
            for (name, send) in removals(of: owner, token: renewed.accessToken, cookie: cookie) {
                let refused = try await send(caller)
                #expect(refused.status == .forbidden, "\(name)")
                #expect(refused.text.contains("fresh_sign_in_required"), "\(name)")
            }
            let left = try await ways(caller, renewed.accessToken)
            #expect(left.identities.map(\.id) == owner.apple && left.foreign?.map(\.id) == [owner.foreign])
            #expect(try await hasPassword(caller, renewed.accessToken))
        }
    }

    @Test func `after a fresh sign-in a login elsewhere is left, in an app and in a browser`() async throws {
        for isBrowser in [false, true] {
            let service = try TestService(policy: Self.policy())
            try await service.run { caller async throws in
                let owner = try await owner(caller)
                let session = try await SessionAuthentication(service.environment).authenticate(
                    accessToken: owner.reply.accessToken)
                let cookie = SessionTokens(secrets: service.environment.secrets).cookie(session.session.id)
                let removal = removals(of: owner, token: owner.reply.accessToken, cookie: cookie).first { name, _ in
                    name == (isBrowser ? "foreign, browser" : "foreign, app")
                }
                let left = try #require(try await removal?.1(caller))
                #expect(left.status == (isBrowser ? .seeOther : .noContent))
                #expect(try await ways(caller, owner.reply.accessToken).foreign == nil)
            }
        }
    }
}
