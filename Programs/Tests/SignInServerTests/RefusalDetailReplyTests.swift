import HTTPTypes
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

    @Test func `a notification of Apple's for an app that nobody named is a warning in the log, with that app`()
        async throws
    {
        let service = try TestService()
        try await service.run { caller in
            let payload = try service.apple.notification("email-disabled", to: "com.example.unnamed", id: "n1")
            let refused = try await caller.post(Paths.appleNotifications, #"{"payload":"\#(payload)"}"#)
            #expect(refused.status == .badRequest && refused.errorCode == "notification_audience_mismatch")
            #expect(refused.text.contains("Seen: com.example.unnamed.") && refused.text.contains("primary_app_ids"))
        }
        let line = try #require(service.log.all.first { $0.hasPrefix("warning incident ") })
        #expect(line.contains("code=notification_for_unknown_audience") && line.contains("seen=com.example.unnamed"))
    }

    @Test func `a route of the backend asks for a service's key, and a person's route for a session`() async throws {
        try await TestService().run { caller in
            let backend = try await caller.get(Paths.backendAccount + "?external_id=1")
            #expect(backend.errorCode == "authorization_missing")
            #expect(backend.text.contains("no key of a calling service") && !backend.text.contains("cookie"))
            let person = try await caller.get(Paths.account)
            #expect(person.errorCode == "authorization_missing")
            #expect(person.text.contains("neither an access token nor a session cookie"))
        }
    }
}
