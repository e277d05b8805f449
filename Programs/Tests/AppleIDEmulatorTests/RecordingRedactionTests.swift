import Foundation
import HTTPTypes
import Hummingbird
import JSONWebTokens
import NIOCore
import Testing

@testable import AppleIDEmulator

/// Nothing secret leaves a recording. A played server puts every kind of secret into every place of its answers.
@Suite struct RecordingRedactionTests {
    /// Each has a mark that no harmless text contains.
    private static let secrets: [String] = {
        let key = SigningKey.makeES256(keyID: "SECRETKEY1")
        let claims: [(name: String, value: JSONValue)] = [
            ("iss", "https://issuer-zq7.example"), ("aud", "com.audience.zq7"),
            ("sub", "001234.zq7zq7zq7zq7zq7zq7zq7zq7zq7zq7zq.0123"), ("email", "maya.zq7@example.com"),
            ("zq7maya@example.com", "a claim named after a person"),
        ]
        let token = (try? key.sign(claims: claims)) ?? ""
        return [
            token, "c0zq7d1f5e8a94b3c8f0e5d2a7b6c9e8f1.0.srxyz.QXhdwpN-zq7",
            "r9zq7f1e2d3c4b5a69788796a5b4c3d2e1.0.mr.zq7",
            "001234.0123456789abcdef0123456789abczq7.0123", "maya.zq7@example.com",
            "x9zq7@privaterelay.appleid.com", "zq7", "3f2b8c1e-zq7a-4f7e-9c3d-5a1b2c3d4e5f", "Maya Zq7 Lindqvist",
            "2026-11-25T10:11:12zq7", "dssid2=zq7f0a1b2c3d4; Secure", "192.0.2.117zq7",
            "-----BEGIN PRIVATE KEY-----MIGTAgEAzq7", "correct horse battery zq7",
        ]
    }()

    private static func leaks(_ text: String) -> Bool {
        let shown = text.lowercased()
        // the parts of a token do not contain the mark, since they are encoded
        return shown.contains("zq7") || secrets.contains { $0.count > 20 && shown.contains($0.lowercased().prefix(30)) }
            || shown.contains("eyj")
    }

    /// Answers with a secret in all places. The first part of the path says in which kind of body.
    private static var router: Router<BasicRequestContext> {
        let router = Router()
        router.on("**", method: .get) { request, _ in answer(request) }
        router.on("**", method: .post) { request, _ in answer(request) }
        return router
    }

