import HTTPServing
import JSONWebTokens
import URIEncoding

/// Plays a script against one server, call after call.
struct ScriptPlayer: Sendable {
    /// What came of a call.
    enum Outcome: Sendable {
        case answered(RecordingResponse)
        /// The call needs a value that no earlier answer had.
        case skipped(missing: String)
    }

    /// The outcomes in the order of the script, and every value that was sent or captured.
    struct Played: Sendable {
        var outcomes: [Outcome] = []
        var sent: [(name: String, value: String)] = []
    }

    let script: RecordingScript
    let baseURL: String
    let audience: String
    let keys: SecretKeys
    let send: @Sendable (RecordingRequest) async throws -> RecordingResponse
    let pause: @Sendable () async throws -> Void
    let now: @Sendable () -> Int

    /// Throws ``RecordingInterruption`` if the server cannot be reached or wants fewer calls.
    func play(_ given: RecordingValues) async throws -> Played {
        var values = given
        var played = Played(sent: given.byName.map { ($0.key, $0.value) })
        for (position, call) in script.calls.enumerated() {
            let signed = try sign(call, values)
            played.sent += signed
            for (name, secret) in signed { values.set(name, to: secret) }
            switch try request(call, values) {
            case .failure(let missing): played.outcomes.append(.skipped(missing: missing.name))
            case .success(let request):
                if position > 0 { try await pause() }
                let response = try await answer(to: request, call)
                let captured = Self.captured(by: call, from: response)
                played.sent += captured
                for (name, value) in captured { values.set(name, to: value) }
                played.outcomes.append(.answered(response))
            }
        }
        return played
    }

    /// The secrets that a call needs, each signed for this call.
    private func sign(_ call: RecordingScript.Call, _ values: RecordingValues) throws -> [(name: String, value: String)]
    {
        try Set(call.templates.flatMap(\.names)).sorted().compactMap { name in
            guard let secret = script.secrets[name] else { return nil }
            return try keys.sign(name, secret, values, audience: audience, now: now()).map { (name, $0) }
        }
    }

    private func answer(
        to request: RecordingRequest, _ call: RecordingScript.Call
    ) async throws -> RecordingResponse {
        let response: RecordingResponse
        do {
            response = try await send(request)
        } catch {
            throw RecordingInterruption.unreachable(call.id, at: baseURL, RecordingClient.name(of: error))
        }
        guard response.status != 429 else { throw RecordingInterruption.throttled(call.id, at: baseURL) }
        return response
    }

    private func request(
        _ call: RecordingScript.Call, _ values: RecordingValues
    ) throws -> Result<RecordingRequest, RecordingValueMissing> {
        do {
            func fill(_ template: RecordingTemplate) throws -> String { try values.fill(template) }
            func fill(_ fields: RecordingScript.Fields) throws -> [(name: String, value: String)] {
                try fields.map { ($0.name, try fill($0.value)) }
            }
            var url = baseURL + Self.escapedPath(try fill(call.path))
            if !call.query.isEmpty { url += "?" + FormFields.encode(try fill(call.query)) }
            var request = RecordingRequest(method: call.method, url: url)
            request.headers = try fill(call.headers).map { RecordingField(name: $0.name, value: $0.value) }
            if let fault = request.headers.first(where: { !Self.isHeader($0) }) {
                throw RecordingFault("header_invalid", "The header \(fault.name) of \(call.id) cannot be sent.")
            }
            if let form = call.form {
                request.body = Array(FormFields.encode(try fill(form)).utf8)
                if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
                    request.headers.append(
                        RecordingField(name: "Content-Type", value: "application/x-www-form-urlencoded"))
                }
            } else if let body = call.body {
                request.body = Array(try fill(body).utf8)
            }
            return .success(request)
        } catch let missing as RecordingValueMissing {
            return .failure(missing)
        }
    }

    private static func isHeader(_ field: RecordingField) -> Bool {
        field.name.wholeMatch(of: /[A-Za-z0-9!#$%&'*+.^_`|~-]+/) != nil
            && field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Leaves a script's own percent escapes as they are.
    private static func escapedPath(_ path: String) -> String {
        let plain = Set("/%!$&'()*+,;=:@".utf8)
        return path.utf8.map { plain.contains($0) ? String(UnicodeScalar($0)) : PercentEncoding.encode($0) }.joined()
    }

    private static func captured(
        by call: RecordingScript.Call, from response: RecordingResponse
    ) -> [(name: String, value: String)] {
        let limits = TokenLimits(maximumBytes: RecordingClient.maximumAnswer)
        guard let body = response.body, let object = try? StrictJSONReader.readObject(body, limits: limits) else {
            return []
        }
        return call.capture.compactMap { name, member in
            var value: JSONValue? = .object(object)
            for part in member { value = value?.object?[part] }
            return value?.string.map { (name, $0) }
        }
    }
}
