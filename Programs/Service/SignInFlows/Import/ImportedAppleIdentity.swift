import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple

/// A person's identity at Apple from a line of the import file, for one of the configured teams.
struct ImportedAppleIdentity: Sendable {
    let id: IdentityID
    let issuer: String
    let teamID: String
    let subject: String
    /// Apple's refresh token, with the client to which it was issued.
    let grant: Grant?
    /// The address that Apple shared with the team.
    let email: String?
    let isPrivateEmail: Bool

    /// A refresh token and the only client that may use it.
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
        let team = try teams.find(try ImportMember.text(object, "team", path: path + ".team"), at: path + ".team")
        subject = try ImportMember.name(of: object, "subject", at: path)
        (issuer, teamID) = (team.issuer, team.teamID)
        id = .derived(issuer: issuer, teamID: teamID, subject: subject)
        grant = try Self.grant(object, at: path, team: team)
        email = try ImportMember.text(object, "email", path: path + ".email")
        if let email, !ImportMember.isAddress(email) { throw ImportRefusal(.valueInvalid, path + ".email") }
        let isPrivate = try ImportMember.flag(object, "is_private_email", path: path + ".is_private_email") ?? false
        guard !isPrivate || email != nil else { throw ImportRefusal(.memberMissing, path + ".email") }
        isPrivateEmail = isPrivate
    }

    private static func grant(
        _ object: JSONObject, at path: String, team: ImportTeams.Team
    ) throws(ImportRefusal) -> Grant? {
        let client = try ImportMember.text(object, "client", path: path + ".client")
        let token = try ImportMember.text(object, "refresh_token", path: path + ".refresh_token")
        switch (client, token) {
        case (nil, nil): return nil
        case (nil, .some): throw ImportRefusal(.memberMissing, path + ".client")
        case (.some, nil): throw ImportRefusal(.memberMissing, path + ".refresh_token")
        case (let client?, let token?):
            guard let id = team.clients[client] else { throw ImportRefusal(.clientUnknown, path + ".client") }
            // A refresh token has visible ASCII characters only (RFC 6749 appendix A.17).
            guard (1...longestToken).contains(token.utf8.count),
                token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw ImportRefusal(.valueInvalid, path + ".refresh_token") }
            return Grant(clientID: id, token: RefreshToken(secretValue: token))
        }
    }

    /// The record that links the identity to an account.
    func stored(of account: AccountID, at moment: Date) -> AppleIdentity {
        AppleIdentity(
            id: id, accountID: account, issuer: issuer, teamID: teamID, subject: subject, createdAt: moment)
    }
}