    private static func answer(_ request: Request) -> Response {
        let parts = request.uri.path.split(separator: "/")
        let secret = parts.last.flatMap { Int($0) }.map { secrets[$0] } ?? ""
        var headers: HTTPFields = [:]
        for name in ["X-Request-Id", "Location", "Set-Cookie", "ETag", "Server", "WWW-Authenticate", "Cache-Control"] {
            headers.append(
                name, name == "Location" ? "https://app.example/cb?code=\(secret)#id_token=\(secret)" : secret)
        }
        let quoted = OrderedJSON.string(secret).text
        let body: String
        switch parts.first {
        case "json":
            headers[.contentType] = "application/json"
            body = """
                {"access_token":\(quoted),"refresh_token":\(quoted),"id_token":\(quoted),"code":\(quoted),"error":"invalid_grant",
                "sub":\(quoted),"email":\(quoted),"name":{"first":\(quoted)},"list":[\(quoted),{"deep":[[\(quoted)]]}],
                "issuer":\(quoted.count > 20 ? quoted : "1"),"unheard_of":\(quoted),\(quoted):{\(quoted):\(quoted)},"user":"{\\"email\\":\\"maya.zq7@example.com\\"}"}
                """
        case "page":
            headers[.contentType] = "text/html"
            body = "<html><title>invalid_client</title><p>\(secret)</p><input value=\(quoted)></html>"
        case "broken":
            headers[.contentType] = "application/json"
            body = "{\"access_token\":\(quoted)"
        default:
            headers[.contentType] = "text/plain; charset=\(secret)"
            body = secret
        }
        return Response(status: .badRequest, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
    }

    private static func record(
        _ script: String, _ values: [String: String] = [:], at url: String
    ) async throws -> Recording {
        let origin = try #require(URL(string: url)?.port).description
        var recorder = Recorder(
            script: try RecordingScript(json: Array(script.utf8)), values: RecordingValues(values),
            baseURL: try RecordingBaseURL("http://127.0.0.1:" + origin), pause: {})
        recorder.limits = .patient
        return try await recorder.record()
    }

    @Test func `shows no secret that a server answers with, wherever it is`() async throws {
        let calls = ["json", "page", "broken", "text"].flatMap { kind in
            Self.secrets.indices.map { #"{"id":"\#(kind)-\#($0)","path":"/\#(kind)/\#($0)"}"# }
        }
        for part in stride(from: 0, to: calls.count, by: 28).map({ calls[$0..<min($0 + 28, calls.count)] }) {
            let recording = try await NotificationReceiver.serve(Self.router) { url in
                try await Self.record(#"{"calls":[\#(part.joined(separator: ","))]}"#, at: url)
            }
            let file = String(decoding: recording.json, as: UTF8.self)
            let leaks = (recording.text + file).split(separator: "\n").filter { Self.leaks(String($0)) }
            #expect(leaks.isEmpty)
            #expect(file.contains("<page>") || file.contains("<access_token>") || file.contains("not a JSON object"))
        }
    }

    @Test func `shows no secret that was sent, although the server repeats it in the text of its error`() async throws {
        let router = Router()
        router.post("**") { request, _ in
            let body = try await request.body.collect(upTo: 1 << 16)
            let sent = String(buffer: body).removingPercentEncoding ?? ""
            let answer = OrderedJSON.object([
                ("error", .string("invalid_grant")), ("error_description", .string("You sent \(sent), did you not?")),
            ])
            return Response(status: .badRequest, body: ResponseBody(byteBuffer: ByteBuffer(string: answer.text)))
        }
        let names = Self.secrets.indices.map { "secret_\(Character(UnicodeScalar(UInt8(97 + $0))))" }
        let fields = names.map { #""\#($0)":"{\#($0)}""# }.joined(separator: ",")
        let values = Dictionary(uniqueKeysWithValues: zip(names, Self.secrets))
        let script = #"{"calls":[{"id":"echo","path":"/echo","form":{\#(fields)},"headers":{"X-Mine":"{secret_b}"}}]}"#
        let recording = try await NotificationReceiver.serve(router) { try await Self.record(script, values, at: $0) }
        let file = String(decoding: recording.json, as: UTF8.self)
        #expect(!Self.leaks(recording.text + file))
        #expect(file.contains("You sent"), "what is harmless is kept")
        #expect(file.contains("{secret_g}"))
    }

    @Test func `shows no secret that is written into a script`() async throws {
        let script = """
            {"calls":[{"id":"echo","path":"/text/\(Self.secrets[1])","query":{"q":"\(Self.secrets[4])"},
            "headers":{"Authorization":"Basic zq7","X-Key":"\(Self.secrets[3])"},
            "form":{"code":"zq7","client_secret":"zq7","token":"zq7","refresh_token":"zq7","id_token":"zq7"}}]}
            """
        let recording = try await NotificationReceiver.serve(Self.router) { try await Self.record(script, at: $0) }
        #expect(!Self.leaks(recording.text + String(decoding: recording.json, as: UTF8.self)))
    }

    @Test(arguments: [
        ("The code has expired or has been revoked.", "The code has expired or has been revoked."),
        (
            "client_id mismatch. The code was not issued to com.example.web.",
            "client_id mismatch. The code was not issued to {client_id}."
        ),
        (
            "response_mode must be form_post when name or email scope is requested.",
            "response_mode must be form_post when name or email scope is requested."
        ),
        ("max-age=0, no-store, must-revalidate", "max-age=0, no-store, must-revalidate"),
        ("https://apple.example/auth/token", "<base>/auth/token"),
        ("application/x-www-form-urlencoded", "application/x-www-form-urlencoded"),
        ("urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:token-exchange"),
        ("at 2026-11-25T10:11:12Z from 192.0.2.7", "at <date> from <address>"), ("error 1234567", "error <number>"),
        ("write to maya@example.com", "write to <address>"), ("in abc or abcd", "in {short} or abcd"),
    ])
    func `keeps harmless texts as they are`(text: String, shown: String) {
        let redaction = Redaction(
            baseURL: "https://apple.example", known: [("client_id", "com.example.web"), ("short", "abc")])
        #expect(redaction.text(text) == shown)
    }

    @Test func `shows of a token what its claims are, not what they say`() throws {
        let key = SigningKey.makeES256(keyID: "ANYKEY0001")
        let token = try key.sign(claims: [
            ("iss", "https://apple.example"), ("aud", "com.example.web"), ("exp", 1_000_600), ("iat", 1_000_000),
            ("sub", "001234.0123456789abcdef0123456789abcdef.0123"), ("email_verified", "true"),
            ("is_private_email", true), ("org_id", "0B2C"),
        ])
        let redaction = Redaction(baseURL: "https://apple.example", known: [("client_id", "com.example.web")])
        let shown = try #require(RedactedToken.read(token, redaction)).text
        let header = #""header":{"kid":"<kid>","alg":"ES256"}"#
        let claims =
            #""claims":{"iss":"<base>","aud":"{client_id}","exp":"<iat + 600>","iat":"<number>","sub":"<subject>","#
            + #""email_verified":"<text>","is_private_email":"<boolean>","org_id":"<text>"}"#
        #expect(shown.contains(claims))
        #expect(shown.contains(header) || shown.contains(#""header":{"alg":"ES256","kid":"<kid>"}"#))
        #expect(RedactedToken.read("a.b.c", redaction) == nil)
    }
}
