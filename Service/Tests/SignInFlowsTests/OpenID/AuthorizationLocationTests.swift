import Testing

@testable import SignInFlows

/// The address with which a browser carries an answer to a client.
struct AuthorizationLocationTests {
    private func location(
        _ redirectURI: String, _ mode: ResponseMode, _ parameters: [(name: String, value: String)]
    ) -> String {
        AuthorizationAnswer(
            client: "shop", redirectURI: redirectURI, mode: mode, parameters: parameters, error: nil
        ).location
    }

    @Test func `the parameters follow the address, its own query or a number sign`() {
        let parameters = [(name: "code", value: "c-1"), (name: "state", value: "a b")]
        #expect(
            location("https://shop.example/cb", .query, parameters) == "https://shop.example/cb?code=c-1&state=a%20b")
        #expect(
            location("https://shop.example/cb?x=1", .query, parameters)
                == "https://shop.example/cb?x=1&code=c-1&state=a%20b")
        #expect(
            location("https://shop.example/cb?x=1", .fragment, parameters)
                == "https://shop.example/cb?x=1#code=c-1&state=a%20b")
        #expect(location("com.example:/cb", .query, [(name: "state", value: "")]) == "com.example:/cb?state=")
    }

    @Test func `each octet is escaped unless it is unreserved`() {
        let ascii = String(decoding: [UInt8](0...0x7F), as: UTF8.self)
        for text in ["", "a", "-._~", "a b+c", "%41", "é", "e\u{301}", "€", "🍎", ascii, ascii + "é€🍎" + ascii] {
            #expect(AuthorizationAnswer.escape(text) == Self.formerly(text), "\(text)")
        }
        #expect(AuthorizationAnswer.escape("AZaz09-._~") == "AZaz09-._~")
        #expect(AuthorizationAnswer.escape("http://localhost:8080") == "http%3A%2F%2Flocalhost%3A8080")
    }

    /// The plain way, with which the quicker one is compared.
    private static func formerly(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isUnreserved =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-._~".unicodeScalars.contains(scalar)
            if isUnreserved {
                escaped.unicodeScalars.append(scalar)
            } else {
                escaped += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
