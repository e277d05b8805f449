import Foundation
import HTTPServing
import JSONWebTokens
package import Settings

extension EmulatorConfiguration {
    /// Reads the file of `--config`. Environment variables such as `EMULATOR_LISTEN` take precedence over it.
    package init(
        file path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ConfigurationFaults) {
        let file = try ConfigurationFile(path)
        let settings = SettingsReader(
            json: file.json, name: path, directory: file.directory, environment: environment, prefix: "emulator")
        self.init(settings)
        try settings.finish()
        // finds faults across settings, such as an id that is used twice
        _ = try makeWorld { Date() }
    }

    /// Every setting, in the order of the documentation.
    static var settings: [Setting] {
        let settings = SettingsReader()
        _ = EmulatorConfiguration(settings)
        return settings.declared
    }

    private init(_ settings: SettingsReader) {
        self.init()
        listen = settings.value("listen", listen, must: "HOST:PORT", "Where to listen; port 0 picks a free one.") {
            ListenAddress($0)
        }
        publicURL = settings.text(
            "public_url", "The base URL that clients use, if it is not where the emulator listens.")
        readConnections(settings)
        readMail(settings)
        readTokens(settings)
        readRun(settings)
        readWorld(settings)
        readSwitches(settings)
        readFaults(settings)
    }
}

extension EmulatorConfiguration {
    private mutating func readTokens(_ settings: SettingsReader) {
        issuer = settings.text("issuer", unset: "its base URL", "The issuer of tokens.")
        allowsAppleIssuer = settings.flag("allow_apple_issuer", false, "Allow Apple's own name as `issuer`.")
        let seed = settings.number(
            "seed", unset: "1", in: 0...Int.max, "The seed for subjects and, if set, for codes, tokens and keys.")
        drawsFromSeed = seed != nil
        self.seed = seed.map { UInt64($0) } ?? self.seed
    }

    private mutating func readRun(_ settings: SettingsReader) {
        frozenClock = settings.value(
            "clock", unset: "the host's clock", must: "a time of RFC 3339 from 1970 to 9999",
            "The time at which the clock stands still, such as `2026-03-01T12:00:00Z`.", Timestamp.seconds(of:))
        stateFile = settings.file("state", "The file that keeps consents, refresh tokens and people across restarts.")
        controlToken = settings.text(
            "control_token", isSecret: true,
            "The bearer token that control calls must carry. Without it, they work on loopback only.")
        signingKeyCount = settings.number("signing_keys", signingKeyCount, in: 1...16, "How many keys are published.")
    }

    private mutating func readWorld(_ settings: SettingsReader) {
        // Two names in the file may be equal in Swift: Unicode encodes "é" in two ways.
        for (name, team) in settings.entries("teams", named: "name", { ($0, EmulatorTeam($1)) }) { teams[name] = team }
        people = settings.entries("people", named: "key") { Person($0, $1) }
        for (id, organization) in settings.entries("organizations", named: "org id", { ($0, Organization($1)) }) {
            organizations[id] = organization
        }
    }

    private mutating func readSwitches(_ settings: SettingsReader) {
        let year = settings.value(
            "as_of", unset: "today", range: AppleYear.names, must: "one of \(AppleYear.names)",
            "Apple [as articles of a year describe it](emulator/as-of.md). `switches` go over it."
        ) { AppleYear(rawValue: $0) }
        switches = year?.switches ?? switches
        do {
            let changes = settings.object(
                "switches", "[Switches](#switches-and-waivers) that differ from their defaults.")
            if let changes { switches = try switches.changed(by: changes.json) }
        } catch {
            settings.add(fault: "switches: \((error as? SwitchFault)?.sentence ?? "cannot be read")")
        }
    }

    private mutating func readFaults(_ settings: SettingsReader) {
        for (name, fault) in settings.objects("faults", named: "name", "A [fault](#faults) that is set from the start.")
        {
            do throws(FaultMistake) {
                faults.append(try FaultSetting(json: fault.json))
            } catch {
                settings.add(fault: "faults.\(name): \(error.sentence)")
            }
        }
    }

    private mutating func readConnections(_ settings: SettingsReader) {
        tls = settings.flag("tls", false, "Serve https, with a certificate of [its own authority](emulator/tls.md).")
        tlsNames = settings.list(
            "tls_names", "Further names and addresses of the certificate, besides `listen`, `public_url` and loopback.")
        tlsAuthority = settings.file(
            "tls_authority", unset: "a new authority at each start", "The folder that keeps the authority of `tls`.")
        controlListen = settings.value(
            "control_listen", must: "HOST:PORT", "Where control calls are also served, by plain HTTP."
        ) { ListenAddress($0) }
    }
}

