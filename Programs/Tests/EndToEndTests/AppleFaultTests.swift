import ChildPrograms
import Foundation
import JSONWebTokens
import SignInAPI
import Testing
import Waiting

/// Whatever Apple's token endpoint does, nobody is wrongly admitted, nobody known is kept out, and nothing is lost.
@Suite(.serialized, .sharedSystem(appleSeconds: SignInSystem.impatience))
struct AppleFaultTests {
    @Test(arguments: AppleFault.quick + AppleFault.slow + AppleFault.large)
    func `a broken token endpoint keeps somebody new waiting and nobody known out`(fault: AppleFault) async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        let known = try await system.newPerson()
        let account = try await Visitor(known, system).signsIn()
        let people = (web: try await system.newPerson(), native: try await system.newPerson())
        try await system.clearAppleLog()
        try await fault.breaks("token", of: system)

        async let page = Visitor(people.web, system).triesToSignIn()
        async let reply = NativeApp(people.native, system).triesToSignIn()
        async let sameBrowser = Visitor(known, system).signsIn()
        async let otherClient = NativeApp(known, system).signsIn()
        try await expectUnavailable(page: page, reply: reply, fault)
        #expect(try await sameBrowser.id == account.id, "somebody whose grant is held was kept out")
        #expect(try await otherClient.account.id == account.id, "somebody known was kept out")
        #expect(system.service?.isRunning == true)

        try await system.mendApple()
        try await expectCallsMade(under: fault, system)
        for name in [
            try await Visitor(people.web, system).signsIn().name,
            try await NativeApp(people.native, system).signsIn().account.name,
        ] {
            #expect(name == PersonName(given: "Grace", family: "Hopper"), "the first-time name was lost")
        }
    }

    @Test(arguments: AppleFault.large)
    func `an answer without end takes no memory`(fault: AppleFault) async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        let service = try #require(system.service)
        // Exclude the memory that any sign-in needs.
        _ = try await NativeApp(try await system.newPerson(), system).signsIn()
        try await fault.breaks("token", of: system)
        service.forgetPeak()
        let before = service.memory
        for _ in 0..<3 {
            let answer = try await NativeApp(try await system.newPerson(), system).triesToSignIn()
            #expect(answer.status == 503)
        }
        guard let before, let after = service.memory else { return }
        let rise = after.peak - before.resident
        print("memory rose by \(rise >> 10) KiB at most under \(fault.testDescription)")
        #expect(rise < 32 << 20, "the service's memory rose by \(rise >> 20) MiB")
        try await system.mendApple()
    }

    @Test func `a refusal of our credentials is the operator's alarm and no sign-in of somebody new`() async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        let (new, known) = (try await system.newPerson(), try await system.newPerson())
        let account = try await Visitor(known, system).signsIn()
        let refusal = AppleFault("invalid_client", AppleFault.status(400, #"{"error":"invalid_client"}"#))
        try await refusal.breaks("token", of: system)
        let reply = try await NativeApp(new, system).triesToSignIn()
        #expect(reply.status == 500 && reply.errorCode == "apple_refused_client")
        let page = try await Visitor(new, system).triesToSignIn()
        #expect(page.status == 500 && page.isPage && page.body.contains("apple_refused_client") && !page.setsSession)
        #expect(try await NativeApp(known, system).signsIn().account.id == account.id)
        // The operator is told. A thread of its own writes the log.
        await until {
            system.service?.logged.split(separator: "\n").contains {
                $0.contains("error") && $0.contains("incident") && $0.contains("apple_refused_client")
            } == true
        }
        try await system.mendApple()
        #expect(try await NativeApp(new, system).signsIn().account.name?.given == "Grace")
    }

    @Test func `a code that Apple refuses keeps nobody out, since the token proved who it is`() async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        let refusal = AppleFault("invalid_grant", AppleFault.status(400, #"{"error":"invalid_grant"}"#))
        try await refusal.breaks("token", of: system)
        let person = try await system.newPerson()
        let account = try await Visitor(person, system).signsIn()
        #expect(account.name?.family == "Hopper")
        // The grant is missing, so the code of the next sign-in is sent again.
        try await system.mendApple()
        try await system.clearAppleLog()
        #expect(try await Visitor(person, system).signsIn().id == account.id)
        #expect(try await system.appleLog().filter { $0.path == "/auth/token" }.map(\.status) == [200])
    }

    /// Apple does not promise a nonce in the token of the exchange. A token without one is checked by the person that
    /// it names.
    @Test(arguments: ["of another sign-in", nil])
    func `an exchange that answers with somebody else's token signs nobody in`(nonce: String?) async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        let (victim, other) = (try await system.newPerson(), try await system.newPerson())
        let credential = try await NativeApp(other, system).credential(nonce: nonce)
        let answer = try await AppleClientOfATest(system).exchange(credential)
        try await AppleFault("another's token", AppleFault.status(200, answer)).breaks("token", of: system)
        let reply = try await NativeApp(victim, system).triesToSignIn()
        #expect(reply.status == 401 && reply.errorCode == "exchanged_token_disagrees")
        await until { system.service?.logged.contains("exchanged_token_disagrees") == true }
        try await system.mendApple()
        let account = try await NativeApp(victim, system).signsIn().account
        #expect(account.email == victim + "@example.com")
    }
}

extension AppleFaultTests {
    private func expectUnavailable(page: Browser.Answer, reply: Browser.Answer, _ fault: AppleFault) {
        #expect(page.status == 503 && page.isPage && page.body.contains("apple_unavailable"), "page: \(page.status)")
        #expect(reply.status == 503 && reply.errorCode == "apple_unavailable", "app: \(reply.status) \(reply.body)")
        for answer in [page, reply] {
            #expect(!answer.setsSession, "a session was made")
            #expect(answer.retryAfter == fault.retryAfter ?? 5)
        }
    }

    /// Each code was sent once, also that of somebody known, and no redirect was followed. The emulator logs held requests
    /// only when it releases them.
    private func expectCallsMade(under fault: AppleFault, _ system: SignInSystem) async throws {
        let calls = try await system.appleLog().filter { !$0.path.hasPrefix("/_emulator") }
        let expected = fault.isHeld ? 0...4 : 4...4
        #expect(expected.contains(calls.count) && calls.allSatisfy { $0.path == "/auth/token" }, "\(calls)")
    }
}

/// The test acting as a client of Apple, with the service's key.
private struct AppleClientOfATest {
    let system: SignInSystem

    init(_ system: SignInSystem) { self.system = system }

    /// Apple's answer to a code of the app, as text.
    func exchange(_ credential: NativeApp.Credential) async throws -> String {
        let pem = try String(contentsOfFile: system.folder + "/AuthKey_TESTKEY001.p8", encoding: .utf8)
        let now = Int(Date().timeIntervalSince1970)
        let claims: [String: Any] = [
            "iss": "TEAM000001", "iat": now, "exp": now + 300, "aud": system.emulator.baseURL,
            "sub": "com.example.app",
        ]
        let secret = try SigningKey(pem: pem, keyID: "TESTKEY001").sign(
            payload: [UInt8](try JSONSerialization.data(withJSONObject: claims)))
        let answer = try await Browser.send(
            .post, system.emulator.baseURL + "/auth/token",
            body: .form([
                "client_id": "com.example.app", "client_secret": secret, "grant_type": "authorization_code",
                "code": credential.authorizationCode,
            ]))
        try #require(answer.status == 200, "Apple answered \(answer.status): \(answer.body)")
        return answer.body
    }
}
