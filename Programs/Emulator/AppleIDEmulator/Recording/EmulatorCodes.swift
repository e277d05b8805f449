import HTTPServing
import JSONWebTokens

/// Codes of the emulator, by its control calls. At the server, a person had to sign in for one.
struct EmulatorCodes: Sendable {
    let baseURL: String
    let client: RecordingClient

    func code(_ code: RecordingScript.Code, _ values: RecordingValues) async throws -> String {
        let clientID = try values.fill(code.clientID)
        let scope = try code.scope.map { try values.fill($0) }
        let nonce = try code.nonce.map { try values.fill($0) }
        guard let redirectURI = try code.redirectURI.map({ try values.fill($0) }) else {
            var call: [(name: String, value: OrderedJSON)] = [
                ("person", .string("maya")), ("bundle_id", .string(clientID)),
                ("scopes", .array((scope ?? "").split(separator: " ").map { .string(String($0)) })),
            ]
            if let nonce { call.append(("nonce", .string(nonce))) }
            return try await answer("/device/credentials", .object(call))?.text("authorization_code") ?? ""
        }
        var fields = [("client_id", clientID), ("redirect_uri", redirectURI), ("response_type", "code")]
        fields.append(("response_mode", "form_post"))
        if let scope { fields.append(("scope", scope)) }
        if let nonce { fields.append(("nonce", nonce)) }
        let url = "/auth/authorize?" + FormFields.encode(fields.map { (name: $0.0, value: $0.1) })
        let call = OrderedJSON.object([("authorize_url", .string(url)), ("person", .string("maya"))])
        return try await answer("/approvals", call)?["fields"]?.object?.text("code") ?? ""
    }

    private func answer(_ path: String, _ call: OrderedJSON) async throws -> JSONObject? {
        let response = try await client.send(
            RecordingRequest(
                method: "POST", url: baseURL + "/_emulator" + path,
                headers: [RecordingField(name: "Content-Type", value: "application/json")], body: call.bytes))
        guard (200...299).contains(response.status), let body = response.body else {
            throw RecordingFault(
                "code_refused",
                "The emulator gives no code for the script: a client or return URL of `codes` is not in `teams`.")
        }
        return try? StrictJSONReader.readObject(body)
    }
}
