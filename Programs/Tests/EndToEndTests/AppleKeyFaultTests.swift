import ChildPrograms
import Foundation
import SignInAPI
import Testing
import Waiting

/// Apple's keys are unavailable when the service starts.
@Suite(.serialized, .sharedEmulator(appleSeconds: SignInSystem.impatience))
struct AppleKeyFaultTests {
    private static let faults =
        AppleFault.quick.filter { !["404", "400 of an unknown name"].contains($0.testDescription) }
        + AppleFault.large + AppleFault.slow

    @Test(arguments: faults)
    func `without Apple's keys nobody is let in, and the same answer is good when they are there`(
        fault: AppleFault
    ) async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        try await fault.breaks("keys", of: system)
        try await system.clearAppleLog()
        try await system.startService()
        let visitor = Visitor(try await system.newPerson(), system)
        let app = NativeApp(try await system.newPerson(), system)
        let (form, submission) = (try await visitor.walksToApple(), try await app.submission())
        let memory = system.service?.memory

        let page = try await visitor.comesBack(with: form)
        let reply = try await app.submit(submission)
        #expect(page.status == 503 && page.isPage && page.body.contains("apple_unavailable"), "page: \(page.status)")
        #expect(reply.status == 503 && reply.errorCode == "apple_unavailable", "app: \(reply.status) \(reply.body)")
        #expect(!page.setsSession && page.retryAfter != nil && reply.retryAfter != nil)
        let asked = try await system.appleLog().map(\.path).filter { !$0.hasPrefix("/_emulator") }
        #expect(asked.allSatisfy { $0 == "/auth/keys" }, "a code was sent, or a redirect followed: \(asked)")
        if let memory, let after = system.service?.memory {
            #expect(after.peak - memory.resident < 32 << 20, "memory rose to \(after.peak >> 20) MiB")
        }

        try await system.mendApple()
        try await system.startService()
        #expect(try await visitor.browser.post(form.action, form: form.reposted).status == 303)
        #expect(try await visitor.account().name?.given == "Grace")
        let session = try await app.submit(submission).decoded(SessionReply.self)
        #expect(session.account.name?.given == "Grace")
    }

    @Test func `a service that could not get the keys asks again by itself`() async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        try await AppleFault("500", AppleFault.status(500)).breaks("keys", of: system)
        try await system.startService()
        let app = NativeApp(try await system.newPerson(), system)
        let submission = try await app.submission()
        #expect(try await app.submit(submission).status == 503)
        try await system.mendApple()
        var answer = try await app.submit(submission)
        try await until {
            if answer.status == 503 { answer = try await app.submit(submission) }
            return answer.status != 503
        }
        #expect(answer.status == 200)
    }

    @Test func `a restart while Apple's keys are away keeps nobody out`() async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        try await system.startService()
        let app = NativeApp(try await system.newPerson(), system)
        #expect(try await app.submit(app.submission()).status == 200)
        let saved = system.folder + "/secrets/apple-key-set.json"
        await until { FileManager.default.fileExists(atPath: saved) }
        let mode = try FileManager.default.attributesOfItem(atPath: saved)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try await AppleFault("500", AppleFault.status(500)).breaks("keys", of: system)
        try await system.startService(keepsKeys: true)
        #expect(try await app.submit(app.submission()).status == 200)
        try await system.mendApple()
    }

    @Test func `with the keys at hand nobody notices that they cannot be fetched`() async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        try await system.startService()
        let person = try await system.newPerson()
        let account = try await Visitor(person, system).signsIn()
        try await AppleFault("500", AppleFault.status(500)).breaks("keys", of: system)
        #expect(try await Visitor(person, system).signsIn().id == account.id)
        #expect(try await NativeApp(try await system.newPerson(), system).signsIn().account.name?.given == "Grace")
        try await system.mendApple()
    }

    @Test func `a token under a key that Apple does not publish signs nobody in`() async throws {
        let system = try SharedSystem.system
        try await system.mendApple()
        try await system.startService()
        let app = NativeApp(try await system.newPerson(), system)
        _ = try await app.signsIn()
        // The new key is not published, so it looks like a forger's key.
        try await system.control("/keys", ["action": "add", "published": false])
        let keys = try await Browser.send(.get, system.emulator.baseURL + "/_emulator/keys").decoded(KeyRing.self)
        let hidden = try #require(keys.keys.first { !$0.published }?.kid)
        try await system.control("/keys", ["action": "sign_with", "kid": hidden])
        let submission = try await app.submission()
        var answer = try await app.submit(submission)
        #expect(answer.status == 503 && answer.retryAfter != nil, "\(answer.status) \(answer.body)")
        try await until {
            if answer.status == 503 { answer = try await app.submit(submission) }
            return answer.status != 503
        }
        #expect(answer.status == 401 && answer.errorCode == "unknown_key", "\(answer.status) \(answer.body)")
        try await system.control("/keys", ["action": "sign_with", "kid": try #require(keys.signing)])
        _ = try await app.signsIn()
    }

    private struct KeyRing: Decodable {
        struct Key: Decodable {
            let kid: String
            let published: Bool
        }

        let signing: String?
        let keys: [Key]
    }
}
