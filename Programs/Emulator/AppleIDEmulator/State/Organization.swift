/// An organization of Apple School Manager or Apple Business Manager whose administrators allow its Managed Apple
/// Accounts only for some apps (https://support.apple.com/guide/apple-school-manager/axmc55f52fac/web). One that is not
/// listed allows all.
struct Organization: Sendable, Equatable {
    /// Client ids.
    var allowedApps: [String]
}

extension World {
    /// Whether the organization of a Managed Apple Account allows the apps of a group. Whoever allows one app of a group
    /// allows all of them, since they share a consent.
    func allows(_ primaryApp: String, organization id: String) -> Bool {
        guard let allowed = organizations[id]?.allowedApps else { return true }
        return allowed.contains { client($0)?.primaryApp == primaryApp }
    }

    /// The consents of an organization's people that it no longer allows.
    func forbiddenConsents(of id: String) -> [Consent.Key] {
        people.all.filter { $0.managed?.organizationID == id }
            .flatMap { consents.of($0.key).map(\.key) }
            .filter { !allows($0.primaryApp, organization: id) }
            .sorted { ($0.person, $0.teamID, $0.primaryApp) < ($1.person, $1.teamID, $1.primaryApp) }
    }
}
