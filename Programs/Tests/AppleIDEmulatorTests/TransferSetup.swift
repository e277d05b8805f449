import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// Two teams, and an app that goes from one to the other.
struct TransferSetup: Sendable {
    static let app = TestEmulator.app
    static let giver = "EMUTEAM001"
    static let recipient = "OTHERTEAM1"
    static let days60 = 5_184_000

    let caller: Caller

    /// Ungroups the app, as every transfer needs.
    init(_ caller: Caller) async throws {
        self.caller = caller
        let ungrouped = #"{"team_id":"EMUTEAM001","bundle_id":"com.example.app.watch","capability":"primary"}"#
        _ = try await caller.control("/portal/apps", ungrouped, method: .patch)
    }

    @discardableResult
    func start(to team: String = recipient) async throws -> Reply {
        try await caller.control(
            "/portal/transfers", #"{"team_id":"EMUTEAM001","bundle_id":"com.example.app","to":"\#(team)"}"#)
    }

    @discardableResult
    func accept() async throws -> Reply {
        try await caller.control(
            "/portal/transfers/accept", #"{"team_id":"OTHERTEAM1","bundle_id":"com.example.app"}"#)
    }

    func transfer() async throws {
        try #require(try await start().status == 201)
        try #require(try await accept().status == 200)
    }

    /// A credential of a person, with an address that is shared or hidden.
    func credential(_ person: String = "maya", sharesEmail: Bool = true) async throws -> JSONObject {
        try await caller.credential(
            #"""
            {"person":"\#(person)","bundle_id":"com.example.app","scopes":["email","name"],
            "share_email":\#(sharesEmail)}
            """#)
    }

    var giverSecret: String { get throws { try caller.emulator.secret(for: Self.app) } }

    var recipientSecret: String {
        get throws {
            try caller.emulator.secret(
                for: Self.app, ["iss": .string(Self.recipient)], key: caller.emulator.otherKey)
        }
    }

    /// An access token of the team that signs.
    func token(_ secret: String) async throws -> String {
        try await caller.token(
            ["grant_type": "client_credentials", "scope": "user.migration", "redirect_uri": nil], client: Self.app,
            secret: secret
        ).json.text("access_token") ?? "none"
    }

    func migrate(
        _ fields: [(String, String)], _ token: String, _ secret: String, client: String = app
    ) async throws -> Reply {
        let all = [("client_id", client), ("client_secret", secret)] + fields
        return try await caller.send(
            .post, "/auth/usermigrationinfo",
            headers: [.contentType: "application/x-www-form-urlencoded", .authorization: "Bearer \(token)"],
            body: FormFields.encode(all.map { (name: $0.0, value: $0.1) }))
    }

    /// The transfer identifier that the giver gets.
    func identifier(of subject: String) async throws -> Reply {
        let secret = try giverSecret
        let token = try await token(secret)
        return try await migrate([("sub", subject), ("target", Self.recipient)], token, secret)
    }

    /// The person whom the recipient gets.
    func person(behind identifier: String) async throws -> Reply {
        let secret = try recipientSecret
        let token = try await token(secret)
        return try await migrate([("transfer_sub", identifier)], token, secret)
    }
}
