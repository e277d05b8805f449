import HTTPServing
import Settings

/// The setup that `--template` makes, with the values that a developer would take from Apple's portal.
package struct ProjectSetup: Sendable {
    /// What the portal would give. The template `empty` has none of it.
    struct Registration: Sendable {
        let teamID: String
        let keyID: String
        let keyFile: String
        let app: String
        let service: String?
        let redirectURI: String?
        let notificationURL: String?

        /// The client ID of sign-ins: the Services ID where there is one.
        var clientID: String { service ?? app }
    }

    /// The configuration with the template's team, clients, key and people.
    package let configuration: EmulatorConfiguration
    let template: ProjectTemplate
    let registration: Registration?

    /// Makes the setup, with its key in `directory` as for the example. The first return URL takes the place of the template's redirect URI.
    ///
    /// Throws `ConfigurationFaults` if the template has no use for an App ID or a return URL.
    package static func make(
        _ template: ProjectTemplate, appID: String? = nil, returnURLs: [String] = [], keysIn directory: String,
        seed: UInt64? = nil
    ) throws -> ProjectSetup {
        try requireUse(of: appID, returnURLs, template)
        let listen = ListenAddress(host: "idp.localhost", port: 9_080)
        guard template.hasApp else {
            return ProjectSetup(
                configuration: EmulatorConfiguration(listen: listen, teams: [:], people: ExampleSetup.people),
                template: template, registration: nil)
        }
        let app = appID ?? "com.example.app"
        let key = try ExampleSetup.key(in: directory, seed)
        let registration = Registration(
            teamID: ExampleSetup.teamID, keyID: ExampleSetup.keyID, keyFile: key.file, app: app,
            service: template.hasService ? appID.map { $0 + ".web" } ?? "com.example.web" : nil,
            redirectURI: returnURLs.first ?? template.redirectURI, notificationURL: template.notificationURL)
        var team = EmulatorTeam(
            teamID: registration.teamID, publicKeys: [registration.keyID: key.publicPEM], apps: [app: nil],
            appNotificationURLs: registration.notificationURL.map { [app: $0] } ?? [:])
        if let service = registration.service {
            var registered: [String] = []
            for url in returnURLs + [template.redirectURI].compactMap(\.self) + template.otherReturnURLs
            where !registered.contains(url) { registered.append(url) }
            team.services[service] = EmulatorService(primaryApp: app, returnURLs: registered)
        }
        return ProjectSetup(
            configuration: EmulatorConfiguration(
                listen: listen, teams: [template.rawValue: team], people: ExampleSetup.people),
            template: template, registration: registration)
    }

    private static func requireUse(
        of appID: String?, _ returnURLs: [String], _ template: ProjectTemplate
    ) throws(ConfigurationFaults) {
        var faults: [String] = []
        if appID != nil && !template.hasApp {
            faults.append("--app-id: the template \(template.rawValue) registers no app")
        }
        if let appID, !isAppID(appID) {
            faults.append("--app-id: \(appID) must have letters, digits, hyphens and periods only, as com.example.app")
        }
        if !returnURLs.isEmpty && !template.hasService {
            faults.append("--return-url: the template \(template.rawValue) registers no Services ID")
        }
        if let url = returnURLs.first(where: { !WebsiteURLs.isRegistrable($0) }) {
            faults.append("--return-url: \(url) must be https, or http on loopback, without a fragment")
        }
        // a request needs one address, so it cannot be a pattern
        if let first = returnURLs.first, first.contains(":*") {
            faults.append("--return-url: the first one must have a port, since it is the redirect URI; not \(first)")
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
    }

    /// The characters of a bundle ID (Apple: "CFBundleIdentifier").
    private static func isAppID(_ text: String) -> Bool {
        text.contains(".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
