import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// Uses the answers of Apple's documentation.
@Suite struct TeamTransferTests {
    private static let token: RecordingTransport.Answer = .json(
        #"{"access_token":"beg510.0.rrsx.w","token_type":"Bearer","expires_in":3600}"#)
    private static let identifier: RecordingTransport.Answer = .json(
        #"{"transfer_sub":"760417.ebbf12acbc78e1be1668ba852d492d8a.1827"}"#)
    private let app = ClientUnderTest.app
    private let recipient = TeamID(rawValue: "NEWTEAM001")
    private let person = AppleUserID(rawValue: "820417.faa325acbc78e1be1668ba852d492d8a.0219")
    private let between = TransferIdentifier(rawValue: "760417.ebbf12acbc78e1be1668ba852d492d8a.1827")

    @Test func `asks for a transfer identifier as Apple documents it`() async throws {
        let transport = RecordingTransport([Self.token, Self.identifier])
        let transfer = TeamTransfer(try ClientUnderTest(transport).client, of: app)
        #expect(try await transfer.fetchTransferIdentifier(of: person, to: recipient) == between)
        #expect(await transport.paths == ["token", "usermigrationinfo"])
        let grant = await transport.form(0)
        #expect(grant["grant_type"] == "client_credentials" && grant["scope"] == "user.migration")
        #expect(grant["client_id"] == app.rawValue)
        let form = await transport.form(1)
        #expect(form["sub"] == person.rawValue && form["target"] == "NEWTEAM001" && form["client_id"] == app.rawValue)
        #expect(Set(form.keys) == ["sub", "target", "client_id", "client_secret"])
        let headers = try #require(await transport.requests.last).headers
        #expect(headers.contains { $0.name == "Authorization" && $0.value == "Bearer beg510.0.rrsx.w" })
    }

    @Test(
        arguments: [
            (
                #"{"sub":"s.1","email":"ep9ks2tnph@privaterelay.appleid.com","is_private_email":true}"#,
                "ep9ks2tnph@privaterelay.appleid.com", true
            ),
            (
                #"{"sub":"s.1","email":"ep9ks2tnph@private.icloud.com","is_private_email":"true"}"#,
                "ep9ks2tnph@private.icloud.com", true
            ),
            (#"{"sub":"s.1"}"#, nil, nil), (#"{"sub":"s.1","email":"<script>","is_private_email":1,"x":[]}"#, nil, nil),
        ] as [(String, String?, Bool?)])
    func `asks who somebody is in the new team`(reply: String, email: String?, isPrivate: Bool?) async throws {
        let transport = RecordingTransport([Self.token, .json(reply)])
        let transfer = TeamTransfer(try ClientUnderTest(transport).client, of: app)
        let found = try await transfer.fetchPerson(behind: between)
        #expect(
            found
                == TransferredPerson(
                    subject: AppleUserID(rawValue: "s.1"), email: email, isPrivateEmail: isPrivate))
        #expect(Set(await transport.form(1).keys) == ["transfer_sub", "client_id", "client_secret"])
        #expect(await transport.form(1)["transfer_sub"] == between.rawValue)
    }

    @Test func `credentials are checked with one request for a token, which serves afterwards`() async throws {
        let transport = RecordingTransport([Self.token, Self.identifier])
        let transfer = TeamTransfer(try ClientUnderTest(transport).client, of: app)
        try await transfer.checkCredentials()
        #expect(await transport.paths == ["token"])
        _ = try await transfer.fetchTransferIdentifier(of: person, to: recipient)
        #expect(await transport.paths == ["token", "usermigrationinfo"])
    }

    @Test func `refused credentials are told`() async throws {
        let transport = RecordingTransport([.refusal("invalid_client")])
        let transfer = TeamTransfer(try ClientUnderTest(transport).client, of: app)
        await #expect(throws: AppleCallFailure.refused(TokenEndpointError(code: "invalid_client"))) {
            try await transfer.checkCredentials()
        }
    }

    @Test func `one token serves for an hour, less a minute`() async throws {
        let transport = RecordingTransport { $0.url.hasSuffix("/token") ? Self.token : Self.identifier }
        let test = try ClientUnderTest(transport)
        let transfer = TeamTransfer(test.client, of: app)
        for _ in 0..<3 { _ = try await transfer.fetchTransferIdentifier(of: person, to: recipient) }
        test.clock.advance(by: 3_539)
        _ = try await transfer.fetchTransferIdentifier(of: person, to: recipient)
        #expect(await transport.paths.filter { $0 == "token" }.count == 1)
        test.clock.advance(by: 1)
        _ = try await transfer.fetchTransferIdentifier(of: person, to: recipient)
        #expect(await transport.paths.filter { $0 == "token" }.count == 2)
    }

    @Test func `a token that Apple does not take any more is replaced once`() async throws {
        let transport = RecordingTransport([
            Self.token, Self.identifier, .refusal("invalid_grant"), Self.token, Self.identifier,
        ])
        let transfer = TeamTransfer(try ClientUnderTest(transport).client, of: app)
        for _ in 0..<2 {
            #expect(try await transfer.fetchTransferIdentifier(of: person, to: recipient) == between)
        }
        #expect(
            await transport.paths == ["token", "usermigrationinfo", "usermigrationinfo", "token", "usermigrationinfo"])
    }

