import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// Who reads what about a refusal that the configuration causes: developers and the log more than the person.
@Suite struct RefusalDetailReplyTests {
    @Test func `the reply to a program and the log say what was seen and what is configured`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let response = try await caller.post(Paths.nativeAttempts, #"{"client":"aap"}"#)
            let error = try response.decoded(APIError.self)
            #expect(error.error == "client_unknown")
            #expect(error.message.contains("Seen: aap. Configured: ") && error.message.contains("app"))
        }
        let line = try #require(service.log.all.first { $0.contains("client_unknown") })
        #expect(line.contains("seen=aap") && line.contains("configured="))
    }

    @Test func `the page for a person says neither`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let page = try await caller.get(Paths.webSignIn + "?client=web&return_to=https://elsewhere.example/x%3Fy=z")
            #expect(page.text.contains("return_target_refused"))
            #expect(!page.text.contains("Configured:") && !page.text.contains("elsewhere.example"))
        }
        let line = try #require(service.log.all.first { $0.contains("return_target_refused") })
        #expect(line.contains("seen=https://elsewhere.example/x") && !line.contains("y=z"))
    }
}
