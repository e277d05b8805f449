/// The control calls that prepare a test.
extension EmulatorCalls {
    func addTeam(_ names: EmulatorNames, returnURLs: [String]) async throws -> EmulatorTeam {
        let made = try await post("teams", TeamCall(teamID: names.teamID, apps: [names.app]), TeamReply.self)
        _ = try await post(
            "services", ServiceCall(id: names.service, primaryApp: names.app, returnURLs: returnURLs), NoReply.self)
        return EmulatorTeam(
            teamID: names.teamID, keyID: made.keyID, privateKeyPEM: made.privateKey, app: names.app,
            service: names.service, returnURLs: returnURLs)
    }

    func addPerson(_ person: EmulatorPerson) async throws -> EmulatorPerson {
        _ = try await post(
            "people",
            PersonCall(
                key: person.key, email: person.email, password: person.password,
                name: PersonNameMessage(first: person.givenName, last: person.familyName)), NoReply.self)
        return person
    }
}

struct PersonNameMessage: Codable, Sendable, Equatable {
    var first: String
    var last: String
}

private struct TeamCall: Encodable {
    let teamID: String
    let apps: [String]

    enum CodingKeys: String, CodingKey {
        case teamID = "team_id"
        case apps
    }
}

private struct TeamReply: Decodable {
    let keyID: String
    let privateKey: String

    enum CodingKeys: String, CodingKey {
        case keyID = "key_id"
        case privateKey = "private_key"
    }
}

private struct ServiceCall: Encodable {
    let id: String
    let primaryApp: String
    let returnURLs: [String]

    enum CodingKeys: String, CodingKey {
        case id
        case primaryApp = "primary_app"
        case returnURLs = "return_urls"
    }
}

private struct PersonCall: Encodable {
    let key: String
    let email: String
    let password: String
    let name: PersonNameMessage
}
