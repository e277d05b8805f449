import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

/// The file of `apple-id-emulator record --script`.
@Suite struct RecordingScriptTests {
    private static func read(_ text: String) throws -> RecordingScript { try RecordingScript(json: Array(text.utf8)) }

    @Test(arguments: SampleScript.names)
    func `reads every script that comes with the program`(name: String) throws {
        let script = try RecordingScript(json: SampleScript.read(name))
        #expect(script.calls.count >= 6)
        #expect(script.about?.isEmpty == false)
    }

    @Test func `asks nobody for anything in the public script`() throws {
        let script = try RecordingScript(json: SampleScript.read("public"))
        #expect(throws: Never.self) { try RecordingValues(for: script, set: [], environment: [:], file: [:]) }
    }

    @Test(arguments: [
        ("[]", "not JSON"), (#"{"calls":[]}"#, "script.calls must be a list with at least one call"),
        (#"{"calls":[{"id":"a","path":"/x"}],"call":1}"#, "script has an unknown member call"),
        (#"{"calls":[{"path":"/x"}]}"#, "script.calls[0].id"), (#"{"calls":[{"id":"a"}]}"#, "script.calls[0].path"),
        (#"{"calls":[{"id":"a","path":"https://x.example"}]}"#, "must begin with /"),
        (#"{"calls":[{"id":"a","path":"/x?y=1"}]}"#, "have no query"),
        (#"{"calls":[{"id":"a","path":"/x"},{"id":"a","path":"/y"}]}"#, "used twice: a"),
        (#"{"calls":[{"id":"a","path":"/x","method":"TRACE"}]}"#, "script.calls[0].method"),
        (#"{"calls":[{"id":"a","path":"/x","form":{"b":1}}]}"#, "script.calls[0].form.b"),
        (#"{"calls":[{"id":"a","path":"/x","form":{},"body":""}]}"#, "both a form and a body"),
        (#"{"calls":[{"id":"a","path":"/x","headers":{"User-Agent":"me"}}]}"#, "set by the recorder itself"),
        (#"{"calls":[{"id":"a","path":"/x"}],"values":{"A":"b"}}"#, "small letters"),
        (#"{"calls":[{"id":"a","path":"/x"}],"teams":{}}"#, "script.teams must be a list"),
        ("{\n\"calls\":[],\n}", "line 2, column 11: a comma without a value after it"),
        (
            #"{"calls":[{"id":"a","path":"/x"}],"client_secrets":{"s":{}}}"#,
            "script.client_secrets.s.team_id is missing"
        ),
    ])
    func `names the place of a mistake`(text: String, place: String) throws {
        let fault = #expect(throws: RecordingFault.self) { try Self.read(text) }
        #expect(fault?.code == "script_invalid")
        #expect(fault?.sentence.contains(place) == true, "\(fault?.sentence ?? "")")
    }

    @Test(arguments: [
        ("{\"code\": \"c\",\n}", ":1:13: a comma without a value after it"),
        (#"{"code": 1}"#, ": code: must be a string"),
    ])
    func `names the place of a mistake in a file of values`(text: String, place: String) throws {
        let folder = try ConfigurationTests.Folder()
        let path = try folder.write("values.json", text)
        let faults = #expect(throws: ConfigurationFaults.self) {
            try RecordingValues.texts(in: ConfigurationFile(path))
        }
        #expect(faults?.lines == [path + place])
    }

    @Test func `refuses more calls than a stranger's server should get`() throws {
        func script(of count: Int) -> String {
            #"{"calls":["# + (0..<count).map { #"{"id":"c\#($0)","path":"/x"}"# }.joined(separator: ",") + "]}"
        }
        #expect(try Self.read(script(of: 50)).calls.count == 50)
        let fault = #expect(throws: RecordingFault.self) { try Self.read(script(of: 51)) }
        #expect(fault?.code == "script_too_long")
    }

    @Test func `reads the example of the guide, which names every script`() throws {
        let guide = try GuideTests.text("Documentation/emulator/recording.md")
        let block = try #require(guide.firstMatch(of: /(?s)```json\n(.*?)```/))
        #expect(try Self.read(String(block.output.1)).calls.count == 1)
        #expect(SampleScript.names.allSatisfy { guide.contains("| `\($0)` |") })
    }

    // MARK: values

    private static let needy =
        #"{"values":{"b":"of the script"},"calls":[{"id":"x","path":"/{a}","query":{"q":"{b}{c}"}}]}"#

    @Test func `takes a value from the command line before the environment, the file and the script`() throws {
        let script = try Self.read(Self.needy)
        func values(
            set: [(name: String, value: String)], environment: [String: String], file: [String: String]
        ) throws -> String? {
            try RecordingValues(
                for: script, set: [("a", "1"), ("c", "1")] + set, environment: environment, file: file)["b"]
        }
        let environment = ["APPLE_ID_RECORD_B": "of the environment"]
        #expect(try values(set: [("b", "set")], environment: environment, file: ["b": "of the file"]) == "set")
        #expect(try values(set: [], environment: environment, file: ["b": "of the file"]) == "of the environment")
        #expect(try values(set: [], environment: [:], file: ["b": "of the file"]) == "of the file")
        #expect(try values(set: [], environment: [:], file: [:]) == "of the script")
    }

    @Test func `names all values that are missing, and one that is not used`() throws {
        let script = try Self.read(Self.needy)
        let missing = #expect(throws: RecordingFault.self) {
            try RecordingValues(for: script, set: [], environment: [:], file: [:])
        }
        #expect(missing?.code == "value_missing")
        #expect(missing?.sentence.contains("needs a, c.") == true)
        let unknown = #expect(throws: RecordingFault.self) {
            try RecordingValues(for: script, set: [("d", "1")], environment: [:], file: [:])
        }
        #expect(unknown?.code == "value_unknown")
    }

    @Test(arguments: ["web-code", "native-code"])
    func `takes no secret from the command line, where other users of the machine see it`(name: String) throws {
        let script = try RecordingScript(json: SampleScript.read(name))
        for secret in ["code"] {
            let refused = #expect(throws: RecordingFault.self) {
                try RecordingValues(for: script, set: [(secret, "s3cret")], environment: [:], file: [:])
            }
            #expect(refused?.code == "value_secret")
            #expect(refused?.sentence.contains("s3cret") == false)
        }
    }

    @Test func `a value in a field for a secret is a secret, and others are not`() throws {
        let script = try Self.read(
            #"{"calls":[{"id":"x","path":"/{a}","form":{"token":"{b}","scope":"{c}"},"headers":{"Cookie":"{d}"}}]}"#
        )
        #expect(script.secretNames == ["b", "d"])
    }

    @Test func `fills names in braces, and leaves other braces alone`() throws {
        let template = RecordingTemplate(#"{"a":"{a}"}{B}{}"#)
        #expect(template.names == ["a"])
        #expect(try template.filled { _ in "1" } == .success(#"{"a":"1"}{B}{}"#))
        #expect(try template.filled { _ in nil } == .failure(RecordingValueMissing(name: "a")))
    }

    // MARK: the server's address

    @Test(arguments: [
        "https://appleid.apple.com", "https://appleid.apple.com/", "http://127.0.0.1:9080", "http://idp.localhost:1",
        "http://[::1]:80",
    ])
    func `takes an https origin, and plain http on this machine`(text: String) throws {
        #expect(throws: Never.self) { try RecordingBaseURL(text) }
    }

    @Test(arguments: [
        ("http://appleid.apple.com", "base_url_plain"), ("https://appleid.apple.com/auth", "base_url"),
        ("https://me@appleid.apple.com", "base_url"), ("appleid.apple.com", "base_url"), ("https://", "base_url"),
        ("https://a?b", "base_url"), ("http://localhost.example", "base_url_plain"),
    ])
    func `refuses an address that would send secrets unencrypted, or that is no origin`(
        text: String, code: String
    ) throws {
        let fault = #expect(throws: RecordingFault.self) { try RecordingBaseURL(text) }
        #expect(fault?.code == code)
    }

    @Test func `makes out a client secret to a stranger to that stranger, never to Apple`() throws {
        #expect(try RecordingBaseURL("https://appleid.apple.com").secretAudience == "https://appleid.apple.com")
        #expect(try RecordingBaseURL("http://127.0.0.1:9080").secretAudience == "https://appleid.apple.com")
        #expect(try RecordingBaseURL("https://appleid.example").secretAudience == "https://appleid.example")
    }
}
