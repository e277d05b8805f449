import Foundation
import SignInWithApple

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
