import SignInWithApple

/// The apps and websites of a team that share people's consent at Apple: a primary App ID, the App IDs that are grouped
/// with it, and the Services IDs that belong to it.
///
/// Apple's subject is the same for all groups of a team, but a person stops using one group
/// (https://developer.apple.com/help/account/configure-app-capabilities/group-apps-for-sign-in-with-apple).
struct AppGroup: Sendable, Hashable {
    /// The configured name of the team.
    let team: String
    /// The primary App ID; nil if the team has one group whose primary App ID is not configured.
    let primaryAppID: ClientID?

    /// The name under which events of the group are stored.
    var name: String { primaryAppID?.rawValue ?? team }
}

extension RegisteredClient {
    /// The group that the client belongs to.
    var group: AppGroup { AppGroup(team: team.name, primaryAppID: primaryAppID) }
}

extension ClientDirectory {
    /// The clients of a group, ordered by name.
    func clients(of group: AppGroup) -> [RegisteredClient] {
        all.filter { $0.group == group }
    }

    /// Apple's identifiers of the clients that share people's consent with this one.
    func clientIDs(sharingConsentWith client: RegisteredClient) -> Set<String> {
        Set(clients(of: client.group).map(\.id.rawValue))
    }

    /// The group that an audience of Apple's names: a primary App ID, or any client of the group.
    func group(ofAudience audience: ClientID, in team: RegisteredTeam) -> AppGroup {
        let clients = all.filter { $0.isUsed(byTeam: team.teamID.rawValue) }
        let named = clients.first { $0.primaryAppID == audience } ?? clients.first { $0.id == audience }
        if let named { return named.group }
        // A primary App ID that no client names. If the team's clients are in one group, it is that group's.
        let groups = Set(clients.map(\.group))
        if let only = groups.first, groups.count == 1, only.primaryAppID == nil { return only }
        return AppGroup(team: team.name, primaryAppID: audience)
    }
}
