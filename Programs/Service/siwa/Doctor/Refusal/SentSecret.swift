import HTTPServing
import JSONWebTokens
import SignInFlows
import SignInWithApple

/// The client secret of a request, taken apart but not trusted, beside the client and what the configuration knows of it.
struct SentSecret: Sendable {
    let clientID: String
    let text: ClientSecret
    /// The token, or the stable code of what is wrong with its form.
    let token: Result<CompactJWS, TokenFormatError>
    /// Nil if the payload is not one JSON object.
    let claims: JSONObject?
    /// The configured team that has the client.
    let team: ConfiguredTeams.Team?
    /// The configured key that the header names.
    let key: ConfiguredTeams.Key?

    /// Nil if the form lacks the client or the secret.
    init?(_ request: RefusedRequest) {
        guard let form = request.form, let clientID = form.filled("client_id"), let text = form.filled("client_secret")
        else { return nil }
        // What was added around the values has a cause of its own, and explains everything else.
        self.clientID = SentDamage.withoutAdditions(clientID)
        self.text = ClientSecret(secretValue: text.contains("PRIVATE KEY") ? text : SentDamage.withoutAdditions(text))
        do throws(TokenFormatError) {
            token = .success(try CompactJWS(self.text.secretValue))
        } catch {
            token = .failure(error)
        }
        claims = try? token.get().claims()
        let team = request.teams?.team(ofClient: self.clientID)
        self.team = team
        let keyID = try? token.get().header.keyID
        key = keyID.flatMap { team?.key($0) }
    }

    /// Client, key and team, as far as they can be shown.
    var subject: String {
        let keyID = (try? token.get())?.header.keyID
        let parts: [(String, String?)] = [("client", clientID), ("key", keyID), ("team", claims?.text("iss"))]
        return parts.compactMap { name, id in id.map { "\(name) \(SentText.shown($0))" } }.joined(separator: ", ")
    }
}
