import AccountStorage
import Crypto
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// The octets of ID tokens, of replies of the token endpoint and of userinfo, for every optional member.
///
/// They are compared with the way in which they were made when scopes and claims were texts in sets, and an object was
/// written, read, and written again.
struct TokenReplyTextTests {
    private let clients: [OpenIDClient]
    private let world: World

    init() throws {
        clients = [
            .sample("full", refreshes: false, idTokenAlgorithm: .es256),
            .sample("lean", idTokenClaims: .lean, idTokenAlgorithm: .es256),
            .sample("named", idTokenAlgorithm: .es256, userName: .email),
            .sample("narrow", scopes: [.openid, .email], mayWorkOffline: true, idTokenAlgorithm: .es256),
        ]
        world = try World(openID: clients)
    }

    private static let scopes = [
        "openid", "email openid", "openid profile email", "openid email offline_access profile",
    ]
    private static let claims = [
        nil, #"{"id_token":{"email":null,"name":null},"userinfo":{"given_name":null}}"#,
        #"{"userinfo":{"email":null}}"#,
    ]

    /// The same account with other data about the person.
    private func accounts(_ account: Account) -> [Account] {
        func changed(_ change: (inout Account) -> Void) -> Account {
            var account = account
            change(&account)
            return account
        }
        return [
            account,
            changed { ($0.email, $0.givenName, $0.familyName) = (nil, nil, nil) },
            changed { ($0.email, $0.isEmailVerified, $0.isPrivateEmail) = ("a@example.com", false, true) },
            changed { ($0.givenName, $0.familyName) = ("Zoë \"Z\"", "O'Neil\\\u{1}") },
            changed { ($0.givenName, $0.familyName) = ("", "李") },
        ]
    }

    private func clientSession(
        _ scope: String, _ claims: String?, _ client: OpenIDClient, under session: Session
    ) -> ClientSession {
        ClientSession(
            id: session.id, parentID: session.id, accountID: session.accountID, client: client.id, scope: scope,
            claims: claims, isDetached: scope.contains("offline_access"), expiresAt: session.expiresAt)
    }

    @Test func `an ID token and its reply have the octets that they had`() async throws {
        let ann = try await world.browserSession().session
        for client in clients {
            for (scope, claims) in Self.scopes.flatMap({ scope in Self.claims.map { (scope, $0) } }) {
                for (number, account) in accounts(ann.account).enumerated() {
                    let found = SignedInSession(session: ann.session, account: account)
                    let former = Former(world: world, client: client, found: found, scope: scope, claims: claims)
                    let granted = clientSession(scope, claims, client, under: ann.session)
                    let nonce = number % 2 == 0 ? "n \"1\" \\" : nil
                    let reply = try ClientTokens(client: client, environment: world.environment).reply(
                        to: found, granted, accessScope: client.allowed(of: granted.scopes), nonce: nonce, isNew: true)
                    let read = try StrictJSONReader.readObject(reply.json)
                    let idToken = try CompactJWS(read.text("id_token") ?? "")
                    #expect(try reply.json == former.reply(read))
                    #expect(try idToken.payload == former.idToken(read.text("access_token") ?? "", nonce: nonce))
                }
            }
        }
    }

    @Test func `userinfo has the octets that it had`() async throws {
        let ann = try await world.browserSession().session
        for client in clients {
            for (scope, claims) in Self.scopes.flatMap({ scope in Self.claims.map { (scope, $0) } }) {
                for account in accounts(ann.account) {
                    let found = SignedInSession(session: ann.session, account: account)
                    let former = Former(world: world, client: client, found: found, scope: scope, claims: claims)
                    let allowed = client.allowed(of: OpenIDScopes(scope))
                    let members = UserClaims.forUserInfo(
                        account, scope: allowed, RequestedClaims(stored: claims), client)
                    #expect(try JSONObject.json(of: members) == former.userInfo())
                }
            }
        }
    }
}

/// The former way.
private struct Former {
    typealias Members = [(name: String, value: JSONValue)]

    let world: World
    let client: OpenIDClient
    let found: SignedInSession
    let scope: String
    let claims: String?

