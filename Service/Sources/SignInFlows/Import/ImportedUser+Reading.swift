import AccountStorage
import Foundation
import JSONWebTokens

/// What one line says. Pure: the same bytes always come to the same, whatever is stored.
extension ImportedUser {
    private static let members: Set<String> = [
        "external_id", "email", "email_verified", "name", "created_at", "disabled", "password_hash", "login_names",
        "apple", "identities",
    ]
    private static let mostIdentities = 20

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - now: nobody was made later than that.
    ///   - teams: the teams that the line may name.
    init(line: [UInt8], at now: Date, teams: ImportTeams) throws(ImportRefusal) {
        let object: JSONObject
        do {
            object = try StrictJSONReader.readObject(line)
        } catch {
            throw ImportRefusal(.jsonInvalid)
        }
        // A password is named first, so that nobody takes it for a slip of the pen.
        for (name, _) in object.members where name == "password" { throw ImportRefusal(.passwordInPlain, name) }
        for (name, _) in object.members where !Self.members.contains(name) {
            throw ImportRefusal(.memberUnknown, String(name.prefix(64)))
        }
        guard let externalID = try Self.text(object, "external_id") else {
            throw ImportRefusal(.memberMissing, "external_id")
        }
        guard ExternalID.isWellFormed(externalID) else { throw ImportRefusal(.valueInvalid, "external_id") }
        self.externalID = externalID
        try readApple(object, teams: teams)
        try readAddress(object)
        try readName(object)
        if let text = try Self.text(object, "created_at") {
            guard let date = Self.date(text), date <= now else { throw ImportRefusal(.valueInvalid, "created_at") }
            createdAt = date
        }
        isDisabled = try Self.flag(object, "disabled", path: "disabled")
        password = try ImportedPassword(
            hash: Self.text(object, "password_hash"), loginNames: Self.texts(object, "login_names"))
        try readIdentities(object, teams: teams)
    }

    private mutating func readAddress(_ object: JSONObject) throws(ImportRefusal) {
        email = try Self.text(object, "email")
        if let email, !Self.isAddress(email) { throw ImportRefusal(.valueInvalid, "email") }
        isEmailVerified = try Self.flag(object, "email_verified", path: "email_verified")
        guard address != nil || isEmailVerified != true else { throw ImportRefusal(.memberMissing, "email") }
    }

    private mutating func readApple(_ object: JSONObject, teams: ImportTeams) throws(ImportRefusal) {
        guard let value = object["apple"], value != .null else { return }
        guard case .array(let entries) = value, entries.count <= Self.mostIdentities else {
            throw ImportRefusal(.valueInvalid, "apple")
        }
        for (index, entry) in entries.enumerated() {
            let path = "apple.\(index)"
            guard case .object(let members) = entry else { throw ImportRefusal(.valueInvalid, path) }
            let identity = try ImportedAppleIdentity(members, at: path, teams: teams)
            // One person may have a token for each of several clients.
            let isDoubled = apple.contains { $0.id == identity.id && $0.grant?.clientID == identity.grant?.clientID }
            guard !isDoubled else { throw ImportRefusal(.valueInvalid, path) }
            apple.append(identity)
        }
    }

    private mutating func readName(_ object: JSONObject) throws(ImportRefusal) {
        switch object["name"] {
        case nil, .null: return
        case .object(let name):
            for (member, _) in name.members where member != "given" && member != "family" {
                throw ImportRefusal(.memberUnknown, "name." + String(member.prefix(64)))
            }
            givenName = try Self.name(name, "given")
            familyName = try Self.name(name, "family")
        default: throw ImportRefusal(.valueInvalid, "name")
        }
    }

    private static func name(_ object: JSONObject, _ member: String) throws(ImportRefusal) -> String? {
        let given = try text(object, member, path: "name." + member)
        do {
            return try DisplayName.read(given)
        } catch {
            throw ImportRefusal(.valueInvalid, "name." + member)
        }
    }

    private mutating func readIdentities(_ object: JSONObject, teams: ImportTeams) throws(ImportRefusal) {
        guard let value = object["identities"], value != .null else { return }
        guard case .array(let entries) = value, entries.count <= Self.mostIdentities else {
            throw ImportRefusal(.valueInvalid, "identities")
        }
        for (index, entry) in entries.enumerated() {
            let path = "identities.\(index)"
            guard case .object(let members) = entry else { throw ImportRefusal(.valueInvalid, path) }
            for (member, _) in members.members where member != "issuer" && member != "subject" {
                throw ImportRefusal(.memberUnknown, path + "." + String(member.prefix(64)))
            }
            let identity = Identity(
                issuer: try Self.name(of: members, "issuer", at: path),
                subject: try Self.name(of: members, "subject", at: path))
            guard !teams.isApple(identity.issuer) else { throw ImportRefusal(.appleInIdentities, path + ".issuer") }
            guard !identities.contains(identity) else { throw ImportRefusal(.valueInvalid, path) }
            identities.append(identity)
        }
    }

    /// A provider's name, or its name of a person: visible ASCII as OpenID Connect has it, for nothing is to fold it.
    static func name(
        of object: JSONObject, _ member: String, at path: String
    ) throws(ImportRefusal) -> String {
        guard let text = try text(object, member, path: path + "." + member) else {
            throw ImportRefusal(.memberMissing, path + "." + member)
        }
        guard ExternalID.isWellFormed(text) else { throw ImportRefusal(.valueInvalid, path + "." + member) }
        return text
    }
}

extension ImportedUser {
    static func text(
        _ object: JSONObject, _ member: String, path: String? = nil
    ) throws(ImportRefusal) -> String? {
        switch object[member] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw ImportRefusal(.valueInvalid, path ?? member)
        }
    }

    static func flag(_ object: JSONObject, _ member: String, path: String) throws(ImportRefusal) -> Bool? {
        switch object[member] {
        case nil, .null: return nil
        case .bool(let flag): return flag
        default: throw ImportRefusal(.valueInvalid, path)
        }
    }

    private static func texts(_ object: JSONObject, _ member: String) throws(ImportRefusal) -> [String] {
        guard let value = object[member], value != .null else { return [] }
        guard case .array(let entries) = value else { throw ImportRefusal(.valueInvalid, member) }
        return try entries.enumerated().map { entry throws(ImportRefusal) in
            guard case .string(let text) = entry.element else {
                throw ImportRefusal(.valueInvalid, "\(member).\(entry.offset)")
            }
            return text
        }
    }

    /// Contact data, never a key: anything that mail could be sent to is taken as it is written.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return (3...254).contains(text.utf8.count) && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
                    && scalar.properties.generalCategory != .format
            }
    }

    /// RFC 3339 in UTC, with or without a fraction.
    private static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 32, text.hasSuffix("Z") else { return nil }
        let hasFraction = text.utf8.contains(UInt8(ascii: "."))
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}
