import JSONWebTokens
import SignInWithApple

@testable import siwa

/// A client, its key and its team, and refused requests of that client.
struct SampleRefusals {
    static let sentAt = 1_800_000_000
    static let clientID = "com.example.web"
    static let code = "c0123456789abcdef0123456789abcdef.0.mxzs.gN4k953WIuRVUIqZ4LJl9A"
    static let refreshToken = "r0123456789abcdef0123456789abcdef.0.mxzs.gN4k953WIuRVUIqZ4LJl9A"

    let key = SigningKey.makeES256(keyID: "ABC123DEFG")

    /// A configuration with this client, and with another one of another team.
    var teams: ConfiguredTeams {
        let other = SigningKey.makeES256(keyID: "OTHERKEY01")
        return ConfiguredTeams(
            teams: [
                team("ABCDE12345", [Self.clientID, "com.example.app"], key),
                team("OTHERTEAM1", ["com.example.other"], other),
            ], services: [Self.clientID], audience: "https://appleid.apple.com")
    }

    private func team(_ teamID: String, _ clientIDs: [String], _ key: SigningKey) -> ConfiguredTeams.Team {
        let key = ConfiguredTeams.Key(id: key.keyID ?? "", verificationKey: key.verificationKey)
        return ConfiguredTeams.Team(teamID: teamID, clientIDs: clientIDs, keys: [key])
    }

    /// A secret as Apple asks for it, with some claims replaced; `nil` removes a claim.
    func secret(_ changes: [String: JSONValue?] = [:], key other: SigningKey? = nil) throws -> String {
        var claims: [(name: String, value: JSONValue)] = [
            (name: "iss", value: "ABCDE12345"), (name: "iat", value: .number(JSONNumber(Self.sentAt))),
            (name: "exp", value: .number(JSONNumber(Self.sentAt + 300))),
            (name: "aud", value: "https://appleid.apple.com"), (name: "sub", value: .string(Self.clientID)),
        ]
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            claims.removeAll { $0.name == name }
            if let value { claims.append((name: name, value: value)) }
        }
        return try (other ?? key).sign(claims: claims)
    }

    /// The form of a redemption, a refresh or a revocation, with some parameters replaced; `nil` removes a parameter.
    func form(_ like: Form = .redemption, _ changes: [String: String?] = [:]) throws -> String {
        var parameters = ["client_id": Self.clientID, "client_secret": try secret()]
        switch like {
        case .redemption:
            parameters["grant_type"] = "authorization_code"
            parameters["code"] = Self.code
            parameters["redirect_uri"] = "https%3A%2F%2Fapp.example%2Fcallback"
        case .refresh:
            parameters["grant_type"] = "refresh_token"
            parameters["refresh_token"] = Self.refreshToken
        case .revocation:
            parameters["token"] = Self.refreshToken
        }
        for (name, value) in changes { parameters[name] = value }
        return parameters.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }.joined(separator: "&")
    }

    enum Form { case redemption, refresh, revocation }

    /// What the doctor finds about a form.
    func findings(
        _ form: String, _ answer: RefusedRequest.Answer = .notKept, contentType: String = RefusedRequest.formType,
        endpoint: RefusedRequest.Endpoint? = nil, hasAuthorizationHeader: Bool = false, isConfigured: Bool = false
    ) -> [Finding] {
        RefusalDiagnosis.findings(
            RefusedRequest(
                body: Array(form.utf8), contentType: contentType, answer: answer, endpoint: endpoint,
                hasAuthorizationHeader: hasAuthorizationHeader, sentAt: Double(Self.sentAt),
                teams: isConfigured ? teams : nil))
    }

    /// The code of the most likely cause.
    func cause(
        _ form: String, _ error: String, _ description: String? = nil, isConfigured: Bool = false
    ) -> String? {
        let refusal = TokenEndpointError(code: error, description: description)
        return findings(form, .refusal(refusal), isConfigured: isConfigured).first?.code
    }
}
