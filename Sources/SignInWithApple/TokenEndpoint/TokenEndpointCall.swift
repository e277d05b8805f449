import JSONWebTokens

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Posts one form to the token, revocation or migration endpoint, once: a second use would invalidate a code.
struct TokenEndpointCall {
    let transport: any HTTPTransport
    let url: String
    let parameters: [(name: String, value: String)]
    /// Sent in the `Authorization` header. Only the migration endpoint needs it.
    var bearer: AccessToken?
    /// Seconds after which the call is cancelled.
    let deadline: TimeInterval

    /// Sends the form. Throws for any status other than 200.
    func send() async throws(AppleCallFailure) -> TransportResponse {
        var request = TransportRequest(
            method: .post, url: url,
            headers: [
                (name: "Content-Type", value: "application/x-www-form-urlencoded"),
                (name: "Accept", value: "application/json"),
            ],
            body: Array(FormEncoding.encode(parameters).utf8), deadline: deadline)
        if let bearer { request.headers.append((name: "Authorization", value: "Bearer " + bearer.secretValue)) }
        let response: TransportResponse
        do throws(TransportFailure) {
            response = try await transport.answer(to: request)
        } catch {
            throw AppleCallFailure(error)
        }
        guard response.status != 200 else { return response }
        if let error = TokenEndpointError(response) { throw .refused(error) }
        throw AppleCallFailure(undocumented: response)
    }
}

extension TokenEndpointError {
    /// Reads `{"error":…}` of a client error. Apple sends 400 even for `invalid_client`. Returns `nil` for anything
    /// else.
    init?(_ response: TransportResponse) {
        guard (400..<500).contains(response.status), response.status != 429,
            let object = try? StrictJSONReader.readObject(response.body), let code = object.text("error"),
            (1...64).contains(code.utf8.count), code.isVisibleASCII
        else { return nil }
        let description = object.text("error_description").map { text in
            String(String.UnicodeScalarView(text.unicodeScalars.prefix(256).filter(Self.isText)))
        }
        self.init(code: code, description: description)
    }

    /// Excludes characters that could start a line or move the cursor where a description is printed: control
    /// characters up to U+009F, line separators, and marks that change the text direction.
    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
