import AccountStorage
import Foundation
import JSONWebTokens

/// Reads the object of one line. The result depends on the arguments only, not on what is stored.
extension ImportedUser {
    private static let members: Set<String> = [
        "external_id", "email", "email_verified", "name", "created_at", "disabled", "password_hash", "login_names",
        "apple", "identities",
    ]
    private static let mostIdentities = 20

    /// Reads the object of a line.
    ///
    /// - Parameters:
    ///   - now: `created_at` must not be later than this.
    ///   - teams: the teams that the line may name.
    init(_ object: JSONObject, at now: Date, teams: ImportTeams) throws(ImportRefusal) {
        // A plaintext password is reported before any unknown member, so that it is not overlooked.
        for (name, _) in object.members where name == "password" { throw ImportRefusal(.passwordInPlain, name) }
        for (name, _) in object.members where !Self.members.contains(name) {
            throw ImportRefusal(.memberUnknown, String(name.prefix(64)))
        }
        guard let externalID = try ImportMember.text(object, "external_id") else {
            throw ImportRefusal(.memberMissing, "external_id")
        }
        guard ExternalID.isWellFormed(externalID) else { throw ImportRefusal(.valueInvalid, "external_id") }
        self.externalID = externalID
        try readApple(object, teams: teams)
        try readAddress(object)
        try readName(object)
        if let text = try ImportMember.text(object, "created_at") {
            guard let date = ImportMember.date(text), date <= now else {
                throw ImportRefusal(.valueInvalid, "created_at")
            }
            createdAt = date
        }
        isDisabled = try ImportMember.flag(object, "disabled", path: "disabled")
        password = try ImportedPassword(
            hash: ImportMember.text(object, "password_hash"), loginNames: ImportMember.texts(object, "login_names"))
        try readIdentities(object, teams: teams)
    }

    private mutating func readAddress(_ object: JSONObject) throws(ImportRefusal) {
        email = try ImportMember.text(object, "email")
        if let email, !ImportMember.isAddress(email) { throw ImportRefusal(.valueInvalid, "email") }
        isEmailVerified = try ImportMember.flag(object, "email_verified", path: "email_verified")
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
            // One identity may occur with a token for each of several clients.
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
        let given = try ImportMember.text(object, member, path: "name." + member)
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
                issuer: try ImportMember.name(of: members, "issuer", at: path),
                subject: try ImportMember.name(of: members, "subject", at: path))
            guard !teams.isApple(identity.issuer) else { throw ImportRefusal(.appleInIdentities, path + ".issuer") }
            guard !identities.contains(identity) else { throw ImportRefusal(.valueInvalid, path) }
            identities.append(identity)
        }
    }
}
