import Foundation

@testable import JSONWebTokens
@testable import SignInWithApple

extension FuzzTarget {
    /// The form that Apple's page posts. A decoded form must stay the same after encoding and decoding.
    static let callbacks = FuzzTarget(name: "callback") { input in
        if let parameters = FormEncoding.decode(input) {
            let again = FormEncoding.decode(Array(FormEncoding.encode(parameters).utf8))
            // A pair with neither name nor value disappears when it is encoded.
            let kept = parameters.filter { !$0.name.isEmpty || !$0.value.isEmpty }
            let read = again?.filter { !$0.name.isEmpty || !$0.value.isEmpty }
            let isSame = read.map {
                $0.elementsEqual(kept) { areSame($0.name, $1.name) && areSame($0.value, $1.value) }
            }
            promise(isSame == true, "a form that was decoded and encoded is the same")
        }
        let text = String(decoding: input, as: UTF8.self)
        let ways = [
            try? AuthorizationCallback.decode(form: input), try? AuthorizationCallback.decode(query: text),
            try? AuthorizationCallback.decode(fragment: text), try? AuthorizationCallback.decode(popup: input),
        ]
        for callback in ways.compactMap(\.self) { checkPromises(of: callback) }
        if case .authorized(_, let token, _, let user) = ways[1] {
            promise(token == nil && user == nil, "a query brings neither token nor name")
        }
        if case .authorized(_, _, _, let user) = ways[2] { promise(user == nil, "a fragment brings no name") }
        return ways.contains { $0 != nil }
    } mutate: { _, _ in
        nil
    } seeds: {
        [
            "code=c1a2b3.0.mrtv.x&id_token=a.b.c&state=s1&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Zo%C3%AB%22%2C%22lastName%22%3A%22O%27Neil%22%7D%2C%22email%22%3A%22a%40b.c%22%7D",
            "error=user_cancelled_authorize&state=s1", "state=s&error=invalid_scope", "state=s",
            "code=c&code=d&state=s",
            "code=c+d&state=%", "state=%zz", "&&&=&=", "code=%00&state=s", "state=s&code=c&user=%7B%7D",
            "state=s&code=c&user=" + String(repeating: "%41", count: 1_400), "code=c&error=e&state=s",
            "state=%C3%28&code=c", "%73tate=s&c%6Fde=c", "state=s;code=c", "?code=c&state=s&id_token=a.b.c",
            "#code=c&state=s&id_token=a.b.c",
            (0..<40).map { "p\($0)=1" }.joined(separator: "&"),
            #"{"authorization":{"code":"c","id_token":"a.b.c","state":"s"},"user":{"name":{"firstName":"Zoë","lastName":"X"}}}"#,
            #"{"authorization":{"code":"c","state":1}}"#, #"{"authorization":{"code":"c","state":"s"},"user":"x"}"#,
        ].map { Array($0.utf8) }
    }

    private static func checkPromises(of callback: AuthorizationCallback) {
        switch callback {
        case .authorized(let code, let identityToken, let state, let user):
            promise(isVisible(code.secretValue, upTo: 2_048), "a code is visible and within its limit")
            promise(
                identityToken.map { isVisible($0, upTo: 16_384) } ?? true, "a token is visible and within its limit")
            promise(isVisible(state, upTo: 2_048), "a state is visible and within its limit")
            for name in [user?.givenName, user?.familyName].compactMap(\.self) {
                promise(!name.isEmpty && name.count <= 100 && name.utf8.count <= 400, "a name is within its limits")
                promise(
                    !name.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a name is one line")
            }
        case .cancelled(let state):
            promise(isVisible(state, upTo: 2_048), "a state is visible and within its limit")
        case .refused(let code, let state):
            promise(isVisible(code, upTo: 2_048) && isVisible(state, upTo: 2_048), "an error is visible")
        }
    }

    /// Answers of the token endpoint. The first line is a value for `Retry-After`, and its first octet selects the
    /// status.
    static let tokenAnswers = FuzzTarget(name: "token-answer") { input in
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let statuses = [200, 400, 401, 403, 404, 429, 500, 503, 302, 204, 600, -1]
        let status = statuses[Int(lines[0].first ?? 0) % statuses.count]
        let retryAfter = String(decoding: lines[0].dropFirst(), as: UTF8.self)
        let response = TransportResponse(
            status: status,
            headers: [
                (name: "Retry-After", value: retryAfter), (name: "Date", value: "Mon, 03 Mar 2025 10:00:00 GMT"),
            ], body: lines.count > 1 ? Array(lines[1]) : [])
        if let seconds = response.retryAfter { promise((0...86_400).contains(seconds), "a pause is a day at most") }
        promise(!AppleCallFailure(undocumented: response).code.isEmpty, "every failure has a code")
        if let error = TokenEndpointError(response) {
            promise(isVisible(error.code, upTo: 64), "an error's name is visible")
            let description = error.description ?? ""
            promise(description.unicodeScalars.count <= 256, "an error's description is short")
            promise(description.unicodeScalars.allSatisfy(isPrintable), "an error's description is one line of text")
            return true
        }
        guard let reply = try? TokenReply(response) else { return false }
        promise(isVisible(reply.accessToken.secretValue, upTo: 65_536), "an access token is visible")
        promise((1...31_536_000).contains(reply.expiresIn), "a life is a year at most")
        promise(
            reply.refreshToken.map { isVisible($0.secretValue, upTo: 65_536) } ?? true, "a refresh token is visible")
        promise(reply.identityToken.map { isVisible($0, upTo: 65_536) } ?? true, "an identity token is visible")
        return true
    } mutate: { _, _ in
        nil
    } seeds: {
        [
            #"{"access_token":"a1.0.x","token_type":"Bearer","expires_in":3600,"refresh_token":"r1.0.x","id_token":"a.b.c"}"#,
            #"{"access_token":"a","token_type":"bearer","expires_in":3600.0,"refresh_token":null}"#,
            #"{"access_token":"a","token_type":"Bearer","expires_in":"3600"}"#, #"{"error":"invalid_grant"}"#,
            #"{"error":"invalid_client","error_description":"The code has expired or has been revoked."}"#, "{}", "[]",
            "<html>",
            #"{"access_token":1,"token_type":"Bearer","expires_in":1e400}"#, "",
        ].flatMap { body in
            ["\u{0}", "\u{5}120", "\u{7}Mon, 03 Mar 2025 10:02:00 GMT", "\u{1}-1", "\u{6}99999999999999999999"].map {
                Array("\($0)\n\(body)".utf8)
            }
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func isVisible(_ text: String, upTo limit: Int) -> Bool {
        !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
