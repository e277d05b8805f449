import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple

/// A person at Apple as a line of the import file names them, to one of the configured teams.
struct ImportedAppleIdentity: Sendable {
    let id: IdentityID
    let issuer: String
    let teamID: String
    let subject: String
    /// Apple's refresh token, for the client that it was given to.
    let grant: Grant?
    /// The address that Apple gave to the team.
    let email: String?
    let isPrivateEmail: Bool

    /// A token belongs to one client: no other may use it.
    struct Grant: Sendable {
        let clientID: ClientID
        let token: RefreshToken
    }

    private static let members: Set<String> = [
        "team", "subject", "client", "refresh_token", "email", "is_private_email",
    ]
    private static let longestToken = 4_096

    init(_ object: JSONObject, at path: String, teams: ImportTeams) throws(ImportRefusal) {
        for (member, _) in object.members where !Self.members.contains(member) {
            throw ImportRefusal(.memberUnknown, path + "." + String(member.prefix(64)))
        }
        let team = try teams.find(try ImportedUser.text(object, "team", path: path + ".team"), at: path + ".team")
        subject = try ImportedUser.name(of: object, "subject", at: path)
        (issuer, teamID) = (team.issuer, team.teamID)
        id = .derived(issuer: issuer, teamID: teamID, subject: subject)
        grant = try Self.grant(object, at: path, team: team)
        email = try ImportedUser.text(object, "email", path: path + ".email")
        if let email, !ImportedUser.isAddress(email) { throw ImportRefusal(.valueInvalid, path + ".email") }
        let isPrivate = try ImportedUser.flag(object, "is_private_email", path: path + ".is_private_email") ?? false
        guard !isPrivate || email != nil else { throw ImportRefusal(.memberMissing, path + ".email") }
        isPrivateEmail = isPrivate
    }

    private static func grant(
        _ object: JSONObject, at path: String, team: ImportTeams.Team
    ) throws(ImportRefusal) -> Grant? {
        let client = try ImportedUser.text(object, "client", path: path + ".client")
        let token = try ImportedUser.text(object, "refresh_token", path: path + ".refresh_token")
        switch (client, token) {
        case (nil, nil): return nil
        case (nil, .some): throw ImportRefusal(.memberMissing, path + ".client")
        case (.some, nil): throw ImportRefusal(.memberMissing, path + ".refresh_token")
        case (let client?, let token?):
            guard let id = team.clients[client] else { throw ImportRefusal(.clientUnknown, path + ".client") }
            // What no form can carry as it is was never a token of Apple's (RFC 6749 appendix A.17).
            guard (1...longestToken).contains(token.utf8.count),
                token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw ImportRefusal(.valueInvalid, path + ".refresh_token") }
            return Grant(clientID: id, token: RefreshToken(secretValue: token))
        }
    }

    /// A directory entry that leads to the account.
    func stored(of account: AccountID, at moment: Date) -> AppleIdentity {
        AppleIdentity(
            id: id, accountID: account, issuer: issuer, teamID: teamID, subject: subject, createdAt: moment)
    }
}

/// The teams that lines may name, and what counts as Apple among issuers.
struct ImportTeams: Sendable {
    struct Team: Sendable {
        let issuer: String
        let teamID: String
        /// Apple's ids of the team's clients by configured name.
        var clients: [String: ClientID] = [:]
    }

    private var teams: [String: Team] = [:]
    private let appleNames: Set<String>

    init(_ directory: ClientDirectory) {
        for client in directory.all {
            let team = client.team
            teams[team.name, default: Team(issuer: team.issuer, teamID: team.teamID.rawValue)].clients[client.name] =
                client.id
        }
        appleNames = Self.apple.union(teams.values.map { Self.core(of: $0.issuer) })
    }

    /// The team of this name; without a name the only one that is configured.
    func find(_ name: String?, at path: String) throws(ImportRefusal) -> Team {
        guard let name else {
            guard teams.count == 1, let only = teams.values.first else { throw ImportRefusal(.memberMissing, path) }
            return only
        }
        guard let team = teams[name] else { throw ImportRefusal(.teamUnknown, path) }
        return team
    }

    /// Whether an issuer is Apple, however a product or a person spells it. Nobody is ever signed in by another
    /// provider's identity, so an Apple user among those would get a second account without a word.
    func isApple(_ issuer: String) -> Bool { appleNames.contains(Self.core(of: issuer)) }

    /// Apple's own issuer, its older and newer names, and what other products call the provider.
    private static let apple: Set<String> = [
        "appleid.apple.com", "account.apple.com", "apple.com", "apple", "apple-id", "appleid", "oauth_apple",
        "signinwithapple", "sign-in-with-apple",
    ]

    /// An issuer without case, scheme, default port, and anything behind the host.
    private static func core(of issuer: String) -> String {
        var text = issuer.lowercased()
        if let scheme = text.range(of: "://") { text = String(text[scheme.upperBound...]) }
        text = String(text.prefix { !"/?#".contains($0) })
        for port in [":443", ":80"] where text.hasSuffix(port) { text.removeLast(port.utf8.count) }
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