    private var account: Account { found.account }

    /// Those of the scopes that the client may receive, in their order.
    private var allowed: [String] {
        let allowed = Set(client.scopes.all.map(\.rawValue)).union(["openid"])
            .union(client.mayWorkOffline ? ["offline_access"] : [])
        return scope.split(separator: " ").map(String.init).filter { allowed.contains($0) }
    }

    func reply(_ read: JSONObject) throws -> [UInt8] {
        var members: Members = [
            ("access_token", .string(read.text("access_token") ?? "")), ("token_type", "Bearer"),
            ("expires_in", .number(JSONNumber(world.environment.accessTokens.expiresIn))),
            ("scope", .string(allowed.joined(separator: " "))),
        ]
        if let token = read.text("refresh_token") { members.append(("refresh_token", .string(token))) }
        members.append(("id_token", .string(read.text("id_token") ?? "")))
        return try text(members)
    }

    func idToken(_ accessToken: String, nonce: String?) throws -> [UInt8] {
        let issuedAt = Int(found.session.createdAt.timeIntervalSince1970)
        let hash = SHA256.hash(data: Data(accessToken.utf8))
        let times: Members = [
            ("exp", .number(JSONNumber(issuedAt + Int(AccessTokens.maximumLifetime.components.seconds)))),
            ("iat", .number(JSONNumber(issuedAt))),
            ("auth_time", .number(JSONNumber(Int(found.session.authenticatedAt.timeIntervalSince1970)))),
        ]
        let first: Members = [
            ("iss", .string(world.environment.accessTokens.issuer)), ("sub", .string(account.id.text)),
            ("aud", .string(client.id)),
        ]
        let nonces: Members = nonce.map { [("nonce", .string($0))] } ?? []
        let last: Members = [
            ("at_hash", .string(Base64URL.encode(Array(hash.prefix(16))))), ("sid", .string(found.session.id.text)),
        ]
        let ofScope = client.idTokenClaims == .full ? names(within: allowed) : []
        var all = first + times
        all += nonces
        all += last
        all += members(ofScope.union(try requested("id_token")))
        return try text(all)
    }

    func userInfo() throws -> [UInt8] {
        try text(members(names(within: allowed).union(try requested("userinfo"))))
    }

    private func requested(_ place: String) throws -> Set<String> {
        guard let claims else { return [] }
        let names = try StrictJSONReader.readObject(Array(claims.utf8))[place]?.object?.names ?? []
        return Set(names).intersection(self.names(within: client.scopes.all.map(\.rawValue)))
    }

    private func names(within scopes: [String]) -> Set<String> {
        scopes.reduce(into: Set<String>()) { names, scope in
            switch scope {
            case "email": names.formUnion(["email", "email_verified", "is_private_email"])
            case "profile": names.formUnion(["name", "given_name", "family_name", "preferred_username"])
            default: break
            }
        }
    }

    private func members(_ names: Set<String>) -> Members {
        let all = [
            "email", "email_verified", "is_private_email", "name", "given_name", "family_name", "preferred_username",
        ]
        return all.filter(names.contains).compactMap { name in value(name).map { (name: name, value: $0) } }
    }

    private func value(_ name: String) -> JSONValue? {
        switch name {
        case "email": account.email.map { .string($0) }
        case "email_verified": account.email == nil ? nil : .bool(account.isEmailVerified)
        case "is_private_email": account.email == nil ? nil : .bool(account.isPrivateEmail)
        case "name": fullName.map { .string($0) }
        case "given_name": account.givenName.map { .string($0) }
        case "family_name": account.familyName.map { .string($0) }
        case "preferred_username":
            client.userName == .email && account.isEmailVerified ? account.email.map { .string($0) } : nil
        default: nil
        }
    }

    private var fullName: String? {
        let parts = [account.givenName, account.familyName].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Writes the members, reads them, and writes what was read.
    private func text(_ members: Members) throws -> [UInt8] {
        try StrictJSONReader.readObject(JSONObject.json(of: members)).json
    }
}