    @Test(arguments: ["invalid_request", "invalid_client", "invalid_grant", "something_new"])
    func `passes on what Apple refuses`(code: String) async throws {
        let transport = RecordingTransport { $0.url.hasSuffix("/token") ? Self.token : .refusal(code) }
        let test = try ClientUnderTest(transport, signingKeys: [ClientUnderTest.signingKeys[0]])
        let transfer = TeamTransfer(test.client, of: app)
        await #expect(throws: AppleCallFailure.refused(TokenEndpointError(code: code))) {
            try await transfer.fetchTransferIdentifier(of: person, to: recipient)
        }
        #expect(await transport.paths == ["token", "usermigrationinfo"])
    }

    @Test(
        arguments: [
            (.json("", status: 503), .unavailable(reason: .serverError, retryAfter: nil)),
            (.json("", status: 429), .unavailable(reason: .throttled, retryAfter: nil)),
            (.json("<html>"), .malformedReply(.replyNotJSON)), (.json("{}"), .malformedReply(.replyIncomplete)),
            (.json(#"{"transfer_sub":""}"#), .malformedReply(.replyIncomplete)),
            (.json(#"{"transfer_sub":"a b"}"#), .malformedReply(.replyIncomplete)),
            (.json("", status: 302), .malformedReply(.replyRedirected)),
        ] as [(RecordingTransport.Answer, AppleCallFailure)])
    func `types every other answer`(answer: RecordingTransport.Answer, failure: AppleCallFailure) async throws {
        let transport = RecordingTransport([Self.token, answer])
        let transfer = TeamTransfer(try ClientUnderTest(transport).client, of: app)
        await #expect(throws: failure) { try await transfer.fetchTransferIdentifier(of: person, to: recipient) }
    }

    @Test func `sends nothing that Apple would answer with a riddle`() async throws {
        let transport = RecordingTransport([Self.token, Self.identifier])
        let transfer = TeamTransfer(try ClientUnderTest(transport).client, of: app)
        for subject in ["", "a b", "TEAM123456", "NEWTEAM001"] {
            await #expect(throws: AppleCallFailure.notSent(.transferSubjectInvalid)) {
                try await transfer.fetchTransferIdentifier(of: AppleUserID(rawValue: subject), to: recipient)
            }
        }
        for team in ["", "TEAM123456", "a b"] {
            await #expect(throws: AppleCallFailure.notSent(.transferTargetInvalid)) {
                try await transfer.fetchTransferIdentifier(of: person, to: TeamID(rawValue: team))
            }
        }
        await #expect(throws: AppleCallFailure.notSent(.transferSubjectInvalid)) {
            try await transfer.fetchPerson(behind: TransferIdentifier(rawValue: ""))
        }
        #expect(await transport.requests.isEmpty)
    }
}
