import Foundation
import JSONWebTokens

/// Walks the maps of a configuration file and gathers what is wrong with them, each fault with its place.
struct ConfigurationWalk {
    /// File names in the configuration are relative to its own folder.
    let folder: URL
    var faults: [String] = []

    init(folder: URL) { self.folder = folder }

    func path(_ text: String) -> String {
        text.hasPrefix("/") ? text : folder.appendingPathComponent(text).path
    }

    /// Names every key that means nothing here.
    mutating func allow(_ known: [String], in object: JSONObject, at place: String) {
        for name in object.names where !known.contains(name) {
            faults.append("\(place)\(name): is not a key here; there are \(known.joined(separator: ", ")).")
        }
    }

    mutating func teams(_ value: JSONValue?) -> [String: EmulatorTeam] {
        var teams: [String: EmulatorTeam] = [:]
        for (name, team) in map(value, at: "teams") {
            let place = "teams.\(name)."
            allow(["team_id", "keys", "apps", "services", "notification_url"], in: team, at: place)
            var read = EmulatorTeam(teamID: text("team_id", in: team, at: place) ?? "")
            for (keyID, key) in map(team["keys"], at: place + "keys") {
                read.publicKeys[keyID] = publicKey(key, keyID: keyID, at: place + "keys.\(keyID).")
                guard key.contains("primary_app") else { continue }
                read.keyGroups[keyID] = text("primary_app", in: key, at: place + "keys.\(keyID).")
            }
            for (id, app) in map(team["apps"], at: place + "apps") {
                read.apps[id] = .some(primary(of: app, at: place + "apps.\(id)."))
                if app.contains("notification_url") {
                    read.appNotificationURLs[id] = text("notification_url", in: app, at: place + "apps.\(id).")
                }
            }
            if team.contains("notification_url") {
                read.notificationURL = text("notification_url", in: team, at: place)
            }
            for (id, service) in map(team["services"], at: place + "services") {
                let place = place + "services.\(id)."
                allow(["primary_app", "return_urls"], in: service, at: place)
                read.services[id] = EmulatorService(
                    primaryApp: text("primary_app", in: service, at: place) ?? "",
                    returnURLs: texts("return_urls", in: service, at: place))
            }
            teams[name] = read
        }
        return teams
    }

    mutating func people(_ value: JSONValue?) -> [EmulatorPerson] {
        map(value, at: "people").map { key, person in
            let place = "people.\(key)."
            allow(["email", "password", "name", "managed"], in: person, at: place)
            var (first, last) = ("", "")
            if let name = object(person["name"], at: place + "name") {
                allow(["first", "last"], in: name, at: place + "name.")
                first = name.text("first") ?? ""
                last = name.text("last") ?? ""
            }
            var read = EmulatorPerson(
                key: key, email: text("email", in: person, at: place) ?? "",
                password: text("password", in: person, at: place) ?? "", firstName: first, lastName: last)
            read.managed = managed(person["managed"], at: place + "managed")
            return read
        }
    }

    /// A Managed Apple Account: the organisation, and what its administrator left away.
    private mutating func managed(_ value: JSONValue?, at place: String) -> ManagedAccount? {
        guard let object = object(value, at: place) else { return nil }
        allow(["org_id", "mailbox", "email_verified"], in: object, at: place + ".")
        return ManagedAccount(
            organizationID: text("org_id", in: object, at: place + ".") ?? "",
            hasMailbox: object.bool("mailbox") ?? true, isEmailVerified: object.bool("email_verified") ?? true,
            scopes: texts("scopes", in: object, at: place + "."))
    }

    /// The switches, by the names of the control call.
    mutating func switches(_ value: JSONValue?) -> Switches {
        guard let object = object(value, at: "switches") else { return Switches() }
        do {
            return try Switches().changed(by: object.json)
        } catch let fault as SwitchFault {
            faults.append("switches: \(fault.sentence)")
        } catch {
            faults.append("switches: cannot be read.")
        }
        return Switches()
    }

    /// Faults by the operator's name for them, in the order in which they stand.
    mutating func faultSettings(_ value: JSONValue?) -> [FaultSetting] {
        var settings: [FaultSetting] = []
        for (name, fault) in map(value, at: "faults") {
            do throws(FaultMistake) {
                settings.append(try FaultSetting(json: fault.json))
            } catch {
                faults.append("faults.\(name): \(error.sentence)")
            }
        }
        return settings
    }

    /// `primary` names the primary App ID of the group; true or nothing makes the app a primary.
    private mutating func primary(of app: JSONObject, at place: String) -> String? {
        allow(["primary", "notification_url"], in: app, at: place)
        switch app["primary"] {
        case nil, .bool(true)?: return nil
        case .string(let id)?: return id
        default:
            faults.append("\(place)primary: must be true or the bundle id of the group's primary app.")
            return nil
        }
    }

    private mutating func publicKey(_ key: JSONObject, keyID: String, at place: String) -> String? {
        allow(["private_key_file", "public_key_file", "primary_app"], in: key, at: place)
        let isPrivate = key.contains("private_key_file")
        let name = isPrivate ? "private_key_file" : "public_key_file"
        guard isPrivate != key.contains("public_key_file"), let file = key.text(name) else {
            faults.append("\(place)private_key_file or public_key_file: one of them must name a file.")
            return nil
        }
        guard let data = FileManager.default.contents(atPath: path(file)) else {
            faults.append("\(place)\(name): \(path(file)) cannot be read.")
            return nil
        }
        let pem = String(decoding: data, as: UTF8.self)
        guard isPrivate else { return pem }
        do {
            return try TeamKey.publicPEM(ofPrivateKeyPEM: pem, keyID: keyID)
        } catch {
            faults.append("\(place)\(name): \(path(file)) is not a P-256 private key (\(error)).")
            return nil
        }
    }

    private mutating func object(_ value: JSONValue?, at place: String) -> JSONObject? {
        guard let value else { return nil }
        if value.object == nil { faults.append("\(place): must be an object.") }
        return value.object
    }

    private mutating func map(_ value: JSONValue?, at place: String) -> [(name: String, value: JSONObject)] {
        guard let members = object(value, at: place)?.members else { return [] }
        return members.compactMap { member in
            object(member.value, at: "\(place).\(member.name)").map { (member.name, $0) }
        }
    }

    private mutating func text(_ name: String, in object: JSONObject, at place: String) -> String? {
        if let text = object.text(name), !text.isEmpty { return text }
        faults.append("\(place)\(name): must be a text.")
        return nil
    }

    private mutating func texts(_ name: String, in object: JSONObject, at place: String) -> [String] {
        guard let value = object[name] else { return [] }
        if let list = value.array {
            let texts = list.compactMap(\.string)
            if texts.count == list.count { return texts }
        }
        faults.append("\(place)\(name): must be a list of texts.")
        return []
    }
}
