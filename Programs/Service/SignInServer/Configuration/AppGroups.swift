import SignInFlows

/// Decides to which group of apps each client of a team belongs.
///
/// People's consent is per group at Apple, so a wrong group ends the wrong sessions. With one app there is one group. With
/// more, Apple's portal knows the groups, and each client has to name its primary App ID.
struct AppGroups {
    /// A client of the team, and the primary App ID that it names.
    struct Client {
        let name: String
        let id: String
        let kind: RegisteredClient.Kind
        let primaryAppID: String?
    }

    /// The primary App ID of each client, in the same order, if it is known.
    private(set) var primaryAppIDs: [String?]
    /// What is wrong, by client.
    private(set) var faults: [String] = []

    init(of clients: [Client], primaryAppIDs: [String]) {
        self.primaryAppIDs = clients.map(\.primaryAppID)
        let named = Set(clients.compactMap(\.primaryAppID))
        let apps = Set(clients.filter { $0.kind == .native }.map(\.id))
        let services = Set(clients.filter { $0.kind != .native }.map(\.id))
        let candidates = apps.union(named).union(primaryAppIDs)
        for (place, client) in clients.enumerated() {
            guard let primary = client.primaryAppID else {
                if candidates.isEmpty {
                    // Apple addresses notifications to the primary App ID, and none could be told from a stranger's.
                    faults.append(
                        "clients.\(client.name).primary_app_id: missing; the team has no client of kind native, so name the "
                            + "App ID that Apple's portal shows as primary App ID of \(client.id)")
                } else if candidates.count == 1 {
                    self.primaryAppIDs[place] = candidates.first
                } else if client.kind == .native, named.contains(client.id) || primaryAppIDs.contains(client.id) {
                    // An app with which others are grouped.
                    self.primaryAppIDs[place] = client.id
                } else {
                    faults.append(
                        "clients.\(client.name).primary_app_id: the team has more than one app, so each client must name "
                            + "its primary App ID: \(candidates.sorted().joined(separator: " or "))")
                }
                continue
            }
            if services.contains(primary) {
                faults.append(
                    "clients.\(client.name).primary_app_id: \(primary) is a Services ID, not an App ID")
            } else if let other = clients.first(where: { $0.id == primary && $0.kind == .native })?.primaryAppID,
                other != primary
            {
                faults.append(
                    "clients.\(client.name).primary_app_id: \(primary) is itself grouped with \(other); name that one")
            }
        }
    }
}
