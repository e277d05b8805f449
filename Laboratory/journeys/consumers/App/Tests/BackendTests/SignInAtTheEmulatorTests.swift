import AppleIDEmulatorTesting
import Foundation
import Testing

/// A server as a stranger would write it, which only remembers what came.
private struct Backend: Sendable {
    let apple: URL
    let clientID: String
    let returnURL: String

    var signInURL: URL? {
        var url = URLComponents(url: apple, resolvingAgainstBaseURL: false)
        url?.path = "/auth/authorize"
        url?.queryItems = [
            URLQueryItem(name: "client_id", value: clientID), URLQueryItem(name: "redirect_uri", value: returnURL),
            URLQueryItem(name: "response_type", value: "code"), URLQueryItem(name: "response_mode", value: "form_post"),
            URLQueryItem(name: "scope", value: "name email"), URLQueryItem(name: "state", value: "s-1"),
        ]
        return url?.url
    }

    func handleCallback(_ fields: [String: String]) -> String? {
        fields["state"] == "s-1" ? fields["code"] : nil
    }
}

@Suite(.enabled(if: AppleIDEmulator.isAvailable), .appleIDEmulator)
struct SignInTests {
    @Test func `a person signs in on the website`() async throws {
        let emulator = try AppleIDEmulator.current
        let backend = Backend(
            apple: emulator.baseURL, clientID: emulator.team.service, returnURL: emulator.team.returnURLs[0])
        let url = try #require(backend.signInURL)
        let approval = try await emulator.approve(authorizeURL: url)
        #expect(backend.handleCallback(approval.fields) != nil)
    }

    @Test func `a person cancels`() async throws {
        let emulator = try AppleIDEmulator.current
        let backend = Backend(
            apple: emulator.baseURL, clientID: emulator.team.service, returnURL: emulator.team.returnURLs[0])
        let url = try #require(backend.signInURL)
        let approval = try await emulator.approve(authorizeURL: url, answer: .cancel)
        #expect(approval.fields["error"] == "user_cancelled_authorize")
    }

    @Test func `a person signs in to the app and hides the address`() async throws {
        let emulator = try AppleIDEmulator.current
        let grace = try await emulator.addPerson(givenName: "Grace", familyName: "Hopper")
        let credential = try await emulator.credential(for: grace, nonce: "n-1", answer: .signInHidingEmail)
        #expect(credential.givenName == "Grace")
        #expect(credential.email?.contains("privaterelay") == true)
    }
}

@Suite(.enabled(if: AppleIDEmulator.isAvailable))
struct OtherSnippets {
    @Test(.appleIDEmulator(returnURLs: "https://app.example/callback", "http://127.0.0.1:8080/callback"))
    func `two return URLs`() async throws {
        let team = try AppleIDEmulator.current.team
        #expect(team.returnURLs.count == 2)
    }

    @Test(.appleIDEmulator) func `a person without an address`() async throws {
        let emulator = try AppleIDEmulator.current
        let grace = try await emulator.addPerson(givenName: "Grace", familyName: "Hopper", outcome: .noEmail)
        let credential = try await emulator.credential(for: grace)
        #expect(credential.email == nil)
    }

    @Test(.appleIDEmulator) func `what was refused, and why`() async throws {
        let emulator = try AppleIDEmulator.current
        let unregistered = Backend(
            apple: emulator.baseURL, clientID: emulator.team.service, returnURL: "https://other.example/")
        let url = try #require(unregistered.signInURL)
        await #expect(throws: EmulatorFailure.self) { try await emulator.approve(authorizeURL: url) }
        let causes = try await emulator.log.compactMap(\.cause)
        #expect(causes == ["redirect_unregistered"])
    }

    @Test(.appleIDEmulator) func `notifications`() async throws {
        let emulator = try AppleIDEmulator.current
        _ = try await emulator.credential()
        try await emulator.sendNotifications(to: URL(string: "http://localhost:8080/apple/notifications"))
        try await emulator.send(notification: .emailDisabled)
        try await emulator.stopUsing()  // consent-revoked, and the tokens end
        let states = try await emulator.notifications().map(\.state)  // "delivered", if your server answered with 200
        #expect(states.count == 2)
    }
}
