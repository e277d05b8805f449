import Foundation
import SignInWithApple

/// The teams that lines may name, and the issuers that mean Apple.
struct ImportTeams: Sendable {
    struct Team: Sendable {
        let issuer: String
        let teamID: String
        /// The client ids at Apple of the team's clients, by configured name.
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

    /// The team of this name; without a name, the only configured team.
    func find(_ name: String?, at path: String) throws(ImportRefusal) -> Team {
        guard let name else {
            guard teams.count == 1, let only = teams.values.first else { throw ImportRefusal(.memberMissing, path) }
            return only
        }
        guard let team = teams[name] else { throw ImportRefusal(.teamUnknown, path) }
        return team
    }

    /// Whether an issuer means Apple, in any common spelling. Identities at other providers are never used for sign-in,
    /// so an Apple user among them would silently get a second account.
    func isApple(_ issuer: String) -> Bool { appleNames.contains(Self.core(of: issuer)) }

    /// Apple's issuer, its older and newer names, and the names of the provider in other products.
    private static let apple: Set<String> = [
        "appleid.apple.com", "account.apple.com", "apple.com", "apple", "apple-id", "appleid", "oauth_apple",
        "signinwithapple", "sign-in-with-apple",
    ]

    /// The host of an issuer in lower case, without scheme, default port, path and query.
    private static func core(of issuer: String) -> String {
        var text = issuer.lowercased()
        if let scheme = text.range(of: "://") { text = String(text[scheme.upperBound...]) }
        text = String(text.prefix { !"/?#".contains($0) })
        for port in [":443", ":80"] where text.hasSuffix(port) { text.removeLast(port.utf8.count) }
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
