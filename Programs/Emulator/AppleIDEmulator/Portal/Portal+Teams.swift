/// The rules of the portal for teams. Each rule is a function of what was saved before, and saves nothing itself.
extension Portal {
    /// A new team. Apple gives a team its ID. Here a project may choose it, so that it can match a configuration.
    func newTeam(_ teamID: String, name: String, kind: Team.Kind) throws(PortalRefusal) -> Team {
        guard Self.isTenCharacters(teamID) else {
            throw .invalid("team_id_invalid", "A Team ID has ten characters: capital letters and digits.")
        }
        guard teams[teamID] == nil else { throw .conflict("team_exists", "There is already a team \(teamID).") }
        guard let name = Self.text(name) else { throw .invalid("team_name_missing", "Enter the name of the team.") }
        return Team(teamID: teamID, name: name, kind: kind)
    }

    /// The form of a Team ID and of a Key ID.
    static func isTenCharacters(_ text: String) -> Bool {
        text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
    }

    func team(_ teamID: String) throws(PortalRefusal) -> Team {
        guard let team = teams[teamID] else { throw .unknown("team_unknown", "There is no team \(teamID).") }
        return team
    }

    /// An identifier that no App ID and no Services ID of any team has.
    func newIdentifier(_ id: String) throws(PortalRefusal) -> String {
        let isIdentifier =
            (1...255).contains(id.utf8.count)
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
        guard isIdentifier, id.contains(".") else {
            throw .invalid(
                "identifier_invalid",
                "An identifier is a reverse-domain name of letters, digits, hyphens and periods, such as "
                    + "com.example.app, without an asterisk.")
        }
        guard let owner = teamID(of: id) else { return id }
        let what = teams[owner]?.apps[id] == nil ? "a Services ID" : "an App ID"
        throw .conflict("identifier_taken", "\(id) is already \(what). Every identifier can be used only once.")
    }

    static func description(_ text: String) throws(PortalRefusal) -> String {
        guard let text = Self.text(text) else { throw .invalid("description_missing", "Enter a description.") }
        return text
    }

    /// Text without white space around it, cut to a reasonable length. Nil if nothing is left.
    static func text(_ text: String) -> String? {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        return trimmed.isEmpty ? nil : String(String(trimmed).prefix(255))
    }
}
