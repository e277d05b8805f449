import ChildPrograms
import Foundation
import SignInAPI
import Testing

/// Faults below HTTP in connections to Apple's token endpoint.
@Suite struct BrokenConnectionTests {
    @Test func `a broken connection keeps somebody new waiting, loses nothing, and sends no code twice`() async throws {
        let apple = try await RawApple()
        try await SignInSystem.run(appleURL: apple.url, appleSeconds: SignInSystem.impatience) { system in
            apple.passOn(to: system.emulator.baseURL)
            try await system.startService()
            for fault in RawApple.Fault.allCases {
                let (new, known) = (try await system.newPerson(), try await system.newPerson())
                let account = try await Visitor(known, system).signsIn()
                system.service?.forgetPeak()
                let memory = system.service?.memory
                apple.spoil(fault)
                async let page = Visitor(new, system).triesToSignIn()
                async let session = NativeApp(known, system).signsIn()
                let answer = try await page
                #expect(answer.status == 503 && answer.body.contains("apple_unavailable"), "\(fault): \(answer.status)")
                #expect(answer.isPage && !answer.setsSession && answer.retryAfter == 5, "\(fault)")
                #expect(try await session.account.id == account.id, "\(fault)")
                #expect(apple.spoiled == 2, "\(fault): \(apple.spoiled) codes were sent for two people")
                if let memory, let after = system.service?.memory {
                    #expect(after.peak - memory.resident < 32 << 20, "\(fault): memory rose to \(after.peak >> 20) MiB")
                }
                apple.spoil(nil)
                #expect(try await Visitor(new, system).signsIn().name?.given == "Grace", "\(fault)")
            }
            // Nothing listens any more, so connections are refused.
            let (new, known) = (try await system.newPerson(), try await system.newPerson())
            let account = try await Visitor(known, system).signsIn()
            try await apple.close()
            let reply = try await NativeApp(new, system).triesToSignIn()
            #expect(reply.status == 503 && reply.errorCode == "apple_unavailable")
            #expect(try await NativeApp(known, system).signsIn().account.id == account.id)
            #expect(system.service?.isRunning == true)
        }
    }
}
