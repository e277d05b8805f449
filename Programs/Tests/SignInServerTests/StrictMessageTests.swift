import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows
import Testing

@testable import SignInServer

/// The requests that are read from the strict object are understood, and refused, as `JSONDecoder` does it.
@Suite struct StrictMessageTests {
    /// Values of a member, right and wrong. Without one, the member is missing.
    private static let values: [String?] = [
        nil, "null", #""x""#, "\"\"", #""\u00e4\n\"\ud83d\ude00""#, #""e\u0301""#, "0", "1", "-1", "1.0", "1e2", "true",
        "false",
        "[]", #"["x"]"#, "{}", #"{"given":"a"}"#, #"{"given":null,"family":"b"}"#, #"{"given":1}"#, #"{"family":[]}"#,
        #"{"firstName":"a","familyName":"b"}"#, #"{"given":"a","firstName":"b"}"#, #"{"namePrefix":1,"givenName":"a"}"#,
        #"{"given":"a","fist":"b"}"#,
    ]

    private static func outcome<Message>(
        _ body: String, _ read: (Request) async throws -> Message
    ) async -> Result<Message, RequestRefusal> {
        let head = HTTPRequest(
            method: .post, scheme: "https", authority: "id.example.com", path: Paths.nativeSignIn,
            headerFields: [.contentType: "application/json"])
        do {
            return .success(try await read(Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))))
        } catch let refusal as RequestRefusal {
            return .failure(refusal)
        } catch {
            return .failure(RequestRefusal(.unforeseen))
        }
    }

    /// Compares the two readers, and returns how many messages both accept.
    private static func compare<Message: StrictMessage & Equatable>(
        _ type: Message.Type, _ bodies: [String]
    ) async -> Int {
        let names = KnownNames(type.members)
        var accepted = 0
        for body in bodies {
            let read = await outcome(body) { try await $0.strictMessage(type, limit: 4_096, names: names) }
            let decoded = await outcome(body) { try await $0.message(type, limit: 4_096, names: names) }
            #expect(read == decoded, "\(body)")
            if case .success = read { accepted += 1 }
        }
        return accepted
    }

    /// Bodies in which one member after the other has each value, and those in which all members have it.
    private static func bodies(_ members: RequestMembers, required: [String]) -> [String] {
        let complete = Dictionary(uniqueKeysWithValues: required.map { ($0, "\"\($0)\"") })
        var bodies = ["", "[]", "{", #"{"client":"a","client":"b"}"#]
        for value in values {
            for name in members.names + members.spellings.keys.sorted() {
                var body = complete
                body[name] = value
                bodies.append(text(body))
            }
            var same: [String: String] = [:]
            for name in members.names { same[name] = value }
            bodies.append(text(same))
        }
        return bodies
    }

    private static func text(_ body: [String: String]) -> String {
        "{" + body.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    @Test func `an attempt of an app`() async {
        let bodies = Self.bodies(NativeAttemptRequest.members, required: ["client"])
        #expect(await Self.compare(NativeAttemptRequest.self, bodies) > 10)
    }

    @Test func `a sign-in of an app`() async {
        let bodies = Self.bodies(NativeSignInRequest.members, required: ["attempt", "identity_token"])
        #expect(await Self.compare(NativeSignInRequest.self, bodies) > 30)
    }

    @Test func `an attempt of a page with Apple's script`() async {
        let bodies = Self.bodies(ScriptAttemptRequest.members, required: ["client"])
        #expect(await Self.compare(ScriptAttemptRequest.self, bodies) > 3)
    }

    @Test func `a renewal`() async {
        let bodies = Self.bodies(SessionRefreshRequest.members, required: ["client", "refresh_token"])
        #expect(await Self.compare(SessionRefreshRequest.self, bodies) > 6)
    }

    @Test func `a number that is not whole is named`() async {
        let names = KnownNames(NativeSignInRequest.members)
        for number in ["1.5", "1e400", "1e-1"] {
            let body = #"{"attempt":"a","identity_token":"t","real_user_status":\#(number)}"#
            let read = await Self.outcome(body) {
                try await $0.strictMessage(NativeSignInRequest.self, limit: 4_096, names: names)
            }
            #expect(read == .failure(RequestRefusal(.fieldInvalid("real_user_status"))))
        }
    }
}
