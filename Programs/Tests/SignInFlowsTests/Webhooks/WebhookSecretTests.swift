import Foundation
import Testing

@testable import SignInFlows

@Suite struct WebhookSecretTests {
    /// From the libraries of Standard Webhooks and of Svix, its origin. The first secret is shorter than the standard
    /// allows.
    @Test(arguments: [
        (
            "whsec_plJ3nmyCDGBKInavdOK15jsl", "msg_loFOjxBNrRLzqYUf", 1_731_705_121,
            #"{"event_type":"ping","data":{"success":true}}"#, "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="
        ),
        (
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330,
            #"{"test": 2432232314}"#, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        ),
    ])
    func `signs as the published examples do`(
        _ secret: String, _ id: String, _ second: Int, _ body: String, _ signature: String
    ) throws {
        let secret = WebhookSecret(key: try #require(Data(base64Encoded: String(secret.dropFirst(6)))))
        #expect(secret.signature(id: id, second: second, body: body) == signature)
        #expect(secret.signature(id: id, second: second + 1, body: body) != signature)
    }

    @Test(arguments: [
        "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", "whsec_c2hvcnQ=",
        "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whpub_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_" + Data(repeating: 1, count: 23).base64EncodedString(),
        "whsec_" + Data(repeating: 1, count: 65).base64EncodedString(), "whsec_ MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ])
    func `anything but 24 to 64 bytes in base64 is none`(_ text: String) {
        #expect(WebhookSecret(text: text) == nil)
    }

    @Test func `a new one has 32 bytes, can be read back, and prints nothing of itself`() throws {
        let made = WebhookSecret.make { count in (0..<count).map { UInt8($0) } }
        #expect(made.text == "whsec_" + Data(0..<32).base64EncodedString())
        #expect(WebhookSecret(text: made.text)?.text == made.text)
        var dumped = "\(made)"
        dump(made, to: &dumped)
        #expect(!dumped.contains(made.text.suffix(20)))
    }

    @Test(arguments: [
        ("https://api.example.com/hooks/siwa?x=1", true), ("https://api.example.com", true),
        ("http://localhost:3000/hooks", true), ("http://127.0.0.1:3000/hooks", true), ("http://[::1]:3000/", true),
        ("http://api.example.com/hooks", false), ("http://127.evil.com/", false), ("ftp://localhost/", false),
        ("https://user:word@api.example.com/", false), ("https://api.example.com/#x", false), ("", false),
        ("api.example.com", false), ("https://", false), ("https://api.example.com/a b", false),
        ("https://api.example.com\\@evil.com/", false), ("http://localhost@evil.com/", false),
    ])
    func `events go over TLS, or nowhere but this machine`(_ url: String, _ isAllowed: Bool) throws {
        #expect(WebhookEndpoint.isAllowed(url) == isAllowed)
        let secret = WebhookSecret.make { Array(repeating: 7, count: $0) }
        #expect((WebhookEndpoint(url: url, secrets: [secret], timeout: 1) != nil) == isAllowed)
        #expect(WebhookEndpoint(url: url, secrets: [], timeout: 1) == nil)
    }
}