extension EmulatorTeam {
    private static let urlMeaning = "Where its notifications are sent: https, or http on loopback."

    fileprivate init(_ settings: SettingsReader) {
        self.init(
            teamID: settings.required("team_id", "The Team ID: ten capital letters and digits, such as `EMUTEAM001`."))
        let keys = settings.entries("keys", named: "key id") { id, key in
            (
                id, Self.publicPEM(id, key),
                key.text("primary_app", "The primary app of the group it was made for (`key_groups_enforced`).")
            )
        }
        for (id, pem, app) in keys { (publicKeys[id], keyGroups[id]) = (pem, app) }
        emailSources = settings.list(
            "email_sources", "The domains and addresses that may [send mail](emulator/mail.md) to its relay addresses.")
        notificationURL = settings.text("notification_url", Self.urlMeaning)
        let apps = settings.entries("apps", named: "bundle id") { id, app in
            let primary = app.textOrTrue(
                "primary", unset: "true", "The primary app of its group; `true` if it is one itself.")
            return (id, primary, app.text("notification_url", Self.urlMeaning), AppEntitlements(app))
        }
        for (id, primary, url, declared) in apps {
            (self.apps[id], appNotificationURLs[id], entitlements[id]) = (.some(primary), url, declared)
        }
        let services = settings.entries("services", named: "services id") { id, service in
            let app = service.required("primary_app", "The app whose consent this service shares.")
            let urls = service.list(
                "return_urls", "Its return URLs: https, or http on loopback, where `:*` stands for any port.")
            return (id, EmulatorService(primaryApp: app, returnURLs: urls))
        }
        for (id, service) in services { self.services[id] = service }
    }

    private static func publicPEM(_ id: String, _ settings: SettingsReader) -> String? {
        let ours = settings.file("private_key_file", "The file of the private key.")
        let theirs = settings.file("public_key_file", "The file of the public key instead.")
        guard let file = ours ?? theirs, ours == nil || theirs == nil else {
            settings.add(fault: "private_key_file or public_key_file: exactly one of them must be set")
            return nil
        }
        let name = ours == nil ? "public_key_file" : "private_key_file"
        guard let data = FileManager.default.contents(atPath: file) else {
            settings.add(fault: "\(name): \(file) cannot be read")
            return nil
        }
        let pem = String(decoding: data, as: UTF8.self)
        do {
            return ours == nil ? pem : try TeamKey.publicPEM(ofPrivateKeyPEM: pem, keyID: id)
        } catch {
            settings.add(fault: "\(name): \(file) is not a P-256 private key (\(error))")
            return nil
        }
    }
}

extension Person {
    fileprivate init(_ key: String, _ settings: SettingsReader) {
        self.init(
            key: key, email: settings.required("email", "The account's address."),
            password: settings.required("password", "The password, which the sign-in page shows as a hint."),
            firstName: settings.text("name.first", "The given name.") ?? "",
            lastName: settings.text("name.last", "The family name.") ?? "",
            managed: settings.section("managed") { account in
                ManagedAccount(
                    organizationID: account.required("org_id", "The organisation of a Managed Apple Account."),
                    hasMailbox: account.flag("mailbox", true, "Whether the account has a mailbox."),
                    isEmailVerified: account.flag("email_verified", true, "Whether its address counts as verified."),
                    scopes: account.list("scopes", "The claim `scopes` of a school account."))
            },
            isChild: settings.flag("child", false, "Whether a parent created the account for a child."))
    }
}

extension AppEntitlements {
    fileprivate init(_ settings: SettingsReader) {
        for text in settings.list("associated_domains", "The domains whose saved passwords it can ask for.") {
            if let domain = Self.domain(text) {
                domains.append(domain)
            } else {
                settings.add(fault: "associated_domains: \(text) is not a domain such as example.com")
            }
        }
        supportsChildAccounts = settings.flag(
            "child_accounts", false, "Whether it has the entitlement for accounts of children.")
    }
}

extension Organization {
    fileprivate init(_ settings: SettingsReader) {
        allowedApps = settings.list(
            "allowed_apps", "The only apps that its Managed Apple Accounts can be used with.")
    }
}
